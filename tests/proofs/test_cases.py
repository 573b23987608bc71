"""Cases are tried alike by going through options and by the solver, and what is not found out is unknown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Expected, Place, Rulebook, Unruled
from misdeal.proofs import cases
from misdeal.proofs.precedents import try_cases

from ..strategies import seeded

OPTIONS = "\n".join(f'option o{at}: yes/no "O{at}?"' for at in range(10))
MANY = f"""```misdeal
rulebook many "Many options"
{OPTIONS}
fact cold: yes/no usually no "Cold?"
ruling coup: {{stands, void}} "What?"
ruling fine: 0..2 when cold "How much?"
clause 1 "All" when not (o0 and o3 and o9) then coup is stands
clause 2 "One" when o0 and o3 and o9 and not cold then coup is void
clause 3 "Two" when cold and o1 then coup is void
case "fails under one of many" given cold = no expect coup is stands
case "fails under none" given cold = no, o0 = no expect coup is stands
case "a gap" given cold = yes, o0 = yes, o3 = yes, o9 = yes, o1 = no expect coup is gap
case "a clash" given cold = yes, o0 = no, o1 = yes expect coup is clash
```"""


def verdicts(rulebook: Rulebook) -> dict[str, bool]:
    return {each.case.title: each.passed for each in try_cases(rulebook)}


def generated() -> Iterator[Rulebook]:
    found = (seeded(seed).rulebook for seed in range(80))
    return (rulebook for rulebook in found if rulebook.cases and rulebook.options)


def test_going_through_options_and_asking_the_solver_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """On every case of generated rulebooks with options."""
    rulebooks = list(generated())[:8]
    gone_through = [verdicts(rulebook) for rulebook in rulebooks]
    assert {passed for each in gone_through for passed in each.values()} == {True, False}
    monkeypatch.setattr(cases, "COMBINATIONS", 0)
    assert [verdicts(rulebook) for rulebook in rulebooks] == gone_through


def test_a_case_may_leave_many_options_out() -> None:
    """The one value of them under which it fails is found, and told."""
    failed, *others = try_cases(read(MANY, "many.md"))
    assert [each.passed for each in others] == [True, True, True]
    assert failed.problem == "`coup` must be stands and is void"
    assert failed.situation is not None
    assert [failed.situation.values[Place(f"o{at}")] for at in (0, 3, 9)] == [True, True, True]


def test_without_time_a_case_of_many_options_is_unknown() -> None:
    """Those that need no solver are tried all the same."""
    tried = try_cases(read(MANY, "many.md"), timeout=0)
    assert [bool(each.unknown) for each in tried] == [True, True, False, False]
    assert not tried[0].passed


def test_every_outcome_can_be_expected_and_clauses_have_to_decide() -> None:
    """What is expected and does not come out is told."""
    rulebook = read(MANY, "many.md")
    given = {Place(f"o{at}"): at == 1 for at in range(10)}
    case = replace(rulebook.cases[0], given={**given, Place("cold"): False})
    wanted: dict[tuple[Place, Expected, tuple[str, ...]], str] = {
        (Place("fine"), Unruled.DOES_NOT_ARISE, ()): "",
        (Place("coup"), 0, ("1",)): "",
        (Place("coup"), 0, ("1", "2")): "`2` must decide and does not",
        (Place("coup"), Unruled.GAP, ()): "`coup` must have no ruling and is stands",
        (Place("coup"), Unruled.CLASH, ()): "`coup` must have more than one ruling and is stands",
        (Place("coup"), Unruled.UNDEFINED, ()): "`coup` must be undefined and is stands",
        (Place("coup"), Unruled.DOES_NOT_ARISE, ()): "`coup` must not arise and is stands",
        (Place("fine"), Unruled.GAP, ()): "`fine` must have no ruling and does not arise",
    }
    made = tuple(
        replace(case, title=str(at), expected={place: expected}, clauses=clauses)
        for at, (place, expected, clauses) in enumerate(wanted)
    )
    assert [each.problem for each in try_cases(replace(rulebook, cases=made))] == list(wanted.values())
