"""The group of commands: help, start-up, and every way to end."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from misdeal import __version__
from misdeal.cli.exits import ExitCode
from misdeal.cli.main import COMMANDS, cli
from misdeal.proofs.region import Unseparated
from misdeal.proofs.replay import Disagreement

from .running import COMMAND, environment, invoke, run, write_sample

WAIT = 30.0  # seconds


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        (*COMMAND, *arguments), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def find_child(process: subprocess.Popen[str]) -> int:
    """The process that a process has started, once it has."""
    listing = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    deadline = time.monotonic() + WAIT
    while time.monotonic() < deadline:
        if children := listing.read_text("ascii").split():
            return int(children[0])
        time.sleep(0.005)
    pytest.fail("no solver was started")


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text("ascii")
    except OSError:
        return False


def test_help_lists_commands_and_exit_codes() -> None:
    """Every command and every exit code, each with its sentence."""
    text = " ".join(invoke("--help").stdout.split())
    for told in (*COMMANDS.values(), *(f"{code.value} {code.sentence}" for code in ExitCode)):
        assert told in text


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_the_command_says(name: str) -> None:
    """The sentence in the list is the first of the command's own help."""
    command = cli.get_command(cli.make_context("misdeal", [name]), name)
    assert command is not None
    assert command.name == name
    assert (command.help or "").split("\n")[0] == COMMANDS[name]


def test_version() -> None:
    """The version that is installed."""
    assert invoke("--version").stdout == f"misdeal {__version__}\n"


def test_an_unknown_command_gets_the_near_name() -> None:
    """A misspelt command exits 2."""
    result = invoke("chek")
    assert result.exit_code == 2
    assert "there is no command `chek`: did you mean `check`?" in result.stderr


def test_start_up_loads_little() -> None:
    """The group itself needs click; the parser, the proofs and the solver come with the command."""
    heavy = "{'lark', 'z3', 'misdeal.model', 'misdeal.proofs'}"
    script = f"import sys, misdeal.cli.main; print({heavy} & sys.modules.keys())"
    result = subprocess.run(
        (sys.executable, "-c", script), env=environment(), capture_output=True, check=True, text=True
    )
    assert result.stdout == "set()\n"


@pytest.mark.parametrize("error", [Disagreement("gap: x"), Unseparated("p"), RecursionError()])
def test_an_internal_error_is_loud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """It says that nothing is to be trusted, asks for a report, and shows no traceback."""

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("misdeal.cli.check.prove", fail)
    book = write_sample(tmp_path)
    result = invoke("check", book)
    assert result.exit_code == ExitCode.INTERNAL
    assert "INTERNAL ERROR, a mistake in Misdeal and not in your rulebook (cli/check.py:" in result.stderr
    assert "Please report it" in result.stderr
    assert "Traceback" not in result.stderr
    assert "Traceback" in invoke("check", book, env={"MISDEAL_TRACEBACK": "1"}).stderr


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the solver by /proc")
@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, ExitCode.INTERRUPTED), (signal.SIGTERM, ExitCode.TERMINATED)]
)
def test_an_interrupted_check_ends_cleanly(sent: signal.Signals, code: ExitCode) -> None:
    """No traceback, no solver left behind."""
    process = start("check", "bridge_1987", "poker_it")
    child = find_child(process)
    process.send_signal(sent)
    _, stderr = process.communicate(timeout=WAIT)
    assert process.returncode == code
    assert "Traceback" not in stderr
    deadline = time.monotonic() + WAIT
    while is_running(child) and time.monotonic() < deadline:  # it may have been on its way up
        time.sleep(0.01)
    assert not is_running(child)


def test_a_broken_pipe_ends_cleanly() -> None:
    """Whoever reads may stop reading."""
    process = start("show", "bridge_1987")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(WAIT) == ExitCode.BROKEN_PIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_cannot_be_written_is_told() -> None:
    """A full disk is no success."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run(
            (*COMMAND, "show", "bridge_1987"),
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            text=True,
        )
    assert result.returncode == ExitCode.UNWRITTEN
    assert "could not be written" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colour_only_on_a_terminal_that_wants_it(tmp_path: Path, variables: dict[str, str], *, coloured: bool) -> None:
    """On a terminal there is colour, and progress on stderr; NO_COLOR and a dumb terminal are obeyed."""
    import pty  # noqa: PLC0415 - not everywhere

    outer, inner = pty.openpty()
    env = environment(TERM="xterm", **{key: value for key, value in variables.items() if key != "TERM"})
    env.update(variables)
    if not variables:
        env.pop("NO_COLOR", None)
    with subprocess.Popen((*COMMAND, "check", write_sample(tmp_path)), env=env, stdout=inner, stderr=inner) as process:
        os.close(inner)
        shown = b""
        try:
            while part := os.read(outer, 65536):
                shown += part
        except OSError:  # how Linux says that the other side is closed
            pass
    os.close(outer)
    assert process.returncode == 1
    assert (b"\x1b[31m" in shown) is coloured
    assert (b"\r\x1b[K" in shown) is (variables.get("TERM") != "dumb")


def test_a_terminal_with_few_characters_is_no_reason_to_fail(tmp_path: Path) -> None:
    """What it cannot show is escaped."""
    result = run("check", write_sample(tmp_path, clauses='claim "x": found = dealt'), PYTHONIOENCODING="latin-1")
    assert result.returncode == 1
    assert r"the claim \u201cx\u201d is false" in result.stdout
