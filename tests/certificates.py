"""A certificate of a small amended rulebook with options, claims and cases, and what it takes to forge one."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any, TypeAlias

from tests.cli.running import invoke

Json: TypeAlias = dict[str, Any]

BASE = """# The house

```misdeal
rulebook house "Rules of the house"
seats player 2..3
timeline stage = dealing < dealt < opened
fact found: stage usually dealt                         "When was the error found?"
fact cards[p]: 0..6 when found >= dealt usually 5       "How many cards does the player hold?"
fact asked: yes/no usually no                           "Has anybody asked for a new deal?"
option strict: yes/no                                   "Does the house play the strict rule?"
option sober: yes/no                                    "Is it a sober house?"
always found > dealing or not asked                     "nobody asks before the deal"
always strict or sober                                  "a house is one of the two"
ruling coup: {stands, void} when found >= dealt         "What becomes of the coup?"
```

## Hands

```misdeal
clause 1 "Six cards" when asked and some p: cards[p] = 6 then coup is void
clause 2 "All is well" when every p: cards[p] = 5 then coup is stands
claim "a coup that stands has five cards each": coup = stands implies every p: cards[p] = 5
case "a hand of six"
  given found = dealt, cards[1] = 6, asked = yes
  expect coup is void
```
"""

OWN = """# The house of today

```misdeal
rulebook house_today amends house "Rules of the house, of today"
clause 3 "Whatever else" when strict and not every p: cards[p] = 5 then coup is void overrides 1
```
"""


def write_house(folder: Path) -> Path:
    """The page of the amended rulebook, beside what it amends."""
    (folder / "house.md").write_text(BASE, encoding="utf-8")
    own = folder / "today.md"
    own.write_text(OWN, encoding="utf-8")
    return own


def certify(book: Path | str, folder: Path, *arguments: str) -> Path:
    """The folder of a certificate, as the command writes it."""
    result = invoke("certify", str(book), "-o", str(folder), "--jobs", "1", *arguments)
    assert result.exit_code in {0, 1}, result.output
    return folder


def copied(folder: Path, to: Path) -> Path:
    """A copy of a certificate."""
    shutil.copytree(folder, to)
    return to


class Forger:
    """Changes a certificate, with all the care of somebody who knows how one is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest: Json = json.loads((folder / "manifest.json").read_text("utf-8"))

    @property
    def theses(self) -> list[Json]:
        """The entries of the manifest."""
        found: list[Json] = self.manifest["theses"]
        return found

    def find(self, **wanted: object) -> Json:
        """The first entry in which some keys have some values."""
        return next(each for each in self.theses if all(each[key] == value for key, value in wanted.items()))

    def number(self, entry: Json) -> int:
        """Where an entry stands, from 1."""
        return next(number for number, each in enumerate(self.theses, 1) if each is entry)

    def text(self, entry: Json) -> str:
        """What the file of an entry holds."""
        return self.file(entry).read_text("utf-8")

    def file(self, entry: Json) -> Path:
        """The file of an entry."""
        return self.folder / str(entry["file"])

    def page(self, number: int) -> Path:
        """The file of a page."""
        return self.folder / str(self.manifest["rulebook"]["pages"][number - 1]["file"])

    def put(self, entry: Json, text: str) -> None:
        """Write the file of an entry, and its digest."""
        (self.folder / entry["file"]).write_text(text, encoding="utf-8")
        entry["sha256"] = hashlib.sha256(text.encode()).hexdigest()

    def put_page(self, number: int, text: str) -> None:
        """Write a page, and its digest."""
        page = self.manifest["rulebook"]["pages"][number - 1]
        (self.folder / page["file"]).write_text(text, encoding="utf-8")
        page["sha256"] = hashlib.sha256(text.encode()).hexdigest()

    def save(self) -> None:
        """Write the manifest as Misdeal writes it."""
        (self.folder / "manifest.json").write_text(json.dumps(self.manifest, indent=1) + "\n", encoding="utf-8")
