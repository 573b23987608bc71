"""What stands beneath a map: what its signs mean, the titles of its clauses, and which clauses are in no cell."""

from collections.abc import Iterable, Sequence

from misdeal.model.language.rulebook import Clause
from misdeal.proofs.map_records import Mark, Sign, StageMap

from .lettering import shortened, width, wrapped
from .map_cells import LINE, SIZE, TOLD, Token, draw_tokens, token_of, unknown
from .svg import Element, group, words
from .wording import listed

_TITLE = 300.0  # how wide the title of a clause may be, at least
_SIGN = 90.0  # how wide a sign may be


def draw_legend(root: Element, made: StageMap, left: float, room: float, top: float) -> float:
    """Draw all of it; the height down to which it reaches."""
    cells = [cell for row in made.rows for cell in row.cells]
    marks = dict.fromkeys(mark for cell in cells for mark in cell.marks)
    missing = {mark.clause for cell in cells for mark in cell.unknown}
    shown = {mark.clause for mark in marks}
    top = _draw_signs(root, made, marks, left, room, top + 14)
    clauses = [clause for clause in made.rulebook.clauses.values() if clause.id in shown]
    top = _draw_titles(root, clauses, left, room, top + 8) + 8
    for text in wrapped(_idle(made, shown, missing), room, SIZE, most=6):
        top += LINE
        words(root, "map-quiet", left, top, text, SIZE)
    return top


def _draw_signs(root: Element, made: StageMap, marks: Iterable[Mark], left: float, room: float, top: float) -> float:
    """The signs that occur, each with what it says."""
    found = {mark.sign for mark in marks}
    signs: list[tuple[Token, str]] = [
        (token_of(made.rulebook, Mark(sign)), TOLD[sign]) for sign in Sign if sign in found and sign is not Sign.DECIDED
    ]
    if not made.whole:
        signs.append((unknown(""), "whether there is more was not found out in time"))
    for token, told in signs:
        draw_tokens(root, [[token]], left, top)
        words(root, "map-quiet", left + _SIGN, top + LINE - 5, shortened(told, room - _SIGN, SIZE), SIZE)
        top += LINE + 2
    return top


def _draw_titles(root: Element, clauses: Sequence[Clause], left: float, room: float, top: float) -> float:
    """The ids of clauses with their titles, in columns."""
    labels = [shortened(clause.id, room / 2, SIZE, bold=True) for clause in clauses]
    indent = max((width(label, SIZE, bold=True) for label in labels), default=0) + 8
    across = max(1, int(room // (indent + _TITLE)))
    down, wide = -(-len(clauses) // across), room / across
    for at, (clause, label) in enumerate(zip(clauses, labels, strict=True)):
        x, y = left + (at // down) * wide, top + (at % down + 1) * LINE
        here = group(root, "map-clause-title", f"{clause.id} {clause.title}")
        words(here, "map-clause", x, y, label, SIZE, bold=True)
        words(here, "map-quiet", x + indent, y, shortened(clause.title, wide - indent - 14, SIZE), SIZE)
    return top + down * LINE


def _idle(made: StageMap, shown: set[str], missing: set[str]) -> str:
    """The clauses that decide nowhere, and those of which that was not found out."""
    concerned = {clause.id for row in made.rows for clause, _ in made.rulebook.effects[row.ruling.name]}
    idle = [clause for clause in made.rulebook.clauses if clause in concerned - shown]
    nowhere = [clause for clause in idle if clause not in missing]
    unclear = [clause for clause in idle if clause in missing]
    told = [f"No cell is decided by {listed(nowhere, 'or')}."] if nowhere else []
    return " ".join([*told, *([f"It was not found out whether any is by {listed(unclear, 'or')}."] if unclear else [])])
