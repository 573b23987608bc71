"""Mutants that were judged as data for people: every format says the same of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import floor

from misdeal.model.language.rulebook import Case, Clause, Let, Part, Place, Rulebook, Ruling
from misdeal.model.language.span import NOWHERE
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.proofs.cases import situations
from misdeal.proofs.finding import Witness
from misdeal.proofs.mutants import Mutant, Subject
from misdeal.proofs.mutation_records import Difference, Fate, Mutation, Score
from misdeal.proofs.replay import came
from misdeal.proofs.suite import Example

from .suite_cases import SuiteCase, suite_case
from .witness import Came, Mentioned, came_out, replay_words, tell


@dataclass(frozen=True, slots=True)
class ToldDifference:
    """Where a mutant rules otherwise: what comes out now and in the mutant, and the case that would say so.

    `command` are the words that rule on the situation.
    """

    now: Came
    mutant: Came
    case: SuiteCase
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldMutation:
    """A book as it was named, with what became of its mutants."""

    book: str
    mutation: Mutation

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook that is altered."""
        return self.mutation.rulebook

    def by_subject(self) -> Mapping[Subject, Mapping[Mutant, Fate]]:
        """All mutants by the statement that is altered."""
        found: dict[Subject, dict[Mutant, Fate]] = {}
        for mutant, fate in self.mutation.fates.items():
            found.setdefault(mutant.subject, {})[mutant] = fate
        return found

    def difference(self, mutant: Mutant, difference: Difference) -> ToldDifference:
        """A difference told."""
        place, situation = difference.place, difference.situation
        now, after = Evaluation(self.rulebook, situation), Evaluation(mutant.rulebook, situation)
        outcome = now.outcome(place)
        deciding = tuple(dict.fromkeys(instance.clause.id for instance in outcome.deciding))
        example = Example(mutant.name, place, situation, outcome.kind, outcome.value, deciding)
        telling = tell(self.rulebook, Witness(situation, place.index), Mentioned(), place.name)
        came = came_out(now, place)
        return ToldDifference(
            came,
            came_out(after, place),
            _without_options(self.rulebook, suite_case(self.rulebook, example, mutant.name)),
            (*replay_words(self.book, telling), f"--ruling={came.place}"),
        )


def _without_options(rulebook: Rulebook, case: SuiteCase) -> SuiteCase:
    """A case without the options by which nothing else would come out."""
    given = dict(case.given)
    for option in rulebook.options:
        fewer = {place: value for place, value in given.items() if place != Place(option.name)}
        listed = situations(rulebook, Case("", case.players, fewer, {}, NOWHERE))
        if listed and len({came(Evaluation(rulebook, each).outcome(case.place)) for each in listed}) == 1:
            given = fewer
    return replace(case, given=given)


def percent(score: Score) -> float:
    """A score in percent with one digit after the point, never rounded up."""
    return floor(score.share * 1000) / 10


def statement(rulebook: Rulebook, subject: Subject) -> Clause | Part | Ruling | Let:
    """The statement that is altered."""
    match subject.keyword:
        case "clause":
            return rulebook.clauses[subject.name]
        case "part":
            return next(part for part in rulebook.parts if part.id == subject.name)
        case "ruling":
            return rulebook.rulings[subject.name]
        case _:
            return rulebook.lets[subject.name]


def title_of(rulebook: Rulebook, subject: Subject) -> str:
    """The title of a clause or part, the question of a ruling or `let`; empty of a `let` without one."""
    found = statement(rulebook, subject)
    return found.title if isinstance(found, Clause | Part) else found.question
