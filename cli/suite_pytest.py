"""A suite as a file of pytest: it needs Misdeal and the rulebook, and tries each case by the reference evaluator.

It asks the rulebook and not a compiled one, for a suite has to notice when the rulebook changes. The cases are in it as
the text of a case file, line by line as string literals, so that no text of a rulebook becomes code.
"""

from collections.abc import Iterable

from misdeal.model.language.rulebook import Rulebook

from .suite_cases import SuiteCase
from .suite_yaml import write_yaml

_PAGE = '''"""Cases of a rulebook, written by `misdeal cases`. They need pytest and Misdeal, and the rulebook."""

{imports}import pytest
from misdeal import WrittenCases, load_with_cases, try_cases

BOOK = {book}
CASES = (
{cases}
)
NAMES = (
{names}
)


@pytest.fixture(scope="module")
def tried():
    """Every case, by its name."""
    rulebook = load_with_cases({located}, [WrittenCases(CASES, __file__)])
    return {{each.case.title: each for each in try_cases(rulebook)}}


@pytest.mark.parametrize("name", NAMES)
def test_case(tried, name):
    """What has to come out does, by the clauses that have to decide."""
    assert tried[name].passed, tried[name].problem or tried[name].unknown
'''


def write_pytest(rulebook: Rulebook, cases: Iterable[SuiteCase], book: str, *, shipped: bool) -> str:
    """The file; `book` is the name of a shipped rulebook, or else a path from the file's own folder."""
    cases = list(cases)
    return _PAGE.format(
        book=_literal(book),
        cases=_literals(write_yaml(rulebook, cases).splitlines(keepends=True)),
        names=_literals([case.name for case in cases], ","),
        located="BOOK" if shipped else "str(Path(__file__).parent / BOOK)",
        imports="" if shipped else "from pathlib import Path\n\n",
    )


def _literals(texts: Iterable[str], after: str = "") -> str:
    return "\n".join(f"    {_literal(text)}{after}" for text in texts)


def _literal(text: str) -> str:
    """A string literal, in ASCII, that is nothing but that text."""
    return ascii(text)
