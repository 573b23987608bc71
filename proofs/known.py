"""What is known of a situation, and the situations that it leaves open, as far as they can be listed.

No solver is needed. A completion is a situation in which everything known holds, possible or not: a fact
outside its `when` has its first value, and with `usual` a fact that is not given has its usual value where it
has one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Type, Value, first_value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes

PLAYERS = Place("players")  # stands for the number of players where facts are listed; no fact can have that name


@dataclass(frozen=True, slots=True)
class Known:
    """Facts given, the number of players (None where it is not), and whether the rest is as usual."""

    rulebook: Rulebook
    players: int | None
    facts: Mapping[Place, Value]
    usual: bool = False

    @property
    def sizes(self) -> range:
        """The numbers of players that the table may have, as far as they are known outright."""
        table = self.rulebook.table
        players = table.usual if table and self.usual and self.players is None else self.players
        return table_sizes(self.rulebook) if players is None else range(players, players + 1)

    @property
    def given(self) -> tuple[Place, ...]:
        """Everything given, the number of players first."""
        return (*(() if self.players is None else (PLAYERS,)), *self.facts)

    def only(self, kept: Iterable[Place]) -> "Known":
        """No more than some of what is given, and nothing as usual."""
        kept = frozenset(kept)
        facts = {place: value for place, value in self.facts.items() if place in kept}
        return replace(
            self,
            players=self.players if PLAYERS in kept else None,
            facts=MappingProxyType(facts),
            usual=False,
        )

    def leaves(self, players: int) -> bool:
        """Whether every index and seat given is at a table of `players`."""
        return all(
            is_seated(self.rulebook.facts[place.name], place, value, players) for place, value in self.facts.items()
        )


def is_seated(fact: Fact, place: Place, value: Value, players: int) -> bool:
    """Whether the index of a place and the value given for it are at a table of `players`."""
    seated = fact.index is None or not isinstance(fact.index.type, Seat) or (place.index or 0) <= players
    return seated and (not isinstance(fact.type, Seat) or value <= players or value == fact.type.table.nobody)


def completions(known: Known, most: int, names: frozenset[str] | None = None) -> tuple[Situation, ...] | None:
    """Every completion, or None where there are more than `most`.

    With `names`, situations of those facts alone, which must read no others.
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
    for name in known.rulebook.settling_order:
        fact = known.rulebook.facts[name]
        for place in fact_places(fact, players) if names is None or name in names else ():
            longer: list[dict[Place, Value]] = []
            for values in found:
                choices = _choices(known, fact, place, Situation(players, values))
                if len(longer) + len(choices) > most:
                    return None
                longer.extend({**values, place: value} for value in choices[1:])
                if choices:
                    values[place] = choices[0]
                    longer.append(values)
            found = longer
    return found


def _choices(known: Known, fact: Fact, place: Place, before: Situation) -> Sequence[Value]:
    """The values that a fact may have at a place, given those that it reads; none if not as given."""
    evaluation = Evaluation(known.rulebook, before)
    if not arises(evaluation, fact, place):
        first = first_value(fact.type)
        return (first,) if known.facts.get(place, first) == first else ()
    if place in known.facts:
        return (known.facts[place],)
    usual = usual_value(evaluation, fact, place) if known.usual else None
    return values_of(fact.type, before.players) if usual is None else (usual,)
