"""Text for a terminal or a file: escaped, wrapped to its width, coloured only where a terminal wants it."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TextIO
from unicodedata import combining, east_asian_width

import click

from misdeal.model.language.diagnostic import escape

WIDTH = 80
_NARROWEST = 40
_UNBROKEN = 48  # characters between backticks that stay on one line
_QUOTED = re.compile(r"`[^`]*`")
_HELD = "\0"  # a space at which no line is broken; escaped text holds no such character


def is_coloured(stream: TextIO) -> bool:
    """Whether colour may go to a stream: a terminal that can, and nobody who set NO_COLOR."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def page_width() -> int:
    """The width of a page: 80 columns, or fewer on a narrower terminal."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(_NARROWEST, min(WIDTH, shutil.get_terminal_size().columns))


class Paper:
    """A page in the making. Everything put on it is escaped, so that it does nothing to a terminal."""

    def __init__(self, *, width: int | None = None, coloured: bool | None = None) -> None:
        self.width = page_width() if width is None else width
        self.coloured = is_coloured(sys.stdout) if coloured is None else coloured
        self._lines: list[str] = []

    def line(self, text: str, **style: object) -> None:
        """One line as it is, however long."""
        self._lines.append(self._styled(escape(text), style))

    def gap(self) -> None:
        """An empty line, unless there is one already or nothing stands above."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def paragraph(self, text: str, *, indent: int = 0, mark: str = "", **style: object) -> None:
        """Text wrapped to the width; `mark` stands before its first line, the others are aligned with it."""
        hanging = indent + display_width(mark)
        lines = wrap(escape(text), self.width - hanging)
        for at, each in enumerate(lines):
            before = " " * indent + mark if at == 0 else " " * hanging
            self._lines.append(self._styled(before + each, style))

    def lead(self, word: str, text: str, *, indent: int = 0, hanging: int = 4, **style: object) -> None:
        """A paragraph whose first word stands out."""
        lines = wrap(escape(f"{word} {text}"), self.width - indent, hanging)
        for at, each in enumerate(lines):
            shown = self._styled(word, style) + each[len(word) :] if at == 0 else each
            self._lines.append(" " * indent + shown)

    def command(self, words: Iterable[str], *, indent: int = 0) -> None:
        """A line for the shell, whose words are quoted already; continued with backslashes where too long."""
        lines: list[str] = []
        current = ""
        for word in (escape(word) for word in words):
            longer = f"{current} {word}" if current else word
            if current and display_width(longer) > self.width - indent - 2:
                lines.append(current + " \\")
                longer = "  " + word
            current = longer
        self._lines += [" " * indent + self._styled(each, {"fg": "cyan"}) for each in [*lines, current]]

    def text(self) -> str:
        """The page."""
        return "\n".join(line.rstrip() for line in self._lines)

    def print(self) -> None:
        """Put the page out, and begin a new one."""
        if self._lines:
            click.echo(self.text(), color=self.coloured)
        self._lines = []

    def _styled(self, text: str, style: dict[str, object]) -> str:
        return click.style(text, **style) if style and self.coloured else text  # type: ignore[arg-type]


def wrap(text: str, width: int, hanging: int = 0) -> list[str]:
    """Lines of at most `width` columns, broken at spaces, the later ones indented. No word is broken."""
    lines: list[str] = []
    current = ""
    for word in _QUOTED.sub(_hold, text).split(" "):
        longer = f"{current} {word}" if current else word
        if current.strip() and display_width(longer) > width:
            lines.append(current)
            longer = " " * hanging + word
        current = longer
    return [line.replace(_HELD, " ") for line in (*lines, current)]


def display_width(text: str) -> int:
    """How many columns a text takes: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def _hold(quoted: re.Match[str]) -> str:
    return quoted[0].replace(" ", _HELD) if len(quoted[0]) <= _UNBROKEN else quoted[0]


@contextmanager
def progress(book: str) -> Generator[Callable[[str], None], None, None]:
    """Something that tells, on stderr, what is being looked at; silent unless that is a terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda _: None
        return
    width = max(_NARROWEST, shutil.get_terminal_size().columns) - 1

    def tell(what: str) -> None:
        sys.stderr.write(f"\r\x1b[K{escape(f'{book}: {what}')[:width]}")
        sys.stderr.flush()

    try:
        yield tell
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
