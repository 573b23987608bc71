"""Cases that were tried as JUnit's XML: a suite a rulebook, a class a source, a test a case. It holds no times."""

from collections.abc import Iterable

from misdeal.model.language.rulebook import Rulebook

from .artifact import artifact
from .junit import Item, Suite, unusable, write_suites
from .terminal import WIDTH, Paper
from .tried import Tested, ToldCase, site
from .tried_text import write_case


def write_junit(tested: Iterable[Tested]) -> str:
    """The document about the cases of some books, with a line break at its end."""
    return write_suites("misdeal test", map(_suite, tested))


def _suite(tested: Tested) -> Suite:
    book, rulebook = tested.book, tested.rulebook
    if tested.error is not None:
        return unusable(book, tested.error)
    assert rulebook
    return Suite(book, tuple(_case(book, rulebook, told) for told in tested.cases))


def _case(book: str, rulebook: Rulebook, told: ToldCase) -> Item:
    case = told.tried.case
    group, place = site(case.source), (artifact(book, case.span.file).path, case.span.line)
    match told.verdict:
        case "failed":
            paper = Paper(width=WIDTH, coloured=False)
            write_case(paper, rulebook, told)
            return Item(group, case.title, "failure", told.tried.problem, paper.text(), "failed", *place)
        case "unknown":
            reason = f"not found out: {told.tried.unknown}"
            return Item(group, case.title, "error", reason, "", "unknown", *place)
        case _:
            return Item(group, case.title, "passed", "", "", "", *place)
