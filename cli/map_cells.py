"""What stands in the cells of a map, as words; neighbouring cells in which the same stands are joined."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.map_records import Cell, MapRow, Mark, Sign

from .lettering import width, wrapped
from .svg import Element, box, group, words
from .wording import listed

SIZE, LINE = 13, 18
_BETWEEN = 9.0  # what stands side by side in a cell
_FRAME = 12  # how much wider a word is with a box around it

_WORDS = {
    Sign.DEFAULT: "default",
    Sign.DOES_NOT_ARISE: "–",  # noqa: RUF001 - a dash is what it is
    Sign.GAP: "gap",
    Sign.CLASH: "clash",
    Sign.UNDEFINED: "undefined",
    Sign.WAITS: "waits",
}
CORNERS = {Sign.GAP: 9.0, Sign.CLASH: 0.0, Sign.UNDEFINED: 4.0}
TOLD = {
    Sign.DEFAULT: "no clause applies, and the value is the one by default",
    Sign.DOES_NOT_ARISE: "the ruling does not arise",
    Sign.GAP: "no clause decides",
    Sign.CLASH: "clauses decide differently",
    Sign.UNDEFINED: "a clause gives no value",
    Sign.WAITS: "a ruling that this one reads has no value",
}


@dataclass(frozen=True, slots=True)
class Token:
    """What stands in a cell: a word, and what is told of it. With a `corner`, so round, it has a box around it."""

    text: str
    kind: str
    told: str
    corner: float | None = None
    bold: bool = False

    @property
    def frame(self) -> float:
        """How much wider it is than its word."""
        return 0 if self.corner is None else _FRAME

    @property
    def wide(self) -> float:
        """How wide it is."""
        return width(self.text, SIZE, bold=self.bold) + self.frame


@dataclass(frozen=True, slots=True)
class Span:
    """Neighbouring cells with the same content, from a column up to another."""

    first: int
    after: int
    cell: Cell


def spans(row: MapRow) -> Iterator[Span]:
    """The cells of a row, neighbours with the same content joined."""
    for _, some in groupby(enumerate(row.cells), key=lambda numbered: numbered[1].content):
        joined = list(some)
        yield Span(joined[0][0], joined[-1][0] + 1, joined[0][1])


def tokens_of(rulebook: Rulebook, cell: Cell) -> list[Token]:
    """What stands in a cell, the clauses first."""
    tokens = [token_of(rulebook, mark) for mark in cell.marks]
    if cell.unknown:
        missing = listed([mark.clause or mark.sign.value for mark in cell.unknown], "or")
        tokens.append(unknown(f"not found out whether also {missing}: {cell.reason}"))
    return tokens or [Token("impossible", "map-quiet", "no situation is possible")]


def token_of(rulebook: Rulebook, mark: Mark) -> Token:
    """What stands for a mark."""
    if mark.sign is Sign.DECIDED:
        return Token(mark.clause, "map-clause", f"{mark.clause} {rulebook.clauses[mark.clause].title}")
    text, told = _WORDS[mark.sign], f"{mark.sign.value}: {TOLD[mark.sign]}"
    if mark.sign in CORNERS:
        return Token(text, f"map-{text}", told, CORNERS[mark.sign], bold=True)
    return Token(text, "map-quiet", told)


def unknown(told: str) -> Token:
    """What stands for all that was not found out."""
    return Token("?", "map-unknown", told, 4.0, bold=True)


def lines_of(tokens: Sequence[Token], room: float) -> list[list[Token]]:
    """What stands in a cell as lines for which there is room; what is too long for a line goes on in the next."""
    lines: list[list[Token]] = []
    left = 0.0
    for token in tokens:
        for text in wrapped(token.text, room - token.frame, SIZE, bold=token.bold):
            piece = replace(token, text=text)
            if not lines or piece.wide > left:
                lines.append([])
                left = room
            lines[-1].append(piece)
            left -= piece.wide + _BETWEEN
    return lines


def draw_tokens(root: Element, lines: Sequence[Sequence[Token]], left: float, top: float) -> None:
    """Draw what stands in a cell, line by line."""
    for down, line in enumerate(lines):
        x, y = left, top + (down + 1) * LINE - 5
        for token in line:
            here = group(root, "map-token", token.told)
            if token.corner is None:
                words(here, token.kind, x, y, token.text, SIZE, bold=token.bold)
            else:
                box(here, token.kind, x, y - 12.5, token.wide, 16.5, token.corner)
                words(here, f"{token.kind}-word", x + token.wide / 2, y, token.text, SIZE, "middle", bold=token.bold)
            x += token.wide + _BETWEEN
