"""Possible situations in which what is known holds, as many as it takes to see what a question may tell.

They are drawn at random, and around those that are left of earlier ones, so that what is rare is not lost. What they
show is there; what they do not show has to be proved. The same is drawn for the same that is known and left.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from random import Random

from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.situation import Situation

from .around import Values
from .assumed import decoded
from .drawing import Column, Columns, Like
from .goal import Outcomes
from .inquiry import Model
from .known import Known
from .study import Study
from .term import Term
from .trials import Rows, Trials, members

COUNT = 1_536  # drawn at once, half of them around those before
ENOUGH = 96  # of them, that are possible and as known
KEPT = 64  # of those before, at most


@dataclass(frozen=True)
class Evidence:
    """Situations, a row each, with all terms of a study worked out; `alive` are those possible and as known."""

    study: Study
    columns: Columns
    trials: Trials
    alive: Rows

    def outcomes(self) -> Mapping[Place, Outcomes]:
        """What comes out for every goal."""
        return {goal.place: goal.outcomes(self.trials, self.alive) for goal in self.study.goals}

    def values(self, place: Place) -> Column:
        """The answers about a place, each with the situations that have it."""
        values = self.trials.values(self.study.asked[place].value)
        return {value: here for value, rows in values.items() if (here := rows & self.alive)}

    def is_sure(self, place: Place) -> bool:
        """Whether a place can be asked about in all of the situations."""
        return not self.alive & ~self.trials.truth(self.study.asked[place].sure)

    def narrowed(self, known: Known) -> "Evidence":
        """Those in which more is known."""
        terms = self.study.known(known)
        self.trials.catch_up()
        alive = self.alive
        for term in terms:
            alive &= self.trials.truth(term)
        return Evidence(self.study, self.columns, self.trials, alive)

    def situation(self, row: int) -> Situation:
        """The situation of a row."""
        return decoded(self.study.world, Model(self.row(row)))

    def row(self, row: int) -> Values:
        """The values of the symbols in a row."""
        bit = 1 << row
        return {
            symbol: next(value for value, rows in column.items() if rows & bit)
            for symbol, column in self.columns.items()
        }


def gathered(study: Study, known: Known, before: Evidence | None = None, seeds: Sequence[Values] = ()) -> Evidence:
    """Those before, if they are enough; else some of them, the seeds, others like these, and any."""
    if before and not seeds and before.alive.bit_count() >= ENOUGH:
        return before
    random = Random(_spelled(known))  # noqa: S311 - nothing secret
    return _drawn(study, known, random, [*seeds, *(_kept(before) if before else ())])


def beside(seen: Evidence, known: Known, places: frozenset[Place]) -> Evidence:
    """A situation like each, but for facts at some places and what arises only there; not all of them are possible."""
    study, count = seen.study, seen.trials.every.bit_length()
    random = Random(repr(sorted(map(repr, places))))  # noqa: S311 - nothing secret
    columns = study.drawing.renew(seen.columns, places, known.given, count, random)
    return evidence(study, known, columns, count, seen.trials)


def _drawn(study: Study, known: Known, random: Random, kept: Sequence[Values]) -> Evidence:
    """Situations that were kept, others like these, and any."""
    like, count = None, max(COUNT, 3 * len(kept))
    if kept:
        near = ((1 << count // 2) - 1) << len(kept)
        columns = {symbol: repeated(column(symbol, kept), len(kept), count) for symbol in study.symbols}
        like = Like(columns, (1 << len(kept)) - 1, near)
    return evidence(study, known, study.drawing.draw(known.given, count, random, like), count)


def evidence(study: Study, known: Known, columns: Columns, count: int, like: Trials | None = None) -> Evidence:
    """So many situations, worked out, as far as they are not `like` others."""
    terms = study.known(known)
    trials = Trials(study.program, count, columns, like)
    alive = trials.truth(study.possible)
    for term in terms:
        alive &= trials.truth(term)
    return Evidence(study, columns, trials, alive)


def _kept(seen: Evidence) -> Iterator[Values]:
    """Some situations: of every outcome of every goal first two, then the first there are."""
    rare = (rows for outcomes in seen.outcomes().values() for rows in outcomes.values())
    rows = chain(*(islice(members(rows), 2) for rows in rare), members(seen.alive))
    return (seen.row(row) for row in islice(dict.fromkeys(rows), KEPT))


def _spelled(known: Known) -> str:
    """What is known, the same for the same."""
    return repr(sorted((repr(place), repr(Ranges.of(values).runs)) for place, values in known.given.items()))


def column(symbol: Term, rows: Sequence[Values]) -> Column:
    """The column of a symbol in some rows."""
    found: dict[int, Rows] = {}
    for at, values in enumerate(rows):
        value = values.get(symbol, symbol.low)
        found[value] = found.get(value, 0) | 1 << at
    return found


def repeated(column: Column, count: int, size: int) -> Column:
    """The rows of a column, so many, again and again: `size` rows."""
    ones, every = sum(1 << at for at in range(0, size, count)), (1 << size) - 1
    return {value: rows * ones & every for value, rows in column.items()}
