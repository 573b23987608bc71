"""The types of a rulebook in a compiled one: what callers give and get of each, and what it is called there."""

from collections.abc import Callable, Iterable, Iterator

from ..language.types import Choice, Flag, Number, Seat, Timeline, Type, Value
from .identifiers import Identifiers
from .unit import Unit


class Kinds:
    """The types that a unit needs.

    `builtin` gives what the target calls a type, or nothing; for the others `identifiers` hands out names.
    """

    def __init__(self, unit: Unit, identifiers: Identifiers, builtin: Callable[[Type], str]) -> None:
        self._builtin = builtin
        self._places: dict[Type, int] = {}
        self._aliases: dict[Type, str] = {}
        for wanted, kind in needed_types(unit):
            if kind not in self._places:
                self._places[kind] = len(self._places)
                self._aliases[kind] = builtin(kind) or identifiers.take(_camel(wanted))

    @property
    def every(self) -> Iterable[Type]:
        """All of them."""
        return self._places

    def name(self, kind: Type) -> str:
        """The record of a type."""
        return f"_k{self._places[kind]}"

    def alias(self, kind: Type) -> str:
        """What is shown of the values of a type, as a type of the target."""
        return self._aliases[kind]

    def has_alias(self, kind: Type) -> bool:
        """Whether the name of a type has to be declared."""
        return not self._builtin(kind)


def needed_types(unit: Unit) -> Iterator[tuple[str, Type]]:
    """The types that a unit needs, each with the name by which it may be known."""
    facts = {asked.fact.name: asked.fact for entry in unit.entries for asked in entry.asked}
    declared = [(each.name, each.index, each.type) for each in facts.values()]
    declared += [(each.name, each.index, each.type) for each in unit.decided.values()]
    for name, index, kind in declared:
        if index is not None:
            yield str(index.type), index.type
        yield (kind.name if isinstance(kind, Choice | Timeline) and kind.name else name), kind


def shown(kind: Type, value: Value) -> bool | int | str:
    """A value as callers give and get it."""
    match kind:
        case Flag():
            return bool(value)
        case Number():
            return value
        case Seat(table) if not table.names and value <= table.most:
            return value
        case _:
            return kind.show(value)


def numbered(kind: Type) -> bool:
    """Whether a type is an index of seats without names: what it indexes is a sequence."""
    return isinstance(kind, Seat) and not kind.table.names


def plain(kind: Type) -> bool:
    """Whether what is shown of a type is its codes, whole numbers; there may be very many."""
    return isinstance(kind, Number) or (isinstance(kind, Seat) and numbered(kind) and not kind.vacant)


def values(kind: Type) -> Iterable[bool | int | str]:
    """The values of a type that is not plain, in order, as callers give and get them."""
    return (shown(kind, value) for value in range(kind.low, kind.high + 1))


def _camel(name: str) -> str:
    """A name as classes have them."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_") if part) or "Kind"
