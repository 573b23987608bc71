"""`misdeal fmt`: files, standard input, what is shown, and what is left alone."""

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from misdeal.cli.main import cli

from .running import invoke

UNTIDY = '# House\n\n```misdeal\nrulebook   house "House"\nclause 1 "x" then r is yes\n```\n'
TIDY = '# House\n\n```misdeal\nrulebook house "House"\nclause 1 "x"\n  then r is yes\n```\n'
BROKEN = '```misdeal\nrulebook   house "House"\nclause 1 then\n```\n'


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file to be laid out."""
    monkeypatch.chdir(tmp_path)
    path = Path("house.md")
    path.write_text(UNTIDY, encoding="utf-8")
    return path


def test_a_file_is_laid_out_and_named(book: Path) -> None:
    """Once; after that there is nothing to do and nothing to say."""
    result = invoke("fmt", "house.md")
    assert (result.exit_code, result.stdout) == (0, "laid out: house.md\n")
    assert book.read_text("utf-8") == TIDY
    result = invoke("fmt", "house.md")
    assert (result.exit_code, result.output) == (0, "")


def test_check_names_what_would_change_and_writes_nothing(book: Path) -> None:
    """With exit code 1."""
    result = invoke("fmt", "--check", "house.md")
    assert (result.exit_code, result.stdout) == (1, "would be laid out: house.md\n")
    assert book.read_text("utf-8") == UNTIDY
    book.write_text(TIDY, encoding="utf-8")
    assert invoke("fmt", "--check", "house.md").exit_code == 0


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_diff_can_be_applied(book: Path, end: str) -> None:
    """By `patch`, to the same effect, where line ends are plain; otherwise it shows the same."""
    book.write_bytes(UNTIDY.replace("\n", end).encode())
    result = invoke("fmt", "--diff", "house.md")
    assert result.exit_code == 1
    assert book.read_bytes() == UNTIDY.replace("\n", end).encode()
    book.write_text(UNTIDY, encoding="utf-8")
    git = shutil.which("git")
    assert git
    applied = subprocess.run((git, "apply", "-p0"), input=result.stdout, text=True, capture_output=True, check=False)
    assert applied.stderr == ""
    assert book.read_text("utf-8") == TIDY


def test_standard_input_goes_to_standard_output() -> None:
    """As bytes, whether or not anything changes."""
    for text in (UNTIDY, TIDY):
        result = CliRunner().invoke(cli, ("fmt", "-"), input=b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        assert (result.exit_code, result.stdout_bytes) == (0, b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode())
    result = CliRunner().invoke(cli, ("fmt", "--check", "-"), input=UNTIDY.encode())
    assert (result.exit_code, result.stdout) == (1, "would be laid out: -\n")


def test_what_cannot_be_read_stays_and_the_others_are_laid_out(book: Path) -> None:
    """The mistake is told in its line; 2 comes before 1."""
    Path("broken.md").write_text(BROKEN, encoding="utf-8")
    result = invoke("fmt", "broken.md", "house.md", "none.md")
    assert result.exit_code == 2
    assert "broken.md:3:" in result.stderr
    assert "`none.md` is neither a file" in result.stderr
    assert Path("broken.md").read_text("utf-8") == BROKEN
    assert book.read_text("utf-8") == TIDY
    assert invoke("fmt", "--check", "broken.md", "house.md").exit_code == 2


def test_pages_of_something_else_are_passed_over(book: Path) -> None:
    """They are no rulebooks, and no mistake."""
    book.write_text("# Notes\n\n```\nsource .venv/bin/activate\n```\n", encoding="utf-8")
    result = invoke("fmt", "house.md")
    assert (result.exit_code, result.output) == (0, "")


def test_a_shipped_rulebook_is_no_file() -> None:
    """It lies in the package."""
    result = invoke("fmt", "bridge_1987")
    assert result.exit_code == 2
    assert "is a shipped rulebook" in result.stderr


def test_mode_and_links_are_kept(book: Path) -> None:
    """And nothing is left beside."""
    book.chmod(0o640)
    Path("link.md").symlink_to("house.md")
    assert invoke("fmt", "link.md").exit_code == 0
    assert Path("link.md").is_symlink()
    assert book.read_text("utf-8") == TIDY
    assert book.stat().st_mode & 0o777 == 0o640
    assert sorted(map(str, Path().iterdir())) == ["house.md", "link.md"]


def test_a_run_that_is_ended_leaves_the_file_whole(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is put in place at once, or not at all."""

    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", ended)
    assert invoke("fmt", "house.md").exit_code != 0
    assert book.read_text("utf-8") == UNTIDY
    assert [*map(str, Path().iterdir())] == ["house.md"]


def test_what_is_shown_does_nothing_to_a_terminal(book: Path) -> None:
    """Prose may hold any character."""
    book.write_text(UNTIDY.replace("# House", "# House \x1b[2J\u202e"), encoding="utf-8")
    result = invoke("fmt", "--diff", "house.md")
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
