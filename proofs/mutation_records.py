"""What becomes of the mutants of a rulebook, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.situation import Situation

from .mutants import Mutant, Subject


class Standing(Enum):
    """What becomes of a mutant by what was written by hand."""

    SAME = "changes nothing"
    KILLED = "killed"
    SURVIVES = "survives"
    UNKNOWN = "unknown"


class Means(Enum):
    """What a mutant is killed by."""

    CASE = "case"
    CLAIM = "claim"
    GENERATED = "generated case"


@dataclass(frozen=True, slots=True)
class Killer:
    """A case that no longer comes out, or a claim that is false; its title, or what a generated case is one of."""

    means: Means
    title: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A possible situation in which a ruling of the mutant comes out otherwise, and that ruling at an index."""

    situation: Situation
    place: Place


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one mutant.

    SAME is proved. `by` is a case or claim written by hand, `generated` a case of the suite of the rulebook; each is
    None where there is none. Of a survivor `difference` is the most ordinary one, and `noticed` is whether there is a
    gap, a clash or an undefined value where there was none. `reason` says why something was not found out.
    """

    standing: Standing
    by: Killer | None = None
    generated: Killer | None = None
    difference: Difference | None = None
    noticed: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How many mutants are killed, of all that change something; of some of these it may be unknown."""

    killed: int
    unknown: int
    all: int

    @property
    def share(self) -> Fraction:
        """The share of those killed, from 0 to 1; all of none are killed. What is unknown counts as not killed."""
        return Fraction(self.killed, self.all) if self.all else Fraction(1)


@dataclass(frozen=True, slots=True)
class Mutation:
    """The mutants of a rulebook in order, each with its fate."""

    rulebook: Rulebook
    fates: Mapping[Mutant, Fate]

    def count(self, standing: Standing) -> int:
        """How many mutants have a standing."""
        return sum(fate.standing is standing for fate in self.fates.values())

    def killed_by(self, means: Means) -> int:
        """How many mutants are killed by what was written by hand of a kind."""
        return sum(fate.by is not None and fate.by.means is means for fate in self.fates.values())

    @property
    def by_hand(self) -> Score:
        """What cases and claims written by hand kill."""
        return self._score(self.count(Standing.KILLED), self.count(Standing.UNKNOWN))

    @property
    def generated(self) -> Score:
        """What the cases of a generated suite kill."""
        killed = sum(fate.generated is not None for fate in self._changing())
        unknown = sum(fate.generated is None and fate.standing is Standing.UNKNOWN for fate in self._changing())
        return self._score(killed, unknown)

    @property
    def together(self) -> Score:
        """What one or the other kills."""
        killed = sum(fate.by is not None or fate.generated is not None for fate in self._changing())
        unknown = sum(fate.generated is None and fate.standing is Standing.UNKNOWN for fate in self._changing())
        return self._score(killed, unknown)

    def survivors(self) -> Mapping[Subject, Mapping[Mutant, Fate]]:
        """The mutants that nothing written by hand kills, by the statement that is altered."""
        found: dict[Subject, dict[Mutant, Fate]] = {}
        for mutant, fate in self.fates.items():
            if fate.standing is Standing.SURVIVES:
                found.setdefault(mutant.subject, {})[mutant] = fate
        return found

    def _changing(self) -> list[Fate]:
        return [fate for fate in self.fates.values() if fate.standing is not Standing.SAME]

    def _score(self, killed: int, unknown: int) -> Score:
        return Score(killed, unknown, len(self._changing()))
