"""What an amendment repeals, and what still uses it."""

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from . import tree as t
from .entry import Entry, Subject
from .span import Span

Space: TypeAlias = Literal["name", "type", "clause"]
"""What shares one set of names: whatever can stand in an expression, types with the seats, ids of clauses."""


class Repealed:
    """The names that a page repeals, with the `subjects` of its `repeal`s and the `uses` of these, by their places.

    Of a use nothing else is told.
    """

    def __init__(self, entries: Iterable[Entry], file: str) -> None:
        self.uses: dict[Span, list[Span]] = {}
        self.subjects: dict[Span, Subject] = {}
        self._places: dict[tuple[Space, str], Span] = {}
        for statement, passage in entries:
            if passage.repealed is not None and passage.repealed.file == file:
                self.subjects[passage.repealed] = passage.subject
                for key in _declared(statement):
                    self._places[key] = passage.repealed

    def is_used(self, space: Space, name: str, place: Span) -> bool:
        """Whether a name that means nothing is one that is repealed, which is noted."""
        repeal = self._places.get((space, name))
        if repeal is None:
            return False
        self.uses.setdefault(repeal, []).append(place)
        return True

    def are_seats_used(self, place: Span) -> bool:
        """Whether there are no seats because they are repealed, which is noted."""
        return self.is_used("type", _SEATS, place)


_SEATS = ""


def _declared(statement: t.Statement) -> Iterator[tuple[Space, str]]:
    """What a statement declares."""
    match statement:
        case t.FactStatement(name=name, kind=kind) | t.RulingStatement(name=name, kind=kind):
            yield "name", name.text
            yield from _values(kind)
        case t.LetStatement(name=name):
            yield "name", name.text
        case t.TypeStatement(name, kind):
            yield "type", name.text
            yield from _values(kind)
        case t.TimelineStatement(name, stages):
            yield "type", name.text
            yield from _names(stages)
        case t.SeatsStatement(name=name, names=seats):
            yield "type", _SEATS
            yield "type", name.text
            yield from _names(seats)
        case t.ClauseStatement(id=name):
            yield "clause", name.text
        case _:
            pass


def _values(kind: t.Kind) -> Iterator[tuple[Space, str]]:
    if isinstance(kind, t.ValuesKind):
        yield from _names(kind.values)


def _names(words: Iterable[t.Name]) -> Iterator[tuple[Space, str]]:
    for word in words:
        yield "name", word.text
