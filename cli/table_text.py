"""A decision table as text: a block a row."""

from collections.abc import Iterable, Iterator

from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.finding import Verdict
from misdeal.proofs.table import Proof

from .table_account import Decider, ToldRow, ToldTable
from .table_words import counted, example, may_be_more, outcome
from .terminal import Paper
from .wording import conjoined

_COLOURS = {Kind.GAP: "red", Kind.CLASH: "red", Kind.UNDEFINED: "red", Kind.DEFAULT: "cyan", Kind.VALUE: "green"}
_INDENT = 5


def write_table(paper: Paper, told: ToldTable) -> None:
    """Put a table on paper."""
    ruling = told.table.ruling
    paper.paragraph(told.table.rulebook.title, bold=True)
    paper.gap()
    about = f", for {told.about}" if told.about else ""
    paper.paragraph(f"`{ruling.name}`{about}: {ruling.question}", bold=True)
    if told.scope:
        paper.paragraph(f"It has to be decided when `{told.scope}`.")
    if told.where:
        paper.paragraph(f"Only where `{told.where}`.")
    for number, row in enumerate(told.rows, 1):
        paper.gap()
        _write_row(paper, number, row)
    paper.gap()
    _write_end(paper, told)


def _write_row(paper: Paper, number: int, row: ToldRow) -> None:
    mark = f"{number:>3}. "
    paper.paragraph(outcome(row), mark=mark, fg=_COLOURS[row.kind], bold=True)
    for line in _clauses(row):
        paper.paragraph(line, indent=_INDENT)
    for at, condition in enumerate(conjoined(row.conditions)):
        paper.paragraph(condition, indent=_INDENT, mark=" and " if at else "when ")
    if not row.conditions:
        paper.paragraph("always", indent=_INDENT)
    paper.paragraph(example(row.telling, row), indent=_INDENT, mark="e.g. ", dim=True)


def _clauses(row: ToldRow) -> Iterator[str]:
    """The clauses, those first that decide in all of the row."""
    throughout = [each for each in row.deciders if each.throughout]
    for each in _distinct(throughout):
        gives = f" gives “{each.gives}”" if row.kind in {Kind.CLASH, Kind.UNDEFINED} else ""
        title = f' "{each.clause.title}"' if each.clause.title else ""
        yield f"by {each.clause.id}{title}{gives}"
    known = {each.clause.id for each in throughout}
    partly = dict.fromkeys(each.clause.id for each in row.deciders if each.clause.id not in known)
    if partly:
        yield f"in part of it also by {', '.join(partly)}"


def _distinct(deciders: Iterable[Decider]) -> Iterable[Decider]:
    return {(each.clause.id, each.gives): each for each in deciders}.values()


def _write_end(paper: Paper, told: ToldTable) -> None:
    """How many rows there are, what is proved of them, and what is not in the table."""
    table = told.table
    if told.beyond is not None:
        paper.paragraph("And more: this is not the whole table.", fg="yellow", bold=True)
        paper.paragraph(example(told.beyond), indent=_INDENT, mark="e.g. ")
        paper.gap()
    elif may_be_more(told):
        paper.paragraph("This may not be the whole table: not everything was found out.", fg="yellow", bold=True)
        paper.gap()
    paper.lead(f"{table.rulebook.name}, {table.ruling.name}:", counted(told), bold=True)
    for proof in table.proofs if told.rows or not table.whole else ():
        paper.paragraph(_sentence(proof), indent=2, mark="- ", **_style(proof))
    for remark in told.remarks:
        paper.paragraph(remark, indent=2, mark="- ")
    for name, ambiguity in told.readings:
        if ambiguity:
            paper.paragraph(f"`{name}` is a reading of {ambiguity}.", indent=2, mark="- ")


def _style(proof: Proof) -> dict[str, object]:
    return {"fg": "yellow"} if proof.verdict in {Verdict.UNKNOWN, Verdict.REFUTED} else {}


def _sentence(proof: Proof) -> str:
    reason = f" ({proof.reason})" if proof.reason else ""
    verdict = "not so" if proof.verdict is Verdict.REFUTED else proof.verdict.value
    return f"{verdict}: {proof.sentence}{reason}"
