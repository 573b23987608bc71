"""Which effects on a ruling can apply in one situation at all, by the form of their conditions.

Each condition is enclosed in a box over criteria: for each criterion the cells that it can be true in. Effects whose
boxes do not meet never apply together. That is found for all pairs at once with integers as sets, and no solver.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
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
)
from misdeal.model.language.rulebook import Let, Rulebook
from misdeal.model.language.types import Flag
from misdeal.model.meaning.relation import holds

from .criterion import TURNED, Cell, Criterion, Subject, TooManyCriteria, body, criteria, expanded

Cells: TypeAlias = int
Box: TypeAlias = dict[Subject, Cells]
Fits: TypeAlias = Callable[[Cell], bool]


def mates(rulebook: Rulebook, conditions: Sequence[Expression | None]) -> list[int]:
    """Of every condition the set of those, itself included, that may be true together with it: bit i for the i-th."""
    everything = (1 << len(conditions)) - 1
    try:
        found = criteria(rulebook, conditions)
    except TooManyCriteria:
        return [everything] * len(conditions)
    enclosing = _Boxes(rulebook.lets, found).enclosing
    boxes = [enclosing(condition) for condition in conditions]
    allowing = {
        (criterion.subject, cell): _set(
            at for at, box in enumerate(boxes) if box.get(criterion.subject, -1) >> cell & 1
        )
        for criterion in found
        for cell in range(len(criterion.cells))
    }
    return [_meeting(box, allowing, everything) for box in boxes]


def _meeting(box: Box, allowing: Mapping[tuple[Subject, int], int], everything: int) -> int:
    """The boxes that share a cell of every criterion with a box."""
    shared = everything
    for subject, cells in box.items():
        shared &= reduce(or_, (allowing[subject, cell] for cell in _members(cells)), 0)
    return shared


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _members(cells: Cells) -> Iterable[int]:
    return (at for at in range(cells.bit_length()) if cells >> at & 1)


class _Boxes:
    """Encloses conditions in boxes over some criteria."""

    def __init__(self, lets: Mapping[str, Let], found: Sequence[Criterion]) -> None:
        self._lets = lets
        self._cells = {one.subject: one.cells for one in found}

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
                return self._where(term, lambda cell: holds(relation, cell.low, value) is truth)
            case Compare(relation, Const(value), term):
                return self._where(term, lambda cell: holds(TURNED[relation], cell.low, value) is truth)
            case Among(term, values):
                return self._where(term, lambda cell: (cell.low in values) is truth)
            case Between(term, low, high):
                return self._where(term, lambda cell: (low <= cell.low <= high) is truth)
            case _:
                return self._where(leaf, lambda cell: bool(cell.low) is truth)

    def _where(self, term: Expression, fits: Fits) -> Box:
        subject = expanded(self._lets, term)
        cells = self._cells.get(subject)
        if cells is None:
            return {}
        return {subject: _set(at for at, cell in enumerate(cells) if isinstance(cell, Cell) and fits(cell))}


def _all(boxes: Iterable[Box]) -> Box:
    """What lies in all boxes."""
    found: Box = {}
    for box in boxes:
        for subject, cells in box.items():
            found[subject] = found.get(subject, cells) & cells
    return found


def _any(boxes: Sequence[Box]) -> Box:
    """A box around all boxes."""
    shared = reduce(and_, (box.keys() for box in boxes))
    return {subject: reduce(or_, (box[subject] for box in boxes)) for subject in shared}
