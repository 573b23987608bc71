"""An interview: asked is what is expected to settle most of the wanted rulings for what it costs to find out.

Each answer gives a new interview, and none is changed. The same answers lead to the same question (`question`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ranges import Ranges, Values
from misdeal.model.meaning.topic import About, Topic

from .common import Comes
from .conflict import Conflicts
from .evidence import Evidence
from .impossible import impossible
from .inquiry import Undetermined
from .known import Known
from .question import Found, Question, find
from .refusal import Refusal, check_given, is_unknown
from .replay import Disagreement
from .study import Study
from .trials import members

REPLAYED = 4  # situations put to the reference evaluator at the end


class Ruling(NamedTuple):
    """How a wanted ruling stands: what can come out, as far as that was seen, and whether that is proved to be all."""

    place: Place
    comes: tuple[Comes, ...]
    settled: bool


@dataclass(frozen=True, eq=False)
class Interview:
    """What is known so far, and the next question. `unsure` are the places of which the director does not know.

    `answers` are the questions so far with what was answered, None where that is not known.
    """

    study: Study
    known: Known
    unsure: frozenset[Place] = frozenset()
    answers: tuple[tuple[Question, Values | None], ...] = ()
    before: Evidence | None = None
    proved: frozenset[Place] = frozenset()
    _next: dict[tuple[range, ...] | None, "Interview"] = field(default_factory=dict)

    @classmethod
    def of(cls, study: Study, known: Known) -> "Interview":
        """An interview that begins with what is known. Raises Refusal where that is impossible, or no fact."""
        check_given(known)
        _check_possible(study, known)
        unsure = (place for place, values in known.facts.items() if is_unknown(study.rulebook, place, values))
        return cls(study, known, frozenset(unsure))

    @property
    def question(self) -> Question | None:
        """What to ask next; None where all wanted rulings are settled, or nothing more can be found out."""
        return self._found.question

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """How the wanted rulings stand, at the seats that may be at the table."""
        found = self._found
        outcomes = found.evidence.outcomes()
        return tuple(
            Ruling(place, tuple(sorted(comes, key=lambda each: each.rank)), place in found.settled)
            for place, comes in outcomes.items()
            if comes
        )

    @property
    def settled(self) -> bool:
        """Whether all wanted rulings are."""
        return all(ruling.settled for ruling in self.rulings)

    def prospects(self) -> tuple[Mapping[Place, tuple[Comes, ...]], ...]:
        """For each answer to the question, or of several places each that is named, what would be left of some rulings.

        These are the rulings of which less can come out then, and what can is proved to be all.
        """
        question, seen, _ = self._found
        assert question, "nothing is asked"
        topic, study = question.topic, self.study
        pairs: list[tuple[Place, Values]] = [(question.places[0], choice) for choice in question.choices]
        if topic.at_once:
            pairs = [(place, frozenset({True})) for place in question.places]
        if topic.at_once and len(pairs) == 1:
            pairs = [(question.places[0], frozenset({so})) for so in (False, True)]
        return tuple(dict(_left(study, _added(self.known, topic, place, values), seen)) for place, values in pairs)

    def answered(self, values: Values | None) -> "Interview":
        """The interview after an answer: what the value may be, or the indices for which it is so.

        None says that the director does not know. Raises Refusal where that cannot be.
        """
        key = None if values is None else Ranges.of(values).runs
        if key not in self._next:
            self._next[key] = self._after(values)
        return self._next[key]

    def _after(self, values: Values | None) -> "Interview":
        question, evidence, settled = self._found
        assert question, "nothing is asked"
        answers = (*self.answers, (question, values))
        if values is None:
            unsure = self.unsure.union(question.places)
            return Interview(self.study, self.known, unsure, answers, evidence, settled)
        known = _told(self.known, question, values)
        evidence = evidence.narrowed(known)
        if not evidence.alive:
            _check_possible(self.study, known)
        return Interview(self.study, known, self.unsure, answers, evidence, settled)

    @cached_property
    def _found(self) -> Found:
        found = find(self.study, self.known, self.unsure, self.before, self.proved)
        if found.question is None:
            _replay(self.study, found)
        return found


def _left(study: Study, known: Known, seen: Evidence) -> Iterator[tuple[Place, tuple[Comes, ...]]]:
    """The rulings of which less can come out where this is known, with what can, as far as that is proved."""
    t, now, then = study.world.terms, seen.outcomes(), seen.narrowed(known).outcomes()
    more = {
        goal.place: t.conjunction(
            (goal.seated, *(t.negation(goal.comes(study.world, comes)) for comes in then[goal.place]))
        )
        for goal in study.goals
        if 0 < len(then[goal.place]) < len(now[goal.place])
    }
    held = study.holding(known, list(more.values()))
    for place, term in more.items():
        if term not in held:
            yield place, tuple(sorted(then[place], key=lambda each: each.rank))


def _told(known: Known, question: Question, values: Values) -> Known:
    """What is known with an answer."""
    for place in question.places:
        told = frozenset({place.index in values}) if question.topic.at_once else values
        known = _added(known, question.topic, place, told)
    return known


def _added(known: Known, topic: Topic, place: Place, values: Values) -> Known:
    """What is known with what a place may be."""
    if place in known.given:
        values = Ranges.of(values).within(Ranges.of(known.given[place]))
    match topic.about:
        case About.PLAYERS:
            return replace(known, players=values)
        case About.FACT:
            return replace(known, facts=MappingProxyType({**known.facts, place: values}))
        case About.LET:
            return replace(known, lets=MappingProxyType({**known.lets, place: values}))


def _check_possible(study: Study, known: Known) -> None:
    """Raises Refusal, with the reason, where nothing is possible in which all that is known holds."""
    if not study.none(known, [study.world.terms.true]):
        return
    try:
        with Conflicts(known, study.timeout) as search:
            raise impossible(study.rulebook, search.find())
    except Undetermined as reason:
        raise Refusal(f"this is impossible; why, was not found out: {reason}") from None


def _replay(study: Study, found: Found) -> None:
    """Raises Disagreement where the reference evaluator finds something else than what was seen."""
    outcomes = found.evidence.outcomes()
    for row, _ in zip(members(found.evidence.alive), range(REPLAYED), strict=False):
        evaluation = Evaluation(study.rulebook, found.evidence.situation(row))
        for place, comes in outcomes.items():
            rows = [each for each, rows in comes.items() if rows >> row & 1]
            if rows and rows != [_agreed(evaluation, place)]:
                raise Disagreement(f"{place} in {evaluation.situation}: {rows}")


def _agreed(evaluation: Evaluation, place: Place) -> Comes:
    """What comes out, a value by default counted as any other."""
    outcome = evaluation.outcome(place)
    return Comes(outcome.kind) if outcome.value is None else Comes(Kind.VALUE, outcome.value)
