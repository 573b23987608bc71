"""Bounded integers in plain logic: `x > k` becomes a Bool symbol, and arithmetic over small ranges becomes gates.

A solver of plain logic answers many times faster than one that has to do arithmetic. Only sums over wide ranges stay
arithmetic; the integers in them are tied to their order symbols. Terms come out equivalent to what goes in.
"""

from bisect import bisect_left
from collections.abc import Mapping
from itertools import pairwise
from typing import Literal, TypeAlias

from .term import Op, Term, Terms, bottom_up

WIDEST = 4_096  # gates for one comparison with a sum; beyond, it stays arithmetic
LONGEST = 512  # values at which two integers are compared; beyond, that stays arithmetic

Task: TypeAlias = tuple[Literal["logic", "least", "plain"], Term, int]


class Orders:
    """Lowers the terms of one `Terms`.

    A task is one piece of work: `logic`, a Bool term; `least`, whether an Int term is at most a constant; `plain`, an
    Int term that stays arithmetic. Tasks wait on a stack, not on Python's, for those that they need.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.steps: dict[Term, tuple[Term, int]] = {}
        self._done: dict[Task, Term] = {}
        self._with_sum: dict[Term, bool] = {}

    def lower(self, term: Term) -> Term:
        """A Bool term in plain logic, as far as that is cheap; its order symbols are in `steps`."""
        waiting: list[Task] = [("logic", term, 0)]
        while waiting:
            task = waiting[-1]
            needed = [] if task in self._done else [other for other in self._needs(task) if other not in self._done]
            if needed:
                waiting.extend(needed)
            else:
                waiting.pop()
                if task not in self._done:
                    self._done[task] = self._result(task)
        return self._done["logic", term, 0]

    def above(self, symbol: Term, bound: int) -> Term:
        """The order symbol of `symbol > bound`: a solver that first tries false tries the first values first."""
        step = self.terms.flag(f"{symbol.payload}.{bound}")
        self.steps[step] = (symbol, bound)
        return step

    # Tasks

    def _needs(self, task: Task) -> list[Task]:
        kind, term, bound = task
        if kind == "plain":
            return [("logic", a, 0) if a.sort == "Bool" else ("plain", a, 0) for a in term.arguments]
        if kind == "least":
            return self._needs_least(term, bound)
        if term.op in {Op.LE, Op.EQ} and term.arguments[0].sort == "Int":
            if not self._narrow(term):
                return [("plain", a, 0) for a in term.arguments]
            return [("least", a, at) for at in self._points(term) for a in term.arguments]
        return [("logic", a, 0) for a in term.arguments]

    def _needs_least(self, term: Term, bound: int) -> list[Task]:
        if not term.low <= bound < term.high:
            return []
        match term.op:
            case Op.ITE:
                condition, then, otherwise = term.arguments
                return [("logic", condition, 0), ("least", then, bound), ("least", otherwise, bound)]
            case Op.TIMES:
                return [("least", term.arguments[0], _divided(int(term.payload), bound))]
            case Op.ADD:
                one, other = self._halves(term)
                splits = self._splits(one, other, bound)
                return [*(("least", one, at - 1) for at in splits), *(("least", other, bound - at) for at in splits)]
            case _:
                return []

    def _result(self, task: Task) -> Term:
        kind, term, bound = task
        if kind == "least":
            return self._least(term, bound)
        done = [
            self._done["logic" if a.sort == "Bool" else "plain", a, 0]
            for a in term.arguments
            if kind == "plain" or a.sort == "Bool" or not self._narrow(term)
        ]
        if term.op in {Op.LE, Op.EQ} and term.arguments[0].sort == "Int" and self._narrow(term):
            return self._compared(term)
        return self._rebuilt(term, done)

    def _least(self, term: Term, bound: int) -> Term:
        """Whether an Int term is at most `bound`."""
        t = self.terms
        if not term.low <= bound < term.high:
            return t.truth(bound >= term.high)
        match term.op:
            case Op.SYMBOL:
                return t.negation(self.above(term, bound))
            case Op.ITE:
                condition, then, otherwise = term.arguments
                return t.ite(
                    self._done["logic", condition, 0],
                    self._done["least", then, bound],
                    self._done["least", otherwise, bound],
                )
            case Op.TIMES:
                factor = int(term.payload)
                inner = self._done["least", term.arguments[0], _divided(factor, bound)]
                return inner if factor > 0 else t.negation(inner)
            case _:
                one, other = self._halves(term)
                return t.conjunction(
                    t.disjunction((self._done["least", one, at - 1], self._done["least", other, bound - at]))
                    for at in self._splits(one, other, bound)
                )

    def _compared(self, term: Term) -> Term:
        """`a <= b` or `a = b`, from where each is at most every value between."""
        t, (left, right) = self.terms, term.arguments
        cases = []
        for at in self._points(term):
            one, other = self._done["least", left, at], self._done["least", right, at]
            cases.append(t.implication(other, one) if term.op is Op.LE else t.equal(one, other))
        return t.conjunction(cases)

    def _points(self, term: Term) -> range:
        """The values at which two Ints have to be compared to compare them."""
        left, right = term.arguments
        for fixed in (left, right):
            if fixed.constant:
                return range(fixed.low - 1, fixed.low + 1)
        return range(min(left.low, right.low), max(left.high, right.high))

    def _rebuilt(self, term: Term, arguments: list[Term]) -> Term:  # noqa: PLR0911 - one case an operator
        t = self.terms
        match term.op:
            case Op.CONST | Op.SYMBOL:
                return term
            case Op.NOT:
                return t.negation(arguments[0])
            case Op.AND:
                return t.conjunction(arguments)
            case Op.OR:
                return t.disjunction(arguments)
            case Op.ITE:
                return t.ite(*arguments)
            case Op.EQ:
                return t.equal(*arguments)
            case Op.LE:
                return t.at_most(*arguments)
            case Op.ADD:
                return t.total(arguments)
            case Op.TIMES:
                return t.times(int(term.payload), arguments[0])

    # Sums

    def _halves(self, term: Term) -> tuple[Term, Term]:
        middle = len(term.arguments) // 2
        return self.terms.total(term.arguments[:middle]), self.terms.total(term.arguments[middle:])

    def _splits(self, one: Term, other: Term, bound: int) -> range:
        """`one + other <= bound` where, for each of these, one is below it or other at most the rest."""
        return range(one.low, min(one.high, bound - other.low) + 2)

    def _narrow(self, term: Term) -> bool:
        """Whether a comparison is cheap in plain logic."""
        return len(self._points(term)) <= LONGEST and all(self._gates(a, term) <= WIDEST for a in term.arguments)

    def _gates(self, term: Term, comparison: Term) -> int:
        """About how many gates the sums beneath an Int term take within a comparison."""
        if not self._adds(term):
            return 0
        left, right = comparison.arguments
        reach = min(term.high, max(min(left.high, right.high), term.low)) - term.low + 1
        return reach * reach

    def _adds(self, term: Term) -> bool:
        """Whether there is a sum beneath an Int term."""
        for this in bottom_up(term, self._with_sum.keys()):
            self._with_sum[this] = this.op is Op.ADD or any(
                self._with_sum[a] for a in this.arguments if a.sort == "Int"
            )
        return self._with_sum[term]


def _divided(factor: int, bound: int) -> int:
    """The bound of `x` in `factor * x <= bound`; for a negative factor that of what is negated."""
    return bound // factor if factor > 0 else -(bound // -factor) - 1


class Line:
    """The order symbols of one solver: what has to be asserted of them, and what their values say of the Ints.

    Ints that stay in arithmetic are `plain`: their order symbols are tied to them.
    """

    def __init__(self, orders: Orders) -> None:
        self.plain: dict[Term, None] = {}
        self._orders = orders
        self._steps: dict[Term, list[int]] = {}
        self._flags: dict[Term, list[Term]] = {}

    def meet(self, symbol: Term) -> list[Term]:
        """What has to be asserted for a symbol that is new to the solver; terms may have symbols that are new too."""
        if symbol.sort == "Int":
            self.plain[symbol] = None
            return [self._tie(symbol, at) for at in self._steps.get(symbol, ())]
        return self._ordered(*self._orders.steps[symbol]) if symbol in self._orders.steps else []

    def values(self, known: Mapping[Term, int]) -> dict[Term, int]:
        """The values of the Ints that are not plain, the least that the values of their order symbols allow."""
        return {symbol: self._value(symbol, known) for symbol in self._steps if symbol not in known}

    def _value(self, symbol: Term, known: Mapping[Term, int]) -> int:
        low = symbol.low
        for at, flag in zip(self._steps[symbol], self._flags[symbol], strict=True):
            if not known[flag]:
                break
            low = at + 1
        return low

    def _ordered(self, symbol: Term, bound: int) -> list[Term]:
        """An order symbol is put in its place among the others."""
        steps, above = self._steps.setdefault(symbol, []), self._orders.above
        at = bisect_left(steps, bound)
        steps.insert(at, bound)
        self._flags.setdefault(symbol, []).insert(at, above(symbol, bound))
        neighbours = pairwise(steps[max(0, at - 1) : at + 2])
        tied = [self._tie(symbol, bound)] if symbol in self.plain else []
        return tied + [
            self._orders.terms.implication(above(symbol, high), above(symbol, low)) for low, high in neighbours
        ]

    def _tie(self, symbol: Term, bound: int) -> Term:
        t = self._orders.terms
        return t.equal(self._orders.above(symbol, bound), t.negation(t.at_most(symbol, t.number(bound))))
