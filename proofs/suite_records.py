"""A suite of cases as data: what is to be shown of a rulebook, and the situations that show it."""

from dataclasses import dataclass
from enum import Enum

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Kind
from misdeal.model.meaning.situation import Situation


class What(Enum):
    """What is to be shown."""

    DECIDES = "a clause decides"
    COMES_OUT = "an outcome comes out"
    MATTERS = "a part of a condition matters"
    BOUNDARY = "a boundary changes what comes out"


class Status(Enum):
    """Whether it is shown."""

    SHOWN = "shown"
    IMPOSSIBLE = "impossible"
    NOT_FOUND = "not found"


class How(Enum):
    """What the two situations of a pair have in common beside what they are to show."""

    UNIQUE = "all other parts of the condition are the same"
    MASKING = "other parts of the condition differ, and make no difference"


@dataclass(frozen=True, slots=True)
class Example:
    """One situation, with what comes out in it for one ruling and the clauses that decide it, by the evaluator.

    `label` says what the situation is an example of, in the rulebook's words.
    """

    label: str
    place: Place
    situation: Situation
    kind: Kind
    value: Value | None
    deciding: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Aim:
    """What is to be shown of a ruling.

    `clause` is empty where no clause is meant, `effect` the position of its effect among those on the ruling. `subject`
    is the part of its condition, or what the boundary is one of; `value` what comes out, or the lowest value above
    the boundary.
    """

    what: What
    ruling: str
    clause: str = ""
    effect: int | None = None
    subject: Expression | None = None
    kind: Kind | None = None
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """Whether and how an aim is shown: by one example, or by the two of a pair, yes or the lower side first.

    IMPOSSIBLE is proved by the solver. `reason` says why it was not found.
    """

    aim: Aim
    status: Status
    examples: tuple[Example, ...] = ()
    how: How | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """What is shown of a rulebook, ruling by ruling, in the order of the text."""

    rulebook: Rulebook
    shown: tuple[Shown, ...]

    def count(self, what: What, status: Status) -> int:
        """How many aims of a kind have a status."""
        return sum(each.aim.what is what and each.status is status for each in self.shown)
