"""Findings that are accepted: what an entry of a baseline accepts, and how a finding stands to the entries.

An entry accepts a finding with its identity, its fingerprint, and no greater an extent, up to and on its last day,
once somebody has given a reason. What was not found whole is accepted only by an entry that says so.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.finding import Finding, FindingKind
from misdeal.proofs.report import Report

from .fingerprint import Extent, Identity, chosen_options, covers, extent, fingerprint, identity, lies_in

UNREASONED = "TODO"


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted finding. `line` is where it stands in its file, 0 where that is not known."""

    identity: Identity
    fingerprint: str
    where: Extent
    whole: bool
    reason: str
    expires: date | None = None
    line: int = field(default=0, compare=False)

    @property
    def is_reasoned(self) -> bool:
        """Whether somebody has said why."""
        return bool(self.reason.strip()) and not self.reason.lstrip().startswith(UNREASONED)


class Standing(Enum):
    """How a finding stands to a baseline; all but `ACCEPTED` count. The value is the stable code."""

    NEW = "new"
    CHANGED = "changed"
    BEYOND = "beyond"
    UNREASONED = "unreasoned"
    EXPIRED = "expired"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding with its standing, and the entry that is about it, None where it is new."""

    finding: Finding
    standing: Standing = Standing.NEW
    entry: Entry | None = None

    @property
    def counts(self) -> bool:
        """Whether it is not accepted."""
        return self.standing is not Standing.ACCEPTED


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of a file, as they hold on a day."""

    file: str
    entries: tuple[Entry, ...]
    today: date

    def judge(self, report: Report) -> tuple[Judged, ...]:
        """Each finding of a report with its standing, in order."""
        entries = _by_identity(self.entries)
        return tuple(_judged(report.rulebook, finding, entries, self.today) for finding in report.findings)

    def stale(self, report: Report, kinds: Iterable[FindingKind]) -> Iterator[Entry]:
        """The entries about a rulebook, of the kinds that were looked for, whose finding is no more, or is less.

        None where something was not found out.
        """
        if report.unknown:
            return
        found: dict[Identity, list[Extent]] = {}
        for finding in report.findings:
            found.setdefault(identity(report.rulebook, finding), []).append(extent(finding))
        wanted = frozenset(kinds)
        for entry in self.entries:
            if entry.identity.kind in wanted and is_about(entry, report.rulebook):
                regions = [region for each in found.get(entry.identity, ()) for region in each]
                if not all(any(lies_in(region, one) for region in regions) for one in entry.where):
                    yield entry


def is_about(entry: Entry, rulebook: Rulebook) -> bool:
    """Whether an entry is about a rulebook, under the options that were chosen."""
    return (entry.identity.rulebook, entry.identity.options) == (rulebook.name, chosen_options(rulebook))


def entry_for(rulebook: Rulebook, finding: Finding, reason: str, expires: date | None = None) -> Entry:
    """The entry that accepts a finding as it is."""
    where = extent(finding)
    mark = fingerprint(rulebook, finding, where)
    return Entry(identity(rulebook, finding), mark, where, finding.whole, reason, expires)


def _by_identity(entries: Iterable[Entry]) -> Mapping[Identity, list[Entry]]:
    found: dict[Identity, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.identity, []).append(entry)
    return found


def _judged(rulebook: Rulebook, finding: Finding, entries: Mapping[Identity, Sequence[Entry]], today: date) -> Judged:
    """The finding with the standing to the entry that goes furthest to accept it."""
    about = entries.get(identity(rulebook, finding), ())
    standings = [Judged(finding, _standing(rulebook, finding, entry, today), entry) for entry in about]
    order = list(Standing)
    return max(standings, key=lambda each: order.index(each.standing), default=Judged(finding))


def _standing(rulebook: Rulebook, finding: Finding, entry: Entry, today: date) -> Standing:
    if entry.fingerprint != fingerprint(rulebook, finding, entry.where):
        return Standing.CHANGED
    if not covers(entry.where, extent(finding)) or (entry.whole and not finding.whole):
        return Standing.BEYOND
    if not entry.is_reasoned:
        return Standing.UNREASONED
    if entry.expires is not None and entry.expires < today:
        return Standing.EXPIRED
    return Standing.ACCEPTED
