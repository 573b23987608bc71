"""A run as SARIF 2.1.0, the format in which editors and code hosts take findings: ASCII only, the same every run.

A finding is a result, and so is a mistake of a rulebook that cannot be used. What was not found out is a notification.
"""

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

from misdeal.model.language import Diagnostic
from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.span import Span

from .accepted import Judged, Standing
from .account import Account, account
from .artifact import artifact
from .checked import Checked, Looked, Run, Unusable
from .fingerprint import identity_fingerprint, place_fingerprint
from .fixes import Fix, fixes
from .json_report import situation
from .sarif_rules import LEVELS, driver, rule_ids
from .sentences import brief, cited_in_words, near_in_words
from .standing import stale_note, standing_note
from .summary import reason_of

Json: TypeAlias = dict[str, Any]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"
SHIPPED = "MISDEAL_RULEBOOKS"
ROOT = "%SRCROOT%"
_STATES = {Standing.NEW: "new", Standing.ACCEPTED: "unchanged"}


def write_sarif(run: Run) -> str:
    """The log, with a line break at its end."""
    codes = rule_ids(
        each.code for looked in run.books if isinstance(looked, Unusable) for each in looked.error.diagnostics
    )
    results = [result for looked in run.books for result in _results(run, looked)]
    for result in results:
        result["ruleIndex"] = codes.index(result["ruleId"])
    log = {
        "tool": {"driver": driver(codes)},
        "invocations": [_invocation(run)],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            SHIPPED: {"description": {"text": "The rulebooks that are shipped with Misdeal, wherever it is installed."}}
        },
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [log]}, indent=2) + "\n"


def _invocation(run: Run) -> Json:
    code = run.exit_code
    return {
        "executionSuccessful": not any(isinstance(each, Unusable) for each in run.books),
        "exitCode": code.value,
        "exitCodeDescription": code.sentence,
        "toolExecutionNotifications": [each for looked in run.books for each in _notifications(run, looked)],
    }


def _results(run: Run, looked: Looked) -> Iterator[Json]:
    if isinstance(looked, Unusable):
        yield from (_mistake(looked.book, each) for each in looked.error.diagnostics)
    else:
        yield from (_finding(run, looked, each) for each in looked.judged)


def _notifications(run: Run, looked: Looked) -> Iterator[Json]:
    if isinstance(looked, Unusable):
        number = len(looked.error.diagnostics) + looked.error.left_out
        text = f"`{looked.book}` cannot be used: {number} {'mistake' if number == 1 else 'mistakes'}"
        yield _notification("unusable", "error", text)
        return
    name = looked.report.rulebook.name
    for tally in looked.report.unknown:
        yield _notification(
            "unknown", "warning", f"{name}: not found out, for {reason_of(tally.reason)}: {tally.sentence}"
        )
    for bearing in looked.report.bearings:
        if bearing.reason:
            text = f"{name}: what `{bearing.option}` changes was not found out: {bearing.reason}"
            yield _notification("unknown", "warning", text)
    for entry in looked.stale:
        told = _notification("stale", "warning", stale_note(entry, run.baseline))
        yield told | {"locations": [_location("", Span(run.baseline, entry.line, 1))]}


def _notification(name: str, level: str, text: str) -> Json:
    return {"descriptor": {"id": name}, "level": level, "message": _message(text)}


# A mistake


def _mistake(book: str, diagnostic: Diagnostic) -> Json:
    text = diagnostic.message + (f"; {diagnostic.help}" if diagnostic.help else "")
    return {
        "ruleId": diagnostic.code,
        "level": "error",
        "message": _message(text),
        "locations": [_location(book, diagnostic.span)],
    }


# A finding


def _finding(run: Run, checked: Checked, judged: Judged) -> Json:
    rulebook, finding = checked.report.rulebook, judged.finding
    told = account(rulebook, finding)
    note = standing_note(judged, run.baseline)
    result: Json = {
        "ruleId": finding.kind.value,
        "level": LEVELS[finding.kind.severity],
        "message": _message("\n".join([finding.message, *brief(told), *([note] if note else [])])),
        "locations": [_location(checked.book, finding.span) | _logical(rulebook, told)],
        "relatedLocations": [*_related(checked.book, rulebook, told)],
        "partialFingerprints": {
            "misdealFinding/v1": identity_fingerprint(rulebook, finding),
            "misdealPlace/v1": place_fingerprint(rulebook, finding),
        },
        "properties": _properties(checked.book, told),
    }
    if run.baseline:
        result["baselineState"] = _STATES.get(judged.standing, "updated")
    if judged.entry is not None and not judged.counts:
        accepted = {"kind": "external", "status": "accepted", "justification": escape(judged.entry.reason)}
        result["suppressions"] = [accepted]
    if not artifact(checked.book, rulebook.file).is_shipped and (found := [*fixes(rulebook, finding)]):
        result["fixes"] = [_fix(checked.book, rulebook, each) for each in found]
    return result


def _logical(rulebook: Rulebook, told: Account) -> Json:
    """The ruling, or the first clause, as a place in the rulebook."""
    named = [name for name in (told.finding.ruling, *told.finding.clauses) if name]
    if not named:
        return {}
    return {"logicalLocations": [{"name": name, "fullyQualifiedName": f"{rulebook.name}.{name}"} for name in named]}


def _related(book: str, rulebook: Rulebook, told: Account) -> Iterator[Json]:
    """The clauses concerned, and what stood in the place of a statement before an amendment restated it."""
    places: dict[Span, str] = {}
    for cited in told.clauses:
        places.setdefault(cited.span, cited_in_words(cited, rulebook.file))
    for near in (near for area in told.areas for near in area.nearest):
        places.setdefault(near.clause.span, near_in_words(near))
    about = {("clause", cited.id) for cited in told.clauses} | {("ruling", told.finding.ruling)}
    for passage in rulebook.passages:
        before = passage.restates
        while passage.subject in about and before is not None:
            keyword, name = passage.subject
            places.setdefault(before.span, f"`{keyword} {name}` before it was restated")
            before = before.restates
    for number, (span, text) in enumerate(places.items()):
        yield {"id": number, "message": _message(text)} | _location(book, span)


def _properties(book: str, told: Account) -> Json:
    finding = told.finding
    return {
        "regions": [
            {"conditions": [*area.conditions], "situation": situation(book, area.telling)} for area in told.areas
        ],
        "whole": finding.whole,
        "situation": situation(book, told.telling),
        "beside": situation(book, told.beside),
        "options": [*finding.options],
    }


def _fix(book: str, rulebook: Rulebook, fix: Fix) -> Json:
    change = fix.change
    where = "it" if fix.region is None else f"region {fix.region + 1}"
    region = {
        "startLine": change.line,
        "startColumn": change.column,
        "endLine": change.end_line,
        "endColumn": change.end_column,
    }
    replacement = {"deletedRegion": region, "insertedContent": {"text": change.text}}
    return {
        "description": _message(f"A draft that settles {where}: {fix.draft.text}"),
        "artifactChanges": [{"artifactLocation": _file(book, rulebook.file), "replacements": [replacement]}],
    }


# Places and texts


def _location(book: str, span: Span) -> Json:
    place: Json = {"artifactLocation": _file(book, span.file)}
    if span.line:
        place["region"] = {
            "startLine": span.line,
            "startColumn": max(1, span.column),
            "endColumn": max(1, span.column) + span.length,
        }
    return {"physicalLocation": place}


def _file(book: str, file: str) -> Json:
    found = artifact(book, file)
    base = {} if found.path.startswith("/") else {"uriBaseId": SHIPPED if found.is_shipped else ROOT}
    return {"uri": found.uri} | base


def _message(text: str) -> Json:
    return {"text": "\n".join(escape(line) for line in text.split("\n"))}
