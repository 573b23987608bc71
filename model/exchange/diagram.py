"""A ruling as a decision diagram: tests that share what follows them, and what comes out at the end. Or as a sieve.

That either says what its ruling says is not seen here: `misdeal.proofs` makes them and proves them.
"""

from dataclasses import dataclass
from typing import TypeAlias

from ..language.expression import Expression
from ..language.rulebook import Ruling
from ..language.types import Value
from ..meaning.evaluate import Bindings, Evaluation, Kind, Undefined


@dataclass(frozen=True, slots=True)
class Test:
    """Whether a subject lies in one of some ranges, ends included; with `undefined`, or has no value.

    `subject` is a position among those of the diagram; `yes` and `no` are positions among its nodes.
    """

    __test__ = False  # pytest takes a class of this name for tests

    subject: int
    ranges: tuple[tuple[int, int], ...]
    undefined: bool
    yes: int
    no: int

    def holds(self, value: Value | Undefined) -> bool:
        """Whether a value of the subject passes the test."""
        if isinstance(value, Undefined):
            return self.undefined
        return any(low <= value <= high for low, high in self.ranges)


@dataclass(frozen=True, slots=True)
class Leaf:
    """What comes out. `effects` are the deciding effects, as positions among those on the ruling.

    `kind` is None where some of them give a value that has to be computed; else all is known, and `value` is None
    unless `kind` is VALUE or DEFAULT. `clauses` are the ids of the deciding clauses, each once, in order.
    """

    kind: Kind | None
    value: Value | None
    clauses: tuple[str, ...]
    effects: tuple[int, ...]


Node: TypeAlias = Test | Leaf


@dataclass(frozen=True, slots=True)
class Diagram:
    """A ruling as a diagram. Each node comes after those that it leads to; the last one is where to begin.

    Subjects are expressions in terms of the ruling's index, by its name.
    """

    ruling: Ruling
    subjects: tuple[Expression, ...]
    nodes: tuple[Node, ...]

    def leaf(self, evaluation: Evaluation, names: Bindings) -> Leaf:
        """The end that a situation leads to; `names` has the index."""
        node = self.nodes[-1]
        while isinstance(node, Test):
            value = evaluation.value(self.subjects[node.subject], names)
            node = self.nodes[node.yes if node.holds(value) else node.no]
        return node


@dataclass(frozen=True, slots=True)
class Column:
    """What a sieve looks at, which always has a value: ranges `low..high`, in order, each with the marks it leaves."""

    subject: Expression
    ranges: tuple[tuple[int, int, int], ...]

    def marks(self, value: Value) -> int:
        """The marks that a value leaves."""
        return next(marks for low, high, marks in self.ranges if low <= value <= high)


@dataclass(frozen=True, slots=True)
class Sieve:
    """A ruling whose scope and effects each ask for one range or several of some subjects, and no more.

    Marks are bits: one for each effect on the ruling, in order, then one for the scope. What all columns leave is what
    applies. Every effect gives a constant of the ruling's type. `every` are the marks without any column.
    """

    ruling: Ruling
    columns: tuple[Column, ...]
    every: int


Form: TypeAlias = Diagram | Sieve
