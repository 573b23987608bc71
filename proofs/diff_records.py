"""Where two rulebooks rule differently, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Change, Decision, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Kind

from .allowed import Why
from .both import Both, PairedRuling
from .finding import Verdict, Witness
from .pairing import Edition
from .table_records import Proof


@dataclass(frozen=True, slots=True)
class Comes:
    """What comes out for a ruling in all of a region, under one rulebook.

    `value` is one of both; None where there is none, or where it is computed, by `gives`. `clauses` are those that lead
    to it: the one that gives the value, the two that differ (one, where its instances do), the one that gives no value.
    """

    kind: Kind
    value: Value | None = None
    gives: Expression | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """The most ordinary situation of a region, of both, and of each rulebook in which it is possible."""

    both: Witness
    own: Mapping[Edition, Witness]


@dataclass(frozen=True, slots=True)
class Moved:
    """A region in which a ruling comes out differently: `old` became `new`.

    `meant` is whether the new rulebook declares that it means this change; None where it declares nothing.
    """

    old: Comes
    new: Comes
    conditions: tuple[str, ...]
    example: Example
    meant: bool | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A ruling that both rulebooks have, over the situations that are possible in both.

    `moved` are the regions in which it comes out differently, the most ordinary first; `beyond` is a situation outside
    them, where they are not all. `proof` is that it comes out differently nowhere else.
    """

    ruling: PairedRuling
    moved: tuple[Moved, ...]
    beyond: Example | None
    proof: Proof


@dataclass(frozen=True, slots=True)
class Area:
    """Some of the situations that are possible in one rulebook only; without conditions all that are looked at."""

    conditions: tuple[str, ...]
    example: Example


@dataclass(frozen=True, slots=True)
class OnlyPossible:
    """The situations that are possible in `edition` only, for one reason why they are not in the other one.

    `areas` are these, `beyond` is one outside them, where they are not all; `proof` is that there are no others.
    """

    edition: Edition
    why: Why
    areas: tuple[Area, ...]
    beyond: Example | None
    proof: Proof


class What(Enum):
    """What a rulebook may have that the other one has not."""

    FACT = "fact"
    RULING = "ruling"
    VALUE = "value"
    CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Unpaired:
    """Something that only `edition` has; of a value `of` is the fact, ruling or index that has it."""

    edition: Edition
    what: What
    name: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Diff:
    """Two rulebooks compared. Witnesses and values are those of `both`, which has the facts and values of either.

    `decisions` are what the new rulebook decides: the old one was compared as if it had. `idle` are the changes that
    the new rulebook means, of rulings in which none was found.
    """

    both: Both
    rulebook: Rulebook = field(repr=False)
    rulings: tuple[Compared, ...] = ()
    possible: tuple[OnlyPossible, ...] = ()
    unpaired: tuple[Unpaired, ...] = ()
    decisions: tuple[Decision, ...] = ()
    idle: tuple[Change, ...] = ()

    @property
    def unintended(self) -> int:
        """How many regions of what changed the new rulebook does not mean."""
        return sum(moved.meant is False for each in self.rulings for moved in each.moved)

    @property
    def differs(self) -> bool:
        """Whether a ruling comes out differently or is in one only, a situation is, or nothing is possible in both."""
        lone = any(each.what is What.RULING for each in self.unpaired) or any(each.areas for each in self.possible)
        return lone or any(each.moved or each.proof.verdict is Verdict.VACUOUS for each in self.rulings)

    @property
    def whole(self) -> bool:
        """Whether it is proved that nothing else differs."""
        proofs = (*(each.proof for each in self.rulings), *(each.proof for each in self.possible))
        return all(proof.verdict in {Verdict.PROVED, Verdict.VACUOUS} for proof in proofs)
