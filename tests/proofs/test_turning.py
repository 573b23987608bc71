"""Claims that a ruling turns with the table are proved or refuted as brute force has it, by the same pair."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Role, Rulebook, Ruling
from misdeal.model.language.types import Seat, Type, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, rank
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind

from ..strategies import page, seeded
from ..worlds import Shown, World, shown

SEEDS = [seed for seed in range(75) if seeded(seed).rulebook.table is not None]
CLAIMS = 3


@cache
def claimed(seed: int) -> tuple[Rulebook, World]:
    """A generated rulebook with claims about its rulings, and all its situations."""
    made = seeded(seed)
    rulings = list(made.rulebook.rulings)
    named = Random(seed).sample(rulings, min(CLAIMS, len(rulings)))  # noqa: S311 - nothing secret
    lines = [f'claim "so {name}": {name} turns with the table' for name in named]
    rulebook = read(page(made.statements) + "\n```misdeal\n" + "\n".join(lines) + "\n```\n", "claimed.md")
    return rulebook, World(rulebook)


def on(kind: Type, value: Value, players: int) -> Value:
    """A value one seat on."""
    return (*range(2, players + 1), 1)[value - 1] if isinstance(kind, Seat) and value <= players else value


def turned(one: Evaluation) -> Shown:
    """The facts of a situation where everyone sits one seat on."""
    players, values = one.situation.players, dict[Place, Value]()
    for place, value in one.situation.values.items():
        fact = one.rulebook.facts[place.name]
        if fact.role is not Role.FACT:
            values[place] = value
            continue
        at = None if fact.index is None or place.index is None else on(fact.index.type, place.index, players)
        values[Place(place.name, at)] = on(fact.type, value, players) if arises(one, fact, place) else value
    return shown(Situation(players, {place: values[place] for place in one.situation.values}), None)


def pairs(world: World) -> list[tuple[Evaluation, Evaluation]]:
    """Every possible situation that is possible turned, with what it is then."""
    known = {shown(one.situation, None): one for one in world.possible}
    return [(one, known[image]) for one in world.possible if (image := turned(one)) in known]


def broken(ruling: Ruling, one: Evaluation, other: Evaluation) -> Iterator[tuple[Value | None, Value | None]]:
    """The indices at which a ruling does not turn, with what they are turned."""
    players = one.situation.players
    for at in indices(ruling.index, players):
        there = None if ruling.index is None or at is None else on(ruling.index.type, at, players)
        came, wanted = other.outcome(Place(ruling.name, there)), one.outcome(Place(ruling.name, at))
        if wanted.value is None or came.value is None:
            if wanted.kind != came.kind:
                yield at, there
        elif on(ruling.type, wanted.value, players) != came.value:
            yield at, there


def by_force(seed: int) -> dict[str, tuple[Shown, Shown] | None]:
    """Of every claim the pair that refutes it, if there is one."""
    rulebook, world = claimed(seed)
    found: dict[str, tuple[Shown, Shown] | None] = {}
    for turning in rulebook.turnings:
        ruling = rulebook.rulings[turning.ruling]
        ranked = [
            (rank(one, at), shown(one.situation, at), shown(other.situation, there))
            for one, other in pairs(world)
            for at, there in broken(ruling, one, other)
        ]
        found[turning.title] = min(ranked)[1:] if ranked else None
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_claims_of_turning_equal_brute_force(seed: int) -> None:
    """Which are refuted, and by which pair; and which nothing puts to the test."""
    rulebook, world = claimed(seed)
    report = check(rulebook)
    assert not report.unknown
    refuted = {each.subject: each for each in report.findings if each.kind is FindingKind.REFUTED}
    untried = {each.subject for each in report.findings if each.kind is FindingKind.UNTRIED}
    for title, wanted in by_force(seed).items():
        finding = refuted.get(title)
        if finding is None:
            assert wanted is None
        else:
            assert finding.witness
            assert finding.beside
            both = (finding.witness, finding.beside)
            assert tuple(shown(each.situation, each.subject) for each in both) == wanted
        assert (title in untried) == (bool(world.possible) and not pairs(world))


def test_claims_of_turning_are_refuted_proved_and_untried_often_enough() -> None:
    """The comparison has something to compare."""
    found = [wanted is not None for seed in SEEDS for wanted in by_force(seed).values()]
    assert len(found) / 8 < sum(found) < len(found) * 7 / 8
    assert any(world.possible and not pairs(world) for _, world in map(claimed, SEEDS))
