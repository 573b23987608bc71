"""Every target takes its corpus and some hundred inputs in every run; and what would be wrong is found."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import misdeal.cli.chosen
import misdeal.cli.facts
import misdeal.cli.text_report
import misdeal.model.language.case_file
import misdeal.model.language.diagnostic
import misdeal.model.language.layout_page

from . import run
from .mutating import Mutator
from .target import Target
from .targets import PLANTED, TARGETS
from .working import Work, shrunk, taken, work

SEED = 7
INPUTS = {
    "rulebook": 250, "check": 16, "facts": 2000, "facts-file": 500, "rule": 16, "cases": 150, "options": 400,
    "baseline": 300, "script": 60, "certificate": 24, "cache": 500, "journal": 500,
}  # fmt: skip
DEEP = 20  # times as many


def inputs(target: Target, number: int, seed: int = SEED) -> Iterator[tuple[int, bytes]]:
    """The corpus of a target, and some inputs."""
    made = run.inputs_of(target)
    yield from ((-1, data) for data in target.corpus.values())
    yield from ((at, made.made(run.name_of(target, seed), at)) for at in range(number))


def some(target: Target, number: int, seed: int = SEED) -> Work:
    """What becomes of these."""
    with target.taking() as take:
        return work(target, take, inputs(target, number, seed))


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_given_is_taken_or_refused(name: str) -> None:
    """Neither a traceback, nor what steers a terminal, nor seconds; and some of them get through."""
    found = some(TARGETS[name], INPUTS[name])
    assert [f"{each.number}: {each.told}" for each in found.failures] == []
    assert len(found.became) >= 2


@pytest.mark.deep
@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_given_is_taken_or_refused_many_times(name: str) -> None:
    """The same with many more."""
    assert some(TARGETS[name], INPUTS[name] * DEEP, SEED + 1).failures == []


def test_what_fails_is_made_small() -> None:
    """As long as the same is wrong."""

    def take(data: bytes) -> str:
        assert b"b" not in data
        return "taken"

    (failure,) = work(TARGETS["rulebook"], take, [(0, b"a b c\nd e b f")]).failures
    assert shrunk(take, failure) == b"b"


def test_inputs_depend_on_seed_and_number_alone() -> None:
    """So that what is found is found again."""
    made, again = (Mutator([b"let a = b\n", b"claim c"], ["word"]) for _ in range(2))
    assert [made.made("t:1", at) for at in range(50)] == [again.made("t:1", at) for at in reversed(range(50))][::-1]
    assert made.made("t:1", 3) != made.made("t:2", 3)
    assert len({made.made("t:1", at) for at in range(200)}) > 100


# What would be wrong is found


def _raises(*_: object, **__: object) -> str:
    raise KeyError("planted")


FAULTS: dict[str, tuple[str, object, str, Callable[..., object], str]] = {
    "an error of ours": ("rulebook", misdeal.model.language.diagnostic, "_quote", _raises, "KeyError"),
    "what steers a terminal": ("rulebook", misdeal.model.language.diagnostic, "_escape", lambda text, _: text, "Fault"),
    "a lost comment": ("rulebook", misdeal.model.language.layout_page, "_beside", lambda *_: "", "AssertionError"),
    "a name that is looked up": ("facts", misdeal.cli.facts, "unknown_fact", _raises, "KeyError"),
    "a value that is none": ("facts-file", misdeal.cli.facts, "read_values", _raises, "KeyError"),
    "an option that is none": ("options", misdeal.cli.chosen, "_unknown", _raises, "KeyError"),
    "a key that is none": ("cases", misdeal.model.language.case_file, "near", _raises, "KeyError"),
    "a report": ("check", misdeal.cli.text_report, "proofs", _raises, "Fault"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_planted_fault_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a few hundred inputs."""
    name, module, function, planted, told = FAULTS[what]
    monkeypatch.setattr(module, function, planted)
    target = TARGETS[name]
    with target.taking() as take:
        found = (taken(target, take, *each).failures for each in inputs(target, INPUTS[name]))
        assert any(failure.key.startswith(told) for failures in found for failure in failures)


def test_what_takes_long_is_found() -> None:
    """Whatever it answers."""
    found = some(replace(TARGETS["rulebook"], seconds=0.0), 3)
    assert {each.key for each in found.failures} == {"late"}


@pytest.mark.deep
def test_what_does_not_come_back_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that hangs, ends, or uses up its memory is ended; each input is found, and the others are taken."""
    monkeypatch.setattr(run, "PATIENCE", 3.0)
    monkeypatch.setattr(run, "CORPUS", tmp_path)
    found = Work()
    for part in run.portions(PLANTED, SEED, range(6), float("inf")):
        found.add(part)
    assert {each.key for each in found.failures} == {"silent", "ended", "MemoryError in targets.take_planted"}
    assert found.inputs == 6
