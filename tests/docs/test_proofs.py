"""docs/proofs.md leaves no kind of finding and no maker of obligations out."""

import re
from functools import reduce
from importlib import import_module
from typing import NamedTuple

import pytest

from misdeal.proofs.finding import FindingKind
from misdeal.proofs.outcomes import Outcomes
from misdeal.proofs.service import Service
from misdeal.proofs.statements import Statements
from tests.project.tree import ROOT

from .pages import read_page


class Row(NamedTuple):
    """A row of a table: the kind of finding where it is not proved, who makes it, in which file."""

    kind: str
    maker: str
    file: str


PAGE = read_page("docs/proofs.md")
ROWS = [
    Row(*row)
    for row in re.findall(r"^\| [^|]+ \| `(\w+)` \| `([\w.]+)` in \[\w+\.py\]\(\.\./([^)]+)\) \|", PAGE, re.MULTILINE)
]


def test_every_kind_of_finding_has_a_sentence() -> None:
    """And none is named that there is not."""
    assert {row.kind for row in ROWS} == {kind.value for kind in FindingKind}


def test_every_maker_of_obligations_has_a_sentence() -> None:
    """Each method that yields obligations."""
    makers = {
        f"{maker.__name__}.{name}"
        for maker in (Outcomes, Service, Statements)
        for name in vars(maker)
        if name[0] != "_"
    }
    assert {row.maker for row in ROWS} >= makers


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.kind}-{row.maker}")
def test_a_maker_is_where_the_page_says(row: Row) -> None:
    """The file has it, and makes findings of that kind."""
    module = import_module("misdeal." + row.file.removesuffix(".py").replace("/", "."))
    assert callable(reduce(getattr, row.maker.split("."), module))
    assert f"FindingKind.{row.kind.upper()}" in (ROOT / row.file).read_text("utf-8")
