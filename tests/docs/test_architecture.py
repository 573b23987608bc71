"""docs/architecture.md leaves no module out, and every invariant names what holds it."""

import ast
import re
from functools import cache

from tests.project.tree import ROOMS, ROOT, read_pyproject

from .pages import modules, read_page, section

PAGE = read_page("docs/architecture.md")
INVARIANTS = section(PAGE, "Invariants").split("**Architecture invariant:**")[1:]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


@cache
def names_in(name: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    return frozenset(part.name for part in ast.walk(tree) if isinstance(part, ast.FunctionDef))


def contracts_of(text: str) -> list[str]:
    """The contracts that a text names."""
    return [
        name for listed in re.findall(r"Contracts?\s+((?:`\w+`[,\s]*)+)", text) for name in re.findall(r"\w+", listed)
    ]


def test_the_map_has_every_module() -> None:
    """Each once, and none that is not there."""
    rows = re.findall(r"^\| `([\w/]+\.py)` \|", section(PAGE, "Map"), re.MULTILINE)
    expected = [str(path.relative_to(ROOT)) for room in ROOMS for path in modules(ROOT / room)]
    assert sorted(rows) == sorted(expected)


def test_every_invariant_names_what_holds_it() -> None:
    """A test or a contract stands in each."""
    assert [text for text in INVARIANTS if not TEST.search(text) and not contracts_of(text)] == []


def test_the_tests_that_hold_invariants_exist() -> None:
    """Every test that is named is in the file that is named."""
    named = [pair for text in INVARIANTS for pair in TEST.findall(text)]
    assert [f"{file}::{name}" for file, name in named if name not in names_in(file)] == []


def test_every_contract_holds_an_invariant() -> None:
    """The contracts of `pyproject.toml` are those that are named."""
    declared = [contract["id"] for contract in read_pyproject()["tool"]["importlinter"]["contracts"]]
    assert sorted(name for text in INVARIANTS for name in contracts_of(text)) == sorted(declared)
