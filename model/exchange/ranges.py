"""Membership in ranges, as few comparisons as it takes."""

from dataclasses import dataclass
from typing import TypeAlias

from .code import Code, Local, Member

Ranges: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number lies in one of some ranges, or by `outside` in none of them; an end that is None is open."""

    ranges: tuple[tuple[int | None, int | None], ...]
    outside: bool


def comparison(member: Member) -> Comparison:
    """How membership is compared: with the ranges, or with the gaps between them where these are fewer."""
    gaps = _gaps(member)
    inside, outside = (_cost(member, ranges) for ranges in (member.ranges, gaps))
    ranges = gaps if outside < inside else member.ranges
    return Comparison(tuple(_opened(member, *each) for each in ranges), outside < inside)


def _gaps(member: Member) -> Ranges:
    """What is in none of the ranges."""
    found: list[tuple[int, int]] = []
    start = member.low
    for low, high in member.ranges:
        if low > start:
            found.append((start, low - 1))
        start = max(start, high + 1)
    return (*found, (start, member.high)) if start <= member.high else tuple(found)


def _cost(member: Member, ranges: Ranges) -> int:
    """How many comparisons some ranges take."""
    return sum(1 if low == high or None in _opened(member, low, high) else 2 for low, high in ranges)


def _opened(member: Member, low: int, high: int) -> tuple[int | None, int | None]:
    """A range without the ends beyond which there is nothing; a single value keeps both."""
    if low == high:
        return low, high
    return None if low <= member.low else low, None if high >= member.high else high


def never_of_none(condition: Code) -> bool:
    """Whether a condition about one local name is false, in every target, where that is None."""
    if not isinstance(condition, Member):
        return isinstance(condition, Local)
    compared = comparison(condition)
    return not compared.outside and all(low == high is not None for low, high in compared.ranges)
