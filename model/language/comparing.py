"""Comparisons and memberships: both sides of one kind, constants inside the type of the other side."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from . import tree as t
from .expression import Among, Between, Compare, Const, Expression, Relation
from .show import show
from .types import Number, Timeline, Type
from .words import alike, describe, domain

if TYPE_CHECKING:
    from .phrases import Phrases, Scope

_EQUALITIES = ("=", "!=")


def compare(phrases: Phrases, phrase: t.Operation, scope: Scope) -> Expression | None:
    """`left = right` and the like."""
    left, right = phrase.operands
    resolved = phrases.pair(left, right, scope, None)
    if resolved is None:
        return None
    first, second = resolved
    relation = cast("Relation", phrase.operator)
    report = phrases.report
    if not alike(first.type, second.type):
        message = f"`{show(first)}` is {describe(first.type)} and `{show(second)}` is {describe(second.type)}"
        report.tell("wrong-type", phrase.mark, f"{message}: they cannot be compared", _advice(left, phrase))
        return None
    if relation not in _EQUALITIES and not isinstance(first.type, Number | Timeline):
        message = f"`{relation}` compares numbers and stages, but `{show(first)}` is {describe(first.type)}"
        report.tell("wrong-type", phrase.mark, message, "only `=`, `!=` and `in` can stand here")
        return None
    if relation in _EQUALITIES and not (_is_inside(first, second, phrases) and _is_inside(second, first, phrases)):
        return None
    return Compare(relation, first, second, span=phrase.span)


def member(phrases: Phrases, phrase: t.Membership, scope: Scope) -> Expression | None:
    """`operand in {a, b}` and `operand in a..b`."""
    operand = phrases.resolve(phrase.operand, scope)
    if operand is None:
        return None
    if phrase.spread and not isinstance(operand.type, Number | Timeline):
        message = f"a range holds numbers or stages, but `{show(operand)}` is {describe(operand.type)}"
        phrases.report.tell("wrong-type", phrase.span, message, "name the values: `in {a, b}`")
        return None
    constants = [constant(phrases, value, operand.type) for value in phrase.values]
    values = tuple(each.value for each in constants if each is not None)
    told = len(values) != len(constants)
    for value, each in zip(phrase.values, constants, strict=True):
        if each is not None and not _is_inside(each, operand, phrases, value):
            told = True
    if told:
        return None
    if not phrase.spread:
        return Among(operand, values, span=phrase.span) if _are_distinct(phrase, values, phrases) else None
    low, high = values
    if low > high:
        shown = f"`{operand.type.show(low)}..{operand.type.show(high)}`"
        phrases.report.tell(
            "empty-range", phrase.values[0].span, f"the range {shown} is empty", "write the lower end first"
        )
        return None
    return Between(operand, low, high, span=phrase.span)


def constant(phrases: Phrases, value: t.Constant, kind: Type) -> Const | None:
    """A constant of a kind; whether it is inside the type is the caller's to check."""
    resolved = phrases.resolve(value, {}, kind)
    if resolved is None:
        return None
    if isinstance(resolved, Const):
        if alike(resolved.type, kind):
            return resolved
        message = f"the value here has to be {describe(kind)}, and this is {describe(resolved.type)}"
        phrases.report.tell("wrong-type", value.span, message, f"here can stand {domain(kind)}")
        return None
    message = f"`{show(resolved)}` is no constant"
    phrases.report.tell("not-constant", value.span, message, f"here can stand {domain(kind)}")
    return None


def _is_inside(value: Expression, other: Expression, phrases: Phrases, place: t.Constant | None = None) -> bool:
    """Whether a constant is among the values of the other side; true of all that is no constant."""
    kind = other.type
    if not isinstance(value, Const) or kind.low <= value.value <= kind.high:
        return True
    message = f"`{show(other)}` is never `{show(value)}`: it can be {domain(kind)}"
    phrases.report.tell("outside-domain", value.span if place is None else place.span, message)
    return False


def _are_distinct(phrase: t.Membership, values: tuple[int, ...], phrases: Phrases) -> bool:
    seen: set[int] = set()
    for place, value in zip(phrase.values, values, strict=True):
        if value in seen:
            phrases.report.tell(
                "doubled-name", place.span, "this value is named twice in the braces", "strike one of the two"
            )
            return False
        seen.add(value)
    return True


def _advice(left: t.Phrase, phrase: t.Operation) -> str:
    match left:
        case t.Prefix("not"):
            return ""
        case t.Quantification(quantifier=word, name=name):
            return f"put the quantifier in parentheses: `({word} {name.text}: ...) {phrase.operator} ...`"
        case _:
            return ""
