"""Typed expressions: what the resolver makes of the text, and what evaluator and encoder give meaning to.

Frozen and compared by structure, spans aside. Every node knows its type. Bound names (of a quantifier, of
`for each`, of a `let`, of an index) are `Bound` nodes; a name is bound at most once on the way to any node.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .span import NOWHERE, Span
from .types import Flag, Number, Seat, Type, Value

Relation: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Quantifier: TypeAlias = Literal["some", "every", "count", "total"]
Side: TypeAlias = Literal["before", "after"]

FLAG = Flag()


@dataclass(frozen=True, slots=True)
class Const:
    """A value of a type."""

    value: Value
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Players:
    """The number of players at the table."""

    type: Number
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Bound:
    """A name bound by a quantifier, `for each`, a `let` or an index."""

    name: str
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class FactRef:
    """A fact, option or reading, at `index` if it is indexed."""

    fact: str
    index: "Expression | None"
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class RulingRef:
    """A ruling, at `index` if it is indexed: its value, undefined where it has none."""

    ruling: str
    index: "Expression | None"
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Decided:
    """`decided(r)`: true where the ruling has a value; undefined only where its index is."""

    ref: RulingRef
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A `let` at its arguments."""

    let: str
    arguments: tuple["Expression", ...]
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    """`not E`."""

    operand: "Expression"
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """`E and E and ...`: two operands or more."""

    operands: tuple["Expression", ...]
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Or:
    """`E or E or ...`: two operands or more."""

    operands: tuple["Expression", ...]
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Implies:
    """`E implies E`."""

    premise: "Expression"
    conclusion: "Expression"
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    """`if E then E else E`; the branches have one kind of type, `type` covers both."""

    condition: "Expression"
    then: "Expression"
    otherwise: "Expression"
    type: Type
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Compare:
    """`E = E` and the like; an order only between numbers or stages of one timeline."""

    relation: Relation
    left: "Expression"
    right: "Expression"
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Among:
    """`E in {a, b}`: constants, one or more, in the order of the text."""

    operand: "Expression"
    values: tuple[Value, ...]
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Between:
    """`E in A..B`: both ends included, constants."""

    operand: "Expression"
    low: int
    high: int
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """`c1*E1 + c2*E2 + ...`: `+ -` and `*` by a constant; a plain constant is a `Const`, the last term."""

    terms: tuple[tuple[int, "Expression"], ...]
    type: Number
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Quantified:
    """`some/every/count p: E` over the seats at the table, `total p: T` the sum of a number."""

    quantifier: Quantifier
    name: str
    seat: Seat
    body: "Expression"
    type: Flag | Number
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class First:
    """`first q after S [backward] where E`: once round from S, S left out (`from S`: S first)."""

    name: str
    start: "Expression"
    included: bool
    backward: bool
    body: "Expression"
    type: Seat
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """`before(p)` and `after(p)`: the next seat at the table in that direction."""

    side: Side
    operand: "Expression"
    type: Seat
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Neighbours:
    """`neighbours(p, q)`: p and q are different and sit side by side."""

    left: "Expression"
    right: "Expression"
    type: Flag = FLAG
    span: Span = field(default=NOWHERE, compare=False)


Expression: TypeAlias = (
    Const
    | Players
    | Bound
    | FactRef
    | RulingRef
    | Decided
    | Call
    | Not
    | And
    | Or
    | Implies
    | If
    | Compare
    | Among
    | Between
    | Sum
    | Quantified
    | First
    | Step
    | Neighbours
)
