"""Decision tables made at random, and tables as rulebooks.

A table has number columns (values from 0) and choice columns; a rule is a box with an output: for each column a range,
some values, or None where the rule does not look at it. Two families. A *tree* cuts the whole space in two again and
again and is then given a few gaps (boxes taken out) and overlaps (boxes widened). In a *sparse* table every rule looks
at two to four columns, as in a rulebook, and nearly everything overlaps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import TypeAlias

Cells: TypeAlias = tuple[int, ...]  # (low, high) of a number, the values of a choice
Box: TypeAlias = tuple[Cells | None, ...]
Space: TypeAlias = list[Cells]

OUTPUTS = 4
EVERY = 25  # one gap and one overlap for so many rules


@dataclass(frozen=True, slots=True)
class Column:
    """A column with the values from 0 to `size` - 1: numbers, or a choice."""

    size: int
    choice: bool

    @property
    def everything(self) -> Cells:
        """All its values."""
        return tuple(range(self.size)) if self.choice else (0, self.size - 1)

    def count(self, cells: Cells) -> int:
        """How many values some cells have."""
        return len(cells) if self.choice else cells[1] - cells[0] + 1

    def holds(self, cells: Cells | None, value: int) -> bool:
        """Whether a value is among some cells."""
        if cells is None:
            return True
        return value in cells if self.choice else cells[0] <= value <= cells[1]


@dataclass(frozen=True, slots=True)
class Rule:
    """A box and what comes out in it."""

    box: Box
    output: int


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rules; no rule goes before another."""

    name: str
    columns: tuple[Column, ...]
    rules: tuple[Rule, ...]


def columns_of(count: int, size: int = 1_000) -> tuple[Column, ...]:
    """Number columns, and then choice columns of six: one for three columns, two for five, three for seven."""
    choices = (count - 1) // 2
    return (*(Column(size, choice=False) for _ in range(count - choices)), *[Column(6, choice=True)] * choices)


def tree(rules: int, count: int, seed: int = 1) -> Table:
    """A partition of the space with planted gaps and overlaps."""
    random, columns, planted = Random(seed), columns_of(count), max(1, rules // EVERY)  # noqa: S311
    boxes = _partition(random, columns, rules + planted)
    random.shuffle(boxes)
    boxes = boxes[:rules]  # the others are the gaps
    for space in random.sample(boxes, planted):
        _widen(random, columns, space)
    return _table(f"tree_{rules}_{count}", random, columns, boxes)


def sparse(rules: int, count: int, seed: int = 1) -> Table:
    """Rules that each look at two to four columns."""
    random, columns = Random(seed), columns_of(count)  # noqa: S311
    boxes: list[Space] = []
    for _ in range(rules):
        space = [column.everything for column in columns]
        for at in random.sample(range(count), random.randint(2, min(count, 4))):
            space[at] = _some(random, columns[at])
        boxes.append(space)
    return _table(f"sparse_{rules}_{count}", random, columns, boxes)


def small(seed: int) -> Table:
    """A table so small that every situation can be looked at: a few columns of a few values, any boxes or a tree."""
    random = Random(seed)  # noqa: S311
    columns = tuple(Column(random.randint(2, 5), random.random() < 0.5) for _ in range(random.randint(1, 4)))
    count = random.randint(1, 8)
    if random.random() < 0.5:
        boxes = _partition(random, columns, min(count, prod(column.size for column in columns)))
        boxes = random.sample(boxes, max(1, len(boxes) - random.choice((0, 0, 1))))
        for space in boxes[: random.choice((0, 0, 1, 2))]:
            _widen(random, columns, space)
    else:
        boxes = [
            [_any(random, column) if random.random() < 0.6 else column.everything for column in columns]
            for _ in range(count)
        ]
    return _table(f"small_{seed}", random, columns, boxes, random.randint(1, 3))


def rulebook_of(*tables: Table) -> str:
    """The text of a rulebook: of each table a fact a column, one ruling, a clause a rule."""
    name = tables[0].name
    lines = [f"# {name}", "", "```misdeal", f'rulebook {name} "The table {name}"']
    for number, table in enumerate(tables, 1):
        lines += _statements(table, number)
    return "\n".join([*lines, "```", ""])


def fact_name(table: int, column: int) -> str:
    """The name of the fact of a column, both counted from 1."""
    return f"t{table}_c{column}"


def ruling_name(table: int) -> str:
    """The name of the ruling of a table, counted from 1."""
    return f"t{table}_output"


def clause_id(table: int, row: int) -> str:
    """The id of the clause of a row, both counted from 1."""
    return f"T{table}.{row}"


def _statements(table: Table, number: int) -> Iterator[str]:
    for at, column in enumerate(table.columns, 1):
        values = ", ".join(f"v{value}" for value in range(column.size))
        kind = f"{{{values}}}" if column.choice else f"0..{column.size - 1}"
        yield f'fact {fact_name(number, at)}: {kind} "What is column {at} of table {number}?"'
    outputs = ", ".join(f"out{output}" for output in range(max(rule.output for rule in table.rules) + 1))
    yield f'ruling {ruling_name(number)}: {{{outputs}}} "What comes out of table {number}?"'
    for row, rule in enumerate(table.rules, 1):
        yield f'clause {clause_id(number, row)} "Row {row}"'
        conditions = [
            _condition(fact_name(number, at), column, cells)
            for at, (column, cells) in enumerate(zip(table.columns, rule.box, strict=True), 1)
            if cells is not None
        ]
        if conditions:
            yield f"  when {' and '.join(conditions)}"
        yield f"  then {ruling_name(number)} is out{rule.output}"


def _condition(name: str, column: Column, cells: Cells) -> str:
    if column.choice:
        if len(cells) == 1:
            return f"{name} = v{cells[0]}"
        return f"{name} in {{{', '.join(f'v{value}' for value in cells)}}}"
    low, high = cells
    if low == high:
        return f"{name} = {low}"
    if low == 0:
        return f"{name} <= {high}"
    if high == column.size - 1:
        return f"{name} >= {low}"
    return f"{name} in {low}..{high}"


def _table(
    name: str, random: Random, columns: tuple[Column, ...], boxes: Sequence[Space], outputs: int = OUTPUTS
) -> Table:
    rules = [
        Rule(
            tuple(None if cells == column.everything else cells for column, cells in zip(columns, space, strict=True)),
            random.randrange(outputs),
        )
        for space in boxes
    ]
    return Table(name, columns, tuple(rules))


def _partition(random: Random, columns: Sequence[Column], count: int) -> list[Space]:
    """The whole space in so many boxes; each time the largest of some is cut in two."""
    boxes: list[Space] = [[column.everything for column in columns]]
    while len(boxes) < count:
        some = random.sample(range(len(boxes)), min(6, len(boxes)))
        largest = max(some, key=lambda at: prod(map(Column.count, columns, boxes[at])))
        space = boxes[largest]
        wide = [at for at, column in enumerate(columns) if column.count(space[at]) > 1]
        if wide:
            at = random.choice(wide)
            one, other = _cut(random, columns[at], space[at])
            boxes[largest] = [*space[:at], one, *space[at + 1 :]]
            boxes.append([*space[:at], other, *space[at + 1 :]])
    return boxes


def _cut(random: Random, column: Column, cells: Cells) -> tuple[Cells, Cells]:
    """Some cells in two: a choice anyhow, a range somewhere in its middle half."""
    if column.choice:
        mixed = random.sample(cells, len(cells))
        at = random.randint(1, len(cells) - 1)
        return tuple(sorted(mixed[:at])), tuple(sorted(mixed[at:]))
    low, high = cells
    quarter = (high - low) // 4
    last = random.randint(low + quarter, high - quarter - 1)
    return (low, last), (last + 1, high)


def _widen(random: Random, columns: Sequence[Column], space: Space) -> None:
    """Let one range of a box go on by a third, where one can."""
    wide = [at for at, column in enumerate(columns) if not column.choice and space[at][1] < column.size - 1]
    if wide:
        at = random.choice(wide)
        low, high = space[at]
        space[at] = (low, min(columns[at].size - 1, high + max(1, (high - low) // 3)))


def _some(random: Random, column: Column) -> Cells:
    """A range over 15 to 50 % of a column, or one to three values."""
    if column.choice:
        return tuple(sorted(random.sample(range(column.size), random.randint(1, 3))))
    width = int(column.size * random.uniform(0.15, 0.5))
    low = random.randint(-width // 2, column.size - width // 2)
    return max(0, low), min(column.size - 1, low + width)


def _any(random: Random, column: Column) -> Cells:
    """Any range, any values."""
    if column.choice:
        return tuple(sorted(random.sample(range(column.size), random.randint(1, column.size))))
    low = random.randrange(column.size)
    return low, random.randrange(low, column.size)
