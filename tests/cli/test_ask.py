"""`misdeal ask`: the dialogue, at a terminal, by standard input, and played from a script."""

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from misdeal.cli.main import cli
from misdeal.cli.terminal import display_width

from .running import COMMAND, environment, invoke, write_sample

ASKED = ("ask", "bridge_1987", "--ruling", "law")


def ask(*lines: str, of: tuple[str, ...] = ASKED) -> Result:
    """The dialogue with some lines typed."""
    return CliRunner().invoke(cli, of, prog_name="misdeal", input="".join(f"{line}\n" for line in lines))


def questions(output: str) -> list[str]:
    """The questions that were asked, in their order."""
    return re.findall(r"^Question \d+\. (.*)$", output, re.MULTILINE)


def test_it_asks_until_the_ruling_is_settled() -> None:
    """Then stand the ruling, the clause with its heading and its reason, and the line that gives them again."""
    result = ask("2", "north", "yes")
    assert result.exit_code == 0, result.output
    assert "law: law_14 (Law 14)" in result.output
    assert "by 14.1.a “Exactly one defective hand”" in result.output
    assert "under “14.1 Which Law”" in result.output
    assert "because " in result.output


def again(output: str) -> list[str]:
    """The words of the command at the end."""
    line = output.partition("The same again:\n")[2].partition("With `--why`")[0]
    return shlex.split(line.replace("\\\n", " "))[1:]


@pytest.mark.parametrize(
    ("lines", "of"),
    [
        (("yes", "1 2"), ASKED),
        (("yes", "north", "n"), ASKED),
        (("yes", "?", "2", "?", "?"), ASKED),
        (("dealt", "3", "none"), ("ask", "{house}", "--ruling", "coup")),
        (("opened", "2", "none", "5", "4..6", "6"), ("ask", "{house}", "wrong=few")),
    ],
)
def test_the_line_at_the_end_gives_the_same_again(tmp_path: Path, lines: tuple[str, ...], of: tuple[str, ...]) -> None:
    """Rulings, clauses and reasons; of what is open the same may come out."""
    house = write_sample(tmp_path)
    result = ask(*lines, of=tuple(word.replace("{house}", house) for word in of))
    told = invoke(*again(result.output))
    assert told.exit_code == result.exit_code
    rulings = re.findall(r"^\S+: .*(?:\n    .*)*", told.output, re.MULTILINE)
    assert [each for each in rulings if each not in result.output and "not known" not in each] == []


def test_wrong_input_is_told_what_is_expected_and_asked_again() -> None:
    """The question stays the same."""
    result = ask("perhaps", "3", "yes", "west east")
    assert "`perhaps` is no answer here\n  expected: one of `1` (no) or `2` (yes)" in result.output
    assert max(map(display_width, result.output.split("\n"))) <= 80
    assert "`3` is no answer here" in result.output
    assert len(questions(result.output)) == 2
    assert result.exit_code == 0


def test_back_and_over_lead_to_what_was_asked_before() -> None:
    """And what was answered since counts no more."""
    result = ask("back", "2", "back", "2", "over", "no")
    asked = questions(result.output)
    assert "this is the first question" in result.output
    assert asked == [asked[0], asked[1], asked[0], asked[1], asked[0]]
    assert "some_defective=no" in result.output
    assert result.exit_code == 0


def test_why_tells_what_each_answer_does() -> None:
    """To the rulings that are wanted."""
    result = ask("why", "no")
    assert "it bears on law" in result.output
    assert "if no: law is not to be decided" in result.output


def test_help_names_the_words() -> None:
    """And what can be answered."""
    result = ask("help", "quit")
    for word in ("`?`", "`why`", "`back`", "`over`", "`help`", "`quit`"):
        assert word in result.output
    assert result.exit_code == 3


@pytest.mark.parametrize("last", ["quit", "exit", ":quit"])
def test_quitting_tells_how_it_stands(last: str) -> None:
    """What may still come out, with the exit code of what is open."""
    result = ask("2", last)
    assert "law: open" in result.output
    assert "may still be: law_13 (Law 13); law_14 (Law 14)" in result.output
    assert result.exit_code == 3


def test_the_end_of_the_input_ends_it_cleanly() -> None:
    """Like quitting."""
    result = ask("2")
    assert "law: open" in result.output
    assert result.exit_code == 3


def test_a_gap_at_the_end_exits_1(tmp_path: Path) -> None:
    """As `misdeal rule` does."""
    house = write_sample(tmp_path)
    result = ask(of=("ask", house, "found=dealt", "players=2", "cards[1]=4", "cards[2]=4", "away[1]=no", "away[2]=no"))
    assert questions(result.output) == []
    assert "no clause decides it" in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize("text", ["# a case\n\n2\n1 2  \n", "yes\nnorth, east\n"])
def test_a_script_is_played(tmp_path: Path, text: str) -> None:
    """Its answers are shown, comments and empty lines are not."""
    script = tmp_path / "answers.txt"
    script.write_text(text, encoding="utf-8")
    result = invoke(*ASKED, "--script", str(script))
    assert result.exit_code == 0
    assert "law: law_13 (Law 13)" in result.output
    assert "# a case" not in result.output


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2\n# so far\nmaybe\n", "answers.txt:3: `maybe` is none of those asked about"),
        ("2\n", "answers.txt: the script ends, and is asked: Does the player hold a wrong number of cards?"),
        ("no\n\nyes\n", "answers.txt:3: nothing more is asked"),
    ],
)
def test_a_script_that_does_not_fit_is_refused_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    """So that a file of cases that are asked by an old rulebook does not pass for one."""
    script = tmp_path / "answers.txt"
    script.write_text(text, encoding="utf-8")
    result = invoke(*ASKED, "--script", str(script))
    assert result.exit_code == 2
    assert told in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--ruling", "lawn"), "unknown ruling `lawn`"),
        (("--ruling", "law[north]"), "there is no ruling `law[north]` here"),
        (("found=dealt",), "`dealt` is no value of `found`"),
        (("cards[north]=13", "defective(north)=yes"), "these facts are impossible"),
        (("--script", "nowhere"), "`nowhere` cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused(words: tuple[str, ...], told: str) -> None:
    """Before anything is asked."""
    result = invoke("ask", "bridge_1987", *words)
    assert result.exit_code == 2
    assert told in result.output
    assert questions(result.output) == []


# At a terminal


class Terminal:
    """A process at a pseudo-terminal."""

    def __init__(self, arguments: tuple[str, ...]) -> None:
        self._own, other = pty.openpty()
        env = environment(COLUMNS="80", LINES="24", TERM="xterm")
        self.process = subprocess.Popen(
            (*COMMAND, *arguments), stdin=other, stdout=other, stderr=other, env=env, start_new_session=True
        )
        os.close(other)
        self.shown = ""

    def until(self, text: str, seconds: float = 60) -> None:
        """Wait until something new is shown that ends in a text."""
        end = time.monotonic() + seconds
        while not self.shown.endswith(text):
            ready, _, _ = select.select([self._own], [], [], max(0.0, end - time.monotonic()))
            assert ready, self.shown
            self.shown += os.read(self._own, 65_536).decode()

    def type(self, line: str) -> None:
        """Type something, and begin to look anew."""
        self.shown = ""
        os.write(self._own, line.encode())

    def rest(self) -> str:
        """All that is shown until the process ends."""
        end = time.monotonic() + 60
        while True:
            ready, _, _ = select.select([self._own], [], [], max(0.0, end - time.monotonic()))
            assert ready, self.shown
            try:
                read = os.read(self._own, 65_536)
            except OSError:
                break
            if not read:
                break
            self.shown += read.decode()
        self.process.wait(30)
        return self.shown

    def close(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        os.close(self._own)


@contextmanager
def at_terminal(*arguments: str) -> Generator[Terminal]:
    """A dialogue at a pseudo-terminal."""
    terminal = Terminal(arguments)
    try:
        terminal.until("> ")
        yield terminal
    finally:
        terminal.close()


def test_at_a_terminal_it_fits_80_columns_and_moves_no_cursor() -> None:
    """Plain lines, in colours at most, so that a screen reader reads what is there."""
    with at_terminal(*ASKED) as terminal:
        shown = terminal.shown
        for answer in ("why", "?", "back", "help", "2", "west by north-west", "1 2"):
            terminal.type(f"{answer}\n")
            if answer != "1 2":
                terminal.until("> ")
                shown += terminal.shown
        shown += terminal.rest()
        assert terminal.process.returncode == 0
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert "\x1b" not in plain
    assert "law: law_13 (Law 13)" in plain
    assert max(display_width(line) for line in plain.replace("\r", "").split("\n")) <= 80


@pytest.mark.parametrize(("key", "code"), [("\x04", 3), ("\x03", 130)])
def test_at_a_terminal_the_keys_that_end_it_do(key: str, code: int) -> None:
    """Ctrl-D is the end of the input, Ctrl-C an interruption; neither shows where in the program."""
    with at_terminal(*ASKED) as terminal:
        terminal.type(key)
        if key == "\x03":  # there is no controlling terminal to make a signal of it
            os.killpg(terminal.process.pid, signal.SIGINT)
        shown = terminal.rest()
        assert terminal.process.returncode == code
        assert "Traceback" not in shown
