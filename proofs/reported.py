"""From what a check found to what its report tells: no solver is asked, so none of it has to be kept."""

from collections.abc import Iterable, Iterator

from misdeal.model.language.rulebook import Rulebook

from .finding import Finding, FindingKind, Severity
from .tracing import trace
from .uncounted import with_uncounted


def reported(rulebook: Rulebook, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """What is told of a rulebook, in order: what was found, and what nothing cites, encodes or reaches."""
    return tuple(with_uncounted(rulebook, _first_kinds([*found, *trace(rulebook)])))


def _first_kinds(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings by kind; of one clause and ruling no warning or note beside an earlier kind that says as much.

    Errors are all told: none of them makes another one less wrong.
    """
    kinds = list(FindingKind)
    said: dict[tuple[str, str | None], FindingKind] = {}
    for finding in sorted(findings, key=lambda finding: kinds.index(finding.kind)):
        about = [(clause, finding.ruling) for clause in finding.clauses]
        error = finding.kind.severity is Severity.ERROR
        before = [said.get(key) or said.get((key[0], None)) for key in about]
        if not error and any(kind not in {None, finding.kind} for kind in before):
            continue
        if finding.kind is not FindingKind.UNCITED:  # where a clause comes from says nothing about what it does
            said.update({key: said.get(key, finding.kind) for key in about})
        yield finding
