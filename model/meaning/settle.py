"""From what is known to a situation: usual values for the rest, first values for what does not arise."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..language.rulebook import Place, Rulebook
from ..language.types import Seat, Value, first_value
from .evaluate import Evaluation
from .ordinary import arises, usual_value
from .situation import Situation, fact_places


@dataclass(frozen=True, slots=True)
class Unsettled:
    """What keeps some facts from making a situation.

    `missing` are places without a value; `absent` are places given that do not arise, or that are not at the table,
    or whose value is a seat that is not.
    """

    missing: tuple[Place, ...]
    absent: tuple[Place, ...]

    def message(self, rulebook: Rulebook) -> str:
        """The reason in words."""
        if self.absent:
            return (
                f"{_listed(rulebook, self.absent)} cannot be as given: it does not arise there, or is not at the table"
            )
        return f"{_listed(rulebook, self.missing)} has no usual value and is not given"


def settle(rulebook: Rulebook, players: int, given: Mapping[Place, Value], *, usual: bool) -> Situation | Unsettled:
    """The situation in which everything given holds, and with `usual` the rest is as usual.

    A fact outside its `when` has its first value, and must not be given another.
    """
    values: dict[Place, Value] = {}
    missing: list[Place] = []
    absent: list[Place] = []
    for name in rulebook.settling_order:
        fact = rulebook.facts[name]
        evaluation = Evaluation(rulebook, Situation(players, values))  # of all that its `when` and `usually` read
        for place in fact_places(fact, players):
            values[place] = first_value(fact.type)
            if not arises(evaluation, fact, place):
                if given.get(place, values[place]) != values[place]:
                    absent.append(place)
            elif place in given:
                values[place] = given[place]
            else:
                found = usual_value(evaluation, fact, place) if usual else None
                if found is None:
                    missing.append(place)
                else:
                    values[place] = found
    outside = [place for place in given if place not in values or not _is_at_table(rulebook, players, place, given)]
    if missing or absent or outside:
        return Unsettled(tuple(missing), (*outside, *absent))
    return Situation(players, values)


def _is_at_table(rulebook: Rulebook, players: int, place: Place, given: Mapping[Place, Value]) -> bool:
    """Whether a seat that is given as a value is."""
    kind = rulebook.facts[place.name].type
    return not isinstance(kind, Seat) or given[place] <= players or given[place] == kind.table.nobody


def _listed(rulebook: Rulebook, places: tuple[Place, ...]) -> str:
    return ", ".join(f"`{place_name(rulebook, place)}`" for place in places)


def place_name(rulebook: Rulebook, place: Place) -> str:
    """A fact or ruling at an index, or a `let` at its one parameter, as it is written in a rulebook."""
    if place.name in rulebook.lets:
        parameters = rulebook.lets[place.name].parameters
        return f"{place.name}({parameters[0].type.show(place.index)})" if place.index is not None else place.name
    index = (rulebook.facts.get(place.name) or rulebook.rulings[place.name]).index
    return place.name if index is None or place.index is None else f"{place.name}[{index.type.show(place.index)}]"
