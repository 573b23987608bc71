"""Combinations of values of options and readings, and some of them as regions over those alone."""

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from misdeal.model.language.expression import FactRef
from misdeal.model.language.rulebook import Fact, Rulebook
from misdeal.model.language.types import Flag, Value

from .criterion import Cell, Criterion
from .phrase import phrase
from .region import Box, Seed, contains, cover, replaced

MOST = 256  # combinations looked at together

Combination: TypeAlias = tuple[Value, ...]


def count(options: Sequence[Fact]) -> int:
    """How many combinations of values there are."""
    return prod(option.type.high - option.type.low + 1 for option in options)


def combinations(options: Sequence[Fact]) -> tuple[Combination, ...]:
    """Every combination of values, in order."""
    return tuple(product(*(_values(option) for option in options)))


def describe(
    rulebook: Rulebook, options: Sequence[Fact], everything: Sequence[Combination], found: frozenset[Combination]
) -> tuple[str, ...]:
    """Some out of these combinations as conditions; nothing where they are all or none."""
    criteria = tuple(
        Criterion(FactRef(option.name, None, option.type), tuple(Cell(int(v), int(v)) for v in _values(option)))
        for option in options
    )
    if not found or len(found) == len(everything):
        return ()
    boxes = cover(criteria, _Listed(options, everything, found), len(found)).boxes
    return tuple(" and ".join(phrase(rulebook, criteria, box)) for box, _ in boxes)


def _values(option: Fact) -> list[Value]:
    numbers = range(option.type.low, option.type.high + 1)
    return [bool(number) for number in numbers] if isinstance(option.type, Flag) else list(numbers)


class _Listed:
    """The oracle of a set of combinations out of all."""

    def __init__(
        self, options: Sequence[Fact], everything: Sequence[Combination], found: frozenset[Combination]
    ) -> None:
        lows = [option.type.low for option in options]
        self._cells = {c: tuple(int(value) - low for value, low in zip(c, lows, strict=True)) for c in everything}
        self._found = found

    def inside(self, box: Box) -> bool:
        return all(combination in self._found for combination, cells in self._cells.items() if contains(box, cells))

    def refused(self, box: Box, position: int) -> frozenset[int]:
        wider = replaced(box, position, None)
        return frozenset(
            cells[position]
            for combination, cells in self._cells.items()
            if combination not in self._found and contains(wider, cells)
        )

    def occurs(self, box: Box) -> bool:
        return any(contains(box, cells) for cells in self._cells.values())

    def covered(self, box: Box, others: Sequence[Box]) -> bool:
        return all(
            any(contains(other, cells) for other in others) for cells in self._cells.values() if contains(box, cells)
        )

    def seed(self, boxes: Sequence[Box]) -> Seed[Combination] | None:
        for combination, cells in self._cells.items():
            if combination in self._found and not any(contains(box, cells) for box in boxes):
                return Seed(cells, combination)
        return None
