"""`import misdeal`: what it gives, and what it leaves alone."""

import subprocess
import sys

import pytest

import misdeal

from .running import SAMPLE, environment


def run_python(script: str) -> str:
    """What a script prints."""
    command = (sys.executable, "-c", script)
    return subprocess.run(command, env=environment(), capture_output=True, check=True, text=True).stdout


def test_import_loads_nothing_heavy() -> None:
    """Neither z3 nor click nor lark, and nothing of Misdeal's own rooms."""
    heavy = "{'z3', 'click', 'lark', 'misdeal.model', 'misdeal.proofs', 'misdeal.cli'}"
    assert run_python(f"import sys, misdeal; print({heavy} & sys.modules.keys())") == "set()\n"


def test_every_name_that_is_given_is_there() -> None:
    """`__all__`, `dir` and what can be imported agree."""
    assert [name for name in misdeal.__all__ if getattr(misdeal, name, None) is None] == []
    assert set(misdeal.__all__) <= set(dir(misdeal))


def test_a_name_that_is_not_given_is_an_attribute_error() -> None:
    """As of any module."""
    with pytest.raises(AttributeError, match="has no attribute 'chek'"):
        _ = misdeal.chek  # type: ignore[attr-defined]


def test_star_import_gives_the_names() -> None:
    """`from misdeal import *` works, solver or not."""
    assert (
        run_python("from misdeal import *; print(check.__name__, load.__name__, FindingKind.GAP.value)")
        == "check load gap\n"
    )


def test_a_rulebook_is_checked_in_three_lines(tmp_path: object) -> None:
    """The use that the package is for."""
    path = f"{tmp_path}/house.md"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - as a newcomer writes it
        file.write(SAMPLE)
    report = misdeal.check(misdeal.load(path))
    assert {finding.kind for finding in report.findings} >= {
        misdeal.FindingKind.GAP,
        misdeal.FindingKind.CLASH,
    }
