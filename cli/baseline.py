"""The file of accepted findings, `misdeal check --baseline`: read, and written anew in one order.

It is TOML, with a table `[[accepted]]` for each. Raises Refusal for a file that is not of that form.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NoReturn

from misdeal.model.language.diagnostic import escape, near
from misdeal.proofs.finding import FindingKind, Severity
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.report import Report

from .accepted import UNREASONED, Baseline, Entry, Judged, Standing, entry_for, is_about
from .fingerprint import Extent, Identity, identity
from .toml_file import read_toml
from .values import quote

FILE_BYTES = 1_000_000
FORMAT = 1
_TABLE = "accepted"
_FORM = "`misdeal check BOOK --write-baseline FILE` writes one; docs/reports.md says what is in it"
_HEADER = re.compile(r"[ \t]*\[\[[ \t]*" + _TABLE + r"[ \t]*\]\]")
_KEYS = (
    "rulebook", "options", "kind", "ruling", "clauses", "subject", "where", "whole", "reason", "expires", "fingerprint",
)  # fmt: skip
_NEEDED = ("rulebook", "kind", "reason", "fingerprint")
_ASK = f"{UNREASONED}: why is this accepted?"
_ASK_AGAIN = f"{UNREASONED}: it is not what it was. Before:"
_HEAD = """\
# Findings that `misdeal check --baseline` accepts. Give each a reason, and a day after which it counts again if you
# like (`expires = 2030-12-31`). `--write-baseline` writes this file anew and keeps reasons and days, not comments.
"""


def read_baseline(path: str, today: date) -> Baseline:
    """The entries of a file."""
    document, text = read_toml(path, FILE_BYTES, _FORM)
    for key in document:
        if key not in {"format", _TABLE}:
            raise Refusal(f"{escape(path)}: unknown key {quote(key)}", near(key, ("format", _TABLE)) or _FORM)
    if document.get("format") != FORMAT or isinstance(document["format"], bool):
        raise Refusal(f"{escape(path)}: `format` must be {FORMAT}", _FORM)
    tables = document.get(_TABLE, [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise Refusal(f"{escape(path)}: `{_TABLE}` must be tables", _FORM)
    lines = _lines(text, len(tables))
    return Baseline(path, tuple(_Reader(path, *each).entry() for each in zip(lines, tables, strict=True)), today)


def _lines(text: str, number: int) -> Sequence[int]:
    """Where each table begins, as far as the text shows it."""
    found = [at for at, line in enumerate(text.split("\n"), 1) if _HEADER.match(line)]
    return found if len(found) == number else [0] * number


class _Reader:
    """Reads one table."""

    def __init__(self, path: str, line: int, table: Mapping[str, Any]) -> None:
        self._place = f"{escape(path)}:{line}: " if line else f"{escape(path)}: "
        self._line = line
        self._table = table

    def entry(self) -> Entry:
        for key in self._table:
            if key not in _KEYS:
                self._refuse(f"unknown key {quote(key)}", near(key, _KEYS))
        for key in _NEEDED:
            if key not in self._table:
                self._refuse(f"an accepted finding has no `{key}`", "")
        about = Identity(
            self._text("rulebook"),
            self._texts("options"),
            self._kind(),
            self._text("ruling"),
            self._texts("clauses"),
            self._text("subject"),
        )
        whole = self._table.get("whole", True)
        if not isinstance(whole, bool):
            self._refuse("`whole` must be `true` or `false`")
        return Entry(
            about, self._text("fingerprint"), self._where(), whole, self._text("reason"), self._expires(), self._line
        )

    def _text(self, key: str) -> str:
        found = self._table.get(key, "")
        if not isinstance(found, str):
            self._refuse(f"`{key}` must be a text")
        return found

    def _texts(self, key: str) -> tuple[str, ...]:
        return self._list(key, self._table.get(key, []))

    def _list(self, key: str, found: object) -> tuple[str, ...]:
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            self._refuse(f"`{key}` must be a list of texts")
        return tuple(found)

    def _where(self) -> Extent:
        found = self._table.get("where", [[]])
        if not isinstance(found, list) or not found:
            self._refuse("`where` must be a list of lists of conditions")
        return tuple(self._list("where", each) for each in found)

    def _kind(self) -> FindingKind:
        text = self._text("kind")
        known = [kind.value for kind in FindingKind]
        if text not in known:
            self._refuse(f"there is no kind {quote(text)}", near(text, known) or "`misdeal explain` lists them")
        return FindingKind(text)

    def _expires(self) -> date | None:
        found = self._table.get("expires")
        if found is not None and (not isinstance(found, date) or isinstance(found, datetime)):
            self._refuse("`expires` must be a day", "write it without quotes, as `expires = 2030-12-31`")
        return found

    def _refuse(self, message: str, advice: str = _FORM) -> NoReturn:
        raise Refusal(self._place + message, advice or _FORM)


# Written anew


def renewed(
    baseline: Baseline, reports: Iterable[Report], kinds: Iterable[FindingKind], least: Severity
) -> tuple[Entry, ...]:
    """The entries that accept what was found, in order; reasons are kept, and asked for anew of what is not as it was.

    Entries about other rulebooks, options or kinds stay; those whose finding is no more go, unless something was not
    found out. Findings of less than some severity are left out, but for those that have an entry.
    """
    wanted = frozenset(kinds)
    kept = list(baseline.entries)
    for report in reports:
        findings = baseline.judge(report)
        kept = [entry for entry in kept if not _is_replaced(report, entry, wanted, findings)]
        kept += (
            _anew(report, each) for each in findings if each.entry is not None or each.finding.kind.severity >= least
        )
    return tuple(sorted(dict.fromkeys(kept), key=_order))


def _is_replaced(report: Report, entry: Entry, kinds: frozenset[FindingKind], findings: Iterable[Judged]) -> bool:
    """Whether what was found takes the place of an entry; what was not found out replaces nothing."""
    if not is_about(entry, report.rulebook) or entry.identity.kind not in kinds:
        return False
    return not report.unknown or any(identity(report.rulebook, each.finding) == entry.identity for each in findings)


def _anew(report: Report, judged: Judged) -> Entry:
    entry = judged.entry
    if entry is None:
        return entry_for(report.rulebook, judged.finding, _ASK)
    same = judged.standing not in {Standing.CHANGED, Standing.BEYOND} or not entry.is_reasoned
    reason = entry.reason if same else f"{_ASK_AGAIN} {entry.reason}"
    return entry_for(report.rulebook, judged.finding, reason, entry.expires)


def _order(entry: Entry) -> tuple[object, ...]:
    about = entry.identity
    place = (about.rulebook, about.options, list(FindingKind).index(about.kind))
    return (*place, about.ruling, about.clauses, about.subject, entry.where, entry.reason)


def written(entries: Iterable[Entry]) -> str:
    """The text of a file with some entries."""
    return "\n".join([_HEAD + f"format = {FORMAT}\n", *("\n".join(_table(each)) + "\n" for each in entries)])


def _table(entry: Entry) -> Iterator[str]:
    about = entry.identity
    yield f"[[{_TABLE}]]"
    yield f"rulebook = {_quoted(about.rulebook)}"
    if about.options:
        yield f"options = {_listed(about.options)}"
    yield f"kind = {_quoted(about.kind.value)}"
    if about.ruling:
        yield f"ruling = {_quoted(about.ruling)}"
    if about.clauses:
        yield f"clauses = {_listed(about.clauses)}"
    if about.subject:
        yield f"subject = {_quoted(about.subject)}"
    if entry.where != ((),):
        yield "where = ["
        yield from (f"  {_listed(conditions)}," for conditions in entry.where)
        yield "]"
    if not entry.whole:
        yield "whole = false  # there is more of it than is told"
    yield f"reason = {_quoted(entry.reason)}"
    if entry.expires is not None:
        yield f"expires = {entry.expires.isoformat()}"
    yield f"fingerprint = {_quoted(entry.fingerprint)}"


def _listed(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"


def _quoted(text: str) -> str:
    """A basic string of TOML: that of JSON, but that what steers a terminal is escaped."""
    return escape(json.dumps(text, ensure_ascii=False))
