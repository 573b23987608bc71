"""`misdeal diff` of a rulebook and its settled edition shows what is settled, and nothing that is not meant."""

import re
from collections.abc import Mapping, Sequence

import pytest

from misdeal import Diff, diff, load
from misdeal.proofs.pairing import Edition

from .settling import Decided, Ruled
from .test_bridge_1987_settled import SETTLED as BRIDGE
from .test_poker_it_settled import SETTLED as POKER

REGIONS = 200
PATIENCE = 300.0  # seconds


def shown(compared: Diff) -> set[str]:
    """The ids of ambiguities in what is told of a comparison: decisions, and clauses that now lead somewhere."""
    new = compared.both.books[Edition.NEW]
    told = [decision.fact.ambiguity for decision in compared.decisions]
    for ruling in compared.rulings:
        told += (new.clauses[clause].title for moved in ruling.moved for clause in moved.new.clauses)
    return set(re.findall(r"[PB]A-\d\d", " ".join(told)))


@pytest.mark.parametrize(("name", "settled"), [("bridge_1987", BRIDGE), ("poker_it", POKER)])
def test_the_comparison_shows_what_is_settled_and_nothing_else(
    name: str, settled: Mapping[str, Sequence[object]]
) -> None:
    """It is whole, every difference is meant, and each entry that is settled by a decision or a new clause is named."""
    compared = diff(load(name), load(f"{name}_settled"), regions=REGIONS, timeout=PATIENCE)
    assert compared.whole
    assert (compared.unintended, compared.idle) == (0, ())
    assert all(moved.meant for ruling in compared.rulings for moved in ruling.moved)
    changed = {entry for entry, ways in settled.items() if any(isinstance(way, Decided | Ruled) for way in ways)}
    assert sorted(changed - shown(compared)) == []
