"""Which effects on a ruling can apply in one situation at all, by the form of their conditions.

Each condition is enclosed in a box over criteria: for each criterion the cells that it can be true in. Effects whose
boxes do not meet never apply together. That is found for all pairs at once with integers as sets, and no solver.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from math import inf
from operator import and_, or_, xor
from typing import TypeAlias

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Call,
    Compare,
    Const,
    Expression,
    Not,
    Or,
    Relation,
)
from misdeal.model.language.rulebook import Let, Rulebook
from misdeal.model.language.types import Flag
from misdeal.model.meaning.relation import TURNED

from .criterion import Cell, Criterion, TooManyCriteria, body, criteria, expanded
from .trials import members

Cells: TypeAlias = int
Box: TypeAlias = dict[int, Cells]


def mates(rulebook: Rulebook, conditions: Sequence[Expression | None]) -> list[int]:
    """Of every condition the set of those, itself included, that may be true together with it: bit i for the i-th."""
    everything = (1 << len(conditions)) - 1
    try:
        found = criteria(rulebook, conditions)
    except TooManyCriteria:
        return [everything] * len(conditions)
    boxes = _Boxes(rulebook.lets, found)
    enclosing = [boxes.enclosing(condition) for condition in conditions]
    meetings = [
        _Meetings([box.get(position) for box in enclosing], boxes.everywhere(position))
        for position in range(len(found))
    ]
    return [
        reduce(and_, (meetings[position].of(cells) for position, cells in box.items()), everything) for box in enclosing
    ]


class _Meetings:
    """Of one criterion which boxes share a cell with some cells; None is all of them."""

    def __init__(self, boxes: Sequence[Cells | None], everywhere: Cells) -> None:
        self._known: dict[Cells, int] = {}
        turns = [0] * everywhere.bit_length()
        for at, cells in enumerate(boxes):
            kept = everywhere if cells is None else cells
            for cell in members((kept ^ kept << 1) & everywhere):
                turns[cell] |= 1 << at
        # a box is there from where it turns in to where it turns out
        self._within = list(accumulate(turns, xor))

    def of(self, cells: Cells) -> int:
        """The boxes that share a cell with these."""
        if cells not in self._known:
            self._known[cells] = reduce(or_, (self._within[cell] for cell in members(cells)), 0)
        return self._known[cells]


class _Boxes:
    """Encloses conditions in boxes over some criteria."""

    def __init__(self, lets: Mapping[str, Let], found: Sequence[Criterion]) -> None:
        self._lets = lets
        self._positions = {criterion.subject: position for position, criterion in enumerate(found)}
        self._lows = [[cell.low for cell in criterion.cells if isinstance(cell, Cell)] for criterion in found]

    def everywhere(self, position: int) -> Cells:
        """All cells in which a criterion is defined: no condition on it is true elsewhere."""
        return (1 << len(self._lows[position])) - 1

    def enclosing(self, condition: Expression | None, *, truth: bool = True) -> Box:
        """The cells in which a condition can be true (or false); a criterion that does not matter is left out."""
        match condition:
            case And(operands) | Or(operands):
                parts = [self.enclosing(operand, truth=truth) for operand in operands]
                return _all(parts) if isinstance(condition, And) is truth else _any(parts)
            case Not(operand):
                return self.enclosing(operand, truth=not truth)
            case Call() if isinstance(condition.type, Flag):
                return self.enclosing(body(self._lets, condition), truth=truth)
            case None | Const():
                return {}
            case _:
                return self._leaf(condition, truth=truth)

    def _leaf(self, leaf: Expression, *, truth: bool) -> Box:
        match leaf:
            case Compare(relation, term, Const(value)):
                return self._where(term, _ranges(relation, int(value)), truth=truth)
            case Compare(relation, Const(value), term):
                return self._where(term, _ranges(TURNED[relation], int(value)), truth=truth)
            case Among(term, values):
                return self._where(term, [(int(value), int(value)) for value in values], truth=truth)
            case Between(term, low, high):
                return self._where(term, [(low, high)], truth=truth)
            case _:
                return self._where(leaf, [(1, 1)], truth=truth)

    def _where(self, term: Expression, ranges: Iterable[tuple[float, float]], *, truth: bool) -> Box:
        position = self._positions.get(expanded(self._lets, term))
        if position is None:
            return {}
        lows, cells = self._lows[position], 0
        for low, high in ranges:
            cells |= (1 << bisect_right(lows, high)) - (1 << bisect_left(lows, low))
        return {position: cells if truth else self.everywhere(position) ^ cells}


def _ranges(relation: Relation, value: int) -> Sequence[tuple[float, float]]:
    """The values that stand in a relation to one."""
    match relation:
        case "=":
            return [(value, value)]
        case "!=":
            return [(-inf, value - 1), (value + 1, inf)]
        case "<":
            return [(-inf, value - 1)]
        case "<=":
            return [(-inf, value)]
        case ">":
            return [(value + 1, inf)]
        case ">=":
            return [(value, inf)]


def _all(boxes: Iterable[Box]) -> Box:
    """What lies in all boxes."""
    found: Box = {}
    for box in boxes:
        for position, cells in box.items():
            found[position] = found.get(position, cells) & cells
    return found


def _any(boxes: Sequence[Box]) -> Box:
    """A box around all boxes."""
    shared = reduce(and_, (box.keys() for box in boxes))
    return {position: reduce(or_, (box[position] for box in boxes)) for position in shared}
