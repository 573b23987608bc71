"""Facts that cannot be ruled on: what is wrong with them, told to the person who gave them."""

from typing import TYPE_CHECKING

from misdeal.model.language.diagnostic import near
from misdeal.model.language.rulebook import Place, Role, Rulebook
from misdeal.model.language.types import Table
from misdeal.model.meaning.ranges import Ranges, Values, show_values
from misdeal.model.meaning.settle import place_name

from .known import PLAYERS, Known, at_table, index_of, is_seated, type_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .impossible import Conflict

UNKNOWN = "?"  # how it is written that a value is not known
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
    """A fact at an index or a `let` as it is written, or `players`."""
    return place.name if place == PLAYERS else place_name(rulebook, place)


def fact_text(rulebook: Rulebook, place: Place, values: Values) -> str:
    """A fact at an index or a `let` with what it may be, as it is given on a command line."""
    shown = UNKNOWN if is_unknown(rulebook, place, values) else show_values(type_of(rulebook, place), values)
    return f"{fact_name(rulebook, place)}={shown}"


def is_unknown(rulebook: Rulebook, place: Place, values: Values) -> bool:
    """Whether values say of a fact or of `players` that it is not known; of a `let` they say that it has a value."""
    kind = type_of(rulebook, place)
    return place.name not in rulebook.lets and len(values) == kind.high - kind.low + 1 > 1


def check_given(known: Known) -> None:
    """Raises Refusal unless everything given exists, may have a value of its type, and is at the table."""
    _check_players(known)
    for place in known.facts:
        if place.name not in known.rulebook.facts:
            raise unknown_fact(known.rulebook, place.name)
    for place in known.lets:
        if place.name not in known.rulebook.lets:
            raise unknown_fact(known.rulebook, place.name)
        check_let(known.rulebook, place.name)
    for place, values in {**known.facts, **known.lets}.items():
        _check_index(known.rulebook, place)
        _check_values(known.rulebook, place, values)
        _check_seats(known, place, values)


def check_let(rulebook: Rulebook, name: str) -> None:
    """Raises Refusal where a `let` has more than one parameter."""
    let = rulebook.lets[name]
    if len(let.parameters) > 1:
        written = f"{name}({', '.join(parameter.name for parameter in let.parameters)})"
        advice = "a `let` can be given that has one parameter or none; give what is beneath this one"
        raise Refusal(f"`{written}` has {len(let.parameters)} parameters and cannot be given", advice)


def unknown_fact(rulebook: Rulebook, name: str) -> Refusal:
    """The refusal of a name that is neither a fact nor a `let` of the rulebook."""
    if name in rulebook.rulings:
        return Refusal(f"`{name}` is a ruling, not a fact", "rulings are what is asked for; give facts only")
    if name in rulebook.lets:
        return Refusal(f"`{name}` is a let, not a fact", "give it among the `let`s")
    for decision in rulebook.decisions:
        if decision.fact.name == name:
            shown = decision.fact.type.show(decision.value)
            return Refusal(f"`{name}` is decided as `{shown}` and no fact any more", "leave it out")
    if name in rulebook.constants:
        constant = rulebook.constants[name]
        return Refusal(f"`{name}` is always `{constant.type.show(constant.value)}`", "leave it out")
    known = [*rulebook.facts, *rulebook.lets, *([PLAYERS.name] if rulebook.table else [])]
    return Refusal(f"unknown fact `{name}`", near(name, known))


def unknown_ruling(rulebook: Rulebook, name: str) -> Refusal:
    """The refusal of a name that is no ruling of the rulebook."""
    known = list(rulebook.rulings)
    named = ", ".join(f"`{each}`" for each in known[:_NAMED])
    more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
    advice = f"the rulings are {named}{more}" if known else "this rulebook has no ruling"
    if not name:
        return Refusal("an empty text names no ruling", advice)
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
    if not known.sizes:
        shown = fact_text(known.rulebook, PLAYERS, players)
        raise Refusal(f"`{shown}` is no table of this rulebook", f"players are {_sizes(table)}")


def _check_index(rulebook: Rulebook, place: Place) -> None:
    index = index_of(rulebook, place)
    if (index is None) != (place.index is None):
        raise Refusal(f"`{place.name}` has no index" if index is None else f"`{place.name}` needs an index")
    if index and place.index is not None and not index.type.low <= place.index <= index.type.high:
        raise Refusal(f"`{place.name}` has no index {place.index}", f"the index is one of `{index.type}`")


def _check_values(rulebook: Rulebook, place: Place, values: Values) -> None:
    kind, name = type_of(rulebook, place), fact_name(rulebook, place)
    if not values:
        raise Refusal(f"no value of `{name}` is given", f"its values are `{kind}`")
    runs = Ranges.of(values).runs
    for value in (runs[0][0], runs[-1][-1]):
        if not kind.low <= value <= kind.high:
            raise Refusal(f"{value} is no value of `{name}`", f"its values are `{kind}`")


def _check_seats(known: Known, place: Place, values: Values) -> None:
    """Raises Refusal where an index, or every value given, is at no table that is left."""
    rulebook, largest = known.rulebook, known.sizes[-1]
    if is_seated(rulebook, place, values, largest):
        return
    outside = int(min(values))
    index = index_of(rulebook, place)
    if index and place.index is not None and not at_table(index.type, place.index, largest):
        outside = int(place.index)
    told = fact_text(known.rulebook, place, values)
    usual = "" if known.players is not None else ", as is usual"
    advice = f"if more play, say so: `players={outside}`"
    raise Refusal(f"`{told}`: seat {outside} is not at the table of {largest}{usual}", advice)


def _sizes(table: Table) -> str:
    return str(table.most) if table.least == table.most else f"{table.least}..{table.most}"
