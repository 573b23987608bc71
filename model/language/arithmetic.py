"""Sums: `+`, `-` and `*` by a constant in one normal form, and the bounds of every number."""

from typing import TypeVar

from . import tree as t
from .diagnostic import Report
from .expression import Const, Expression, Quantified, Sum
from .limits import EXACT
from .span import Span
from .types import Number

NUMBER = Number(0, 0)
"""Stands for numbers where only the kind of a type counts."""

Numeric = TypeVar("Numeric", bound=Sum | Quantified | Const)


def check_exact(expression: Numeric, report: Report) -> Numeric | None:
    """The expression, or None where it can leave the numbers that are exact everywhere."""
    kind = expression.type
    largest = max(abs(kind.low), abs(kind.high))
    if isinstance(expression, Sum):
        largest = max(largest, *(abs(factor) for factor, _ in expression.terms))
    if largest <= EXACT:
        return expression
    message = f"this can reach {largest:,}, and a number can be at most 2^53 = {EXACT:,}"
    report.tell("too-wide", expression.span, message, "narrow the ranges of what it is made of")
    return None


def total(operands: tuple[Expression, ...], phrase: t.Operation, report: Report) -> Expression | None:
    """The sum of numbers, its constants together at the end."""
    return _checked(normal(tuple((1, operand) for operand in operands), phrase.span), report)


def product(operands: tuple[Expression, ...], phrase: t.Operation, report: Report) -> Expression | None:
    """The product of numbers, all constant but at most one."""
    factor = 1
    varying: list[Expression] = []
    for operand in operands:
        if isinstance(operand, Const):
            factor *= operand.value
            if abs(factor) > EXACT:
                return check_exact(Const(factor, Number(factor, factor), phrase.span), report)
        else:
            varying.append(operand)
    if not varying:
        return Const(factor, Number(factor, factor), phrase.span)
    if varying[1:]:
        advice = "`*` takes a constant on one side; write the cases out with `if`"
        report.tell("not-constant", phrase.mark, "both sides of this `*` vary", advice)
        return None
    return weigh(factor, varying[0], phrase.span, report)


def weigh(factor: int, operand: Expression, span: Span, report: Report) -> Expression | None:
    """A number times a constant."""
    return _checked(normal(((factor, operand),), span), report)


def normal(weighted: tuple[tuple[int, Expression], ...], span: Span) -> Expression:
    """The sum of numbers times constants: no sum in it, and its constants together at the end."""
    terms: list[tuple[int, Expression]] = []
    constant = 0
    for factor, operand in weighted:
        for inner, term in operand.terms if isinstance(operand, Sum) else ((1, operand),):
            if isinstance(term, Const):
                constant += factor * inner * term.value
            else:
                terms.append((factor * inner, term))
    if not terms:
        return Const(constant, Number(constant, constant), span)
    if constant == 0 and len(terms) == 1 and terms[0][0] == 1:
        return terms[0][1]
    low = high = constant
    for factor, term in terms:
        ends = (factor * term.type.low, factor * term.type.high)
        low, high = low + min(ends), high + max(ends)
    if constant:
        terms.append((1, Const(constant, Number(constant, constant), span)))
    return Sum(tuple(terms), Number(low, high), span)


def _checked(number: Expression, report: Report) -> Expression | None:
    return check_exact(number, report) if isinstance(number, Sum | Const) else number
