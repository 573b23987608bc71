"""What only one of two rulebooks has: facts, rulings, values, clauses."""

from collections.abc import Iterator

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.types import Choice, Number, Seat, Timeline, Type

from .both import Both
from .diff_records import Unpaired, What
from .pairing import Edition


def unpaired(both: Both) -> Iterator[Unpaired]:
    """All of it, what the old rulebook has first."""
    for edition in Edition:
        yield from _names(both, edition)
        yield from _values(both, edition)
        yield from _clauses(both.books[edition], both.books[edition.other], edition)


def _names(both: Both, edition: Edition) -> Iterator[Unpaired]:
    book = both.books[edition]
    for what, pairs, names in (
        (What.FACT, both.pairs.facts, book.facts),
        (What.RULING, both.pairs.rulings, book.rulings),
    ):
        known = set(pairs if edition is Edition.OLD else pairs.values())
        yield from (Unpaired(edition, what, name) for name in names if name not in known)


def _values(both: Both, edition: Edition) -> Iterator[Unpaired]:
    """The values of what both have that only one has, each value of a type told once."""
    told: set[tuple[Type, str]] = set()
    for name, own, other in _types(both, edition):
        for value in _lacking(both, edition, own, other):
            if (own, value) not in told:
                told.add((own, value))
                yield Unpaired(edition, What.VALUE, value, name)


def _types(both: Both, edition: Edition) -> Iterator[tuple[str, Type, Type]]:
    """What both have, with its type in one of them and in the other one."""
    book, other = both.books[edition], both.books[edition.other]
    if book.table and other.table:
        yield "players", Number(book.table.least, book.table.most), Number(other.table.least, other.table.most)
    for pairs, mine, yours in (
        (both.pairs.facts, book.facts, other.facts),
        (both.pairs.rulings, book.rulings, other.rulings),
    ):
        for old, new in pairs.items():
            ours, theirs = mine[old if edition is Edition.OLD else new], yours[new if edition is Edition.OLD else old]
            yield ours.name, ours.type, theirs.type
            if ours.index and theirs.index:
                yield f"the index of {ours.name}", ours.index.type, theirs.index.type


def _lacking(both: Both, edition: Edition, own: Type, other: Type) -> Iterator[str]:
    """The values of a type that the other one has not, in words."""
    match own, other:
        case Number(low, high), Number(least, most):
            if low < least:
                yield _span(low, min(high, least - 1))
            if high > most:
                yield _span(max(low, most + 1), high)
        case ((Choice() | Timeline()), (Choice() | Timeline())):
            known = both.types.values(edition.other, other)
            values = enumerate(both.types.values(edition, own))
            yield from (own.show(value) for value, common in values if common not in known)
        case Seat(_, True), Seat(_, False):
            yield "nobody"
        case _:
            pass


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


def _clauses(book: Rulebook, other: Rulebook, edition: Edition) -> Iterator[Unpaired]:
    return (Unpaired(edition, What.CLAUSE, each) for each in book.clauses if each not in other.clauses)
