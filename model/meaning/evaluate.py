"""The reference evaluator: what `docs/language.md` calls the meaning, literally.

Slow, obvious, and what everything is tested against.

An expression has a value or is undefined; undefined is `UNDECIDED` (from a ruling that has no value) or `FAULT` (from
an index that is not at the table, or a `first` that finds nobody). Where both are at hand, the fault counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from ..language.expression import (
    Among,
    And,
    Between,
    Bound,
    Call,
    Compare,
    Const,
    Decided,
    Expression,
    FactRef,
    First,
    If,
    Implies,
    Neighbours,
    Not,
    Or,
    Players,
    Quantified,
    RulingRef,
    Step,
    Sum,
)
from ..language.rulebook import Clause, Effect, Place, Rulebook, Ruling
from ..language.types import Seat, Value
from .relation import holds
from .situation import Situation, indices


class Undefined(Enum):
    """Why an expression has no value."""

    UNDECIDED = "undecided"
    FAULT = "fault"


Result: TypeAlias = Value | Undefined
Bindings: TypeAlias = Mapping[str, Result]

_NOTHING: Bindings = MappingProxyType({})


class Kind(Enum):
    """What can come out for a ruling."""

    DOES_NOT_ARISE = "does not arise"
    VALUE = "value"
    DEFAULT = "default"
    GAP = "gap"
    CLASH = "clash"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True)
class Instance:
    """An effect of a clause for one binding of its `for each` names, with the value that it gives."""

    clause: Clause
    effect: Effect
    bindings: Bindings
    value: Result


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes out for one ruling. `value` is None unless `kind` is VALUE or DEFAULT.

    `applying` are all effects that apply, `deciding` those of them that nothing overrides; both are empty where the
    ruling does not arise.
    """

    kind: Kind
    value: Value | None = None
    applying: tuple[Instance, ...] = ()
    deciding: tuple[Instance, ...] = ()


class Evaluation:
    """A rulebook in one situation. Answers are remembered; nothing else changes."""

    def __init__(self, rulebook: Rulebook, situation: Situation) -> None:
        self.rulebook = rulebook
        self.situation = situation
        self._single = {place.name: value for place, value in situation.values.items() if place.index is None}
        self._outcomes: dict[Place, Outcome] = {}
        self._families: set[str] = set()
        self._calls: dict[tuple[str, tuple[Result, ...]], Result] = {}

    # Rulings

    def outcome(self, place: Place) -> Outcome:
        """The outcome of a ruling at an index that is at the table."""
        if place.name not in self._families:
            for name in self.rulebook.beneath[place.name]:  # none waits for another, however long the chain
                if name not in self._families:
                    self._decide(self.rulebook.rulings[name])
        return self._outcomes[place]

    @cached_property
    def possible(self) -> bool:
        """Whether no `always` is false and every fact outside its `when` has its first value."""
        return not any(self.fails(always.condition) for always in self.rulebook.always)

    def arises(self, ruling: Ruling, index: Value | None) -> bool:
        """Whether the scope of a ruling is true at an index."""
        return self.holds(ruling.when, {ruling.index.name: index} if ruling.index and index is not None else {})

    def instances(self, clause: Clause) -> Iterable[Bindings]:
        """The bindings of the `for each` names of a clause: every seat at the table for each."""
        if not clause.each:
            return (_NOTHING,)
        names = [parameter.name for parameter in clause.each]
        seats = product(range(1, self.situation.players + 1), repeat=len(names))
        return (dict(zip(names, seated, strict=True)) for seated in seats)

    def target(self, index: Expression | None, bindings: Bindings) -> Result | None:
        """The index that is reached: None of what is not indexed, a fault for a seat that is not at the table."""
        return None if index is None else self._index(index, bindings)

    def _decide(self, ruling: Ruling) -> None:
        """Find the outcomes of one ruling at every index."""
        applying: dict[Result | None, list[Instance]] = {}
        for clause, effect in self.rulebook.effects[ruling.name]:
            for bindings in self.instances(clause):
                if self.holds(clause.when, bindings):
                    instance = Instance(clause, effect, bindings, self.value(effect.value, bindings))
                    applying.setdefault(self.target(effect.index, bindings), []).append(instance)
        for index in indices(ruling.index, self.situation.players):
            arises = self.arises(ruling, index)
            outcome = self._outcome(ruling, tuple(applying.get(index, ()))) if arises else Outcome(Kind.DOES_NOT_ARISE)
            self._outcomes[Place(ruling.name, index)] = outcome
        self._families.add(ruling.name)

    def _outcome(self, ruling: Ruling, applying: tuple[Instance, ...]) -> Outcome:
        """What comes of the effects that apply to a ruling in its scope."""
        if not applying:
            return Outcome(Kind.GAP) if ruling.otherwise is None else Outcome(Kind.DEFAULT, ruling.otherwise)
        overridden = frozenset().union(*(instance.clause.overrides for instance in applying))
        deciding = tuple(instance for instance in applying if instance.clause.id not in overridden)
        values = {instance.value for instance in deciding}
        if not all(self.in_type(ruling, value) for value in values):
            return Outcome(Kind.UNDEFINED, None, applying, deciding)
        if len(values) > 1:
            return Outcome(Kind.CLASH, None, applying, deciding)
        (value,) = values
        assert not isinstance(value, Undefined)
        return Outcome(Kind.VALUE, value, applying, deciding)

    def in_type(self, ruling: Ruling, value: Result) -> bool:
        """Whether a result is a value of a ruling's type: a seat must be at the table."""
        if isinstance(value, Undefined) or not ruling.type.low <= value <= ruling.type.high:
            return False
        return not isinstance(ruling.type, Seat) or value in self._seats or value == ruling.type.table.nobody

    # Expressions

    def holds(self, condition: Expression | None, bindings: Bindings | None = None) -> bool:
        """Whether a condition is true; no condition is, an undefined one is not."""
        if condition is None:
            return True
        result = self._value(condition, bindings or _NOTHING)
        return not isinstance(result, Undefined) and bool(result)

    def fails(self, condition: Expression, bindings: Bindings | None = None) -> bool:
        """Whether a condition is false; an undefined one is not."""
        result = self.value(condition, bindings)
        return not isinstance(result, Undefined) and not result

    def value(self, expression: Expression, bindings: Bindings | None = None) -> Result:
        """The value of an expression under the names bound."""
        return self._value(expression, bindings or _NOTHING)

    def _value(self, expression: Expression, names: Bindings) -> Result:  # noqa: C901, PLR0911, PLR0912 - one case a construct
        match expression:
            case Const(value):
                return value
            case Bound(name):
                return names[name]
            case FactRef(fact, None):
                return self._single[fact]
            case FactRef(fact, index):
                at = self.target(index, names)
                return at if isinstance(at, Undefined) else self.situation.values[Place(fact, at)]
            case Compare(relation, left, right):
                a, b = self._value(left, names), self._value(right, names)
                if isinstance(a, Undefined) or isinstance(b, Undefined):
                    return _reason(a, b)
                return holds(relation, a, b)
            case Call(let, arguments):
                return self._call(let, tuple(self._value(argument, names) for argument in arguments))
            case Not(operand):
                return _negation(self._value(operand, names))
            case And(operands):
                return _conjunction(self._value(operand, names) for operand in operands)
            case Or(operands):
                return _disjunction(self._value(operand, names) for operand in operands)
            case Among(operand, values):
                a = self._value(operand, names)
                return a if isinstance(a, Undefined) else a in values
            case Between(operand, low, high):
                a = self._value(operand, names)
                return a if isinstance(a, Undefined) else low <= a <= high
            case Players():
                return self.situation.players
            case RulingRef():
                outcome = self._referred(expression, names)
                return outcome if isinstance(outcome, Undefined) else _decided_value(outcome)
            case Decided(ref):
                outcome = self._referred(ref, names)
                return outcome if isinstance(outcome, Undefined) else outcome.value is not None
            case Implies(premise, conclusion):
                return _disjunction([_negation(self._value(premise, names)), self._value(conclusion, names)])
            case If(condition, then, otherwise):
                return _choice(*(self._value(part, names) for part in (condition, then, otherwise)))
            case Sum(terms):
                summands = [(factor, self._value(term, names)) for factor, term in terms]
                return _undefined(*(value for _, value in summands)) or sum(
                    factor * value
                    for factor, value in summands
                    if not isinstance(value, Undefined)  # none is, here
                )
            case Quantified(quantifier, name, _, body):
                results = [self._value(body, {**names, name: seat}) for seat in self._seats]
                return _quantified(quantifier, results)
            case First():
                return self._first(expression, names)
            case Step(side, operand):
                seat = self._index(operand, names)
                return seat if isinstance(seat, Undefined) else self._step(seat, backward=side == "before")
            case Neighbours(left, right):
                a, b = self._index(left, names), self._index(right, names)
                if isinstance(a, Undefined) or isinstance(b, Undefined):
                    return _reason(a, b)
                return a != b and b in {self._step(a, backward=True), self._step(a, backward=False)}

    @property
    def _seats(self) -> range:
        return range(1, self.situation.players + 1)

    def _index(self, index: Expression, names: Bindings) -> Result:
        """The value of an index; a fault where it is a seat that is not at the table, or `nobody`."""
        at = self._value(index, names)
        if not isinstance(at, Undefined) and isinstance(index.type, Seat) and at not in self._seats:
            return Undefined.FAULT
        return at

    def _referred(self, ref: RulingRef, names: Bindings) -> Outcome | Undefined:
        at = self.target(ref.index, names)
        return at if isinstance(at, Undefined) else self.outcome(Place(ref.ruling, at))

    def _call(self, name: str, arguments: tuple[Result, ...]) -> Result:
        """A `let` at its arguments, which may be undefined: as if its body stood in place of the call."""
        key = (name, arguments)
        if key not in self._calls:
            let = self.rulebook.lets[name]
            names = (parameter.name for parameter in let.parameters)
            self._calls[key] = self._value(let.body, dict(zip(names, arguments, strict=True)))
        return self._calls[key]

    def _step(self, seat: Value, *, backward: bool) -> int:
        players = self.situation.players
        return (seat - 1 + (-1 if backward else 1)) % players + 1

    def _first(self, first: First, names: Bindings) -> Result:
        """The seats are tried in turn; one of which it is not known whether it fits leaves all open."""
        seat = self._index(first.start, names)
        if isinstance(seat, Undefined):
            return seat
        unknown: list[Result] = []
        for turn in range(self.situation.players):
            if turn or first.included:
                fits = self._value(first.body, {**names, first.name: seat})
                if isinstance(fits, Undefined):
                    unknown.append(fits)
                elif fits:
                    return _undefined(*unknown) or seat
            seat = self._step(seat, backward=first.backward)
        return _undefined(*unknown) or Undefined.FAULT


def _decided_value(outcome: Outcome) -> Result:
    return Undefined.UNDECIDED if outcome.value is None else outcome.value


def _undefined(*results: Result) -> Undefined | None:
    """Why what is computed from these is undefined, or None where all of them have values."""
    return _reason(*results) if any(isinstance(result, Undefined) for result in results) else None


def _reason(*results: Result) -> Undefined:
    """Why what is computed from these is undefined, where one of them is."""
    return Undefined.FAULT if Undefined.FAULT in results else Undefined.UNDECIDED


def _negation(result: Result) -> Result:
    return result if isinstance(result, Undefined) else not result


def _conjunction(results: Iterable[Result]) -> Result:
    """False as soon as one is."""
    unclear: list[Result] = []
    for result in results:
        if isinstance(result, Undefined):
            unclear.append(result)
        elif not result:
            return False
    return _reason(*unclear) if unclear else True


def _disjunction(results: Iterable[Result]) -> Result:
    """True as soon as one is."""
    return _negation(_conjunction(_negation(result) for result in results))


def _choice(condition: Result, then: Result, otherwise: Result) -> Result:
    if isinstance(condition, Undefined):
        same = then == otherwise and not isinstance(then, Undefined)
        return then if same else _undefined(condition, then, otherwise) or condition
    return then if condition else otherwise


def _quantified(quantifier: str, results: list[Result]) -> Result:
    if quantifier == "some":
        return _disjunction(results)
    if quantifier == "every":
        return _conjunction(results)
    return _undefined(*results) or sum(results)  # type: ignore[arg-type]  # yes counts as one
