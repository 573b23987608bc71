"""The table turned by one seat: what is said of a seat is said of the next one, and a seat that is named is the next.

Options and readings stay: they are settled once. A fact that does not arise keeps its first value.
"""

from ..language.rulebook import Parameter, Place, Role, Rulebook
from ..language.types import Seat, Type, Value
from .evaluate import Evaluation
from .ordinary import arises
from .situation import Situation


def turned(rulebook: Rulebook, situation: Situation) -> Situation:
    """A situation turned; nothing says that it is possible, or that what does not arise there has its first value."""
    evaluation, values = Evaluation(rulebook, situation), dict(situation.values)
    for place, value in situation.values.items():
        fact = rulebook.facts[place.name]
        if fact.role is Role.FACT:
            index = moved_index(fact.index, place.index, situation.players)
            asked = arises(evaluation, fact, place)
            values[Place(fact.name, index)] = moved(fact.type, value, situation.players) if asked else value
    return Situation(situation.players, values)


def moved_index(index: Parameter | None, at: Value | None, players: int) -> Value | None:
    """Where that stands after the turn which stood at an index; None of what is not indexed."""
    return None if index is None or at is None else moved(index.type, at, players)


def moved(kind: Type, value: Value, players: int) -> Value:
    """A value after the turn: a seat at the table moves one on; `nobody`, and what is no seat, stays."""
    return value % players + 1 if isinstance(kind, Seat) and value <= players else value
