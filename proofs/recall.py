"""The report on a rulebook that was checked before and has not changed: read from a cache, and replayed.

It loads none of what proves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from misdeal.model.language.rulebook import Rulebook

from .bearing_records import Bearing
from .cache import Cache, recalled, written
from .digest import digest, program
from .finding import Finding, FindingKind, Tally, Verdict
from .nearest import with_nearest, without_nearest
from .records import Records
from .report import Report
from .reported import reported
from .sound import is_plain, is_sound, is_sound_bearing

_FOUND = {Verdict.REFUTED, Verdict.VACUOUS}


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a report: what was found by proofs and cases, all of it; nothing is unknown."""

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    bearings: tuple[Bearing, ...]


def recall(cache: Cache, rulebook: Rulebook, regions: int) -> Report | None:
    """The report, with all that it shows replayed; None where there is none, or one that does not hold."""
    kept = recalled(cache, report_key(rulebook, regions), Records(rulebook), Kept)
    if kept is None or not _holds(rulebook, kept):
        return None
    findings = reported(rulebook, (with_nearest(rulebook, finding) for finding in kept.findings))
    known = sum(tally.kind is not FindingKind.FAILED for tally in kept.tallies)
    return Report(rulebook, findings, kept.tallies, kept.bearings, 0, known)


def remember(cache: Cache, report: Report, found: Sequence[Finding], regions: int) -> None:
    """Keep a report by all that was found, unless something in it is unknown."""
    if not report.unknown and not any(bearing.reason for bearing in report.bearings):
        kept = Kept(tuple(map(without_nearest, found)), report.tallies, report.bearings)
        cache.write(report_key(report.rulebook, regions), written(Records(report.rulebook), kept))


def report_key(rulebook: Rulebook, regions: int) -> str:
    """All that a report depends on: who checked, and every page, case and choice that was read."""
    pages = [(edition.name, edition.file, edition.text) for edition in rulebook.editions]
    chosen = [(each.fact.name, each.value) for each in rulebook.chosen]
    return digest("report", program(), regions, pages, chosen, repr(rulebook.cases))


def _holds(rulebook: Rulebook, kept: Kept) -> bool:
    """Whether a report is whole, and the reference evaluator sees what it shows."""
    return (
        _is_whole(rulebook, kept)
        and all(is_sound(rulebook, finding) for finding in kept.findings)
        and all(is_sound_bearing(rulebook, bearing) for bearing in kept.bearings)
    )


def _is_whole(rulebook: Rulebook, kept: Kept) -> bool:
    """Whether each obligation that failed has its finding, and each case and each option was looked at.

    Where nothing is possible under any options, nothing was looked at but that.
    """
    failed = Counter(tally.kind for tally in kept.tallies if tally.verdict in _FOUND)
    looked = Counter(tally.kind for tally in kept.tallies)
    known = all(tally.verdict is not Verdict.UNKNOWN and not tally.reason for tally in kept.tallies)
    if not known or failed != Counter(finding.kind for finding in kept.findings):
        return False
    if looked[FindingKind.IMPOSSIBLE] != 1 or not all(is_plain(tally.sentence) for tally in kept.tallies):
        return False
    options = [bearing.option for bearing in kept.bearings]
    if any(finding.kind is FindingKind.IMPOSSIBLE and not finding.options for finding in kept.findings):
        return len(kept.tallies) == 1 and not options
    all_options = options == [option.name for option in rulebook.options]
    return all_options and looked[FindingKind.FAILED] == len(rulebook.cases)
