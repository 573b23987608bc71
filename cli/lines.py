"""Where the answers of a dialogue come from: who types at a terminal, standard input, or a script that is played.

Each line is asked for once. None is the end of what there is.
"""

import sys
from collections.abc import Iterator  # noqa: TC003 - it is cheap
from typing import Protocol

import click

from misdeal.model.language.diagnostic import escape
from misdeal.proofs.refusal import Refusal

from .facts import FILE_BYTES
from .terminal import Paper
from .text_file import read_text_or_stdin

PROMPT = "> "
_MARK = "\ufeff"  # of byte order, which some programs put before the first line that they send
LONGEST = 1_000  # characters of a line that are read


class Lines(Protocol):
    """Gives line after line."""

    def next(self) -> str | None:
        """The next line without spaces around it, or None where there is no other."""
        ...

    def reject(self, message: str, advice: str) -> None:
        """Say that a line does not fit; the same is asked again, unless that is of no use, then raises Refusal."""
        ...


class Typed:
    """What comes by standard input, from somebody at a terminal or not."""

    def next(self) -> str | None:
        """The line that is typed; where nobody sees what comes in, it is shown."""
        click.echo(PROMPT, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            click.echo()
            return None
        text = line[:LONGEST].removeprefix(_MARK).strip()
        if not sys.stdin.isatty():
            click.echo(escape(text))
        return text

    def reject(self, message: str, advice: str) -> None:
        """Say what was expected; it is asked again."""
        paper = Paper()
        for text in filter(None, (*message.split("\n"), advice)):
            said = text.lstrip()
            paper.paragraph(said, indent=2 + len(text) - len(said))
        paper.print()


class Script:
    """A file of answers, one a line; what follows a `#` is a comment, and an empty line is none."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: Iterator[tuple[int, str]] = enumerate(read_text_or_stdin(path, FILE_BYTES).splitlines(), 1)
        self._at = 0

    def next(self) -> str | None:
        """The next answer, which is shown."""
        for at, line in self._lines:
            self._at = at
            if text := _answer(line):
                click.echo(PROMPT + escape(text))
                return text
        return None

    def reject(self, message: str, advice: str) -> None:
        """Raises Refusal with the place."""
        raise Refusal(f"{escape(self._path)}:{self._at}: {message}", advice)

    def missing(self, asked: str) -> Refusal:
        """The refusal where an answer is missing at the end."""
        return Refusal(f"{escape(self._path)}: the script ends, and is asked: {asked}", "add an answer, or `quit`")

    def finish(self) -> None:
        """Raises Refusal where answers are left."""
        for at, line in self._lines:
            if _answer(line):
                raise Refusal(f"{escape(self._path)}:{at}: nothing more is asked", "strike the rest")


def _answer(line: str) -> str:
    """What a line of a script answers."""
    return line[:LONGEST].partition("#")[0].strip()
