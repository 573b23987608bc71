"""What lies around a situation: the same with one symbol at another value, all such tried at once.

Trying costs far less than asking a solver. What is met shows what there is; what is not met says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import TypeAlias

from .program import Program
from .term import Op, Term, bottom_up
from .trials import Rows, Trials, members

Values: TypeAlias = Mapping[Term, int]  # of symbols; one that is left out has its first value
Points: TypeAlias = Mapping[Term, Sequence[int]]


class Around:
    """Some situations, and each of them with one symbol at another one of its points: a row each."""

    def __init__(self, program: Program, centres: Sequence[Values], symbols: Points) -> None:
        self._centres = centres
        self._rows: list[tuple[int, Term | None, int]] = []
        changed: dict[Term, dict[int, Rows]] = {symbol: {} for centre in centres for symbol in centre}
        changed.update((symbol, {}) for symbol in symbols)
        blocks, unchanged = [], 0
        for at, centre in enumerate(centres):
            first = len(self._rows)
            unchanged |= 1 << first
            self._rows.append((at, None, 0))
            for symbol, values in symbols.items():
                for value in values:
                    if value != centre.get(symbol, symbol.low):
                        changed[symbol][value] = changed[symbol].get(value, 0) | 1 << len(self._rows)
                        self._rows.append((at, symbol, value))
            blocks.append((1 << len(self._rows)) - (1 << first))
        self._changed, self._unchanged, self._blocks = changed, unchanged, blocks
        self.trials = Trials(
            program, len(self._rows), {symbol: self._whole(symbol, rows, blocks) for symbol, rows in changed.items()}
        )

    def _whole(self, symbol: Term, changed: Mapping[int, Rows], blocks: Sequence[Rows]) -> Mapping[int, Rows]:
        """The rows of each value of a symbol, given those that change it."""
        rows, unchanged = dict(changed), ~reduce(or_, changed.values(), 0)
        for centre, block in zip(self._centres, blocks, strict=True):
            value = centre.get(symbol, symbol.low)
            rows[value] = rows.get(value, 0) | (block & unchanged)
        return rows

    def changing(self, symbol: Term) -> Rows:
        """The rows that change nothing or one symbol."""
        return reduce(or_, self._changed[symbol].values(), self._unchanged)

    def beside(self, rows: Rows) -> Rows:
        """The rows of all situations that are among some rows unchanged."""
        return reduce(or_, (block for block in self._blocks if block & -block & rows), 0)

    def distance(self, row: int) -> int:
        """How far the symbol that is changed in a row is from its value before."""
        at, symbol, value = self._rows[row]
        return 0 if symbol is None else abs(value - self._centres[at].get(symbol, symbol.low))

    def values(self, row: int) -> Values:
        """The values of the symbols in a row."""
        at, symbol, value = self._rows[row]
        return self._centres[at] if symbol is None else {**self._centres[at], symbol: value}


class Guesses:
    """Guesses at situations in which formulas hold: each symbol at a value that the conjuncts about it alone allow."""

    def __init__(self, program: Program, start: Values, symbols: Points) -> None:
        self._start = start
        self._beneath: dict[Term, frozenset[Term]] = {}
        self._around = Around(program, [start], symbols)
        self._of = {symbol: self._around.changing(symbol) for symbol in symbols}

    def guess(self, formula: Term) -> Values:
        """A guess for one formula; it departs from the start no more than it has to."""
        allowed: dict[Term, Rows] = {}
        for part, wanted in _conjuncts(formula):
            symbols = self._symbols(part)
            if len(symbols) == 1:
                (symbol,) = symbols
                true = self._around.trials.truth(part)
                fits = true if wanted else self._around.trials.every ^ true
                allowed[symbol] = allowed.get(symbol, self._of[symbol]) & fits
        found = dict(self._start)
        for symbol, rows in allowed.items():
            if rows:
                found[symbol] = self._around.values(next(members(rows))).get(symbol, symbol.low)
        return found

    def _symbols(self, root: Term) -> frozenset[Term]:
        """The symbols of a term; of more than two only two."""
        for term in bottom_up(root, self._beneath.keys()):
            symbols = (
                {term}
                if term.op is Op.SYMBOL
                else {symbol for argument in term.arguments for symbol in self._beneath[argument]}
            )
            self._beneath[term] = frozenset(islice(symbols, 2))
        return self._beneath[root]


def _conjuncts(formula: Term) -> Iterator[tuple[Term, bool]]:
    """What a formula says of parts of it: that they are true, or that they are false."""
    waiting = [(formula, True)]
    while waiting:
        term, wanted = waiting.pop()
        if term.op is Op.NOT:
            waiting.append((term.arguments[0], not wanted))
        elif term.op is (Op.AND if wanted else Op.OR):
            waiting.extend((argument, wanted) for argument in term.arguments)
        else:
            yield term, wanted
