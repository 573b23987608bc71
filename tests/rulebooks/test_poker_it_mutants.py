"""Nothing in the clauses of the poker rulebook is idle: alter any part of any of them, and `check` says otherwise.

Altered are clauses and parts one at a time, in each way that there is: an operand of an `and` or `or` is left out, or
a condition as a whole; `=` is turned into `!=` and `<` into `<=`, or back; a clause no longer overrides another.
Something is reported otherwise where a finding is new or gone, or is about other situations than before.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

from misdeal import load
from misdeal.proofs.decide import Decider

from ..differing import Comparison, comparing
from ..mutants import ids, mutants, struck

RULEBOOK = load("poker_it")

SAME: Mapping[str, str] = {
    "P3.2.a: without `absent(p)`": "cards may be out of the pack for whoever sits out as well: P3.3.b says the same",
    "P3.2.b: without `absent(p)`": "the same: whoever sits the coup out gives it up by P3.3.c",
    "P3.3.b: without `declines(p)`": "the same the other way round: for those away P3.2.a says it",
    "P3.4.c: without `q != dealer`": "the dealer is the last on the way round, and another player is in the coup",
    "P5.0.b: without `flaw = unlisted`": "there has to be a flaw, and a listed one annuls by P5.0.a as well",
    "P5.d: does not override P5.other.c": "one is about hands not wrong by the draw, the other about those that are",
    "P7.1: `found >= drawing` for `found > drawing`": "at the draw itself the other operand of the `or` holds",
    "part P7.3: without `open`": "neither `standing` nor `stake` arises before the opening",
}
"""Mutants in which every ruling comes out the same everywhere, each with the reason."""

SILENT: Mapping[str, str] = {
    "P3.4.b: without `q != dealer`": "the dealer then cuts by two readings; the claim against it fails by one of them",
}
"""Mutants in which rulings come out otherwise, and no finding does, each with the reason."""


@pytest.fixture(scope="module")
def comparison() -> Iterator[Comparison]:
    """What is reported of the rulebook as it is shipped."""
    with comparing(RULEBOOK) as compared:
        yield compared


@pytest.mark.parametrize("id_", ids(RULEBOOK))
def test_whatever_is_altered_is_reported(comparison: Comparison, id_: str) -> None:
    """Every mutant of a clause or part but for those in the tables is reported on otherwise."""
    every = list(mutants(RULEBOOK, id_))
    told = {mutant.name: comparison.difference(mutant) for mutant in every}
    assert [name for name, difference in told.items() if not difference] == [
        name for name in told if name in SAME or name in SILENT
    ]
    for mutant in every:
        if not told[mutant.name]:
            assert comparison.differs(mutant) == (mutant.name in SILENT)


def test_the_tables_name_mutants() -> None:
    """Each name in them is that of one mutant."""
    names = Counter(mutant.name for id_ in ids(RULEBOOK) for mutant in mutants(RULEBOOK, id_))
    assert names.keys() >= SAME.keys() | SILENT.keys()
    assert set(names.values()) == {1}
    assert not SAME.keys() & SILENT.keys()


def test_every_clause_is_altered() -> None:
    """No clause is without a mutant."""
    assert [id_ for id_ in ids(RULEBOOK) if not list(mutants(RULEBOOK, id_))] == []


@pytest.mark.parametrize("id_", RULEBOOK.clauses)
def test_a_hole_makes_no_others(comparison: Comparison, id_: str) -> None:
    """Strike a clause: where what it decides is then undecided, nothing is found of the rulings that read it."""
    assert comparison.echoes(struck(RULEBOOK, id_)) == ""


def test_striking_clauses_makes_holes(comparison: Comparison) -> None:
    """Each clause but those that another clause, or a default, makes up for; many holes are in what others read."""
    holes = {id_: comparison.holes(struck(RULEBOOK, id_)) for id_ in RULEBOOK.clauses}
    made_up_for = {id_ for id_, rulings in holes.items() if not rulings}
    defaults = {name for name, ruling in RULEBOOK.rulings.items() if ruling.otherwise is not None}
    for id_ in made_up_for:
        clause = RULEBOOK.clauses[id_]
        assert clause.overrides or {effect.ruling for effect in clause.effects} <= defaults
    assert {"cutter", "dealer", "hand", "deal", "coup"} <= {ruling for rulings in holes.values() for ruling in rulings}


def test_a_hole_that_shows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were rulings looked at everywhere, a hole in one would be one in those that read it."""
    monkeypatch.setattr(Decider, "examined", lambda decider, *_: decider.terms.true)
    with comparing(RULEBOOK) as compared:
        assert compared.echoes(struck(RULEBOOK, "P1.1.c")) == "no clause decides `may_deal`"
