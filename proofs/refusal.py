"""Facts that cannot be ruled on: what is wrong with them, told to the person who gave them."""

from typing import TYPE_CHECKING

from misdeal.model.language.diagnostic import near
from misdeal.model.language.rulebook import Place, Role, Rulebook
from misdeal.model.language.types import Seat, Table, Value
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import table_sizes

from .known import PLAYERS, Known, is_seated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .impossible import Conflict

_NAMED = 20  # rulings listed in an advice
_SORTS = {Role.FACT: "a fact", Role.OPTION: "an option", Role.READING: "a reading"}


class Refusal(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """Facts that cannot be ruled on. `advice` says what to do; `conflicts` say why they are impossible.

    Common causes:

    1. A fact is misspelt, or a value does not belong to its type: the advice names the nearest, or the type.
    2. A seat is named that is not at the table: `players` is missing or too small.
    3. The facts contradict an `always`, each other's `when`, or the usual values taken for the rest.
    """

    def __init__(self, message: str, advice: str = "", conflicts: "Iterable[Conflict]" = ()) -> None:
        self.message = message
        self.advice = advice
        self.conflicts: tuple[Conflict, ...] = tuple(conflicts)
        super().__init__(message)


def fact_name(rulebook: Rulebook, place: Place) -> str:
    """A fact at an index as it is written, or `players`."""
    return place.name if place == PLAYERS else place_name(rulebook, place)


def fact_text(rulebook: Rulebook, place: Place, value: Value) -> str:
    """A fact at an index with its value, as it is given on a command line."""
    shown = str(value) if place == PLAYERS else rulebook.facts[place.name].type.show(value)
    return f"{fact_name(rulebook, place)}={shown}"


def check_given(known: Known) -> None:
    """Raises Refusal unless every fact given exists, has a value of its type, and is at the table."""
    _check_players(known)
    for place, value in known.facts.items():
        _check_fact(known.rulebook, place, value)
        _check_seats(known, place, value)


def unknown_fact(rulebook: Rulebook, name: str) -> Refusal:
    """The refusal of a name that is no fact of the rulebook."""
    if name in rulebook.rulings:
        return Refusal(f"`{name}` is a ruling, not a fact", "rulings are what is asked for; give facts only")
    if name in rulebook.lets:
        return Refusal(f"`{name}` follows from facts and cannot be given", "give the facts beneath it")
    for decision in rulebook.decisions:
        if decision.fact.name == name:
            shown = decision.fact.type.show(decision.value)
            return Refusal(f"`{name}` is decided as `{shown}` and no fact any more", "leave it out")
    known = [*rulebook.facts, *([PLAYERS.name] if rulebook.table else [])]
    return Refusal(f"unknown fact `{name}`", near(name, known))


def unknown_ruling(rulebook: Rulebook, name: str) -> Refusal:
    """The refusal of a name that is no ruling of the rulebook."""
    known = list(rulebook.rulings)
    named = ", ".join(f"`{each}`" for each in known[:_NAMED])
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    advice = f"the rulings are {named}{more}" if known else "this rulebook has no ruling"
    if name in rulebook.facts:
        return Refusal(f"`{name}` is {_SORTS[rulebook.facts[name].role]}, not a ruling", advice)
    if name in rulebook.lets:
        return Refusal(f"`{name}` is a let, not a ruling", advice)
    return Refusal(f"unknown ruling `{name}`", near(name, known) or advice)


def _check_players(known: Known) -> None:
    players, table = known.players, known.rulebook.table
    if players is None:
        return
    if table is None:
        raise Refusal("this rulebook has no table, and so no `players`", "leave `players` out")
    if players not in table_sizes(known.rulebook):
        raise Refusal(f"`players={players}` is no table of this rulebook", f"players are {_sizes(table)}")


def _check_fact(rulebook: Rulebook, place: Place, value: Value) -> None:
    if place.name not in rulebook.facts:
        raise unknown_fact(rulebook, place.name)
    fact = rulebook.facts[place.name]
    if (fact.index is None) != (place.index is None):
        raise Refusal(f"`{place.name}` has no index" if fact.index is None else f"`{place.name}` needs an index")
    if fact.index and place.index is not None and not fact.index.type.low <= place.index <= fact.index.type.high:
        raise Refusal(f"`{place.name}` has no index {place.index}", f"the index is one of `{fact.index.type}`")
    if not fact.type.low <= value <= fact.type.high:
        raise Refusal(f"{value} is no value of `{fact_name(rulebook, place)}`", f"its values are `{fact.type}`")


def _check_seats(known: Known, place: Place, value: Value) -> None:
    """Raises Refusal where an index or a seat is at no table that is left."""
    fact, largest = known.rulebook.facts[place.name], known.sizes[-1]
    if is_seated(fact, place, value, largest):
        return
    outside = int(value)
    if fact.index and isinstance(fact.index.type, Seat) and (place.index or 0) > largest:
        outside = int(place.index or 0)
    told = fact_text(known.rulebook, place, value)
    usual = "" if known.players is not None else ", as is usual"
    advice = f"if more play, say so: `players={outside}`"
    raise Refusal(f"`{told}`: seat {outside} is not at the table of {largest}{usual}", advice)


def _sizes(table: Table) -> str:
    return str(table.most) if table.least == table.most else f"{table.least}..{table.most}"
