"""What a picture of a table shows of a situation, in few words: what each seat has, how far it has come, the rest.

Shown are the facts that depart from the usual and those that are mentioned. A fact that is a seat is shown at that
seat. How far the coup or deal has come is always shown.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Flag, Number, Seat, Timeline, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.reach import stage_fact
from misdeal.model.meaning.situation import Situation

from .wording import answer, question, subject_name


@dataclass(frozen=True, slots=True)
class Word:
    """A fact in few words, and as question and answer; `departs` from the usual or not."""

    text: str
    told: str
    departs: bool


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """What a seat has. `name` is empty where seats are numbered; `named` is what it is called in a sentence."""

    seat: int
    name: str
    named: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Stages:
    """A timeline with the present stage, a place in `stages`; `told` is question and answer."""

    name: str
    stages: tuple[str, ...]
    present: int
    told: str


@dataclass(frozen=True, slots=True)
class TableFacts:
    """All that is shown: the seats in dealing order, the timelines, the facts that no seat has."""

    size: str
    seats: tuple[SeatFacts, ...]
    timelines: tuple[Stages, ...]
    others: tuple[Word, ...]


def table_facts(rulebook: Rulebook, situation: Situation, mentioned: AbstractSet[str]) -> TableFacts:
    """What is shown of a situation; `mentioned` are names of facts."""
    at_seat: dict[int, list[Word]] = {seat: [] for seat in range(1, situation.players + 1)}
    timelines: list[Stages] = []
    others: list[Word] = []
    for fact, place, value, departs in _shown(Evaluation(rulebook, situation), mentioned):
        told = f"{question(fact, place.index)} {answer(fact.type, value)}"
        seat = _seat(fact, place, value)
        if isinstance(fact.type, Timeline) and place.index is None:
            timelines.append(Stages(_spaced(fact.name), tuple(map(_spaced, fact.type.stages)), int(value), told))
        elif seat not in at_seat:
            others.append(Word(_in_full(fact, place, value), told, departs))
        elif departs or value is not False:
            at_seat[seat].append(Word(_in_short(fact, place, value), told, departs))
    return TableFacts(
        _size(rulebook, situation.players),
        tuple(_seated(rulebook, seat, tuple(words)) for seat, words in at_seat.items()),
        tuple(timelines),
        tuple(others),
    )


def _shown(evaluation: Evaluation, mentioned: AbstractSet[str]) -> Iterator[tuple[Fact, Place, Value, bool]]:
    """The facts that are shown, with where they stand, their value, and whether that departs from the usual."""
    always = stage_fact(evaluation.rulebook)
    for place, value in evaluation.situation.values.items():
        fact = evaluation.rulebook.facts[place.name]
        if arises(evaluation, fact, place):
            usual = usual_value(evaluation, fact, place)
            departs = usual is not None and usual != value
            if departs or fact.name in mentioned or fact is always:
                yield fact, place, value, departs


def _seat(fact: Fact, place: Place, value: Value) -> int:
    """The seat at which a fact is shown; 0 where it is shown at none."""
    if fact.index is not None:
        return int(place.index or 0) if isinstance(fact.index.type, Seat) else 0
    return int(value) if isinstance(fact.type, Seat) else 0


def _in_short(fact: Fact, place: Place, value: Value) -> str:
    """A fact at the seat that has it: `cards 4`, `away`, `not called`, `dealer`."""
    name = _spaced(fact.name)
    match fact.type:
        case Seat() if place.index is None:
            return name
        case Flag():
            return name if value else f"not {name}"
        case Number():
            return f"{name} {value}"
        case Seat():
            return f"{name}: {subject_name(fact.type, value)}"
        case _:
            return f"{name}: {_spaced(fact.type.show(value))}"


def _in_full(fact: Fact, place: Place, value: Value) -> str:
    """A fact that no seat has: `pack: 35`, `cards shown, ours: 3`."""
    index = "" if fact.index is None or place.index is None else f", {answer(fact.index.type, place.index)}"
    return f"{_spaced(fact.name)}{index}: {answer(fact.type, value)}"


def _seated(rulebook: Rulebook, seat: int, words: tuple[Word, ...]) -> SeatFacts:
    assert rulebook.table
    named = subject_name(Seat(rulebook.table), seat)
    return SeatFacts(seat, named if rulebook.table.names else "", named, words)


def _size(rulebook: Rulebook, players: int) -> str:
    """How many players there are, where that is not always the same."""
    return f"{players} players" if rulebook.table and rulebook.table.least < rulebook.table.most else ""


def _spaced(name: str) -> str:
    return name.replace("_", " ")
