"""Reports as JSON, by the schema in `check.schema.json`: the same text every run, and ASCII only."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.model.language import Diagnostic
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.draft import Mending
from misdeal.proofs.finding import Verdict
from misdeal.proofs.report import Report

from .accepted import Entry, Judged
from .account import Account, Area, Cited, Near, account, count_cases, count_claims, unfit_cases
from .bearing import ToldBearing, told_bearings
from .checked import Looked, Run, Unusable
from .values import written
from .witness import Came, Telling, replay_words

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(run: Run) -> str:
    """The document about some books, with a line break at its end."""
    document = {"format": FORMAT, "misdeal": __version__, "books": [_book(each) for each in run.books]}
    return json.dumps(document, indent=2) + "\n"


def _book(looked: Looked) -> Json:
    if isinstance(looked, Unusable):
        error = looked.error
        diagnostics = [diagnostic(each) for each in error.diagnostics]
        return {"book": looked.book, "usable": False, "diagnostics": diagnostics, "left_out": error.left_out}
    report, rulebook = looked.report, looked.report.rulebook
    return {
        "book": looked.book,
        "usable": True,
        "name": rulebook.name,
        "title": rulebook.title,
        "file": rulebook.file,
        "options": {each.fact.name: written(each.fact.type, each.value) for each in rulebook.chosen},
        "unfit_cases": [case.title for case in unfit_cases(rulebook)],
        "findings": [_finding(looked.book, account(rulebook, each.finding), each) for each in looked.judged],
        "obligations": [
            {
                "code": tally.kind.value,
                "sentence": tally.sentence,
                "verdict": tally.verdict.value,
                "reason": tally.reason,
            }
            for tally in report.tallies
        ],
        "bearings": [_bearing(looked.book, told) for told in told_bearings(report)],
        "stale": [_entry(each) for each in looked.stale],
        "summary": _summary(report, rulebook),
    }


def _entry(entry: Entry) -> Json:
    """An entry of the baseline."""
    about = entry.identity
    return {
        "line": entry.line or None,
        "code": about.kind.value,
        "ruling": about.ruling or None,
        "clauses": list(about.clauses),
        "subject": about.subject or None,
        "reason": entry.reason,
        "expires": entry.expires and entry.expires.isoformat(),
    }


def diagnostic(told: Diagnostic) -> Json:
    """A mistake in a rulebook."""
    span = told.span
    place = {"file": span.file, "line": span.line, "column": span.column, "length": span.length}
    return {"code": told.code, "message": told.message, "help": told.help, **place}


def _summary(report: Report, rulebook: Rulebook) -> Json:
    verdicts = [tally.verdict for tally in report.tallies]
    claims, cases = count_claims(report), count_cases(report)
    return {
        "obligations": {verdict.value: verdicts.count(verdict) for verdict in Verdict},
        "claims": {"proved": claims[0], "all": claims[1]},
        "cases": {"as_expected": cases[0], "all": cases[1]},
        "clauses": {
            "implied": sum(clause.implied for clause in rulebook.clauses.values()),
            "all": len(rulebook.clauses),
        },
        "notes": len(rulebook.notes),
        "rulings": len(rulebook.rulings),
    }


def _finding(book: str, told: Account, judged: Judged) -> Json:
    finding = told.finding
    return {
        "code": finding.kind.value,
        "severity": finding.kind.severity.name.lower(),
        "message": finding.message,
        "file": finding.span.file,
        "line": finding.span.line,
        "column": finding.span.column,
        "length": finding.span.length,
        "ruling": finding.ruling,
        "clauses": [citation(cited) for cited in told.clauses],
        "subject": finding.subject,
        "claimed": told.claimed or None,
        "about": told.about or None,
        "regions": [_area(book, area) for area in told.areas],
        "whole": finding.whole,
        "beyond": situation(book, told.beyond),
        "situation": situation(book, told.telling),
        "breaks": list(told.breaks),
        "beside": situation(book, told.beside),
        "uncounted": list(finding.uncounted),
        "options": list(finding.options),
        "readings": dict(told.readings),
        "mending": _mending(finding.mending),
        "standing": judged.standing.value,
        "accepted": None if judged.entry is None else _entry(judged.entry),
    }


def _mending(mending: Mending | None) -> Json | None:
    if mending is None:
        return None
    drafts = [
        {
            "kind": draft.kind.value,
            "statements": draft.text,
            "region": draft.region,
            "also": list(draft.also),
            "further": list(draft.further),
            "changes": list(draft.changes),
            "proved": draft.proved,
        }
        for draft in mending.drafts
    ]
    return {"drafts": drafts, "lacking": [{"region": each.region, "reason": each.reason} for each in mending.lacking]}


def _bearing(book: str, told: ToldBearing) -> Json:
    return {
        "option": told.option.name,
        "ambiguity": told.option.ambiguity or None,
        "question": told.option.question,
        "changes": [
            {
                "rulings": list(change.rulings),
                "situation": situation(book, change.telling),
                "under": [
                    {"value": under.value, "answer": under.answer, "rulings": [_came(each) for each in under.came]}
                    for under in change.under
                ],
            }
            for change in told.changes
        ],
        "unchanged": list(told.unchanged),
        "unknown": list(told.unknown),
        "reason": told.reason,
    }


def citation(cited: Cited) -> Json:
    """A clause as it is cited."""
    place = {"file": cited.span.file, "line": cited.span.line}
    return {"id": cited.id, "title": cited.title, "heading": cited.heading, **place}


def _area(book: str, area: Area) -> Json:
    return {
        "conditions": list(area.conditions),
        "situation": situation(book, area.telling),
        "nearest": [_near(near) for near in area.nearest],
    }


def _near(near: Near) -> Json:
    lacks = [{"condition": lack.condition, "here": lack.here or None} for lack in near.lacks]
    return {"clause": citation(near.clause), "seats": near.seats, "lacks": lacks}


def situation(book: str, telling: Telling | None) -> Mapping[str, Any] | None:
    """A situation told, and how it is replayed."""
    if telling is None:
        return None
    return {
        "subject": telling.subject or None,
        "players": telling.players,
        "answers": answers(telling),
        "otherwise": telling.rest,
        "rulings": [_came(came) for came in telling.came],
        "replay": list(replay_words(book, telling)),
    }


def answers(telling: Telling) -> list[Json]:
    """The answers of a situation told."""
    return [
        {
            "fact": answer.fact,
            "place": answer.place,
            "value": answer.value,
            "question": answer.question,
            "answer": answer.answer,
            "departs": answer.departs,
        }
        for answer in telling.answers
    ]


def _came(came: Came) -> Json:
    return {
        "place": came.place,
        "question": came.question,
        "outcome": came.kind.value,
        "result": came.result,
        "deciding": [{"clause": each.clause, "seats": each.seats, "value": each.value} for each in came.deciding],
    }
