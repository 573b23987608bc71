"""A map shows in each cell what is the case somewhere there and nothing else, and of each mark a situation shows it."""

from collections import Counter
from collections.abc import Mapping
from typing import NoReturn

import pytest

from misdeal import load
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Timeline
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.reach import stage_fact
from misdeal.model.meaning.situation import indices
from misdeal.proofs import stage_map as drawn
from misdeal.proofs.inquiry import Inquiry, Undetermined
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.solve import LATE
from misdeal.proofs.stage_map import Mark, Sign, StageMap, stage_map
from tests.strategies import seeded
from tests.worlds import well_formed

WRONG = {Kind.GAP: Sign.GAP, Kind.CLASH: Sign.CLASH, Kind.UNDEFINED: Sign.UNDEFINED}


def marks_in(evaluation: Evaluation, place: Place) -> set[Mark]:
    """What is the case of a ruling in one situation, by the words of the design."""
    outcome = evaluation.outcome(place)
    found = {Mark(Sign.DECIDED, instance.clause.id) for instance in outcome.deciding}
    if outcome.kind is Kind.DOES_NOT_ARISE:
        found.add(Mark(Sign.DOES_NOT_ARISE))
    if outcome.kind is Kind.DEFAULT:
        found.add(Mark(Sign.DEFAULT))
    if outcome.kind in WRONG:
        found.add(Mark(WRONG[outcome.kind] if examined(evaluation, place) else Sign.WAITS))
    return found


def by_brute_force(rulebook: Rulebook) -> Mapping[str, list[set[Mark]]]:
    """Of every ruling what is in its cells, from going through all situations."""
    stage = stage_fact(rulebook)
    columns = len(stage.type.stages) if stage and isinstance(stage.type, Timeline) else 1
    cells = {name: [set[Mark]() for _ in range(columns)] for name in rulebook.rulings}
    for situation in well_formed(rulebook):
        evaluation = Evaluation(rulebook, situation)
        at = int(situation.values[Place(stage.name)]) if stage else 0
        for ruling in rulebook.rulings.values() if evaluation.possible else ():
            for index in indices(ruling.index, situation.players):
                cells[ruling.name][at] |= marks_in(evaluation, Place(ruling.name, index))
    return cells


def content(made: StageMap) -> Mapping[str, list[set[Mark]]]:
    """Of every ruling what is in its cells."""
    return {row.ruling.name: [set(cell.marks) for cell in row.cells] for row in made.rows}


def compare(seeds: range) -> Counter[Sign]:
    """Compare maps of generated rulebooks with brute force; how often each sign occurred."""
    counts = Counter[Sign]()
    for seed in seeds:
        rulebook = seeded(seed).rulebook
        expected = by_brute_force(rulebook)
        if not any(cell for cells in expected.values() for cell in cells):
            if rulebook.rulings:
                with pytest.raises(Refusal, match="no situation is possible"):
                    stage_map(rulebook)
            continue
        made = stage_map(rulebook)
        assert made.whole
        assert content(made) == expected, seed
        check_witnesses(made)
        counts.update(mark.sign for row in made.rows for cell in row.cells for mark in cell.marks)
    return counts


def check_witnesses(made: StageMap) -> None:
    """Every mark has a situation of its stage that is possible and shows it."""
    for row in made.rows:
        for at, cell in enumerate(row.cells):
            for mark, witness in cell.marks.items():
                evaluation = Evaluation(made.rulebook, witness.situation)
                assert evaluation.possible
                assert made.stage is None or witness.situation.values[Place(made.stage.name)] == at
                assert mark in marks_in(evaluation, Place(row.ruling.name, witness.subject))


def test_maps_equal_brute_force() -> None:
    """In every cell of generated rulebooks: what is shown is the case somewhere, what is not shown is nowhere."""
    assert compare(range(25)).keys() == set(Sign)


@pytest.mark.deep
def test_very_many_maps_equal_brute_force() -> None:
    """The same of many more."""
    assert min(compare(range(25, 500)).values()) > 50


def test_a_map_of_some_rulings_has_their_rows() -> None:
    """As they are in the map of all."""
    rulebook = load("bridge_1987")
    whole, part = stage_map(rulebook), stage_map(rulebook, ["penalty", "law"])
    check_witnesses(whole)
    assert list(content(part)) == ["law", "penalty"]
    assert content(part)["law"] == content(whole)["law"]


def test_what_is_known_of_a_rulebook_is_in_its_map() -> None:
    """13C is for deals whose play is over, and calls stand only where calls were made."""
    made = content(stage_map(load("bridge_1987"), ["section", "calls_stand"]))
    assert [Mark(Sign.DECIDED, "13.5.a") in cell for cell in made["section"]] == [False] * 4 + [True] * 2
    assert made["calls_stand"][0] == {Mark(Sign.DOES_NOT_ARISE)}


def test_a_ruling_that_is_not_there_is_refused() -> None:
    """With the near name."""
    with pytest.raises(Refusal, match="unknown ruling `laws`") as refusal:
        stage_map(load("bridge_1987"), ["laws"])
    assert "law" in refusal.value.advice


@pytest.mark.parametrize("late", [True, False])
def test_without_time_nothing_is_said_to_be_nowhere(monkeypatch: pytest.MonkeyPatch, *, late: bool) -> None:
    """What was not found is unknown, and no cell is called impossible: without any time, or where a solver gives up."""
    rulebook = load("bridge_1987")
    expected = content(stage_map(rulebook))

    def give_up(*_: object) -> NoReturn:
        raise Undetermined("it gave up")

    monkeypatch.setattr(Inquiry, "find", give_up)
    made = stage_map(rulebook, timeout=0.0 if late else 60.0)
    assert not made.whole
    cells = [cell for row in made.rows for cell in row.cells]
    true = [marks for row in made.rows for marks in expected[row.ruling.name]]
    assert all(
        set(cell.marks) <= marks <= {*cell.marks, *cell.unknown} for cell, marks in zip(cells, true, strict=True)
    )
    assert {cell.reason for cell in cells if cell.unknown} == {LATE if late else "it gave up"}
    assert late != any(cell.marks for cell in cells)


def test_a_stage_that_is_impossible_has_empty_cells() -> None:
    """It is neither unknown nor anything else."""
    text = """
```misdeal
rulebook early "Early"
timeline stage = soon < late
fact found: stage "When?"
ruling coup: yes/no "What?"
always found = soon "it is early"
clause 1 "The coup" then coup is yes
```
"""
    (row,) = stage_map(read(text, "early.md")).rows
    assert [cell.content for cell in row.cells] == [((Mark(Sign.DECIDED, "1"),), ()), ((), ())]


def test_a_false_situation_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not show what it was found for is never drawn."""
    monkeypatch.setattr(drawn, "examples", lambda _, formulas: [{formula: {} for formula in formulas}])
    with pytest.raises(Disagreement):
        stage_map(load("bridge_1987"))
