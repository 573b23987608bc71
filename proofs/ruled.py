"""What becomes of the rulings of a rulebook: the records of an answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Clause, Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Kind
from misdeal.model.meaning.situation import Situation

from .common import NOTHING_MATTERS, Comes, Mattering, agree
from .known import Known

if TYPE_CHECKING:
    from .finding import Nearest


@dataclass(frozen=True, slots=True)
class Deciding:
    """A clause that decides a ruling, or with `sure` false may be the one that does.

    `seats` binds the `for each` names that are known, `value` is what it gives where all facts are known
    (None where that is undefined). `because` are parts of its condition that hold; `overrides` are clauses
    that apply as well and give way to it.
    """

    clause: Clause
    sure: bool
    seats: Mapping[str, Value]
    value: Value | None = None
    because: tuple[Expression, ...] = ()
    overrides: tuple[str, ...] = ()


class Standing(Enum):
    """How a ruling stands."""

    SETTLED = "settled"
    UNRULED = "unruled"  # settled, and it is a gap, a clash or undefined
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Branch:
    """What becomes of a ruling under some values of the options left out.

    `options` are the combinations of these as conditions, of which any holds.
    """

    options: tuple[str, ...]
    ruled: "Ruled"


@dataclass(frozen=True, slots=True)
class Ruled:
    """What becomes of a ruling at an index.

    `comes` are all outcomes that are possible, or at least these where `whole` is false. `seated` is false
    where it is not sure that the index is at the table. `consequence` is true where a ruling that this one
    reads has no value. `nearest` are the clauses that nearly decide a gap, where all facts are known.

    `whichever` are the options that it depends on, that are not known, and whose values change nothing here. Where
    options change it, `branches` say what comes out under which; there are none where that was not looked at.

    `mattering` are the facts that still matter where it is open; what that means is said in `mattering.py`.
    """

    place: Place
    comes: tuple[Comes, ...]
    deciding: tuple[Deciding, ...] = ()
    whole: bool = True
    seated: bool = True
    consequence: bool = False
    nearest: "tuple[Nearest, ...]" = ()
    whichever: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()
    mattering: Mattering = NOTHING_MATTERS

    @property
    def standing(self) -> Standing:
        """Whether one outcome is left, and rules anything; a value is one by clauses or by default."""
        if not self.whole or not agree(set(self.comes)):
            return Standing.OPEN
        unruled = self.comes[0].kind in {Kind.GAP, Kind.CLASH, Kind.UNDEFINED}
        return Standing.UNRULED if unruled else Standing.SETTLED


@dataclass(frozen=True, slots=True)
class Answer:
    """What is ruled.

    `known` is what it is ruled on; `players` the number of players, where only one is left. `situation` is there where
    only one is left. `missing` are the facts that are asked in some possible completion and not given as one value
    (`players` as `PLAYERS`). `taken` are the values that are taken as usual, where `situation` is there. `reason` says
    why something was not found out, else it is empty.
    """

    known: Known
    players: int | None
    rulings: tuple[Ruled, ...]
    missing: tuple[Place, ...] = ()
    taken: Mapping[Place, Value] = field(default_factory=lambda: MappingProxyType({}))
    situation: Situation | None = None
    reason: str = ""

    @property
    def rulebook(self) -> Rulebook:
        """What is ruled by."""
        return self.known.rulebook

    @property
    def standing(self) -> Standing:
        """The worst of the rulings: unruled, then open, then settled."""
        standings = {ruled.standing for ruled in self.rulings}
        return next((one for one in (Standing.UNRULED, Standing.OPEN) if one in standings), Standing.SETTLED)
