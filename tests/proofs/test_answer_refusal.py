"""Facts that cannot be ruled on, and how small the sets are that say why."""

from collections.abc import Mapping
from itertools import combinations
from random import Random
from types import MappingProxyType

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.library import load
from misdeal.proofs.answer import rule
from misdeal.proofs.impossible import Conflict
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.smallest import Size, Together, irreducible, smallest

CROWD = """```misdeal
rulebook crowd "A crowd"
seats player 2..24 usually 24
fact away[p]: yes/no "Is the player away?"
fact late[p]: yes/no when away[p] "Is the player late?"
always (count p: away[p]) <= 12 "half of the table plays"
ruling go: yes/no otherwise no "Is there play?"
clause 1 "Somebody is away" when some p: away[p] then go is yes
```
"""


def refused(book: str, facts: Mapping[Place, Value], players: int | None = None) -> Refusal:
    """The refusal of some facts."""
    rulebook = load(book) if book == "bridge_1987" else read(book, "book.md")
    with pytest.raises(Refusal) as error:
        rule(rulebook, facts, players=players)
    return error.value


def places(conflict: Conflict) -> list[tuple[str, Value | None]]:
    """The facts of a conflict."""
    return [(place.name, place.index) for place, _ in conflict.facts]


@pytest.mark.parametrize("seed", range(30))
def test_smallest_sets_are_those_of_brute_force(seed: int) -> None:
    """Of all sets that are in no set that can hold together the smallest, of several the first."""
    random = Random(seed)  # noqa: S311 - nothing secret
    elements = list(range(8))
    ways = [frozenset(random.sample(elements, random.randint(2, 7))) for _ in range(random.randint(1, 12))]

    def holding(kept: frozenset[int]) -> frozenset[int] | None:
        return next((way for way in ways if kept <= way), None)

    sets = (chosen for size in range(9) for chosen in combinations(elements, size))
    expected = next(chosen for chosen in sets if holding(frozenset(chosen)) is None)
    known = irreducible(elements, holding)
    assert all(holding(frozenset(known) - {each}) is not None for each in known)
    assert smallest(elements, holding, known) == Together(expected, Size.SMALLEST)


def test_nothing_at_all_that_can_hold_is_the_empty_set() -> None:
    """Where not even nothing holds, no element is to blame."""
    assert smallest([1, 2], lambda _: None, ()) == Together((), Size.SMALLEST)


def test_where_the_search_is_too_long_none_can_be_left_out() -> None:
    """Any thirteen of twenty-four: it is said that there may be fewer."""

    def holding(kept: frozenset[int]) -> frozenset[int] | None:
        return kept if len(kept) <= 12 else None

    found = smallest(range(24), holding, irreducible(range(24), holding))
    assert (len(found.elements), found.size) == (13, Size.IRREDUCIBLE)


def test_a_crowd_is_refused_honestly() -> None:
    """The set is told, and that a smaller one was not excluded."""
    refusal = refused(CROWD, {Place("away", seat): True for seat in range(1, 25)}, 24)
    (conflict,) = refusal.conflicts
    assert (len(conflict.facts), conflict.size) == (13, Size.IRREDUCIBLE)
    assert "there may be a smaller set" in refusal.message


def test_what_a_fact_needs_counts_as_given() -> None:
    """Who is late is away; the solver and the evaluator agree that one of the two facts is enough."""
    conflict = refused(CROWD, {Place("away", 1): False, Place("late", 1): True, Place("away", 2): True}, 3).conflicts[0]
    assert conflict.always == ()
    assert places(conflict) == [("away", 1), ("late", 1)]


def test_hands_that_are_too_many_to_list_are_left_to_the_solver() -> None:
    """A card in another hand, and no hand that is long."""
    facts = {Place("cards", seat): 13 for seat in (2, 3, 4)}
    facts |= {Place("cards", 1): 12, Place("missing", 1): 2, Place("careless"): True}
    refusal = refused("bridge_1987", facts)
    (conflict,) = refusal.conflicts
    assert places(conflict) == [("cards", 2), ("cards", 3), ("cards", 4), ("missing", 1)]
    assert conflict.size is Size.SMALLEST
    assert "“whoever holds another player's card beside his own thirteen has too many”" in refusal.message


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({Place("nothing"): 1}, "unknown fact `nothing`"),
        ({Place("cards"): 1}, "`cards` needs an index"),
        ({Place("found", 1): 1}, "`found` has no index"),
        ({Place("cards", 5): 1}, "`cards` has no index 5"),
        ({Place("cards", 1): 53}, "53 is no value of `cards[north]`"),
        ({Place("found"): -1}, "-1 is no value of `found`"),
    ],
)
def test_what_is_no_fact_is_refused(facts: Mapping[Place, Value], message: str) -> None:
    """A program that gives facts is told as a director is."""
    assert refused("bridge_1987", MappingProxyType(facts)).message == message


def test_players_that_no_table_has_are_refused() -> None:
    """Too many, or any where there is no table."""
    assert refused(CROWD, {}, 25).message == "`players=25` is no table of this rulebook"
    alone = '```misdeal\nrulebook a "A"\nfact b: yes/no "B?"\nruling c: yes/no otherwise no "C?"\n```\n'
    assert refused(alone, {}, 3).message == "this rulebook has no table, and so no `players`"


def test_a_ruling_that_is_none_is_refused() -> None:
    """The nearest name is told."""
    with pytest.raises(Refusal, match="unknown ruling `acton`") as error:
        rule(load("bridge_1987"), {}, rulings=["acton"])
    assert error.value.advice == "did you mean `action`?"
