"""What a condition lacks: the fewest of its parts that would have to be otherwise for it to be true.

A part is what is not an `and`, `or`, `not`, `implies` or `if` of others. A `let` is one part, by its name, unless it
is to be an `and` of several: then each of these is. A part that has no value can come to either; one that speaks of no
fact, no ruling and no number of players cannot be otherwise.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from misdeal.model.language.expression import (
    And,
    Call,
    Expression,
    FactRef,
    If,
    Implies,
    Not,
    Or,
    Players,
    RulingRef,
)
from misdeal.model.language.walk import walk_expanded
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Undefined

from .criterion import body
from .phrase import denied

WORK = 2_000_000  # parts looked at in the search for the fewest, of all conditions that share it
LEAST = 200  # of one condition
DEEP = 64  # parts that have to be otherwise, beyond which the fewest are not searched


@dataclass(frozen=True, slots=True)
class Lacking:
    """Parts of a condition that fail; were they otherwise, the condition would be true.

    With `fewest` no smaller number of them would do.
    """

    parts: tuple[Expression, ...]
    fewest: bool = True


@dataclass(frozen=True, slots=True)
class Literal:
    """A part that has to be true, or to be false."""

    part: int
    true: bool


@dataclass(frozen=True, slots=True)
class All:
    """Every one of some has to be so."""

    of: tuple["Wanted", ...]


@dataclass(frozen=True, slots=True)
class Any:
    """One of some has to be so."""

    of: tuple["Wanted", ...]


Wanted: TypeAlias = Literal | All | Any
Values: TypeAlias = Mapping[int, bool | None]  # of parts by number; None of what has no value
Changed: TypeAlias = Mapping[int, bool]  # what parts have to come to
Need: TypeAlias = tuple[Literal, ...]  # of which one at least has to come to be so


def lacking(evaluation: Evaluation, condition: Expression, names: Bindings, among: int = 1) -> Lacking | None:
    """What a condition lacks under the names bound, the parts in order; None where no values of its parts make it true.

    Nothing is lacking where the condition is true. `among` is how many conditions share the effort.
    """
    if evaluation.holds(condition, names):
        return Lacking(())
    reading = _Reading(evaluation, names)
    search = _Search(reading.wanted(condition, true=True), reading.values, reading.fixed, max(LEAST, WORK // among))
    changed = search.fewest()
    fewest = changed is not None or search.exhausted
    if changed is None and not fewest:
        changed = search.some()
    if changed is None:
        return None if fewest else Lacking((condition,), fewest=False)
    parts = (reading.parts[part] if true else denied(reading.parts[part]) for part, true in sorted(changed.items()))
    return Lacking(tuple(parts), fewest)


class _Reading:
    """Reads a condition as parts that have to be so, and notes what each comes to."""

    def __init__(self, evaluation: Evaluation, names: Bindings) -> None:
        self.parts: list[Expression] = []
        self.values: dict[int, bool | None] = {}
        self.fixed: set[int] = set()
        self._evaluation = evaluation
        self._lets = evaluation.rulebook.lets
        self._names = names
        self._numbers: dict[Expression, int] = {}
        self._read: dict[tuple[Expression, bool], Wanted] = {}

    def wanted(self, condition: Expression, *, true: bool) -> Wanted:
        """What has to be so for a condition to be true, or to be false; the same object for the same condition."""
        key = (condition, true)
        if key not in self._read:
            self._read[key] = self._wanted(condition, true=true)
        return self._read[key]

    def _wanted(self, condition: Expression, *, true: bool) -> Wanted:
        match condition:
            case Not(operand):
                return self.wanted(operand, true=not true)
            case And() | Or() | Implies():
                parts = tuple(self.wanted(operand, true=true) for operand in _operands(condition))
                return All(parts) if _is_all(condition, true=true) else Any(parts)
            case If(test, then, otherwise):
                first, second = (then, otherwise) if true else (Not(then), Not(otherwise))
                cases = (And((test, first)), And((Not(test), second)), And((first, second)))
                return Any(tuple(self.wanted(each, true=True) for each in cases))
            case Call() if _is_all(inner := body(self._lets, condition), true=true):
                return self.wanted(inner, true=true)
            case _:
                return Literal(self._number(condition), true)

    def _number(self, part: Expression) -> int:
        if part not in self._numbers:
            number = self._numbers[part] = len(self.parts)
            self.parts.append(part)
            value = self._evaluation.value(part, self._names)
            self.values[number] = None if isinstance(value, Undefined) else bool(value)
            if not any(isinstance(each, FactRef | RulingRef | Players) for each in walk_expanded(part, self._lets)):
                self.fixed.add(number)
        return self._numbers[part]


def _operands(condition: And | Or | Implies) -> tuple[Expression, ...]:
    """What is joined: of `implies` what `or` would join."""
    return (Not(condition.premise), condition.conclusion) if isinstance(condition, Implies) else condition.operands


def _is_all(condition: Expression, *, true: bool) -> bool:
    """Whether each of several has to be so for a condition to be true, or to be false."""
    if isinstance(condition, Not):
        return _is_all(condition.operand, true=not true)
    return isinstance(condition, And) if true else isinstance(condition, Or | Implies)


class _Search:
    """Looks for the fewest parts that have to change."""

    def __init__(self, wanted: Wanted, values: Values, fixed: Iterable[int], work: int) -> None:
        self._wanted = wanted
        self._values = values
        self._fixed = frozenset(fixed)
        self._work = work

    @property
    def exhausted(self) -> bool:
        """Whether everything was tried, so that what was not found does not exist."""
        return self._work > 0 and len(self._values) <= DEEP

    def fewest(self) -> Changed | None:
        """The parts with what they have to come to; None where there are none or it takes too long to find them."""
        for most in range(self._apart(self._needs({})), min(DEEP, len(self._values)) + 1):
            found = self._within({}, most)
            if found is not None or self._work <= 0:
                return found
        return None

    def some(self) -> Changed | None:
        """Parts that are enough, taken as they come."""
        changed: dict[int, bool] = {}
        while needs := self._needs(changed):
            for need in sorted(needs, key=len):
                if not any(changed.get(literal.part) == literal.true for literal in need):
                    free = next((literal for literal in need if literal.part not in changed), None)
                    if free is None:
                        return None
                    changed[free.part] = free.true
        return changed

    def _within(self, changed: Changed, most: int) -> Changed | None:
        """At most so many parts, some of them changed already."""
        needs = self._needs(changed)
        if not needs:
            return changed
        if self._work <= 0 or len(changed) + self._apart(needs) > most:
            return None
        for literal in min(needs, key=len):
            found = self._within({**changed, literal.part: literal.true}, most)
            if found is not None:
                return found
        return None

    def _needs(self, changed: Changed) -> list[Need]:
        """What still has to come to be so; a need that nothing can meet is empty."""
        found: dict[int, list[Need]] = {}

        def needs(wanted: Wanted) -> list[Need]:
            if id(wanted) not in found:
                self._work -= 1
                found[id(wanted)] = needed(wanted)
            return found[id(wanted)]

        def needed(wanted: Wanted) -> list[Need]:
            match wanted:
                case Literal(part, true) if changed.get(part, self._values[part]) == true:
                    return []
                case Literal(part):
                    return [() if part in changed or part in self._fixed else (wanted,)]
                case All(of):
                    return list(dict.fromkeys(need for each in of for need in needs(each)))
                case Any(of):
                    open_ = [needs(each) for each in of]
                    smallest: list[Need] = [min(each, key=len) for each in open_ if each]
                    return [tuple(dict.fromkeys(chain(*smallest)))] if len(smallest) == len(open_) else []

        return needs(self._wanted)

    def _apart(self, needs: Iterable[Need]) -> int:
        """How many needs have no part in common, taken in turn: so many parts at least have to change."""
        taken, count = set[int](), 0
        for need in sorted(needs, key=len):
            parts = {literal.part for literal in need}
            if taken.isdisjoint(parts):
                taken |= parts
                count += 1
        return count
