"""How much an answer is expected to tell, counted over situations.

What is not known of a ruling is the entropy of what comes out for it. An answer is worth what it is expected to take
from that, over all rulings, for what it costs. Few situations make any answer look as if it told something, the more so
the more answers there are; what chance alone would be expected to tell is taken off (after Miller and Madow).

Of a topic about many places at once each ruling counts the most telling place, or the first places together.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from math import log, log2
from operator import or_

from .goal import Outcomes
from .trials import Rows

MOST = 16  # answers about several places together
_CHANCE = 0.5 / log(2)  # what is told by chance for each degree of freedom, in bits times situations


class Weighing:
    """Weighs answers by what comes out for some rulings in some situations, which are at least one."""

    def __init__(self, outcomes: Iterable[Outcomes], situations: Rows) -> None:
        count = situations.bit_count()
        self._logs = [0.0, *(each * log2(each) for each in range(1, count + 1))]
        alike = Counter(tuple(each.values()) for each in outcomes)
        self._rulings = [_Ruling(rows, times, situations) for rows, times in alike.items()]
        for ruling in self._rulings:
            ruling.unknown = self._unknown(ruling, ((ruling.whole, ruling.count),))

    def weight(self, places: Sequence[Sequence[Rows]]) -> float:
        """What is expected to be known, in bits times situations, by the answers about each of some places."""
        ways = [*places, *([_together(places)] if len(places) > 1 else [])]
        counted = [[(here, here.bit_count()) for here in answers] for answers in ways]
        return sum(
            ruling.times * max(0.0, *(self._told(ruling, answers) for answers in counted)) for ruling in self._rulings
        )

    def _told(self, ruling: "_Ruling", answers: Sequence[tuple[Rows, int]]) -> float:
        """What an answer is expected to tell of a ruling."""
        return ruling.unknown - self._unknown(ruling, answers) - _CHANCE * (len(answers) - 1) * len(ruling.first)

    def _unknown(self, ruling: "_Ruling", answers: Iterable[tuple[Rows, int]]) -> float:
        """What is not known of a ruling once one of some answers is."""
        logs, unknown = self._logs, 0.0
        for here, count in answers:
            left = count if ruling.everywhere else (ruling.whole & here).bit_count()
            unknown += logs[left]
            for rows in ruling.first:
                those = (rows & here).bit_count()
                unknown -= logs[those]
                left -= those
            unknown -= logs[left]
        return unknown


class _Ruling:
    """A ruling, or several that are alike: the situations of all outcomes but the last, and those of all together."""

    def __init__(self, rows: Sequence[Rows], times: int, situations: Rows) -> None:
        self.first = rows[:-1]
        self.whole = reduce(or_, rows, 0)
        self.count = self.whole.bit_count()
        self.everywhere = self.whole == situations
        self.times = times
        self.unknown = 0.0


def _together(places: Sequence[Sequence[Rows]]) -> Sequence[Rows]:
    """The answers about several places at once, as many of the first as have few enough."""
    found = list(places[0])
    for answers in places[1:]:
        finer = [both for here in found for rows in answers if (both := here & rows)]
        if len(finer) > MOST:
            break
        found = finer
    return found
