"""Drafts: statements that would mend a finding, as data."""

from dataclasses import dataclass
from enum import Enum


class DraftKind(Enum):
    """What a draft does. The value is the stable code."""

    CLAUSE = "clause"
    OVERRIDE = "override"
    CONDITION = "condition"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Statements of an amendment, not yet proved to mend anything; `clause` is the one that they add, else empty."""

    kind: DraftKind
    text: str
    clause: str = ""

    @property
    def gist(self) -> str:
        """What tells it from other candidates for the same finding."""
        lines = [line.strip() for line in self.text.split("\n")]
        match self.kind:
            case DraftKind.CLAUSE:
                return lines[-1].removeprefix("then ")
            case DraftKind.OVERRIDE:
                return self.text
            case DraftKind.CONDITION:
                return f"{' '.join(lines[0].split()[:3])} {lines[1]}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Statements that, as an amendment, are proved to mend a finding and to bring none.

    `region` is the position of the region of the finding that they settle, None where they settle all of it. `also` are
    other findings, by their messages, of which they settle all; `further` are others that occur where they did not
    before. `changes` are the rulings that had a value, or did not arise, in some situation, and come out otherwise
    there. `proved` is how many sentences about the amended rulebook were proved for it.
    """

    kind: DraftKind
    text: str
    region: int | None
    also: tuple[str, ...]
    further: tuple[str, ...]
    changes: tuple[str, ...]
    proved: int


@dataclass(frozen=True, slots=True)
class Lacking:
    """A region without a draft, or a finding where `region` is None, and why there is none."""

    region: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Mending:
    """What would mend a finding: for each region, or for all of it, its drafts, those that change least first."""

    drafts: tuple[Draft, ...]
    lacking: tuple[Lacking, ...]
