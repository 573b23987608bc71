"""`misdeal check --watch`: looks again whenever a file that was read is saved, until it is interrupted.

The files are few, so they are looked at every now and then: that works for every editor, however it saves, and on every
file system.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import is_shipped

from .book import pages
from .checked import Checked, Run
from .exits import ExitCode
from .failure import guarded
from .wording import listed

PAUSE = 0.2  # seconds from one look to the next
PATIENCE = 2.0  # seconds that a file may be gone while it is saved
_GOES_ON = {ExitCode.CLEAN, ExitCode.FOUND, ExitCode.UNUSABLE, ExitCode.UNKNOWN}

Stamp: TypeAlias = tuple[int, int, int]  # when a file was written, its size, and which file it is
Stamps: TypeAlias = Mapping[Path, Stamp | None]


def watch(books: Sequence[str], others: Iterable[str], run: Callable[[], Run]) -> int:
    """Run, and run again whenever a page or one of the other files is saved; the exit code of the last run.

    A run that fails tells so, and the next save is another try. A usage error where no book is a file, or
    one is not there.
    """
    files = [Path(book) for book in books if not is_shipped(book)]
    if not files:
        raise click.UsageError("`--watch` needs the file of a rulebook: those shipped with Misdeal do not change")
    for file in files:
        if _stamp(file) is None:
            raise click.UsageError(f"{escape(str(file))} cannot be read: there is no such file to be watched")
    watching = _Watching(files, list(map(Path, others)), run)
    code: int = ExitCode.INTERRUPTED
    try:
        while (ended := watching.once()) in _GOES_ON:
            code = ended
            watching.wait()
    except KeyboardInterrupt:
        return code
    return code if ended == ExitCode.INTERRUPTED else ended


class _Watching:
    """What was found last in each book, and how the files stood just before."""

    def __init__(self, books: Sequence[Path], others: Sequence[Path], run: Callable[[], Run]) -> None:
        self._books = books
        self._others = others
        self._run = run
        self._last: dict[str, Checked] = {}
        self._readable = False
        self._before: Stamps = {}

    def once(self) -> int:
        """Run, and tell what has changed; the exit code."""
        self._before = _stamps(self._near())
        self._readable = False
        if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
            click.clear()
        return guarded(self._looked)

    def wait(self) -> None:
        """Wait until a file was saved, and nobody is saving any more."""
        click.echo("misdeal: waiting for the next save; Ctrl-C ends", err=True)
        while not (saved := self._saved()):
            time.sleep(PAUSE)
        since, stamps = time.monotonic(), _stamps(saved)
        while True:
            time.sleep(PAUSE)
            before, stamps = stamps, _stamps(saved)
            if stamps == before and (None not in stamps.values() or time.monotonic() > since + PATIENCE):
                break
        click.echo(f"misdeal: {listed([escape(str(path)) for path in saved])} changed", err=True)

    def _looked(self) -> int:
        run = self._run()
        for each in run.books:
            if isinstance(each, Checked):
                if each.book in self._last:
                    _tell_changes(self._last[each.book], each)
                self._last[each.book] = each
        self._readable = all(isinstance(each, Checked) for each in run.books)
        return run.exit_code

    def _saved(self) -> list[Path]:
        """The files that are not as they were when they were read."""
        now = _stamps(self._read() if self._readable else self._near())
        return [path for path, stamp in now.items() if self._before.get(path) != stamp]

    def _read(self) -> Iterator[Path]:
        """The files that the last run has read."""
        yield from self._others
        for each in self._last.values():
            yield from pages(each.book, each.report.rulebook)

    def _near(self) -> Iterator[Path]:
        """All files that a run may read: what a page amends lies beside it."""
        yield from self._others
        yield from self._books
        for folder in dict.fromkeys(book.parent for book in self._books):
            yield from folder.glob("*.md")


def _stamps(paths: Iterable[Path]) -> Stamps:
    return {path: _stamp(path) for path in paths}


def _stamp(path: Path) -> Stamp | None:
    """What changes when a file is saved, in place or by another that takes its name; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a name that no file can have is none either
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _tell_changes(before: Checked, now: Checked) -> None:
    """Which findings of a book are new since the last run, and which are gone."""
    old, new = _findings(before), _findings(now)
    if old == new:
        click.echo(f"misdeal: {escape(now.book)}: nothing new", err=True)
    for word, some, others in (("new", new, old), ("gone", old, new)):
        for each in some:
            if each not in others:
                click.echo(f"{word}: {escape(each)}")


def _findings(checked: Checked) -> tuple[str, ...]:
    """The findings that count, each in a line."""
    name = checked.report.rulebook.name
    told = (f"{name}: {finding.kind.value}: {finding.message}" for finding in checked.counting)
    return tuple(dict.fromkeys(told))
