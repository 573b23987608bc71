"""What `check` found out about a rulebook."""

from dataclasses import dataclass, field

from misdeal.model.language.rulebook import Rulebook

from .bearing_records import Bearing
from .finding import Finding, FindingKind, Severity, Tally, Verdict


@dataclass(frozen=True, slots=True)
class Report:
    """All findings in the order of their kinds, every obligation with its verdict, and what each option does.

    `checks` is how many questions were put to the solver; `known` is how many obligations had been proved or refuted
    before, so that what came of them was taken from a cache.
    """

    rulebook: Rulebook
    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    bearings: tuple[Bearing, ...]
    checks: int = field(compare=False)
    known: int = field(default=0, compare=False)

    def worst(self) -> Severity | None:
        """The gravest severity among the findings."""
        return max((finding.kind.severity for finding in self.findings), default=None)

    @property
    def contradicts_itself(self) -> bool:
        """Whether no situation is possible under any options, so that nothing was tried in one."""
        return any(each.kind is FindingKind.IMPOSSIBLE and not each.options for each in self.findings)

    @property
    def unknown(self) -> tuple[Tally, ...]:
        """The obligations that nothing was found out about."""
        return tuple(tally for tally in self.tallies if tally.verdict is Verdict.UNKNOWN)
