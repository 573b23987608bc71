"""A run as workflow commands, which GitHub shows beside the lines of a pull request.

GitHub shows ten of each level in a step and drops the rest unseen, so the tenth says how many more there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.model.language.diagnostic import Diagnostic, escape
from misdeal.proofs.finding import Severity

from .accepted import Judged
from .account import account
from .artifact import artifact
from .checked import Checked, Looked, Run, Unusable
from .sentences import brief
from .standing import stale_note, standing_note
from .summary import found, reason_of

MOST = 10
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_MOST_CHARACTERS = 4000  # in a message
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}


@dataclass(frozen=True, slots=True)
class Command:
    """One annotation; `place` are its properties that say where."""

    level: str
    title: str
    message: str
    place: tuple[tuple[str, str], ...] = ()

    def written(self) -> str:
        """The line of it."""
        properties = (*self.place, ("title", self.title))
        shown = ",".join(f"{name}={_escaped(value, _PROPERTY)}" for name, value in properties)
        return f"::{self.level} {shown}::{_escaped(_cut(self.message), _DATA)}"


def write_github(run: Run) -> str:
    """The commands, errors first, and a line on each book, with a line break at its end."""
    commands = [command for looked in run.books for command in _commands(run, looked)]
    lines = [line for level in LEVELS.values() for line in _limited([one for one in commands if one.level == level])]
    return "".join(f"{line}\n" for line in (*lines, *map(_summary, run.books)))


def _limited(commands: list[Command]) -> Iterator[str]:
    shown = commands if len(commands) <= MOST else commands[: MOST - 1]
    yield from (each.written() for each in shown)
    if more := len(commands) - len(shown):
        level = commands[0].level
        told = f"GitHub shows {MOST} annotations of each level. `misdeal check` tells all in the log."
        yield Command(level, f"and {more} more of level {level}", told).written()


def _summary(looked: Looked) -> str:
    if isinstance(looked, Unusable):
        number = len(looked.error.diagnostics) + looked.error.left_out
        return f"misdeal: a book cannot be used: {number} {'mistake' if number == 1 else 'mistakes'}"
    number = sum(1 for _ in _open(looked))
    unknown = f" {number} {'thing was' if number == 1 else 'things were'} not found out." if number else ""
    return f"misdeal: {looked.report.rulebook.name}: {found(looked)}{unknown}"


def _commands(run: Run, looked: Looked) -> Iterator[Command]:
    if isinstance(looked, Unusable):
        yield from (_mistake(looked.book, each) for each in looked.error.diagnostics)
        if looked.error.left_out:
            yield Command("error", "mistakes", f"{looked.error.left_out} more in `{looked.book}`")
        return
    yield from (_finding(run, looked, each) for each in looked.judged if each.counts)
    yield from _open(looked)
    for entry in looked.stale:
        place = (("file", artifact("", run.baseline).path), ("line", str(max(1, entry.line))))
        yield Command("warning", "stale", stale_note(entry, run.baseline), place)


def _open(checked: Checked) -> Iterator[Command]:
    """What was not found out."""
    name = checked.report.rulebook.name
    for tally in checked.report.unknown:
        yield Command("warning", f"unknown in {name}", f"{tally.sentence}: {reason_of(tally.reason)}")
    for bearing in checked.report.bearings:
        if bearing.reason:
            yield Command("warning", f"unknown in {name}", f"what `{bearing.option}` changes: {bearing.reason}")


def _mistake(book: str, diagnostic: Diagnostic) -> Command:
    span = diagnostic.span
    text = diagnostic.message + (f"\nhelp: {diagnostic.help}" if diagnostic.help else "")
    return Command("error", diagnostic.code, text, _place(book, span.file, span.line, span.column, span.length))


def _finding(run: Run, checked: Checked, judged: Judged) -> Command:
    finding, span = judged.finding, judged.finding.span
    note = standing_note(judged, run.baseline)
    lines = [finding.message, *brief(account(checked.report.rulebook, finding)), *([note] if note else [])]
    title = f"{finding.kind.value} in {checked.report.rulebook.name}"
    place = _place(checked.book, span.file, span.line, span.column, span.length)
    return Command(LEVELS[finding.kind.severity], title, "\n".join(lines), place)


def _place(book: str, file: str, line: int, column: int, length: int) -> tuple[tuple[str, str], ...]:
    """Where a file of the workspace is meant; nothing for a rulebook that is shipped with Misdeal."""
    found = artifact(book, file)
    if found.is_shipped:
        return ()
    place = [("file", found.path)]
    if line:
        place += [("line", str(line)), ("endLine", str(line)), ("col", str(max(1, column)))]
        place += [("endColumn", str(column + length))] if length else []
    return tuple(place)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + " ... and more"


def _escaped(text: str, table: dict[str, str]) -> str:
    shown = "\n".join(escape(line) for line in text.split("\n"))
    return "".join(table.get(each, each) for each in shown)
