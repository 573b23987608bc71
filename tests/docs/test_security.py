"""docs/security.md: what it names is there, and every target of fuzzing has its row."""

import re

from tests.fuzz.targets import TARGETS
from tests.project.tree import ROOT

from .pages import read_page, section
from .test_architecture import names_in

PAGE = read_page("docs/security.md")
TEST = re.compile(r"\[`(tests/[\w/]+\.py)::(\w+)`\]\(\.\./([^)]+)\)")
ATTEMPTS = re.findall(r"^\| (.*) \| (.*) \| (.*) \|$", section(PAGE, "What could be tried"), re.MULTILINE)[2:]


def test_the_tests_that_show_it_exist() -> None:
    """Every test that is named is in the file that is named, and linked."""
    found = TEST.findall(PAGE)
    assert len(found) == PAGE.count("::")
    assert [f"{file}::{name}" for file, name, linked in found if name not in names_in(file) or file != linked] == []


def test_every_attempt_has_what_holds_it() -> None:
    """A file of Misdeal, and a test."""
    assert len(ATTEMPTS) > 20
    for attempt, holds, shown in ATTEMPTS:
        held = re.findall(r"\[`([\w/]+\.py)`\]\(\.\./\1\)", holds)
        assert held, attempt
        assert all((ROOT / file).is_file() for file in held), attempt
        assert TEST.search(shown), attempt


def test_every_target_has_its_row() -> None:
    """With how many inputs of which seeds were taken; a million in all."""
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]+) \| ([\d, ]+) \| ([\d,]+) \|", section(PAGE, "Fuzzing"), re.MULTILINE)
    assert [name for name, *_ in rows] == list(TARGETS)
    assert [what.strip() for _, what, *_ in rows] == [each.what for each in TARGETS.values()]
    assert sum(int(inputs.replace(",", "")) for *_, inputs in rows) >= 1_000_000
