"""A run that is killed, wherever: each file is as before or as it was to be; the next run deletes what else is left."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ..project.tree import ROOT
from .killing import Left
from .running import environment

BOOK = """# House

```misdeal
rulebook   house "House"
fact late: yes/no usually no "Late?"
ruling game: {goes_on, ends} "What?"
clause 1 "Late" when late then game is ends
```
"""
HALF = re.compile(r"(\.misdeal-\w+\.half)(?:/.*)?")
FREE = frozenset({"new", "fmt", "check"})  # may be given again as they are
QUICK = [
    ("new fresh", ()),
    ("fmt house.md", ()),
    ("draw house.md --what overrides", ()),
    ("draw house.md --what overrides --force", ("house.overrides.svg",)),
]
SLOW = [
    ("draw house.md --force", ("house.map.svg",)),
    ("compile house.md --to javascript", ()),
    ("compile house.md --to javascript --force", ("house.mjs", "house.d.mts")),
    ("page house.md", ()),
    ("cases house.md", ()),
    ("cases house.md --to csv --force", ("house.suite.csv",)),
    ("check house.md --report json=found.json --report junit=found.xml", ("found.json",)),
    ("check house.md --write-baseline accepted.toml", ()),
    ("certify house.md", ()),
]


def killed(folder: Path, command: str, there: tuple[str, ...]) -> tuple[Left, list[tuple[Left, Left]]]:
    """The files before, and how each run that was killed left them, and the next run; at last one that was not."""
    folder.mkdir()
    (folder / "house.md").write_text(BOOK, encoding="utf-8")
    for name in there:
        (folder / name).write_text("old", encoding="utf-8")
    again = command if command.split(maxsplit=1)[0] in FREE or "--force" in command else f"{command} --force"
    words = (sys.executable, "-m", "tests.cli.killing", str(folder), command, again)
    done = subprocess.run(words, cwd=ROOT, env=environment(), capture_output=True, check=True, encoding="utf-8")
    before = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    return before, [(left, after) for _, left, after in json.loads(done.stdout)]


def check(folder: Path, command: str, there: tuple[str, ...]) -> None:
    """See that nothing half is left."""
    before, found = killed(folder, command, there)
    *ended, (complete, _) = found
    written = {name for name in complete if complete[name] != before.get(name)}
    assert written
    assert len(ended) >= 3
    replaces = bool(written & before.keys())
    for left, after in ended:
        halves = {name for name in left if HALF.fullmatch(name)}
        assert len({name.partition("/")[0] for name in halves}) <= (replaces or command.startswith("certify"))
        assert left.keys() - halves <= complete.keys()
        assert before.keys() <= left.keys()
        assert all(left[name] in {before.get(name), complete[name]} for name in left.keys() - halves)
        assert after == complete


@pytest.mark.parametrize(("command", "there"), QUICK)
def test_no_half_file_is_left(tmp_path: Path, command: str, there: tuple[str, ...]) -> None:
    """Killed in the midst of writing, or before any step."""
    check(tmp_path / "before", command, there)


@pytest.mark.deep
@pytest.mark.parametrize(("command", "there"), SLOW)
def test_no_half_file_is_left_by_what_proves(tmp_path: Path, command: str, there: tuple[str, ...]) -> None:
    """The same of the commands that take longer."""
    check(tmp_path / "before", command, there)
