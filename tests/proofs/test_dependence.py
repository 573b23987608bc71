"""Claims that a ruling depends only on some facts are proved or refuted as brute force has it, with the same pair."""

from itertools import product
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Dependence, Place, Role, Rulebook
from misdeal.model.language.types import Number, Timeline
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import rank
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind

from ..strategies import page, seeded
from ..worlds import World, shown

SEEDS = range(60)
CLAIMS = 3


def claimed(seed: int) -> Rulebook:
    """A generated rulebook with claims about its rulings and some of its facts."""
    random, made = Random(seed), seeded(seed)  # noqa: S311 - nothing secret
    text = page(made.statements)
    rulings = list(made.rulebook.rulings)
    facts = [name for name, fact in made.rulebook.facts.items() if fact.role is Role.FACT]
    lines = []
    for number in range(CLAIMS if rulings and facts else 0):
        named = random.sample(facts, random.randint(1, len(facts)))
        lines.append(f'claim "so {number}": {random.choice(rulings)} depends only on {", ".join(named)}')
    return read(text + "\n```misdeal\n" + "\n".join(lines) + "\n```\n", "claimed.md")


def by_force(rulebook: Rulebook, dependence: Dependence) -> tuple[object, ...] | None:
    """The pair that refutes a claim, if there is one."""
    index = rulebook.rulings[dependence.ruling].index
    alike: dict[object, list[Evaluation]] = {}
    for evaluation in World(rulebook).possible:
        alike.setdefault(agreement(rulebook, dependence, evaluation.situation), []).append(evaluation)
    found = []
    for group in alike.values():
        for one, other in product(group, group):
            for at in indices(index, one.situation.players):
                came = [each.outcome(Place(dependence.ruling, at)) for each in (one, other)]
                told = [(each.kind if each.value is None else None, each.value) for each in came]
                if told[0] != told[1]:
                    found.append((rank(one, at), distance(one, other), one, other, at))
    if not found:
        return None
    _, _, one, other, at = min(found, key=lambda each: each[:2])
    return shown(one.situation, at), shown(other.situation, None)


def agreement(rulebook: Rulebook, dependence: Dependence, situation: Situation) -> object:
    """What two situations have to agree on."""
    kept = [
        (place, value)
        for place, value in situation.values.items()
        if place.name in dependence.facts or rulebook.facts[place.name].role is not Role.FACT
    ]
    return situation.players, tuple(kept)


def distance(one: Evaluation, other: Evaluation) -> tuple[object, ...]:
    """How many facts differ; of as many how far numbers and stages are apart; then the earlier values."""
    facts, values = one.rulebook.facts, other.situation.values
    pairs = [(facts[place.name].type, int(value), int(values[place])) for place, value in one.situation.values.items()]
    apart = sum(abs(mine - other) for kind, mine, other in pairs if isinstance(kind, Number | Timeline))
    return sum(mine != other for _, mine, other in pairs), apart, tuple(values.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_claims_about_two_situations_equal_brute_force(seed: int) -> None:
    """Which are refuted, and by which pair."""
    rulebook = claimed(seed)
    report = check(rulebook)
    assert not report.unknown
    findings = {each.subject: each for each in report.findings if each.kind is FindingKind.REFUTED}
    for dependence in rulebook.dependences:
        finding, wanted = findings.get(dependence.title), by_force(rulebook, dependence)
        if finding is None:
            assert wanted is None
        else:
            assert finding.witness
            assert finding.beside
            assert (
                shown(finding.witness.situation, finding.witness.subject),
                shown(finding.beside.situation, None),
            ) == wanted


def test_claims_about_two_situations_are_refuted_and_proved_often_enough() -> None:
    """The comparison has something to compare."""
    refuted = [by_force(book, each) is not None for book in map(claimed, SEEDS) for each in book.dependences]
    assert len(refuted) / 8 < sum(refuted) < len(refuted) * 7 / 8
