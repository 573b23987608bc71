"""A situation: the number of players and a value for every fact, options and readings too."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..language.rulebook import Fact, Parameter, Place, Rulebook
from ..language.types import Seat, Value


@dataclass(frozen=True, slots=True)
class Situation:
    """`players` is 0 where the rulebook has no table; `values` has every place of `places(rulebook, players)`."""

    players: int
    values: Mapping[Place, Value]


def indices(index: Parameter | None, players: int) -> Iterator[Value | None]:
    """The values that an index takes at a table of `players`; only None for what is not indexed."""
    if index is None:
        yield None
    elif isinstance(index.type, Seat):
        yield from range(1, players + 1)
    else:
        yield from range(index.type.low, index.type.high + 1)


def fact_places(fact: Fact, players: int) -> Iterator[Place]:
    """Where a fact has a value at a table of `players`, in order."""
    return (Place(fact.name, index) for index in indices(fact.index, players))


def places(rulebook: Rulebook, players: int) -> Iterator[Place]:
    """Every place that has a value at a table of `players`, in order of declaration."""
    for fact in rulebook.facts.values():
        yield from fact_places(fact, players)


def ruling_places(rulebook: Rulebook, players: int) -> Iterator[Place]:
    """Every ruling to be decided at a table of `players`, in order of declaration."""
    for ruling in rulebook.rulings.values():
        yield from (Place(ruling.name, index) for index in indices(ruling.index, players))


def table_sizes(rulebook: Rulebook) -> range:
    """The numbers of players that a table may have; just 0 without one."""
    return range(rulebook.table.least, rulebook.table.most + 1) if rulebook.table else range(1)
