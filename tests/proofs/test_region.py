"""Regions grow, are widened and dropped as `docs/proofs.md` says: `region.cover`, on small sets of cells."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from misdeal.model.language.expression import FactRef
from misdeal.model.language.types import Number, Timeline, Type
from misdeal.model.meaning.evaluate import Undefined
from misdeal.proofs.criterion import Cell, Criterion, Differ
from misdeal.proofs.region import Box, Seed, Unseparated, cover

from .. import covering
from ..covering import Spot, contains

STAGES = Timeline("stage", ("dealing", "dealt", "opened", "drawn"))


class Listed:
    """The oracle of situations that are listed, the most ordinary first."""

    def __init__(self, spots: Sequence[Spot[Any]]) -> None:
        self.spots = spots

    def inside(self, box: Box) -> bool:
        """Whether all in the box belong to the finding."""
        return all(spot.inside for spot in self.spots if contains(box, spot))

    def refused(self, box: Box, position: int) -> set[int]:
        """The cells of a criterion in which the box would have a situation that does not belong."""
        wider = (*box[:position], None, *box[position + 1 :])
        return {spot.cells[position] for spot in self.spots if not spot.inside and contains(wider, spot)}

    def occurs(self, box: Box) -> bool:
        """Whether there is one in the box."""
        return any(contains(box, spot) for spot in self.spots)

    def covered(self, box: Box, others: Sequence[Box]) -> bool:
        """Whether all in the box lie in others."""
        return all(any(contains(other, spot) for other in others) for spot in self.spots if contains(box, spot))

    def seed(self, boxes: Sequence[Box]) -> Seed[Any] | None:
        """The first one of the finding outside the boxes."""
        for spot in self.spots:
            if spot.inside and not any(contains(box, spot) for box in boxes):
                return Seed(spot.cells, spot.shown)
        return None


def criterion(name: str, kind: Type, *more: Undefined) -> Criterion:
    """A criterion with a cell a value, and cells of what is undefined."""
    cells = tuple(Cell(value, value) for value in range(kind.low, kind.high + 1))
    return Criterion(FactRef(name, None, kind), (*cells, *more))


def boxes(criteria: Sequence[Criterion], spots: Sequence[Spot[Any]], most: int = 20) -> list[Box]:
    """The regions of a finding."""
    return [box for box, _ in cover(criteria, Listed(spots), most).boxes]


def grid(width: int, height: int, *inside: tuple[int, int]) -> list[Spot[Any]]:
    """All situations of two criteria, and which of them belong to the finding."""
    return [Spot((x, y), (x, y) in inside, (x, y)) for x in range(width) for y in range(height)]


A, B = criterion("a", Number(0, 2)), criterion("b", Number(0, 2))


def test_everything_is_one_region_without_conditions() -> None:
    """Where all belongs to the finding every criterion is dropped."""
    everything = [(x, y) for x in range(3) for y in range(3)]
    assert boxes((A, B), grid(3, 3, *everything)) == [(None, None)]


def test_earlier_criteria_are_dropped_first() -> None:
    """Where either of two criteria could be dropped the first one is."""
    spots = [Spot((0, 0), inside=True, shown=0), Spot((1, 1), inside=False, shown=1)]
    assert boxes((A, B), spots) == [(None, frozenset({0, 2}))]


def test_cells_are_added_after_dropping() -> None:
    """What is left is widened to all cells that stay inside."""
    assert boxes((A, B), grid(3, 3, (0, 1), (2, 1))) == [(frozenset({0, 2}), frozenset({1}))]


def test_regions_grow_from_the_most_ordinary() -> None:
    """Each region is grown from the first situation that the others left."""
    covered = cover((A, B), Listed(grid(3, 3, (2, 2), (0, 0))), 20)
    assert [shown for _, shown in covered.boxes] == [(0, 0), (2, 2)]
    assert covered.beyond is None


def test_region_inside_the_others_is_dropped_from_the_end() -> None:
    """A region that the others cover together is left out, the last that is so first."""
    cross = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (0, 0), (2, 2)]
    criteria, spots = (A, B), grid(3, 3, *cross)
    found = boxes(criteria, spots)
    for at, box in enumerate(found):
        others = found[:at] + found[at + 1 :]
        assert not Listed(spots).covered(box, others)
    assert all(any(contains(box, spot) for box in found) == spot.inside for spot in spots)


def test_stages_are_widened_only_into_what_occurs() -> None:
    """A stage without a situation is not taken in; a number without one is."""
    stage, number = criterion("stage", STAGES), criterion("n", Number(0, 3))
    spots = [
        Spot((0,), inside=False, shown=0),
        Spot((1,), inside=True, shown=1),
        Spot((3,), inside=True, shown=3),
    ]
    assert boxes((stage,), spots) == [(frozenset({1, 3}),)]
    assert boxes((number,), spots) == [(frozenset({1, 2, 3}),)]


def test_undefined_cells_are_taken_in_only_where_they_occur() -> None:
    """A region does not speak of what is never undefined."""
    lacking = criterion("n", Number(0, 1), Undefined.FAULT)
    spots = [Spot((0,), inside=False, shown=0), Spot((1,), inside=True, shown=1)]
    assert boxes((lacking,), spots) == [(frozenset({1}),)]
    assert boxes((lacking,), [*spots, Spot((2,), inside=True, shown=2)]) == [(frozenset({1, 2}),)]


def test_no_more_regions_than_asked_for() -> None:
    """Where regions are left out one situation beyond them is told."""
    diagonal = grid(3, 3, (0, 0), (1, 1), (2, 2))
    covered = cover((A, B), Listed(diagonal), 2)
    assert len(covered.boxes) == 2
    assert covered.beyond == (2, 2)
    assert cover((A, B), Listed(diagonal), 3).beyond is None


def test_criteria_that_do_not_separate_are_an_internal_error() -> None:
    """A finding that no cell tells apart from what is none is refused loudly."""
    with pytest.raises(Unseparated):
        cover((A,), Listed([Spot((0,), inside=True, shown=0), Spot((0,), inside=False, shown=1)]), 20)


@pytest.mark.parametrize("seed", range(200))
def test_regions_equal_the_algorithm_as_it_is_told(seed: int) -> None:
    """On random sets of situations the regions are those of the independent implementation, cell by cell."""
    random = Random(seed)  # noqa: S311
    kinds: list[Criterion] = []
    for at in range(random.randint(1, 4)):
        kind: Type = random.choice((Number(0, 1), Number(0, 2), STAGES))
        kinds.append(criterion(f"f{at}", kind, *random.choice(((), (Undefined.FAULT,)))))
    if random.random() < 0.3:
        kinds.append(Criterion(Differ("r", 0, 1), (Cell(0, 0), Cell(1, 1))))
    cells = {tuple(random.randrange(len(each.cells)) for each in kinds) for _ in range(random.randint(1, 40))}
    share = random.random()
    spots = [Spot(each, random.random() < share, each) for each in sorted(cells, key=lambda _: random.random())]
    if not any(spot.inside for spot in spots):
        spots[0] = Spot(spots[0].cells, inside=True, shown=spots[0].shown)
    most = random.choice((2, 20))
    covered = cover(kinds, Listed(spots), most)
    wanted, beyond = covering.cover(kinds, spots, most)
    assert list(covered.boxes) == wanted
    assert covered.beyond == beyond
    assert covered.first == next(spot.shown for spot in spots if spot.inside)
