"""A report as text: a note to the author of the rulebook, grouped by ruling."""

from collections.abc import Iterable, Sequence

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.finding import Finding, FindingKind, Severity
from misdeal.proofs.report import Report

from .account import Account, account
from .bearing import ToldBearing, told_bearings
from .draft_text import write_drafts, write_page
from .report_words import (
    answered,
    by_reason,
    came_out,
    came_there,
    citation,
    everywhere,
    found,
    grouped,
    in_backticks,
    nearly,
    only_under,
    proofs,
    reason_given,
    told_apart,
)
from .terminal import Paper
from .witness import Telling, replay_line
from .wording import in_code, listed

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_MOST_UNKNOWN = 5  # sentences told of what is unknown for one reason


def write_report(paper: Paper, report: Report, book: str, *, only: Sequence[FindingKind] = ()) -> None:
    """Put a report on paper; `book` is how the rulebook was named on the command line."""
    writer = _Writer(paper, report.rulebook, book)
    paper.line(report.rulebook.title, bold=True)
    if report.rulebook.chosen:
        paper.paragraph(f"Under {listed([in_code(each) for each in report.rulebook.chosen])}.")
    for heading, findings in grouped(report):
        writer.group(heading, findings)
    writer.bearings(list(told_bearings(report)))
    writer.summary(report, only)


class _Writer:
    """Puts the findings of one rulebook on paper."""

    def __init__(self, paper: Paper, rulebook: Rulebook, book: str) -> None:
        self._paper = paper
        self._rulebook = rulebook
        self._book = book

    def group(self, heading: str, findings: Iterable[Finding]) -> None:
        """The findings about one ruling."""
        self._paper.gap()
        self._paper.paragraph(heading, bold=True)
        for finding in findings:
            self._paper.gap()
            self._finding(account(self._rulebook, finding))

    def _finding(self, told: Account) -> None:
        paper, finding = self._paper, told.finding
        severity = finding.kind.severity
        word = f"{severity.name.lower()}[{finding.kind.value}]"
        paper.lead(word, finding.message, indent=2, fg=_COLOURS[severity], bold=True)
        paper.paragraph(f"{finding.span.file}:{finding.span.line}", indent=6, dim=True)
        if told.claimed:
            paper.paragraph(in_backticks(told.claimed), indent=6)
        for cited in told.clauses:
            paper.paragraph(citation(cited, self._rulebook.file), indent=6)
        if narrower := only_under(told):
            paper.paragraph(narrower, indent=6)
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
            paper.paragraph("This may not be all of it: not everything was found out.", indent=6)
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
                self._paper.paragraph(nearly(near), indent=indent, mark="- ")
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
        for told in answered(telling):
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
                came = "; ".join(f"`{each.place}` is {came_out(each)}" for each in under.came)
                paper.paragraph(came, indent=4, mark=f"under `{under.value}`: ")
            self._replay(change.telling, indent=4)
        if told.unknown:
            names = listed([f"`{name}`" for name in told.unknown])
            paper.paragraph(f"Whether it changes {names} was not found out: {told.reason}.", indent=4, fg="yellow")
        elif told.unchanged:
            paper.paragraph(f"It changes nothing{' else' if told.changes else ''}.", indent=4)

    # The summary

    def summary(self, report: Report, only: Sequence[FindingKind]) -> None:
        """What was found and what was proved, in numbers, and what is not known."""
        self._paper.gap()
        self._paper.lead(f"{self._rulebook.name}:", found(report), bold=True)
        self._paper.paragraph(" ".join(proofs(report, only)), indent=2)
        if not self._rulebook.rulings:
            self._paper.paragraph("It declares no ruling: there is nothing to decide.", indent=2)
        if not only and (apart := " ".join(told_apart(self._rulebook))):
            self._paper.paragraph(apart, indent=2)
        for reason, tallies in by_reason(report.unknown):
            number = f"{len(tallies)} obligations are" if len(tallies) > 1 else "1 obligation is"
            self._paper.paragraph(f"{number} unknown, for {reason_given(reason)}:", indent=2, fg="yellow")
            for tally in tallies[:_MOST_UNKNOWN]:
                self._paper.paragraph(tally.sentence, indent=4, mark="- ")
            if len(tallies) > _MOST_UNKNOWN:
                self._paper.paragraph(f"and {len(tallies) - _MOST_UNKNOWN} more", indent=4, mark="- ")
        if any(finding.mending and finding.mending.drafts for finding in report.findings):
            write_page(self._paper, self._rulebook)
