"""Terms laid out so that they can be worked out again and again, for other values of their symbols."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_

from .term import Op, Term, bottom_up

MOST_POINTS = 8_192
NARROW = 16  # values of an Int that is reckoned with, all of which are points


class Program:
    """Terms and all beneath them, in an order in which each can be worked out."""

    def __init__(self) -> None:
        self.steps: list[tuple[Op, Term, tuple[int, ...]]] = []
        self.supports: list[int] = []  # of each step the symbols that it depends on, as bits
        self.symbols: dict[Term, int] = {}
        self.places: dict[Term, int] = {}
        self._counts = {"Bool": 0, "Int": 0}
        self._points: dict[Term, set[int]] = {}
        self._supported: dict[Term, int] = {}

    def add(self, terms: Iterable[Term]) -> None:
        """Take in some terms; integer constants need no place."""
        for root in terms:
            for term in bottom_up(root, self.places.keys()):
                if not (term.constant and term.sort == "Int"):
                    self.places[term] = self._counts[term.sort]
                    self._counts[term.sort] += 1
                    self.steps.append((term.op, term, self._beneath(term)))
                    self.supports.append(self._support(term))
                    self._tell_apart(term)

    def points(self, *, both: bool = False) -> Mapping[Term, Sequence[int]]:
        """The symbols, each with values in order, one among them for every difference that a comparison makes.

        With `both` there is one on either side of it. Where there are more than MOST_POINTS in all, some are left out
        of each evenly.
        """
        points: dict[Term, set[int]] = dict(self._points)
        if both:
            points = {at: {*of, *(value - 1 for value in of if value > at.low)} for at, of in points.items()}
        step = 1 + sum(map(len, points.values())) // MOST_POINTS
        return {symbol: sorted(values)[::step] for symbol, values in points.items()}

    def _beneath(self, term: Term) -> tuple[int, ...]:
        """The places of the arguments; none where one is an Int, which may be a constant."""
        if any(argument.sort == "Int" for argument in term.arguments):
            return ()
        return tuple(self.places[argument] for argument in term.arguments)

    def _support(self, term: Term) -> int:
        """The symbols beneath a term, as bits."""
        if term.op is Op.SYMBOL:
            found = self.symbols[term] = 1 << len(self.symbols)
        else:
            found = reduce(or_, (self._supported.get(argument, 0) for argument in term.arguments), 0)
        self._supported[term] = found
        return found

    def _tell_apart(self, term: Term) -> None:
        if term.op is Op.SYMBOL:
            self._points[term] = {0, 1} if term.sort == "Bool" else {term.low}
        for argument in term.arguments:
            if argument.op is Op.SYMBOL and argument.sort == "Int":
                values = _told_apart(term, argument)
                self._points[argument].update(value for value in values if argument.low <= value <= argument.high)


def _told_apart(term: Term, symbol: Term) -> Iterable[int]:
    """The values of a symbol directly beneath a term that this tells apart from the next lower one."""
    if term.op in {Op.LE, Op.EQ}:
        left, right = term.arguments
        if right.constant:
            return (right.low + 1,) if term.op is Op.LE else (right.low, right.low + 1)
        if left.constant:
            return (left.low,)
    ends = (symbol.low, symbol.high)
    return range(symbol.low, symbol.high + 1) if symbol.high - symbol.low < NARROW else ends
