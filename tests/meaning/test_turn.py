"""A situation turned by one seat."""

from random import Random
from typing import TypeAlias

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.situation import Situation
from misdeal.model.meaning.turn import turned

from ..strategies import seeded
from ..worlds import well_formed

PAGE = """```misdeal
rulebook small "Small"
seats player 2..4
type side = {ours, theirs}
fact dealer: player "Who deals?"
fact cutter: player or nobody "Who cut?"
fact late: yes/no "Late?"
fact caller: player when late "Who called?"
fact cards[p]: 0..8 "How many cards?"
fact beside[p]: player or nobody when p != dealer "Who sits there?"
fact score[s: side]: 0..9 "How many points?"
fact favourite[s: side]: player "Who is its favourite?"
option host: player "Who is the host?"
ruling r: {a, b} otherwise b "What?"
```
"""


NOBODY = 5
WITHOUT_WHEN = [seed for seed in range(20) if not any(fact.when for fact in seeded(seed).rulebook.facts.values())]


Said: TypeAlias = dict[str, Value | dict[int, Value]]


def told(players: int, **facts: Value | dict[int, Value]) -> Situation:
    """A situation in a few words: values, or those at each index."""
    values: dict[Place, Value] = {}
    for name, value in facts.items():
        here = (
            {Place(name, at): each for at, each in value.items()} if isinstance(value, dict) else {Place(name): value}
        )
        values.update(here)
    return Situation(players, values)


def test_seats_move_and_all_else_stays() -> None:
    """Round the seats at the table; nobody, a fact that does not arise, and an option stay."""
    stays: Said = {"late": False, "caller": 1, "score": {0: 3, 1: 4}, "host": 2, "cutter": NOBODY}
    before = told(
        3, dealer=3, cards={1: 5, 2: 6, 3: 7}, beside={1: NOBODY, 2: 2, 3: 1}, favourite={0: 1, 1: 3}, **stays
    )
    after = told(3, dealer=1, cards={1: 7, 2: 5, 3: 6}, beside={1: 1, 2: NOBODY, 3: 3}, favourite={0: 2, 1: 1}, **stays)
    assert turned(read(PAGE, "small.md"), before) == after


def test_a_fact_that_arises_moves() -> None:
    """Who called does where somebody did."""
    stays: Said = {"late": True, "score": {0: 0, 1: 0}, "host": 1}
    before = told(
        2, dealer=1, cutter=2, caller=1, cards={1: 0, 2: 1}, beside={1: 1, 2: 2}, favourite={0: 1, 1: 2}, **stays
    )
    after = told(
        2, dealer=2, cutter=1, caller=2, cards={1: 1, 2: 0}, beside={1: 1, 2: 1}, favourite={0: 2, 1: 1}, **stays
    )
    assert turned(read(PAGE, "small.md"), before) == after


@pytest.mark.parametrize("seed", WITHOUT_WHEN)
def test_once_round_the_table_all_is_as_before(seed: int) -> None:
    """Where every fact arises."""
    rulebook = seeded(seed).rulebook
    situations = list(well_formed(rulebook))
    for situation in Random(seed).sample(situations, min(20, len(situations))):  # noqa: S311 - nothing secret
        there = situation
        for _ in range(situation.players):
            there = turned(rulebook, there)
        assert there == situation
        assert list(there.values) == list(situation.values)
