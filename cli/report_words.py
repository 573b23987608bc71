"""The sentences that a report is told in; what is code stands between backticks. Text and the page say the same."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.finding import Finding, FindingKind, Severity, Tally, Verdict
from misdeal.proofs.report import Report

from .account import Account, Cited, Near, count_cases, count_claims, unfit_cases
from .witness import Came, Telling
from .wording import listed

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


def grouped(report: Report) -> Iterator[tuple[str, list[Finding]]]:
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


def citation(cited: Cited, file: str) -> str:
    """A clause as it is cited, with its heading and line."""
    title = f' "{cited.title}"' if cited.title else ""
    heading = f', under "{cited.heading}"' if cited.heading else ""
    return f"{cited.id}{title}{heading}, {cited.span.line_from(file)}"


def everywhere(about: str, conditions: Sequence[str], ids: dict[str, str]) -> str:
    """Where all of a region is."""
    whose = f"For {about}, in" if about else "In"
    if not conditions:
        return f"{whose} every situation in which the question arises."
    parts = [with_ids(condition, ids) for condition in conditions]
    return f"{whose} every situation in which {listed(parts)}."


def with_ids(condition: str, ids: dict[str, str]) -> str:
    """A condition in code, with the ids of the ambiguities that it settles."""
    settled = [each for name, each in ids.items() if each and re.search(rf"\b{re.escape(name)}\b", condition)]
    return in_backticks(condition) + (f" ({', '.join(settled)})" if settled else "")


def in_backticks(condition: str) -> str:
    """A condition in backticks, but for one in words, which brings its own."""
    return condition if "`" in condition else f"`{condition}`"


def only_under(told: Account) -> str:
    """The options and readings under which a finding occurs; empty where there is no need to say so."""
    options = told.finding.options
    said = [area.conditions for area in told.areas]
    if not options or (said and len(options) == 1 and all(options[0] in conditions for conditions in said)):
        return ""
    ids = dict(told.readings)
    return f"Only under {' or '.join(with_ids(option, ids) for option in options)}."


def came_there(telling: Telling, breaks: Sequence[str], *, gaps: bool) -> str:
    """What comes out in a situation, and who breaks a claim there; a gap only if so wanted. It may be empty."""
    came = listed(list(all_came(each for each in telling.came if gaps or each.kind is not Kind.GAP)))
    if breaks:
        fails = f"It fails for {listed(breaks)}"
        return f"{fails}: there {came}." if came else f"{fails}."
    return f"There {came}." if came else ""


def nearly(near: Near) -> str:
    """A clause that nearly decides, and what it lacks."""
    seats = f" with {near.seats}" if near.seats else ""
    lacks = [in_backticks(lack.condition) + (f": here {lack.here}" if lack.here else "") for lack in near.lacks]
    title = f' "{near.clause.title}"' if near.clause.title else ""
    if not lacks:
        return f"{near.clause.id}{title}{seats} applies"
    joint = "; and for " if any(lack.here for lack in near.lacks) else " and "
    return f"{near.clause.id}{title}{seats} would decide, but for {joint.join(lacks)}"


def answered(telling: Telling) -> Iterator[str]:
    """Questions with answers, once for several seats in a row that have the same answer."""
    for _, run in groupby(telling.answers, key=lambda each: (each.fact, each.answer)):
        answers = list(run)
        if len(answers) == 1:
            yield f"{answers[0].question} {answers[0].answer}"
        else:
            whose = listed([each.index for each in answers])
            yield f"{answers[0].common} {whose}: {answers[0].answer}"


def all_came(came: Iterable[Came]) -> Iterator[str]:
    """What comes out, once for indices in a row of which the same can be said."""
    for (_, told), run in groupby(came, key=lambda each: (each.ruling, came_out(each))):
        places = [f"`{each.place}`" for each in run]
        yield f"{listed(places)} {'is' if len(places) == 1 else 'are'} {told}"


def came_out(came: Came) -> str:
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


def found(report: Report) -> str:
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


def proofs(report: Report, only: Sequence[FindingKind]) -> Iterator[str]:
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


def told_apart(rulebook: Rulebook) -> Iterator[str]:
    """What the text takes for granted, and what it says without ruling."""
    implied = sum(clause.implied for clause in rulebook.clauses.values())
    notes = "1 paragraph is" if len(rulebook.notes) == 1 else f"{len(rulebook.notes)} paragraphs are"
    number = "none are" if implied == 0 else "1 is" if implied == 1 else f"{implied} are"
    if rulebook.rulings:
        yield f"Of {len(rulebook.clauses)} clauses, {number} `implied`."
    if rulebook.notes:
        yield f"{notes} without a ruling (`note`)."


def by_reason(unknown: Iterable[Tally]) -> Iterator[tuple[str, list[Tally]]]:
    """What is unknown, by the reason."""
    ordered = sorted(unknown, key=lambda tally: tally.reason)
    for reason, tallies in groupby(ordered, key=lambda tally: tally.reason):
        yield reason, list(tallies)


def reason_given(reason: str) -> str:
    """Why something is unknown."""
    return reason or "no reason that the solver gives"
