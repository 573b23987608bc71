"""Walks over expressions: what one is made of, what it reads, and putting expressions in place of names."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from .expression import (
    Among,
    And,
    Between,
    Bound,
    Call,
    Compare,
    Decided,
    Expression,
    FactRef,
    First,
    If,
    Implies,
    Neighbours,
    Not,
    Or,
    Quantified,
    RulingRef,
    Step,
    Sum,
)
from .types import Seat

if TYPE_CHECKING:
    from .rulebook import Let  # it walks over expressions itself


def children(expression: Expression) -> tuple[Expression, ...]:  # noqa: C901, PLR0911 - one case a construct
    """The expressions directly beneath, in the order of the text."""
    match expression:
        case FactRef(_, index) | RulingRef(_, index):
            return () if index is None else (index,)
        case Decided(ref):
            return (ref,)
        case Call(_, arguments):
            return arguments
        case Not(operand) | Among(operand) | Between(operand) | Step(_, operand):
            return (operand,)
        case And(operands) | Or(operands):
            return operands
        case Implies(left, right) | Compare(_, left, right) | Neighbours(left, right):
            return (left, right)
        case If(condition, then, otherwise):
            return (condition, then, otherwise)
        case Sum(terms):
            return tuple(term for _, term in terms)
        case Quantified(body=body):
            return (body,)
        case First(start=start, body=body):
            return (start, body)
        case _:
            return ()


def rebuild(expression: Expression, parts: tuple[Expression, ...]) -> Expression:  # noqa: C901, PLR0911 - one case a construct
    """The same expression over other children, as many as `children` gives."""
    match expression:
        case FactRef() | RulingRef():
            return replace(expression, index=parts[0]) if parts else expression
        case Decided():
            (ref,) = parts
            assert isinstance(ref, RulingRef)
            return replace(expression, ref=ref)
        case Call():
            return replace(expression, arguments=parts)
        case Not() | Among() | Between() | Step():
            return replace(expression, operand=parts[0])
        case And() | Or():
            return replace(expression, operands=parts)
        case Implies():
            return replace(expression, premise=parts[0], conclusion=parts[1])
        case Compare() | Neighbours():
            return replace(expression, left=parts[0], right=parts[1])
        case If():
            return replace(expression, condition=parts[0], then=parts[1], otherwise=parts[2])
        case Sum(terms):
            return replace(
                expression,
                terms=tuple((factor, part) for (factor, _), part in zip(terms, parts, strict=True)),
            )
        case Quantified():
            return replace(expression, body=parts[0])
        case First():
            return replace(expression, start=parts[0], body=parts[1])
        case _:
            return expression


def walk(expression: Expression) -> Iterator[Expression]:
    """An expression and all beneath it, calls of `let`s not expanded."""
    waiting = [expression]
    while waiting:
        this = waiting.pop()
        yield this
        waiting.extend(reversed(children(this)))


def free_names(expression: Expression) -> frozenset[str]:
    """The bound names that occur in an expression and are bound outside it."""
    own = {expression.name} if isinstance(expression, Bound) else set[str]()
    own.update(*(free_names(child) for child in children(expression)))
    if isinstance(expression, Quantified):
        own.discard(expression.name)
    if isinstance(expression, First):
        own = (own - {expression.name}) | free_names(expression.start)
    return frozenset(own)


def substitute(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    """The expression with others in place of free names; a name bound inside that occurs in those others is renamed."""
    if isinstance(expression, Bound):
        return names.get(expression.name, expression)
    if isinstance(expression, Quantified | First):
        taken = frozenset().union(*(free_names(other) for other in names.values()))
        inner = expression.name
        while inner in taken:
            inner += "_"
        seat = expression.seat if isinstance(expression, Quantified) else Seat(expression.type.table)
        within = {**names, expression.name: Bound(inner, seat)}
        body = substitute(expression.body, within)
        if isinstance(expression, Quantified):
            return replace(expression, name=inner, body=body)
        return replace(expression, name=inner, start=substitute(expression.start, names), body=body)
    return rebuild(expression, tuple(substitute(child, names) for child in children(expression)))


def walk_expanded(expression: Expression, lets: "Mapping[str, Let]") -> Iterator[Expression]:
    """An expression and all beneath it, and beneath the `let`s that it calls, each `let` once."""
    waiting, called = [expression], set[str]()
    while waiting:
        this = waiting.pop()
        yield this
        waiting.extend(reversed(children(this)))
        if isinstance(this, Call) and this.let not in called:
            called.add(this.let)
            waiting.append(lets[this.let].body)


def rulings_read(expression: Expression, lets: "Mapping[str, Let]") -> frozenset[str]:
    """The names of the rulings that an expression reads, through `let`s too."""
    return frozenset(this.ruling for this in walk_expanded(expression, lets) if isinstance(this, RulingRef))
