"""A run as JUnit's XML: a suite a rulebook; in it a test for each finding, and one for each kind that was not found."""

from collections.abc import Iterator
from textwrap import dedent

from misdeal.proofs.finding import FindingKind, Tally, Verdict

from .accepted import Judged
from .artifact import artifact
from .checked import Checked, Looked, Run, Unusable
from .junit import Item, Suite, unusable, write_suites
from .standing import stale_note, standing_note
from .summary import reason_of
from .text_report import finding_text


def write_junit(run: Run) -> str:
    """The document, with a line break at its end."""
    return write_suites("misdeal check", (_suite(run, each) for each in run.books))


def _suite(run: Run, looked: Looked) -> Suite:
    if isinstance(looked, Unusable):
        return unusable(looked.book, looked.error)
    return Suite(looked.report.rulebook.name, tuple(_tests(run, looked)))


def _tests(run: Run, checked: Checked) -> Iterator[Item]:
    report = checked.report
    for kind in FindingKind:
        found = [each for each in checked.judged if each.finding.kind is kind]
        tallies = [tally for tally in report.tallies if tally.kind is kind]
        unknown = [tally for tally in tallies if tally.verdict is Verdict.UNKNOWN]
        group = f"{report.rulebook.name}.{kind.value}"
        yield from (_finding(run, checked, each, group) for each in found)
        yield from (_unknown(tally, group) for tally in unknown)
        if tallies and not found and not unknown:
            yield Item(group, f"{kind.value}: none")
    for bearing in report.bearings:
        if bearing.reason:
            name = f"what `{bearing.option}` changes"
            yield Item(f"{report.rulebook.name}.options", name, "error", bearing.reason, kind="unknown")
    for entry in checked.stale:
        note = stale_note(entry, run.baseline)
        yield Item(f"{report.rulebook.name}.baseline", note, "skipped", "stale")


def _finding(run: Run, checked: Checked, judged: Judged, group: str) -> Item:
    finding = judged.finding
    text = dedent(finding_text(checked, judged, run.baseline))
    place = (artifact(checked.book, finding.span.file).path, finding.span.line)
    if not judged.counts:
        return Item(group, finding.message, "skipped", standing_note(judged, run.baseline), "", "", *place)
    if run.fails(judged):
        return Item(group, finding.message, "failure", finding.message, text, finding.kind.value, *place)
    return Item(group, finding.message, "passed", "", text, "", *place)


def _unknown(tally: Tally, group: str) -> Item:
    reason = reason_of(tally.reason)
    return Item(group, tally.sentence, "error", f"not found out: {reason}", kind="unknown")
