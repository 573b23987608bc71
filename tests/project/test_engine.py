"""The engine is general: it knows no rulebook."""

import re

from misdeal.model.library import shipped

from .tree import ROOMS, ROOT, list_files

SUFFIXES = {".py", ".lark", ".json", ".md"}


def test_the_engine_knows_no_rulebook() -> None:
    """Outside the rulebooks no file of the package has the name of one, or the game that it is named after."""
    words = {word for name in shipped() for word in (name, name.split("_")[0])}
    pattern = re.compile(rf"(?<![a-z])({'|'.join(sorted(words))})(?![a-z])", re.IGNORECASE)
    homes = (*(ROOT / room for room in ROOMS), ROOT / ".package")
    files = [path for path in list_files() if path.suffix in SUFFIXES and any(home in path.parents for home in homes)]
    found = [path for path in files if path.parent.name != "rulebooks" and pattern.search(path.read_text("utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in found] == []
