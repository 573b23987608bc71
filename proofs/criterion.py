"""Criteria: what regions are described by (`docs/proofs.md`, "How all of a finding is told").

A criterion is an expression of the rulebook, `let`s expanded, with the cells that its values are cut into. Every
situation lies in one cell of each. For a ruling with an index the criteria speak of that index by its name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Bound,
    Call,
    Compare,
    Const,
    Expression,
    FactRef,
    First,
    If,
    Implies,
    Not,
    Or,
    Quantified,
)
from misdeal.model.language.rulebook import Clause, Effect, Let, Rulebook, Ruling
from misdeal.model.language.types import Choice, Flag, Seat, Timeline
from misdeal.model.language.walk import children, rebuild, substitute
from misdeal.model.meaning.evaluate import Undefined
from misdeal.model.meaning.lacks import lacks
from misdeal.model.meaning.relation import TURNED, cut_points

MOST = 2_000  # criteria of one ruling


class TooManyCriteria(Exception):  # noqa: N818 - an answer, not a mistake
    """The conditions of a ruling, `let`s expanded, have more leaves than regions are searched over."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The values `low..high` of a criterion; of a yes/no criterion 0 is no and 1 is yes."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Unsound:
    """Derived: a deciding effect of a clause gives the ruling no value of its type."""

    ruling: str
    effect: int


@dataclass(frozen=True, slots=True)
class Faulty:
    """Derived: the condition of an effect aimed at the ruling is undefined for a fault."""

    ruling: str
    effect: int


@dataclass(frozen=True, slots=True)
class Astray:
    """Derived: an effect applies, or its condition is a fault, and what it is aimed at is not at the table."""

    ruling: str
    effect: int


@dataclass(frozen=True, slots=True)
class Differ:
    """Derived: two effects, both applying, name different values. Positions among the effects on the ruling."""

    ruling: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Apart:
    """Derived: a ruling and another one, at the same index, both have a value, and not the same."""

    ruling: str
    other: str


Derived: TypeAlias = Unsound | Faulty | Astray | Differ | Apart
Subject: TypeAlias = Expression | Derived


@dataclass(frozen=True, slots=True)
class Criterion:
    """What is looked at, and the cells that it is cut into: at least two, in order, together everything."""

    subject: Subject
    cells: tuple[Cell | Undefined, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """The scope of a ruling and, for each effect on it, where that reaches the ruling, in terms of its index."""

    scope: Expression | None
    reaches: tuple[Expression | None, ...]


def conditions(rulebook: Rulebook, ruling: Ruling) -> Conditions:
    """When a ruling arises and when each effect on it applies; None stands for always."""
    reaches = tuple(_reach(ruling, clause, effect) for clause, effect in rulebook.effects[ruling.name])
    return Conditions(ruling.when, reaches)


def criteria(
    rulebook: Rulebook, expressions: Iterable[Expression | None], derived: Iterable[Derived] = ()
) -> tuple[Criterion, ...]:
    """The criteria of some conditions, in order: facts as declared, then others as in the text, then the derived.

    Raises TooManyCriteria.
    """
    found = cuts(rulebook, expressions)
    made = [Criterion(subject, _cells(rulebook, subject, points)) for subject, points in found.items()]
    made += [Criterion(subject, (Cell(0, 0), Cell(1, 1))) for subject in derived]
    return tuple(criterion for criterion in made if len(criterion.cells) > 1)


def cuts(rulebook: Rulebook, expressions: Iterable[Expression | None]) -> Mapping[Expression, frozenset[int]]:
    """What some conditions look at, in the order of criteria, and where each is cut: at c between c-1 and c.

    Raises TooManyCriteria.
    """
    made = _Cuts(rulebook.lets)
    for expression in expressions:
        if expression is not None:
            made.add_condition(expression)
    declared = list(rulebook.facts)
    found = sorted(
        made.found, key=lambda subject: declared.index(subject.fact) if isinstance(subject, FactRef) else len(declared)
    )
    return {subject: frozenset(made.found[subject]) for subject in found}


def _reach(ruling: Ruling, clause: Clause, effect: Effect) -> Expression | None:
    """Where an effect reaches the ruling at its index."""
    index = Bound(ruling.index.name, ruling.index.type) if ruling.index else None
    bound = effect.index.name if isinstance(effect.index, Bound) else None
    names: dict[str, Expression] = {}
    left: list[Bound] = []
    for parameter in clause.each:
        if parameter.name == bound and index is not None:
            names[parameter.name] = index
        else:
            other = parameter.name + "_" if index and parameter.name == index.name else parameter.name
            names[parameter.name] = Bound(other, parameter.type)
            left.append(Bound(other, parameter.type))
    parts = [] if clause.when is None else [substitute(part, names) for part in _conjuncts(clause.when)]
    if effect.index is not None and index is not None and (bound is None or names.get(bound) is not index):
        parts.append(Compare("=", substitute(effect.index, names), index))
    for name in left:
        parts = _quantified(name, parts)
    return _conjoined(parts)


def _quantified(name: Bound, parts: list[Expression]) -> list[Expression]:
    """`some name: parts`, with the parts that do not mention it outside."""
    inside = [part for part in parts if _mentions(part, name.name)]
    outside = [part for part in parts if not _mentions(part, name.name)]
    body = _conjoined(inside)
    if body is None:
        return outside
    assert isinstance(name.type, Seat)
    return [*outside, Quantified("some", name.name, name.type, body, Flag())]


def _mentions(expression: Expression, name: str) -> bool:
    return (isinstance(expression, Bound) and expression.name == name) or any(
        _mentions(child, name) for child in children(expression)
    )


def _conjuncts(condition: Expression) -> tuple[Expression, ...]:
    return condition.operands if isinstance(condition, And) else (condition,)


def _conjoined(parts: list[Expression]) -> Expression | None:
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else And(tuple(parts))


class _Cuts:
    """Collects the leaves of conditions and where the terms among them are cut: a cut at c is between c-1 and c."""

    def __init__(self, lets: Mapping[str, Let]) -> None:
        self.found: dict[Expression, set[int]] = {}
        self._lets = lets
        self._seen: set[Expression] = set()

    def add_condition(self, condition: Expression) -> None:
        """Take apart a condition; what is no connective is a leaf."""
        waiting = [condition]
        while waiting:
            this = waiting.pop()
            if this in self._seen:
                continue
            self._seen.add(this)
            match this:
                case And() | Or() | Not() | Implies() | If():
                    waiting.extend(reversed(children(this)))
                case Compare("=" | "!=", left, right) if isinstance(left.type, Flag):
                    waiting.extend((right, left))
                case Call():
                    waiting.append(body(self._lets, this))
                case Const():
                    pass
                case _:
                    self._add_leaf(this)

    def _add_leaf(self, leaf: Expression) -> None:
        match leaf:
            case Compare(relation, left, Const(value)):
                self._cut(left, cut_points(relation, int(value)))
            case Compare(relation, Const(value), right):
                self._cut(right, cut_points(TURNED[relation], int(value)))
            case Between(operand, low, high):
                self._cut(operand, (low, high + 1))
            case Among(operand, values):
                self._cut(operand, [point for value in values for point in (int(value), int(value) + 1)])
            case _:
                self._cut(leaf, (1,))

    def _cut(self, term: Expression, points: Iterable[int]) -> None:
        term = expanded(self._lets, term)
        if isinstance(term, Const):
            return
        self.found.setdefault(term, set()).update(points)
        if len(self.found) > MOST:
            raise TooManyCriteria


def body(lets: Mapping[str, Let], call: Call) -> Expression:
    """The body of a `let` at the arguments of a call."""
    let = lets[call.let]
    names = (parameter.name for parameter in let.parameters)
    return substitute(let.body, dict(zip(names, call.arguments, strict=True)))


def expanded(lets: Mapping[str, Let], term: Expression) -> Expression:
    """A term with its `let`s expanded, but for those inside quantifiers, which stay one leaf."""
    if isinstance(term, Call):
        return expanded(lets, body(lets, term))
    if isinstance(term, Quantified | First):
        return term
    return rebuild(term, tuple(expanded(lets, child) for child in children(term)))


def _cells(rulebook: Rulebook, subject: Expression, points: frozenset[int]) -> tuple[Cell | Undefined, ...]:
    kind = subject.type
    starts = (
        range(kind.low, kind.high + 1)
        if isinstance(kind, Choice | Timeline)
        else sorted(point for point in {kind.low, *points} if kind.low <= point <= kind.high)
    )
    cells: list[Cell | Undefined] = [
        Cell(start, end - 1) for start, end in zip(starts, [*starts[1:], kind.high + 1], strict=True)
    ]
    return tuple(cells + list(lacks(rulebook, subject)))
