"""Findings: what is wrong with a rulebook, and the words for how sure we are."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from misdeal.model.language.expression import Expression
from misdeal.model.language.span import Span
from misdeal.model.language.types import Value
from misdeal.model.meaning.situation import Situation

from .draft import Mending


class Severity(IntEnum):
    """How much a finding weighs; each includes the heavier ones where a threshold is given."""

    NOTE = 1
    WARNING = 2
    ERROR = 3


class FindingKind(Enum):
    """What can be wrong, in the order in which it is reported. The value is the stable code."""

    IMPOSSIBLE = "impossible"
    GAP = "gap"
    CLASH = "clash"
    UNDEFINED = "undefined"
    REFUTED = "refuted"
    FAILED = "failed"
    UNTRIED = "untried"
    UNCITED = "uncited"
    UNENCODED = "unencoded"
    DEAD = "dead"
    STRAY = "stray"
    SHADOWED = "shadowed"
    REDUNDANT = "redundant"
    VACUOUS = "vacuous"
    UNUSED = "unused"

    @property
    def severity(self) -> Severity:
        """How much findings of this kind weigh."""
        if self in _ERRORS:
            return Severity.ERROR
        return Severity.NOTE if self in _NOTES else Severity.WARNING


_ERRORS = {
    FindingKind.IMPOSSIBLE,
    FindingKind.GAP,
    FindingKind.CLASH,
    FindingKind.UNDEFINED,
    FindingKind.REFUTED,
    FindingKind.FAILED,
}
_NOTES = {FindingKind.REDUNDANT, FindingKind.VACUOUS, FindingKind.UNUSED}


class Verdict(Enum):
    """What became of an obligation."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"
    VACUOUS = "vacuous"


@dataclass(frozen=True, slots=True)
class Witness:
    """The most ordinary situation that shows a finding, and the index that the finding is about, if any."""

    situation: Situation
    subject: Value | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """A clause that nearly decides a witness: the smallest parts of its condition that fail there.

    `seats` binds the clause's `for each` names.
    """

    clause: str
    seats: Mapping[str, Value]
    failing: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """A set of situations as a conjunction in the rulebook's words, and its most ordinary situation.

    `nearest` are the clauses that nearly decide that, where it is a gap.
    """

    conditions: tuple[str, ...]
    witness: Witness
    nearest: tuple[Nearest, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong.

    `subject` names what the finding is about where that is no ruling or clause (a claim, a case, a fact, a
    paragraph). `beside` is the second situation of a finding about two. `regions` together are all of it where
    `whole`; `beyond` is a witness outside them otherwise. `options` are the combinations of options and readings
    under which it occurs, each as a condition; empty where it occurs under every one. `uncounted` are rulings beneath
    its own one that have gaps, clashes or undefined values themselves: where they do, this ruling was not examined.
    `mending` is what would mend it, None where that was not asked.
    """

    kind: FindingKind
    message: str
    span: Span
    ruling: str | None = None
    clauses: tuple[str, ...] = ()
    subject: str | None = None
    witness: Witness | None = None
    beside: Witness | None = None
    regions: tuple[Region, ...] = ()
    whole: bool = True
    beyond: Witness | None = None
    options: tuple[str, ...] = ()
    uncounted: tuple[str, ...] = ()
    mending: Mending | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One obligation with its verdict, as it is counted in a report; `reason` says why it is unknown."""

    kind: FindingKind
    sentence: str
    verdict: Verdict
    reason: str = ""
