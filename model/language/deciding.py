"""What is left of an expression once some of its names stand for constants.

An option that an amendment decides varies no more, so nothing that is found may depend on it: its value takes
its place, and whatever that settles is settled, as if the text had never left it open.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..meaning.relation import holds
from .arithmetic import normal
from .expression import (
    Among,
    And,
    Between,
    Call,
    Compare,
    Const,
    Expression,
    FactRef,
    If,
    Implies,
    Not,
    Or,
    Quantified,
    Sum,
)
from .span import Span
from .types import Flag, Value
from .walk import children, rebuild


def decided(expression: Expression, constants: Mapping[str, Const]) -> Expression:
    """The expression with constants in place of the facts and lets of these names.

    Equal to it wherever those have these values. What mentions none of them is left as it is written.
    """
    match expression:
        case FactRef(fact=name) | Call(let=name) if name in constants:
            return replace(constants[name], span=expression.span)
        case _:
            pass
    before = children(expression)
    after = tuple(decided(child, constants) for child in before)
    if all(new is old for new, old in zip(after, before, strict=True)):
        return expression
    return _settled(rebuild(expression, after))


def _settled(this: Expression) -> Expression:  # noqa: C901, PLR0911, PLR0912  (one case a construct)
    """The same without what a constant directly beneath it settles."""
    match this:
        case Not(Const(value)):
            return _flag(this.span, value=not value)
        case And():
            return _connected(this, neutral=True)
        case Or():
            return _connected(this, neutral=False)
        case Implies(Const(True), conclusion):
            return conclusion
        case Implies(Const(False)) | Implies(_, Const(True)):
            return _flag(this.span, value=True)
        case Implies(premise, Const(False)):
            return _settled(Not(premise, span=this.span))
        case If(Const(value), then, otherwise):
            return then if value else otherwise
        case Compare(relation, Const(left), Const(right)):
            return _flag(this.span, value=holds(relation, left, right))
        case Among(Const(value), values):
            return _flag(this.span, value=value in values)
        case Between(Const(value), low, high):
            return _flag(this.span, value=low <= value <= high)
        case Sum(terms):
            return normal(terms, this.span)
        case Quantified("some" | "every", body=Const(value)):  # somebody is at every table
            return _flag(this.span, value=value)
        case _:
            return this


def _connected(this: And | Or, *, neutral: bool) -> Expression:
    """An `and` or `or` without its neutral operands."""
    operands: list[Expression] = []
    for operand in this.operands:
        if isinstance(operand, Const):
            if operand.value != neutral:
                return _flag(this.span, value=not neutral)
        else:
            operands.append(operand)
    if len(operands) > 1:
        return replace(this, operands=tuple(operands))
    return operands[0] if operands else _flag(this.span, value=neutral)


def _flag(span: Span, *, value: Value) -> Const:
    return Const(bool(value), Flag(), span)
