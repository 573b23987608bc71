"""Pages for people lead somewhere and leave nothing out."""

import re
from pathlib import Path

import pytest

from tests.project.tree import ROOT, read_pyproject

PAGES = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    """Every link from a page into the checkout leads to a file or directory."""
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_dependency_earns_its_place() -> None:
    """`docs/dependencies.md` has a row for each declared dependency, and for no other."""
    project = read_pyproject()["project"]
    extras = project["optional-dependencies"]
    assert set(extras["recheck"]) < set(extras["dev"])
    others = [each for each in extras["dev"] if each not in extras["recheck"]]
    declared = [*project["dependencies"], *extras["recheck"], *others]
    rows = re.findall(r"^\| `([\w.-]+)` ", (ROOT / "docs" / "dependencies.md").read_text("utf-8"), re.MULTILINE)
    assert rows == [re.match(r"[\w.-]+", requirement)[0] for requirement in declared]  # type: ignore[index]
