"""Files that commands write: never over what they read, through links, and over nothing that is no file."""

import os
from pathlib import Path

import pytest

from .running import invoke, write_sample

WRITERS = (
    ("page",),
    ("draw",),
    ("draw", "--what", "overrides"),
    ("cases",),
    ("compile", "--to", "python"),
)


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_no_rulebook_is_written_over(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Not even where that is forced, under another name of the file, or by a link."""
    book = write_sample(tmp_path)
    before = Path(book).read_bytes()
    (tmp_path / "link").symlink_to(book)
    for target in (book, str(tmp_path / "x" / ".." / "house.md"), str(tmp_path / "link")):
        (tmp_path / "x").mkdir(exist_ok=True)
        done = invoke(*command, book, "-o", target, "--force")
        assert done.exit_code == 2
        assert "is a file that is read here" in done.stderr
    assert Path(book).read_bytes() == before


def test_the_rulebook_that_is_amended_is_not_written_over(tmp_path: Path) -> None:
    """All pages that were read are safe."""
    book = write_sample(tmp_path)
    amending = tmp_path / "later.md"
    amending.write_text('```misdeal\nrulebook later amends house "Later"\n```\n', encoding="utf-8")
    done = invoke("draw", str(amending), "-o", book, "--force")
    assert done.exit_code == 2
    assert "is a file that is read here" in done.stderr


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_a_folder_that_is_not_there_is_told_before_the_work(tmp_path: Path, command: tuple[str, ...]) -> None:
    """With the folder's name."""
    done = invoke(*command, "poker_it", "-o", str(tmp_path / "no" / "file"), "--timeout", "0.001")
    assert done.exit_code == 2
    assert "there is no folder" in done.stderr


def test_what_is_no_regular_file_is_left_as_it_is(tmp_path: Path) -> None:
    """A pipe stays a pipe."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = invoke("draw", "bridge_1987", "--what", "overrides", "-o", str(pipe), "--force")
    assert done.exit_code == 2
    assert "it is not a regular file" in done.stderr
    assert pipe.is_fifo()


def test_a_file_that_is_written_over_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    """As if its contents alone had changed."""
    real, link = tmp_path / "real.svg", tmp_path / "link.svg"
    real.write_text("before", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    assert invoke("draw", "bridge_1987", "--what", "overrides", "-o", str(link), "--force").exit_code == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("<svg")
    assert real.stat().st_mode & 0o777 == 0o640


def test_reports_are_not_written_over_a_rulebook_or_each_other(tmp_path: Path) -> None:
    """A usage error, before anything is proved."""
    book = write_sample(tmp_path)
    before = Path(book).read_bytes()
    done = invoke("check", book, "--report", f"sarif={book}")
    assert done.exit_code == 2
    assert "is a file that is read here" in done.stderr
    assert Path(book).read_bytes() == before
    file = tmp_path / "found"
    done = invoke("check", book, "--report", f"sarif={file}", "--report", f"junit={file}")
    assert done.exit_code == 2
    assert "would be written twice" in done.stderr
    assert not file.exists()


def test_a_baseline_is_a_file(tmp_path: Path) -> None:
    """It is filled in by hand."""
    done = invoke("check", write_sample(tmp_path), "--write-baseline", "-")
    assert done.exit_code == 2
    assert "needs a file" in done.stderr


def test_it_is_said_that_only_some_kinds_were_asked_for(tmp_path: Path) -> None:
    """Nothing found of these is not nothing wrong."""
    told = invoke("check", write_sample(tmp_path), "--only", "dead").stdout
    assert "nothing is wrong" not in told
    assert "nothing is found of what `--only` asks for (dead)" in " ".join(told.split())
