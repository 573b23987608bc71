"""Which question comes next.

Questions are chosen by evidence, over many possible situations in which what is known holds, and then proved. A ruling
is settled where it is proved that nothing else comes out for it. A question is asked where it is proved that a director
can answer it, that its answer is not implied, and that it can matter: two possible situations that agree on everything
else, wherever it arises in both, have different outcomes. Facts may be tied to one another so that no question is seen
to matter alone. Then the most telling one is asked whose answer would rule an outcome out, or else one that is proved
to matter, or else the first that is open.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Number, Seat
from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.topic import About, Topic

from .asked import Asked
from .assumed import within
from .cells import ranges
from .evidence import Evidence, beside, gathered
from .goal import Goal, Outcomes  # noqa: TC001 - types of fields
from .known import PLAYERS, Known
from .replay import Disagreement
from .study import Study
from .term import Term
from .trials import Rows
from .weighing import Weighing

T = TypeVar("T")

ALIKE = 0.8  # of what the best index tells: one that tells so much may come before it
MOST = 12  # answers that were not seen of which each is proved impossible or kept; of more all are kept


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a topic, about one place, or of which `places` it is so.

    `choices` are the answers about one place that are possible and told apart, each the set of values that it stands
    for; empty where it is asked about places at once. `bears` are rulings for which the answer alone makes a
    difference, as far as that was seen.
    """

    topic: Topic
    places: tuple[Place, ...]
    choices: tuple[Ranges, ...]
    bears: tuple[Place, ...] = ()


class Found(NamedTuple):
    """The next question, None where there is none; the evidence for it; and the rulings that are proved settled."""

    question: Question | None
    evidence: Evidence
    settled: frozenset[Place]


class _Candidate(NamedTuple):
    """A topic with the places of it that seem to be open, and what their answers tell for what they cost."""

    topic: Topic
    places: tuple[Place, ...]
    worth: float


def find(
    study: Study, known: Known, unsure: frozenset[Place], before: Evidence | None, settled: frozenset[Place]
) -> Found:
    """The next question. `unsure` are places that nobody knows of, `settled` rulings that are proved to be already."""
    seen = gathered(study, known, before)
    seeds: list[Mapping[Term, int]] = []
    while not any(len(outcomes) > 1 for outcomes in seen.outcomes().values()):
        otherwise = study.world.terms.disjunction(_otherwise(study, seen, settled))
        if study.none(known, [otherwise]):
            return Found(None, seen, frozenset(goal.place for goal in study.goals))
        model = study.example(known, otherwise)
        if model is None:
            return Found(None, seen, settled)
        if model.values in seeds:
            raise Disagreement(f"{model} shows nothing new")
        seeds.append(model.values)
        seen = gathered(study, known, seen, seeds)
    return Found(_Search(study, known, unsure, seen).find(), seen, settled)


def _otherwise(study: Study, seen: Evidence, settled: frozenset[Place]) -> Iterator[Term]:
    """Where something else comes out for a ruling than in all that was seen."""
    t, outcomes = study.world.terms, seen.outcomes()
    for goal in study.goals:
        if goal.place not in settled:
            others = (t.negation(goal.comes(study.world, comes)) for comes in outcomes[goal.place])
            yield t.conjunction((goal.seated, *others))


class _Search:
    """Looks for a question where some rulings are open."""

    def __init__(self, study: Study, known: Known, unsure: frozenset[Place], seen: Evidence) -> None:
        self._study = study
        self._known = known
        self._unsure = unsure
        self._seen = seen
        outcomes = seen.outcomes()
        self._open: Sequence[Goal] = [goal for goal in study.goals if len(outcomes[goal.place]) > 1]
        self._outcomes: Sequence[Outcomes] = [outcomes[goal.place] for goal in self._open]
        self._weighing = Weighing(self._outcomes, seen.alive)
        self._topics = dict.fromkeys(one.topic for one in study.asked.values())

    def find(self) -> Question | None:
        """The most telling question that is proved to be one, or None."""
        candidates = list(self._candidates())
        ranked = sorted(candidates, key=lambda each: -round(each.worth, 9))
        ways = (self._shown, self._telling, self._proved)
        ranked = list(_players_first(list(_in_turn(ranked, candidates))))
        for way in ways:
            if question := next(filter(None, map(way, ranked)), None):
                return question
        return None if self._unsure else self._first()

    def _candidates(self) -> Iterator[_Candidate]:
        """The topics that seem to be open, in order, with what they are worth."""
        for topic in self._topics:
            places = tuple(place for place in topic.places if self._seems_open(place))
            if places:
                worth = self._weighing.weight([self._answers(place) for place in places]) / topic.cost
                yield _Candidate(topic, places, worth)

    def _seems_open(self, place: Place) -> bool:
        return place not in self._unsure and self._seen.is_sure(place) and len(self._seen.values(place)) > 1

    def _answers(self, place: Place) -> Sequence[Rows]:
        """The situations of each answer; of numbers of each range that the rulebook tells apart, if there are two."""
        values, cells = self._seen.values(place), self._study.asked[place].topic.cells
        found = [sum(rows for value, rows in values.items() if low <= value <= high) for low, high in cells]
        found = list(filter(None, found))
        return found if len(found) > 1 else list(values.values())

    # What is proved

    def _shown(self, candidate: _Candidate) -> Question | None:
        """The question of a topic that can be answered and matters alone, as two situations show that were tried."""
        shown = self._differing(candidate.places)
        places = self._sure(candidate.places) if shown else ()
        if places != candidate.places:
            shown = self._differing(places) if places else {}
        return self._asking(candidate.topic, places, shown) if shown else None

    def _proved(self, candidate: _Candidate) -> Question | None:
        """The question of a topic that can be answered and matters alone, as two situations show that are found."""
        places = self._sure(candidate.places)
        topic = [self._study.asked[place] for place in places]
        matters = bool(topic) and self._study.matters(self._known, topic, self._open)
        return self._asking(candidate.topic, places, {}) if matters else None

    def _telling(self, candidate: _Candidate) -> Question | None:
        """The question of a topic that can be answered, where one of the answers seen rules out an outcome seen."""
        places = self._sure(candidate.places)
        t, world = self._study.world.terms, self._study.world
        for place in places:
            for value, rows in self._seen.values(place).items():
                answer = self._equals(self._study.asked[place], value)
                excluded = [
                    t.conjunction((answer, goal.comes(world, comes)))
                    for goal, outcomes in zip(self._open, self._outcomes, strict=True)
                    for comes, here in outcomes.items()
                    if not here & rows
                ]
                if excluded and len(self._study.holding(self._known, excluded)) < len(excluded):
                    return self._asking(candidate.topic, places, {})
        return None

    def _first(self) -> Question | None:
        """The first thing that is open at all: one that can be answered, as what it arises by is known then."""
        facts = self._study.rulebook.settling_order
        order = [PLAYERS.name, *facts]
        for topic in sorted(
            self._topics, key=lambda topic: order.index(topic.name) if topic.name in order else len(order)
        ):
            places = tuple(place for place in self._sure(topic.places) if self._is_open(place))
            if places:
                return self._asking(topic, places, {})
        return None

    def _is_open(self, place: Place) -> bool:
        asked = self._study.asked[place]
        value = next(iter(self._seen.values(place)), None)
        t = self._study.world.terms
        return value is not None and self._study.some(self._known, t.negation(self._equals(asked, value)))

    def _sure(self, places: Sequence[Place]) -> tuple[Place, ...]:
        """The places of which it is proved that they can be asked about."""
        t = self._study.world.terms
        lacking = {place: t.negation(self._study.asked[place].sure) for place in places if self._seen.is_sure(place)}
        held = self._study.holding(self._known, list(lacking.values()))
        return tuple(place for place, term in lacking.items() if term not in held)

    def _differing(self, places: Sequence[Place]) -> Mapping[Place, Rows]:
        """The rulings for which the answer about some places matters, with situations beside which others show it."""
        topic = [self._study.asked[place] for place in places]
        beneath = frozenset[Place]().union(*(one.beneath for one in topic))
        other = beside(self._seen, self._known, beneath)
        both, apart = self._seen.alive & other.alive, 0
        for one in topic:
            apart |= both & ~_agreeing(self._seen.values(one.place), other.values(one.place))
        found: dict[Place, Rows] = {}
        for goal, outcomes in zip(self._open, self._outcomes, strict=True):
            others = goal.outcomes(other.trials, apart)
            if rows := _all(others) & _all(outcomes) & ~_agreeing(outcomes, others):
                found[goal.place] = rows
        return found

    # What is asked

    def _asking(self, topic: Topic, places: tuple[Place, ...], shown: Mapping[Place, Rows]) -> Question:
        """The question with its possible answers; situations that show that it matters are tried first for ranges."""
        if topic.at_once:
            return Question(topic, places, (), tuple(shown))
        (place,) = places
        asked, seen = self._study.asked[place], self._seen.values(place)
        choices = self._choices(asked, _all(shown))
        unseen = [self._within(asked, values) for values in choices if values.isdisjoint(seen)]
        if len(unseen) <= MOST:
            held = self._study.holding(self._known, unseen)
            choices = [each for each in choices if not each.isdisjoint(seen) or self._within(asked, each) in held]
        return Question(topic, places, tuple(choices), tuple(shown))

    def _choices(self, asked: Asked, rows: Rows) -> Sequence[Ranges]:
        """The answers that are told apart, possible or not."""
        if isinstance(asked.topic.type, Number) and asked.topic.about is not About.PLAYERS:
            return ranges(self._seen, self._known, asked, self._open, rows)
        allowed = Ranges.of(self._known.given.get(asked.place, Ranges.whole(asked.topic.type)))
        return [Ranges.of([value]) for value in allowed]

    def _equals(self, asked: Asked, value: int) -> Term:
        return within(self._study.world, asked.value, {value})

    def _within(self, asked: Asked, values: Ranges) -> Term:
        return within(self._study.world, asked.value, values)


def _players_first(ranked: Sequence[_Candidate]) -> Iterator[_Candidate]:
    """What is asked of players is asked once it is known how many there are, if that can be asked."""
    players = [each for each in ranked if each.topic.about is About.PLAYERS]
    for candidate in ranked:
        index = candidate.topic.index
        if index and isinstance(index.type, Seat):
            yield from players
            players = []
        yield candidate


def _in_turn(ranked: Sequence[_Candidate], declared: Sequence[_Candidate]) -> Iterator[_Candidate]:
    """One index after the other of what has several, but for one that tells clearly more than those before it."""
    left = list(declared)
    for candidate in ranked:
        if candidate in left:
            enough = candidate.worth * ALIKE
            alike = [each for each in left if each.topic.name == candidate.topic.name and each.worth >= enough]
            yield from alike
            left = [each for each in left if each not in alike]


def _agreeing(one: Mapping[T, Rows], other: Mapping[T, Rows]) -> Rows:
    """The rows that have the same value in both."""
    return _all({value: rows & other.get(value, 0) for value, rows in one.items()})


def _all(parts: Mapping[T, Rows]) -> Rows:
    """The rows of all parts."""
    return reduce(or_, parts.values(), 0)
