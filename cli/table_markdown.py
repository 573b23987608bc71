"""A decision table as Markdown. Words of the rulebook are escaped, so that they are text and nothing else."""

from collections.abc import Iterator

from misdeal.proofs.finding import Verdict

from .markdown import code, prose, sentence
from .table_account import ToldRow, ToldTable
from .table_words import counted, example, may_be_more, outcome


def write_markdown(told: ToldTable) -> str:
    """The page, with a line break at its end."""
    return "\n".join(_page(told)) + "\n"


def _page(told: ToldTable) -> Iterator[str]:
    ruling = told.table.ruling
    about = f", for {prose(told.about)}" if told.about else ""
    yield from (f"# {prose(ruling.question)}", "")
    yield from (f"{prose(told.table.rulebook.title)}: {code(ruling.name)}{about}.", "")
    if told.scope:
        yield from (f"It has to be decided when {code(told.scope)}.", "")
    if told.where:
        yield from (f"Only where {code(told.where)}.", "")
    if told.rows:
        yield from ("| | when | outcome | clauses | for instance |", "|--:|---|---|---|---|")
        yield from (f"| {number} | {' | '.join(_cells(row))} |" for number, row in enumerate(told.rows, 1))
        yield ""
    yield from _end(told)


def _cells(row: ToldRow) -> Iterator[str]:
    yield "<br>".join(code(each) for each in row.conditions) or "always"
    yield code(row.result) if row.computed else prose(outcome(row))
    yield "<br>".join(_clauses(row))
    yield prose(example(row.telling, row))


def _clauses(row: ToldRow) -> Iterator[str]:
    told: dict[str, str] = {}
    for each in row.deciders:
        title = f" {prose(each.clause.title)}" if each.throughout and each.clause.title else ""
        told.setdefault(each.clause.id, f"{prose(each.clause.id)}{title}" + ("" if each.throughout else " (in part)"))
    yield from told.values()


def _end(told: ToldTable) -> Iterator[str]:
    if told.beyond is not None:
        yield from (f"**And more: this is not the whole table.** For instance {prose(example(told.beyond))}.", "")
    elif may_be_more(told):
        yield from ("**This may not be the whole table: not everything was found out.**", "")
    yield from (counted(told), "")
    for proof in told.table.proofs if told.rows or not told.table.whole else ():
        verdict = "not so" if proof.verdict is Verdict.REFUTED else proof.verdict.value
        yield f"- {verdict}: {sentence(proof.sentence)}" + (f" ({prose(proof.reason)})" if proof.reason else "")
    yield from (f"- {sentence(remark)}" for remark in told.remarks)
    yield from (f"- {code(name)} is a reading of {prose(ambiguity)}." for name, ambiguity in told.readings if ambiguity)
