"""Boxes and arrows without cycles, in layers: every arrow leads to a later layer, and few cross.

The method is that of Sugiyama, Tagawa and Toda: layers by the longest way, a place kept in each layer that an arrow
passes, an order by the means of neighbours, and heights that come as near to these means as the boxes allow.
"""

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

_SWEEPS = 12
_GAP = 16.0  # between boxes of one layer
_PASSING = 10.0  # the room of an arrow that passes a layer
MOST = 3_000  # boxes and places kept for arrows


class TooMany(Exception):  # noqa: N818 - an answer, not a mistake
    """There are more boxes, or places kept for arrows, than can be put in order."""


@dataclass(frozen=True, slots=True)
class Layers:
    """Where everything is: the layer of each box, and the height of its middle.

    `ways` says for each arrow at which heights it passes the layers between its ends.
    """

    layer: Sequence[int]
    middle: Sequence[float]
    ways: Mapping[tuple[int, int], Sequence[float]]
    count: int
    height: float


def layered(heights: Sequence[float], arrows: Sequence[tuple[int, int]]) -> Layers:
    """Boxes of some heights in layers, so that every arrow leads forward. Raises TooMany."""
    layer = _numbered(len(heights), arrows)
    net = _Net(heights, layer, arrows)
    net.order()
    net.place()
    shift = min((middle - high / 2 for middle, high in zip(net.middle, net.heights, strict=True)), default=0)
    middle = [one - shift for one in net.middle]
    ways = {arrow: [middle[at] for at in chain[1:-1]] for arrow, chain in net.chains.items()}
    height = max((one + high / 2 for one, high in zip(middle, net.heights, strict=True)), default=0)
    return Layers(layer, middle[: len(heights)], ways, len(net.rows), height)


def crossings(one: Sequence[int], other: Sequence[int], arrows: Sequence[tuple[int, int]]) -> int:
    """How many arrows between two neighbouring layers cross, given the order in each."""
    place = {node: at for row in (one, other) for at, node in enumerate(row)}
    ends: list[int] = []
    found = 0
    for _, end in sorted((place[start], place[end]) for start, end in arrows):
        found += len(ends) - bisect_right(ends, end)
        insort(ends, end)
    return found


def _numbered(count: int, arrows: Sequence[tuple[int, int]]) -> list[int]:
    """The layer of each box: after all that lead to it; one to which nothing leads just before what it leads to."""
    after: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for start, end in arrows:
        after[start].append(end)
        waiting[end] += 1
    sources = [box for box in range(count) if not waiting[box]]
    layer, ready = [0] * count, list(sources)
    for box in ready:
        for end in after[box]:
            layer[end] = max(layer[end], layer[box] + 1)
            waiting[end] -= 1
            if not waiting[end]:
                ready.append(end)
    for box in sources:
        layer[box] = min((layer[end] for end in after[box]), default=1) - 1
    return layer


class _Net:
    """Boxes, and places kept for arrows, with the arrows cut into pieces from layer to layer."""

    def __init__(self, heights: Sequence[float], layer: Sequence[int], arrows: Sequence[tuple[int, int]]) -> None:
        if len(heights) + sum(layer[end] - layer[start] - 1 for start, end in arrows) > MOST:
            raise TooMany
        self.heights = list(heights)
        self.rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
        for box, at in enumerate(layer):
            self.rows[at].append(box)
        self.chains = {arrow: self._chain(layer, arrow) for arrow in arrows}
        self.middle = [0.0] * len(self.heights)
        count = len(self.heights)
        self._before: list[list[int]] = [[] for _ in range(count)]
        self._after: list[list[int]] = [[] for _ in range(count)]
        for chain in self.chains.values():
            for start, end in pairwise(chain):
                self._after[start].append(end)
                self._before[end].append(start)

    def _chain(self, layer: Sequence[int], arrow: tuple[int, int]) -> list[int]:
        """The places along an arrow, from end to end."""
        start, end = arrow
        chain = [start]
        for at in range(layer[start] + 1, layer[end]):
            chain.append(len(self.heights))
            self.rows[at].append(len(self.heights))
            self.heights.append(_PASSING)
        return [*chain, end]

    def order(self) -> None:
        """Put each layer in an order in which few arrows cross."""
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for sweep in range(_SWEEPS):
            forward = sweep % 2 == 0
            rows = self.rows[1:] if forward else self.rows[-2::-1]
            for row in rows:
                self._sort(row, self._before if forward else self._after)
            if (found := self._crossings()) < fewest:
                best, fewest = [list(row) for row in self.rows], found
        self.rows = best

    def _sort(self, row: list[int], beside: Sequence[Sequence[int]]) -> None:
        """Sort a layer by the mean places of neighbours; what has none stays where it is."""
        place = {node: at for other in self.rows for at, node in enumerate(other)}
        mean = {node: _mean([place[other] for other in beside[node]], place[node]) for node in row}
        row.sort(key=mean.__getitem__)

    def _crossings(self) -> int:
        return sum(
            crossings(one, other, [(start, end) for start in one for end in self._after[start]])
            for one, other in pairwise(self.rows)
        )

    def place(self) -> None:
        """Give everything a height near the mean of its neighbours."""
        for row in self.rows:
            self._spread(row, [0.0] * len(row))
        for sweep in range(_SWEEPS):
            forward = sweep % 2 == 0
            for row in self.rows if forward else self.rows[::-1]:
                beside = [self._before[node] + self._after[node] for node in row]
                wanted = [
                    _mean([self.middle[other] for other in others], self.middle[node])
                    for node, others in zip(row, beside, strict=True)
                ]
                self._spread(row, wanted)

    def _spread(self, row: Sequence[int], wanted: Sequence[float]) -> None:
        """Place a layer as near as can be to where its parts are wanted, in their order and apart from each other."""
        offsets = [0.0]
        for one, other in pairwise(row):
            offsets.append(offsets[-1] + (self.heights[one] + self.heights[other]) / 2 + _GAP)
        blocks: list[tuple[float, int]] = []  # of parts side by side: the mean of where they are wanted, and how many
        for want, offset in zip(wanted, offsets, strict=True):
            blocks.append((want - offset, 1))
            while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
                (mean, count), (before, more) = blocks.pop(), blocks.pop()
                blocks.append(((mean * count + before * more) / (count + more), count + more))
        levels = [level for level, many in blocks for _ in range(many)]
        for node, level, offset in zip(row, levels, offsets, strict=True):
            self.middle[node] = level + offset


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
