"""What an expression may lack a value for, by its form alone."""

from collections.abc import Iterator

from ..language.expression import (
    Bound,
    Call,
    Const,
    Decided,
    Expression,
    FactRef,
    First,
    Neighbours,
    RulingRef,
    Step,
)
from ..language.rulebook import Rulebook
from ..language.types import Seat
from ..language.walk import walk_expanded
from .evaluate import Undefined


def lacks(rulebook: Rulebook, subject: Expression) -> Iterator[Undefined]:
    """The ways in which an expression may be undefined, by its form."""
    parts = list(walk_expanded(subject, rulebook.lets))
    if any(isinstance(part, RulingRef) for part in parts):
        yield Undefined.UNDECIDED
    if any(_may_fault(part) for part in parts):
        yield Undefined.FAULT


def _may_fault(expression: Expression) -> bool:
    """Whether an expression itself, not what it is computed from, may be a fault, by its form."""
    match expression:
        case First():
            return True
        case FactRef(_, index) | RulingRef(_, index) | Decided(RulingRef(_, index)):
            return index is not None and not _seated(index)
        case Step(_, operand):
            return not _seated(operand)
        case Neighbours(left, right):
            return not (_seated(left) and _seated(right))
        case Call(_, arguments):
            return not all(_seated(argument) for argument in arguments)
        case _:
            return False


def _seated(index: Expression) -> bool:
    """Whether an index is at the table wherever it is defined, by its form."""
    if not isinstance(index.type, Seat):
        return True
    if isinstance(index, Const):
        return int(index.value) <= index.type.table.least
    return not index.type.vacant and isinstance(index, Bound | FactRef | Step | First)
