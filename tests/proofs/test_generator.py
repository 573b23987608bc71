"""The generator of rulebooks is tested itself: nothing that is looked for is rare in it, nor always there."""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings

from misdeal.proofs.finding import FindingKind

from ..brute import seeded_findings
from ..constructs import WANTED, constructs
from ..strategies import Book, books, renamed, seeded
from ..worlds import well_formed

SOME, MANY = 300, 2_000


def shares(seeds: int, features: Callable[[int], Iterable[str]]) -> Counter[str]:
    """For how many of so many seeds each feature occurs."""
    found: Counter[str] = Counter()
    for seed in range(seeds):
        found.update(set(features(seed)))
    return found


def used(seed: int) -> Iterable[str]:
    """The constructs in the rulebook of a seed."""
    return constructs(seeded(seed).rulebook)


def kinds(seed: int) -> Iterable[str]:
    """The kinds of the findings of the rulebook of a seed."""
    return {found.kind.value for found in seeded_findings(seed)}


def outside(found: Counter[str], wanted: Iterable[str], least: float, seeds: int) -> dict[str, float]:
    """The features that occur, or are absent, in too few of so many rulebooks, with their share."""
    return {name: found[name] / seeds for name in wanted if not least <= found[name] / seeds <= 1 - least}


def test_constructs_and_their_absence_are_not_rare() -> None:
    """A sample of rulebooks has every construct of the language, none of them everywhere."""
    assert outside(shares(SOME, used), WANTED, 0.04, SOME) == {}


def test_kinds_of_findings_and_their_absence_are_not_rare() -> None:
    """A sample of rulebooks has every kind of finding, none of them everywhere."""
    seeds = 50
    assert outside(shares(seeds, kinds), [kind.value for kind in FindingKind], 0.03, seeds) == {}


@pytest.mark.deep
def test_constructs_occur_in_a_twentieth() -> None:
    """Every construct, and its absence, occurs in at least 5 % of 2,000 rulebooks."""
    assert outside(shares(MANY, used), WANTED, 0.05, MANY) == {}


@pytest.mark.deep
def test_kinds_of_findings_occur_in_a_twentieth() -> None:
    """Every kind of finding, and its absence, occurs in at least 5 % of 2,000 rulebooks."""
    assert outside(shares(MANY, kinds), [kind.value for kind in FindingKind], 0.05, MANY) == {}


def test_rulebooks_are_small_enough_to_enumerate() -> None:
    """No rulebook has more than a few hundred situations."""
    assert max(sum(1 for _ in well_formed(seeded(seed).rulebook)) for seed in range(60)) <= 500


def test_a_seed_is_one_rulebook() -> None:
    """The same seed gives the same text, and under other names the same statements."""
    assert seeded(3).text == seeded(3).text
    one, other = seeded(3), seeded(3, renamed)
    assert [statement.keyword for statement in one.statements] == [statement.keyword for statement in other.statements]
    assert set(one.names).isdisjoint(other.names)


@settings(max_examples=30)
@given(books(most=40))
def test_strategy_makes_valid_rulebooks(book: Book) -> None:
    """What Hypothesis draws is read without a diagnostic."""
    assert book.rulebook.name == book.names[0]
