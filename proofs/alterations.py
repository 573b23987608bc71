"""Every small way in which an expression can be said wrongly.

A part is left out or negated, a bound or a way is shifted, a value is swapped for another one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Compare,
    Const,
    Decided,
    Expression,
    First,
    Implies,
    Not,
    Or,
    Quantified,
    Relation,
    Step,
)
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline, Type, Value
from misdeal.model.language.walk import children, rebuild


class Manner(Enum):
    """How something is altered."""

    DROPPED = "a part of a condition dropped"
    NEGATED = "a part of a condition negated"
    SHIFTED = "a bound or a way shifted"
    SWAPPED = "a value swapped"
    STRUCK = "a clause or an effect dropped"
    UNBOUND = "an override dropped"


@dataclass(frozen=True, slots=True)
class Alteration:
    """What was done, in the rulebook's own notation, and what it made; `made` is None where nothing is left."""

    manner: Manner
    told: str
    made: Expression | None


_OPPOSITE: Mapping[Relation, Relation] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED: Mapping[Relation, Relation] = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_STEPS: Mapping[Relation, tuple[int, ...]] = {
    "=": (-1, 1),
    "!=": (-1, 1),
    "<": (-1,),
    "<=": (1,),
    ">": (1,),
    ">=": (-1,),
}
"""By how much a constant on the right is shifted: the way in which turning the relation does not move the bound."""


def conditions(condition: Expression) -> Iterator[Alteration]:
    """Each way to alter a condition; one that is no `and` may be left out whole."""
    if not isinstance(condition, And):
        yield Alteration(Manner.DROPPED, f"without `{show(condition)}`", None)
    yield from _flags(condition)


def values(value: Expression, kind: Type) -> Iterator[Alteration]:
    """Each way to alter a value of a type: another one in place of a constant, or the expression altered."""
    if isinstance(value, Const):
        other = another(kind, value.value)
        if other is not None:
            yield _swapped(value, replace(value, value=other, type=kind))
    elif isinstance(kind, Flag):
        yield from _flags(value)
    else:
        yield from _within(value)


def another(kind: Type, value: Value) -> Value | None:
    """The value of a type after one, or the first after the last; None of a type of one value."""
    if kind.low == kind.high:
        return None
    next_ = kind.low if value == kind.high else value + 1
    return bool(next_) if isinstance(kind, Flag) else next_


def _flags(expression: Expression) -> Iterator[Alteration]:
    """Each way to alter what is true or false, itself negated among them."""
    if not isinstance(expression, Const):
        yield Alteration(Manner.NEGATED, f"negated: `{show(expression)}`", _negation(expression))
    yield from _within(expression)


def _negation(expression: Expression) -> Expression:
    if isinstance(expression, Not):
        return expression.operand
    if isinstance(expression, Compare):
        return replace(expression, relation=_OPPOSITE[expression.relation])
    return Not(expression)


def _within(expression: Expression) -> Iterator[Alteration]:
    """Each way to alter an expression but to negate it, at any depth."""
    yield from _here(expression)
    parts = children(expression)
    for at, part in enumerate(parts):
        for each in _beneath(expression, part):
            if each.made is not None:
                yield replace(each, made=rebuild(expression, (*parts[:at], each.made, *parts[at + 1 :])))


def _beneath(expression: Expression, part: Expression) -> Iterator[Alteration]:
    """Each way to alter a part. What is negated or compared as a whole is not negated again by itself."""
    whole = isinstance(expression, Not | Compare | Decided)
    return _flags(part) if isinstance(part.type, Flag) and not whole else _within(part)


def _here(expression: Expression) -> Iterator[Alteration]:
    """Each way to alter what an expression itself says."""
    match expression:
        case And() | Or() | Implies() | Among():
            yield from _dropped(expression)
        case Compare():
            yield from _compared(expression)
        case Between(low=low, high=high):
            for first, last in ((low - 1, high), (low + 1, high), (low, high - 1), (low, high + 1)):
                if _has(expression.operand.type, first, last) and first <= last:
                    yield _shifted(expression, replace(expression, low=first, high=last))
        case Quantified("some" | "every" as quantifier):
            yield _shifted(expression, replace(expression, quantifier="every" if quantifier == "some" else "some"))
        case First(included=included, backward=backward):
            yield _shifted(expression, replace(expression, included=not included))
            yield _shifted(expression, replace(expression, backward=not backward))
        case Step(side):
            yield _shifted(expression, replace(expression, side="after" if side == "before" else "before"))
        case _:
            pass


def _dropped(expression: And | Or | Implies | Among) -> Iterator[Alteration]:
    """Each part of which others are left, left out: an operand, a premise, a value among several."""
    match expression:
        case And(operands) | Or(operands):
            for at, operand in enumerate(operands):
                rest = (*operands[:at], *operands[at + 1 :])
                made = rest[0] if len(rest) == 1 else replace(expression, operands=rest)
                yield Alteration(Manner.DROPPED, f"without `{show(operand)}`", made)
        case Implies(premise, conclusion):
            yield Alteration(Manner.DROPPED, f"without `{show(premise)}`", conclusion)
        case Among(operand, listed):
            for at, value in enumerate(listed if len(listed) > 1 else ()):
                told = f"without `{operand.type.show(value)}` in `{show(expression)}`"
                yield Alteration(Manner.DROPPED, told, replace(expression, values=(*listed[:at], *listed[at + 1 :])))


def _compared(compare: Compare) -> Iterator[Alteration]:
    """A relation turned, and constants shifted or swapped."""
    turned = _TURNED.get(compare.relation)
    if turned is not None:
        yield _shifted(compare, replace(compare, relation=turned))
    left, right = compare.left, compare.right
    if isinstance(right, Const):
        for value in _others(right, left.type, 1, compare.relation):
            yield _altered(compare, replace(compare, right=value))
    elif isinstance(left, Const):
        for value in _others(left, right.type, -1, compare.relation):
            yield _altered(compare, replace(compare, left=value))


def _others(const: Const, kind: Type, way: int, relation: Relation) -> Iterator[Const]:
    """The constants that may stand in place of one that is compared with something of a type."""
    match kind:
        case Number() | Timeline():
            for step in _STEPS[relation]:
                value = const.value + way * step
                if _has(kind, value):
                    own = Number(value, value) if isinstance(const.type, Number) else const.type
                    yield replace(const, value=value, type=own)
        case Flag() | Choice() | Seat():
            other = another(kind, const.value)
            if other is not None and kind.high - kind.low > 1:  # of two values the other one is the negation
                yield replace(const, value=other, type=kind)


def _has(kind: Type, *values: int) -> bool:
    return all(kind.low <= value <= kind.high for value in values)


def _altered(compare: Compare, other: Compare) -> Alteration:
    ordered = isinstance(compare.left.type, Number | Timeline)
    return (_shifted if ordered else _swapped)(compare, other)


def _shifted(before: Expression, after: Expression) -> Alteration:
    return Alteration(Manner.SHIFTED, f"`{show(after)}` for `{show(before)}`", after)


def _swapped(before: Expression, after: Expression) -> Alteration:
    return Alteration(Manner.SWAPPED, f"`{show(after)}` for `{show(before)}`", after)
