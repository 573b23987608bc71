"""Regions in words: a condition that fails is told by what holds, where the language has a word for that."""

from collections.abc import Iterator
from random import Random

import pytest

from misdeal.cli.table_where import read_condition
from misdeal.model.language import RulebookError
from misdeal.model.language.expression import Quantified
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import indices
from misdeal.proofs.criterion import Criterion, Derived, conditions, criteria
from misdeal.proofs.phrase import phrase

from ..strategies import seeded, situation

TEXT = """```misdeal
rulebook failing "What fails"
seats player 2..4
fact away[p]: yes/no "Is the player away?"
fact cards[p]: 0..8 "How many?"
ruling coup: {{stands, void}} "What becomes of the coup?"
clause 1 "One" when {} then coup is void
```"""


def failing(condition: str) -> str:
    """What is told where a condition of one criterion fails."""
    rulebook = read(TEXT.format(condition), "test.md")
    (criterion,) = criteria(rulebook, [rulebook.clauses["1"].when])
    (told,) = phrase(rulebook, [criterion], (frozenset({0}),))
    return told


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("every p: away[p]", "some p: not away[p]"),
        ("every p: not away[p]", "some p: away[p]"),
        ("every p: cards[p] = 5", "some p: cards[p] != 5"),
        ("every p: cards[p] < 5", "some p: cards[p] >= 5"),
        ("every p: cards[p] in 4..6", "some p: not cards[p] in 4..6"),
        ("every p: away[p] implies cards[p] = 0", "some p: away[p] and cards[p] != 0"),
        (
            "every p: away[p] and cards[p] > 4 implies cards[p] = 6",
            "some p: away[p] and cards[p] > 4 and cards[p] != 6",
        ),
        ("every p: away[p] or cards[p] = 5", "some p: not away[p] and cards[p] != 5"),
        ("every p: away[p] and cards[p] = 5", "some p: not (away[p] and cards[p] = 5)"),
        ("every p: every q: neighbours(p, q) implies away[q]", "some p: some q: neighbours(p, q) and not away[q]"),
        ("every p: every q: (away[q] implies away[p])", "some p: some q: (away[q] and not away[p])"),
        ("some p: away[p]", "not some p: away[p]"),
    ],
)
def test_what_fails_is_told_by_what_holds(condition: str, told: str) -> None:
    """Not every: some that is not."""
    assert failing(condition) == told


def test_what_is_told_holds_just_where_the_condition_fails() -> None:
    """Read as a condition, what is told where an `every` fails is true where that is false, and nowhere else."""
    compared = []
    for seed in range(60):
        rulebook, random = seeded(seed).rulebook, Random(seed)  # noqa: S311
        for ruling, criterion in every_criterion(rulebook):
            (told,) = phrase(rulebook, [criterion], (frozenset({0}),))
            try:
                condition = read_condition(rulebook, ruling, told)
            except RulebookError:
                continue  # it compares constants, which a `let` may come to and nobody may write
            assert not isinstance(criterion.subject, Derived)
            for _ in range(8):
                evaluation = Evaluation(rulebook, situation(rulebook, random))
                for index in indices(ruling.index, evaluation.situation.players):
                    names = {ruling.index.name: index} if ruling.index and index is not None else {}
                    compared.append(evaluation.value(condition, names) is True)
                    assert compared[-1] == (evaluation.value(criterion.subject, names) is False), told
    assert 100 < sum(compared) < len(compared) - 100


def every_criterion(rulebook: Rulebook) -> Iterator[tuple[Ruling, Criterion]]:
    """The criteria of each ruling that are an `every`."""
    for ruling in rulebook.rulings.values():
        parts = conditions(rulebook, ruling)
        for criterion in criteria(rulebook, [parts.scope, *parts.reaches]):
            if isinstance(criterion.subject, Quantified) and criterion.subject.quantifier == "every":
                yield ruling, criterion
