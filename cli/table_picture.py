"""The picture of one situation: the table with its seats around it, what each seat has, and how far it has come.

The first seat is on top and the others follow clockwise, in dealing order: four of them at the points of the compass,
more of them along the sides. Every line of text has its own room, so that nothing overlaps however much there is to
show; what is left out for want of room is told in the description, and where somebody points at it.

Classes, for whoever styles it: `pic` the picture, `pic-table`, `pic-round` (the direction of dealing), `pic-seat` and
`pic-subject` (whom it is about), `pic-label`, `pic-word` and `pic-odd` (what departs from the usual), `pic-name`,
`pic-past`, `pic-now` and `pic-later` (stages), `pic-now-word`.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.situation import Situation

from .lettering import shortened, width, wrapped
from .svg import Element, Picture, box, disc, group, line, path, words
from .table_facts import SeatFacts, Stages, TableFacts, Word, table_facts

STYLE = """
.pic{max-width:100%;height:auto}
.pic-table{fill:#e4f0e8;stroke:#6f8f7b}
.pic-round{stroke:#6f8f7b}
.pic-seat{fill:#fff;stroke:#4c5560}
.pic-subject{fill:#fff;stroke:#a33a0c;stroke-width:3}
.pic-odd{fill:#9c3208}
.pic-name,.pic-past-word{fill:#59626d}
.pic-past,.pic-later{stroke:#9aa3ad}
.pic-past{fill:#e9ecef}
.pic-now{fill:#1b5ea6;stroke:#1b5ea6}
.pic-now-word{fill:#fff}
@media (prefers-color-scheme:dark){
.pic-table{fill:#20372a;stroke:#7ba58b}
.pic-round{stroke:#7ba58b}
.pic-seat{fill:#14171a;stroke:#aab3bd}
.pic-subject{fill:#14171a;stroke:#ff9d66}
.pic-odd{fill:#ffab7d}
.pic-name,.pic-past-word{fill:#a9b2bc}
.pic-past,.pic-later{stroke:#66707a}
.pic-past{fill:#2a3036}
.pic-now{fill:#7db7f2;stroke:#7db7f2}
.pic-now-word{fill:#0b1a2a}
}
"""

WIDTH = 440
_SIZE, _SMALL, _LINE = 13, 12, 17
_LEFT, _RIGHT = 160, 280  # the sides of the table
_BESIDE = 138  # how wide the words beside the table may be
_MIDDLE = (_LEFT + _RIGHT) / 2
_ABOVE = 320  # how wide those above and below it
_LINES = 7  # of a seat, at most
_RADIUS = 12
_CLEAR = 18  # from the middle of a disc to the words of its seat
_DROP = 4.5  # from the middle of a line of text to its base line
_STAGES = 18  # shown of a timeline, at most
_MARGIN = 8.0


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of words of a seat."""

    text: str
    kind: str
    bold: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a seat is: the middle of its disc, and where its words begin."""

    x: float
    y: float
    words_x: float
    words_y: float
    anchor: str


def table_picture(
    rulebook: Rulebook,
    situation: Situation,
    mentioned: AbstractSet[str] = frozenset(),
    *,
    subject: Value | None = None,
    name: str = "table",
    alone: bool = False,
) -> str:
    """The picture of a situation as the text of an SVG document, to stand in a page, or `alone` in a file.

    `mentioned` are the facts that are shown though they are as usual, `subject` is the seat that it is about; `name`
    begins the ids, and has to be another one for each picture in a page.
    """
    facts = table_facts(rulebook, situation, mentioned)
    style = STYLE if alone else ""
    picture = Picture(WIDTH, _title(facts), _description(facts), name=name, kind="pic", alone=style)
    below = _draw_table(picture.root, facts, subject) if facts.seats else _MARGIN
    for stages in facts.timelines:
        below = _draw_stages(picture.root, stages, below)
    for fact in facts.others:
        below = _draw_fact(picture.root, fact, below)
    return picture.text(below + 4)


def _title(facts: TableFacts) -> str:
    return f"A table of {len(facts.seats)}" if facts.seats else "A situation"


def _description(facts: TableFacts) -> str:
    """All that the picture shows, in sentences."""
    having = [seat for seat in facts.seats if seat.words]
    told = [
        f"{seat.named[:1].upper()}{seat.named[1:]}: {', '.join(word.text for word in seat.words)}." for seat in having
    ]
    told += [f"{stages.told}." for stages in facts.timelines] + [f"{fact.told}." for fact in facts.others]
    return " ".join(told) or "Everything is as usual."


# The table


def _draw_table(root: Element, facts: TableFacts, subject: Value | None) -> float:
    """The table with its seats; the height down to which it reaches."""
    top, *rest = facts.seats
    bottom = rest.pop(len(rest) // 2) if len(rest) % 2 else None
    half = len(rest) // 2
    facing = list(zip(rest[:half], rest[half:][::-1], strict=True))
    heights = [_height(pair) for pair in facing]
    above = len(_lines(top, _ABOVE)) * _LINE
    edge = _MARGIN + above + _CLEAR
    depth = max(sum(heights) + 56, 124)
    _draw_board(root, edge, depth, facts.size)
    _draw_seat(root, top, _Place(_MIDDLE, edge, _MIDDLE, edge - _CLEAR - above + _LINE, "middle"), subject)
    y = edge + (depth - sum(heights)) / 2
    for (right, left), height in zip(facing, heights, strict=True):
        for seat, x, away, anchor in ((right, _RIGHT, _CLEAR, "start"), (left, _LEFT, -_CLEAR, "end")):
            first = y + height / 2 + _DROP - (len(_lines(seat, _BESIDE)) - 1) * _LINE / 2
            _draw_seat(root, seat, _Place(x, y + height / 2, x + away, first, anchor), subject)
        y += height
    edge += depth
    if bottom is None:
        return edge + _RADIUS + 4
    _draw_seat(root, bottom, _Place(_MIDDLE, edge, _MIDDLE, edge + _CLEAR + 11, "middle"), subject)
    return edge + _CLEAR + len(_lines(bottom, _ABOVE)) * _LINE + 4


def _height(pair: Iterable[SeatFacts]) -> float:
    """The height of two seats that face each other."""
    return max(2 * _RADIUS, *(len(_lines(seat, _BESIDE)) * _LINE for seat in pair)) + 12


def _draw_board(root: Element, edge: float, depth: float, size: str) -> None:
    """The table itself, with the direction of dealing, and how many sit at it."""
    box(root, "pic-table", _LEFT, edge, _RIGHT - _LEFT, depth, 44)
    x, y = _MIDDLE, edge + depth / 2 - (8 if size else 0)
    turn = group(root, "pic-turn", "The deal goes round this way")
    line(turn, "pic-round", f"M{x - 13:g} {y:g}A13 13 0 1 1 {x:g} {y + 13:g}")
    line(turn, "pic-round", path([(x + 5, y + 8), (x, y + 13), (x + 5, y + 18)]))
    if size:
        words(root, "pic-name", x, y + 36, size, _SMALL, "middle")


def _draw_seat(root: Element, seat: SeatFacts, place: _Place, subject: Value | None) -> None:
    """A seat at the edge of the table, and its words beside it."""
    here = group(root, "pic-place", "; ".join([seat.named, *(word.told for word in seat.words)]))
    disc(here, "pic-subject" if seat.seat == subject else "pic-seat", place.x, place.y, _RADIUS)
    if not seat.name:
        words(here, "pic-label", place.x, place.y + _DROP, str(seat.seat), _SIZE, "middle", bold=True)
    lines = _lines(seat, _ABOVE if place.anchor == "middle" else _BESIDE)
    for at, each in enumerate(lines):
        y = place.words_y + at * _LINE
        words(here, each.kind, place.words_x, y, each.text, _SIZE, place.anchor, bold=each.bold)


def _lines(seat: SeatFacts, room: float) -> list[_Line]:
    """The words of a seat as lines, its name first if it has one."""
    lines = [_Line(text, "pic-label", bold=True) for text in wrapped(seat.name, room, _SIZE, most=2, bold=True)]
    for word in seat.words:
        kind = "pic-odd" if word.departs else "pic-word"
        texts = wrapped(word.text, room, _SIZE, most=2, bold=word.departs)
        lines += [_Line(text, kind, bold=word.departs) for text in texts]
    return lines if len(lines) <= _LINES else [*lines[: _LINES - 1], _Line("…", "pic-word", bold=False)]


# Beneath it


def _draw_stages(root: Element, stages: Stages, top: float) -> float:
    """A timeline, the present stage marked; the height down to which it reaches."""
    here = group(root, "pic-stages", stages.told)
    words(here, "pic-name", _MARGIN, top + 20, shortened(stages.name, WIDTH - 2 * _MARGIN, _SMALL), _SMALL)
    x, y = _MARGIN, top + 42
    for at, stage in _near(stages):
        text = shortened(stage, WIDTH - 30, _SMALL, bold=True)
        wide = width(text, _SMALL, bold=True) + 14
        if x > _MARGIN and x + wide > WIDTH - _MARGIN:
            x, y = _MARGIN, y + 27
        time = "now" if at == stages.present else "past" if at < stages.present else "later"
        box(here, f"pic-{time}", x, y - 15, wide, 21, 10)
        words(here, f"pic-{time}-word", x + wide / 2, y, text, _SMALL, "middle", bold=time == "now")
        x += wide + 6
    return y + 12


def _near(stages: Stages) -> list[tuple[int, str]]:
    """The stages of a timeline, of many those around the present one."""
    first = max(0, min(stages.present - _STAGES // 2, len(stages.stages) - _STAGES))
    shown = list(enumerate(stages.stages))[first : first + _STAGES]
    before = [(first - 1, "…")] if first else []
    after = [(first + _STAGES, "…")] if first + _STAGES < len(stages.stages) else []
    return [*before, *shown, *after]


def _draw_fact(root: Element, fact: Word, top: float) -> float:
    """A fact that no seat has; the height down to which it reaches."""
    here = group(root, "pic-fact", fact.told)
    kind = "pic-odd" if fact.departs else "pic-word"
    lines = wrapped(fact.text, WIDTH - 2 * _MARGIN, _SIZE, most=3, bold=fact.departs)
    for at, text in enumerate(lines):
        words(here, kind, _MARGIN, top + 18 + at * _LINE, text, _SIZE, bold=fact.departs)
    return top + 4 + len(lines) * _LINE
