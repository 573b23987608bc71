"""Which clause overrides which, as little of it as says it all.

What follows from other overrides is left out, for overriding is transitive. Clauses that are overridden by the same and
override the same stand together, so that one arrow says what many would.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from misdeal.model.language.rulebook import Clause, Rulebook


@dataclass(frozen=True, slots=True)
class Arrow:
    """Every clause of one group overrides every clause of another; `idle` where they have no ruling in common."""

    over: int
    under: int
    idle: bool


@dataclass(frozen=True, slots=True)
class OverrideGraph:
    """Groups of clauses, in the order of the text, and arrows between places in that list.

    `alone` is how many clauses neither override nor are overridden, `following` how many overrides follow from those
    that the arrows stand for.
    """

    groups: tuple[tuple[Clause, ...], ...]
    arrows: tuple[Arrow, ...]
    alone: int
    following: int


def override_graph(rulebook: Rulebook, rulings: Sequence[str] = ()) -> OverrideGraph:
    """The overrides of a rulebook, or those between clauses that have effects on some rulings."""
    clauses = [
        clause
        for clause in rulebook.clauses.values()
        if not rulings or any(effect.ruling in rulings for effect in clause.effects)
    ]
    closed = _closed(clauses)
    direct = [reach & ~reduce(or_, (closed[under] for under in _places(reach)), 0) for reach in closed]
    over = _turned(direct)
    together: dict[tuple[int, int], list[int]] = {}
    for at, key in enumerate(zip(over, direct, strict=True)):
        if any(key):
            together.setdefault(key, []).append(at)
    group_of = {member: at for at, members in enumerate(together.values()) for member in members}
    groups = tuple(tuple(clauses[at] for at in members) for members in together.values())
    pairs = dict.fromkeys((group_of[at], group_of[under]) for at in group_of for under in _places(direct[at]))
    return OverrideGraph(
        groups,
        tuple(Arrow(one, other, _idle(groups[one], groups[other])) for one, other in pairs),
        len(clauses) - len(group_of),
        sum(map(int.bit_count, closed)) - sum(map(int.bit_count, direct)),
    )


def _closed(clauses: Sequence[Clause]) -> list[int]:
    """Of each clause those that it overrides, as bits."""
    place = {clause.id: at for at, clause in enumerate(clauses)}
    return [reduce(or_, (1 << place[one] for one in clause.overrides if one in place), 0) for clause in clauses]


def _turned(direct: Sequence[int]) -> list[int]:
    """Of each clause those that override it."""
    found = [0] * len(direct)
    for at, reach in enumerate(direct):
        for under in _places(reach):
            found[under] |= 1 << at
    return found


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _idle(one: Sequence[Clause], other: Sequence[Clause]) -> bool:
    """Whether the clauses of two groups have no ruling in common."""
    rulings = [{effect.ruling for clause in group for effect in clause.effects} for group in (one, other)]
    return rulings[0].isdisjoint(rulings[1])


def components(graph: OverrideGraph) -> Mapping[int, list[int]]:
    """The groups that arrows join, directly or through others, by the first of them."""
    first = list(range(len(graph.groups)))

    def root(at: int) -> int:
        while first[at] != at:
            first[at] = first[first[at]]
            at = first[at]
        return at

    for arrow in graph.arrows:
        one, other = sorted((root(arrow.over), root(arrow.under)))
        first[other] = one
    found: dict[int, list[int]] = {}
    for at in range(len(graph.groups)):
        found.setdefault(root(at), []).append(at)
    return found
