"""What every compiled Python module brings along; its text, from the first import on, is copied into each.

A value that is worked with is a bool or an int: of a choice or a stage its position from 0, of a seat its number,
and of `nobody` the number after the last seat. None is no value. It needs Python 3.10 and nothing else.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeAlias, TypeVar

# pyright: reportUnusedFunction=false, reportUnusedClass=false

_LISTED: Final = 20  # values, and characters of one, that a message shows
_LONGEST: Final = 80
_REMEMBERED: Final = 10_000  # outcomes of a sieve
_LOOKED_UP: Final = 4_096  # values that have their marks in a table

Outcome: TypeAlias = Literal["does not arise", "value", "default", "gap", "clash", "undefined"]
Value = TypeVar("Value")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Value]):
    """What comes out. `value` is None unless `outcome` is "value" or "default"; `code` is it as a bool or an int.

    `clauses` are the ids of the clauses that decide.
    """

    outcome: Outcome
    value: Value | None = None
    clauses: tuple[str, ...] = ()
    code: bool | int | None = None


@dataclass(frozen=True, slots=True)
class _Kind(Generic[Value]):
    """A type: the least code, and what is shown for it and those after it; of seats the most that a table has."""

    low: int
    shown: Sequence[Value]
    most: int = 0

    def has(self, code: int, players: int) -> bool:
        """Whether a code is of the type: a seat has to be at the table."""
        if not self.low <= code < self.low + len(self.shown):
            return False
        return not self.most or code <= players or code == self.most + 1

    def code(self, name: str, value: object, players: int) -> int:
        """The code of a value that is shown. Raises ValueError."""
        if isinstance(self.shown, range):
            if type(value) is int and value in self.shown and self.has(value, players):
                return value
            shown = f"a whole number from {self.shown[0]} to {self.shown[-1]}"
            if self.most:
                shown = f"a seat from 1 to {players}"
            raise ValueError(f"{name}: expected {shown}, found {_quoted(value)}")
        for at, one in enumerate(self.shown):
            if type(one) is type(value) and one == value and self.has(self.low + at, players):
                return self.low + at
        allowed = [one for at, one in enumerate(self.shown) if self.has(self.low + at, players)]
        shown = ", ".join(repr(one) for one in allowed[:_LISTED]) + (", ..." if len(allowed) > _LISTED else "")
        raise ValueError(f"{name}: expected one of {shown}, found {_quoted(value)}")


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _one(name: str, kind: _Kind[Value], value: object, players: int, arises: bool = True) -> int:
    """The code of a fact that is given; its first value, where it does not arise. Raises ValueError."""
    if arises:
        if value is None:
            raise ValueError(f"{name} is missing")
        return kind.code(name, value, players)
    if value is not None and kind.code(name, value, players) != kind.low:
        raise ValueError(f"{name} does not arise in this situation: leave it out, or give None")
    return kind.low


def _given(name: str, names: Sequence[object], values: object) -> Sequence[object]:
    """The values of an indexed fact in the order of its index. Raises ValueError."""
    if isinstance(names, range):
        if isinstance(values, Sequence) and not isinstance(values, (str, bytes)) and len(values) == len(names):
            return values
        raise ValueError(f"{name}: expected a sequence of {len(names)} values, one for each seat")
    if isinstance(values, Mapping) and all(each in names for each in values):
        return [values.get(each) for each in names]
    raise ValueError(f"{name}: expected a mapping with a value for each of {', '.join(map(repr, names))}")


def _many(
    name: str, kind: _Kind[Value], names: Sequence[object], values: object, players: int, arises: Sequence[bool] = ()
) -> list[int]:
    """The codes of an indexed fact that is given, in the order of its index. Raises ValueError."""
    if values is None and arises and not any(arises):
        return [kind.low for _ in names]
    if values is None:
        raise ValueError(f"{name} is missing")
    given = _given(name, names, values)
    return [
        _one(f"{name}[{each!r}]", kind, value, players, not arises or arises[at])
        for at, (each, value) in enumerate(zip(names, given, strict=True))
    ]


def _players(players: object, least: int, most: int) -> int:
    """The number of players that is given. Raises ValueError."""
    if type(players) is not int or not least <= players <= most:
        raise ValueError(f"players: expected a whole number from {least} to {most}, found {_quoted(players)}")
    return players


def _require(holds: bool, reason: str) -> None:
    """Raises ValueError unless something holds, without which the situation is not possible."""
    if not holds:
        raise ValueError(f"this situation is not possible: {reason}")


def _settle(
    kind: _Kind[Value], players: int, found: Sequence[tuple[str, Sequence[int | None]]], otherwise: Ruling[Value]
) -> Ruling[Value]:
    """What comes of the clauses that decide, each with the values that it gives."""
    if not found:
        return otherwise
    clauses = tuple(dict.fromkeys(clause for clause, _ in found))
    codes = {code for _, given in found for code in given}
    settled = [code for code in codes if code is not None and kind.has(code, players)]
    if len(settled) < len(codes):
        return Ruling("undefined", None, clauses)
    if len(codes) > 1:
        return Ruling("clash", None, clauses)
    return Ruling("value", kind.shown[settled[0] - kind.low], clauses, settled[0])


class _Sieve(dict[int, Ruling[Value]]):
    """What comes of marks: a bit for each effect, and one above them for the scope. Remembered while there is room.

    An effect is its clause, the code of its value, and the marks that it takes away.
    """

    def __init__(
        self,
        kind: _Kind[Value],
        nothing: Ruling[Value],
        otherwise: Ruling[Value],
        effects: Sequence[tuple[str, int, int]],
    ) -> None:
        super().__init__()
        self._kind = kind
        self._nothing = nothing
        self._otherwise = otherwise
        self._effects = effects

    def __missing__(self, marks: int) -> Ruling[Value]:
        if not marks >> len(self._effects):
            return self._nothing
        free = marks
        for at, (_, _, over) in enumerate(self._effects):
            if marks >> at & 1:
                free &= ~over
        found = [(clause, (code,)) for at, (clause, code, _) in enumerate(self._effects) if free >> at & 1]
        came = _settle(self._kind, self._kind.most, found, self._otherwise)
        if len(self) < _REMEMBERED:
            self[marks] = came
        return came


class _Ranges:
    """Marks by ranges, each from the end of the one before."""

    def __init__(self, ranges: Sequence[tuple[int, int, int]]) -> None:
        self._lows = [low for low, _, _ in ranges]
        self._marks = [marks for _, _, marks in ranges]

    def __getitem__(self, value: int) -> int:
        return self._marks[bisect_right(self._lows, value) - 1]


def _marks(ranges: Sequence[tuple[int, int, int]]) -> Sequence[int] | _Ranges:
    """The marks of values: looked up by value where there are few from 0 on."""
    if ranges[0][0] not in {0, 1} or ranges[-1][1] > _LOOKED_UP:
        return _Ranges(ranges)
    return (0,) * ranges[0][0] + tuple(marks for low, high, marks in ranges for _ in range(low, high + 1))


def _with(value: int | None, made: Callable[[int], Made]) -> Made | None:
    return None if value is None else made(value)


def _within(value: int, ranges: Sequence[tuple[int | None, int | None]]) -> bool:
    return any((low is None or low <= value) and (high is None or value <= high) for low, high in ranges)


def _not(value: int | None) -> bool | None:
    return None if value is None else not value


def _all(values: Iterable[int | None]) -> bool | None:
    known: bool | None = True
    for value in values:
        if value is None:
            known = None
        elif not value:
            return False
    return known


def _any(values: Iterable[int | None]) -> bool | None:
    known: bool | None = False
    for value in values:
        if value is None:
            known = None
        elif value:
            return True
    return known


def _choose(condition: int | None, then: Made | None, otherwise: Made | None) -> Made | None:
    if condition is None:
        return then if then == otherwise else None
    return then if condition else otherwise


def _sum(values: Iterable[int | None]) -> int | None:
    total = 0
    for value in values:
        if value is None:
            return None
        total += value
    return total


def _seat(seat: int | None, players: int) -> int | None:
    return seat if seat is not None and 1 <= seat <= players else None


def _beside(left: int, right: int, players: int) -> bool:
    return left != right and (left - right) % players in {1, players - 1}


def _first(start: int, included: bool, backward: bool, players: int, fits: Callable[[int], int | None]) -> int | None:
    known = True
    for turn in range(players):
        seat = (start - 1 + (-turn if backward else turn)) % players + 1
        if turn or included:
            found = fits(seat)
            if found is None:
                known = False
            elif found:
                return seat if known else None
    return None
