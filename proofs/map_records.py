"""A map as data: what comes out for each ruling at each stage, and by which clauses."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from misdeal.model.language.rulebook import Fact, Rulebook, Ruling

from .finding import Witness


class Sign(Enum):
    """What can be the case somewhere at a stage.

    A gap, a clash and undefined values count where the ruling is examined; elsewhere the ruling waits for one that it
    reads.
    """

    DECIDED = "decided"
    DEFAULT = "by default"
    GAP = "gap"
    CLASH = "clash"
    UNDEFINED = "undefined"
    WAITS = "waits for another ruling"
    DOES_NOT_ARISE = "does not arise"


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign in a cell; `clause` is the id of the clause that decides, empty of other signs."""

    sign: Sign
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A ruling at a stage. `marks` are what is the case somewhere, in the order of the text, each with a situation.

    `unknown` are those of which it was not found out, for the `reason`; whatever is in neither is the case nowhere.
    A cell with neither is one in which no situation is possible.
    """

    marks: Mapping[Mark, Witness]
    unknown: tuple[Mark, ...] = ()
    reason: str = ""

    @property
    def content(self) -> tuple[tuple[Mark, ...], tuple[Mark, ...]]:
        """What tells it from another cell."""
        return tuple(self.marks), self.unknown


@dataclass(frozen=True, slots=True)
class MapRow:
    """One ruling, a cell for each stage."""

    ruling: Ruling
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class StageMap:
    """Stages against rulings. Without a `stage` every row has one cell, for all situations."""

    rulebook: Rulebook
    stage: Fact | None
    rows: tuple[MapRow, ...]

    @property
    def whole(self) -> bool:
        """Whether everything was found out."""
        return not any(cell.unknown for row in self.rows for cell in row.cells)
