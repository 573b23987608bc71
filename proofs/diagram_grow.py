"""Diagrams grown from the conditions of a ruling: always tested next is what leaves the fewest effects open.

No solver is needed. Places that leave the same open are one node, and a test whose outcome makes no difference is none.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from misdeal.model.exchange.diagram import Diagram, Leaf, Node, Test
from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.meaning.evaluate import Kind, Undefined

from .criterion import Cell, Criterion, Derived, TooManyCriteria, conditions, criteria
from .diagram_formula import All, Cells, Formula, Formulas, Some, Within, conjunction, disjunction
from .diagram_leaf import constant_of

NODES = 2_000  # of a diagram, and tests on the way to an end: beyond, there is none
DEEPEST = 150
LOOKED_AT = 48  # tests that are compared before one is chosen


class TooLarge(Exception):  # noqa: N818 - an answer, not a mistake
    """The diagram of a ruling would be larger than diagrams may be."""


class OutOfTime(Exception):  # noqa: N818 - an answer, not a mistake
    """The time is over; no diagram is grown."""


def diagram(rulebook: Rulebook, ruling: Ruling, nodes: int = NODES, deadline: float = inf) -> Diagram:
    """The diagram of a ruling, of at most so many nodes. Raises TooLarge.

    Raises OutOfTime where it is not grown by `deadline` on the monotonic clock.
    """
    stated = conditions(rulebook, ruling)
    try:
        found = criteria(rulebook, (stated.scope, *stated.reaches))
    except TooManyCriteria:
        raise TooLarge from None
    formulas = Formulas(rulebook.lets, found)
    whole = {at: (1 << len(criterion.cells)) - 1 for at, criterion in enumerate(found)}
    growing = _Growing(rulebook, ruling, found, nodes, deadline)
    open_effects = tuple((at, formulas.where(reach)) for at, reach in enumerate(stated.reaches))
    growing.grow(growing.narrowed(_State(formulas.where(stated.scope), open_effects, frozenset(), whole)), 0)
    return pruned(Diagram(ruling, tuple(_expression(criterion) for criterion in found), tuple(growing.nodes)))


@dataclass(frozen=True, slots=True)
class _State:
    """What is still open: the scope, effects that may apply, and those that do; and the cells that are left.

    What is overridden by an effect that applies is in neither.
    """

    scope: Formula
    pending: tuple[tuple[int, Formula], ...]
    applying: frozenset[int]
    cells: dict[int, Cells]


@dataclass(frozen=True, slots=True)
class _Split:
    """A test: whether a criterion lies in some of the cells that are left."""

    criterion: int
    yes: Cells
    no: Cells


class _Growing:
    """The nodes of one diagram, as far as it is grown."""

    def __init__(
        self, rulebook: Rulebook, ruling: Ruling, found: Sequence[Criterion], most: int, deadline: float
    ) -> None:
        self.nodes: list[Node] = []
        self.subjects = found
        self._ruling = ruling
        self._effects = rulebook.effects[ruling.name]
        self._most = most
        self._deadline = deadline
        self._places: dict[Node, int] = {}
        self._known: dict[object, int] = {}
        self._restricted: dict[tuple[Formula, tuple[Cells, ...]], Formula] = {}
        self._mentioned: dict[Formula, tuple[int, ...]] = {}
        self._ordered = [_Order(criterion) for criterion in found]

    def grow(self, state: _State, depth: int) -> int:
        """The node for what is open."""
        state = self._settled(state)
        if state.scope is False:
            return self._node(Leaf(Kind.DOES_NOT_ARISE, None, (), ()))
        if state.scope is True and not state.pending:
            return self._node(self._leaf(state.applying))
        opened = (state.scope, *(formula for _, formula in state.pending))
        mentioned = sorted({at for formula in opened for at in self._mentions(formula)})
        key = (state.scope, state.pending, state.applying, tuple((at, state.cells[at]) for at in mentioned))
        if key not in self._known:
            if len(self._known) >= self._most or depth >= DEEPEST:
                raise TooLarge
            if time.monotonic() > self._deadline:
                raise OutOfTime
            self._known[key] = self._grown(state, depth)
        return self._known[key]

    def _grown(self, state: _State, depth: int) -> int:
        split = self._best(state)
        yes, no = (
            self.grow(self._narrowed(state, split.criterion, cells), depth + 1) for cells in (split.yes, split.no)
        )
        return yes if yes == no else self._node(self._test(split, yes, no))

    def _test(self, split: _Split, yes: int, no: int) -> Test:
        """The test of a split; cells that are not left may be taken in where that makes fewer ranges."""
        cells = self.subjects[split.criterion].cells
        undefined = any(isinstance(cell, Undefined) and split.yes >> at & 1 for at, cell in enumerate(cells))
        ranges: list[tuple[int, int]] = []
        going_on = False
        for at, cell in enumerate(cells):
            if isinstance(cell, Undefined):
                continue
            if split.yes >> at & 1:
                if going_on:
                    ranges[-1] = (ranges[-1][0], cell.high)
                else:
                    ranges.append((cell.low, cell.high))
                going_on = True
            elif split.no >> at & 1:
                going_on = False
        return Test(split.criterion, tuple(ranges), undefined, yes, no)

    def _node(self, node: Node) -> int:
        if node not in self._places:
            if len(self.nodes) >= self._most:
                raise TooLarge
            self._places[node] = len(self.nodes)
            self.nodes.append(node)
        return self._places[node]

    def _leaf(self, applying: frozenset[int]) -> Leaf:
        """What comes of the effects that decide."""
        effects = tuple(sorted(applying))
        clauses = tuple(dict.fromkeys(self._effects[at][0].id for at in effects))
        if not effects:
            default = self._ruling.otherwise
            return Leaf(Kind.GAP if default is None else Kind.DEFAULT, default, (), ())
        given = [constant_of(self._ruling, self._effects[at][1].value) for at in effects]
        values = {value for value in given if value is not None}
        if None in given:
            return Leaf(None, None, clauses, effects)
        if len(values) > 1:
            return Leaf(Kind.CLASH, None, clauses, effects)
        return Leaf(Kind.VALUE, values.pop(), clauses, effects)

    # What is open

    def _settled(self, state: _State) -> _State:
        """The state in which what is known of its effects is drawn on."""
        if state.scope is False:
            return state
        pending = [(at, formula) for at, formula in state.pending if formula is not False]
        applying = state.applying | {at for at, formula in pending if formula is True}
        overridden = frozenset().union(*(self._overridden[at] for at in applying))
        kept = tuple((at, formula) for at, formula in pending if formula is not True and at not in overridden)
        return replace(state, pending=kept, applying=applying - overridden)

    @cached_property
    def _overridden(self) -> list[frozenset[int]]:
        """Of every effect those that it overrides."""
        places: dict[str, set[int]] = {}
        for at, (clause, _) in enumerate(self._effects):
            places.setdefault(clause.id, set()).add(at)
        return [
            frozenset().union(*(places.get(other, ()) for other in clause.overrides)) for clause, _ in self._effects
        ]

    def _narrowed(self, state: _State, criterion: int, cells: Cells) -> _State:
        return self.narrowed(replace(state, cells={**state.cells, criterion: cells}))

    def narrowed(self, state: _State) -> _State:
        """The state with formulas that speak of the cells that are left only."""
        pending = tuple((at, self._restrict(formula, state.cells)) for at, formula in state.pending)
        return replace(state, scope=self._restrict(state.scope, state.cells), pending=pending)

    def _restrict(self, formula: Formula, left: dict[int, Cells]) -> Formula:
        """A formula where only some cells of each criterion are left."""
        if isinstance(formula, bool):
            return formula
        key = (formula, tuple(left[at] for at in self._mentions(formula)))
        if key not in self._restricted:
            self._restricted[key] = self._restrict_anew(formula, left)
        return self._restricted[key]

    def _restrict_anew(self, formula: Within | All | Some, left: dict[int, Cells]) -> Formula:
        match formula:
            case Within(criterion, cells):
                return conjunction([Within(criterion, cells & left[criterion])], left)
            case All(parts):
                return conjunction((self._restrict(part, left) for part in parts), left)
            case Some(parts):
                return disjunction((self._restrict(part, left) for part in parts), left)

    def _mentions(self, formula: Formula) -> tuple[int, ...]:
        """The criteria that a formula speaks of, in order."""
        if formula not in self._mentioned:
            found: tuple[int, ...]
            match formula:
                case Within(criterion):
                    found = (criterion,)
                case All(parts) | Some(parts):
                    found = tuple(sorted({at for part in parts for at in self._mentions(part)}))
                case _:
                    found = ()
            self._mentioned[formula] = found
        return self._mentioned[formula]

    # What to test next

    def _best(self, state: _State) -> _Split:
        """The test that leaves the fewest effects open, in all of its two outcomes and then in the worse of them."""
        formulas = [state.scope] if state.scope is not True else [formula for _, formula in state.pending]
        needs = [_needed(formula) for formula in formulas]
        splits = dict.fromkeys(
            split for formula in formulas for each in _leaves(formula) for split in self._splits(each, state)
        )
        chosen = list(splits)
        step = max(1, len(chosen) // LOOKED_AT)
        return min(chosen[::step], key=lambda split: _left_open(split, formulas, needs))

    def _splits(self, leaf: Within, state: _State) -> Iterator[_Split]:
        """The tests that a leaf suggests: its own, and where a number is cut the two cuts."""
        left = state.cells[leaf.criterion]
        yes = leaf.cells & left
        if yes and yes != left:
            yield from self._ordered[leaf.criterion].splits(leaf.criterion, yes, left)


class _Order:
    """In what ways a criterion is cut in two."""

    def __init__(self, criterion: Criterion) -> None:
        self._undefined = sum(1 << at for at, cell in enumerate(criterion.cells) if isinstance(cell, Undefined))
        self._numbers = any(isinstance(cell, Cell) and cell.low < cell.high for cell in criterion.cells)

    def splits(self, criterion: int, yes: Cells, left: Cells) -> Iterator[_Split]:
        """The tests for some of the cells that are left."""
        if left & self._undefined and self._numbers:
            here = left & self._undefined
            yield _Split(criterion, here, left ^ here)
            return
        if self._numbers:
            edges = yes ^ (yes << 1)  # a bit where some of the cells begin, and where they have ended
            while edges:
                low = left & ((edges & -edges) - 1)
                edges &= edges - 1
                if low and low != left:
                    yield _Split(criterion, low, left ^ low)
            return
        yield _Split(criterion, yes, left ^ yes)


def _expression(criterion: Criterion) -> Expression:
    assert not isinstance(criterion.subject, Derived)  # none was asked for
    return criterion.subject


def _needed(formula: Formula) -> dict[int, Cells]:
    """The cells of each criterion outside which a formula is false, as far as its outermost connective shows them."""
    parts: Iterable[Formula] = formula.parts if isinstance(formula, All) else (formula,)
    return {part.criterion: part.cells for part in parts if isinstance(part, Within)}


def _leaves(formula: Formula) -> Iterator[Within]:
    match formula:
        case Within():
            yield formula
        case All(parts) | Some(parts):
            for part in parts:
                yield from _leaves(part)
        case _:
            pass


def _left_open(split: _Split, formulas: Sequence[Formula], needs: Sequence[dict[int, Cells]]) -> tuple[int, int]:
    """How many formulas a test leaves open, in all and in its worse outcome."""
    yes = no = 0
    for formula, needed in zip(formulas, needs, strict=True):
        cells = needed.get(split.criterion, -1)
        alone = isinstance(formula, Within) and formula.criterion == split.criterion
        yes += bool(cells & split.yes) and not (alone and cells & split.yes == split.yes)
        no += bool(cells & split.no) and not (alone and cells & split.no == split.no)
    return yes + no, max(yes, no)


def pruned(whole: Diagram) -> Diagram:
    """The diagram without nodes that nothing leads to, and without subjects that nothing tests."""
    reached = {len(whole.nodes) - 1}
    for at in range(len(whole.nodes) - 1, -1, -1):
        node = whole.nodes[at]
        if at in reached and isinstance(node, Test):
            reached |= {node.yes, node.no}
    places = {at: new for new, at in enumerate(sorted(reached))}
    tested = sorted({node.subject for at in places if isinstance(node := whole.nodes[at], Test)})
    subjects = {at: new for new, at in enumerate(tested)}
    nodes = tuple(
        replace(node, subject=subjects[node.subject], yes=places[node.yes], no=places[node.no])
        if isinstance(node := whole.nodes[at], Test)
        else node
        for at in places
    )
    return Diagram(whole.ruling, tuple(whole.subjects[at] for at in tested), nodes)
