"""What is known of a situation, and the situations that it leaves open, as far as they can be listed.

No solver is needed. A completion is a situation in which everything known holds, possible or not: a fact
outside its `when` has its first value, and with `usual` a fact of which nothing is given has its usual value
where it has one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.expression import Call, Const, FactRef
from misdeal.model.language.rulebook import Fact, Parameter, Place, Rulebook
from misdeal.model.language.types import Flag, Number, Seat, Type, Value, first_value
from misdeal.model.language.walk import rulings_read, walk_expanded
from misdeal.model.meaning.evaluate import Evaluation, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.ranges import Ranges, Values
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes

PLAYERS = Place("players")  # stands for the number of players where facts are listed; no fact can have that name

Given: TypeAlias = Mapping[Place, Values]


@dataclass(frozen=True, slots=True)
class Known:
    """What is given, each as the set of values that it may have, and whether the rest is as usual.

    `players` is None where nothing is said of it. `facts` are facts, options and readings; a set of all values says
    that the value is not known, so that it is not taken as usual. `lets` have no parameter or one, which is the index
    of their place; such a `let` has one of the values, and so is defined. Whatever is given of a seat says that the
    seat is at the table.
    """

    rulebook: Rulebook
    players: Values | None = None
    facts: Given = field(default_factory=lambda: MappingProxyType({}))
    lets: Given = field(default_factory=lambda: MappingProxyType({}))
    usual: bool = False

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of players that the table may have, as far as they are known outright."""
        table, players = self.rulebook.table, self.players
        if table and self.usual and players is None:
            return (table.usual,)
        return tuple(size for size in table_sizes(self.rulebook) if players is None or size in players)

    @property
    def given(self) -> Given:
        """Everything given, the number of players first, then facts, then `let`s."""
        players = {} if self.players is None else {PLAYERS: self.players}
        return MappingProxyType({**players, **self.facts, **self.lets})

    @property
    def settled(self) -> Mapping[Place, Value]:
        """The facts that are given as one value."""
        return {place: next(iter(values)) for place, values in self.facts.items() if len(values) == 1}

    def settles(self, place: Place) -> bool:
        """Whether a fact is given as one value."""
        return len(self.facts.get(place, ())) == 1

    def leaves(self, players: int) -> bool:
        """Whether every index given, and of every fact some value, is at a table of `players`."""
        return all(is_seated(self.rulebook, place, values, players) for place, values in self.given.items())


def type_of(rulebook: Rulebook, place: Place) -> Type:
    """The type of a fact, of a `let`, or of the number of players."""
    if place == PLAYERS and rulebook.table:
        return Number(rulebook.table.least, rulebook.table.most)
    return rulebook.facts[place.name].type if place.name in rulebook.facts else rulebook.lets[place.name].body.type


def index_of(rulebook: Rulebook, place: Place) -> Parameter | None:
    """The index of a fact, or the only parameter of a `let`; None where there is none."""
    if place.name in rulebook.lets:
        parameters = rulebook.lets[place.name].parameters
        return parameters[0] if parameters else None
    return None if place == PLAYERS else rulebook.facts[place.name].index


def called(rulebook: Rulebook, place: Place) -> Call:
    """A `let` with the index of a place as its argument."""
    index, kind = index_of(rulebook, place), type_of(rulebook, place)
    arguments = () if index is None or place.index is None else (Const(place.index, index.type),)
    return Call(place.name, arguments, kind)


def is_seated(rulebook: Rulebook, place: Place, values: Values, players: int) -> bool:
    """Whether the index of a place, and one of the values given for it, are at a table of `players`."""
    index, kind = index_of(rulebook, place), type_of(rulebook, place)
    if index and place.index is not None and not at_table(index.type, place.index, players):
        return False
    return any(at_table(kind, value, players) for value in values)


def at_table(kind: Type, value: Value, players: int) -> bool:
    """Whether a value is no seat, `nobody`, or a seat at a table of `players`."""
    return not isinstance(kind, Seat) or value <= players or value == kind.table.nobody


def has(evaluation: Evaluation, place: Place, values: Values) -> bool:
    """Whether a `let` has one of some values in a situation, and its index is at the table."""
    index = index_of(evaluation.rulebook, place)
    if index and place.index is not None and not at_table(index.type, place.index, evaluation.situation.players):
        return False
    value = evaluation.value(called(evaluation.rulebook, place))
    return not isinstance(value, Undefined) and value in values


def follows(known: Known, evaluation: Evaluation, place: Place) -> bool:
    """Whether a fact is taken as usual in a completion, or would be if it arose there."""
    fact = known.rulebook.facts[place.name]
    if not known.usual or fact.usually is None or place in known.facts:
        return False
    return not arises(evaluation, fact, place) or usual_value(evaluation, fact, place) is not None


def completions(known: Known, most: int, names: frozenset[str] | None = None) -> tuple[Situation, ...] | None:
    """Every completion, or None where there are more than `most` to look at.

    With `names`, situations of those facts alone, which must read no others; no `let` is given then.
    """
    found: list[Situation] = []
    for players in known.sizes:
        if known.leaves(players):
            settled = _settled(known, players, most - len(found), names)
            if settled is None:
                return None
            found.extend(Situation(players, MappingProxyType(values)) for values in settled)
    return tuple(found)


def values_of(kind: Type, players: int) -> Sequence[Value]:
    """The values of a type at a table of `players`, in order."""
    if isinstance(kind, Flag):
        return (False, True)
    if isinstance(kind, Seat):
        return (*range(1, players + 1), *([kind.table.nobody] if kind.vacant else []))
    return range(kind.low, kind.high + 1)


def _settled(known: Known, players: int, most: int, names: frozenset[str] | None) -> list[dict[Place, Value]] | None:
    """The completions at a table of `players`, fact after fact; None once there are more than `most`."""
    found: list[dict[Place, Value]] = [{}]
    waiting = _waiting(known)
    for name in known.rulebook.settling_order:
        fact = known.rulebook.facts[name]
        for place in fact_places(fact, players) if names is None or name in names else ():
            longer: list[dict[Place, Value]] = []
            for values in found:
                choices = _choices(known, fact, place, Situation(players, values))
                if len(longer) + len(choices) > most:
                    return None
                longer.extend({**values, place: value} for value in choices)
            found = longer
        found = _holding(known, players, found, waiting.get(name, ()))
    return _holding(known, players, found, waiting.get(None, ()))


def _waiting(known: Known) -> Mapping[str | None, list[Place]]:
    """The `let`s given by the last fact that they read; by None where they read rulings, or no fact."""
    rulebook, found = known.rulebook, dict[str | None, list[Place]]()
    order = {name: at for at, name in enumerate(rulebook.settling_order)}
    for place in known.lets:
        call = called(rulebook, place)
        read = (part.fact for part in walk_expanded(call, rulebook.lets) if isinstance(part, FactRef))
        last = None if rulings_read(call, rulebook.lets) else max(read, key=order.__getitem__, default=None)
        found.setdefault(last, []).append(place)
    return found


def _holding(
    known: Known, players: int, found: list[dict[Place, Value]], lets: Collection[Place]
) -> list[dict[Place, Value]]:
    """Those in which some `let`s have values as given."""
    if not lets:
        return found
    evaluations = [Evaluation(known.rulebook, Situation(players, values)) for values in found]
    return [
        values
        for values, evaluation in zip(found, evaluations, strict=True)
        if all(has(evaluation, place, known.lets[place]) for place in lets)
    ]


def _choices(known: Known, fact: Fact, place: Place, before: Situation) -> Collection[Value]:
    """The values that a fact may have at a place, given those that it reads; none if not as given."""
    evaluation, given = Evaluation(known.rulebook, before), known.facts.get(place)
    if not arises(evaluation, fact, place):
        first = first_value(fact.type)
        return (first,) if given is None or first in given else ()
    if given is not None:
        return _among(fact.type, given, before.players)
    usual = usual_value(evaluation, fact, place) if known.usual else None
    return values_of(fact.type, before.players) if usual is None else (usual,)


def _among(kind: Type, given: Values, players: int) -> Collection[Value]:
    """Of some values given those at a table of `players`, in order."""
    if isinstance(kind, Flag | Seat):
        return [value for value in values_of(kind, players) if value in given]
    return Ranges.of(given)
