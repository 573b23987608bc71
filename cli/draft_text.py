"""Drafts as text, each in a block to be pasted into a page."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import shipped
from misdeal.proofs.draft import Draft, DraftKind

from .terminal import Paper

_MARGIN = "   "  # the most that may stand before a fence
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CONNECTIVE = re.compile(" (?=(?:and|or|implies) )")
_LONGEST = 60  # characters in a name
_SUFFIX = "_mended"


def write_drafts(paper: Paper, drafts: Sequence[Draft], *, indent: int) -> None:
    """Put the drafts for one thing on paper: the first in full, then what else is possible."""
    for number, draft in enumerate(drafts):
        if number and draft.kind is DraftKind.CLAUSE:
            effect = draft.text.rsplit("\n", 1)[-1].strip()
            paper.paragraph(f"Or `{effect}`. {_consequences(draft)}", indent=indent)
            continue
        paper.paragraph("Or:" if number else "A draft that settles it:", indent=indent)
        _write_block(paper, draft.text)
        paper.paragraph(_consequences(draft), indent=indent)


def write_page(paper: Paper, rulebook: Rulebook) -> None:
    """Tell where drafts are put."""
    stem = PurePath(rulebook.file).stem
    paper.gap()
    if not _NAME.fullmatch(stem):
        paper.paragraph("A draft is a block of the page itself; `restate` says which statement it replaces.", indent=2)
        return
    name = stem[: _LONGEST - len(_SUFFIX)] + _SUFFIX
    beside = "in any folder" if rulebook.file in {f"{each}.md" for each in shipped()} else "beside that of the rulebook"
    paper.paragraph(
        f"A draft is a block of an amendment: of a page `{name}.md` {beside}, which begins with",
        indent=2,
    )
    _write_block(paper, f'rulebook {name} amends {stem} "{rulebook.title}, mended"')
    paper.paragraph("Each was proved by itself: where several are taken, check what comes of them together.", indent=2)


def _write_block(paper: Paper, statements: str) -> None:
    lines = ["```misdeal", *_lines(statements, paper.width - len(_MARGIN)), "```"]
    for line in lines:
        paper.line(_MARGIN + line, fg="cyan")


def _lines(statements: str, width: int) -> Iterator[str]:
    """The lines of statements, long conditions broken before a connective; what is in quotes is left as it is."""
    for line in statements.split("\n"):
        indent = " " * (len(line) - len(line.lstrip(" ")))
        current = ""
        for part in [line.strip()] if '"' in line else _CONNECTIVE.split(line.strip()):
            longer = f"{current} {part}" if current else part
            if current and len(indent + longer) > width:
                yield indent + current
                longer = "  " + part
            current = longer
        yield indent + current


def _consequences(draft: Draft) -> str:
    """What was proved of a draft, and what else comes of it."""
    told = "brings no other finding"
    if draft.further:
        told = f"brings no new finding, but more of what is told already ({_listed(draft.further)})"
    settled = "nothing that was settled"
    if draft.changes:
        settled = f"{_listed([f'`{ruling}`' for ruling in draft.changes])} where that was settled"
    also = f" It also settles this: {_listed(draft.also)}." if draft.also else ""
    return f"Proved: it {told}, and changes {settled}.{also}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
