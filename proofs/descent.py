"""From one situation to one of lower rank, by trying; what is found need not be of the lowest."""

from collections.abc import Iterator, Sequence
from itertools import accumulate

from .around import Around, Values
from .program import Program
from .term import Op, Term
from .trials import Rows, Trials, members


class Descent:
    """Goes down in rank where all of `wanted` is true: first in some sums, then in facts, each the lower the better.

    A fact is a symbol, or the number of a Bool one; these symbols are what is changed. With `both` it goes on to the
    values on both sides of every difference, which takes longer.
    """

    def __init__(
        self,
        program: Program,
        wanted: Sequence[Term],
        sums: Sequence[Term],
        order: Sequence[Term],
        *,
        both: bool = False,
    ) -> None:
        self._program = program
        self._both = both
        self._wanted = wanted
        self._sums = sums
        self._order = order
        program.add([*wanted, *sums, *order])
        self._facts = {term if term.op is Op.SYMBOL else term.arguments[0]: term for term in order}

    def down(self, start: Values) -> Values:
        """A situation of no higher rank than one in which all of `wanted` is true, and in which it is true too.

        From step to step each symbol is changed as is best alone, as many of them at once as is best together.
        """
        while changes := list(self._better(start)):
            steps = list(accumulate(changes, lambda values, change: {**values, change[0]: change[1]}, initial=start))
            trials = Around(self._program, steps, {}).trials
            start = steps[next(members(trials.lowest(self._true(trials), [*self._sums, *self._order])))]
        return start

    def _better(self, start: Values) -> Iterator[tuple[Term, int]]:
        """The symbols that can be changed alone to a lower rank, each with the value of the lowest."""
        points = self._program.points(both=self._both)
        around = Around(self._program, [start], {symbol: points[symbol] for symbol in self._facts})
        true = self._true(around.trials)
        for symbol, fact in self._facts.items():
            row = next(members(around.trials.lowest(true & around.changing(symbol), [*self._sums, fact])))
            if row:  # the first row is the start itself
                yield symbol, around.values(row)[symbol]

    def _true(self, trials: Trials) -> Rows:
        true = trials.every
        for term in self._wanted:
            true &= trials.truth(term)
        return true
