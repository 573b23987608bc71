"""What is found out about a ruling: why it comes out so, why not otherwise, and what would lead there; the records."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from misdeal.model.language.rulebook import Clause, Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.situation import Situation

from .smallest import Size

if TYPE_CHECKING:
    from .lacking import Lacking


@dataclass(frozen=True, slots=True)
class Why:
    """Facts that force what comes out for a ruling: in every possible situation in which they hold, it does.

    `facts` are given; `usual` are not, their usual values are taken, and there are some only where what is given does
    not force it alone: each with that value, None where it is not the same in all situations that are left or was not
    found out. `size` says whether fewer would do. At an index that may not be at the table, it is forced wherever it
    is.
    """

    facts: tuple[Place, ...]
    usual: Mapping[Place, Value | None]
    size: Size


class Prospect(Enum):
    """Whether a value comes out."""

    COMES = "comes"
    MAY_COME = "may come"
    NOT = "does not come"
    UNKNOWN = "not found out"


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a ruling could have a value: by a clause, or with None by default.

    `lacks` are the fewest parts that fail of its condition, and of what it gives to whom. `overriding` are clauses that
    apply and override it. Where it lacks nothing and is not overridden, `against` are the other clauses that decide;
    so it is of the default. `seats` binds the clause's `for each` names.
    """

    clause: Clause | None
    seats: Mapping[str, Value]
    lacks: "Lacking"
    overriding: tuple[str, ...] = ()
    against: tuple[str, ...] = ()

    @property
    def hindrances(self) -> int:
        """How much is in its way."""
        return len(self.lacks.parts) + len(self.overriding) + len(self.against)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a ruling does not have a value, in one situation.

    `situation` is the only one that is left; with `sampled` it is the most ordinary one of several. There is none where
    the value comes out, may still come out, or nothing was found out, for a `reason`. `scope` is what the ruling lacks
    to arise, None where it does. `ways` are the ways in which it could have the value, the nearest first, one a clause.
    """

    place: Place
    value: Value
    prospect: Prospect
    situation: Situation | None = None
    sampled: bool = False
    scope: "Lacking | None" = None
    ways: tuple[Way, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Leading:
    """A possible situation in which a ruling has the value asked for.

    `changed` is what is given and has other values there; `gone` is what is given and does not arise there, or has an
    index that is not at the table. `departing` are facts of which no single value is given, and that depart from their
    usual values.
    """

    situation: Situation
    changed: tuple[Place, ...] = ()
    gone: tuple[Place, ...] = ()
    departing: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What would lead to a value: situations with as few changes as can be, the most ordinary first.

    Where there is none and `reason` is empty, no possible situation has the value. `same_table` is false where none
    with the number of players that is given, or taken, has it. `reason` says why not all was found out.
    """

    place: Place
    value: Value
    leading: tuple[Leading, ...] = ()
    same_table: bool = True
    reason: str = ""
