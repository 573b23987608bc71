"""`let`s that name cells: where a region's cells of a criterion are just those of a `let`, its name is printed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
from misdeal.model.meaning.relation import TURNED, holds

from .criterion import Cell, Criterion, Derived, body, expanded


@dataclass(frozen=True, slots=True)
class Named:
    """A call of a `let` that is true in just the `cells` of one criterion, and false in just the `others`."""

    call: Call
    subject: Expression
    cells: frozenset[int]
    others: frozenset[int]


def named(
    lets: Mapping[str, Let], conditions: Iterable[Expression | None], criteria: Sequence[Criterion]
) -> tuple[Named, ...]:
    """The calls in some conditions, and in the `let`s that these call, that name cells of one of the criteria."""
    found = []
    for call in _calls(lets, conditions):
        for criterion in criteria:
            if isinstance(criterion.subject, Derived):
                continue
            truths = [
                _truth(lets, call, criterion, cell) if isinstance(cell, Cell) else None for cell in criterion.cells
            ]
            cells = frozenset(at for at, truth in enumerate(truths) if truth is True)
            others = frozenset(at for at, truth in enumerate(truths) if truth is False)
            known = all(
                truth is not None for truth, cell in zip(truths, criterion.cells, strict=True) if isinstance(cell, Cell)
            )
            if known and cells and others:
                found.append(Named(call, criterion.subject, cells, others))
    return tuple(found)


def _calls(lets: Mapping[str, Let], conditions: Iterable[Expression | None]) -> Iterator[Call]:
    """The yes/no calls in conditions outside quantifiers, the outer ones first."""
    waiting = [condition for condition in conditions if condition is not None]
    seen: set[Expression] = set()
    while waiting:
        this = waiting.pop(0)
        if this in seen:
            continue
        seen.add(this)
        match this:
            case Call() if isinstance(this.type, Flag):
                yield this
                waiting.append(body(lets, this))
            case And(operands) | Or(operands):
                waiting.extend(operands)
            case Not(operand):
                waiting.append(operand)
            case Implies(premise, conclusion):
                waiting.extend((premise, conclusion))
            case If(condition, then, otherwise):
                waiting.extend((condition, then, otherwise))
            case _:
                pass


def _truth(  # noqa: C901, PLR0911 - one case a construct
    lets: Mapping[str, Let], condition: Expression, criterion: Criterion, cell: Cell
) -> bool | None:
    """What a condition comes to in a cell of a criterion; None where it depends on more than that."""

    def truth(part: Expression) -> bool | None:
        return _truth(lets, part, criterion, cell)

    match condition:
        case Const(value):
            return bool(value)
        case Call():
            return truth(body(lets, condition))
        case Not(operand):
            inner = truth(operand)
            return None if inner is None else not inner
        case And(operands):
            return _all([truth(operand) for operand in operands])
        case Or(operands):
            return _not(_all([_not(truth(operand)) for operand in operands]))
        case Implies(premise, conclusion):
            return _not(_all([truth(premise), _not(truth(conclusion))]))
        case If(test, then, otherwise):
            chosen = truth(test)
            return None if chosen is None else truth(then if chosen else otherwise)
        case Compare(relation, left, Const(value)) if expanded(lets, left) == criterion.subject:
            return holds(relation, cell.low, value)
        case Compare(relation, Const(value), right) if expanded(lets, right) == criterion.subject:
            return holds(TURNED[relation], cell.low, value)
        case Among(operand, values) if expanded(lets, operand) == criterion.subject:
            return cell.low in values
        case Between(operand, low, high) if expanded(lets, operand) == criterion.subject:
            return low <= cell.low <= high
        case _:
            return bool(cell.low) if expanded(lets, condition) == criterion.subject else None


def _not(truth: bool | None) -> bool | None:  # noqa: FBT001 - a truth value
    return None if truth is None else not truth


def _all(truths: list[bool | None]) -> bool | None:
    if False in truths:
        return False
    return None if None in truths else True
