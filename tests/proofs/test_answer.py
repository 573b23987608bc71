"""What is ruled on some facts is just what holds in every possible completion of them, all listed."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from misdeal.cli.table_where import read_condition
from misdeal.model.language.rulebook import Always, Place
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs import answer as answering
from misdeal.proofs import conflict as conflicting
from misdeal.proofs.answer import Answer, Ruled, Standing, answer
from misdeal.proofs.known import PLAYERS, Known
from misdeal.proofs.refusal import Refusal
from tests.knowing import holds, posed, possible, stated, supposed
from tests.worlds import well_formed

if TYPE_CHECKING:
    from misdeal.model.language.types import Value


def none(*_: object) -> int:
    """No situation is looked at one by one."""
    return 0


# What is expected, from the definition


def check_ruled(ruled: Ruled, left: list[Evaluation]) -> None:
    """A ruling stands as it does in all of the situations in which its index is at the table."""
    rulebook = left[0].rulebook
    at_table = [e for e in left if ruled.place in set(ruling_places(rulebook, e.situation.players))]
    outcomes = [evaluation.outcome(ruled.place) for evaluation in at_table]
    assert {(each.kind, each.value) for each in ruled.comes} == {(each.kind, each.value) for each in outcomes}
    assert ruled.whole
    assert ruled.seated == (len(at_table) == len(left))
    if ruled.standing is Standing.OPEN or not any(o.kind in {Kind.VALUE, Kind.CLASH, Kind.UNDEFINED} for o in outcomes):
        return
    deciding = [{instance.clause.id for instance in outcome.deciding} for outcome in outcomes]
    applying = [{instance.clause.id for instance in outcome.applying} for outcome in outcomes]
    assert {each.clause.id for each in ruled.deciding} == set.union(*deciding)
    assert {each.clause.id for each in ruled.deciding if each.sure} == set.intersection(*deciding)
    for each in ruled.deciding:
        overridden = set.intersection(*applying) & each.clause.overrides if each.sure else set[str]()
        assert set(each.overrides) == overridden


def check_branches(ruled: Ruled, known: Known, left: list[Evaluation]) -> None:
    """Each combination of the options left out is in one branch, and under it comes out what the branch says."""
    rulebook, ruling = known.rulebook, known.rulebook.rulings[ruled.place.name]
    given = {place for place in known.facts if known.settles(place)}
    left_out = [option.name for option in rulebook.options if Place(option.name) not in given]
    came: dict[tuple[Value, ...], list[Evaluation]] = {}
    for evaluation in left:
        if ruled.place in ruling_places(rulebook, evaluation.situation.players):
            values = tuple(evaluation.situation.values[Place(name)] for name in left_out)
            came.setdefault(values, []).append(evaluation)
    if ruled.standing is not Standing.OPEN:
        assert not ruled.branches
        assert set(ruled.whichever) <= set(left_out)
        return
    said = [[read_condition(rulebook, ruling, option) for option in each.options] for each in ruled.branches]
    under: dict[int, set[tuple[Kind, Value | None]]] = {}
    for evaluations in came.values():
        outcomes = [each.outcome(ruled.place) for each in evaluations]
        found = {(outcome.kind, outcome.value) for outcome in outcomes}
        if not ruled.branches:
            assert found == {(each.kind, each.value) for each in ruled.comes}
            continue
        (at,) = (at for at, options in enumerate(said) if any(evaluations[0].holds(option) for option in options))
        assert under.setdefault(at, found) == found
    assert len(under) == len(said) != 1
    for at, branch in enumerate(ruled.branches):
        assert under[at] == {(each.kind, each.value) for each in branch.ruled.comes}


def check_missing(told: Answer, known: Known, left: list[Evaluation]) -> None:
    """The missing facts are those that some completion asks."""
    asked: set[Place] = set()
    for evaluation in left:
        for place in evaluation.situation.values:
            fact = known.rulebook.facts[place.name]
            one_value = fact.type.low == fact.type.high
            settled = len(known.facts.get(place, ())) == 1 or one_value or not arises(evaluation, fact, place)
            taken = known.usual and place not in known.facts
            if not settled and not (taken and usual_value(evaluation, fact, place) is not None):
                asked.add(place)
    sizes = {evaluation.situation.players for evaluation in left}
    assert set(told.missing) == asked | ({PLAYERS} if len(sizes) > 1 else set())


Told = tuple[tuple[Always, ...], tuple[Place, ...]]


def conflicts(known: Known) -> list[Told]:
    """The conflicts by their definition: smallest sets, of several the first in order."""
    evaluations = [Evaluation(known.rulebook, told) for told in well_formed(known.rulebook)]
    every = known.rulebook.always

    def least(always: tuple[Always, ...], facts: list[Place]) -> tuple[Place, ...] | None:
        allowed = [e for e in evaluations if not any(e.value(one.condition) is False for one in always)]
        held = [frozenset(place for place in facts if holds(known, e, place)) for e in allowed]
        if any(set(facts) <= each for each in held):
            return None
        sets = (chosen for size in range(len(facts) + 1) for chosen in combinations(facts, size))
        return next(chosen for chosen in sets if not any(set(chosen) <= each for each in held))

    def joint(facts: list[Place]) -> Iterator[Told]:
        broken = least(every, facts)
        for size in range(len(every) + 1) if broken is not None else ():
            for chosen in combinations(every, size):
                if broken is not None and least(chosen, list(broken)) is not None:
                    yield chosen, broken
                    return

    for facts in (stated(known), [*stated(known), *supposed(known)]):
        if (broken := least((), facts)) is not None:
            return [((), broken)]
        single: list[Told] = [((one,), told) for one in every if (told := least((one,), facts)) is not None]
        if found := [*single, *([] if single else joint(facts))]:
            return found
    raise AssertionError


def check(known: Known) -> None:
    """Ask, and compare with all completions."""
    left = possible(known)
    if left:
        told = answer(known)
        most = max(evaluation.situation.players for evaluation in left)
        assert [ruled.place for ruled in told.rulings] == list(ruling_places(known.rulebook, most))
        for ruled in told.rulings:
            check_ruled(ruled, left)
            check_branches(ruled, known, left)
        check_missing(told, known, left)
        return
    with pytest.raises(Refusal) as refused:
        answer(known)
    found = refused.value.conflicts
    if found:  # else a seat is named that cannot be at the table
        told_of = [(each.always, tuple(place for place, _ in (*each.facts, *each.usual))) for each in found]
        assert told_of == conflicts(known)
    else:
        assert "not at the table" in refused.value.message


@pytest.mark.parametrize("part", range(4))
def test_one_by_one_an_answer_is_what_all_completions_have_in_common(part: int) -> None:
    """Where situations are looked at one by one, nothing is missing and nothing is too much."""
    for seed in range(part, 160, 4):
        check(posed(seed))


def test_both_ways_give_the_same_answer() -> None:
    """Clauses, reasons and what is overridden are the same, whoever looks at the situations."""
    compared = 0
    for seed in range(2000, 2030):
        known = posed(seed)
        try:
            listed = answer(known)
        except Refusal:
            continue
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answering, "_most", none)
            asked = answer(known)
        if listed.situation is None and asked.situation is None:
            assert asked == listed
            compared += 1
    assert compared > 10


def test_options_left_out_are_often_told_apart() -> None:
    """The comparison has something to compare: some answers have branches, and some are the same under all options."""
    ruled: list[Ruled] = []
    for seed in range(160):
        with suppress(Refusal):
            ruled += answer(posed(seed)).rulings
    assert sum(bool(each.branches) for each in ruled) > 20
    assert sum(bool(each.whichever) for each in ruled) > 20


@pytest.mark.parametrize("part", range(4))
def test_by_the_solver_an_answer_is_what_all_completions_have_in_common(part: int) -> None:
    """Where the solver is asked, nothing is missing and nothing is too much; conflicts are smallest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answering, "_most", none)
        patch.setattr(conflicting, "MOST", 0)
        for seed in range(1000 + part, 1040, 4):
            check(posed(seed))
