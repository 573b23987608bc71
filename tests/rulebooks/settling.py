"""How a settled rulebook settles each known trouble of its source, and whether it does.

`given` is written as for `misdeal rule`: `found=play cards[south]=14`; everything else is as usual.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from misdeal.cli.facts import collect, read_arguments
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation

Outcome: TypeAlias = tuple[Kind, str | None]
Choice: TypeAlias = Mapping[Place, Value]


@dataclass(frozen=True)
class Ruled:
    """Where `given` holds a ruling is `value` by the clause `by`, whatever the options.

    As written it is not so, or not by every reading.
    """

    ruling: str
    given: str
    value: str
    by: str


@dataclass(frozen=True)
class Decided:
    """The reading that bears the entry's id is decided as `value`."""

    reading: str
    value: str


@dataclass(frozen=True)
class Left:
    """An option settles it: by its values, in their order, a ruling is one of `values`."""

    option: str
    ruling: str
    given: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Claimed:
    """A claim names the entry, and holds."""


@dataclass(frozen=True)
class Noted:
    """A note of this edition speaks of it."""

    note: str


@dataclass(frozen=True)
class Told:
    """Nothing has to be settled; why."""

    why: str


Settled: TypeAlias = Ruled | Decided | Left | Claimed | Noted | Told


@dataclass(frozen=True)
class Settling:
    """A settled rulebook, and the one as written that it amends."""

    written: Rulebook = field(repr=False)
    settled: Rulebook = field(repr=False)

    def holds(self, entry: str, way: Settled) -> bool:
        """Whether the rulebook settles an entry in this way; of a claim, whether there is one."""
        match way:
            case Ruled(ruling, given, value, by):
                found = list(self.ruled(ruling, given))
                wanted = {(Kind.VALUE, value)}
                decided = {outcome for outcome, _ in found} == wanted and all(by in clauses for _, clauses in found)
                return decided and self.read(ruling, given) != wanted
            case Decided(reading, value):
                return any(
                    (made.fact.name, made.fact.ambiguity, made.fact.type.show(made.value)) == (reading, entry, value)
                    for made in self.settled.decisions
                )
            case Left(option, ruling, given, values):
                fact = self.settled.facts[option]
                words = [f"{option}={fact.type.show(value)}" for value in values_of(fact)]
                outcomes = [{outcome for outcome, _ in self.ruled(ruling, f"{given} {word}")} for word in words]
                return not fact.ambiguity and outcomes == [{(Kind.VALUE, value)} for value in values]
            case Claimed():
                return any(f"({entry})" in claim.title for claim in self.settled.claims)
            case Noted(note):
                return any(each.id == note for each in self.settled.notes)
            case Told(why):
                return bool(why)

    def unexplained(self, table: Mapping[str, Sequence[Settled]]) -> list[str]:
        """The editorial clauses that name no entry, the decisions and options that the table has under none."""
        ways = [way for each in table.values() for way in each]
        explained = {way.reading for way in ways if isinstance(way, Decided)}
        explained |= {way.option for way in ways if isinstance(way, Left)}
        entries = "|".join(table)
        clauses = (clause for id_, clause in self.settled.clauses.items() if id_ not in self.written.clauses)
        bare = [clause.id for clause in clauses if not re.search(rf"\(.*({entries})\)$", clause.title)]
        made = [decision.fact.name for decision in self.settled.decisions]
        open_ = [option.name for option in self.settled.options]
        return bare + [name for name in made + open_ if name not in explained]

    def ruled(self, ruling: str, given: str) -> Iterator[tuple[Outcome, frozenset[str]]]:
        """What comes out by this edition and the clauses that decide, for each combination of the options."""
        for choice in every(self.settled.options):
            evaluation = evaluated(self.settled, given, choice)
            place = place_of(self.settled, ruling)
            outcome = evaluation.outcome(place)
            yield told(evaluation, place), frozenset(instance.clause.id for instance in outcome.deciding)

    def read(self, ruling: str, given: str) -> set[Outcome]:
        """What comes out as written, by the first reading of every passage, and with each read in its other ways."""
        place = place_of(self.written, ruling)
        choices = each_alone(self.written.options)
        return {told(evaluated(self.written, given, choice), place) for choice in choices}


def evaluated(rulebook: Rulebook, given: str, choice: Choice) -> Evaluation:
    """The ordinary situation of a choice that departs in `given`; what the rulebook has no fact for is left out."""
    words = [word for word in given.split() if word.partition("=")[0].partition("[")[0] in rulebook.facts]
    facts = collect(rulebook, read_arguments(rulebook, words), usual=True).facts
    known = {place: value for place, values in facts.items() for value in values}
    assert rulebook.table
    situation = settle(rulebook, rulebook.table.usual, {**choice, **known}, usual=True)
    assert isinstance(situation, Situation), situation.message(rulebook)
    evaluation = Evaluation(rulebook, situation)
    assert evaluation.possible
    return evaluation


def told(evaluation: Evaluation, place: Place) -> Outcome:
    """The kind of an outcome, and its value as it is written."""
    outcome = evaluation.outcome(place)
    kind = evaluation.rulebook.rulings[place.name].type
    return outcome.kind, None if outcome.value is None else kind.show(outcome.value)


def place_of(rulebook: Rulebook, written: str) -> Place:
    """`name`, `name[3]` or `name[south]` as a place of a ruling."""
    assert rulebook.table
    name, _, index = written.rstrip("]").partition("[")
    names = rulebook.table.names
    return Place(name, (names.index(index) + 1 if index in names else int(index)) if index else None)


def every(options: Sequence[Fact]) -> Iterator[Choice]:
    """Every combination of options."""
    for values in product(*(values_of(option) for option in options)):
        yield {Place(option.name): value for option, value in zip(options, values, strict=True)}


def each_alone(options: Sequence[Fact]) -> Iterator[Choice]:
    """The first value of every option, then each other value of one of them."""
    first: dict[Place, Value] = {Place(option.name): values_of(option)[0] for option in options}
    yield first
    for option in options:
        yield from ({**first, Place(option.name): value} for value in values_of(option)[1:])


def values_of(option: Fact) -> Sequence[int]:
    """What an option can be."""
    return range(option.type.low, option.type.high + 1)
