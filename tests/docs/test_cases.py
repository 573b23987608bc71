"""docs/cases.md: its example is read and comes out, and its table has every key."""

import doctest
import re
from pathlib import Path

from misdeal.model.language import case_file
from misdeal.model.library import load_with_cases
from misdeal.proofs.precedents import try_cases
from tests.cli.running import write_sample

from .pages import blocks, read_page, section

PAGE = read_page("docs/cases.md")


def test_the_example_comes_out(tmp_path: Path) -> None:
    """By the rulebook that the tests of the command line use."""
    book = write_sample(tmp_path)
    (example,) = blocks(PAGE, "yaml")
    (tmp_path / "house.cases.yaml").write_text(example.text, "utf-8")
    (tried,) = try_cases(load_with_cases(book))
    assert tried.problem == ""


def test_the_table_has_every_key() -> None:
    """And no other."""
    rows = re.findall(r"^\| `(\w+)` \|", section(PAGE, "Case files"), re.MULTILINE)
    assert rows == ["rulebook", *case_file.KEYS]


def test_the_python_example_gives_what_it_shows() -> None:
    """Run as a doctest."""
    (block,) = blocks(PAGE, "python")
    example = doctest.DocTestParser().get_doctest(block.text, {}, "cases.md", "cases.md", 0)
    assert doctest.DocTestRunner().run(example) == doctest.TestResults(failed=0, attempted=len(example.examples))
