"""What the shell hands over may be closed, full or gone: each ends with its own exit code, and no traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from misdeal.cli.main import COMMANDS, cli

from .running import invoke, run

ENVIRONMENT = {"PYTHONPATH": str(Path(__file__).parents[2] / ".package"), "LC_ALL": "C.UTF-8"}


def run_in_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line with `$misdeal` in it."""
    return subprocess.run(  # noqa: S602 - the line is ours
        line.replace("$misdeal", f"{sys.executable} -m misdeal"),
        shell=True,
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$misdeal", 2),
        ("$misdeal list >&-", 74),
        ("$misdeal list >/dev/full", 74),
        ("$misdeal check nosuch 2>/dev/full", 74),
        ("$misdeal check nosuch 2>&-", 2),
        ("$misdeal rule bridge_1987 --facts - <&-", 2),
        ("export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; $misdeal draw bridge_1987 --what overrides -o x.svg", 74),
        ("export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; $misdeal draw bridge_1987 --what overrides >x.svg", 74),
        ("$misdeal draw bridge_1987 --what overrides -o no/x.svg", 2),
        ("mkdir gone && cd gone && rmdir ../gone && $misdeal check x.md", 2),
        ("mkdir gone && cd gone && rmdir ../gone && $misdeal draw bridge_1987 --what overrides -o x.svg", 2),
        ("mkdir gone && cd gone && rmdir ../gone && $misdeal check bridge_1987 --report sarif=x", 2),
    ],
)
def test_every_ending_has_its_exit_code(line: str, code: int, tmp_path: Path) -> None:
    """A stream that is closed or full, a folder that is gone, no argument at all."""
    done = run_in_shell(line, tmp_path)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "is to be trusted" not in done.stderr


def test_the_command_alone_shows_its_help(tmp_path: Path) -> None:
    """The first thing that a newcomer types is answered by a page to read."""
    assert "Commands:\n  check" in run_in_shell("$misdeal", tmp_path).stderr


READERS = (
    "check {}",
    "check bridge_1987 --baseline {}",
    "check bridge_1987 --write-baseline {}",
    "check bridge_1987 --report json={}",
    "check bridge_1987 --with {}",
    "draw bridge_1987 --with {}",
    "rule bridge_1987 --facts {}",
    "ask bridge_1987 --script {}",
    "diff bridge_1987 bridge_1987_settled --names {}",
    "test bridge_1987 --cases {}",
    "mutate bridge_1987 --resume {}",
    "fmt {}",
    "recheck {}",
)


@pytest.mark.parametrize("command", READERS)
def test_no_command_waits_for_a_pipe(tmp_path: Path, command: str) -> None:
    """Wherever a file is read, one that nobody writes to is refused at once, and so is a device without end."""
    os.mkfifo(tmp_path / "pipe")
    piped = run(*command.format("pipe").split(), cwd=tmp_path)
    endless = invoke(*command.format("/dev/zero").split())
    assert (piped.returncode, endless.exit_code) == (2, 2)
    for file, told in (("pipe", piped.stderr), ("/dev/zero", endless.stderr)):
        assert f"`{file}`" in told
        assert "not a regular file" in told or "cannot be read as a folder" in told
    assert (tmp_path / "pipe").is_fifo()


def test_no_option_that_names_a_file_is_forgotten() -> None:
    """Of every command; what is written by `-o` alone is tried elsewhere."""
    made = [cli.get_command(click.Context(cli), name) for name in COMMANDS]
    options = {each.opts[-1] for command in made if command for each in command.params if "FILE" in str(each.metavar)}
    tried = {word for line in READERS for word in line.replace("=", " ").split() if word.startswith("--")}
    assert {each for each in options if each.startswith("--")} - {"--output"} == tried


def test_a_mark_of_byte_order_is_no_part_of_an_answer(tmp_path: Path) -> None:
    """Some programs put it before the first line that they send."""
    (tmp_path / "typed").write_bytes(b"\xef\xbb\xbfhelp\nquit\n")
    done = run_in_shell("$misdeal ask bridge_1987 <typed", tmp_path)
    assert "> help\n" in done.stdout
    assert "\ufeff" not in done.stdout


def test_a_message_of_several_lines_is_told_in_one(tmp_path: Path) -> None:
    """As that of what an option may be, of which every word is shown."""
    told = run_in_shell("$misdeal compile bridge_1987", tmp_path).stderr
    assert "\\u" not in told
    assert re.search(r"Choose from: *python, *javascript, *json", told)
