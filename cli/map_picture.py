"""The picture of a map: stages as columns, rulings as rows, in each cell the clauses that decide somewhere there.

Neighbouring cells with the same content are joined. What is wrong is told by a word in a box of its own shape, and not
by its colour alone. Beneath stand the titles of the clauses.

Classes: `map` the picture, `map-title`, `map-quiet`, `map-head` and `map-ruling` (the names of columns and rows),
`map-cell`, `map-none` (cells where a ruling does not arise), `map-wrong` (with a gap, a clash or undefined values),
`map-open` (not found out), `map-clause`, `map-gap`, `map-clash`, `map-undefined`, `map-unknown` and their words.
"""

from collections.abc import Sequence

from misdeal.model.language.rulebook import Ruling
from misdeal.model.language.types import Timeline
from misdeal.proofs.map_records import Cell, MapRow, Sign, StageMap

from .lettering import wrapped
from .map_cells import CORNERS, LINE, SIZE, Span, draw_tokens, lines_of, spans, tokens_of
from .map_legend import draw_legend
from .svg import Element, Picture, box, group, words
from .wording import listed, text_of

STYLE = """
.map-quiet{fill:#59626d}
.map-cell{fill:#eef3f9;stroke:#9aa8b8}
.map-none{fill:#fff;stroke:#d5dae0}
.map-wrong{fill:#fff3ea;stroke:#b5651d}
.map-open{fill:#fff;stroke:#59626d;stroke-dasharray:5 3}
.map-gap{fill:#9c3208;stroke:#9c3208}
.map-clash{fill:#6a1b6e;stroke:#6a1b6e}
.map-undefined{fill:#1d2125;stroke:#1d2125}
.map-unknown{stroke:#59626d;stroke-dasharray:3 2}
.map-gap-word,.map-clash-word,.map-undefined-word{fill:#fff}
@media (prefers-color-scheme:dark){
.map-quiet{fill:#a9b2bc}
.map-cell{fill:#1f2833;stroke:#5d6d80}
.map-none{fill:#14171a;stroke:#343c45}
.map-wrong{fill:#33241a;stroke:#c98a55}
.map-open{fill:#14171a;stroke:#a9b2bc}
.map-gap{fill:#ffab7d;stroke:#ffab7d}
.map-clash{fill:#e7a6ea;stroke:#e7a6ea}
.map-undefined{fill:#e7eaed;stroke:#e7eaed}
.map-unknown{stroke:#a9b2bc}
.map-gap-word,.map-clash-word,.map-undefined-word{fill:#14171a}
}
"""

_MARGIN = 16.0
_LABEL = 170.0  # how wide the names of the rulings are
_PAGE = 1200.0  # as wide as a screen
_LEAST = 760.0  # for the title and the legend
_NARROW, _BROAD = 92.0, 340.0  # a column for the words in it
_WIDE = 480.0  # a column where there is room
_PADDING = 7.0  # of a cell


def map_picture(made: StageMap, *, name: str = "map", alone: bool = True) -> str:
    """The picture of a map as the text of an SVG document, to be a file, or not `alone` to stand in a page."""
    columns = _columns(made)
    column = max(min((_PAGE - 2 * _MARGIN - _LABEL) / len(columns), _WIDE), _needed(made))
    wide = max(2 * _MARGIN + _LABEL + column * len(columns), _LEAST)
    room = min(wide, _PAGE) - 2 * _MARGIN
    title = f"{made.rulebook.title}: which clause decides where"
    picture = Picture(wide, title, _description(made), name=name, kind="map", alone=STYLE if alone else "")
    y = _draw_head(picture.root, made, columns, column, room)
    for row in made.rows:
        y = _draw_row(picture.root, made, row, columns, column, y)
    return picture.text(draw_legend(picture.root, made, _MARGIN, room, y) + _MARGIN)


def _needed(made: StageMap) -> float:
    """How wide a column has to be for the words that stand in a single one, within bounds."""
    alone = [span.cell for row in made.rows for span in spans(row) if span.after == span.first + 1]
    widest = max((token.wide for cell in alone for token in tokens_of(made.rulebook, cell)), default=0)
    return min(max(widest + 2 * _PADDING, _NARROW), _BROAD)


def _columns(made: StageMap) -> Sequence[str]:
    """The names of the columns."""
    if made.stage is None:
        return ("in all situations",)
    assert isinstance(made.stage.type, Timeline)
    return [stage.replace("_", " ") for stage in made.stage.type.stages]


def _description(made: StageMap) -> str:
    """All that the map shows, in sentences."""
    told = []
    for row in made.rows:
        for span in spans(row):
            here = f"{_named(row.ruling)}, {_where(_columns(made), span)}"
            told.append(f"{here}: {', '.join(token.told for token in tokens_of(made.rulebook, span.cell))}.")
    return " ".join(told)


def _where(columns: Sequence[str], span: Span) -> str:
    """The columns of a span, in words."""
    first, last = columns[span.first], columns[span.after - 1]
    return first if first == last else f"{first} to {last}"


def _named(ruling: Ruling) -> str:
    return ruling.name if ruling.index is None else f"{ruling.name}[{ruling.index.name}]"


# The parts of the picture


def _draw_head(root: Element, made: StageMap, columns: Sequence[str], column: float, room: float) -> float:
    """The title and the names of the columns; the height down to which they reach."""
    y = _MARGIN
    for text in wrapped(made.rulebook.title, room, 17, most=3, bold=True):
        y += 21
        words(root, "map-title", _MARGIN, y, text, 17, bold=True)
    for text in wrapped(_subtitle(made), room, SIZE, most=4):
        y += LINE
        words(root, "map-quiet", _MARGIN, y, text, SIZE)
    y += 10
    names = [wrapped(text, column - _PADDING, SIZE, most=3, bold=True) for text in columns]
    for at, lines in enumerate(names):
        here = group(root, "map-column", columns[at])
        for down, text in enumerate(lines):
            x = _MARGIN + _LABEL + at * column + _PADDING
            words(here, "map-head", x, y + (down + 1) * LINE - 4, text, SIZE, bold=True)
    return y + max(map(len, names)) * LINE + 4


def _subtitle(made: StageMap) -> str:
    """What is shown, and of which rulebook."""
    chosen = [text_of(each) for each in made.rulebook.chosen]
    under = f" Under {listed(chosen)}." if chosen else ""
    if made.stage is None:
        return f"Which clauses decide each ruling somewhere.{under}"
    return f"Which clauses decide each ruling somewhere at each stage. {made.stage.question}{under}"


def _draw_row(root: Element, made: StageMap, row: MapRow, columns: Sequence[str], column: float, top: float) -> float:
    """One ruling; the height down to which it reaches."""
    cells = [(span, lines_of(tokens_of(made.rulebook, span.cell), _room(span, column))) for span in spans(row)]
    label = wrapped(_named(row.ruling), _LABEL - _PADDING, SIZE, most=3, bold=True)
    high = max(len(label), *(len(lines) for _, lines in cells)) * LINE + 10
    here = group(root, "map-row", row.ruling.question)
    for down, text in enumerate(label):
        words(here, "map-ruling", _MARGIN, top + (down + 1) * LINE + 1, text, SIZE, bold=True)
    for span, lines in cells:
        x = _MARGIN + _LABEL + span.first * column
        told = f"{_named(row.ruling)}, {_where(columns, span)}"
        cell = group(root, "map-place", told)
        box(cell, _kind(span.cell), x + 1, top + 1, (span.after - span.first) * column - 2, high - 2, 4)
        draw_tokens(cell, lines, x + _PADDING, top + 5)
    return top + high


def _room(span: Span, column: float) -> float:
    return (span.after - span.first) * column - 2 * _PADDING


def _kind(cell: Cell) -> str:
    """How a cell looks."""
    signs = {mark.sign for mark in cell.marks}
    if signs & CORNERS.keys():
        return "map-wrong"
    if cell.unknown:
        return "map-open"
    return "map-none" if signs <= {Sign.DOES_NOT_ARISE} else "map-cell"
