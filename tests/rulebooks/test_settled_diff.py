"""`misdeal diff` of a rulebook and its settled edition shows what is settled, and nothing that is not meant."""

from collections.abc import Mapping, Sequence

import pytest

from misdeal import Diff, diff, load
from misdeal.proofs.pairing import Edition

from .settling import Decided, Ruled
from .test_bridge_1987_settled import SETTLED as BRIDGE
from .test_poker_it_settled import SETTLED as POKER

REGIONS = 200
PATIENCE = 300.0  # seconds


def shows(compared: Diff, way: object) -> bool:
    """Whether a comparison tells of a way in which something is settled: a decision, or where a clause now decides."""
    match way:
        case Decided(reading):
            return any(decision.fact.name == reading for decision in compared.decisions)
        case Ruled(ruling, by=clause):
            name = ruling.partition("[")[0]
            moved = (one for each in compared.rulings if each.ruling.names[Edition.NEW] == name for one in each.moved)
            return any(clause in one.new.clauses for one in moved)
        case _:
            return False


@pytest.mark.parametrize(
    ("name", "settled"), [("bridge_1987", BRIDGE), pytest.param("poker_it", POKER, marks=pytest.mark.deep)]
)
def test_the_comparison_shows_what_is_settled_and_nothing_else(
    name: str, settled: Mapping[str, Sequence[object]]
) -> None:
    """It is whole, every difference is meant, and whatever a decision or a clause settles is told."""
    compared = diff(load(name), load(f"{name}_settled"), regions=REGIONS, timeout=PATIENCE)
    assert compared.whole
    assert (compared.unintended, compared.idle) == (0, ())
    assert all(moved.meant for ruling in compared.rulings for moved in ruling.moved)
    changed = {entry: ways for entry, ways in settled.items() if any(isinstance(way, Decided | Ruled) for way in ways)}
    assert len(changed) > 8
    assert [entry for entry, ways in changed.items() if not any(shows(compared, way) for way in ways)] == []
