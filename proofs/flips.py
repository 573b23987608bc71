"""Which facts alone change what comes out for rulings, found by trying.

Around each of some possible situations all are tried in which one fact is another, thousands at once. From some of
those in which a ruling comes out differently, and some in which it comes out in each way, the search goes on. What is
met shows that a fact matters; what is not met says nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random

from misdeal.model.language.rulebook import Place

from .around import Around, Values
from .inquiry import Inquiry
from .term import Term
from .trials import Rows

ROWS = 12_000  # situations tried at once


class Flips:
    """Tries what one fact changes; `found` has for each ruling the facts that alone change what comes out for it.

    `alike` has for each ruling where it comes out in one way or another, `beneath` the facts that it depends on, each
    with its symbol. `inquiry` knows what is possible.
    """

    def __init__(
        self, inquiry: Inquiry, alike: Mapping[Place, Sequence[Term]], beneath: Mapping[Place, Mapping[Place, Term]]
    ) -> None:
        self.found: dict[Place, set[Place]] = {ruling: set() for ruling in alike}
        self._inquiry = inquiry
        self._alike = alike
        self._beneath = beneath
        self._random = Random(0)  # noqa: S311 - nothing secret, and the same every time
        inquiry.program.add(term for terms in alike.values() for term in terms)
        self._points = inquiry.program.points()
        self._most = max(1, ROWS // max(1, sum(map(len, self._points.values()))))

    def search(self, centres: Sequence[Values], rounds: int) -> None:
        """Look around some possible situations, and go on from there for so many rounds in all."""
        waiting = list(centres)
        for _ in range(rounds):
            lots = [waiting[at : at + self._most] for at in range(0, len(waiting), self._most)]
            waiting = [further for lot in lots for further in self._look(lot)]
            self._random.shuffle(waiting)
            del waiting[self._most :]

    def left(self, ruling: Place) -> Mapping[Place, Term]:
        """The facts beneath a ruling that are not known to change it alone."""
        found = self.found[ruling]
        return {fact: symbol for fact, symbol in self._beneath[ruling].items() if fact not in found}

    def _look(self, centres: Sequence[Values]) -> Iterator[Values]:
        """Note what one fact changes in some situations; those to go on from."""
        around = Around(self._inquiry.program, centres, self._points)
        possible = around.trials.truth(self._inquiry.possible)
        for ruling, terms in self._alike.items():
            if left := self.left(ruling):
                alike = [around.trials.truth(term) & possible for term in terms]
                apart = _apart(around, alike)
                self.found[ruling].update(fact for fact, symbol in left.items() if around.changing(symbol) & apart)
                if self.left(ruling):
                    yield from (around.values(self._any(rows)) for rows in (apart, *alike) if rows)

    def closer(self, ruling: Place, one: Values, other: Values) -> Values:
        """The second of two possible situations in which a ruling comes out differently, as like the first as is met.

        From step to step each fact is tried as it is in the first, as many of them at once as can be.
        """
        while True:
            back = [{symbol: one[symbol]} for symbol, value in other.items() if value != one[symbol]]
            fit = self._apart(ruling, one, back, [{**other, **change} for change in back])
            steps = list(accumulate(fit, lambda done, change: {**done, **change}, initial=dict(other)))[1:]
            if not steps:
                return other
            other = self._apart(ruling, one, steps, steps)[-1]

    def _apart(
        self, ruling: Place, one: Values, told: Sequence[dict[Term, int]], others: Sequence[Values]
    ) -> list[dict[Term, int]]:
        """Of some situations those that are possible and in which a ruling comes out otherwise than in one, as told."""
        trials = Around(self._inquiry.program, [one, *others], {}).trials
        alike = [trials.truth(term) for term in self._alike[ruling]]
        apart = sum(rows for rows in alike if not rows & 1) & trials.truth(self._inquiry.possible)
        return [each for at, each in enumerate(told, 1) if apart >> at & 1]

    def _any(self, rows: Rows) -> int:
        """One of some rows."""
        start = self._random.randrange(rows.bit_length())
        rest = rows >> start
        return start + (rest & -rest).bit_length() - 1


def _apart(around: Around, alike: Sequence[Rows]) -> Rows:
    """The rows in which something else comes out than in the situation that they are changed from."""
    known = apart = 0
    for rows in alike:
        known |= rows
    for rows in alike:
        apart |= around.beside(rows) & ~rows
    return apart & known
