"""Misdeal, a verifying compiler for rulebooks.

A rulebook is a Markdown page, law text beside formal clauses. Misdeal proves that every possible situation
gets exactly one ruling, or shows the situations that get none or two.

`load(book)` reads a rulebook, `check(rulebook)` proves it, `rule(rulebook, facts)` rules on one situation,
`diff(old, new)` shows where two rulebooks rule differently, `try_cases(load_with_cases(book))` tries its cases.
What is named here is imported when it is first used, so importing this package loads no solver, no parser and
no command line.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model.language.diagnostic import Diagnostic, RulebookError
    from .model.language.reader import WrittenCases
    from .model.language.rulebook import Case, Place, Rulebook
    from .model.library import load, load_with_cases, shipped
    from .model.meaning.situation import Situation
    from .proofs.answer import rule
    from .proofs.cases import Tried
    from .proofs.check import check
    from .proofs.diff import diff
    from .proofs.diff_records import Area, Comes, Compared, Diff, Example, Moved, OnlyPossible, Unpaired, What
    from .proofs.finding import Finding, FindingKind, Nearest, Region, Severity, Tally, Verdict, Witness
    from .proofs.pairing import Edition, Renames
    from .proofs.precedents import try_cases
    from .proofs.report import Report

    __version__: str

__all__ = [
    "Area",
    "Case",
    "Comes",
    "Compared",
    "Diagnostic",
    "Diff",
    "Edition",
    "Example",
    "Finding",
    "FindingKind",
    "Moved",
    "Nearest",
    "OnlyPossible",
    "Place",
    "Region",
    "Renames",
    "Report",
    "Rulebook",
    "RulebookError",
    "Severity",
    "Situation",
    "Tally",
    "Tried",
    "Unpaired",
    "Verdict",
    "What",
    "Witness",
    "WrittenCases",
    "__version__",
    "check",
    "diff",
    "load",
    "load_with_cases",
    "rule",
    "shipped",
    "try_cases",
]

_HOMES = {
    "model.language.diagnostic": ("Diagnostic", "RulebookError"),
    "model.language.reader": ("WrittenCases",),
    "model.language.rulebook": ("Case", "Place", "Rulebook"),
    "model.library": ("load", "load_with_cases", "shipped"),
    "model.meaning.situation": ("Situation",),
    "proofs.answer": ("rule",),
    "proofs.cases": ("Tried",),
    "proofs.check": ("check",),
    "proofs.diff": ("diff",),
    "proofs.diff_records": (
        "Area",
        "Comes",
        "Compared",
        "Diff",
        "Example",
        "Moved",
        "OnlyPossible",
        "Unpaired",
        "What",
    ),
    "proofs.finding": (
        "Finding",
        "FindingKind",
        "Nearest",
        "Region",
        "Severity",
        "Tally",
        "Verdict",
        "Witness",
    ),
    "proofs.pairing": ("Edition", "Renames"),
    "proofs.precedents": ("try_cases",),
    "proofs.report": ("Report",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # or a type checker would take any name for one of these

    def __getattr__(name: str) -> object:
        """What is named here, imported now."""
        if name == "__version__":
            return import_module("importlib.metadata").version(__name__)
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    """The names that can be used."""
    return sorted({*globals(), *__all__})
