"""What a finding does not count: situations in which a ruling that its own one reads has no ruling itself.

A ruling is examined only where every ruling that it reads has a value or does not arise. Those that have none somewhere
have findings of their own there, so no solver is asked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.walk import rulings_read
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.examine import SETTLED

from .finding import Finding, FindingKind

_UNRULED = {FindingKind.GAP, FindingKind.CLASH, FindingKind.UNDEFINED}


def read_by(rulebook: Rulebook, ruling: str) -> tuple[str, ...]:
    """The rulings that a ruling reads in its scope and in its clauses, in the order of the text."""
    parts = rulebook.expressions(ruling)
    found = frozenset[str]().union(*(rulings_read(part, rulebook.lets) for part in parts))
    return tuple(name for name in rulebook.rulings if name in found)


def with_uncounted(rulebook: Rulebook, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, those about outcomes with the rulings beneath that have such findings themselves."""
    findings = list(findings)
    unruled = {finding.ruling for finding in findings if _shows_none(rulebook, finding)}
    for finding in findings:
        if finding.kind in _UNRULED and finding.ruling:
            beneath = unruled.intersection(rulebook.beneath[finding.ruling]) - {finding.ruling}
            named = (name for name in rulebook.rulings if name in beneath)
            yield replace(finding, uncounted=tuple(named))
        else:
            yield finding


def _shows_none(rulebook: Rulebook, finding: Finding) -> bool:
    """Whether its ruling has none there; a clause that aims at nobody leaves the ruling of everybody as it is."""
    if finding.kind not in _UNRULED or finding.ruling is None:
        return False
    if finding.kind is not FindingKind.UNDEFINED or finding.witness is None:
        return True
    evaluation = Evaluation(rulebook, finding.witness.situation)
    return evaluation.outcome(Place(finding.ruling, finding.witness.subject)).kind not in SETTLED
