"""A suite as CSV: a case a line. No cell begins like a formula of a spreadsheet."""

import csv
from collections.abc import Iterable
from io import StringIO

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.settle import place_name

from .suite_cases import SuiteCase
from .table_csv import harmless

_TITLES = ("case", "also", "given", "ruling", "comes out", "by clause")


def write_csv(rulebook: Rulebook, cases: Iterable[SuiteCase]) -> str:
    """The suite; facts are as `misdeal rule` takes them, and what is not given is as usual."""
    out = StringIO()
    lines = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    lines.writerow(_TITLES)
    for case in cases:
        cells = (
            case.name,
            "; ".join(case.also),
            "; ".join(given_words(rulebook, case)),
            place_name(rulebook, case.place),
            case.expected,
            ", ".join(case.deciding),
        )
        lines.writerow(harmless(cell) for cell in cells)
    return out.getvalue()


def given_words(rulebook: Rulebook, case: SuiteCase) -> Iterable[str]:
    """What is given, as arguments of `misdeal rule`."""
    if case.players is not None:
        yield f"players={case.players}"
    for place, value in case.given.items():
        yield f"{_name(rulebook, place)}={rulebook.facts[place.name].type.show(value)}"


def _name(rulebook: Rulebook, place: Place) -> str:
    return place_name(rulebook, place)
