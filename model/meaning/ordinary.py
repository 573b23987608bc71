"""How ordinary a situation is (`docs/proofs.md`, "Which example is shown"): the order in which witnesses are preferred.

A total order on the situations of a rulebook: fewest departures from `usually`, smallest total distance of ordered
facts from it, `players` nearest its usual (the fewer of two), earliest stages, lowest seats, earliest other values.
"""

from typing import TypeAlias

from ..language.rulebook import Fact, Place
from ..language.types import Number, Seat, Timeline, Value
from .evaluate import Evaluation, Undefined
from .situation import fact_places

Rank: TypeAlias = tuple[int | tuple[int, ...], ...]


def arises(evaluation: Evaluation, fact: Fact, place: Place) -> bool:
    """Whether a fact's `when` is true at a place: only then it is asked and shown."""
    return evaluation.holds(fact.when, _bindings(fact, place))


def usual_value(evaluation: Evaluation, fact: Fact, place: Place) -> Value | None:
    """The usual value of a fact at a place; None where its `usually` gives none that it could have."""
    if fact.usually is None:
        return None
    value = evaluation.value(fact.usually, _bindings(fact, place))
    if isinstance(value, Undefined) or not fact.type.low <= value <= fact.type.high:
        return None
    if isinstance(fact.type, Seat) and evaluation.situation.players < value != fact.type.table.nobody:
        return None
    return value


def rank(evaluation: Evaluation, subject: Value | None = None) -> Rank:
    """How a situation ranks, the most ordinary first; `subject` is the index that a finding is about."""
    rulebook, situation = evaluation.rulebook, evaluation.situation
    departures = distance = 0
    stages: list[int] = []
    seats: list[int] = [] if subject is None else [int(subject)]
    others: list[int] = []
    for fact in rulebook.facts.values():
        group = stages if isinstance(fact.type, Timeline) else seats if isinstance(fact.type, Seat) else others
        for place in fact_places(fact, situation.players):
            value = situation.values[place]
            group.append(int(value))
            usual = usual_value(evaluation, fact, place) if arises(evaluation, fact, place) else None
            if usual is not None and usual != value:
                departures += 1
                distance += abs(value - usual) if isinstance(fact.type, Number | Timeline) else 0
    usual_players = rulebook.table.usual if rulebook.table else 0
    far = abs(situation.players - usual_players)
    return (departures, distance, far, situation.players, tuple(stages), tuple(seats), tuple(others))


def _bindings(fact: Fact, place: Place) -> dict[str, Value]:
    return {} if fact.index is None or place.index is None else {fact.index.name: place.index}
