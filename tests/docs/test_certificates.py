"""docs/certificates.md: its commands run as they stand, and what they print is what it shows."""

import re
from pathlib import Path

import pytest

from misdeal.proofs.combinations import MOST

from .pages import blocks, read_page, run_shown, shown_commands

PAGE = read_page("docs/certificates.md")


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A settled rulebook is certified, and cvc5 agrees on all of it."""
    monkeypatch.chdir(tmp_path)
    for block in blocks(PAGE, "console"):
        for shown in shown_commands(block):
            output, code = run_shown(shown.words)
            assert (re.sub(r"(z3|cvc5) [0-9.]+", r"\1 ...", output).strip(), code) == (shown.output.strip(), 0)


def test_numbers_are_those_of_the_code() -> None:
    """How many combinations are looked at one by one."""
    assert f"of more than {MOST} combinations" in PAGE
