"""Types of the language: bounded, finite, and ordered by declaration.

Every value is a plain `bool` (of `yes/no`) or `int`: a number is itself, a choice or a stage its place in the
declaration from 0, a seat its place in dealing order from 1, and `nobody` one more than the largest table has
seats. So "at the table" is `value <= players`, and the order of values is always the order of integers.
"""

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = bool | int


@dataclass(frozen=True, slots=True)
class Flag:
    """`yes/no`; `no` comes first."""

    @property
    def low(self) -> int:
        """The least value, as an integer."""
        return 0

    @property
    def high(self) -> int:
        """The greatest value, as an integer."""
        return 1

    def show(self, value: Value) -> str:
        """The value as it is written in a rulebook."""
        return "yes" if value else "no"

    def __str__(self) -> str:
        """The type as it is written in a rulebook."""
        return "yes/no"


@dataclass(frozen=True, slots=True)
class Number:
    """The whole numbers `low..high`."""

    low: int
    high: int

    def show(self, value: Value) -> str:
        """The value as it is written in a rulebook."""
        return str(value)

    def __str__(self) -> str:
        """The type as it is written in a rulebook."""
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few named values; inline (`name` is empty) or declared by `type`.

    `labels` has one entry a value, empty where the rulebook gives none.
    """

    name: str
    values: tuple[str, ...]
    labels: tuple[str, ...]

    @property
    def low(self) -> int:
        """The least value."""
        return 0

    @property
    def high(self) -> int:
        """The greatest value."""
        return len(self.values) - 1

    def show(self, value: Value) -> str:
        """The value as it is written in a rulebook."""
        return self.values[value]

    def __str__(self) -> str:
        """The type as it is written in a rulebook."""
        return self.name or "{" + ", ".join(self.values) + "}"


@dataclass(frozen=True, slots=True)
class Timeline:
    """The stages of a coup or a deal, the earliest first."""

    name: str
    stages: tuple[str, ...]

    @property
    def low(self) -> int:
        """The earliest stage."""
        return 0

    @property
    def high(self) -> int:
        """The latest stage."""
        return len(self.stages) - 1

    def show(self, value: Value) -> str:
        """The value as it is written in a rulebook."""
        return self.stages[value]

    def __str__(self) -> str:
        """The type as it is written in a rulebook."""
        return self.name


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits at the table: `least` to `most` seats, numbered from 1, or as many as have names."""

    name: str
    least: int
    most: int
    usual: int
    names: tuple[str, ...] = ()

    @property
    def nobody(self) -> int:
        """The value that stands for `nobody`."""
        return self.most + 1

    @property
    def seats(self) -> range:
        """Every seat of the largest table."""
        return range(1, self.most + 1)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table, or with `vacant` a seat or `nobody`."""

    table: Table
    vacant: bool = False

    @property
    def low(self) -> int:
        """The first seat."""
        return 1

    @property
    def high(self) -> int:
        """The last value: the last seat of the largest table, or `nobody`."""
        return self.table.most + self.vacant

    def show(self, value: Value) -> str:
        """The value as it is written in a rulebook."""
        if value == self.table.nobody:
            return "nobody"
        return self.table.names[value - 1] if self.table.names else str(value)

    def __str__(self) -> str:
        """The type as it is written in a rulebook."""
        return f"{self.table.name} or nobody" if self.vacant else self.table.name


Type: TypeAlias = Flag | Number | Choice | Timeline | Seat
Ordered: TypeAlias = Number | Timeline


def first_value(kind: Type) -> Value:
    """The value that a fact has outside its `when`: the first of its type."""
    return False if isinstance(kind, Flag) else kind.low
