"""Cases that were tried as JUnit XML, as build servers read it: a suite a rulebook, a class a source.

It is ASCII, and holds no times: it is the same text every run. What XML has no place for is escaped as on a terminal.
"""

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from misdeal.model.language.diagnostic import escape

from .terminal import Paper
from .tried import Tested, ToldCase, site
from .tried_text import write_case

_KINDS = ("tests", "failures", "errors", "skipped")


def write_junit(tested: Sequence[Tested]) -> str:
    """The document about the cases of some books, with a line break at its end."""
    root = ET.Element("testsuites", name="misdeal test", attrib=_counted([_counts(each) for each in tested]))
    for each in tested:
        _suite(root, each)
    ET.indent(root)
    made: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return made.decode("ascii") + "\n"


def _counts(tested: Tested) -> tuple[int, int, int, int]:
    """How many tests, failures, errors and skipped ones; a book that cannot be used is one error."""
    if tested.rulebook is None:
        return 1, 0, 1, 0
    return len(tested.cases), tested.count("failed"), 0, tested.count("unknown")


def _counted(counts: Sequence[tuple[int, int, int, int]]) -> dict[str, str]:
    return {kind: str(sum(each[at] for each in counts)) for at, kind in enumerate(_KINDS)}


def _suite(root: ET.Element, tested: Tested) -> None:
    suite = ET.SubElement(root, "testsuite", name=_text(tested.book), attrib=_counted([_counts(tested)]))
    if tested.rulebook is None:
        case = ET.SubElement(suite, "testcase", name="the rulebook can be read", classname=_text(tested.book))
        error = ET.SubElement(case, "error", type="unusable", message="the rulebook or its cases have mistakes")
        error.text = _text(str(tested.error))
    for told in tested.cases:
        _case(suite, tested, told)


def _case(suite: ET.Element, tested: Tested, told: ToldCase) -> None:
    case, rulebook = told.tried.case, tested.rulebook
    assert rulebook
    told_as = {"name": _text(case.title), "classname": _text(site(case.source))}
    made = ET.SubElement(suite, "testcase", {**told_as, "file": _text(case.span.file), "line": str(case.span.line)})
    match told.verdict:
        case "failed":
            failure = ET.SubElement(made, "failure", type="failed", message=_text(told.tried.problem))
            paper = Paper(coloured=False)
            write_case(paper, rulebook, told)
            failure.text = _text(paper.text())
        case "unknown":
            ET.SubElement(made, "skipped", message=_text(told.tried.unknown))
        case _:
            pass


def _text(text: str) -> str:
    return "\n".join(escape(line) for line in text.split("\n"))
