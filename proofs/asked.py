"""Topics as terms: what the answer is, and where a director can give one.

A fact can be asked about where it arises. A `let` can where its value follows from facts that arise, by Kleene's logic:
a fact that does not arise counts as undefined there, so that nobody answers for its first value.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Seat
from misdeal.model.meaning.topic import About, Topic, topics

from .coded import Coded
from .encode import Encoder
from .known import PLAYERS, called
from .term import Term, symbols_of
from .world import World


@dataclass(frozen=True, slots=True)
class Asked:
    """What a topic asks about one place, as terms.

    `value` is the answer, `sure` where it can be given: the place is at the table, and what is asked about arises.
    `beneath` are the facts that the answer is read from; the number of players only where it is the answer.
    """

    topic: Topic
    place: Place
    value: Term
    sure: Term
    beneath: frozenset[Place]


def asked(world: World) -> Mapping[Place, Asked]:
    """Every place that a topic of the rulebook asks about, in their order."""
    arising = _Arising(world)
    return {place: _asked(world, arising, topic, place) for topic in topics(world.rulebook) for place in topic.places}


def _asked(world: World, arising: "_Arising", topic: Topic, place: Place) -> Asked:
    match topic.about:
        case About.PLAYERS:
            return Asked(topic, place, world.encoder.players, world.terms.true, frozenset({PLAYERS}))
        case About.FACT:
            sure = world.arises(world.rulebook.facts[place.name], place.index)
            return Asked(topic, place, world.encoder.fact(place), sure, frozenset({place}))
        case About.LET:
            call, present = called(world.rulebook, place), world.terms.true
            if topic.index and place.index is not None and isinstance(topic.index.type, Seat):
                present = world.encoder.at_table(world.terms.number(int(place.index)))
            value, symbols = world.encoder.code(call).value, world.encoder.symbols
            beneath = (symbols.get(str(symbol.payload)) for symbol in symbols_of([value]))
            sure = world.terms.conjunction((present, arising.code(call).defined))
            return Asked(topic, place, value, sure, frozenset(each for each in beneath if each))


class _Arising(Encoder):
    """Expressions as they are where a fact that does not arise has no value."""

    def __init__(self, world: World) -> None:
        super().__init__(world.rulebook, world.terms, _read_no_ruling)
        self._world = world

    def reading(self, place: Place) -> Coded:
        """What reading a fact comes to: its value where it arises."""
        arises = self._world.arises(self.rulebook.facts[place.name], place.index)
        return Coded(self.fact(place), arises, self.terms.negation(arises))


def _read_no_ruling(place: Place) -> tuple[Term, Term]:
    raise AssertionError(place)  # no topic reads one
