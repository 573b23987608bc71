"""What a question of an interview may be, by going through all situations that the answers leave."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises
from misdeal.model.meaning.reach import reached
from misdeal.model.meaning.situation import ruling_places
from misdeal.model.meaning.topic import About, Topic, topics

from .playing import Outcome, answer, comes
from .worlds import World


class Brute:
    """Every possible situation of a rulebook, and which of them are left by answers."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.topics = {topic.key: topic for topic in topics(rulebook)}
        self.rulebook = rulebook
        self.left = World(rulebook).possible

    def told(self, question: Mapping[str, Any], given: Sequence[int] | None) -> None:
        """Leave those that agree with an answer."""
        if given is not None:
            topic, allowed = self.topics[question["topic"]], set(given)
            self.left = [each for each in self.left if self._agrees(each, topic, question, allowed)]

    def _agrees(self, evaluation: Evaluation, topic: Topic, question: Mapping[str, Any], allowed: set[int]) -> bool:
        if not topic.at_once:
            return answer(evaluation, topic, topic.places[0]) in allowed
        places = self._places(question)
        return all((int(place.index or 0) in allowed) == bool(answer(evaluation, topic, place)) for place in places)

    def coming(self, wanted: Sequence[str]) -> Mapping[Place, set[Outcome]]:
        """What can come out."""
        return self._coming(self.left, wanted)

    def _coming(self, left: Sequence[Evaluation], wanted: Sequence[str]) -> Mapping[Place, set[Outcome]]:
        found: dict[Place, set[Outcome]] = defaultdict(set)
        for evaluation in left:
            for place in ruling_places(self.rulebook, evaluation.situation.players):
                if not wanted or place.name in wanted:
                    found[place].add(comes(evaluation, place)[0])
        return found

    def answers(self, question: Mapping[str, Any]) -> set[tuple[int | None, ...]]:
        """What can be answered."""
        return {self._answer(evaluation, question) for evaluation in self.left}

    def _answer(self, evaluation: Evaluation, question: Mapping[str, Any]) -> tuple[int | None, ...]:
        topic = self.topics[question["topic"]]
        return tuple(answer(evaluation, topic, place) for place in self._places(question))

    def _places(self, question: Mapping[str, Any]) -> list[Place]:
        """What is asked about."""
        topic = self.topics[question["topic"]]
        return [place for place in topic.places if not topic.at_once or int(place.index or 0) in question["codes"]]

    def arises(self, question: Mapping[str, Any]) -> bool:
        """Whether all that is asked about arises wherever it may be."""
        topic = self.topics[question["topic"]]
        if topic.about is not About.FACT:
            return True
        fact = self.rulebook.facts[topic.name]
        return all(
            answer(evaluation, topic, place) is not None and arises(evaluation, fact, place)
            for evaluation in self.left
            for place in self._places(question)
        )

    def matters(self, question: Mapping[str, Any], wanted: Sequence[str]) -> bool:
        """Whether an answer rules out something that can come out, or can decide beside everything else."""
        whole = self.coming(wanted)
        for one in self.answers(question):
            here = [each for each in self.left if self._answer(each, question) == one]
            if self._coming(here, wanted) != {
                place: found for place, found in whole.items() if place in self._coming(here, wanted)
            }:
                return True
        return any(self._apart(one, other, question, wanted) for one, other in combinations(self.left, 2))

    def _apart(self, one: Evaluation, other: Evaluation, question: Mapping[str, Any], wanted: Sequence[str]) -> bool:
        """Whether two situations that agree on all else, wherever it arises in both, have different outcomes."""
        if self._answer(one, question) == self._answer(other, question):
            return False
        topic = self.topics[question["topic"]]
        beneath = (
            reached(self.rulebook, [], [self.rulebook.lets[topic.name].body])
            if topic.about is About.LET
            else {topic.name}
        )
        if topic.about is not About.PLAYERS and one.situation.players != other.situation.players:
            return False
        for place in one.situation.values.keys() & other.situation.values.keys():
            fact = self.rulebook.facts[place.name]
            differ = place.name not in beneath and one.situation.values[place] != other.situation.values[place]
            if differ and arises(one, fact, place) and arises(other, fact, place):
                return False
        places = set(ruling_places(self.rulebook, one.situation.players)) & set(
            ruling_places(self.rulebook, other.situation.players)
        )
        return any(
            comes(one, place)[0] != comes(other, place)[0] for place in places if not wanted or place.name in wanted
        )
