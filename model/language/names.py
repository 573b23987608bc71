"""What the names of a rulebook stand for: its table, types, values, facts, lets and rulings.

Facts, options, readings, lets and rulings share one set of names; values have their own, and two types may
share one; types, timelines and the seats have a third.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .diagnostic import Report
from .repealed import Repealed, Space
from .rulebook import Parameter
from .span import Span
from .types import Choice, Flag, Number, Seat, Table, Timeline, Type, Value

_Key: TypeAlias = tuple[str, str, tuple[str, ...]]


class Sort(Enum):
    """What a name stands for, in the reader's words."""

    FACT = "a fact"
    OPTION = "an option"
    READING = "a reading"
    LET = "a let"
    RULING = "a ruling"


@dataclass(frozen=True, slots=True)
class Signature:
    """A declared name: how it is indexed or called, and its type (of a let None until its body is known)."""

    name: str
    sort: Sort
    parameters: tuple[Parameter, ...]
    type: Type | None
    span: Span


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A value that has a name, in one of the types that have it."""

    value: Value
    type: Type


class Names:
    """The names of one rulebook. `broken` are those of which nothing more is told, as of what is `repealed`."""

    def __init__(self, report: Report, repealed: Repealed) -> None:
        self.report = report
        self.repealed = repealed
        self.table: Table | None = None
        self.types: dict[str, Type] = {}
        self.type_spans: dict[str, Span] = {}
        self.signatures: dict[str, Signature] = {}
        self.values: dict[str, dict[_Key, TypedValue]] = {}
        self.value_spans: dict[str, Span] = {}
        self.broken: set[str] = set()
        self.broken_clauses: set[str] = set()
        self.table_is_broken = False

    def add_type(self, name: str, kind: Type, span: Span) -> None:
        """Declare a type, a timeline or the seats; their values are added apart."""
        if name in self.types:
            self.doubled(name, span, "a type", self.type_spans[name])
            return
        self.types[name] = kind
        self.type_spans[name] = span

    def add_values(self, kind: Type, spans: tuple[Span, ...]) -> None:
        """Make the named values of a type known, each with its place."""
        key = _key(kind)
        for place, (name, span) in enumerate(zip(_named(kind), spans, strict=True)):
            value = place + 1 if isinstance(kind, Seat) else place
            self.values.setdefault(name, {}).setdefault(key, TypedValue(value, kind))
            self.value_spans.setdefault(name, span)

    def add(self, signature: Signature) -> bool:
        """Declare a fact, let or ruling; False where the name is taken, which is told."""
        other = self.signatures.get(signature.name)
        if other is not None:
            self.doubled(signature.name, signature.span, other.sort.value, other.span)
            return False
        self.signatures[signature.name] = signature
        return True

    def doubled(self, name: str, span: Span, sort: str, first: Span) -> None:
        """Tell that a name has been declared before."""
        message = f"`{name}` is declared twice: it is {sort} already, from {first.line_from(span.file)}"
        self.report.tell("doubled-name", span, message, "give one of them another name")

    def check_values(self) -> None:
        """Tell the values that have the name of a fact, let or ruling."""
        for name, span in self.value_spans.items():
            if (other := self.signatures.get(name)) is not None:
                message = f"the value `{name}` has the name of {other.sort.value} ({other.span.line_from(span.file)})"
                advice = "in a condition nobody could tell which is meant: give one of them another name"
                self.report.tell("taken-name", span, message, advice)

    def excuses(self, name: str, span: Span, space: Space = "name") -> bool:
        """Whether a name means nothing for a reason that is told elsewhere."""
        broken = self.broken_clauses if space == "clause" else self.broken
        return name in broken or self.repealed.is_used(space, name, span)

    def value(self, name: str, kind: Type) -> TypedValue | None:
        """The value of that name in a type."""
        return self.values.get(name, {}).get(_key(kind))

    def meanings(self, name: str) -> tuple[TypedValue, ...]:
        """The values of that name in all types."""
        return tuple(self.values.get(name, {}).values())

    def all(self) -> Iterator[str]:
        """Every name that can stand in an expression."""
        yield from self.signatures
        yield from self.values

    def seat(self, span: Span, what: str) -> Seat | None:
        """The seat type, or None where the rulebook has no seats, which is told."""
        if self.table is not None:
            return Seat(self.table)
        if not self.table_is_broken and not self.repealed.are_seats_used(span):
            advice = "declare them: `seats player 2..6 usually 4`, or `seats hand = north, east, south, west`"
            self.report.tell("no-seats", span, f"{what}, but this rulebook has no seats", advice)
        return None


def _named(kind: Type) -> tuple[str, ...]:
    match kind:
        case Choice(values=names) | Timeline(stages=names):
            return names
        case Seat(table):
            return table.names
        case Flag() | Number():
            return ()


def _key(kind: Type) -> _Key:
    """What tells the types with named values apart."""
    match kind:
        case Choice(name, values):
            return ("choice", name, values)
        case Timeline(name):
            return ("timeline", name, ())
        case _:
            return (type(kind).__name__, "", ())
