"""A decision table as CSV: a row a line, a column a criterion. No cell begins like a formula of a spreadsheet.

A cell holds the values alone, for the title of its column says what has them. Where the first column is the stage the
lines are in its order; each keeps the number that its row has in the other formats.
"""

import csv
from collections.abc import Iterator
from io import StringIO

from misdeal.model.language.diagnostic import escape
from misdeal.model.language.types import Timeline
from misdeal.proofs.table import Condition, Row, Table

from .table_account import ToldRow, ToldTable
from .table_words import example

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - some spreadsheets take the wide ones too
_FIRST = "row no."  # no title of these can be that of a criterion
_LAST = ("kind of outcome", "what comes out", "by clause", "in part by", "for instance")
_MORE = "more"


def write_csv(told: ToldTable) -> str:
    """The table; where it is not whole its last line has the kind `more`."""
    out = StringIO()
    lines = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    lines.writerows([harmless(cell) for cell in line] for line in _lines(told))
    return out.getvalue()


def harmless(cell: str) -> str:
    """A cell that neither a spreadsheet nor a terminal takes for more than text."""
    shown = escape(cell)
    return f"'{shown}" if shown.lstrip(" ").startswith(_FORMULA) else shown


def _lines(told: ToldTable) -> Iterator[list[str]]:
    criteria = told.table.criteria
    yield [_FIRST, *criteria, *_LAST]
    for number in _order(told.table):
        row = told.rows[number]
        yield [str(number + 1), *_cells(told.table, told.table.rows[number]), *_results(row), example(row.telling, row)]
    if told.beyond is not None:
        nothing = [""] * len(criteria)
        yield ["", *nothing, _MORE, "this is not the whole table", "", "", example(told.beyond)]


def _order(table: Table) -> list[int]:
    """The rows by the stages at which they begin, where stages come first; rows of any stage come last."""
    stage = table.rulebook.facts.get(table.criteria[0]) if table.criteria else None
    begins = [next((each.least for each in row.conditions if each.criterion == 0), None) for row in table.rows]
    if stage is None or not isinstance(stage.type, Timeline):
        return list(range(len(begins)))
    return sorted(range(len(begins)), key=lambda at: (begins[at] is None, begins[at]))


def _cells(table: Table, row: Row) -> Iterator[str]:
    said = {each.criterion: each for each in row.conditions}
    for at, title in enumerate(table.criteria):
        yield _values(title, said[at]) if at in said else ""


def _values(title: str, said: Condition) -> str:
    """What a row says of the criterion that its column is about: `play` of `stage = play`, `no` of `not late`."""
    if said.holds is not None:
        return "yes" if said.holds else "no"
    relation = said.text.removeprefix(f"{title} ")
    return said.text if relation == said.text else relation.removeprefix("= ").removeprefix("in ")


def _results(row: ToldRow) -> tuple[str, str, str, str]:
    whole = dict.fromkeys(each.clause.id for each in row.deciders if each.throughout)
    partly = dict.fromkeys(each.clause.id for each in row.deciders if each.clause.id not in whole)
    return row.kind.value, row.result, ", ".join(whole), ", ".join(partly)
