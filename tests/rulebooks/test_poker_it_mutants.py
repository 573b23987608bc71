"""Nothing in the clauses of the poker rulebook is idle: alter any part of any of them, and `check` says otherwise.

Altered are clauses and parts one at a time: an operand of an `and` or `or` is left out, or a condition as a whole; a
bound or a way is shifted; a clause no longer overrides another. Something is reported otherwise where a finding is new
or gone, or is about other situations than before.
"""

from collections.abc import Iterator, Mapping

import pytest

from misdeal import load
from misdeal.proofs.alterations import Manner
from misdeal.proofs.decide import Decider
from misdeal.proofs.mutants import Mutant, Subject, mutants, struck

from ..differing import Comparison, comparing

RULEBOOK = load("poker_it")

SAME: Mapping[str, str] = {
    "clause P3.2.a: without `absent(p)`": "cards may be out of the pack for whoever sits out too: P3.3.b says it",
    "clause P3.2.b: without `absent(p)`": "the same: whoever sits the coup out gives it up by P3.3.c",
    "clause P3.3.b: without `declines(p)`": "the same the other way round: for those away P3.2.a says it",
    "clause P3.4.a: `cutter is first q from due where in_coup(q)`"
    " for `cutter is first q after due where in_coup(q)`": "`due` is not in the coup there",
    "clause P3.4.b: `cutter is first q from due where in_coup(q) and q != dealer`"
    " for `cutter is first q after due where in_coup(q) and q != dealer`": "nor there",
    "clause P3.4.c: `cutter is first q from due backward where in_coup(q) and q != dealer`"
    " for `cutter is first q after due backward where in_coup(q) and q != dealer`": "nor there",
    "clause P3.4.c: `cutter is first q after due backward where in_coup(q)`"
    " for `cutter is first q after due backward where in_coup(q) and q != dealer`": "the dealer is last",
    "clause P4.2.a: `found >= dealing` for `found >= dealt`": "while the cards are dealt it is said beside it",
    "clause P5.0.b: without `flaw = unlisted`": "there has to be a flaw, and a listed one annuls by P5.0.a as well",
    "clause P5.d: does not override `P5.other.c`": "one is about hands wrong by the deal, the other by the draw",
    "clause P7.1: `found >= drawing` for `found > drawing`": "at the draw itself the other operand of the `or` holds",
    "part P7.3: without `open`": "neither `standing` nor `stake` arises before the opening",
}
"""Mutants in which every ruling comes out the same everywhere, each with the reason."""

SILENT: Mapping[str, str] = {
    "clause P3.4.b: `cutter is first q after due where in_coup(q)`"
    " for `cutter is first q after due where in_coup(q) and q != dealer`": "the claim against it fails by one reading",
    "clause P3.4.b: `cutter is first q after due backward where in_coup(q) and q != dealer`"
    " for `cutter is first q after due where in_coup(q) and q != dealer`": "it then is another reading",
}
"""Mutants in which rulings come out otherwise, and no finding does, each with the reason."""

MANNERS = {Manner.DROPPED, Manner.SHIFTED, Manner.UNBOUND}


def by_subject() -> dict[Subject, list[Mutant]]:
    """The mutants of each clause and part."""
    found: dict[Subject, list[Mutant]] = {}
    for mutant in mutants(RULEBOOK):
        if mutant.subject.keyword in {"clause", "part"} and mutant.manner in MANNERS:
            found.setdefault(mutant.subject, []).append(mutant)
    return found


MUTANTS = by_subject()


@pytest.fixture(scope="module")
def comparison() -> Iterator[Comparison]:
    """What is reported of the rulebook as it is shipped."""
    with comparing(RULEBOOK) as compared:
        yield compared


@pytest.mark.parametrize("subject", MUTANTS, ids=str)
def test_whatever_is_altered_is_reported(comparison: Comparison, subject: Subject) -> None:
    """Every mutant of a clause or part but for those in the tables is reported on otherwise."""
    told = {mutant: comparison.difference(mutant) for mutant in MUTANTS[subject]}
    silent = [mutant for mutant, difference in told.items() if not difference]
    assert [each.name for each in silent] == [each.name for each in told if each.name in SAME.keys() | SILENT.keys()]
    for mutant in silent:
        assert comparison.differs(mutant) == (mutant.name in SILENT)


def test_the_tables_name_mutants() -> None:
    """Each name in them is that of one mutant."""
    names = {mutant.name for of_one in MUTANTS.values() for mutant in of_one}
    assert names >= SAME.keys() | SILENT.keys()
    assert not SAME.keys() & SILENT.keys()


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
