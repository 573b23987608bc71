"""A report as text: a note to the author of the rulebook, grouped by ruling."""

from collections.abc import Iterable, Sequence

from misdeal.proofs.finding import FindingKind, Severity

from .accepted import Judged
from .account import Account, account
from .bearing import ToldBearing, told_bearings
from .checked import Checked
from .draft_text import write_drafts, write_page
from .headings import grouped
from .sentences import (
    MAY_BE_MORE,
    answers_in_words,
    came_there,
    cited_in_words,
    everywhere,
    in_backticks,
    near_in_words,
    only_under,
    result,
)
from .standing import stale_note, standing_note
from .summary import apart, by_reason, found, proofs, reason_of
from .terminal import WIDTH, Paper
from .witness import Telling, replay_line
from .wording import in_code, listed

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_MOST_UNKNOWN = 5  # sentences told of what is unknown for one reason


def write_report(paper: Paper, checked: Checked, *, only: Sequence[FindingKind] = (), baseline: str = "") -> None:
    """Put a report on paper, but for the findings that are accepted; `baseline` is the file that accepts them."""
    report = checked.report
    writer = _Writer(paper, checked, baseline)
    paper.line(report.rulebook.title, bold=True)
    if report.rulebook.chosen:
        paper.paragraph(f"Under {listed([in_code(each) for each in report.rulebook.chosen])}.")
    for heading, findings in grouped(checked):
        writer.group(heading, findings)
    writer.bearings(list(told_bearings(report)))
    writer.summary(only)


def finding_text(checked: Checked, judged: Judged, baseline: str) -> str:
    """All that is told of one finding, as text without colours."""
    paper = Paper(width=WIDTH, coloured=False)
    _Writer(paper, checked, baseline).finding(account(checked.report.rulebook, judged.finding), judged)
    return paper.text()


class _Writer:
    """Puts the findings of one rulebook on paper."""

    def __init__(self, paper: Paper, checked: Checked, baseline: str) -> None:
        self._paper = paper
        self._checked = checked
        self._rulebook = checked.report.rulebook
        self._book = checked.book
        self._baseline = baseline

    def group(self, heading: str, findings: Iterable[Judged]) -> None:
        """The findings about one ruling."""
        self._paper.gap()
        self._paper.paragraph(heading, bold=True)
        for judged in findings:
            self._paper.gap()
            self.finding(account(self._rulebook, judged.finding), judged)

    def finding(self, told: Account, judged: Judged) -> None:
        """All that is told of one."""
        paper, finding = self._paper, told.finding
        severity = finding.kind.severity
        word = f"{severity.name.lower()}[{finding.kind.value}]"
        paper.lead(word, finding.message, indent=2, fg=_COLOURS[severity], bold=True)
        paper.paragraph(f"{finding.span.file}:{finding.span.line}", indent=6, dim=True)
        if note := standing_note(judged, self._baseline):
            paper.paragraph(note, indent=6, fg="yellow")
        if told.claimed:
            paper.paragraph(in_backticks(told.claimed), indent=6)
        for cited in told.clauses:
            paper.paragraph(cited_in_words(cited, self._rulebook.file), indent=6)
        if under := only_under(told):
            paper.paragraph(under, indent=6)
        self._areas(told)
        if told.telling:
            gaps = told.beside is not None
            self._telling(told.telling, "For instance:", indent=6, breaks=told.breaks, gaps=gaps)
            self._replay(told.telling, indent=6)
        if told.beside:
            self._telling(told.beside, "Beside it:", indent=6, gaps=True)
            self._replay(told.beside, indent=6)
        if told.beyond:
            paper.paragraph("And more, in situations of other kinds.", indent=6)
            self._telling(told.beyond, "One of them:", indent=6)
            self._replay(told.beyond, indent=6)
        elif not finding.whole:
            paper.paragraph(MAY_BE_MORE, indent=6)
        if finding.uncounted:
            named = listed([f"`{each}`" for each in finding.uncounted], "or")
            paper.paragraph(f"Not counted: situations in which {named} has no ruling itself.", indent=6)
        self._mending(told, None, indent=6)

    def _areas(self, told: Account) -> None:
        ids = dict(told.readings)
        for number, area in enumerate(told.areas, 1):
            mark = f"{number}. " if len(told.areas) > 1 else ""
            self._paper.paragraph(everywhere(told.about, area.conditions, ids), indent=6, mark=mark)
            indent = 6 + len(mark)
            self._telling(area.telling, "For instance:", indent=indent)
            for near in area.nearest:
                self._paper.paragraph(near_in_words(near), indent=indent, mark="- ")
            self._replay(area.telling, indent=indent)
            self._mending(told, number - 1, indent=indent)

    def _telling(
        self, telling: Telling, begin: str, *, indent: int, breaks: Sequence[str] = (), gaps: bool = False
    ) -> None:
        """A situation in questions and answers, a line each, and what comes out there: a gap only if so wanted.

        `breaks` are those who break a claim.
        """
        subject = f" `{telling.bound}` is {telling.subject}." if telling.subject else ""
        self._paper.paragraph(begin + subject + ("" if telling.answers else f" {telling.rest}"), indent=indent)
        for told in answers_in_words(telling):
            self._paper.paragraph(told, indent=indent + 2, mark="- ")
        if telling.answers:
            self._paper.paragraph(telling.rest, indent=indent + 2)
        if came := came_there(telling, breaks, gaps=gaps):
            self._paper.paragraph(came, indent=indent)

    def _replay(self, telling: Telling, *, indent: int) -> None:
        self._paper.command(replay_line(self._book, telling), indent=indent)

    def _mending(self, told: Account, region: int | None, *, indent: int) -> None:
        """The drafts that settle a region, or all of a finding; and why there is none."""
        mending = told.finding.mending
        if mending is not None:
            drafts = [draft for draft in mending.drafts if draft.region == region]
            write_drafts(self._paper, drafts, indent=indent)
            for lacking in mending.lacking:
                if lacking.region == region:
                    self._paper.paragraph(f"There is no draft: {lacking.reason}.", indent=indent)

    # Options and readings

    def bearings(self, told: Sequence[ToldBearing]) -> None:
        """What each option changes."""
        if told:
            self._paper.gap()
            self._paper.paragraph("Options and readings", bold=True)
        for each in told:
            self._paper.gap()
            self._bearing(each)

    def _bearing(self, told: ToldBearing) -> None:
        paper, option = self._paper, told.option
        named = f"`{option.name}`" + (f" ({option.ambiguity})" if option.ambiguity else "")
        paper.paragraph(f"{named}: {option.question}", indent=2)
        for change in told.changes:
            paper.paragraph(f"It changes {listed([f'`{name}`' for name in change.rulings])}.", indent=4)
            self._telling(change.telling, "For instance:", indent=4)
            for under in change.under:
                came = "; ".join(f"`{each.place}` is {result(each)}" for each in under.came)
                paper.paragraph(came, indent=4, mark=f"under `{under.value}`: ")
            self._replay(change.telling, indent=4)
        if told.unknown:
            names = listed([f"`{name}`" for name in told.unknown])
            paper.paragraph(f"Whether it changes {names} was not found out: {told.reason}.", indent=4, fg="yellow")
        elif told.unchanged:
            paper.paragraph(f"It changes nothing{' else' if told.changes else ''}.", indent=4)

    # The summary

    def summary(self, only: Sequence[FindingKind]) -> None:
        """What was found and what was proved, in numbers, and what is not known."""
        report = self._checked.report
        self._paper.gap()
        self._paper.lead(f"{self._rulebook.name}:", found(self._checked, only), bold=True)
        self._paper.paragraph(" ".join(proofs(report, only)), indent=2)
        if not self._rulebook.rulings:
            self._paper.paragraph("It declares no ruling: there is nothing to decide.", indent=2)
        if not only and (told := " ".join(apart(self._rulebook))):
            self._paper.paragraph(told, indent=2)
        for reason, tallies in by_reason(report.unknown):
            number = f"{len(tallies)} obligations are" if len(tallies) > 1 else "1 obligation is"
            self._paper.paragraph(f"{number} unknown, for {reason_of(reason)}:", indent=2, fg="yellow")
            for tally in tallies[:_MOST_UNKNOWN]:
                self._paper.paragraph(tally.sentence, indent=4, mark="- ")
            if len(tallies) > _MOST_UNKNOWN:
                self._paper.paragraph(f"and {len(tallies) - _MOST_UNKNOWN} more", indent=4, mark="- ")
        for entry in self._checked.stale:
            self._paper.paragraph(stale_note(entry, self._baseline), indent=2, fg="yellow")
        if any(finding.mending and finding.mending.drafts for finding in report.findings):
            write_page(self._paper, self._rulebook)
