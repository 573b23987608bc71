"""Situations drawn at random, many at once: for each symbol, for each value, the rows that have it.

They are well-formed: a fact that does not arise has its first value, and every seat is at the table. Whether they are
possible is for others to see. Some rows are as usual but for a few facts, some are anything, so that both what is
ordinary and what is rare occurs. The same generator of random numbers draws the same situations.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import or_
from random import Random
from typing import TypeAlias

from misdeal.model.language.rulebook import Fact, Place
from misdeal.model.language.types import Number, Seat, Value, first_value
from misdeal.model.meaning.cuts import cuts
from misdeal.model.meaning.ranges import Ranges, Values
from misdeal.model.meaning.situation import table_sizes

from .known import PLAYERS, Given, values_of
from .program import Program
from .term import Term, symbols_of
from .trials import Rows, Trials
from .world import World

Column: TypeAlias = Mapping[int, Rows]
Columns: TypeAlias = Mapping[Term, Column]

CALM = (0, 4, 7, 8)  # of ten facts so many are as usual: as many rows for each
FRESH = 2  # of ten facts so many are drawn anew in a row that is like another one
MASKS = 24  # choices of rows in which a fact is as usual, or drawn anew; each place has one of them
DIGITS = 5  # of a probability, in binary
NARROW = 12  # values of a number, all of which are drawn; of more some of each range that the rulebook tells apart


@dataclass(frozen=True, slots=True)
class Like:
    """Situations, a row each, that others are to be like: in some rows the same, in those `near` but for some facts.

    A fact that arises only in the other situation is drawn too, and one that arises no more has its first value.
    """

    columns: Columns
    same: Rows
    near: Rows


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A fact at a place: its symbol, where it arises, and where `usually` gives a value, and which."""

    place: Place
    symbol: Term
    arises: Term
    usual: tuple[Term, Term] | None


@dataclass(frozen=True, slots=True)
class _Step:
    """A fact at all its places, and what has to be worked out to draw it once the facts are drawn that it reads."""

    fact: Fact
    places: tuple[_Drawn, ...]
    program: Program
    read: frozenset[Term]


class Drawing:
    """Draws situations of one rulebook."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._players = world.encoder.players
        self._cuts = cuts(world.rulebook)
        self._steps = [_step(world, world.rulebook.facts[name]) for name in world.rulebook.settling_order]

    def draw(self, given: Given, count: int, random: Random, like: Like | None = None) -> Columns:
        """So many situations; whatever is given of a fact or of the players is true of them where it can be."""
        every = (1 << count) - 1
        groups = _dealt(random, every, CALM).items()
        calm = [reduce(or_, (_some(random, rows, share, 10) for share, rows in groups)) for _ in range(MASKS)]
        other = every & ~(like.same | like.near) if like else every
        fresh = [other | (_some(random, like.near, FRESH, 10) if like else 0) for _ in range(MASKS)]
        columns: dict[Term, Column] = {}
        if not self._players.constant:
            sizes = self._sizes(given, random, every)
            old = like.columns[self._players] if like else {}
            columns[self._players] = _overlaid(old, sizes, random.choice(fresh))
        for step in self._steps:
            trials = Trials(step.program, count, columns)
            before = Trials(step.program, count, like.columns) if like else trials
            for drawn in step.places:
                arises, column = trials.truth(drawn.arises), self._any(step.fact, drawn, given, random, columns, every)
                column = _overlaid(column, _usual(drawn, trials, given), random.choice(calm))
                if like:
                    renewed = random.choice(fresh) | (like.near & arises & ~before.truth(drawn.arises))
                    column = _overlaid(like.columns[drawn.symbol], column, renewed)
                columns[drawn.symbol] = _overlaid(column, _first(step.fact, every), every ^ arises)
        return columns

    def renew(self, old: Columns, places: AbstractSet[Place], given: Given, count: int, random: Random) -> Columns:
        """Situations like others but for facts at some places, or the players, and for what arises only there.

        The column of whatever is the same everywhere is the very same.
        """
        every = (1 << count) - 1
        calm, columns = _some(random, every, 1, 2), dict(old)
        if PLAYERS in places:
            columns[self._players] = self._sizes(given, random, every)
        for step in self._steps:
            changed = any(columns.get(symbol) is not old.get(symbol) for symbol in step.read)
            if not changed and places.isdisjoint(drawn.place for drawn in step.places):
                continue
            trials, before = Trials(step.program, count, columns), Trials(step.program, count, old)
            for drawn in step.places:
                arises, arose = trials.truth(drawn.arises), before.truth(drawn.arises)
                if arises == arose and drawn.place not in places:
                    continue
                column = self._any(step.fact, drawn, given, random, columns, every)
                column = _overlaid(column, _usual(drawn, trials, given), calm)
                renewed = every if drawn.place in places else arises & ~arose
                column = _overlaid(old[drawn.symbol], column, renewed)
                columns[drawn.symbol] = _overlaid(column, _first(step.fact, every), every ^ arises)
        return columns

    def _sizes(self, given: Given, random: Random, every: Rows) -> Column:
        """Numbers of players that are allowed, as they come."""
        sizes = [size for size in table_sizes(self._world.rulebook) if size in given.get(PLAYERS, (size,))]
        return _dealt(random, every, sizes)

    def _any(self, fact: Fact, drawn: _Drawn, given: Given, random: Random, columns: Columns, every: Rows) -> Column:
        """Values allowed of a fact, as they come; of a seat one that is at the table, if there is one."""
        allowed = given.get(drawn.place, Ranges.whole(fact.type))
        if not isinstance(fact.type, Seat):
            values = self._numbers(fact, allowed, random) if isinstance(fact.type, Number) else list(allowed)
            return _dealt(random, every, values)
        found: dict[int, Rows] = {}
        for players, rows in columns.get(self._players, {self._players.low: every}).items():
            here = [value for value in values_of(fact.type, players) if value in allowed] or [fact.type.low]
            for value, those in _dealt(random, rows, here).items():
                found[value] = found.get(value, 0) | those
        return found

    def _numbers(self, fact: Fact, allowed: Values, random: Random) -> Sequence[int]:
        """Numbers to be drawn: all of them if they are few, else some of each range that the rulebook tells apart."""
        if len(allowed) <= NARROW:
            return [int(value) for value in allowed]
        found: set[int] = set()
        for run in Ranges.of(allowed).runs:
            inside = sorted(cut for cut in self._cuts[fact.name] if run.start < cut < run.stop)
            for low, end in pairwise((run.start, *inside, run.stop)):
                found |= {low, end - 1, random.randrange(low, end), random.randrange(low, end)}
        return sorted(found)


def _step(world: World, fact: Fact) -> _Step:
    """What has to be worked out to draw a fact."""
    places, program = tuple(_drawn(world, fact, index) for index in world.encoder.indices(fact.index)), Program()
    program.add(term for drawn in places for term in (drawn.arises, *(drawn.usual or ())))
    read = symbols_of(drawn.arises for drawn in places)
    return _Step(fact, places, program, read)


def _drawn(world: World, fact: Fact, index: Value | None) -> _Drawn:
    place = Place(fact.name, index)
    usual = None if fact.usually is None else world.usual(fact, index)
    return _Drawn(place, world.encoder.fact(place), world.arises(fact, index), usual)


def _usual(drawn: _Drawn, trials: Trials, given: Given) -> Column:
    """The rows in which a fact has a usual value that is allowed."""
    if drawn.usual is None:
        return {}
    gives, value = drawn.usual
    within, allowed = trials.truth(gives), given.get(drawn.place)
    values = trials.values(value).items()
    return {each: rows & within for each, rows in values if allowed is None or each in allowed}


def _first(fact: Fact, every: Rows) -> Column:
    """The value of a fact that does not arise."""
    return {int(first_value(fact.type)): every}


def _overlaid(column: Column, other: Column, rows: Rows) -> Column:
    """A column with the values of another one in some rows, where that has any."""
    taken = {value: here & rows for value, here in other.items()}
    kept = ~reduce(or_, taken.values(), 0)
    merged = {value: here & kept for value, here in column.items()}
    for value, here in taken.items():
        merged[value] = merged.get(value, 0) | here
    return {value: here for value, here in merged.items() if here}


def _dealt(random: Random, rows: Rows, values: Sequence[int]) -> Column:
    """Each of some rows with one of some values, any of them alike."""
    if len(values) == 1:
        return {int(values[0]): rows}
    half = len(values) // 2
    here = _some(random, rows, half, len(values))
    return {**_dealt(random, here, values[:half]), **_dealt(random, rows & ~here, values[half:])}


def _some(random: Random, rows: Rows, share: int, of: int) -> Rows:
    """Each of some rows with a probability of about `share` in `of`."""
    if share == of:
        return rows
    chance = (share << DIGITS) // of
    found, width = 0, rows.bit_length()
    for digit in range(DIGITS):
        drawn = random.getrandbits(width)
        found = found | drawn if chance >> digit & 1 else found & drawn
    return rows & found
