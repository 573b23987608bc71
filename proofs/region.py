"""Regions: all of a finding as few conjunctions over criteria, for any oracle.

The method is that of `docs/proofs.md`, "How all of a finding is told".

A box is a region in the making: for each criterion the cells that belong, None where the criterion was dropped.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Generic, Protocol, TypeAlias, TypeVar

from misdeal.model.language.types import Timeline
from misdeal.model.meaning.evaluate import Undefined

from .criterion import Criterion, Derived

Box: TypeAlias = tuple[frozenset[int] | None, ...]
Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Seed(Generic[Shown]):
    """A situation of the finding: the cell of each criterion that it lies in, and the situation itself."""

    cells: tuple[int, ...]
    shown: Shown


class Oracle(Protocol[Shown]):
    """What has to be known of a finding. All of it is about the situations in which the finding is examined."""

    def inside(self, box: Box) -> bool:
        """Whether every situation of the box belongs to the finding."""
        ...

    def refused(self, box: Box, position: int) -> Collection[int]:
        """The cells of a criterion that a box could not take in: of which it is already known.

        After a box was found not to be inside, each of its criteria has cells that it could not take in. So it costs
        nothing to ask, and is enough to be led by.
        """
        ...

    def occurs(self, box: Box) -> bool:
        """Whether the box has a situation."""
        ...

    def covered(self, box: Box, others: Sequence[Box]) -> bool:
        """Whether every situation of the box lies in one of the others."""
        ...

    def seed(self, boxes: Sequence[Box]) -> Seed[Shown] | None:
        """The most ordinary situation of the finding outside the boxes; None where there is none."""
        ...


@dataclass(frozen=True, slots=True)
class Cover(Generic[Shown]):
    """Boxes, each with the situation that it grew from; `first` is the most ordinary of all.

    `beyond` is a situation outside the boxes where they are not all.
    """

    first: Shown
    boxes: tuple[tuple[Box, Shown], ...]
    beyond: Shown | None


class Unseparated(Exception):  # noqa: N818 - an internal error, and a loud one
    """The criteria of a finding do not separate it from what is no finding: a mistake in Misdeal."""


def cover(criteria: Sequence[Criterion], oracle: Oracle[Shown], most: int) -> Cover[Shown]:
    """At most `most` regions that together are the whole finding, or the first ones of it."""
    found: list[tuple[Box, Shown]] = []
    first = seed = oracle.seed([])
    assert first, "there is something to cover"
    while seed is not None and len(found) < most:
        found.append((grow(criteria, seed.cells, oracle), seed.shown))
        seed = oracle.seed([box for box, _ in found])
    for position in reversed(range(len(found))):
        others = [box for at, (box, _) in enumerate(found) if at != position]
        if others and oracle.covered(found[position][0], others):
            del found[position]
    return Cover(first.shown, tuple(found), seed.shown if seed else None)


def grow(criteria: Sequence[Criterion], cells: Sequence[int], oracle: Oracle[Shown]) -> Box:
    """The region around one situation: drop criteria in order while it stays inside, then add cells.

    Every step is taken that nothing known refuses, and one question at the end is about them all: if the box that came
    out is inside, so was each before it. If not, more is known, and the steps are taken anew.
    """
    start: Box = tuple(frozenset({cell}) for cell in cells)
    while not oracle.inside(box := _widened(criteria, start, oracle)):
        if not start or cells[0] in oracle.refused(start, 0):
            raise Unseparated
    return box


def _widened(criteria: Sequence[Criterion], start: Box, oracle: Oracle[Shown]) -> Box:
    box = start
    for position in range(len(criteria)):
        if not oracle.refused(box, position):
            box = replaced(box, position, None)
    for position, criterion in enumerate(criteria):
        kept = box[position]
        if kept is None:
            continue
        refused = oracle.refused(box, position)
        added = (
            cell
            for cell in range(len(criterion.cells))
            if cell not in kept
            and cell not in refused
            and (not only_if_met(criterion, cell) or oracle.occurs(replaced(box, position, frozenset({cell}))))
        )
        box = replaced(box, position, kept.union(added))
    return box


def only_if_met(criterion: Criterion, cell: int) -> bool:
    """Whether a region takes in a cell only where it occurs: a stage, or what is undefined."""
    if isinstance(criterion.cells[cell], Undefined):
        return True
    return not isinstance(criterion.subject, Derived) and isinstance(criterion.subject.type, Timeline)


def replaced(box: Box, position: int, cells: frozenset[int] | None) -> Box:
    """A box with other cells of one criterion."""
    return (*box[:position], cells, *box[position + 1 :])


def contains(box: Box, cells: Sequence[int]) -> bool:
    """Whether a situation that lies in some cells lies in a box."""
    return all(kept is None or cell in kept for kept, cell in zip(box, cells, strict=True))


class Spots:
    """Boxes of situations that are known; for each cell of each criterion the set of those that have it, as bits."""

    def __init__(self, sizes: Iterable[int]) -> None:
        self._count = 0
        self._within = [[0] * size for size in sizes]
        self._unions: dict[tuple[int, frozenset[int]], int] = {}

    def add(self, cells: Sequence[Iterable[int]]) -> None:
        """Add situations in every combination of some cells of each criterion."""
        for within, some in zip(self._within, cells, strict=True):
            for cell in some:
                within[cell] |= 1 << self._count
        self._count += 1
        self._unions.clear()

    def meet(self, box: Box) -> bool:
        """Whether one of them lies in a box."""
        return self._meeting(enumerate(box)) != 0

    def beside(self, box: Box, position: int) -> frozenset[int]:
        """The cells of a criterion in which one of them lies that lies in a box but for that criterion."""
        meeting = self._meeting((at, kept) for at, kept in enumerate(box) if at != position)
        if not meeting:
            return frozenset()
        return frozenset(cell for cell, within in enumerate(self._within[position]) if within & meeting)

    def _meeting(self, kept: Iterable[tuple[int, frozenset[int] | None]]) -> int:
        left = (1 << self._count) - 1
        for position, cells in kept:
            if cells is not None and left:
                left &= self._union(position, cells)
        return left

    def _union(self, position: int, cells: frozenset[int]) -> int:
        key = (position, cells)
        if key not in self._unions:
            self._unions[key] = reduce(or_, (self._within[position][cell] for cell in cells), 0)
        return self._unions[key]
