"""What protects a rulebook from mistakes: cases as they are tried on mutants, in one situation each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from misdeal.model.language.rulebook import Case, Expected, Place, Rulebook, Unruled
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation

from .cases import is_expected, situations
from .mutants import Mutant
from .mutation_records import Killer, Means
from .suite import Suite


class Failure(Enum):
    """What is not as it must be."""

    OUTCOME = "a ruling comes out otherwise"
    SILENCE = "a clause does not decide that has to"


@dataclass(frozen=True, slots=True)
class Precedent:
    """A case in one of its situations, in which it comes out; `clauses` have to decide, `deciding` do."""

    killer: Killer
    situation: Situation
    expected: Mapping[Place, Expected]
    clauses: tuple[str, ...]
    deciding: frozenset[str]

    def failure(self, rulebook: Rulebook) -> Failure | None:
        """What is wrong with it in a rulebook with the same facts; None where nothing is."""
        evaluation = Evaluation(rulebook, self.situation)
        outcomes = {place: evaluation.outcome(place) for place in self.expected}
        if not all(is_expected(expected, outcomes[place]) for place, expected in self.expected.items()):
            return Failure.OUTCOME
        return None if _deciding(evaluation, self.expected).issuperset(self.clauses) else Failure.SILENCE

    def concerns(self, mutant: Mutant) -> bool:
        """Whether it is decided by what the mutant alters, or about what that decides: then it most likely fails."""
        if mutant.clauses:
            return bool(self.deciding & mutant.clauses)
        return any(place.name in mutant.rulings for place in self.expected)


@dataclass(frozen=True, slots=True)
class Protection:
    """What protects a rulebook beside its claims.

    `by_hand` are the cases that come out, in each of their situations, `open` those whose situations only a solver
    knows; `generated` are the cases of a suite, each of which has to come out by the clauses that decide it now.
    """

    by_hand: tuple[Precedent, ...]
    open: tuple[Case, ...]
    generated: tuple[Precedent, ...]


def protection(suite: Suite) -> Protection:
    """What protects the rulebook of a suite."""
    by_hand, others = list[Precedent](), list[Case]()
    for case in suite.rulebook.cases:
        listed = situations(suite.rulebook, case)
        if listed is None:
            others.append(case)
        else:
            by_hand += _coming_out(suite.rulebook, case, listed)
    return Protection(tuple(by_hand), tuple(others), tuple(_generated(suite)))


def _coming_out(rulebook: Rulebook, case: Case, listed: Iterable[Situation]) -> Iterator[Precedent]:
    """A case in each of its situations that is possible; nothing of one that does not come out in all of them."""
    killer = Killer(Means.CASE, case.title)
    possible = [each for each in listed if Evaluation(rulebook, each).possible]
    found = [
        Precedent(killer, each, case.expected, case.clauses, _deciding(Evaluation(rulebook, each), case.expected))
        for each in possible
    ]
    if all(each.failure(rulebook) is None for each in found):
        yield from found


def _generated(suite: Suite) -> Iterator[Precedent]:
    for example in (one for shown in suite.shown for one in shown.examples):
        expected = {example.place: Unruled(example.kind.value) if example.value is None else example.value}
        killer, deciding = Killer(Means.GENERATED, example.label), frozenset(example.deciding)
        yield Precedent(killer, example.situation, expected, example.deciding, deciding)


def _deciding(evaluation: Evaluation, places: Iterable[Place]) -> frozenset[str]:
    outcomes = (evaluation.outcome(place) for place in places)
    return frozenset(instance.clause.id for outcome in outcomes for instance in outcome.deciding)
