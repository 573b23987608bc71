"""Something given or taken for a fact, as it is told: as it is given on a command line, and as question and answer."""

from dataclasses import dataclass

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.ranges import Values, show_values
from misdeal.proofs.known import PLAYERS, index_of, type_of
from misdeal.proofs.refusal import UNKNOWN, fact_name, is_unknown

from .wording import addressed, answer


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact, a `let` or the number of players, with what it may be.

    `place` and `value` are as they are given; `question` may be empty, and `answer` is in words.
    """

    place: str
    value: str
    question: str
    answer: str


def state(rulebook: Rulebook, place: Place, values: Values | None) -> Stated:
    """What is told of something; of None that it has no value, or that the value is not the same everywhere."""
    kind = type_of(rulebook, place)
    if values is None:
        return Stated(fact_name(rulebook, place), "", ask(rulebook, place), "")
    unknown = is_unknown(rulebook, place, values)
    value = UNKNOWN if unknown else show_values(kind, values)
    told = "not known" if unknown else answer(kind, *values) if len(values) == 1 else value
    return Stated(fact_name(rulebook, place), value, ask(rulebook, place), told)


def ask(rulebook: Rulebook, place: Place) -> str:
    """The question of a fact or of a `let`, about its index; empty where there is none."""
    if place == PLAYERS:
        return "How many play?"
    question = (rulebook.facts.get(place.name) or rulebook.lets[place.name]).question
    return addressed(question, index_of(rulebook, place), place.index) if question else ""
