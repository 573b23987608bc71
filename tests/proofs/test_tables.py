"""On small random decision tables `check` finds what brute force over the grid finds, straight from the boxes.

Nothing of the language, the evaluator or the proofs is used for what is expected: a situation is a point of the grid,
a set of situations an integer with a bit for each point. Several tables share a rulebook, so that proving starts once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, product
from operator import or_
from pathlib import Path
from runpy import run_path
from typing import TypeAlias

import pytest

from misdeal.model.language import read
from misdeal.model.language.rulebook import Place
from misdeal.proofs.check import check
from misdeal.proofs.finding import Finding, FindingKind, Witness

from ..bench.tables import Column, Rule, Table, clause_id, fact_name, rulebook_of, ruling_name, small, tree

MOST_REGIONS = 20
TOGETHER = 25
SHARED = Path(__file__).parents[3] / "shared" / "bench" / "tables.py"

Point: TypeAlias = tuple[int, ...]
Values: TypeAlias = frozenset[int]
Region: TypeAlias = tuple[tuple[tuple[int, Values], ...], Point]
"""Of each column that it speaks of the values, and the point that it grew from."""


@dataclass(frozen=True)
class Found:
    """A finding about a table: rows and columns from 1; `about` is the column or the output that is unused."""

    kind: FindingKind
    rows: tuple[int, ...] = ()
    witness: Point | None = None
    regions: tuple[Region, ...] = ()
    beyond: Point | None = None
    about: str = ""


class Grid:
    """All points of a table, the most ordinary first, and what is wrong with it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.points = list(product(*(range(column.size) for column in table.columns)))
        self.all = (1 << len(self.points)) - 1
        self.rules = [self._where(self._holding(rule)) for rule in table.rules]

    def findings(self) -> Iterator[Found]:
        """Everything wrong with the table."""
        if gap := self.all & ~_union(self.rules):
            yield Found(FindingKind.GAP, (), *self._regions(gap, self.table.rules))
        clashing = set[int]()
        for (i, one), (j, other) in combinations(enumerate(self.table.rules), 2):
            both = self.rules[i] & self.rules[j]
            if both and one.output != other.output:
                clashing |= {i, j}
                yield Found(FindingKind.CLASH, (i + 1, j + 1), *self._regions(both, (one, other)))
        for at in range(len(self.rules)):
            if at not in clashing and self._outcomes(without=at) == self.outcomes:
                yield Found(FindingKind.REDUNDANT, (at + 1,))
        used = {rule.output for rule in self.table.rules}
        for output in range(max(used)):
            if output not in used:
                yield Found(FindingKind.UNUSED, about=f"out{output}")
        for at in range(len(self.table.columns)):
            if all(rule.box[at] is None for rule in self.table.rules):
                yield Found(FindingKind.UNUSED, about=str(at + 1))

    @cached_property
    def outcomes(self) -> dict[frozenset[int], int]:
        """Where each set of outputs is named: none is a gap, one a value, more a clash."""
        return self._outcomes(without=-1)

    def _outcomes(self, without: int) -> dict[frozenset[int], int]:
        named: dict[int, int] = {}
        for at, rule in enumerate(self.table.rules):
            if at != without:
                named[rule.output] = named.get(rule.output, 0) | self.rules[at]
        gap = self.all & ~_union(named.values())
        more = _union(one & other for one, other in combinations(named.values(), 2))
        values = {frozenset({output}): where & ~more for output, where in named.items()}
        return {key: where for key, where in {frozenset[int](): gap, frozenset({-1}): more, **values}.items() if where}

    def _holding(self, rule: Rule) -> list[Values | None]:
        return [
            None if cells is None else frozenset(v for v in range(column.size) if column.holds(cells, v))
            for column, cells in zip(self.table.columns, rule.box, strict=True)
        ]

    def _where(self, box: Sequence[Values | None]) -> int:
        """The points in a box."""
        where = self.all
        for at, values in enumerate(box):
            if values is not None:
                where &= _union(self.having[at, value] for value in values)
        return where

    @cached_property
    def having(self) -> dict[tuple[int, int], int]:
        """The points that have a value in a column."""
        having: dict[tuple[int, int], int] = {}
        for at, point in enumerate(self.points):
            for column, value in enumerate(point):
                having[column, value] = having.get((column, value), 0) | 1 << at
        return having

    # docs/proofs.md, how all of a finding is told

    def _regions(self, finding: int, rules: Sequence[Rule]) -> tuple[Point, tuple[Region, ...], Point | None]:
        """The most ordinary point of a finding that some rules are concerned with, its regions, a point beyond them."""
        cut = [self._cells(at, column, rules) for at, column in enumerate(self.table.columns)]
        grown: list[tuple[list[Values | None], Point]] = []
        left = finding
        while left and len(grown) < MOST_REGIONS:
            start = self._first(left)
            grown.append((self._grown(finding, cut, start), start))
            left &= ~self._where(grown[-1][0])
        for at in reversed(range(len(grown))):
            others = [self._where(box) for other, (box, _) in enumerate(grown) if other != at]
            if others and not self._where(grown[at][0]) & ~_union(others):
                del grown[at]
        told = [
            (tuple((at + 1, values) for at, values in enumerate(box) if values is not None), start)
            for box, start in grown
        ]
        return self._first(finding), tuple(told), self._first(left) if left else None

    def _grown(self, finding: int, cut: Sequence[Sequence[Values]], start: Point) -> list[Values | None]:
        """In order drop each criterion whole if the region stays inside, then add cells."""
        box: list[Values | None] = [
            next(cell for cell in cells if value in cell) if len(cells) > 1 else None
            for cells, value in zip(cut, start, strict=True)
        ]

        def widened(at: int, values: Values | None) -> None:
            before, box[at] = box[at], values
            if self._where(box) & ~finding:
                box[at] = before

        assert not self._where(box) & ~finding
        for at in range(len(cut)):
            widened(at, None)
        for at, cells in enumerate(cut):
            for cell in cells:
                kept = box[at]
                if kept is not None:
                    widened(at, kept | cell)
        return box

    def _cells(self, at: int, column: Column, rules: Sequence[Rule]) -> list[Values]:
        """A column cut at the constants that the rules compare it with; a choice into its values."""
        looked = [cells for rule in rules if (cells := rule.box[at]) is not None]
        if not looked:
            return [frozenset(range(column.size))]
        if column.choice:
            return [frozenset({value}) for value in range(column.size)]
        ends = {cut for low, high in looked for cut in (low, high + 1)}
        starts = sorted({0, *(cut for cut in ends if cut < column.size)})
        return [frozenset(range(low, high)) for low, high in zip(starts, [*starts[1:], column.size], strict=True)]

    def _first(self, where: int) -> Point:
        return self.points[(where & -where).bit_length() - 1]


def _union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


# What `check` tells

ONE = re.compile(r"t(\d+)_c(\d+) (=|!=|<=|>=|in) (.+)")


def told(tables: Sequence[Table], findings: Iterable[Finding]) -> Iterator[tuple[int, Found]]:
    """Findings in what can be compared, each with the table that it is about."""
    clauses = {
        clause_id(at, row): (at, row) for at, table in enumerate(tables, 1) for row in range(1, len(table.rules) + 1)
    }
    rulings = {ruling_name(at): at for at in range(1, len(tables) + 1)}
    facts = {
        fact_name(at, column): (at, column)
        for at, table in enumerate(tables, 1)
        for column in range(1, len(table.columns) + 1)
    }
    for finding in findings:
        if finding.subject in facts:
            number, about = facts[finding.subject][0], str(facts[finding.subject][1])
        else:
            number, about = rulings[finding.ruling or ""], finding.subject or ""
        table = tables[number - 1]
        yield (
            number,
            Found(
                finding.kind,
                tuple(clauses[clause][1] for clause in finding.clauses),
                _point(number, table, finding.witness) if finding.witness else None,
                tuple(
                    (tuple(_values(table, text) for text in region.conditions), _point(number, table, region.witness))
                    for region in finding.regions
                ),
                _point(number, table, finding.beyond) if finding.beyond else None,
                about,
            ),
        )
        assert (finding.beyond is None) == finding.whole


def _point(number: int, table: Table, witness: Witness) -> Point:
    """Where a witness is; all other tables are as ordinary as can be."""
    values = dict(witness.situation.values)
    point = tuple(int(values.pop(Place(fact_name(number, at)))) for at in range(1, len(table.columns) + 1))
    assert not any(values.values())
    return point


def _values(table: Table, text: str) -> tuple[int, Values]:
    """The column that a condition is about, from 1, and the values at which it holds."""
    matches = [ONE.fullmatch(part) for part in text.split(" or ")]
    columns = {int(match[2]) for match in matches if match}
    assert all(matches), text
    assert len(columns) == 1, text
    (column,) = columns
    holding = (_holding(table.columns[column - 1].size, match[3], match[4]) for match in matches if match)
    return column, frozenset[int]().union(*holding)


def _holding(size: int, relation: str, text: str) -> Values:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    match relation:
        case "!=":
            return frozenset(range(size)) - {numbers[0]}
        case "<=":
            return frozenset(range(numbers[0] + 1))
        case ">=":
            return frozenset(range(numbers[0], size))
        case "in" if ".." in text:
            return frozenset(range(numbers[0], numbers[1] + 1))
        case _:
            return frozenset(numbers)


# Tests


def differences(tables: Sequence[Table]) -> Mapping[str, tuple[list[Found], list[Found]]]:
    """By table the findings that only brute force has, and those that only `check` has."""
    report = check(read(rulebook_of(*tables), "tables.md"), jobs=1, timeout=600)
    assert not report.unknown
    proved: list[list[Found]] = [[] for _ in tables]
    for number, found in told(tables, report.findings):
        proved[number - 1].append(found)
    apart: dict[str, tuple[list[Found], list[Found]]] = {}
    for table, ours in zip(tables, proved, strict=True):
        wanted = Counter(Grid(table).findings())
        missing, more = list((wanted - Counter(ours)).elements()), list((Counter(ours) - wanted).elements())
        if missing or more:
            apart[table.name] = missing, more
    return apart


@pytest.mark.parametrize("first", range(0, 200, TOGETHER))
def test_findings_of_small_tables_equal_brute_force(first: int) -> None:
    """No gap, clash or region, and nothing else, differs."""
    assert differences([small(seed) for seed in range(first, first + TOGETHER)]) == {}


@pytest.mark.deep
@pytest.mark.parametrize("first", range(1_000, 6_000, TOGETHER))
def test_findings_of_many_small_tables_equal_brute_force(first: int) -> None:
    """The same on five thousand more."""
    assert differences([small(seed) for seed in range(first, first + TOGETHER)]) == {}


def test_small_tables_have_each_kind_of_finding_and_none() -> None:
    """Each kind, its absence, several regions, and nothing wrong at all occur in at least one table of twenty."""
    seen = Counter[str]()
    for seed in range(1_000):
        findings = list(Grid(small(seed)).findings())
        kinds = {found.kind for found in findings}
        seen.update(kind.value for kind in kinds)
        seen["nothing"] += not {FindingKind.GAP, FindingKind.CLASH} & kinds
        seen["several regions"] += any(len(found.regions) > 1 for found in findings)
    assert all(
        50 <= seen[each] <= 950 for each in ("gap", "clash", "redundant", "unused", "nothing", "several regions")
    )


def test_regions_are_capped_and_one_situation_beyond_is_told() -> None:
    """A diagonal of gaps is more than twenty regions, and is never called whole."""
    column = Column(22, choice=False)
    below = [Rule(((at + 1, 21), (at, at)), 0) for at in range(21)]
    above = [Rule(((at, at), (at + 1, 21)), 0) for at in range(21)]
    table = Table("diagonal", (column, column), (*below, *above))
    (gap,) = [found for found in Grid(table).findings() if found.kind is FindingKind.GAP]
    assert len(gap.regions) == MOST_REGIONS
    assert gap.beyond == (20, 20)
    assert differences([table]) == {}


def test_planted_tree_has_gaps_and_overlaps() -> None:
    """A tree has as many rules as it is asked for, all of whose boxes but the widened ones are disjoint."""
    table = tree(50, 3)
    assert len(table.rules) == 50
    meeting = [
        pair for pair in combinations(table.rules, 2) if all(map(_meet, table.columns, pair[0].box, pair[1].box))
    ]
    assert 0 < len(meeting) < 100


def _meet(column: Column, one: tuple[int, ...] | None, other: tuple[int, ...] | None) -> bool:
    return any(column.holds(one, value) and column.holds(other, value) for value in range(column.size))


@pytest.mark.skipif(not SHARED.exists(), reason="the shared benchmark tables are not at hand")
def test_shared_tables_are_read_as_ours_are() -> None:
    """A table of the shared generator, made ours, has the findings of brute force."""
    shared = run_path(str(SHARED))
    made = shared["sparse"](6, 3, 1, n=8)
    columns = tuple(Column(column["n"], choice=column["t"] == "e") for column in made["cols"])
    rules = tuple(
        Rule(tuple(None if cells is None else tuple(cells) for cells in boxes), output)
        for boxes, output in zip(made["rules"], made["out"], strict=True)
    )
    assert differences([Table("shared", columns, rules)]) == {}
