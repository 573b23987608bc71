"""What is ruled on some facts is just what holds in every possible completion of them, all listed."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random
from types import MappingProxyType

import pytest

from misdeal.cli.table_where import read_condition
from misdeal.model.language.rulebook import Always, Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, places, ruling_places
from misdeal.proofs import answer as answering
from misdeal.proofs import conflict as conflicting
from misdeal.proofs.answer import Answer, Ruled, Standing, rule
from misdeal.proofs.known import PLAYERS
from misdeal.proofs.refusal import Refusal
from tests.strategies import domain, seeded, situation
from tests.worlds import well_formed


@dataclass(frozen=True)
class Question:
    """A rulebook and what is given."""

    rulebook: Rulebook
    facts: Mapping[Place, Value]
    players: int | None
    usual: bool

    def ask(self) -> Answer:
        return rule(self.rulebook, self.facts, players=self.players, usual=self.usual)


def posed(seed: int) -> Question:
    """Some facts of a situation, possible or not, at times one of them altered."""
    random = Random(seed)  # noqa: S311 - nothing secret
    rulebook = seeded(seed, most=100).rulebook
    told, share = situation(rulebook, random), random.choice([0.0, 0.3, 0.7, 1.0])
    kept = [place for place in told.values if random.random() < share and can_be_given(rulebook, told, place)]
    facts = {place: told.values[place] for place in kept}
    for place in kept:
        if random.random() < 0.1:
            facts[place] = random.choice(domain(rulebook.facts[place.name].type, told.players))
    players = told.players if rulebook.table and random.random() < 0.5 else None
    usual = random.random() < 0.4
    if usual and rulebook.table and random.random() < 0.7:
        players = told.players
    return Question(rulebook, MappingProxyType(facts), players, usual)


def can_be_given(rulebook: Rulebook, told: Situation, place: Place) -> bool:
    """Most facts, and seldom one that does not arise."""
    evaluation = Evaluation(rulebook, told)
    return arises(evaluation, rulebook.facts[place.name], place) or sum(map(ord, str(place))) % 5 == 0


def none(*_: object) -> int:
    """No situation is looked at one by one."""
    return 0


# What is expected, from the definition


def holds(question: Question, evaluation: Evaluation, place: Place) -> bool:
    """Whether a fact is as given, or as usual."""
    told = evaluation.situation
    if place == PLAYERS:
        table = question.rulebook.table
        return told.players == (question.players or (table.usual if table else 0))
    if place in question.facts:
        return told.values.get(place) == question.facts[place]
    fact = question.rulebook.facts[place.name]
    if place not in told.values or not arises(evaluation, fact, place):
        return True
    usual = usual_value(evaluation, fact, place)
    return usual is None or usual == told.values[place]


def stated(question: Question) -> list[Place]:
    """Everything given."""
    players = [] if steady_players(question) is None else [PLAYERS]
    return [*players, *question.facts]


def steady_players(question: Question) -> int | None:
    """The number of players where it is given or cannot be another."""
    table = question.rulebook.table
    return table.most if table and table.least == table.most else question.players


def supposed(question: Question) -> list[Place]:
    """Everything taken as usual."""
    if not question.usual:
        return []
    table = question.rulebook.table
    largest = list(places(question.rulebook, table.most if table else 0))
    asked = [p for p in largest if p not in question.facts and question.rulebook.facts[p.name].usually is not None]
    return [*([PLAYERS] if table and steady_players(question) is None else []), *asked]


def completions(question: Question) -> list[Evaluation]:
    """Every possible situation in which everything stated and supposed holds."""
    everything = [*stated(question), *supposed(question)]
    evaluations = (Evaluation(question.rulebook, told) for told in well_formed(question.rulebook))
    return [e for e in evaluations if e.possible and all(holds(question, e, place) for place in everything)]


def check_ruled(ruled: Ruled, possible: list[Evaluation]) -> None:
    """A ruling stands as it does in all of the situations in which its index is at the table."""
    rulebook = possible[0].rulebook
    at_table = [e for e in possible if ruled.place in set(ruling_places(rulebook, e.situation.players))]
    outcomes = [evaluation.outcome(ruled.place) for evaluation in at_table]
    assert {(each.kind, each.value) for each in ruled.comes} == {(each.kind, each.value) for each in outcomes}
    assert ruled.whole
    assert ruled.seated == (len(at_table) == len(possible))
    if ruled.standing is Standing.OPEN or not any(o.kind in {Kind.VALUE, Kind.CLASH, Kind.UNDEFINED} for o in outcomes):
        return
    deciding = [{instance.clause.id for instance in outcome.deciding} for outcome in outcomes]
    applying = [{instance.clause.id for instance in outcome.applying} for outcome in outcomes]
    assert {each.clause.id for each in ruled.deciding} == set.union(*deciding)
    assert {each.clause.id for each in ruled.deciding if each.sure} == set.intersection(*deciding)
    for each in ruled.deciding:
        overridden = set.intersection(*applying) & each.clause.overrides if each.sure else set[str]()
        assert set(each.overrides) == overridden


def check_branches(ruled: Ruled, question: Question, possible: list[Evaluation]) -> None:
    """Each combination of the options left out is in one branch, and under it comes out what the branch says."""
    rulebook, ruling = question.rulebook, question.rulebook.rulings[ruled.place.name]
    given = {name for name in question.facts if not name.index}
    left_out = [option.name for option in rulebook.options if Place(option.name) not in given]
    came: dict[tuple[Value, ...], list[Evaluation]] = {}
    for evaluation in possible:
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


def check_missing(answer: Answer, question: Question, possible: list[Evaluation]) -> None:
    """The missing facts are those that some completion asks."""
    asked: set[Place] = set()
    for evaluation in possible:
        for place in evaluation.situation.values:
            fact = question.rulebook.facts[place.name]
            one_value = fact.type.low == fact.type.high
            settled = place in question.facts or one_value or not arises(evaluation, fact, place)
            if not settled and not (question.usual and usual_value(evaluation, fact, place) is not None):
                asked.add(place)
    sizes = {evaluation.situation.players for evaluation in possible}
    assert set(answer.missing) == asked | ({PLAYERS} if len(sizes) > 1 else set())


Told = tuple[tuple[Always, ...], tuple[Place, ...]]


def conflicts(question: Question) -> list[Told]:
    """The conflicts by their definition: smallest sets, of several the first in order."""
    evaluations = [Evaluation(question.rulebook, told) for told in well_formed(question.rulebook)]
    every = question.rulebook.always

    def least(always: tuple[Always, ...], facts: list[Place]) -> tuple[Place, ...] | None:
        allowed = [e for e in evaluations if not any(e.value(one.condition) is False for one in always)]
        held = [frozenset(place for place in facts if holds(question, e, place)) for e in allowed]
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

    for facts in (stated(question), [*stated(question), *supposed(question)]):
        if (broken := least((), facts)) is not None:
            return [((), broken)]
        single: list[Told] = [((one,), told) for one in every if (told := least((one,), facts)) is not None]
        if found := [*single, *([] if single else joint(facts))]:
            return found
    raise AssertionError


def check(question: Question) -> None:
    """Ask, and compare with all completions."""
    possible = completions(question)
    if possible:
        answer = question.ask()
        most = max(evaluation.situation.players for evaluation in possible)
        assert [ruled.place for ruled in answer.rulings] == list(ruling_places(question.rulebook, most))
        for ruled in answer.rulings:
            check_ruled(ruled, possible)
            check_branches(ruled, question, possible)
        check_missing(answer, question, possible)
        return
    with pytest.raises(Refusal) as refused:
        question.ask()
    found = refused.value.conflicts
    if found:  # else a seat is named that cannot be at the table
        told = [(each.always, tuple(place for place, _ in (*each.facts, *each.usual))) for each in found]
        assert told == conflicts(question)
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
        question = posed(seed)
        try:
            listed = question.ask()
        except Refusal:
            continue
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(answering, "_most", none)
            asked = question.ask()
        if listed.situation is None and asked.situation is None:
            assert asked == listed
            compared += 1
    assert compared > 10


def test_options_left_out_are_often_told_apart() -> None:
    """The comparison has something to compare: some answers have branches, and some are the same under all options."""
    ruled: list[Ruled] = []
    for seed in range(160):
        with suppress(Refusal):
            ruled += posed(seed).ask().rulings
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
