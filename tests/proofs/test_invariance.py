"""The order of statements, and the names in them, change no verdict and no region."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.span import NOWHERE
from misdeal.proofs.check import check

from ..brute import Found, told
from ..strategies import Statement, page, renamed, seeded
from ..worlds import Shown

IDS = re.compile(r"\bA(\d+[a-z]?(?:\.\w+)*|P4(?:\.\w+)*)\b")
IN_ORDER = {"fact", "option", "reading", "clause"}  # what is ordinary, and regions, go by their order


def findings(text: str) -> list[Found]:
    """The findings of a page, wherever in it they stand."""
    return [replace(found, span=NOWHERE) for found in told(check(read(text, "generated.md")).findings)]


def shuffled(statements: Sequence[Statement], random: Random, kept: frozenset[str]) -> list[Statement]:
    """The statements in another order; those of the keywords `kept` keep theirs among themselves."""
    mixed = list(statements)
    random.shuffle(mixed)
    in_order = iter([statement for statement in statements if statement.keyword in kept])
    return [next(in_order) if statement.keyword in kept else statement for statement in mixed]


@pytest.mark.parametrize("seed", range(8))
def test_order_of_statements_changes_no_region(seed: int) -> None:
    """Witnesses, regions and options are the same whatever the order, but that of facts and of clauses."""
    statements = seeded(seed).statements
    other = shuffled(statements, Random(seed), frozenset(IN_ORDER))  # noqa: S311
    assert Counter(findings(page(other))) == Counter(findings(page(statements)))


@pytest.mark.parametrize("seed", range(20, 28))
def test_order_of_statements_changes_no_verdict(seed: int) -> None:
    """Whatever the order, the same is found of the same rulings and clauses."""
    statements = seeded(seed).statements
    other = shuffled(statements, Random(seed), frozenset())  # noqa: S311

    def verdicts(some: Sequence[Statement]) -> Counter[tuple[object, ...]]:
        return Counter(
            (found.kind, found.ruling, tuple(sorted(found.clauses)), found.subject) for found in findings(page(some))
        )

    assert verdicts(other) == verdicts(statements)


@pytest.mark.parametrize("seed", range(40, 48))
def test_names_change_nothing(seed: int) -> None:
    """Under other names and ids everything comes out the same, under those names."""
    plain, other = seeded(seed), seeded(seed, renamed, prefix="A")
    back = dict(zip(other.names, plain.names, strict=True))

    def restored(text: str) -> str:
        return IDS.sub(r"\1", re.sub(r"\w+", lambda word: back.get(word[0], word[0]), text))

    def restored_shown(witness: Shown) -> Shown:
        players, facts, subject = witness
        return players, tuple((restored(name), index, value) for name, index, value in facts), subject

    def restored_found(found: Found) -> Found:
        return replace(
            found,
            ruling=found.ruling and restored(found.ruling),
            clauses=tuple(restored(clause) for clause in found.clauses),
            subject=found.subject and restored(found.subject),
            witness=found.witness and restored_shown(found.witness),
            regions=tuple(
                (tuple(restored(condition) for condition in conditions), restored_shown(witness))
                for conditions, witness in found.regions
            ),
            beyond=found.beyond and restored_shown(found.beyond),
            options=tuple(restored(option) for option in found.options),
        )

    assert Counter(restored_found(found) for found in findings(other.text)) == Counter(findings(plain.text))
