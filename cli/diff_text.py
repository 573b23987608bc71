"""Two rulebooks compared, as text: a block a region."""

from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.diff import Edition
from misdeal.proofs.finding import Verdict
from misdeal.proofs.table import Proof

from .diff_account import ToldComes, ToldDiff, ToldExample, ToldMoved, ToldOnly, ToldRuling
from .diff_words import (
    counted,
    decided,
    example,
    follows,
    heading,
    listed,
    may_be_more,
    meant,
    only_heading,
    outcome,
    proved,
    reason,
    verdict,
)
from .terminal import Paper
from .wording import conjoined

_COLOURS = {Kind.GAP: "red", Kind.CLASH: "red", Kind.UNDEFINED: "red", Kind.DEFAULT: "cyan", Kind.VALUE: "green"}
_INDENT = 5


def write_diff(paper: Paper, told: ToldDiff) -> None:
    """Put a comparison on paper."""
    for edition, named in told.books.items():
        paper.lead(f"{edition.value}:", f"{named.rulebook.title} ({named.book})", bold=True)
    if read := list(decided(told)):
        paper.gap()
        paper.paragraph("The old rulebook is read as the new one decides:")
        for each in read:
            paper.paragraph(each, indent=2, mark="- ")
    for ruling in told.rulings:
        if ruling.moved or ruling.beyond or may_be_more(ruling.compared.proof):
            paper.gap()
            _write_ruling(paper, ruling)
    for only in told.only:
        if only.areas or may_be_more(only.found.proof):
            paper.gap()
            _write_only(paper, only)
    paper.gap()
    for kind, names in listed(told):
        paper.lead(f"{kind}:", names)
    paper.gap()
    _write_end(paper, told)


def _write_ruling(paper: Paper, ruling: ToldRuling) -> None:
    paper.paragraph(heading(ruling), bold=True)
    if why := follows(ruling):
        paper.paragraph(why)
    for number, moved in enumerate(ruling.moved, 1):
        paper.gap()
        _write_moved(paper, number, moved)
    _write_more(paper, ruling.beyond, ruling.compared.proof)


def _write_moved(paper: Paper, number: int, moved: ToldMoved) -> None:
    line = f"{outcome(moved.old)} -> {outcome(moved.new)}"
    paper.paragraph(line, mark=f"{number:>3}. ", fg=_COLOURS.get(moved.new.kind, "cyan"), bold=True)
    for edition, comes in ((Edition.OLD, moved.old), (Edition.NEW, moved.new)):
        if comes.clauses:
            paper.paragraph(_clauses(comes), indent=_INDENT, mark=f"{edition.value} by ")
    if moved.meant is False:
        paper.paragraph("not meant: the new rulebook declares no such change", indent=_INDENT, fg="red")
    _write_where(paper, moved.conditions)
    paper.paragraph(example(moved.example, moved), indent=_INDENT, mark="e.g. ", dim=True)


def _clauses(comes: ToldComes) -> str:
    return " and ".join(f'{each.id} "{each.title}"' if each.title else each.id for each in comes.clauses)


def _write_where(paper: Paper, conditions: tuple[str, ...], mark: str = " " * _INDENT) -> None:
    for at, condition in enumerate(conjoined(conditions)):
        paper.paragraph(condition, mark=" " * _INDENT + " and " if at else f"{mark}when ")
    if not conditions:
        paper.paragraph("always", mark=mark)


def _write_only(paper: Paper, only: ToldOnly) -> None:
    paper.paragraph(only_heading(only.found), bold=True)
    for number, (conditions, shown) in enumerate(only.areas, 1):
        paper.gap()
        _write_where(paper, conditions, mark=f"{number:>3}. ")
        paper.paragraph(example(shown), indent=_INDENT, mark="e.g. ", dim=True)
    _write_more(paper, only.beyond, only.found.proof)


def _write_more(paper: Paper, beyond: ToldExample | None, proof: Proof) -> None:
    if beyond is not None:
        paper.gap()
        paper.paragraph("And more: these are not all regions.", fg="yellow", bold=True)
        paper.paragraph(example(beyond), indent=_INDENT, mark="e.g. ")
    elif may_be_more(proof):
        paper.gap()
        paper.paragraph("There may be more: not everything was found out.", fg="yellow", bold=True)


def _write_end(paper: Paper, told: ToldDiff) -> None:
    """How many rulings were compared, and what is proved."""
    name = told.books[Edition.OLD].rulebook.name
    paper.lead(f"{name}:", counted(told), bold=True)
    for said in meant(told):
        paper.paragraph(said, indent=2, fg="yellow" if told.diff.unintended else None)
    for proof, said in proved(told):
        style = {"fg": "yellow"} if proof.verdict in {Verdict.UNKNOWN, Verdict.REFUTED} else {}
        paper.paragraph(f"{verdict(proof)}: {said}{reason(proof)}", indent=2, mark="- ", **style)
