"""Pictures read back: their parts, the room that these take, and what must be true of any picture."""

import re
from dataclasses import dataclass
from itertools import combinations
from xml.etree import ElementTree as ET

from misdeal.cli.lettering import width

SPACE = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "style", "g", "rect", "circle", "path", "text"}
PLACING = {"viewBox", "width", "height", "x", "y", "rx", "cx", "cy", "r", "d"}
LOOKING = {"class", "fill", "stroke", "font-size", "font-weight", "text-anchor"}
ATTRIBUTES = PLACING | LOOKING | {"role", "id", "aria-labelledby"}
ABOVE, BELOW = 0.78, 0.24  # how far letters reach above and below their base line, at size 1


@dataclass(frozen=True)
class Room:
    """The room that a part takes."""

    kind: str
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Room") -> bool:
        """Whether two rooms overlap."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: "Room") -> bool:
        """Whether all of the other one is in it."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


class Drawn:
    """A picture read back."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)  # noqa: S314 - what was just written
        self.parts = list(self.root.iter())
        self.words = [_words(part) for part in self.parts if part.tag == f"{SPACE}text"]
        self.boxes = [_box(part) for part in self.parts if part.tag == f"{SPACE}rect" and part.get("x")]
        self.discs = [_disc(part) for part in self.parts if part.tag == f"{SPACE}circle"]
        _, _, self.width, self.height = map(float, (self.root.get("viewBox") or "").split())

    def text(self, tag: str) -> str:
        """The text of the first part with a tag."""
        return self.root.findtext(f".//{SPACE}{tag}") or ""

    def texts(self, kind: str) -> list[str]:
        """The words of a class, line by line."""
        return [room.text for room in self.words if room.kind == kind]

    @property
    def seats(self) -> dict[str, Room]:
        """The seats of a table, by what they are called."""
        places = [part for part in self.parts if part.get("class") == "pic-place"]
        discs = [(place.findtext(f"{SPACE}title"), place.find(f"{SPACE}circle")) for place in places]
        return {(title or "").split(";")[0]: _disc(disc) for title, disc in discs if disc is not None}

    @property
    def titles(self) -> list[str]:
        """What is told where somebody points at a part."""
        return [part.text or "" for part in self.parts if part.tag == f"{SPACE}title"]


def _words(part: ET.Element) -> Room:
    size, text = float(part.get("font-size") or 0), part.text or ""
    wide = width(text, size, bold=part.get("font-weight") == "bold")
    x, y = float(part.get("x") or 0), float(part.get("y") or 0)
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[part.get("text-anchor", "start")]
    return Room(part.get("class", ""), text, left, y - ABOVE * size, left + wide, y + BELOW * size)


def _box(part: ET.Element) -> Room:
    x, y, wide, high = (float(part.get(name) or 0) for name in ("x", "y", "width", "height"))
    return Room(part.get("class", ""), "", x, y, x + wide, y + high)


def _disc(part: ET.Element) -> Room:
    x, y, radius = (float(part.get(name) or 0) for name in ("cx", "cy", "r"))
    return Room(part.get("class", ""), "", x - radius, y - radius, x + radius, y + radius)


def check_form(drawn: Drawn) -> None:
    """Only what cannot act: no scripts, no style attributes, no references; with a name and a description."""
    assert {part.tag.removeprefix(SPACE) for part in drawn.parts} <= TAGS
    assert {name for part in drawn.parts for name in part.attrib} <= ATTRIBUTES
    ids = [part.get("id") for part in drawn.parts if part.get("id")]
    assert len(ids) == len(set(ids))
    assert (drawn.root.get("aria-labelledby") or "").split() == ids
    assert drawn.root.get("role") == "img"
    assert drawn.text("title")
    assert drawn.text("desc")
    assert not re.search(r"url\(|@import|http", drawn.text("style"))


def check_room(drawn: Drawn) -> None:
    """Everything is in the view, and no words stand on other words, or half in a box."""
    view = Room("", "", 0, 0, drawn.width, drawn.height)
    assert [room for room in (*drawn.words, *drawn.boxes, *drawn.discs) if not view.holds(room)] == []
    assert [(one.text, other.text) for one, other in combinations(drawn.words, 2) if one.meets(other)] == []
    crossed = [(box.kind, word.text) for box in drawn.boxes for word in drawn.words if box.meets(word)]
    inside = [(box.kind, word.text) for box in drawn.boxes for word in drawn.words if box.holds(word)]
    on_the_edge = {word.text for disc in drawn.discs for word in drawn.words if disc.holds(word)}
    assert [pair for pair in crossed if pair not in inside and pair[1] not in on_the_edge] == []
