"""A checked rulebook: frozen records, names resolved, types known, every condition joined with its parts.

What the resolver returns and everything else reads. Mappings keep the order of declaration.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from .expression import Const, Expression
from .span import Span
from .types import Table, Type, Value
from .walk import rulings_read


class Role(Enum):
    """What a fact is to the people who use the rulebook."""

    FACT = "fact"
    OPTION = "option"
    READING = "reading"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A bound name with its type: an index, a parameter of a `let`, a `for each`."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Fact:
    """A typed thing that a director can establish; `cost` is what that takes, beside other facts.

    `ambiguity`: the id that a reading settles, else empty.
    """

    name: str
    index: Parameter | None
    type: Type
    when: Expression | None
    usually: Expression | None
    question: str
    cost: int
    role: Role
    ambiguity: str
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """A named expression with parameters; its `question`, if any, can be asked for the facts beneath, at a `cost`."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Expression
    question: str
    cost: int
    span: Span


@dataclass(frozen=True, slots=True)
class Always:
    """What holds in every possible situation. Reads no ruling."""

    condition: Expression
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Ruling:
    """One thing to decide. `when` is its scope, `otherwise` its default value."""

    name: str
    index: Parameter | None
    type: Type
    when: Expression | None
    otherwise: Value | None
    question: str
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """`ruling[index] is value`, in the names that the clause binds."""

    ruling: str
    index: Expression | None
    value: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Part:
    """A condition that joins the condition of every clause under `id`."""

    id: str
    title: str
    when: Expression | None
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition and the values that it gives.

    `own` is the condition as written, `parts` the ids of the parts whose conditions join it; `overrides` is
    closed transitively and expanded to clause ids. `each` are the names that `for each` binds, all of them
    seats. `paragraphs` are the paragraphs of the source that it encodes.
    """

    id: str
    title: str
    implied: bool
    each: tuple[Parameter, ...]
    own: Expression | None
    when: Expression | None
    parts: tuple[str, ...]
    effects: tuple[Effect, ...]
    overrides: frozenset[str]
    paragraphs: tuple[str, ...]
    heading: str
    span: Span


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph of the source without a ruling."""

    id: str
    title: str
    heading: str
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """A property that the editor states."""

    title: str
    condition: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Dependence:
    """A claim that a ruling depends only on some facts.

    In two possible situations that agree on these, at every index, on the options and readings, and on the number of
    players, the same comes out for it.
    """

    title: str
    ruling: str
    facts: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Turning:
    """A claim that a ruling turns with the table: it treats all seats alike.

    Where everyone moves one seat on (`misdeal.model.meaning.turn`) and the situation stays possible, what comes out for
    the ruling moves along.
    """

    title: str
    ruling: str
    span: Span


@dataclass(frozen=True, slots=True)
class Place:
    """A fact or ruling at one index: `index` is None where it has none."""

    name: str
    index: Value | None = None


class Unruled(Enum):
    """What a case may expect of a ruling beside a value."""

    GAP = "gap"
    CLASH = "clash"
    UNDEFINED = "undefined"
    DOES_NOT_ARISE = "does not arise"


Expected: TypeAlias = Value | Unruled


@dataclass(frozen=True, slots=True)
class Case:
    """A precedent: what is given (usual values for the rest) and the outcomes that it must have.

    `players` is None where the case leaves it at its usual. `source` is where it comes from: of a `case` statement the
    heading above it. `clauses` are ids of clauses each of which has to decide one of the rulings expected.
    """

    title: str
    players: int | None
    given: Mapping[Place, Value]
    expected: Mapping[Place, Expected]
    span: Span
    source: str = ""
    clauses: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What an amendment means to change: a ruling where a condition holds, at an index that this may name."""

    ruling: str
    index: Parameter | None
    where: Expression | None
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Decision:
    """What an amendment says of an option or reading, which is a fact no more: its value, and why."""

    fact: Fact
    value: Value
    reason: str
    span: Span


@dataclass(frozen=True, slots=True)
class Chosen:
    """The value that whoever asks chose for an option or reading, which is a fact no more.

    `unfit` are the cases that give it another value; they are left out.
    """

    fact: Fact
    value: Value
    unfit: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """A rulebook as its own page has it: what it is called, and the page."""

    name: str
    title: str
    file: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Passage:
    """A statement as a page has it, without `restate`, and the heading above it; `span` is where it begins.

    `subject` is its keyword and its name, `restates` what it was put in the place of, `repealed` where it is
    repealed.
    """

    subject: tuple[str, str]
    text: str
    heading: str
    span: Span
    restates: "Passage | None" = None
    repealed: Span | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The document that is encoded and the paragraphs that have to be."""

    title: str
    paragraphs: tuple[str, ...]
    span: Span


@dataclass(frozen=True, eq=False)
class Rulebook:
    """A rulebook that resolved without an error; each is equal to itself alone.

    Of an amendment everything is what comes of it and of the rulebook that it amends. `editions` are its own,
    then that of the rulebook that it amends, and so on; `passages` all statements, repealed ones in their place.
    `reading_order` lists rulings so that each comes after those that it reads; `settling_order` lists facts
    so that each comes after those that its `when` and `usually` read. `constants` are the options that are decided or
    chosen, and the `let`s that come to a constant for that.
    """

    editions: tuple[Edition, ...]
    passages: tuple[Passage, ...]
    source: Source | None
    table: Table | None
    types: Mapping[str, Type]
    facts: Mapping[str, Fact]
    lets: Mapping[str, Let]
    always: tuple[Always, ...]
    rulings: Mapping[str, Ruling]
    parts: tuple[Part, ...]
    clauses: Mapping[str, Clause]
    notes: tuple[Note, ...]
    claims: tuple[Claim, ...]
    dependences: tuple[Dependence, ...]
    turnings: tuple[Turning, ...]
    cases: tuple[Case, ...]
    decisions: tuple[Decision, ...]
    changes: tuple[Change, ...]
    reading_order: tuple[str, ...]
    settling_order: tuple[str, ...]
    constants: Mapping[str, Const]
    chosen: tuple[Chosen, ...] = ()

    @property
    def name(self) -> str:
        """By which it is known."""
        return self.editions[0].name

    @property
    def title(self) -> str:
        """What people call it."""
        return self.editions[0].title

    @property
    def file(self) -> str:
        """The file of its own page, as it is named in messages."""
        return self.editions[0].file

    @property
    def text(self) -> str:
        """Its own page."""
        return self.editions[0].text

    @cached_property
    def effects(self) -> Mapping[str, tuple[tuple[Clause, Effect], ...]]:
        """Of every ruling the effects on it, with their clauses, in the order of the text."""
        found: dict[str, list[tuple[Clause, Effect]]] = {name: [] for name in self.rulings}
        for clause in self.clauses.values():
            for effect in clause.effects:
                found[effect.ruling].append((clause, effect))
        return MappingProxyType({name: tuple(pairs) for name, pairs in found.items()})

    @cached_property
    def beneath(self) -> Mapping[str, tuple[str, ...]]:
        """Of every ruling the rulings that it reads, through others too, and itself last, in reading order."""
        found: dict[str, tuple[str, ...]] = {}
        for name in self.reading_order:  # those that it reads come before it
            read = {name}
            for expression in self.expressions(name):
                read.update(*(found[each] for each in rulings_read(expression, self.lets)))
            found[name] = tuple(each for each in self.reading_order if each in read)
        return MappingProxyType(found)

    def expressions(self, ruling: str) -> tuple[Expression, ...]:
        """What a ruling is made of: its scope, and of each effect on it the condition, the index and the value."""
        parts = [self.rulings[ruling].when]
        for clause, effect in self.effects[ruling]:
            parts += [clause.when, effect.index, effect.value]
        return tuple(part for part in parts if part is not None)

    @cached_property
    def options(self) -> tuple[Fact, ...]:
        """The options and readings."""
        return tuple(fact for fact in self.facts.values() if fact.role is not Role.FACT)
