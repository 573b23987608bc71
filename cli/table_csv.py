"""A decision table as CSV: a row a line, a column a criterion. No cell begins like a formula of a spreadsheet."""

import csv
from collections.abc import Iterator
from io import StringIO

from misdeal.model.language.diagnostic import escape

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
    yield [_FIRST, *told.table.criteria, *_LAST]
    for number, row in enumerate(told.rows, 1):
        yield [str(number), *row.cells, *_results(row), example(row.telling, row)]
    if told.beyond is not None:
        nothing = [""] * len(told.table.criteria)
        yield ["", *nothing, _MORE, "this is not the whole table", "", "", example(told.beyond)]


def _results(row: ToldRow) -> tuple[str, str, str, str]:
    whole = dict.fromkeys(each.clause.id for each in row.deciders if each.throughout)
    partly = dict.fromkeys(each.clause.id for each in row.deciders if each.clause.id not in whole)
    return row.kind.value, row.result, ", ".join(whole), ", ".join(partly)
