"""What the shell hands over may be closed, full or gone: each ends with its own exit code, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

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
