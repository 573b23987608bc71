"""The statements of a rulebook as they are written: names are words still, and nothing has a type.

What `syntax` returns and `resolve` reads. Frozen; every node has the span of its first line, and every
expression its depth, never more than `limits.NESTING`.
"""

from typing import Literal, NamedTuple, TypeAlias

from .expression import Quantifier, Relation
from .span import Span

Operator: TypeAlias = Literal["and", "or", "implies", "+", "*"] | Relation


class Name(NamedTuple):
    """A word where it stands: a name, an id, or a text in quotes without its quotes."""

    text: str
    span: Span


class Word(NamedTuple):
    """A name in an expression, or one of `yes`, `no`, `nobody`, `players`."""

    text: str
    span: Span
    depth: int = 1


class Digits(NamedTuple):
    """A number."""

    value: int
    span: Span
    depth: int = 1


class Indexed(NamedTuple):
    """`name[at]`."""

    name: Name
    at: "Phrase"
    span: Span
    depth: int


class Called(NamedTuple):
    """`name(argument, ...)`; the name may be `before`, `after`, `neighbours` or `decided`."""

    name: Name
    arguments: tuple["Phrase", ...]
    span: Span
    depth: int


class Group(NamedTuple):
    """An expression in parentheses."""

    inner: "Phrase"
    span: Span
    depth: int


class Prefix(NamedTuple):
    """`not E` and `-E`."""

    operator: Literal["not", "-"]
    operand: "Phrase"
    span: Span
    depth: int


class Operation(NamedTuple):
    """Two operands or more between one operator, whose place is `mark`; what is subtracted is a `Prefix`."""

    operator: Operator
    operands: tuple["Phrase", ...]
    mark: Span
    span: Span
    depth: int


class Membership(NamedTuple):
    """`E in {a, b}`, or with `spread` `E in a..b`."""

    operand: "Phrase"
    values: tuple["Constant", ...]
    spread: bool
    span: Span
    depth: int


class Conditional(NamedTuple):
    """`if E then E else E`."""

    condition: "Phrase"
    then: "Phrase"
    otherwise: "Phrase"
    span: Span
    depth: int


class Quantification(NamedTuple):
    """`some/every/one/count/total name: E`; `kind` is what stands in `some name: kind: E`."""

    quantifier: Quantifier | Literal["one"]
    name: Name
    kind: Name | None
    body: "Phrase"
    span: Span
    depth: int


class Search(NamedTuple):
    """`first name after/from E [backward] where E`."""

    name: Name
    included: bool
    start: "Phrase"
    backward: bool
    body: "Phrase"
    span: Span
    depth: int


Constant: TypeAlias = Word | Digits
Phrase: TypeAlias = (
    Word | Digits | Indexed | Called | Group | Prefix | Operation | Membership | Conditional | Quantification | Search
)


def parts(phrase: Phrase) -> tuple[Phrase, ...]:
    """The phrases directly beneath, in the order of the text; constants in braces are none."""
    match phrase:
        case Word() | Digits():
            return ()
        case Indexed(at=inner) | Group(inner) | Prefix(operand=inner) | Quantification(body=inner):
            return (inner,)
        case Membership(operand=inner):
            return (inner,)
        case Called(arguments=inside) | Operation(operands=inside):
            return inside
        case Conditional(condition, then, otherwise):
            return (condition, then, otherwise)
        case Search(start=start, body=inner):
            return (start, inner)


class FlagKind(NamedTuple):
    """The type `yes/no`."""

    span: Span


class RangeKind(NamedTuple):
    """The type `low..high`."""

    low: Digits
    high: Digits
    span: Span


class ValuesKind(NamedTuple):
    """The type `{a, b "label"}`."""

    values: tuple[Name, ...]
    labels: tuple[str, ...]
    span: Span


class NamedKind(NamedTuple):
    """A type by its name, with `vacant` the seats `or nobody`."""

    name: Name
    vacant: bool
    span: Span


Kind: TypeAlias = FlagKind | RangeKind | ValuesKind | NamedKind


class Binder(NamedTuple):
    """A name that an index or a `let` binds; without a type it is a seat."""

    name: Name
    kind: Kind | None


class Spot(NamedTuple):
    """What an effect, an assignment or an outcome is about: `name` or `name[at]`."""

    name: Name
    at: Phrase | None
    span: Span


class RulebookStatement(NamedTuple):
    """`rulebook name [amends base] "title"`."""

    name: Name
    base: Name | None
    title: Name
    span: Span


class SourceStatement(NamedTuple):
    """`source "title" 4, 5, 5.1`."""

    title: Name
    paragraphs: tuple[Name, ...]
    span: Span


class SeatsStatement(NamedTuple):
    """`seats name 3..6 usually 4`: numbers; or `seats name = a, b`: names."""

    name: Name
    least: Digits | None
    most: Digits | None
    usual: Digits | None
    names: tuple[Name, ...]
    span: Span


class TimelineStatement(NamedTuple):
    """`timeline name = a < b`."""

    name: Name
    stages: tuple[Name, ...]
    span: Span


class TypeStatement(NamedTuple):
    """`type name = {a, b}`."""

    name: Name
    kind: Kind
    span: Span


class Asked(NamedTuple):
    """`[costs 3] "question"`: what a director is asked, and what it takes to find out."""

    question: Name
    cost: Digits | None


class FactStatement(NamedTuple):
    """`fact`, `option` or `reading`, by its `keyword`; `ambiguity` is empty but for a reading."""

    keyword: Literal["fact", "option", "reading"]
    name: Name
    at: Binder | None
    kind: Kind
    when: Phrase | None
    usually: Phrase | None
    asked: Asked
    ambiguity: str
    span: Span


class LetStatement(NamedTuple):
    """`let name(a, b: kind) = E [[costs 3] "question"]`; an empty question where there is none."""

    name: Name
    parameters: tuple[Binder, ...]
    body: Phrase
    asked: Asked
    span: Span


class AlwaysStatement(NamedTuple):
    """`always E "reason"`."""

    condition: Phrase
    reason: Name
    span: Span


class RulingStatement(NamedTuple):
    """`ruling name[index]: kind [when E] [otherwise value] "question"`."""

    name: Name
    at: Binder | None
    kind: Kind
    when: Phrase | None
    otherwise: Constant | None
    question: Name
    span: Span


class EffectPhrase(NamedTuple):
    """`name[index] is E`."""

    spot: Spot
    value: Phrase
    span: Span


class ClauseStatement(NamedTuple):
    """`clause id [implied] "title" [from ids] [for each names] [when E] then effects [overrides ids]`.

    `origins` are the ids after `from`, None where there is no `from`.
    """

    id: Name
    implied: bool
    title: Name
    origins: tuple[Name, ...] | None
    each: tuple[Name, ...]
    when: Phrase | None
    effects: tuple[EffectPhrase, ...]
    overrides: tuple[Name, ...]
    span: Span


class PartStatement(NamedTuple):
    """`part id "title" [when E]`."""

    id: Name
    title: Name
    when: Phrase | None
    span: Span


class NoteStatement(NamedTuple):
    """`note id "title"`."""

    id: Name
    title: Name
    span: Span


class ClaimStatement(NamedTuple):
    """`claim "title": E`."""

    title: Name
    condition: Phrase
    span: Span


class DependenceStatement(NamedTuple):
    """`claim "title": ruling depends only on fact, ...`."""

    title: Name
    ruling: Name
    facts: tuple[Name, ...]
    span: Span


class TurningStatement(NamedTuple):
    """`claim "title": ruling turns with the table`."""

    title: Name
    ruling: Name
    span: Span


class CaseStatement(NamedTuple):
    """`case "title" given spot = value, ... expect spot is value, ...`.

    Only a case file says more: where the case is from, which clauses have to decide, and a note.
    """

    title: Name
    given: tuple[tuple[Spot, Constant], ...]
    expected: tuple[tuple[Spot, Constant], ...]
    span: Span
    source: Name | None = None
    clauses: tuple[Name, ...] = ()
    note: Name | None = None


class OverrideStatement(NamedTuple):
    """`override clause over other`."""

    clause: Name
    over: Name
    span: Span


class DecideStatement(NamedTuple):
    """`decide name = value "reason"`."""

    name: Name
    value: Constant
    reason: Name
    span: Span


class ChangesStatement(NamedTuple):
    """`changes name[index] [where E] "reason"`."""

    name: Name
    at: Binder | None
    where: Phrase | None
    reason: Name
    span: Span


class RepealStatement(NamedTuple):
    """`repeal keyword name`; the name is empty of what has none, and as written of an `override`: `7 over 5`."""

    keyword: str
    name: str
    span: Span


class RestateStatement(NamedTuple):
    """`restate` before a statement."""

    statement: "Statement"
    span: Span


Statement: TypeAlias = (
    RulebookStatement
    | SourceStatement
    | SeatsStatement
    | TimelineStatement
    | TypeStatement
    | FactStatement
    | LetStatement
    | AlwaysStatement
    | RulingStatement
    | ClauseStatement
    | PartStatement
    | NoteStatement
    | ClaimStatement
    | DependenceStatement
    | TurningStatement
    | CaseStatement
    | OverrideStatement
    | DecideStatement
    | ChangesStatement
    | RepealStatement
    | RestateStatement
)
