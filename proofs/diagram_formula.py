"""Where a condition is true, as a formula without negation over the cells of criteria.

Under Kleene's logic a condition in which negations stand at its leaves only is true exactly where the truth of its
leaves makes it so: whether the others are false or undefined makes no difference. So two values are enough. A set of
cells of a criterion is an integer, a bit a cell.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Call,
    Compare,
    Const,
    Expression,
    If,
    Implies,
    Not,
    Or,
)
from misdeal.model.language.rulebook import Let
from misdeal.model.language.types import Flag
from misdeal.model.meaning.evaluate import Undefined
from misdeal.model.meaning.relation import TURNED, holds

from .criterion import Criterion, body, expanded

Cells: TypeAlias = int
Chosen: TypeAlias = Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Within:
    """A criterion lies in some of its cells."""

    criterion: int
    cells: Cells


@dataclass(frozen=True, slots=True)
class All:
    """All of some formulas, two or more."""

    parts: tuple["Formula", ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of some formulas, two or more."""

    parts: tuple["Formula", ...]


Formula: TypeAlias = bool | Within | All | Some
NOTHING: Mapping[int, Cells] = MappingProxyType({})


def conjunction(parts: Iterable[Formula], left: Mapping[int, Cells] = NOTHING) -> Formula:
    """All of some formulas; what they say of one criterion is put together. `left` are the cells that there are."""
    cells: dict[int, Cells] = {}
    others: dict[Formula, None] = {}
    for part in _flat(parts, All):
        if part is False:
            return False
        if isinstance(part, Within):
            cells[part.criterion] = cells.get(part.criterion, -1) & part.cells
        elif part is not True:
            others[part] = None
    if not all(cells.values()):
        return False
    kept: list[Formula] = [Within(at, some) for at, some in sorted(cells.items()) if some != left.get(at)]
    kept += others
    if len(kept) < 2:  # noqa: PLR2004 - one needs no connective
        return kept[0] if kept else True
    return All(tuple(kept))


def disjunction(parts: Iterable[Formula], left: Mapping[int, Cells] = NOTHING) -> Formula:
    """At least one of some formulas; what they say of one criterion is put together. `left` as above."""
    cells: dict[int, Cells] = {}
    others: dict[Formula, None] = {}
    for part in _flat(parts, Some):
        if part is True:
            return True
        if isinstance(part, Within):
            cells[part.criterion] = cells.get(part.criterion, 0) | part.cells
        elif part is not False:
            others[part] = None
    if any(some == left.get(at) for at, some in cells.items()):
        return True
    kept: list[Formula] = [*(Within(*each) for each in sorted(cells.items())), *others]
    if len(kept) < 2:  # noqa: PLR2004 - one needs no connective
        return kept[0] if kept else False
    return Some(tuple(kept))


def _flat(parts: Iterable[Formula], connective: type[All | Some]) -> Iterable[Formula]:
    for part in parts:
        if isinstance(part, connective):
            yield from part.parts
        else:
            yield part


class Formulas:
    """Makes formulas of the conditions that some criteria were made from."""

    def __init__(self, lets: Mapping[str, Let], criteria: Sequence[Criterion]) -> None:
        self._lets = lets
        self._criteria = criteria
        self._places = {criterion.subject: at for at, criterion in enumerate(criteria)}
        self._known: dict[tuple[Expression, bool], Formula] = {}

    def where(self, condition: Expression | None, *, true: bool = True) -> Formula:
        """Where a condition is true, or where it is false; no condition is true everywhere."""
        if condition is None:
            return true
        key = (condition, true)
        if key not in self._known:
            self._known[key] = self._where(condition, true=true)
        return self._known[key]

    def _where(self, condition: Expression, *, true: bool) -> Formula:  # noqa: PLR0911 - one case a construct
        all_of, some_of = (conjunction, disjunction) if true else (disjunction, conjunction)
        match condition:
            case Not(operand):
                return self.where(operand, true=not true)
            case And(operands):
                return all_of(self.where(operand, true=true) for operand in operands)
            case Or(operands):
                return some_of(self.where(operand, true=true) for operand in operands)
            case Implies(premise, conclusion):
                return some_of((self.where(premise, true=not true), self.where(conclusion, true=true)))
            case If(test, then, otherwise):
                yes, no = self.where(then, true=true), self.where(otherwise, true=true)
                branches = (conjunction((self.where(test), yes)), conjunction((self.where(test, true=False), no)))
                return disjunction((*branches, conjunction((yes, no))))
            case Compare("=" | "!=", left, right) if isinstance(left.type, Flag):
                return self._same(left, right, same=true is (condition.relation == "="))
            case Call():
                return self.where(body(self._lets, condition), true=true)
            case Const(value):
                return bool(value) is true
            case _:
                return self._leaf(condition, true=true)

    def _same(self, left: Expression, right: Expression, *, same: bool) -> Formula:
        """Where two conditions are both true or both false, or else where they are defined and differ."""
        return disjunction(
            conjunction((self.where(left, true=this), self.where(right, true=this is same))) for this in (True, False)
        )

    def _leaf(self, leaf: Expression, *, true: bool) -> Formula:
        match leaf:
            case Compare(relation, left, Const(value)):
                return self._cells(left, lambda at: holds(relation, at, value) is true)
            case Compare(relation, Const(value), right):
                return self._cells(right, lambda at: holds(TURNED[relation], at, value) is true)
            case Between(operand, low, high):
                return self._cells(operand, lambda at: (low <= at <= high) is true)
            case Among(operand, values):
                return self._cells(operand, lambda at: (at in values) is true)
            case _:
                return self._cells(leaf, lambda at: bool(at) is true)

    def _cells(self, term: Expression, chosen: Chosen) -> Formula:
        """The cells of a term whose values are chosen: in each, all are or none is."""
        term = expanded(self._lets, term)
        if isinstance(term, Const):
            return chosen(int(term.value))
        if term not in self._places:  # it has one cell only
            return chosen(term.type.low)
        at = self._places[term]
        cells = self._criteria[at].cells
        bits = (1 << i for i, cell in enumerate(cells) if not isinstance(cell, Undefined) and chosen(cell.low))
        mask = reduce(int.__or__, bits, 0)
        return Within(at, mask) if mask else False
