"""Cases that were tried as JSON, by the schema in `test.schema.json`: the same text every run, and ASCII only."""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias

from misdeal import __version__

from .json_report import diagnostic
from .tried import Compared, Tested, ToldCase, by_source

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(tested: Iterable[Tested]) -> str:
    """The document about the cases of some books, with a line break at its end."""
    document = {"format": FORMAT, "misdeal": __version__, "books": [_book(each) for each in tested]}
    return json.dumps(document, indent=2) + "\n"


def _book(tested: Tested) -> Json:
    if tested.rulebook is None:
        error = tested.error
        told = [] if error is None else [diagnostic(each) for each in error.diagnostics]
        return {"book": tested.book, "usable": False, "diagnostics": told, "left_out": error.left_out if error else 0}
    return {
        "book": tested.book,
        "usable": True,
        "name": tested.rulebook.name,
        "title": tested.rulebook.title,
        "cases": [_case(each) for each in tested.cases],
        "counts": {verdict: tested.count(verdict) for verdict in ("passed", "failed", "unknown")},
        "sources": dict(sorted(by_source(tested.cases).items())),
    }


def _case(told: ToldCase) -> Json:
    case = told.tried.case
    return {
        "name": case.title,
        "source": case.source,
        "file": case.span.file,
        "line": case.span.line,
        "note": case.note or None,
        "verdict": told.verdict,
        "problem": told.tried.problem or None,
        "reason": told.tried.unknown or None,
        "under": list(told.under),
        "rulings": [_compared(each) for each in told.compared],
        "silent": list(told.tried.silent),
        "command": list(told.command),
    }


def _compared(each: Compared) -> Json:
    return {
        "place": each.came.place,
        "expected": each.expected,
        "actual": each.actual,
        "outcome": each.came.kind.value,
        "right": each.right,
        "deciding": list(dict.fromkeys(one.clause for one in each.came.deciding)),
    }
