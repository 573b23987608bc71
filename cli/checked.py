"""What a run of `misdeal check` comes to: each book with what was found, how that stands, and the exit code."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from misdeal.model.language import RulebookError
from misdeal.proofs.finding import Finding, FindingKind, Severity
from misdeal.proofs.report import Report

from .accepted import Baseline, Entry, Judged
from .exits import ExitCode

_PRECEDENCE = (ExitCode.CLEAN, ExitCode.UNKNOWN, ExitCode.FOUND, ExitCode.UNUSABLE)


@dataclass(frozen=True, slots=True)
class Unusable:
    """A book as it was named, and why it cannot be used."""

    book: str
    error: RulebookError


@dataclass(frozen=True, slots=True)
class Checked:
    """A book as it was named, and what was found out about it.

    `judged` are the findings, each with its standing; `stale` are entries of the baseline that accept what is no more.
    """

    book: str
    report: Report
    judged: tuple[Judged, ...]
    stale: tuple[Entry, ...] = ()

    @property
    def counting(self) -> Iterator[Finding]:
        """The findings that are not accepted."""
        return (each.finding for each in self.judged if each.counts)

    @property
    def accepted(self) -> int:
        """How many findings are accepted."""
        return sum(not each.counts for each in self.judged)

    @property
    def leaves_open(self) -> bool:
        """Whether something was not found out."""
        return bool(self.report.unknown) or any(bearing.reason for bearing in self.report.bearings)


Looked: TypeAlias = Checked | Unusable


@dataclass(frozen=True, slots=True)
class Run:
    """Some books, the least severity of a finding that fails, and the file of accepted findings, empty if none."""

    books: tuple[Looked, ...]
    least: Severity
    baseline: str = ""

    @property
    def exit_code(self) -> ExitCode:
        """What the run comes to."""
        return max((self._came(each) for each in self.books), key=_PRECEDENCE.index, default=ExitCode.CLEAN)

    def fails(self, judged: Judged) -> bool:
        """Whether a finding makes the exit code 1."""
        return judged.counts and judged.finding.kind.severity >= self.least

    def _came(self, looked: Looked) -> ExitCode:
        if isinstance(looked, Unusable):
            return ExitCode.UNUSABLE
        if any(self.fails(each) for each in looked.judged):
            return ExitCode.FOUND
        return ExitCode.UNKNOWN if looked.leaves_open else ExitCode.CLEAN


def checked(book: str, report: Report) -> Checked:
    """A book with all its findings new."""
    return Checked(book, report, tuple(Judged(finding) for finding in report.findings))


def judged(looked: Looked, baseline: Baseline | None, kinds: Iterable[FindingKind]) -> Looked:
    """A book with its findings as they stand to a baseline; `kinds` are those that were looked for."""
    if baseline is None or isinstance(looked, Unusable):
        return looked
    report = looked.report
    return Checked(looked.book, report, baseline.judge(report), tuple(baseline.stale(report, kinds)))


def restricted(report: Report, only: Iterable[FindingKind]) -> Report:
    """The report, with the kinds that were asked for, if any were, and `impossible`."""
    if not (wanted := frozenset(only)):
        return report
    kept = {*wanted, FindingKind.IMPOSSIBLE}
    findings = tuple(finding for finding in report.findings if finding.kind in kept)
    tallies = tuple(tally for tally in report.tallies if tally.kind in kept)
    return replace(report, findings=findings, tallies=tallies, bearings=())
