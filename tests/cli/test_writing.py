"""Files that commands write: never over what they read, through links, and over nothing that is no file."""

import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from misdeal.cli import certificate_folder, writing
from misdeal.cli.exits import ExitCode

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


READ = ("base.md", "amending.md", "amending.cases.yaml", "amending.more.cases.yaml", "saved.toml", "accepted.toml")


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of each kind that a check reads, or that belongs to what it reads."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").mkdir()
    (tmp_path / "base.md").write_text(
        '```misdeal\nrulebook base "Base"\noption strict: yes/no "Strictly?"\n'
        'ruling game: yes/no "Is it on?"\nclause 1 "Always" then game is yes\n```\n',
        encoding="utf-8",
    )
    amending = '```misdeal\nrulebook amending amends base "Later"\n```\n'
    (tmp_path / "amending.md").write_text(amending, encoding="utf-8")
    for name in READ[2:4]:
        (tmp_path / name).write_text("rulebook: amending\ncases: []\n", encoding="utf-8")
    (tmp_path / "saved.toml").write_text("strict = true\n", encoding="utf-8")
    (tmp_path / "accepted.toml").write_text("format = 1\n", encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    """What the files of a folder hold."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("file", READ)
@pytest.mark.parametrize("target", ["--report=json={}", "--report=json=x/../{}"])
def test_a_report_is_written_over_nothing_that_is_read(
    read: Path, monkeypatch: pytest.MonkeyPatch, file: str, target: str
) -> None:
    """Whatever it is read as, and before anything is proved."""
    monkeypatch.setattr("misdeal.cli.check.prove", lambda *_, **__: pytest.fail("it is proved"))
    before = contents(read)
    options = ("--with", "saved.toml", "--baseline", "accepted.toml", "--no-cache")
    done = invoke("check", "amending.md", *options, target.format(file))
    assert done.exit_code == 2
    assert "is a file that is read here" in done.stderr
    assert contents(read) == before


@pytest.mark.parametrize("file", [each for each in READ if each != "accepted.toml"])
def test_a_baseline_is_written_over_nothing_else_that_is_read(read: Path, file: str) -> None:
    """Its own file it reads and renews."""
    before = contents(read)
    done = invoke("check", "amending.md", "--with", "saved.toml", "--write-baseline", file)
    assert done.exit_code == 2
    assert contents(read) == before


@pytest.mark.parametrize("page", ["amending.md", "base.md"])
def test_nor_where_a_page_has_mistakes(read: Path, page: str) -> None:
    """What it amends is somebody's work in any case."""
    with (read / page).open("a", encoding="utf-8") as file:
        file.write('\n```misdeal\nclause 2 "Wrong" then nothing is yes\n```\n')
    before = contents(read)
    done = invoke("check", "amending.md", "--report", "json=base.md")
    assert done.exit_code == 2
    assert "is a file that is read here" in done.stderr
    assert contents(read) == before


def test_a_report_may_have_the_name_of_a_shipped_rulebook(read: Path) -> None:
    """That is read from elsewhere."""
    (read / "later.md").write_text('```misdeal\nrulebook later amends poker_it "Later"\n```\n', encoding="utf-8")
    for book in ("poker_it", "later.md"):
        invoke("check", book, "--timeout", "0.001", "--no-cache", "--report", "markdown=poker_it.md")
        assert (read / "poker_it.md").read_text(encoding="utf-8")
        (read / "poker_it.md").unlink()


def test_what_is_written_otherwise_is_no_report(read: Path) -> None:
    """The baseline that a run writes, under any name."""
    before = contents(read)
    for report in ("new.toml", "./new.toml", "x/../new.toml"):
        done = invoke("check", "amending.md", "--write-baseline", "new.toml", "--report", f"json={report}")
        assert done.exit_code == 2
        assert "would be written twice" in done.stderr
    assert contents(read) == before


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("draw", "amending.md", "--with", "saved.toml", "--force", "-o"), "saved.toml"),
        (("draw", "amending.md", "--with", "saved.toml", "--force", "-o"), "base.md"),
        (("certify", "amending.md", "--with", "saved.toml", "--force", "-o"), "."),
        (("mutate", "amending.md", "--resume"), "base.md"),
        (("mutate", "amending.md", "--resume"), "amending.cases.yaml"),
        (("mutate", "amending.md", "--cases", "named.yaml", "--resume"), "named.yaml"),
    ],
)
def test_other_commands_write_over_nothing_that_they_read(read: Path, command: tuple[str, ...], file: str) -> None:
    """Options, cases and what is amended."""
    (read / "named.yaml").write_text("rulebook: amending\ncases: []\n", encoding="utf-8")
    before = contents(read)
    done = invoke(*command, file)
    assert done.exit_code == 2
    assert "is read here" in done.stderr
    assert contents(read) == before


def test_a_link_to_nothing_is_called_so(tmp_path: Path) -> None:
    """Nothing is made where it leads."""
    (tmp_path / "link").symlink_to("nothing")
    done = invoke("draw", "bridge_1987", "--what", "overrides", "-o", str(tmp_path / "link"), "--force")
    assert done.exit_code == 2
    assert "it is a link to nothing" in done.stderr
    assert not (tmp_path / "nothing").exists()


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


SMALL = '```misdeal\nrulebook small "Small"\nruling game: yes/no "On?"\nclause 1 "Always" then game is yes\n```\n'
WRITES = (
    "certify small.md",
    "page small.md",
    "draw small.md",
    "cases small.md",
    "compile small.md --to python",
    "new fresh",
    "fmt small.md",
    "check small.md --report json=found.json",
    "check small.md --write-baseline accepted.toml",
    "mutate small.md --resume journal",
)


@pytest.mark.parametrize("error", [errno.EFBIG, errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT, errno.EPERM])
@pytest.mark.parametrize("command", WRITES)
def test_what_the_system_refuses_to_write_is_no_fault_of_the_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, error: int
) -> None:
    """It is told in the system's words, with a code of its own; nothing half is left, and nothing said to be done."""
    monkeypatch.chdir(tmp_path)
    Path("small.md").write_text(SMALL, encoding="utf-8")
    before = contents(tmp_path)

    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(writing, "_write_nameless", refuse)
    monkeypatch.setattr(writing, "_half", refuse)
    monkeypatch.setattr(certificate_folder, "_put", refuse)
    done = invoke(*command.split())
    assert done.exit_code == ExitCode.UNWRITTEN
    assert f"cannot be written: {os.strerror(error)}" in done.stderr
    assert "wrote" not in done.output
    assert "laid out" not in done.output
    assert contents(tmp_path) == before


@pytest.mark.parametrize("command", ["draw bridge_1987 -o", "certify bridge_1987 -o", "check bridge_1987 --report"])
def test_a_folder_that_may_not_be_looked_at_is_no_fault_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """As one in the home of somebody else; told before the work."""
    real = Path.stat

    def look(self: Path, **how: bool) -> os.stat_result:
        if self.is_relative_to(tmp_path / "closed"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return real(self, **how)

    monkeypatch.setattr(Path, "stat", look)
    target = tmp_path / "closed" / "in" / "file"
    done = invoke(*command.split(), f"json={target}" if command.endswith("report") else str(target))
    assert done.exit_code == ExitCode.UNWRITTEN
    assert f"cannot be written: {os.strerror(errno.EACCES)}" in done.stderr
