"""From one situation to an earlier one, by trying; what is found need not be the earliest."""

from collections.abc import Sequence
from itertools import accumulate

from .around import Around, Values
from .program import Program
from .term import Op, Term
from .trials import Rows, Trials


class Descent:
    """Goes down in the order of some facts, where all of `wanted` is true.

    Each of `order` is a symbol, or the number of a Bool one.
    """

    def __init__(self, program: Program, wanted: Sequence[Term], order: Sequence[Term]) -> None:
        self._wanted = wanted
        self._program = program
        program.add(wanted)
        found = program.points()
        symbols = (term if term.op is Op.SYMBOL else term.arguments[0] for term in order)
        self._points = {symbol: found[symbol] for symbol in symbols if symbol in found}

    def down(self, start: Values) -> Values:
        """A situation that is no later than one in which all of `wanted` is true, and in which it is true too.

        From step to step each symbol is lowered as far as it can be alone, as many of them at once as can be together.
        """
        while True:
            around = Around(self._program, [start], self._lower(start))
            lowest: dict[Term, int] = {}
            for symbol, value in around.changes(self._true(around.trials)):
                lowest.setdefault(symbol, value)
            if not lowest:
                return start
            changes = lowest.items()
            steps = list(accumulate(changes, lambda values, change: {**values, change[0]: change[1]}, initial=start))
            start = steps[self._true(Around(self._program, steps, {}).trials).bit_length() - 1]

    def _lower(self, start: Values) -> dict[Term, list[int]]:
        return {
            symbol: [value for value in values if value < start.get(symbol, symbol.low)]
            for symbol, values in self._points.items()
        }

    def _true(self, trials: Trials) -> Rows:
        true = trials.every
        for term in self._wanted:
            true &= trials.truth(term)
        return true
