"""docs/compile.md shows how compiled rulings are called: its commands and examples are run."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from misdeal.model.exchange.lower import DEEPEST
from misdeal.model.exchange.work import STEPS, WRITTEN
from misdeal.proofs.diagram_grow import NODES
from tests.exchanging import node

from .pages import blocks, read_page, run_shown, shown_commands

PAGE = read_page("docs/compile.md")


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the commands are run, and what they write is imported from."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "bridge_1987", raising=False)
    return tmp_path


def test_the_python_examples_give_what_they_show(directory: Path) -> None:
    """The command first, then all examples as one doctest."""
    (block,) = blocks(PAGE, "console")
    for shown in shown_commands(block):
        assert run_shown(shown.words) == (shown.output, 0)
    assert (directory / "bridge_1987.py").exists()
    text = "\n".join(block.text for block in blocks(PAGE, "python"))
    example = doctest.DocTestParser().get_doctest(text, {}, "compile.md", "compile.md", 0)
    assert doctest.DocTestRunner().run(example) == doctest.TestResults(failed=0, attempted=len(example.examples))


def test_the_javascript_example_prints_what_is_shown(directory: Path) -> None:
    """By node."""
    assert run_shown(("misdeal", "compile", "bridge_1987", "--to", "javascript"))[1] == 0
    (block,), (shown,) = blocks(PAGE, "js"), blocks(PAGE, "text")
    (directory / "example.mjs").write_text(block.text, encoding="utf-8")
    done = subprocess.run((node(), "example.mjs"), capture_output=True, check=False, text=True)
    assert (done.stdout, done.stderr) == (shown.text, "")


def test_limits_are_those_of_the_code() -> None:
    """All four numbers."""
    text = re.sub(r"\s+", " ", PAGE)
    for told in (f"at most {NODES:,} nodes", f"{WRITTEN:,} parts", f"nested {DEEPEST} deep", f"{STEPS:,} steps"):
        assert told in text
