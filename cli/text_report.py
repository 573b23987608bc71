"""A report as text: a note to the author of the rulebook, grouped by ruling."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.finding import Finding, FindingKind, Severity, Tally, Verdict
from misdeal.proofs.report import Report

from .account import Account, Cited, Near, account, count_cases, count_claims, unfit_cases
from .bearing import ToldBearing, told_bearings
from .draft_text import write_drafts, write_page
from .terminal import Paper
from .witness import Came, Telling, replay_line
from .wording import in_code, listed

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_MOST_UNKNOWN = 5  # sentences told of what is unknown for one reason

_GROUPS = {
    FindingKind.IMPOSSIBLE: "What is possible",
    FindingKind.REFUTED: "Claims",
    FindingKind.UNTRIED: "Claims",
    FindingKind.FAILED: "Cases",
    FindingKind.UNENCODED: "The source",
    FindingKind.UNCITED: "The source",
}
_PLURALS = {
    FindingKind.GAP: ("gap", "gaps"),
    FindingKind.CLASH: ("clash", "clashes"),
    FindingKind.REFUTED: ("refuted claim", "refuted claims"),
    FindingKind.FAILED: ("failed case", "failed cases"),
    FindingKind.UNTRIED: ("untried claim", "untried claims"),
    FindingKind.UNCITED: ("uncited clause", "uncited clauses"),
    FindingKind.UNENCODED: ("paragraph not encoded", "paragraphs not encoded"),
    FindingKind.DEAD: ("dead clause", "dead clauses"),
    FindingKind.IMPOSSIBLE: ("contradiction", "contradictions"),
    FindingKind.UNDEFINED: ("undefined value", "undefined values"),
    FindingKind.STRAY: ("stray effect", "stray effects"),
    FindingKind.SHADOWED: ("shadowed effect", "shadowed effects"),
    FindingKind.REDUNDANT: ("redundant effect", "redundant effects"),
    FindingKind.VACUOUS: ("vacuous condition", "vacuous conditions"),
    FindingKind.UNUSED: ("unused name or value", "unused names and values"),
}


def write_report(paper: Paper, report: Report, book: str, *, only: Sequence[FindingKind] = ()) -> None:
    """Put a report on paper; `book` is how the rulebook was named on the command line."""
    writer = _Writer(paper, report.rulebook, book)
    paper.line(report.rulebook.title, bold=True)
    if report.rulebook.chosen:
        paper.paragraph(f"Under {listed([in_code(each) for each in report.rulebook.chosen])}.")
    for heading, findings in _grouped(report):
        writer.group(heading, findings)
    writer.bearings(list(told_bearings(report)))
    writer.summary(report, only)


def _grouped(report: Report) -> Iterator[tuple[str, list[Finding]]]:
    """The findings by ruling, in the order of the rulings; those of no ruling before and after."""
    rulings = report.rulebook.rulings
    headings = ["What is possible", *rulings, "Clauses", "Facts and lets", "Claims", "Cases", "The source"]
    found: dict[str, list[Finding]] = {heading: [] for heading in headings}
    for finding in report.findings:
        found[_heading(finding)].append(finding)
    for heading, findings in found.items():
        if findings:
            told = f"`{heading}`: {rulings[heading].question}" if heading in rulings else heading
            yield told, findings


def _heading(finding: Finding) -> str:
    if finding.kind in _GROUPS:
        return _GROUPS[finding.kind]
    if finding.ruling:
        return finding.ruling
    if finding.kind is FindingKind.UNUSED:
        return "Facts and lets"
    return "What is possible" if finding.kind is FindingKind.UNDEFINED or finding.subject == "always" else "Clauses"


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
            paper.paragraph(_code(told.claimed), indent=6)
        for cited in told.clauses:
            paper.paragraph(_cited(cited, self._rulebook.file), indent=6)
        self._under(told)
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

    def _under(self, told: Account) -> None:
        """The options and readings under which it occurs."""
        options = told.finding.options
        said = [area.conditions for area in told.areas]
        if options and not (said and len(options) == 1 and all(options[0] in conditions for conditions in said)):
            ids = dict(told.readings)
            under = " or ".join(_with_ids(option, ids) for option in options)
            self._paper.paragraph(f"Only under {under}.", indent=6)

    def _areas(self, told: Account) -> None:
        ids = dict(told.readings)
        for number, area in enumerate(told.areas, 1):
            mark = f"{number}. " if len(told.areas) > 1 else ""
            self._paper.paragraph(_everywhere(told.about, area.conditions, ids), indent=6, mark=mark)
            indent = 6 + len(mark)
            self._telling(area.telling, "For instance:", indent=indent)
            for near in area.nearest:
                self._paper.paragraph(_near(near), indent=indent, mark="- ")
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
        for told in _answers(telling):
            self._paper.paragraph(told, indent=indent + 2, mark="- ")
        if telling.answers:
            self._paper.paragraph(telling.rest, indent=indent + 2)
        came = listed(list(_all_came(each for each in telling.came if gaps or each.kind is not Kind.GAP)))
        if breaks:
            fails = f"It fails for {listed(breaks)}"
            self._paper.paragraph(f"{fails}: there {came}." if came else f"{fails}.", indent=indent)
        elif came:
            self._paper.paragraph(f"There {came}.", indent=indent)

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
                came = "; ".join(f"`{each.place}` is {_result(each)}" for each in under.came)
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
        self._paper.lead(f"{self._rulebook.name}:", _found(report), bold=True)
        self._paper.paragraph(" ".join(_proofs(report, only)), indent=2)
        if not self._rulebook.rulings:
            self._paper.paragraph("It declares no ruling: there is nothing to decide.", indent=2)
        if not only and (apart := " ".join(_apart(self._rulebook))):
            self._paper.paragraph(apart, indent=2)
        for reason, tallies in _by_reason(report.unknown):
            number = f"{len(tallies)} obligations are" if len(tallies) > 1 else "1 obligation is"
            self._paper.paragraph(f"{number} unknown, for {_reason(reason)}:", indent=2, fg="yellow")
            for tally in tallies[:_MOST_UNKNOWN]:
                self._paper.paragraph(tally.sentence, indent=4, mark="- ")
            if len(tallies) > _MOST_UNKNOWN:
                self._paper.paragraph(f"and {len(tallies) - _MOST_UNKNOWN} more", indent=4, mark="- ")
        if any(finding.mending and finding.mending.drafts for finding in report.findings):
            write_page(self._paper, self._rulebook)


def _cited(cited: Cited, file: str) -> str:
    title = f' "{cited.title}"' if cited.title else ""
    heading = f', under "{cited.heading}"' if cited.heading else ""
    return f"{cited.id}{title}{heading}, {cited.span.line_from(file)}"


def _everywhere(about: str, conditions: Sequence[str], ids: dict[str, str]) -> str:
    """Where all of a region is."""
    whose = f"For {about}, in" if about else "In"
    if not conditions:
        return f"{whose} every situation in which the question arises."
    parts = [_with_ids(condition, ids) for condition in conditions]
    return f"{whose} every situation in which {listed(parts)}."


def _with_ids(condition: str, ids: dict[str, str]) -> str:
    """A condition in code, with the ids of the ambiguities that it settles."""
    settled = [each for name, each in ids.items() if each and re.search(rf"\b{re.escape(name)}\b", condition)]
    return _code(condition) + (f" ({', '.join(settled)})" if settled else "")


def _code(condition: str) -> str:
    """A condition in backticks, but for one in words, which brings its own."""
    return condition if "`" in condition else f"`{condition}`"


def _near(near: Near) -> str:
    seats = f" with {near.seats}" if near.seats else ""
    lacks = [_code(lack.condition) + (f": here {lack.here}" if lack.here else "") for lack in near.lacks]
    title = f' "{near.clause.title}"' if near.clause.title else ""
    if not lacks:
        return f"{near.clause.id}{title}{seats} applies"
    joint = "; and for " if any(lack.here for lack in near.lacks) else " and "
    return f"{near.clause.id}{title}{seats} would decide, but for {joint.join(lacks)}"


def _answers(telling: Telling) -> Iterator[str]:
    """Questions with answers, once for several seats in a row that have the same answer."""
    for _, run in groupby(telling.answers, key=lambda each: (each.fact, each.answer)):
        answers = list(run)
        if len(answers) == 1:
            yield f"{answers[0].question} {answers[0].answer}"
        else:
            whose = listed([each.index for each in answers])
            yield f"{answers[0].common} {whose}: {answers[0].answer}"


def _all_came(came: Iterable[Came]) -> Iterator[str]:
    """What comes out, once for indices in a row of which the same can be said."""
    for (_, result), run in groupby(came, key=lambda each: (each.ruling, _result(each))):
        places = [f"`{each.place}`" for each in run]
        yield f"{listed(places)} {'is' if len(places) == 1 else 'are'} {result}"


def _result(came: Came) -> str:
    """What comes out for a ruling, and by which clauses."""
    match came.kind:
        case Kind.DEFAULT:
            return f"“{came.result}” by default"
        case Kind.VALUE:
            return f"“{came.result}” by {', '.join(dict.fromkeys(each.clause for each in came.deciding))}"
        case _ if came.deciding:
            voices = [_voice(each.clause, each.seats, each.value) for each in came.deciding]
            return f"{came.result}: {listed(list(dict.fromkeys(voices)))}"
        case _:
            return came.result


def _voice(clause: str, seats: str, value: str) -> str:
    return f"clause {clause}{f' with {seats}' if seats else ''} gives “{value}”"


def _found(report: Report) -> str:
    """How many findings there are of each kind; notes apart."""
    counts = Counter(finding.kind for finding in report.findings)
    grave = [_counted(kind, counts[kind]) for kind in FindingKind if counts[kind] and kind.severity > Severity.NOTE]
    notes = [_counted(kind, counts[kind]) for kind in FindingKind if counts[kind] and kind.severity is Severity.NOTE]
    nothing = "nothing was found, but not everything was looked at" if report.unknown else "nothing is wrong"
    told = listed(grave) if grave else nothing
    return told + (f"; of note: {listed(notes)}" if notes else "") + "."


def _counted(kind: FindingKind, number: int) -> str:
    one, many = _PLURALS[kind]
    return f"{number} {one if number == 1 else many}"


def _proofs(report: Report, only: Sequence[FindingKind]) -> Iterator[str]:
    """What was proved, in numbers."""
    if report.contradicts_itself:
        yield "No ruling, claim or case was looked at, for no situation is possible."
        return
    number = sum(tally.verdict is Verdict.PROVED for tally in report.tallies)
    plural = "obligation is" if len(report.tallies) == 1 else "obligations are"
    yield f"{number} of {len(report.tallies)} {plural} proved."
    claims, cases = count_claims(report), count_cases(report)
    if claims[1] and (not only or FindingKind.REFUTED in only):
        yield f"{_share(*claims)} proved wherever the rulings have a value."
    if cases[1] and (not only or FindingKind.FAILED in only):
        yield f"{cases[0]} of {cases[1]} cases come out as they must."
    if unfit := len(unfit_cases(report.rulebook)):
        yield f"{unfit} {'case is' if unfit == 1 else 'cases are'} left out, for other values of these options."


def _share(part: int, whole: int) -> str:
    """So many claims of so many, as a sentence begins."""
    if whole == 1:
        return "Its claim is" if part else "Its claim is not"
    if part == whole:
        return f"All {whole} claims are"
    return f"{part or 'None'} of {whole} claims {'are' if part > 1 else 'is'}"


def _apart(rulebook: Rulebook) -> Iterator[str]:
    """What the text takes for granted, and what it says without ruling."""
    implied = sum(clause.implied for clause in rulebook.clauses.values())
    notes = "1 paragraph is" if len(rulebook.notes) == 1 else f"{len(rulebook.notes)} paragraphs are"
    number = "none are" if implied == 0 else "1 is" if implied == 1 else f"{implied} are"
    if rulebook.rulings:
        yield f"Of {len(rulebook.clauses)} clauses, {number} `implied`."
    if rulebook.notes:
        yield f"{notes} without a ruling (`note`)."


def _by_reason(unknown: Iterable[Tally]) -> Iterator[tuple[str, list[Tally]]]:
    ordered = sorted(unknown, key=lambda tally: tally.reason)
    for reason, tallies in groupby(ordered, key=lambda tally: tally.reason):
        yield reason, list(tallies)


def _reason(reason: str) -> str:
    return reason or "no reason that the solver gives"
