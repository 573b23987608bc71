"""A suite shows what can be shown, by the best examples there are, and nothing else: brute force says the same."""

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.show import show
from misdeal.model.library import load, shipped
from misdeal.proofs import suite_search
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.suite import How, Status, What, suite

from ..strategies import seeded
from ..suites import Suites, is_boundary, is_known, is_pair, is_true, told


def disagreements(rulebook: Rulebook) -> list[object]:
    """Where a suite and brute force differ."""
    made, by_force = suite(rulebook), Suites(rulebook)
    listed = {(each.aim.ruling, each.aim.clause) for each in made.shown if each.aim.what is What.DECIDES}
    found: list[object] = [pair for pair in by_force.deciding if pair not in listed]
    for each in made.shown:
        truth = by_force.truth(each.aim)
        right = all(is_true(rulebook, example) for example in each.examples)
        match each.aim.what:
            case What.MATTERS:
                right &= is_known(each) and truth.possible == (each.status is Status.SHOWN)
                right &= truth.unique == (each.how is How.UNIQUE) or bool(each.reason)
                right &= not each.examples or is_pair(rulebook, each)
            case What.BOUNDARY:
                right &= truth.possible or each.status is not Status.SHOWN
                right &= each.status is not Status.IMPOSSIBLE or not truth.possible
                right &= not each.examples or is_boundary(rulebook, each)
            case _:
                right &= [told(example) for example in each.examples] == ([truth.best] if truth.possible else [])
        found += [] if right else [(each, truth)]
    return found


@pytest.mark.parametrize("seed", [*range(6), *range(7, 12)])  # brute force takes long over 6
def test_a_suite_equals_brute_force(seed: int) -> None:
    """What is shown and what is impossible, the most ordinary situations, and what every pair is said to show."""
    assert disagreements(seeded(seed).rulebook) == []


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(16, 600))
def test_many_suites_equal_brute_force(seed: int) -> None:
    """The same, of many more."""
    assert disagreements(seeded(seed).rulebook) == []


def parts(rulebook: Rulebook) -> dict[str, tuple[Status, How | None]]:
    """The parts of conditions with what is said of them."""
    made = suite(rulebook).shown
    return {
        show(each.aim.subject): (each.status, each.how)
        for each in made
        if each.aim.what is What.MATTERS and each.aim.subject
    }


PAIRED = """```misdeal
rulebook pairs "Pairs"
timeline stage = early < middle < late
fact found: stage usually early "When?"
fact cold: yes/no usually no "Is it cold?"
fact wet: yes/no usually no "Is it wet?"
ruling coup: {stands, void} otherwise stands "What?"
clause 1 "One" when found < late and (found > early or cold) and (wet or not wet) then coup is void
```"""


def test_a_part_that_no_other_leaves_alone_is_shown_by_masking() -> None:
    """And one that the others make no difference by is proved to matter nowhere."""
    unique, nowhere = (Status.SHOWN, How.UNIQUE), (Status.IMPOSSIBLE, None)
    assert parts(read(PAIRED, "pairs.md")) == {
        "found < late": unique,
        "found > early": unique,
        "cold": unique,
        "wet": nowhere,
    }
    coupled = PAIRED.replace("(found > early or cold)", "(found >= late or found = early or cold)")
    found = parts(read(coupled, "pairs.md"))
    assert found["found >= late"] == nowhere
    masked = PAIRED.replace("(found > early or cold)", "(found >= middle and cold or found = early and wet)")
    assert parts(read(masked, "pairs.md"))["found >= middle"] == (Status.SHOWN, How.MASKING)


def test_the_same_rulebook_gives_the_same_suite() -> None:
    """Situation by situation."""
    first, second = (suite(load("bridge_1987"), ["law", "section"]) for _ in range(2))
    assert first.shown == second.shown
    assert {each.aim.ruling for each in first.shown} == {"law", "section"}


def test_without_time_nothing_is_said_to_be_impossible() -> None:
    """What is not found out is not found, with the reason."""
    made = suite(load("bridge_1987"), ["law", "section"], timeout=0)
    assert made.shown
    assert all(each.status is not Status.IMPOSSIBLE for each in made.shown)
    assert all(each.reason for each in made.shown if each.status is Status.NOT_FOUND)


def test_no_ruling_is_refused() -> None:
    """With what there is."""
    with pytest.raises(Refusal, match="unknown ruling"):
        suite(load("bridge_1987"), ["laws"])


def test_a_situation_that_shows_something_else_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that takes any situation for a pair is caught by the evaluator."""
    monkeypatch.setattr(suite_search.Neighbourhood, "pair", lambda self, *_: (self.values(0), self.values(0)))
    with pytest.raises(Disagreement):
        suite(read(PAIRED, "pairs.md"))


@pytest.mark.parametrize(
    "book", [pytest.param(book, marks=[pytest.mark.deep] if book != "bridge_1987" else []) for book in shipped()]
)
def test_every_clause_of_a_shipped_rulebook_is_shown(book: str) -> None:
    """Each decides each of its rulings somewhere."""
    made = suite(load(book))
    assert made.count(What.DECIDES, Status.SHOWN) == sum(each.aim.what is What.DECIDES for each in made.shown)
    assert all(each.status is not Status.NOT_FOUND for each in made.shown)
    assert all(is_pair(made.rulebook, each) for each in made.shown if each.aim.what is What.MATTERS and each.examples)
