"""Where a rulebook tells numbers apart by comparing them with constants.

A cut at c is between c - 1 and c. What a number is compared with inside a `let` to which it is handed counts, and so
does what a `let` is compared with that is nothing but that number.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from ..language.expression import (
    Among,
    Between,
    Bound,
    Call,
    Compare,
    Const,
    Expression,
    FactRef,
    If,
    Players,
    Relation,
    Sum,
)
from ..language.rulebook import Rulebook
from ..language.walk import walk
from .relation import TURNED, cut_points

_Subject: TypeAlias = tuple[str, str]  # a name, and the `let` that binds it; a fact or a let is bound by none

PLAYERS = "players"
"""Stands for the number of players among the names of facts and lets, of which none can be called that."""


def cuts(rulebook: Rulebook) -> Mapping[str, frozenset[int]]:
    """The cuts of every fact and every `let`, and of the number of players; no claim and no case counts."""
    found = _Cuts()
    for name, let in rulebook.lets.items():
        found.hand_on((name, ""), found.subjects(let.body, name))
        found.add(rulebook, let.body, name)
    for expression in _said(rulebook):
        found.add(rulebook, expression, "")
    return {name: frozenset(found.of((name, ""))) for name in (PLAYERS, *rulebook.facts, *rulebook.lets)}


def _said(rulebook: Rulebook) -> Iterator[Expression]:
    """What is said of facts, of what is possible and of rulings, outside `let`s."""
    yield from (fact.when for fact in rulebook.facts.values() if fact.when is not None)
    yield from (always.condition for always in rulebook.always)
    for ruling in rulebook.rulings:
        yield from rulebook.expressions(ruling)


class _Cuts:
    """Collects what each name is compared with, and to which others that is handed on."""

    def __init__(self) -> None:
        self._own: dict[_Subject, set[int]] = {}
        self._heirs: dict[_Subject, set[_Subject]] = {}

    def of(self, subject: _Subject) -> set[int]:
        """The cuts of a subject: its own, and those of whatever hands them on to it."""
        reached, waiting = set[_Subject](), [subject]
        while waiting:
            this = waiting.pop()
            if this not in reached:
                reached.add(this)
                waiting.extend(self._heirs.get(this, ()))
        return set[int]().union(*(self._own.get(this, ()) for this in reached))

    def hand_on(self, giver: _Subject, heirs: Iterable[_Subject]) -> None:
        """Whatever the giver is compared with, its heirs are compared with too."""
        for heir in heirs:
            self._heirs.setdefault(heir, set()).add(giver)

    def subjects(self, expression: Expression, let: str) -> Iterator[_Subject]:
        """The names whose value an expression inside a `let`, or outside any, may come to."""
        waiting = [expression]
        while waiting:
            match waiting.pop():
                case FactRef(fact=name) | Call(let=name):
                    yield (name, "")
                case Bound(name):
                    yield (name, let)
                case Players():
                    yield (PLAYERS, "")
                case If(_, then, otherwise):
                    waiting += (then, otherwise)
                case _:
                    pass

    def add(self, rulebook: Rulebook, expression: Expression, let: str) -> None:
        """Collect from an expression inside a `let`, or outside any."""
        for this in walk(expression):
            match this:
                case Compare(relation, left, Const(value)):
                    self._compare(left, relation, int(value), let)
                case Compare(relation, Const(value), right):
                    self._compare(right, TURNED[relation], int(value), let)
                case Between(operand, low, high):
                    self._cut(operand, (low, high + 1), let)
                case Among(operand, values):
                    self._cut(operand, [cut for value in values for cut in (int(value), int(value) + 1)], let)
                case Call(name, arguments):
                    for parameter, argument in zip(rulebook.lets[name].parameters, arguments, strict=True):
                        self.hand_on((parameter.name, name), self.subjects(argument, let))
                case _:
                    pass

    def _compare(self, compared: Expression, relation: Relation, value: int, let: str) -> None:
        factor = 1
        if isinstance(compared, Sum):
            varying = [(times, term) for times, term in compared.terms if not isinstance(term, Const)]
            value -= sum(times * int(term.value) for times, term in compared.terms if isinstance(term, Const))
            factor, compared = varying[0] if len(varying) == 1 else (1, compared)
        self._cut(compared, _divided(relation, value, factor), let)

    def _cut(self, compared: Expression, points: Iterable[int], let: str) -> None:
        points = tuple(points)
        for subject in self.subjects(compared, let):
            self._own.setdefault(subject, set()).update(points)


def _divided(relation: Relation, value: int, factor: int) -> tuple[int, ...]:
    """The cuts of what `relation value` holds of when it is taken `factor` times."""
    if factor < 0:
        relation, value, factor = TURNED[relation], -value, -factor
    match relation:
        case "=" | "!=":
            return () if value % factor else cut_points(relation, value // factor)
        case "<" | ">=":
            return cut_points(relation, -(-value // factor))
        case "<=" | ">":
            return cut_points(relation, value // factor)
