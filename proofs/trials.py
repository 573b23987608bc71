"""Many situations tried at once: what terms come to in each of them, without a solver.

A set of situations is an integer, a bit a situation (a *row*). A Bool term comes to the rows in which it is true, an
Int term to a column: for each value the rows that have it.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import TypeAlias

from .program import Program
from .term import Op, Term

Rows: TypeAlias = int

MOST_PAIRS = 2_048  # of values, looked at for a sum; beyond, the rows are looked at one by one


def members(rows: Rows) -> Iterator[int]:
    """The rows of a set, in order."""
    while rows:
        lowest = rows & -rows
        yield lowest.bit_length() - 1
        rows ^= lowest


class Column:
    """The values of an Int term, each with the rows that have it; every row has one."""

    __slots__ = ("_reached", "_values", "rows")

    def __init__(self, rows: Mapping[int, Rows]) -> None:
        self.rows = rows
        self._values: list[int] = []
        self._reached: list[Rows] = []

    def at_most(self, bound: int) -> Rows:
        """The rows whose value is at most `bound`."""
        values = self._sorted()
        if not self._reached:
            self._reached = [0, *accumulate((self.rows[value] for value in values), or_)]
        return self._reached[bisect_right(values, bound)]

    def lowest(self, rows: Rows) -> Rows:
        """Those of some rows whose value is the lowest among them."""
        for value in self._sorted():
            here: Rows = rows & self.rows[value]
            if here:
                return here
        return 0

    def _sorted(self) -> list[int]:
        self._values = self._values or sorted(self.rows)
        return self._values


class Trials:
    """What the terms of a program come to in so many rows.

    `symbols` gives of each symbol for each value the rows that have it; one that is left out has its first value. What
    depends only on symbols whose values are the very same in other trials, `like` these and of as many rows, is taken
    from there. `flags` and `numbers` are what Bool and Int terms came to, in the order of the program.
    """

    def __init__(
        self,
        program: Program,
        count: int,
        symbols: Mapping[Term, Mapping[int, Rows]],
        like: "Trials | None" = None,
    ) -> None:
        self.every = (1 << count) - 1
        self._program = program
        self._places = program.places
        self.symbols = symbols
        self.flags: list[Rows] = []
        self.numbers: list[Column] = []
        self._constants: dict[int, Column] = {}
        if like is not None:
            self._take_over(like)
        self.catch_up()

    def truth(self, term: Term) -> Rows:
        """The rows in which a Bool term of the program is true."""
        return self.flags[self._places[term]]

    def values(self, term: Term) -> Mapping[int, Rows]:
        """The values of a term of the program, or of a constant, each with the rows that have it; of a Bool 0 and 1."""
        if term.sort == "Int":
            return self._column(term).rows
        true = self.truth(term)
        return {value: rows for value, rows in ((0, self.every ^ true), (1, true)) if rows}

    def _take_over(self, like: "Trials") -> None:
        """Work out what the others have, as far as it is not the same."""
        program, changed = self._program, 0
        for symbol, bit in program.symbols.items():
            if self.symbols.get(symbol) is not like.symbols.get(symbol):
                changed |= bit
        for at in range(len(like.flags) + len(like.numbers)):
            step = program.steps[at]
            if program.supports[at] & changed:
                self._step(step)
            elif step[1].sort == "Bool":
                self.flags.append(like.flags[len(self.flags)])
            else:
                self.numbers.append(like.numbers[len(self.numbers)])

    def catch_up(self) -> None:
        """Work out what the program has taken in since."""
        for step in self._program.steps[len(self.flags) + len(self.numbers) :]:
            self._step(step)

    def _step(self, step: tuple[Op, Term, tuple[int, ...]]) -> None:
        op, term, places = step
        if term.sort == "Bool":
            self.flags.append(self._logic(op, places) if places else self._compared(op, term))
        else:
            self.numbers.append(Column(self._values(op, term)))

    def lowest(self, rows: Rows, rank: Iterable[Term]) -> Rows:
        """Those of some rows in which Int terms have the lowest values, the first of them counting most."""
        for term in rank:
            rows = self._column(term).lowest(rows)
        return rows

    def _logic(self, op: Op, places: tuple[int, ...]) -> Rows:
        """What a Bool term over Bools comes to."""
        true = self.flags
        rows = true[places[0]]
        if op is Op.AND:
            for place in places:
                rows &= true[place]
        elif op is Op.OR:
            for place in places:
                rows |= true[place]
        elif op is Op.NOT:
            rows ^= self.every
        elif op is Op.EQ:
            rows ^= self.every ^ true[places[1]]
        else:
            rows = (rows & true[places[1]]) | (true[places[2]] & ~rows)
        return rows

    def _compared(self, op: Op, term: Term) -> Rows:
        """What a Bool term comes to that compares Ints, or is a symbol or a constant."""
        if op is Op.SYMBOL:
            return self.symbols.get(term, {}).get(1, 0)
        if op is Op.CONST:
            return self.every if term.payload else 0
        left, right = term.arguments
        if op is Op.EQ:
            return self._same(left, right)
        if right.constant:
            return self._column(left).at_most(right.low)
        if left.constant:
            return self.every ^ self._column(right).at_most(left.low - 1)
        column = self._column(left)
        return _union(rows & column.at_most(value) for value, rows in self._column(right).rows.items())

    def _same(self, left: Term, right: Term) -> Rows:
        if right.constant:
            return self._column(left).rows.get(right.low, 0)
        other = self._column(right).rows
        return _union(rows & other.get(value, 0) for value, rows in self._column(left).rows.items())

    def _values(self, op: Op, term: Term) -> Mapping[int, Rows]:
        """What an Int term comes to."""
        if op is Op.ADD:
            return reduce(_added, (self._column(argument).rows for argument in term.arguments))
        if op is Op.TIMES:
            factor = int(term.payload)
            return {factor * value: rows for value, rows in self._column(term.arguments[0]).rows.items()}
        if op is Op.ITE:
            condition, then, otherwise = term.arguments
            here = self.truth(condition)
            if then.constant and otherwise.constant:
                return {value: rows for value, rows in ((then.low, here), (otherwise.low, self.every ^ here)) if rows}
            cases = ((self._column(then), here), (self._column(otherwise), self.every ^ here))
            return _merged((value, rows & kept) for column, kept in cases for value, rows in column.rows.items())
        return self.symbols.get(term) or {term.low: self.every}

    def _column(self, term: Term) -> Column:
        if not term.constant:
            return self.numbers[self._places[term]]
        if term.low not in self._constants:
            self._constants[term.low] = Column({term.low: self.every})
        return self._constants[term.low]


def _union(parts: Iterator[Rows]) -> Rows:
    return reduce(or_, parts, 0)


def _added(left: Mapping[int, Rows], right: Mapping[int, Rows]) -> Mapping[int, Rows]:
    if len(left) * len(right) > MOST_PAIRS:
        there = {row: value for value, rows in right.items() for row in members(rows)}
        return _merged((value + there[row], 1 << row) for value, rows in left.items() for row in members(rows))
    return _merged((one + other, rows & there) for one, rows in left.items() for other, there in right.items())


def _merged(parts: Iterator[tuple[int, Rows]]) -> Mapping[int, Rows]:
    found: dict[int, Rows] = {}
    for value, rows in parts:
        if rows:
            found[value] = found.get(value, 0) | rows
    return found
