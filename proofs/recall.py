"""The report on a rulebook that was checked before and has not changed: read from a cache, and replayed.

It loads none of what proves.
"""

from contextlib import suppress
from dataclasses import dataclass

from misdeal.model.language.rulebook import Rulebook

from .bearing_records import Bearing
from .cache import Cache, recalled, written
from .digest import digest, program
from .finding import Finding, FindingKind, Tally
from .records import Records
from .replay import Disagreement
from .replay_finding import replay_bearing, replay_finding
from .report import Report


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a report; nothing in it is unknown."""

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    bearings: tuple[Bearing, ...]


def recall(cache: Cache, rulebook: Rulebook, regions: int) -> Report | None:
    """The report, with all that it shows replayed; None where there is none, or one that does not hold."""
    kept = recalled(cache, report_key(rulebook, regions), Records(rulebook), Kept)
    if kept is None or not _holds(rulebook, kept):
        return None
    known = sum(tally.kind is not FindingKind.FAILED for tally in kept.tallies)
    return Report(rulebook, kept.findings, kept.tallies, kept.bearings, 0, known)


def remember(cache: Cache, report: Report, regions: int) -> None:
    """Keep a report, unless something in it is unknown."""
    if not report.unknown and not any(bearing.reason for bearing in report.bearings):
        kept = Kept(report.findings, report.tallies, report.bearings)
        cache.write(report_key(report.rulebook, regions), written(Records(report.rulebook), kept))


def report_key(rulebook: Rulebook, regions: int) -> str:
    """All that a report depends on: who checked, and every page, case and choice that was read."""
    pages = [(edition.name, edition.file, edition.text) for edition in rulebook.editions]
    chosen = [(each.fact.name, each.value) for each in rulebook.chosen]
    return digest("report", program(), regions, pages, chosen, repr(rulebook.cases))


def _holds(rulebook: Rulebook, kept: Kept) -> bool:
    """Whether the reference evaluator sees what is shown."""
    with suppress(Disagreement, LookupError):
        for finding in kept.findings:
            replay_finding(rulebook, finding)
        for bearing in kept.bearings:
            replay_bearing(rulebook, bearing)
        return True
    return False
