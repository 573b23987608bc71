"""What a finding does not count, against brute force, and how it is told."""

import json
from functools import cache
from pathlib import Path

import pytest

from misdeal.model.language.rulebook import Place, Ruling
from misdeal.model.meaning.examine import SETTLED
from misdeal.proofs.check import check
from misdeal.proofs.finding import Finding, FindingKind

from ..cli.running import invoke, write_sample
from ..strategies import seeded
from ..worlds import World

OUTCOMES = {FindingKind.GAP, FindingKind.CLASH, FindingKind.UNDEFINED}
CHAIN = """```misdeal
rulebook chain "One upon the other"
fact late: yes/no "Is it late?"
fact wet: yes/no "Is it wet?"
fact rare: yes/no "Is it rare?"
ruling first_of: {a, b} "What is first?"
ruling second_of: {a, b} "What is second?"
ruling third_of: {a, b} "What is third?"
ruling apart: {a, b} "What is apart?"
clause 1 "One" when late then first_of is a
clause 2 "Two" when first_of = a and wet then second_of is a
clause 3 "Three" when second_of = a and rare then third_of is a
clause 4 "Four" when rare then apart is a
```"""


@cache
def findings(seed: int) -> tuple[Finding, ...]:
    """Those of the generated rulebook of a seed."""
    return check(seeded(seed).rulebook).findings


@pytest.mark.parametrize("seed", range(40))
def test_what_is_not_counted_is_what_brute_force_does_not_look_at(seed: int) -> None:
    """Nothing is passed over unsaid, and each ruling that is named has no ruling somewhere."""
    rulebook = seeded(seed).rulebook
    world = World(rulebook)
    for finding in findings(seed):
        if finding.kind not in OUTCOMES or not finding.ruling:
            assert finding.uncounted == ()
            continue
        ruling = rulebook.rulings[finding.ruling]
        passed_over = len(world.examined(ruling)) < len(world.points(ruling.index))
        assert finding.uncounted or not passed_over
        assert all(is_unruled(world, rulebook.rulings[name]) for name in finding.uncounted)


def is_unruled(world: World, ruling: Ruling) -> bool:
    """Whether a ruling is examined somewhere and has no value there though it may arise."""
    outcomes = (point.evaluation.outcome(Place(ruling.name, point.subject)) for point in world.examined(ruling))
    return any(outcome.kind not in SETTLED for outcome in outcomes)


def test_some_of_them_pass_situations_over() -> None:
    """What is generated puts the property to the test."""
    named = [finding.uncounted for seed in range(40) for finding in findings(seed)]
    assert sum(map(bool, named)) > 3


def test_it_is_told_of_rulings_beneath_only(tmp_path: Path) -> None:
    """Of those that have no ruling themselves, read directly or through others; in text and in JSON."""
    book = write_sample(tmp_path, text=CHAIN)
    text = " ".join(invoke("check", "--only", "gap", book).stdout.split())
    first, second, third, apart = text.split("error[gap]")[1:]
    assert "Not counted" not in first + apart
    assert "Not counted: situations in which `first_of` has no ruling itself." in second
    assert "Not counted: situations in which `first_of` or `second_of` has no ruling itself." in third
    (told,) = json.loads(invoke("check", "--only", "gap", "--format", "json", book).stdout)["books"]
    assert [each["uncounted"] for each in told["findings"]] == [[], ["first_of"], ["first_of", "second_of"], []]


def test_nothing_is_said_where_what_is_read_always_has_a_ruling(tmp_path: Path) -> None:
    """With a default beneath it every situation is counted."""
    settled = CHAIN.replace("first_of: {a, b} ", "first_of: {a, b} otherwise b ")
    book = write_sample(tmp_path, text=settled)
    text = " ".join(invoke("check", "--only", "gap", book).stdout.split())
    assert text.count("error[gap]") == 3
    assert text.count("Not counted: situations in which `second_of` has no ruling itself.") == 1
    assert text.count("Not counted") == 1
