"""The words that the formats of a decision table share."""

from collections import Counter

from misdeal.model.meaning.evaluate import Kind

from .table_account import ToldRow, ToldTable
from .witness import Telling

_ONE_AND_MORE = {
    Kind.VALUE: ("with a ruling", "with a ruling"),
    Kind.DEFAULT: ("by default", "by default"),
    Kind.GAP: ("gap", "gaps"),
    Kind.CLASH: ("clash", "clashes"),
    Kind.UNDEFINED: ("undefined", "undefined"),
}


def outcome(row: ToldRow) -> str:
    """What comes out in a row."""
    match row.kind:
        case Kind.VALUE:
            return f"`{row.result}`" if row.computed else row.result
        case Kind.DEFAULT:
            return f"{row.result}, by default"
        case _:
            return f"{row.kind.value.upper()}: {row.result}"


def example(telling: Telling, row: ToldRow | None = None) -> str:
    """A situation in a sentence, its facts as `misdeal rule` takes them, and what comes out where that is computed."""
    parts = [f"{answer.place}={answer.value}" for answer in telling.answers]
    subject = f"{telling.bound} is {telling.subject}: " if telling.subject else ""
    rest = telling.rest[:1].lower() + telling.rest[1:].removesuffix(".")
    came = telling.came[-1].result if row and row.computed else ""
    return subject + ", ".join([*parts, rest]) + (f"; there “{came}”" if came else "")


def may_be_more(told: ToldTable) -> bool:
    """Whether it is not known that the rows are everything."""
    return told.beyond is None and not told.table.whole


def counted(told: ToldTable) -> str:
    """How many rows there are, and of what kinds."""
    counts = Counter(row.kind for row in told.rows)
    kinds = [f"{counts[kind]} {words[counts[kind] > 1]}" for kind, words in _ONE_AND_MORE.items() if counts[kind]]
    rows = "1 row" if len(told.rows) == 1 else f"{len(told.rows)} rows"
    return f"{rows}{': ' if kinds else ''}{', '.join(kinds)}."
