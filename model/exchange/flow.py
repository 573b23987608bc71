"""A diagram as the statements of routines: tests within one another, and a routine for whatever large is shared."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..language.types import Type
from .code import Code, Compute, Is, Leave, Local, Set, Statement, When
from .diagram import Diagram, Leaf, Test
from .lower import Lowered, member
from .ranges import never_of_none

REPEATED = 6  # nodes of what is shared, at most, that is written out wherever it is needed

Ending: TypeAlias = Callable[[Leaf], Statement]


@dataclass(frozen=True, slots=True)
class Subject:
    """What tests look at: its code and its type."""

    lowered: Lowered
    type: Type


class Flow:
    """Statements for a diagram. `ending` gives that for a leaf; `name` names the routine for a node."""

    def __init__(
        self, diagram: Diagram, subjects: Sequence[Subject], ending: Ending, name: Callable[[int], str]
    ) -> None:
        self._nodes = diagram.nodes
        self._subjects = subjects
        self._ending = ending
        self._name = name
        self._sizes, self._apart = self._measured()

    def routines(self) -> Iterator[tuple[str, tuple[Statement, ...]]]:
        """The routines, each by its name; the last one is where to begin."""
        for at in sorted({*self._apart, len(self._nodes) - 1}):
            yield self._name(at), self._block(at, at, frozenset(), frozenset())

    def _measured(self) -> tuple[list[int], frozenset[int]]:
        """How many nodes are written for each node, and which nodes have routines of their own."""
        uses = [0] * len(self._nodes)
        for node in self._nodes:
            if isinstance(node, Test):
                uses[node.yes] += 1
                uses[node.no] += 1
        sizes: list[int] = []
        apart: set[int] = set()
        for at, node in enumerate(self._nodes):
            size = 1
            if isinstance(node, Test):
                size += sum(1 if way in apart else sizes[way] for way in (node.yes, node.no))
            if uses[at] > 1 and size > REPEATED:
                apart.add(at)
            sizes.append(size)
        return sizes, frozenset(apart)

    def _block(self, start: int, at: int, worked_out: frozenset[int], decided: frozenset[int]) -> tuple[Statement, ...]:
        """The statements from a node on, within the routine of another; `decided` are subjects that have a value."""
        found: list[Statement] = []
        while isinstance(node := self._nodes[at], Test):
            if at in self._apart and at != start:
                return (*found, Leave(self._name(at)))
            subject = self._subjects[node.subject]
            code = self._looked_at(node.subject)
            if not isinstance(subject.lowered.code, Local) and node.subject not in worked_out:
                found.append(Set(code.name, subject.lowered.code))
                worked_out |= {node.subject}
            sure = subject.lowered.sure or node.subject in decided
            condition = self._condition(node, code, subject.type, sure=sure)
            aside, on = (node.yes, node.no), (True, False)
            if self._cost(node.yes) > self._cost(node.no):
                condition = negated(condition)
                aside, on = (node.no, node.yes), (False, True)
            here = decided | {node.subject} if _decides(node, on[0]) else decided
            found.append(When(condition, self._block(start, aside[0], worked_out, here)))
            decided = decided | {node.subject} if _decides(node, on[1]) else decided
            at = aside[1]
        return (*found, self._ending(node))

    def _looked_at(self, subject: int) -> Local:
        code = self._subjects[subject].lowered.code
        return code if isinstance(code, Local) else Local(f"t{subject}")

    def _cost(self, at: int) -> int:
        return 1 if at in self._apart else self._sizes[at]

    def _condition(self, test: Test, code: Code, kind: Type, *, sure: bool) -> Code:
        within = member(code, test.ranges, kind)
        if sure or (not test.undefined and never_of_none(within)):
            return within
        if not test.undefined:
            return Compute("and", (Is("decided", code), within))
        missing = Compute("not", (Is("decided", code),))
        return Compute("or", (missing, within)) if test.ranges else missing


def _decides(test: Test, outcome: bool) -> bool:  # noqa: FBT001 - a truth value
    """Whether the subject of a test surely has a value where the test comes out so."""
    return outcome is not test.undefined


def negated(condition: Code) -> Code:
    """The opposite of a condition."""
    if isinstance(condition, Compute) and condition.op == "not":
        return condition.operands[0]
    return Compute("not", (condition,))
