"""Regions: all of a finding as few conjunctions over criteria, for any oracle.

The method is that of `docs/proofs.md`, "How all of a finding is told".

A box is a region in the making: for each criterion the cells that belong, None where the criterion was dropped.
"""

from collections.abc import Iterable, Sequence
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

    def refuses(self, box: Box) -> bool:
        """Whether it is already known that some situation of the box does not belong.

        True of every box that was found not to be inside: so it costs nothing to ask, and is enough to be led by.
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
        if oracle.refuses(start):
            raise Unseparated
    return box


def _widened(criteria: Sequence[Criterion], start: Box, oracle: Oracle[Shown]) -> Box:
    box = start
    for position in range(len(criteria)):
        wider = _with(box, position, None)
        if not oracle.refuses(wider):
            box = wider
    for position, criterion in enumerate(criteria):
        for cell in range(len(criterion.cells)):
            kept = box[position]
            if kept is None or cell in kept:
                continue
            wider = _with(box, position, kept | {cell})
            if oracle.refuses(wider):
                continue
            if only_if_met(criterion, cell) and not oracle.occurs(_with(box, position, frozenset({cell}))):
                continue
            box = wider
    return box


def only_if_met(criterion: Criterion, cell: int) -> bool:
    """Whether a region takes in a cell only where it occurs: a stage, or what is undefined."""
    if isinstance(criterion.cells[cell], Undefined):
        return True
    return not isinstance(criterion.subject, Derived) and isinstance(criterion.subject.type, Timeline)


def _with(box: Box, position: int, cells: frozenset[int] | None) -> Box:
    return (*box[:position], cells, *box[position + 1 :])


def contains(box: Box, cells: Sequence[int]) -> bool:
    """Whether a situation that lies in some cells lies in a box."""
    return all(kept is None or cell in kept for kept, cell in zip(box, cells, strict=True))


class Spots:
    """Situations by the cells that they lie in; for each cell of each criterion the set of them, as bits."""

    def __init__(self, sizes: Iterable[int]) -> None:
        self._count = 0
        self._within = [[0] * size for size in sizes]

    def add(self, cells: Sequence[int]) -> None:
        """Add one situation."""
        for position, cell in enumerate(cells):
            self._within[position][cell] |= 1 << self._count
        self._count += 1

    def meet(self, box: Box) -> bool:
        """Whether one of them lies in a box."""
        left = (1 << self._count) - 1
        for kept, within in zip(box, self._within, strict=True):
            if kept is not None:
                left &= reduce(or_, (within[cell] for cell in kept))
            if not left:
                break
        return left != 0
