"""Decision tables: rows that are disjoint, complete and right, and those of the method, word for word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest

from misdeal.cli.table_where import read_condition
from misdeal.model.language import read
from misdeal.model.language.expression import Const, Expression
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.meaning.evaluate import Bindings, Kind, Outcome, Undefined
from misdeal.proofs.criterion import Apart, Astray, Cell, Criterion, Differ, Faulty, Unsound
from misdeal.proofs.finding import Verdict
from misdeal.proofs.phrase import phrase
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.table import Row, Table, table
from misdeal.proofs.table_rows import Subject
from misdeal.proofs.world import World as Terms

from ..brute import outcome_at
from ..covering import Box, Spot, contains, cover
from ..strategies import seeded
from ..worlds import Point, Shown, World, shown

Class: TypeAlias = tuple[Kind, tuple[int, ...]]

CHAIN = """```misdeal
rulebook chain "A chain"
seats player 2..3
timeline stage = dealing < dealt < opened
fact found: stage usually dealing  "How far?"
fact cards[p]: 3..7 usually 5      "How many?"
fact wild: yes/no usually no       "Wild?"
ruling coup: {stands, void} when found >= dealt   "What becomes of the coup?"
ruling pays[p]: 0..2 when coup = void otherwise 0 "What does the player pay?"
ruling next: player                               "Who is next?"
clause 1 "Six"   when some p: cards[p] = 6 then coup is void
clause 2 "Wild"  when wild then coup is void
clause 3 "Three" when some p: cards[p] = 3 then coup is stands
clause 4 "Pays" for each p when cards[p] = 6 then pays[p] is 2
clause 5 "The first with six" then next is first q from 1 where cards[q] = 6
```
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A row by brute force, in what can be compared."""

    outcome: Class
    conditions: tuple[str, ...]
    deciding: tuple[tuple[str, bool], ...]
    witness: Shown


class Brute:
    """The table of a ruling, by going through all situations."""

    def __init__(self, world: World, ruling: Ruling, where: Expression | None) -> None:
        self.world, self.ruling, self.where = world, ruling, where
        self.effects = world.rulebook.effects[ruling.name]
        self.subject = Subject(Terms(world.rulebook), ruling, where)
        points = [point for point in world.examined(ruling) if self.is_asked(point)]
        arising = [point for point in points if outcome_at(point, ruling).kind is not Kind.DOES_NOT_ARISE]
        self.points = sorted(arising, key=lambda point: point.rank)
        self.cells = {id(point): self.located(point) for point in self.points}

    def names(self, point: Point) -> Bindings:
        return {self.ruling.index.name: point.subject} if self.ruling.index and point.subject is not None else {}

    def is_asked(self, point: Point) -> bool:
        return point.evaluation.holds(self.where, self.names(point))

    def located(self, point: Point) -> tuple[int, ...]:
        return tuple(self.cell(point, criterion) for criterion in self.subject.criteria)

    def cell(self, point: Point, criterion: Criterion) -> int:
        if isinstance(criterion.subject, Unsound | Differ):
            return self.derived(point, criterion.subject)
        assert not isinstance(criterion.subject, Faulty | Astray | Apart)
        value = point.evaluation.value(criterion.subject, self.names(point))
        for at, cell in enumerate(criterion.cells):
            if (
                (cell is value)
                if isinstance(value, Undefined)
                else isinstance(cell, Cell) and cell.low <= value <= cell.high
            ):
                return at
        raise AssertionError

    def derived(self, point: Point, subject: "Unsound | Differ") -> bool:
        if isinstance(subject, Unsound):
            return any(not self.is_sound(point, value) for value in self.given(point, subject.effect))
        ours, theirs = (
            {value for value in self.given(point, effect) if self.is_sound(point, value)}
            for effect in (subject.first, subject.second)
        )
        return any(mine != yours for mine in ours for yours in theirs)

    def is_sound(self, point: Point, value: "int | Undefined") -> bool:
        return point.evaluation.in_type(self.ruling, value)

    def given(self, point: Point, effect: int) -> "list[int | Undefined]":
        applying = outcome_at(point, self.ruling).applying
        return [instance.value for instance in applying if instance.effect is self.effects[effect][1]]

    def deciding(self, point: Point) -> "list[tuple[int, int | Undefined]]":
        outcome: Outcome = outcome_at(point, self.ruling)
        return [(at, i.value) for at, (_, e) in enumerate(self.effects) for i in outcome.deciding if i.effect is e]

    def outcomes(self, point: Point) -> list[Class]:
        """What comes out, with each choice of the effects that lead to it, the preferred one first."""
        kind, deciding = outcome_at(point, self.ruling).kind, self.deciding(point)
        if kind is Kind.VALUE:
            plain = [at for at, _ in deciding if isinstance(self.effects[at][1].value, Const)]
            return [(kind, (at,)) for at in (*plain, *(at for at, _ in deciding))]
        if kind is Kind.UNDEFINED:
            return [(kind, (at,)) for at, value in deciding if not self.is_sound(point, value)]
        if kind is Kind.CLASH:
            pairs = combinations_with_replacement(deciding, 2)
            return [(kind, pair) for pair in sorted((i, j) for (i, mine), (j, yours) in pairs if mine != yours)]
        return [(kind, ())]

    def rows(self) -> list[Wanted]:
        """The method, literally: from the most ordinary situation left, as far as its outcome goes."""
        boxes: list[tuple[Box, Point]] = []
        while left := [p for p in self.points if not any(lies_in(self.cells[id(p)], box) for box, _ in boxes)]:
            outcome = self.outcomes(left[0])[0]
            free = {id(point) for point in left if outcome in self.outcomes(point)}
            spots = [Spot(self.cells[id(point)], id(point) in free, point) for point in self.points]
            (grown, *_), _ = cover(self.subject.criteria, spots, 1)
            boxes.append(grown)
        return [self.wanted(box, seed) for box, seed in boxes]

    def wanted(self, box: Box, seed: Point) -> Wanted:
        inside = [point for point in self.points if lies_in(self.cells[id(point)], box)]
        return Wanted(self.outcomes(seed)[0], tuple(self.conditions(box)), self.decides(inside, seed), seed.shown)

    def conditions(self, box: Box) -> Iterator[str]:
        met = [{cells[at] for cells in self.cells.values()} for at in range(len(box))]
        for criterion, kept, occurring in zip(self.subject.criteria, box, met, strict=True):
            if kept is not None:
                ways = [kept & occurring, kept]
                told = [phrase(self.world.rulebook, [criterion], (way,), self.subject.named)[0] for way in ways if way]
                yield min(told, key=len)

    def decides(self, inside: Sequence[Point], seed: Point) -> tuple[tuple[str, bool], ...]:
        sets = [{at for at, _ in self.deciding(point)} for point in inside]
        whole, some = set.intersection(*sets), set[int]().union(*sets)
        ordered = dict.fromkeys((*self.outcomes(seed)[0][1], *sorted(whole), *sorted(some)))
        return tuple((self.effects[at][0].id, at in whole) for at in ordered)


def lies_in(cells: tuple[int, ...], box: Box) -> bool:
    return contains(box, Spot(cells, inside=True, shown=None))


def condition_of(seed: int, rulebook: Rulebook) -> Expression | None:
    """A condition to narrow a table to, for every other seed."""
    conditions = [*(claim.condition for claim in rulebook.claims), *(always.condition for always in rulebook.always)]
    return conditions[0] if seed % 2 and conditions else None


def compared(made: Table) -> list[Wanted]:
    """The rows of a table in what brute force says of them."""
    return [
        Wanted(
            (row.kind, ()),
            tuple(sorted(condition.text for condition in row.conditions)),
            tuple((each.clause, each.throughout) for each in row.deciding),
            shown(row.witness.situation, row.witness.subject),
        )
        for row in made.rows
    ]


def differing(seed: int) -> list[str]:
    """The rulings of a seed's rulebook whose tables are not those of brute force."""
    rulebook = seeded(seed).rulebook
    world, where, wrong = World(rulebook), condition_of(seed, rulebook), list[str]()
    for ruling in rulebook.rulings.values():
        made, brute = table(rulebook, ruling.name, where, rows=1000), Brute(world, ruling, where)
        wanted = [
            Wanted((row.outcome[0], ()), tuple(sorted(row.conditions)), row.deciding, row.witness)
            for row in brute.rows()
        ]
        verdict = Verdict.PROVED if wanted else Verdict.VACUOUS
        proved = all(proof.verdict is verdict for proof in made.proofs)
        if compared(made) != wanted or not proved or bool(made.unread) != left_out(brute):
            wrong.append(ruling.name)
    return wrong


def left_out(brute: Brute) -> bool:
    """Whether situations that may matter are not in a table, because something that is read there has no value."""
    kept = {id(point) for point in brute.world.examined(brute.ruling)}
    scope = brute.ruling.when
    return any(
        id(point) not in kept
        and brute.is_asked(point)
        and (scope is None or point.evaluation.value(scope, brute.names(point)) is not False)
        for point in brute.world.points(brute.ruling.index)
    )


@pytest.mark.parametrize("seed", range(25))
def test_tables_equal_the_method_by_brute_force(seed: int) -> None:
    """Rows, conditions, clauses, examples, proofs, and whether anything is left out."""
    assert differing(seed) == []


@pytest.mark.deep
@pytest.mark.parametrize("first", range(3_000, 3_400, 50))
def test_tables_of_many_equal_the_method(first: int) -> None:
    """The same on four hundred more rulebooks."""
    assert {seed: wrong for seed in range(first, first + 50) if (wrong := differing(seed))} == {}


@pytest.mark.parametrize("seed", range(40, 50))
def test_what_the_rows_say_is_so(seed: int) -> None:
    """Read back as they are printed, the rows are disjoint, complete and right in every situation."""
    rulebook = seeded(seed).rulebook
    world = World(rulebook)
    for ruling in rulebook.rulings.values():
        brute, made = Brute(world, ruling, None), table(rulebook, ruling.name)
        if any("`" in condition.text for row in made.rows for condition in row.conditions):
            continue  # said in words
        read_back = [said(rulebook, ruling, row) for row in made.rows]
        for point in brute.points:
            names = brute.names(point)
            lying = [
                row
                for row, conditions in zip(made.rows, read_back, strict=True)
                if all(point.evaluation.holds(condition, names) for condition in conditions)
            ]
            assert len(lying) == 1
            outcome = outcome_at(point, ruling)
            assert lying[0].kind is outcome.kind
            assert lying[0].value in {None, outcome.value}
            assert {each.clause for each in lying[0].deciding} >= {each.clause.id for each in outcome.deciding}


def said(rulebook: Rulebook, ruling: Ruling, row: Row) -> list[Expression]:
    """The conditions of a row as the reader reads them."""
    return [read_condition(rulebook, ruling, condition.text) for condition in row.conditions]


def test_clauses_that_agree_do_not_multiply_the_rows() -> None:
    """A row is one clause's; others that decide in a part of it are named with it."""
    made = table(read(CHAIN, "chain.md"), "coup")
    void = [row for row in made.rows if row.kind is Kind.VALUE and row.value == 1]
    assert [(row.deciding[0].clause, row.deciding[0].throughout) for row in void] == [("2", True), ("1", True)]
    assert [(each.clause, each.throughout) for each in void[0].deciding] == [("2", True), ("1", False)]


def test_every_kind_of_outcome_is_a_row() -> None:
    """Values, gaps and clashes of one ruling; a default; a value that is computed, and one that is undefined."""
    rulebook = read(CHAIN, "chain.md")
    assert {row.kind for row in table(rulebook, "coup").rows} == {Kind.VALUE, Kind.GAP, Kind.CLASH}
    assert {row.kind for row in table(rulebook, "pays").rows} == {Kind.VALUE, Kind.DEFAULT}
    computed, undefined = sorted(table(rulebook, "next").rows, key=lambda row: row.kind.value, reverse=True)
    assert (computed.kind, computed.value) == (Kind.VALUE, None)
    assert undefined.kind is Kind.UNDEFINED


def test_a_table_that_is_not_whole_says_so() -> None:
    """Beyond the rows asked for a situation is shown, and completeness is refuted."""
    made = table(read(CHAIN, "chain.md"), "coup", rows=2)
    assert len(made.rows) == 2
    assert made.beyond is not None
    assert [proof.verdict for proof in made.proofs] == [Verdict.REFUTED, *[Verdict.PROVED] * 3]
    assert not made.whole


def test_what_is_not_found_out_is_not_proved() -> None:
    """Without time nothing is claimed."""
    made = table(read(CHAIN, "chain.md"), "coup", timeout=1e-6)
    assert made.rows == ()
    assert made.proofs[0].verdict is Verdict.UNKNOWN
    assert not made.whole


def test_what_a_ruling_reads_and_has_no_value_is_left_out() -> None:
    """A gap in one ruling is no row of another one, and is told."""
    made = table(read(CHAIN, "chain.md"), "pays")
    assert made.unread == ("coup",)
    assert made.whole


def test_a_condition_narrows_a_table() -> None:
    """It may name the index of the ruling, and read rulings."""
    rulebook = read(CHAIN, "chain.md")
    for text, kinds in (("cards[p] = 6", [Kind.VALUE]), ("cards[p] = 5 and wild", [Kind.DEFAULT]), ("pays[p] = 1", [])):
        where = read_condition(rulebook, rulebook.rulings["pays"], text)
        assert [row.kind for row in table(rulebook, "pays", where).rows] == kinds


def test_an_impossible_rulebook_has_no_table() -> None:
    """Nothing is proved vacuously."""
    made = table(read(CHAIN.replace("ruling coup", 'always wild and not wild "no"\nruling coup'), "chain.md"), "coup")
    assert made.impossible is not None
    assert made.rows == ()


def test_an_unknown_ruling_is_refused() -> None:
    """With the near name."""
    with pytest.raises(Refusal, match="unknown ruling `coop`") as caught:
        table(read(CHAIN, "chain.md"), "coop")
    assert caught.value.advice == "did you mean `coup`?"


def test_a_criterion_that_changes_nothing_is_asked_about_too() -> None:
    """What computed values are may depend on facts that what comes out does not depend on."""
    assert differing(2203) == []
