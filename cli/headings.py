"""The headings that findings stand under in a report: rulings, and what is about no ruling before and after."""

from collections.abc import Iterator

from misdeal.proofs.finding import Finding, FindingKind

from .accepted import Judged
from .checked import Checked

_GROUPS = {
    FindingKind.IMPOSSIBLE: "What is possible",
    FindingKind.REFUTED: "Claims",
    FindingKind.UNTRIED: "Claims",
    FindingKind.FAILED: "Cases",
    FindingKind.UNENCODED: "The source",
    FindingKind.UNCITED: "The source",
}


def grouped(checked: Checked) -> Iterator[tuple[str, list[Judged]]]:
    """The findings that count by ruling, in the order of the rulings; those of no ruling before and after."""
    rulings = checked.report.rulebook.rulings
    headings = ["What is possible", *rulings, "Clauses", "Facts and lets", "Claims", "Cases", "The source"]
    found: dict[str, list[Judged]] = {heading: [] for heading in headings}
    for judged in checked.judged:
        if judged.counts:
            found[_heading(judged.finding)].append(judged)
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
