"""Sets of values as ranges: as small as they are told, however many values they have."""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import TypeAlias

from ..language.types import Choice, Flag, Seat, Type, Value

Values: TypeAlias = AbstractSet[Value]


class Ranges(AbstractSet[Value]):
    """A set of values; `runs` are its ranges in order, none of which touch. It equals a frozenset of the same."""

    __slots__ = ("runs",)

    def __init__(self, ranges: Iterable[range]) -> None:
        runs: list[range] = []
        for each in sorted(filter(None, ranges), key=lambda run: run.start):
            if runs and each.start <= runs[-1].stop:
                runs[-1] = range(runs[-1].start, max(runs[-1].stop, each.stop))
            else:
                runs.append(each)
        self.runs = tuple(runs)

    @classmethod
    def of(cls, values: Iterable[Value]) -> "Ranges":
        """The set of some values."""
        return values if isinstance(values, Ranges) else cls(range(value, value + 1) for value in values)

    @classmethod
    def whole(cls, kind: Type) -> "Ranges":
        """The set of all values of a type."""
        return cls([range(kind.low, kind.high + 1)])

    def within(self, other: "Ranges") -> "Ranges":
        """The values that both have."""
        pairs = ((run, each) for run in self.runs for each in other.runs)
        return Ranges(range(max(run.start, each.start), min(run.stop, each.stop)) for run, each in pairs)

    def __contains__(self, value: object) -> bool:
        """Whether a value is one of them."""
        return any(value in run for run in self.runs)

    def __iter__(self) -> Iterator[Value]:
        """The values in order, as integers."""
        return chain.from_iterable(self.runs)

    def __len__(self) -> int:
        """How many there are."""
        return sum(map(len, self.runs))

    def __eq__(self, other: object) -> bool:
        """Whether another set has the same values."""
        return self.runs == other.runs if isinstance(other, Ranges) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]  # that of a frozenset goes through all values

    def __repr__(self) -> str:
        """As it is made."""
        return f"Ranges({list(self.runs)})"


def show_values(kind: Type, values: Values) -> str:
    """A set as it is given on a command line: `4`, `4..6`, `0,4..6`."""
    runs = ((kind.show(run[0]), kind.show(run[-1])) for run in pieces(kind, values))
    return ",".join(low if low == high else f"{low}..{high}" for low, high in runs)


def pieces(kind: Type, values: Values) -> Iterator[range]:
    """A set as it is written: three or more numbers, stages or seats in a row as a range, others one by one."""
    for run in Ranges.of(values).runs:
        vacant = isinstance(kind, Seat) and kind.table.nobody in run
        row, rest = (run[:-1], run[-1:]) if vacant else (run, range(0))
        if len(row) > 2 and has_ranges(kind):  # noqa: PLR2004 - two are their ends
            yield row
        else:
            yield from (range(value, value + 1) for value in row)
        if rest:
            yield rest


def has_ranges(kind: Type) -> bool:
    """Whether the values of a type have an order that people know."""
    return not isinstance(kind, Flag | Choice)
