"""A picture as the text of an SVG document: boxes, lines and words, each with a class.

Nothing else decides how it looks: no style attributes and no scripts, so that it can stand in a page with a strict
Content-Security-Policy; what a class does not say is drawn in the colour of the text around. Whatever text is handed
in is text in the document, and nothing in it is markup.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias
from xml.etree import ElementTree as ET

Element: TypeAlias = ET.Element

_ALONE = """
svg{font-family:system-ui,sans-serif;color:#1d2125}
.paper{fill:#fff;stroke:none}
@media (prefers-color-scheme:dark){
svg{color:#e7eaed}
.paper{fill:#14171a}
}
"""
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # no characters of XML 1.0


class Picture:
    """A picture of some width. Its parts are drawn in order, a later one over an earlier one.

    `name` is its class, and begins the ids in it, so that several can stand in one page under names of their own.
    `alone` is the style sheet of one that is a file of its own, which has paper beneath it.
    """

    def __init__(self, width: float, title: str, description: str, *, name: str, kind: str, alone: str = "") -> None:
        self.width = width
        self.root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "role": "img",
                "class": kind,
                "aria-labelledby": f"{name}-title {name}-desc",
            },
        )
        _worded(self.root, "title", title, id=f"{name}-title")
        _worded(self.root, "desc", description, id=f"{name}-desc")
        if alone:
            _worded(self.root, "style", _ALONE + alone)
            _shape(self.root, "rect", "paper", {"width": "100%", "height": "100%"})

    def text(self, height: float) -> str:
        """The document, so high."""
        self.root.set("viewBox", f"0 0 {number(self.width)} {number(height)}")
        self.root.set("width", number(self.width))
        self.root.set("height", number(height))
        ET.indent(self.root, " ")
        return ET.tostring(self.root, encoding="unicode") + "\n"


def group(parent: Element, kind: str, title: str = "") -> Element:
    """A group of parts, with what is told of it where somebody points at it."""
    made = ET.SubElement(parent, "g", {"class": kind})
    if title:
        _worded(made, "title", title)
    return made


def box(parent: Element, kind: str, x: float, y: float, width: float, height: float, corner: float = 0) -> None:
    """A box with round corners."""
    sides = {"x": x, "y": y, "width": width, "height": height, "rx": corner}
    _shape(parent, "rect", kind, {name: number(value) for name, value in sides.items()})


def disc(parent: Element, kind: str, x: float, y: float, radius: float) -> None:
    """A disc around a point."""
    _shape(parent, "circle", kind, {"cx": number(x), "cy": number(y), "r": number(radius)})


def line(parent: Element, kind: str, path: str) -> None:
    """A line along a path."""
    _shape(parent, "path", kind, {"d": path})


def words(  # noqa: PLR0913 - a line of text stands somewhere
    parent: Element, kind: str, x: float, y: float, text: str, size: float, anchor: str = "start", *, bold: bool = False
) -> None:
    """A line of text on a base line; `anchor` says which part of it stands at `x`: its start, middle or end."""
    at = {"class": kind, "x": number(x), "y": number(y), "font-size": number(size), "fill": "currentColor"}
    if anchor != "start":
        at["text-anchor"] = anchor
    if bold:
        at["font-weight"] = "bold"
    ET.SubElement(parent, "text", at).text = plain(text)


def number(value: float) -> str:
    """A number of a picture, to a tenth."""
    return f"{round(value, 1):g}"


def plain(text: str) -> str:
    """A text without what cannot stand in XML at all."""
    return _UNFIT.sub("\ufffd", text)


def path(points: Iterable[tuple[float, float]]) -> str:
    """A path along some points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def _shape(parent: Element, tag: str, kind: str, at: dict[str, str]) -> None:
    ET.SubElement(parent, tag, {"class": kind, **at, "fill": "none", "stroke": "currentColor"})


def _worded(parent: Element, tag: str, text: str, **at: str) -> None:
    ET.SubElement(parent, tag, at).text = plain(text)
