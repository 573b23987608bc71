"""What is proved of the shipped rulebooks is true in random and boundary situations, says the reference evaluator."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from misdeal import FindingKind, Report, check, load, shipped
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Seat, Value, first_value
from misdeal.model.meaning.evaluate import Evaluation, Instance, Kind
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, fact_places, places, ruling_places, table_sizes

CHUNK = 2_500
MANY = 100_000
FEW = 60

UNRULED = {Kind.GAP: FindingKind.GAP, Kind.CLASH: FindingKind.CLASH, Kind.UNDEFINED: FindingKind.UNDEFINED}


@cache
def report_of(name: str) -> Report:
    """What was found in a shipped rulebook, with nothing left unknown."""
    report = check(load(name), timeout=240)
    assert report.unknown == ()
    return report


@cache
def some_situations(name: str) -> tuple[Evaluation, ...]:
    """A few possible situations of a shipped rulebook."""
    return tuple(possible(seed, report_of(name).rulebook) for seed in range(FEW))


def chosen(random: Random, fact: Fact, players: int, usual: Value | None) -> Value:
    """A value for a fact: often the usual one or one beside it, sometimes an end of its type, sometimes any."""
    high = players if isinstance(fact.type, Seat) else fact.type.high
    values: list[Value] = [*range(fact.type.low, high + 1)]
    if isinstance(fact.type, Seat) and fact.type.vacant:
        values.append(fact.type.table.nobody)
    turn = random.random()
    if usual is not None and turn < 0.6:
        return usual
    if usual is not None and turn < 0.8:
        near = [value for value in values if abs(value - usual) == 1]
        return random.choice(near or values)
    return random.choice((values[0], values[-1])) if turn < 0.9 else random.choice(values)


def drawn(random: Random, rulebook: Rulebook) -> Situation:
    """A situation that the types allow."""
    players = random.choice(table_sizes(rulebook))
    values: dict[Place, Value] = {}
    for fact in (rulebook.facts[name] for name in rulebook.settling_order):
        for place in fact_places(fact, players):
            values[place] = first_value(fact.type)
            evaluation = Evaluation(rulebook, Situation(players, values))
            if arises(evaluation, fact, place):
                values[place] = chosen(random, fact, players, usual_value(evaluation, fact, place))
    return Situation(players, {place: values[place] for place in places(rulebook, players)})


def possible(seed: int, rulebook: Rulebook) -> Evaluation:
    """The first possible situation that a seed leads to, evaluated."""
    random = Random(seed)  # noqa: S311 - the same situations every time
    while True:
        evaluation = Evaluation(rulebook, drawn(random, rulebook))
        if evaluation.possible:
            return evaluation


def pairs(deciding: tuple[Instance, ...]) -> Iterator[frozenset[str]]:
    """The clauses of any two effects that give different values."""
    for one, other in combinations(deciding, 2):
        if one.value != other.value:
            yield frozenset((one.clause.id, other.clause.id))


def shows(evaluation: Evaluation) -> Iterator[tuple[FindingKind, str, frozenset[str]]]:
    """Everything wrong that a situation shows: its kind, the ruling or claim, for a clash the clauses."""
    rulebook = evaluation.rulebook
    for place in ruling_places(rulebook, evaluation.situation.players):
        outcome = evaluation.outcome(place)
        if outcome.kind in UNRULED and examined(evaluation, place):
            found = pairs(outcome.deciding) if outcome.kind is Kind.CLASH else [frozenset[str]()]
            yield from ((UNRULED[outcome.kind], place.name, clauses) for clauses in found)
    for claim in rulebook.claims:
        if evaluation.value(claim.condition) is False:
            yield FindingKind.REFUTED, claim.title, frozenset()


def try_situations(name: str, evaluations: Iterable[Evaluation]) -> None:
    """Nothing that a situation shows is missing from the report."""
    report = report_of(name)
    told = {
        (
            finding.kind,
            finding.ruling or finding.subject,
            frozenset(finding.clauses) if finding.kind is FindingKind.CLASH else frozenset[str](),
        )
        for finding in report.findings
    }
    for evaluation in evaluations:
        assert set(shows(evaluation)) - told == set(), evaluation.situation


@pytest.mark.parametrize("name", shipped())
def test_what_is_proved_holds_in_some_situations(name: str) -> None:
    """No gap, clash, undefined value or false claim beside those that are told."""
    try_situations(name, some_situations(name))


@pytest.mark.deep
@pytest.mark.parametrize("first", range(FEW, FEW + MANY, CHUNK))
@pytest.mark.parametrize("name", shipped())
def test_what_is_proved_holds_in_very_many_situations(name: str, first: int) -> None:
    """The same in 100,000 more."""
    rulebook = report_of(name).rulebook
    try_situations(name, (possible(seed, rulebook) for seed in range(first, first + CHUNK)))


@pytest.mark.parametrize("name", shipped())
def test_situations_that_are_tried_show_what_is_found(name: str) -> None:
    """The situations are no ordinary ones only: they show gaps, if there are any, and rulings that arise or do not."""
    evaluations = some_situations(name)
    gaps = {finding.kind for finding in report_of(name).findings} & {FindingKind.GAP}
    assert {kind for evaluation in evaluations for kind, _, _ in shows(evaluation)} >= gaps
    kinds = {
        evaluation.outcome(place).kind
        for evaluation in evaluations
        for place in ruling_places(evaluation.rulebook, evaluation.situation.players)
    }
    assert kinds >= {Kind.VALUE, Kind.DOES_NOT_ARISE}
