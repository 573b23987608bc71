"""The answers that a question about a number tells apart: ranges within which no difference shows.

Situations are tried with every value of the number in turn. Two values next to each other are in one range unless some
situation shows a difference between them; should it turn out later that there is one, the range is asked about again.
"""

from collections.abc import Sequence
from itertools import chain, islice, pairwise

from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.topic import About

from .asked import Asked
from .common import Comes
from .evidence import Evidence, column, evidence, repeated
from .goal import Goal
from .known import Known
from .trials import Rows, members

CENTRES = 48  # situations in which each value is tried
MOST = 128  # values that are tried; of more the ends of the ranges that the rulebook tells apart, and some between


def ranges(seen: Evidence, known: Known, asked: Asked, goals: Sequence[Goal], first: Rows) -> tuple[Ranges, ...]:
    """All that a number may be as far as is said of it, range by range, two at least; it is tried in some rows first.

    Of a number that no fact is, the ranges are those that the rulebook tells apart, or else single values.
    """
    allowed = Ranges.of(known.given.get(asked.place, Ranges.whole(asked.topic.type)))
    values = _tried(asked, allowed)
    cuts = [] if asked.topic.about is About.LET else _cuts(seen, known, asked, goals, values, first)
    cuts = cuts or [low for low, _ in asked.topic.cells if values[0] < low <= values[-1]] or values[1:]
    return tuple(
        Ranges(range(max(run.start, low), min(run.stop, end)) for run in allowed.runs)
        for low, end in pairwise((values[0], *cuts, values[-1] + 1))
    )


def _tried(asked: Asked, allowed: Ranges) -> list[int]:
    """The values to try, the first and the last of those allowed among them."""
    if len(allowed) <= MOST:
        return [int(value) for value in allowed]
    ends = (value for low, high in asked.topic.cells for value in (low, high) if value in allowed)
    between = (value for run in allowed.runs for value in run[:: len(allowed) // MOST])
    return sorted({*ends, *between, allowed.runs[0].start, allowed.runs[-1].stop - 1})


def _cuts(
    seen: Evidence, known: Known, asked: Asked, goals: Sequence[Goal], values: Sequence[int], first: Rows
) -> list[int]:
    """The values at which some situation shows another outcome than at the value before."""
    rows = list(islice(dict.fromkeys(chain(members(first), members(seen.alive))), CENTRES))
    centres, count = [seen.row(row) for row in rows], len(rows)
    columns = {symbol: repeated(column(symbol, centres), count, count * len(values)) for symbol in seen.columns}
    block = (1 << count) - 1
    columns[asked.value] = {value: block << at * count for at, value in enumerate(values)}
    tried = evidence(seen.study, known, columns, count * len(values))
    found = [goal.outcomes(tried.trials, tried.alive) for goal in goals]
    last: list[dict[Comes, Rows]] = [{} for _ in goals]
    cuts: list[int] = []
    for at, value in enumerate(values):
        here = [{comes: rows >> at * count & block for comes, rows in outcomes.items()} for outcomes in found]
        if any(_differ(before, now) for before, now in zip(last, here, strict=True)):
            cuts.append(value)
        for before, now in zip(last, here, strict=True):
            _follow(before, now)
    return cuts


def _differ(before: dict[Comes, Rows], now: dict[Comes, Rows]) -> bool:
    """Whether something else comes out in some row than before."""
    return any(rows & ~before.get(comes, 0) & _all(before) for comes, rows in now.items())


def _follow(before: dict[Comes, Rows], now: dict[Comes, Rows]) -> None:
    """Put what comes out now in the place of what came out before, row by row."""
    spoken = _all(now)
    for comes in before:
        before[comes] &= ~spoken
    for comes, rows in now.items():
        before[comes] = before.get(comes, 0) | rows


def _all(outcomes: dict[Comes, Rows]) -> Rows:
    found = 0
    for rows in outcomes.values():
        found |= rows
    return found
