"""A director who knows a situation and answers an interview about it, and what brute force says of each question."""

from collections.abc import Iterator, Sequence
from itertools import chain

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Seat, Value
from misdeal.model.meaning.evaluate import Evaluation, Undefined
from misdeal.model.meaning.ordinary import arises
from misdeal.model.meaning.ranges import Values
from misdeal.model.meaning.situation import Situation, ruling_places, table_sizes
from misdeal.model.meaning.topic import topics
from misdeal.proofs.common import Comes
from misdeal.proofs.interview import Interview
from misdeal.proofs.known import PLAYERS, called
from misdeal.proofs.question import Question
from misdeal.proofs.study import Study

from .strategies import domain


def wanted(rulebook: Rulebook) -> tuple[Place, ...]:
    """All rulings at the largest table."""
    return tuple(ruling_places(rulebook, table_sizes(rulebook)[-1]))


def value_at(evaluation: Evaluation, place: Place) -> Value | None:
    """The value of a fact or a `let` in a situation, or how many play; None where its index is not at the table."""
    told = evaluation.situation
    if place == PLAYERS:
        return told.players
    if place.name in evaluation.rulebook.facts:
        return told.values.get(place)
    kind = evaluation.rulebook.lets[place.name].parameters
    if kind and isinstance(kind[0].type, Seat) and (place.index or 0) > told.players:
        return None
    value = evaluation.value(called(evaluation.rulebook, place))
    return None if isinstance(value, Undefined) else value


def truth(evaluation: Evaluation, question: Question) -> Values:
    """What is answered by who knows the situation: the range that fits, or the indices for which it is so."""
    if question.topic.at_once:
        return frozenset(
            place.index for place in question.places if place.index is not None and value_at(evaluation, place)
        )
    (place,) = question.places
    value = value_at(evaluation, place)
    (fitting,) = [choice for choice in question.choices if value in choice]
    return frozenset(fitting)


def led(start: Interview, evaluation: Evaluation) -> Iterator[Interview]:
    """The interview step by step, each question answered by the truth."""
    now = start
    while now.question is not None:
        yield now
        now = now.answered(truth(evaluation, now.question))
    yield now


def outcome(evaluation: Evaluation, place: Place) -> object:
    """What comes out for a ruling, a value by default like any other; None where its index is not at the table."""
    if place not in set(ruling_places(evaluation.rulebook, evaluation.situation.players)):
        return None
    found = evaluation.outcome(place)
    return found.kind if found.value is None else int(found.value)


def spelled(comes: Comes) -> object:
    """The same of what an interview says."""
    return comes.kind if comes.value is None else int(comes.value)


def check_end(end: Interview, evaluation: Evaluation) -> None:
    """Everything is settled, and as the evaluator says."""
    assert end.settled
    at_table = set(ruling_places(evaluation.rulebook, evaluation.situation.players))
    stands = {each.place: each.comes for each in end.rulings}
    for place in at_table & {goal.place for goal in end.study.goals}:
        assert {spelled(comes) for comes in stands[place]} == {outcome(evaluation, place)}


def arising(evaluation: Evaluation) -> Iterator[Place]:
    """The facts that arise."""
    facts = evaluation.rulebook.facts
    return (place for place in evaluation.situation.values if arises(evaluation, facts[place.name], place))


def can_be_told(study: Study, evaluation: Evaluation, place: Place) -> bool:
    """Whether a place can be asked about in a situation: what its answer is read from arises, or does not count."""
    value, told, rulebook = value_at(evaluation, place), evaluation.situation, evaluation.rulebook
    if value is None or place == PLAYERS:
        return value is not None
    if place.name in rulebook.facts:
        return arises(evaluation, rulebook.facts[place.name], place)
    for each in study.asked[place].beneath & told.values.keys() - set(arising(evaluation)):
        for other in domain(rulebook.facts[each.name].type, told.players):
            moved = Evaluation(rulebook, Situation(told.players, {**told.values, each: other}))
            if value_at(moved, place) != value:
                return False
    return True


# Brute force


class Left:
    """All possible situations in which what is known holds, and what they say of questions."""

    def __init__(self, study: Study, evaluations: Sequence[Evaluation]) -> None:
        self._study = study
        self._rulebook = study.rulebook
        self.evaluations = evaluations
        self._arising = [frozenset(arising(each)) for each in evaluations]
        self._outcomes = [[outcome(each, goal.place) for goal in study.goals] for each in evaluations]

    @property
    def is_open(self) -> bool:
        """Whether more than one thing can come out for some ruling."""
        return any(
            len({came for came in column if came is not None}) > 1 for column in zip(*self._outcomes, strict=True)
        )

    def values(self, place: Place) -> set[Value | None]:
        """What may be answered about a place."""
        return {value_at(each, place) for each in self.evaluations}

    def is_sure(self, place: Place) -> bool:
        """Whether a place can be asked about whatever is true."""
        return all(can_be_told(self._study, each, place) for each in self.evaluations)

    def matters(self, places: Sequence[Place]) -> bool:
        """Whether two situations agree on all else that arises in both, and something else comes out."""
        beneath = frozenset(chain.from_iterable(self._study.asked[place].beneath for place in places))
        rows = [self._row(at, places, beneath) for at in range(len(self.evaluations))]
        return any(self._differ(one, other) for at, one in enumerate(rows) for other in rows[:at])

    def _row(self, at: int, places: Sequence[Place], beneath: frozenset[Place]) -> tuple[object, ...]:
        told = self.evaluations[at].situation
        facts = {place: told.values[place] for place in self._arising[at] if place not in beneath}
        players = 0 if PLAYERS in beneath else told.players
        return players, facts, [value_at(self.evaluations[at], place) for place in places], self._outcomes[at]

    def _differ(self, one: tuple, other: tuple) -> bool:  # type: ignore[type-arg]  # rows, as above
        players, facts, answers, outcomes = one
        if players != other[0] or answers == other[2]:
            return False
        apart = any(a != b and a is not None and b is not None for a, b in zip(outcomes, other[3], strict=True))
        return apart and all(other[1].get(place, value) == value for place, value in facts.items())

    def tells(self, places: Sequence[Place]) -> bool:
        """Whether an answer rules out something that can come out."""
        answers = [[value_at(each, place) for place in places] for each in self.evaluations]
        for column in zip(*self._outcomes, strict=True):
            every = {came for came in column if came is not None}
            for place in range(len(places)):
                for answer in {row[place] for row in answers}:
                    if every - {came for came, row in zip(column, answers, strict=True) if row[place] == answer}:
                        return True
        return False

    def mattering(self) -> list[str]:
        """The topics that can be asked and matter alone."""
        found = []
        for topic in topics(self._rulebook):
            places = [place for place in topic.places if len(self.values(place)) > 1 and self.is_sure(place)]
            if places and self.matters(places):
                found.append(topic.key)
        return found


def check_question(question: Question, left: Left, *, seen: bool = True) -> None:
    """It is asked where something is open, can be answered, is not implied, and matters if any question does alone.

    Where so little is `seen` that what matters may go unnoticed, it may also be one that rules an outcome out.
    """
    assert left.is_open
    for place in question.places:
        assert left.is_sure(place)
        assert len(left.values(place)) > 1
    if not question.topic.at_once:
        (place,) = question.places
        possible = left.values(place)
        assert all(not possible.isdisjoint(choice) for choice in question.choices)
        assert possible == {value for value in possible if any(value in choice for choice in question.choices)}
    if not left.matters(question.places) and (seen or not left.tells(question.places)):
        assert left.mattering() == []
