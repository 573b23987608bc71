"""The best fixed order of questions that was found, for comparison with an interview.

A form asks its questions in one order, leaves out those that do not arise in the case, and stops as soon as all that
is wanted is settled. When that is, follows from the situations in which something else comes out: of the questions by
whose answers such a situation differs from the case, one at least has to be asked. The situations that are known by
chance give too few questions rather than too many; for the figures a solver looks for the others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.situation import places
from misdeal.model.meaning.topic import Topic  # noqa: TC001 - it is loaded anyway
from misdeal.proofs.assumed import decoded
from misdeal.proofs.common import Comes
from misdeal.proofs.drawing import Like
from misdeal.proofs.evidence import Evidence, column, evidence, gathered, repeated
from misdeal.proofs.goal import Goal
from misdeal.proofs.known import PLAYERS, Known
from misdeal.proofs.study import Study
from misdeal.proofs.term import Term
from misdeal.proofs.trials import Rows, members
from tests.interviewing import can_be_told, outcome, spelled, value_at

Key: TypeAlias = int
"""A question, by its place among the topics."""

NEAR = 512  # situations drawn around each case
ROUNDS = 3  # of improvement, each with the sets that the one before turned up
MOST = 400  # sets of questions that are kept of a case, smallest first


class Case:
    """A situation: the questions that arise in it, and sets of questions of each of which one has to be asked."""

    def __init__(self, evaluation: Evaluation, arising: frozenset[Key]) -> None:
        self.evaluation = evaluation
        self.met = dict.fromkeys(arising, 0)  # of each question the sets that it is in, as bits
        self.all = 0

    def add(self, telling: frozenset[Key]) -> None:
        """Another set."""
        bit = self.all + 1
        self.all |= bit
        for key in telling:
            self.met[key] |= bit

    def length(self, order: Iterable[Key]) -> int:
        """How many questions are asked in an order before one of each set is."""
        met = count = 0
        for key in order:
            if met == self.all:
                break
            if key in self.met:
                met |= self.met[key]
                count += 1
        return count


class Fixed:
    """Looks for a fixed order of questions, and counts how many of them it takes."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._topics: Sequence[Topic] = list(dict.fromkeys(one.topic for one in study.asked.values()))
        self._seen = gathered(study, Known(study.rulebook))

    def case(self, evaluation: Evaluation) -> Case:
        """A case with what is known of it by situations around it, and by any."""
        arising = frozenset(key for key in range(len(self._topics)) if any(self._places(evaluation, key)))
        found = {
            each for seen in (self._around(evaluation), self._seen) for each in self._apart(seen, evaluation, arising)
        }
        case = Case(evaluation, arising)
        for each in sorted(found, key=lambda each: (len(each), sorted(each)))[:MOST]:
            case.add(each)
        return case

    def best(self, cases: Sequence[Case]) -> list[Key]:
        """An order by which few questions are asked: made one by one, then improved by moving one at a time."""
        order: list[Key] = []
        left = set(range(len(self._topics)))
        while left:
            best = max(sorted(left), key=lambda key: _hit(cases, order, key))
            order.append(best)
            left.remove(best)
        for _ in range(ROUNDS):
            order = self._improved(cases, order)
            for case in cases:
                self.exact(case, order)  # which finds more sets
        return self._improved(cases, order)

    def cost(self, case: Case, order: Sequence[Key], count: int) -> int:
        """What the first so many questions cost that arise in a case."""
        asked = [key for key in order if key in case.met][:count]
        return sum(self._topics[key].cost for key in asked)

    def exact(self, case: Case, order: Sequence[Key]) -> int:
        """How many questions are asked, as is proved."""
        t = self._study.world.terms
        while True:
            count = case.length(order)
            asked = [key for key in order if key in case.met][:count]
            known = self._known(case.evaluation, asked)
            model = self._study.find(known, t.disjunction(self._otherwise(case.evaluation)))
            if model is None:
                return count
            other = Evaluation(self._study.rulebook, decoded(self._study.world, model))
            case.add(frozenset(key for key in case.met if self._differ(case.evaluation, other, key)))

    # Orders

    def _improved(self, cases: Sequence[Case], order: list[Key]) -> list[Key]:
        """The same with questions moved to where they are better, until none is."""
        best, moved = _total(cases, order), True
        while moved:
            moved = False
            for key in list(order):
                rest = [each for each in order if each != key]
                tries = [[*rest[:at], key, *rest[at:]] for at in range(len(order))]
                total, at = min((_total(cases, each), at) for at, each in enumerate(tries))
                if total < best:
                    best, order, moved = total, tries[at], True
        return order

    # Cases

    def _places(self, evaluation: Evaluation, key: Key) -> Iterator[Place]:
        """The places of a topic that can be asked about in a situation."""
        for place in self._topics[key].places:
            if can_be_told(self._study, evaluation, place):
                yield place

    def _around(self, evaluation: Evaluation) -> Evidence:
        symbols = self._symbols(evaluation)
        columns = {symbol: repeated(column(symbol, [symbols]), 1, NEAR) for symbol in self._study.symbols}
        like = Like(columns, 1, (1 << NEAR) - 2)
        drawn = self._study.drawing.draw({}, NEAR, Random(1), like)  # noqa: S311 - nothing secret
        return evidence(self._study, Known(self._study.rulebook), drawn, NEAR)

    def _symbols(self, evaluation: Evaluation) -> Mapping[Term, int]:
        encoder, told = self._study.world.encoder, evaluation.situation
        facts = {encoder.fact(place): int(told.values[place]) for place in places(evaluation.rulebook, told.players)}
        return {encoder.players: told.players, **facts}

    def _apart(self, seen: Evidence, evaluation: Evaluation, arising: frozenset[Key]) -> Iterator[frozenset[Key]]:
        """Of each situation in which something else comes out the questions whose answers are others there."""
        differing = 0
        for goal in self._study.goals:
            own = outcome(evaluation, goal.place)
            outcomes = goal.outcomes(seen.trials, seen.alive)
            differing |= reduce(or_, (rows for each, rows in outcomes.items() if own not in {None, spelled(each)}), 0)
        same = {key: self._same(seen, evaluation, key) for key in sorted(arising)}
        for row in members(differing):
            yield frozenset(key for key, rows in same.items() if not rows >> row & 1)

    def _same(self, seen: Evidence, evaluation: Evaluation, key: Key) -> Rows:
        rows = seen.alive
        for place in self._places(evaluation, key):
            rows &= seen.values(place).get(int(value_at(evaluation, place) or 0), 0)
        return rows

    def _differ(self, one: Evaluation, other: Evaluation, key: Key) -> bool:
        return any(value_at(one, place) != value_at(other, place) for place in self._places(one, key))

    def _known(self, evaluation: Evaluation, asked: Iterable[Key]) -> Known:
        """What is known once some questions are answered."""
        given: dict[Place, frozenset[Value]] = {}
        for key in asked:
            for place in self._places(evaluation, key):
                value = value_at(evaluation, place)
                given[place] = frozenset(() if value is None else (value,))
        players = given.pop(PLAYERS, None)
        lets = {place: given.pop(place) for place in [*given] if place.name in self._study.rulebook.lets}
        return Known(self._study.rulebook, players, MappingProxyType(given), MappingProxyType(lets))

    def _otherwise(self, evaluation: Evaluation) -> Iterator[Term]:
        """Where something else comes out for a ruling than in a situation."""
        t = self._study.world.terms
        for goal in self._study.goals:
            own = outcome(evaluation, goal.place)
            if own is not None:
                comes = goal.comes(self._study.world, _comes(goal, evaluation))
                yield t.conjunction((goal.seated, t.negation(comes)))


def _comes(goal: Goal, evaluation: Evaluation) -> Comes:
    found = evaluation.outcome(goal.place)
    flag = isinstance(goal.decision.ruling.type, Flag)
    value = None if found.value is None else bool(found.value) if flag else found.value
    return Comes(found.kind if value is None else Kind.VALUE, value)


def _hit(cases: Sequence[Case], order: Sequence[Key], key: Key) -> float:
    """The share of the sets not met by an order that a question is in, over all cases."""
    worth = 0.0
    for case in cases:
        unmet = case.all & ~reduce(or_, (case.met.get(each, 0) for each in order), 0)
        worth += (case.met.get(key, 0) & unmet).bit_count() / unmet.bit_count() if unmet else 0
    return worth


def _total(cases: Sequence[Case], order: Sequence[Key]) -> int:
    return sum(case.length(order) for case in cases)
