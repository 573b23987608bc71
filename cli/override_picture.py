"""The picture of the overrides of a rulebook: clauses in boxes, arrows from those that override to those that give way.

What leads on to others stands to the left of them. An arrow passes no box but those at its ends.

Classes: `over` the picture, `over-title`, `over-quiet`, `over-box`, `over-id`, `over-arrow` and `over-idle` (where no
ruling is in common) and their `-head`s.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from misdeal.model.language.rulebook import Clause, Rulebook

from .layers import Layers, layered
from .lettering import shortened, width, wrapped
from .override_graph import Arrow, OverrideGraph, components, override_graph
from .svg import Element, Picture, box, group, line, number, path, words
from .wording import listed

STYLE = """
.over-quiet{fill:#59626d}
.over-box{fill:#eef3f9;stroke:#7f8fa1}
.over-arrow{stroke:#31587f;stroke-width:1.4}
.over-arrow-head{fill:#31587f;stroke:#31587f}
.over-idle{stroke:#8a939d;stroke-dasharray:5 4}
.over-idle-head{fill:#fff;stroke:#8a939d}
@media (prefers-color-scheme:dark){
.over-quiet{fill:#a9b2bc}
.over-box{fill:#1f2833;stroke:#6b7b8e}
.over-arrow{stroke:#8fbdea}
.over-arrow-head{fill:#8fbdea;stroke:#8fbdea}
.over-idle{stroke:#7d8791}
.over-idle-head{fill:#14171a;stroke:#7d8791}
}
"""

_SIZE, _LINE = 13, 18
_MARGIN = 16.0
_PAGE = 1200.0
_LINES_WIDE = 245.0  # the lines in a box
_LONGEST = 400.0  # an id
_PADDING = 9.0
_BETWEEN = 56.0  # layers
_APART = (40.0, 26.0)  # parts that no arrow joins, side by side and one below the other
_HEAD = 7.0  # of an arrow


@dataclass(frozen=True, slots=True)
class _Box:
    """What stands in a box: of each clause its id and the lines of its title, which begin at `indent`."""

    clauses: Sequence[tuple[Clause, str, Sequence[str]]]
    indent: float

    @property
    def wide(self) -> float:
        """How wide it is."""
        ends = (width(text, _SIZE) for _, _, lines in self.clauses for text in lines)
        return self.indent + max(ends, default=0) + _PADDING

    @property
    def high(self) -> float:
        """How high it is."""
        return sum(max(len(lines), 1) for _, _, lines in self.clauses) * _LINE + _PADDING + 2


@dataclass(frozen=True, slots=True)
class _Part:
    """Groups that arrows join, arranged: where each layer begins and ends, and how large all is."""

    groups: Sequence[int]
    boxes: Sequence[_Box]
    layers: Layers
    sides: Sequence[tuple[float, float]]
    wide: float
    high: float


def override_picture(rulebook: Rulebook, rulings: Sequence[str] = (), *, name: str = "over", alone: bool = True) -> str:
    """The picture of the overrides as the text of an SVG document, to be a file, or not `alone` to stand in a page.

    With `rulings` of those between clauses that have effects on these. Raises TooMany.
    """
    graph = override_graph(rulebook, rulings)
    parts = [_arranged(graph, members) for members in components(graph).values()]
    wide = max(_PAGE, *(part.wide + 2 * _MARGIN for part in parts)) if parts else _PAGE
    title = f"{rulebook.title}: which clauses override which"
    picture = Picture(wide, title, _description(graph), name=name, kind="over", alone=STYLE if alone else "")
    y = _draw_head(picture.root, rulebook, graph)
    for left, top, part in _placed(parts, wide, y):
        _draw_part(picture.root, graph, part, left, top)
        y = max(y, top + part.high)
    return picture.text(y + _MARGIN)


def _description(graph: OverrideGraph) -> str:
    """All that the picture shows, in sentences."""
    told = (f"{_ids(graph.groups[arrow.over])} over {_ids(graph.groups[arrow.under])}." for arrow in graph.arrows)
    return " ".join(told) or "No clause overrides another."


def _ids(clauses: Sequence[Clause]) -> str:
    return listed([clause.id for clause in clauses])


# Where everything is


def _arranged(graph: OverrideGraph, members: Sequence[int]) -> _Part:
    """A part of the graph, arranged."""
    at = {group: place for place, group in enumerate(members)}
    inside = [(at[arrow.over], at[arrow.under]) for arrow in graph.arrows if arrow.over in at]
    boxes = [_boxed(graph.groups[member]) for member in members]
    made = layered([each.high for each in boxes], inside)
    widths = [0.0] * made.count
    for each, layer in zip(boxes, made.layer, strict=True):
        widths[layer] = max(widths[layer], each.wide)
    sides: list[tuple[float, float]] = []
    left = 0.0
    for wide in widths:
        sides.append((left, left + wide))
        left += wide + _BETWEEN
    return _Part(members, boxes, made, sides, left - _BETWEEN, made.height)


def _placed(parts: Sequence[_Part], wide: float, top: float) -> Iterator[tuple[float, float, _Part]]:
    """Where each part stands: side by side as far as there is room, and then below."""
    x, high = _MARGIN, 0.0
    for part in parts:
        if x > _MARGIN and x + part.wide > wide - _MARGIN:
            x, top, high = _MARGIN, top + high + _APART[1], 0.0
        yield x, top, part
        x, high = x + part.wide + _APART[0], max(high, part.high)


def _boxed(clauses: Sequence[Clause]) -> _Box:
    """Some clauses in a box, as far as there is room."""
    labels = [shortened(clause.id, _LONGEST, _SIZE, bold=True) for clause in clauses]
    indent = _PADDING + max(width(label, _SIZE, bold=True) for label in labels) + 7
    room = max(_LINES_WIDE - indent, _LINES_WIDE / 2)
    texts = [wrapped(clause.title, room, _SIZE, most=3) for clause in clauses]
    return _Box(list(zip(clauses, labels, texts, strict=True)), indent)


# The parts of the picture


def _draw_head(root: Element, rulebook: Rulebook, graph: OverrideGraph) -> float:
    """The title and what the arrows mean; the height down to which they reach."""
    y = _MARGIN
    for text in wrapped(rulebook.title, _PAGE - 2 * _MARGIN, 17, most=3, bold=True):
        y += 21
        words(root, "over-title", _MARGIN, y, text, 17, bold=True)
    for text in wrapped(" ".join(_told(graph)), _PAGE - 2 * _MARGIN, _SIZE, most=6):
        y += _LINE
        words(root, "over-quiet", _MARGIN, y, text, _SIZE)
    return y + 22


def _told(graph: OverrideGraph) -> Iterator[str]:
    """What the arrows mean, and what is not drawn."""
    if not graph.arrows:
        yield "No clause overrides another."
        return
    yield "An arrow leads from a clause, or several, to those that give way to each of them."
    if any(arrow.idle for arrow in graph.arrows):
        yield "It is broken where they decide no ruling in common, so that nothing gives way."
    if graph.following:
        follow = "follow" if graph.following > 1 else "follows"
        yield f"Not drawn: {_counted(graph.following, 'override')} that only {follow} from these."
    if graph.alone:
        yield f"Left out: {_counted(graph.alone, 'clause')} without overrides."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count > 1 else ''}"


def _draw_part(root: Element, graph: OverrideGraph, part: _Part, left: float, top: float) -> None:
    arrows = [arrow for arrow in graph.arrows if arrow.over in part.groups]
    for arrow in arrows:
        here = group(root, "over-way", f"{_ids(graph.groups[arrow.over])} over {_ids(graph.groups[arrow.under])}")
        _draw_arrow(here, arrow, _way(part, arrows, arrow, left, top))
    for each, layer, middle in zip(part.boxes, part.layers.layer, part.layers.middle, strict=True):
        _draw_box(root, each, left + part.sides[layer][0], top + middle - each.high / 2)


def _draw_box(root: Element, made: _Box, left: float, top: float) -> None:
    box(root, "over-box", left, top, made.wide, made.high, 5)
    y = top + _PADDING / 2 - 4
    for clause, label, lines in made.clauses:
        here = group(root, "over-clause", f"{clause.id} {clause.title}")
        words(here, "over-id", left + _PADDING, y + _LINE, label, _SIZE, bold=True)
        for text in lines or [""]:
            y += _LINE
            words(here, "over-quiet", left + made.indent, y, text, _SIZE)


def _way(part: _Part, arrows: Sequence[Arrow], arrow: Arrow, left: float, top: float) -> list[tuple[float, float]]:
    """The points through which an arrow leads: out of its layer, through those between, up to its end."""
    at = {member: place for place, member in enumerate(part.groups)}
    start, end = at[arrow.over], at[arrow.under]
    layer = part.layers.layer[start]
    out = [each for each in arrows if each.over == arrow.over]
    into = [each for each in arrows if each.under == arrow.under]
    out.sort(key=lambda each: _next(part, at[each.over], at[each.under], first=True))
    into.sort(key=lambda each: _next(part, at[each.over], at[each.under], first=False))
    begin = _port(part.layers.middle[start], part.boxes[start].high, out.index(arrow), len(out))
    finish = _port(part.layers.middle[end], part.boxes[end].high, into.index(arrow), len(into))
    points = [(part.sides[layer][0] + part.boxes[start].wide, begin), (part.sides[layer][1], begin)]
    for height in part.layers.ways[start, end]:
        layer += 1
        points += [(side, height) for side in part.sides[layer]]
    points.append((part.sides[layer + 1][0], finish))
    return [(left + x, top + y) for x, y in points]


def _next(part: _Part, start: int, end: int, *, first: bool) -> float:
    """The height of what comes after the start of an arrow, or before its end."""
    ways = part.layers.ways[start, end]
    return part.layers.middle[end if first else start] if not ways else ways[0 if first else -1]


def _port(middle: float, high: float, place: int, count: int) -> float:
    """Where one of several arrows meets the side of a box."""
    return middle - high / 2 + high * (place + 1) / (count + 1)


def _draw_arrow(root: Element, arrow: Arrow, points: Sequence[tuple[float, float]]) -> None:
    kind = "over-idle" if arrow.idle else "over-arrow"
    *way, (end, y) = points
    tip = (end - _HEAD, y)
    drawn = [path(points[:1]), *(_piece(one, other) for one, other in pairwise([*way, tip]))]
    line(root, kind, "".join(drawn))
    line(root, f"{kind}-head", path([(tip[0], y - 4), (end, y), (tip[0], y + 4)]) + "Z")


def _piece(one: tuple[float, float], other: tuple[float, float]) -> str:
    """A piece of an arrow, which begins and ends level."""
    half = number((one[0] + other[0]) / 2)
    return f"C{half} {number(one[1])} {half} {number(other[1])} {number(other[0])} {number(other[1])}"
