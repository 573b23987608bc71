"""Regions: all of a finding as few conjunctions over criteria (design, section 5, Regions), for any oracle.

A box is a region in the making: for each criterion the cells that belong, None where the criterion was dropped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
    """The region around one situation: drop criteria in order while it stays inside, then add cells."""
    box: Box = tuple(frozenset({cell}) for cell in cells)
    if not oracle.inside(box):
        raise Unseparated
    for position in range(len(criteria)):
        wider = _with(box, position, None)
        if oracle.inside(wider):
            box = wider
    for position, criterion in enumerate(criteria):
        for cell in range(len(criterion.cells)):
            kept = box[position]
            if kept is None or cell in kept:
                continue
            if only_if_met(criterion, cell) and not oracle.occurs(_with(box, position, frozenset({cell}))):
                continue
            wider = _with(box, position, kept | {cell})
            if oracle.inside(wider):
                box = wider
    return box


def only_if_met(criterion: Criterion, cell: int) -> bool:
    """Whether a region takes in a cell only where it occurs: a stage, or what is undefined."""
    if isinstance(criterion.cells[cell], Undefined):
        return True
    return not isinstance(criterion.subject, Derived) and isinstance(criterion.subject.type, Timeline)


def _with(box: Box, position: int, cells: frozenset[int] | None) -> Box:
    return (*box[:position], cells, *box[position + 1 :])
