"""What is to be computed, in a form that every target language has: expressions, and the statements of routines.

All names are identifiers that every target takes. What has no value is None. An operation works on operands that have
one; those that take others are the helpers, which each target brings along.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..language.expression import Quantifier, Side

Op: TypeAlias = Literal["and", "or", "not", "=", "!=", "<", "<=", ">", ">=", "+", "*"]
HelperName: TypeAlias = Literal["all", "any", "not", "choose", "sum", "seat"]
State: TypeAlias = Literal["true", "not_false", "decided", "filled"]


@dataclass(frozen=True, slots=True)
class Constant:
    """A value."""

    value: bool | int


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or a name that is bound."""

    name: str


@dataclass(frozen=True, slots=True)
class Item:
    """The element of a sequence at an index; `first` is the index of its first element."""

    sequence: Local
    index: "Code"
    first: int


@dataclass(frozen=True, slots=True)
class Compute:
    """An operation on operands that have values; `and` and `or` take one or more, `+` two or more."""

    op: Op
    operands: tuple["Code", ...]


@dataclass(frozen=True, slots=True)
class Member:
    """Whether a number lies in one of some ranges, ends included; None lies in none.

    `low` and `high` are what it may come to at all.
    """

    operand: "Code"
    ranges: tuple[tuple[int, int], ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Choose:
    """One of two, by a condition that has a value."""

    condition: "Code"
    then: "Code"
    otherwise: "Code"


@dataclass(frozen=True, slots=True)
class With:
    """None where `value` is None; else what `body` comes to under the name."""

    name: str
    value: "Code"
    body: "Code"


@dataclass(frozen=True, slots=True)
class Over:
    """`some`, `every`, `count` or `total` over the seats at the table. With `partial` the body may have no value."""

    quantifier: Quantifier
    name: str
    players: "Code"
    body: "Code"
    partial: bool


@dataclass(frozen=True, slots=True)
class Next:
    """The next seat at the table from one that is at it."""

    seat: "Code"
    side: Side
    players: "Code"


@dataclass(frozen=True, slots=True)
class Beside:
    """Whether two seats at the table are neighbours."""

    left: "Code"
    right: "Code"
    players: "Code"


@dataclass(frozen=True, slots=True)
class Search:
    """`first q after S where E`: the first seat for which the body is true, once round from a seat that has a value."""

    name: str
    start: "Code"
    included: bool
    backward: bool
    players: "Code"
    body: "Code"


@dataclass(frozen=True, slots=True)
class Helper:
    """What comes of operands that may have no value.

    `all`, `any`, `not` and `choose` are Kleene's connectives, `sum` is a sum. `seat` is its first
    operand where that is a seat at a table of as many as the second.
    """

    name: HelperName
    operands: tuple["Code", ...]


@dataclass(frozen=True, slots=True)
class Use:
    """What a routine comes to."""

    routine: str
    arguments: tuple["Code", ...]


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a ruling, None where it has none."""

    routine: str
    arguments: tuple["Code", ...]


@dataclass(frozen=True, slots=True)
class Is:
    """Whether an operand is true, is not false, has a value, or is a list that is not empty: always yes or no."""

    state: State
    operand: "Code"


@dataclass(frozen=True, slots=True)
class Gather:
    """The list of what `value` comes to for all seats of the names for which the condition is true."""

    names: tuple[str, ...]
    players: "Code"
    condition: "Code | None"
    value: "Code"


Code: TypeAlias = (
    Constant
    | Local
    | Item
    | Compute
    | Member
    | Choose
    | With
    | Over
    | Next
    | Beside
    | Search
    | Helper
    | Use
    | Read
    | Is
    | Gather
)


@dataclass(frozen=True, slots=True)
class Set:
    """Give a name a value."""

    name: str
    value: Code


@dataclass(frozen=True, slots=True)
class When:
    """Go another way where a condition holds; that way ends in itself."""

    condition: Code
    then: tuple["Statement", ...]


@dataclass(frozen=True, slots=True)
class Give:
    """End with an outcome, by its position among those of the unit."""

    outcome: int


@dataclass(frozen=True, slots=True)
class Leave:
    """End with what another routine comes to, which has the same parameters."""

    routine: str


@dataclass(frozen=True, slots=True)
class Return:
    """End with a value."""

    value: Code


@dataclass(frozen=True, slots=True)
class Deciding:
    """An effect that decides where the condition holds (None is always): its clause and the values that it gives."""

    clause: str
    condition: Code | None
    values: Code


@dataclass(frozen=True, slots=True)
class Settle:
    """End with what comes of some effects; with the outcome `otherwise` where none of them decides."""

    effects: tuple[Deciding, ...]
    players: Code
    otherwise: int


@dataclass(frozen=True, slots=True)
class Sift:
    """End with what a sieve, by its position among those of the unit, makes of the values of its columns."""

    sieve: int
    values: tuple[Code, ...]


Statement: TypeAlias = Set | When | Give | Leave | Return | Settle | Sift


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a routine: a yes/no or a number, by `many` a sequence of them; `partial` where it may be None."""

    name: str
    truth: bool
    many: bool = False
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Routine:
    """A function. `ruling` is the one that it decides.

    It is None of a `let`, which comes to yes/no by `truth`, or to a number; with `partial` it may have no value.
    """

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    ruling: str | None = None
    truth: bool = False
    partial: bool = False
