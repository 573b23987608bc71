"""Pages as `misdeal page` makes them, without writing files."""

from functools import cache

from misdeal import Report, load
from misdeal.cli.page import made
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook
from tests.playing import forms
from tests.project.test_proved import report_of


@cache
def whole(name: str) -> str:
    """The page of a shipped rulebook with its findings."""
    report = report_of(name)
    return made(report, forms(report.rulebook), name)


@cache
def light(name: str) -> str:
    """The page of a shipped rulebook as if nothing had been looked for in it."""
    return without_findings(load(name), name)


def without_findings(rulebook: Rulebook, name: str) -> str:
    """The page of a rulebook as if nothing had been looked for in it."""
    return made(Report(rulebook, (), (), (), 0), forms(rulebook), name)


def of_text(text: str) -> str:
    """The page of the text of a rulebook."""
    return without_findings(read(text, "house.md"), "house.md")
