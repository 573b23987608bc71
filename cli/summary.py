"""A report in numbers, in the words that its formats share: what was found, what is proved, what is not known."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.finding import FindingKind, Severity, Tally, Verdict
from misdeal.proofs.report import Report

from .account import count_cases, count_claims, unfit_cases
from .checked import Checked
from .wording import listed

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


def found(checked: Checked, only: Sequence[FindingKind] = ()) -> str:
    """How many findings there are of each kind, notes apart; and how many are accepted. `only` were asked for."""
    counts = Counter(finding.kind for finding in checked.counting)
    grave = [_counted(kind, counts[kind]) for kind in FindingKind if counts[kind] and kind.severity > Severity.NOTE]
    notes = [_counted(kind, counts[kind]) for kind in FindingKind if counts[kind] and kind.severity is Severity.NOTE]
    told = listed(grave) if grave else _nothing(checked, only)
    told += f"; of note: {listed(notes)}" if notes else ""
    if checked.accepted:
        told += f"; {checked.accepted} {'finding is' if checked.accepted == 1 else 'findings are'} accepted"
    return f"{told}."


def _nothing(checked: Checked, only: Sequence[FindingKind]) -> str:
    if checked.report.unknown:
        return "nothing was found, but not everything was looked at"
    if only:
        return f"nothing is found of what `--only` asks for ({listed([kind.value for kind in only])})"
    return "nothing new is wrong" if checked.accepted else "nothing is wrong"


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


def apart(rulebook: Rulebook) -> Iterator[str]:
    """What the text takes for granted, and what it says without ruling."""
    implied = sum(clause.implied for clause in rulebook.clauses.values())
    notes = "1 paragraph is" if len(rulebook.notes) == 1 else f"{len(rulebook.notes)} paragraphs are"
    number = "none are" if implied == 0 else "1 is" if implied == 1 else f"{implied} are"
    if rulebook.rulings:
        yield f"Of {len(rulebook.clauses)} clauses, {number} `implied`."
    if rulebook.notes:
        yield f"{notes} without a ruling (`note`)."


def by_reason(unknown: Iterable[Tally]) -> Iterator[tuple[str, list[Tally]]]:
    """What is unknown, by the reason of it."""
    ordered = sorted(unknown, key=lambda tally: tally.reason)
    for reason, tallies in groupby(ordered, key=lambda tally: tally.reason):
        yield reason, list(tallies)


def reason_of(reason: str) -> str:
    """The reason why something is unknown, in a phrase."""
    return reason or "no reason that the solver gives"
