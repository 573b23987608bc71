"""Section 5, Regions, said again, over situations that are listed: `proofs.region` is tested against it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from misdeal.model.language.types import Timeline
from misdeal.model.meaning.evaluate import Undefined
from misdeal.proofs.criterion import Apart, Astray, Criterion, Differ, Faulty, Unsound

Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Spot(Generic[Shown]):
    """A situation by its cells: whether it is inside the finding, and what is shown of it."""

    cells: tuple[int, ...]
    inside: bool
    shown: Shown


Box: TypeAlias = tuple[frozenset[int] | None, ...]


def contains(box: Sequence[Collection[int] | None], spot: Spot[Shown]) -> bool:
    """Whether a situation lies in a region."""
    return all(kept is None or cell in kept for kept, cell in zip(box, spot.cells, strict=True))


def cover(
    cut: Sequence[Criterion], spots: Sequence[Spot[Shown]], most: int
) -> tuple[list[tuple[Box, Shown]], Shown | None]:
    """Section 5, Regions, word for word, over situations in order, the most ordinary first.

    Gives the regions with the situations that they grew from, and one outside them where they are not all.
    """
    regions: list[tuple[Box, Shown]] = []
    beyond: Shown | None = None
    for spot in spots:
        if spot.inside and not any(contains(box, spot) for box, _ in regions):
            if len(regions) == most:
                beyond = spot.shown
                break
            regions.append((_grown(cut, spots, spot), spot.shown))
    for at in range(len(regions) - 1, -1, -1):
        others = [box for other, (box, _) in enumerate(regions) if other != at]
        if others and all(
            any(contains(box, spot) for box in others) for spot in spots if contains(regions[at][0], spot)
        ):
            del regions[at]
    return regions, beyond


def _grown(cut: Sequence[Criterion], spots: Sequence[Spot[Shown]], start: Spot[Shown]) -> Box:
    """In order drop each criterion whole if the region stays inside, then add cells."""
    box: list[set[int] | None] = [{cell} for cell in start.cells]

    def fits(changed: Sequence[Collection[int] | None]) -> bool:
        return all(spot.inside for spot in spots if contains(changed, spot))

    for at in range(len(cut)):
        if fits([*box[:at], None, *box[at + 1 :]]):
            box[at] = None
    for at, criterion in enumerate(cut):
        for cell in range(len(criterion.cells)):
            kept = box[at]
            if kept is None or cell in kept:
                continue
            only = [*box[:at], {cell}, *box[at + 1 :]]
            if _needs_meeting(criterion, cell) and not any(contains(only, spot) for spot in spots):
                continue
            if fits([*box[:at], kept | {cell}, *box[at + 1 :]]):
                kept.add(cell)
    return tuple(None if kept is None else frozenset(kept) for kept in box)


def _needs_meeting(criterion: Criterion, cell: int) -> bool:
    """Stages, and what is undefined, are only taken in where they occur."""
    if isinstance(criterion.subject, Unsound | Faulty | Astray | Differ | Apart):
        return False
    return isinstance(criterion.cells[cell], Undefined) or isinstance(criterion.subject.type, Timeline)
