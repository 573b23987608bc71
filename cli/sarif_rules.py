"""What SARIF says of the tool: its rules are the codes of findings and mistakes, as `misdeal explain` tells them."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.proofs.finding import FindingKind, Severity

from .codes import entries, first_sentence

Json: TypeAlias = dict[str, Any]

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_PROBLEMS = {"error": "error", "warning": "warning", "note": "recommendation"}
_KINDS = {kind.value: LEVELS[kind.severity] for kind in FindingKind}
NOTIFICATIONS = {
    "unknown": ("warning", "Something was not found out."),
    "unusable": ("error", "A rulebook cannot be used."),
    "stale": ("warning", "An accepted finding is no more, or is less than what is accepted."),
}


def rule_ids(mistakes: Iterable[str]) -> tuple[str, ...]:
    """The codes that a log has rules for: all kinds of findings, and the mistakes that occur."""
    found = set(mistakes)
    return (*_KINDS, *(code for code in entries() if code in found and code not in _KINDS))


def driver(codes: Sequence[str]) -> Json:
    """Misdeal, with its rules and the notifications that it may give."""
    return {
        "name": "Misdeal",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
        "notifications": [
            {"id": name, "shortDescription": {"text": text}, "defaultConfiguration": {"level": level}}
            for name, (level, text) in NOTIFICATIONS.items()
        ],
    }


def _rule(code: str) -> Json:
    entry = entries()[code]
    paragraphs = [" ".join(text.split()) for text in entry.split("\n\n")]
    level = _KINDS.get(code, "error")
    sort = "finding" if code in _KINDS else "mistake"
    return {
        "id": code,
        "name": "".join(word.title() for word in code.split("-")),
        "shortDescription": {"text": first_sentence(entry)},
        "fullDescription": {"text": paragraphs[0]},
        "help": {"text": "\n\n".join(paragraphs), "markdown": entry},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [sort], "precision": "very-high", "problem.severity": _PROBLEMS[level]},
    }
