"""JUnit's XML, as continuous integration takes it: suites of tests, each passed, failed, in error or skipped.

XML 1.0, ASCII only. What a character of it cannot be, a control character, is written as its code, or left out.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from misdeal.model.language.diagnostic import Diagnostic, RulebookError, escape

from .artifact import artifact

Result: TypeAlias = Literal["passed", "failure", "error", "skipped"]

_NO_CHARACTER = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Item:
    """One test: what it came to, in a line, and at length; `line` is 0 where it is about no line."""

    group: str
    name: str
    result: Result = "passed"
    message: str = ""
    text: str = ""
    kind: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests under one name."""

    name: str
    tests: tuple[Item, ...]


def unusable(book: str, error: RulebookError) -> Suite:
    """A book that cannot be used: an error for each of its mistakes."""
    return Suite(book, tuple(_mistake(book, each) for each in error.diagnostics))


def _mistake(book: str, diagnostic: Diagnostic) -> Item:
    span = diagnostic.span
    place = f"{span}: " if span.line else ""
    return Item(
        book,
        f"{place}{diagnostic.code}",
        "error",
        diagnostic.message,
        f"{place}{diagnostic.message}" + (f"\nhelp: {diagnostic.help}" if diagnostic.help else ""),
        diagnostic.code,
        artifact(book, span.file).path,
        span.line,
    )


def write_suites(name: str, suites: Iterable[Suite]) -> str:
    """The document, with a line break at its end."""
    listed = tuple(suites)
    root = Element("testsuites", _counted(name, [test for suite in listed for test in suite.tests]))
    for suite in listed:
        under = SubElement(root, "testsuite", _counted(suite.name, suite.tests))
        for test in suite.tests:
            _add(under, test)
    indent(root)
    data: bytes = tostring(root, "us-ascii", xml_declaration=True)
    return data.decode("ascii") + "\n"


def _counted(name: str, tests: Iterable[Item]) -> dict[str, str]:
    results = Counter(test.result for test in tests)
    return {
        "name": _clean(name),
        "tests": str(results.total()),
        "failures": str(results["failure"]),
        "errors": str(results["error"]),
        "skipped": str(results["skipped"]),
    }


def _add(suite: Element, test: Item) -> None:
    place = {"file": _clean(test.file)} if test.file else {}
    if test.line:
        place["line"] = str(test.line)
    case = SubElement(suite, "testcase", {"classname": _clean(test.group), "name": _clean(test.name)} | place)
    if test.result != "passed":
        kind = {"type": test.kind} if test.kind and test.result != "skipped" else {}
        SubElement(case, test.result, {"message": _clean(test.message)} | kind).text = _clean(test.text) or None
    elif test.text:
        SubElement(case, "system-out").text = _clean(test.text)


def _clean(text: str) -> str:
    return _NO_CHARACTER.sub("", "\n".join(escape(line) for line in text.split("\n")))
