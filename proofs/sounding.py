"""The oracle of a finding that asks the solver."""

from collections.abc import Collection, Iterator, Sequence

from misdeal.model.meaning.evaluate import Undefined

from .around import Around
from .coded import Coded
from .criterion import Cell, Criterion, Derived
from .derived import holds
from .finding import Witness
from .inquiry import Inquiry, Model
from .obligation import Scene
from .region import Box, Seed, Spots
from .term import Term
from .trials import Rows, members
from .witness import Ordinary
from .world import World


class Sounding:
    """Answers for one finding.

    Every question raises Undetermined where the solver does not find out. Around each situation met on the way others
    are tried; those that are no finding are remembered by their cells, so that most boxes that reach too far are never
    asked about.
    """

    def __init__(self, inquiry: Inquiry, criteria: Sequence[Criterion], scene: Scene) -> None:
        self._inquiry = inquiry
        self._world = inquiry.world
        self._ordinary = Ordinary(inquiry)
        self._scene = scene
        self._cells = cell_terms(inquiry.world, scene, criteria)
        inquiry.program.add([scene.examined, scene.formula, *(term for cells in self._cells for term in cells)])
        self._seen = Spots(len(criterion.cells) for criterion in criteria)
        self._outside = Spots(len(criterion.cells) for criterion in criteria)
        self._empty: set[Box] = set()

    def inside(self, box: Box) -> bool:
        """Whether every examined situation of the box belongs to the finding."""
        return not self._outside.meet(box) and not self._meets(
            [self._world.terms.negation(self._scene.formula), *self._box(box)]
        )

    def refused(self, box: Box, position: int) -> frozenset[int]:
        """The cells of a criterion in which a situation of the box is known that does not belong to the finding."""
        return self._outside.beside(box, position)

    def occurs(self, box: Box) -> bool:
        """Whether the box has an examined situation."""
        if self._seen.meet(box):
            return True
        if box not in self._empty and not self._meets(self._box(box)):
            self._empty.add(box)
        return box not in self._empty

    def covered(self, box: Box, others: Sequence[Box]) -> bool:
        """Whether every examined situation of the box lies in one of the others."""
        return not self._inquiry.holds(
            [self._scene.examined, *self._box(box), *(self._beyond(other) for other in others)]
        )

    def seed(self, boxes: Sequence[Box]) -> Seed[Witness] | None:
        """The most ordinary situation of the finding outside the boxes."""
        terms = [self._scene.examined, self._scene.formula, *(self._beyond(box) for box in boxes)]
        index = self._scene.index
        model = self._ordinary.find(terms, index)
        if model is None:
            return None
        cells = self._learn(model)
        situation = self._inquiry.situation(model)
        return Seed(cells, Witness(situation, None if index is None else model.value(index)))

    def _meets(self, terms: Sequence[Term]) -> bool:
        """Whether some terms hold in some examined situation; what lies around it is remembered."""
        model = self._inquiry.find([self._scene.examined, *terms])
        if model is None:
            return False
        self._learn(model)
        return True

    def _learn(self, model: Model) -> tuple[int, ...]:
        """Remember an examined situation and what lies around it; gives its cells."""
        trials = Around(self._inquiry.program, [model.values], self._inquiry.program.points()).trials
        within = [[trials.truth(cell) for cell in cells] for cells in self._cells]
        centre = tuple(next(at for at, rows in enumerate(cells) if rows & 1) for cells in within)
        met = trials.truth(self._inquiry.possible) & trials.truth(self._scene.examined)
        for spots, rows in ((self._seen, met), (self._outside, met & ~trials.truth(self._scene.formula))):
            for cells in _combined(centre, within, rows):
                spots.add(cells)
        return centre

    def _box(self, box: Box) -> list[Term]:
        t = self._world.terms
        return [
            t.disjunction(cells[at] for at in sorted(kept))
            for cells, kept in zip(self._cells, box, strict=True)
            if kept is not None
        ]

    def _beyond(self, box: Box) -> Term:
        return self._world.terms.negation(self._world.terms.conjunction(self._box(box)))


def _combined(
    centre: Sequence[int], within: Sequence[Sequence[Rows]], rows: Rows
) -> Iterator[Sequence[Collection[int]]]:
    """The cells that some rows lie in: all rows together that leave the centre's cells in the same criterion only."""
    home = [(cell,) for cell in centre]
    once, more = 0, 0
    for cell, cells in zip(centre, within, strict=True):
        leaving = rows & ~cells[cell]
        once, more = once | leaving, more | (once & leaving)
    if rows & ~once:
        yield home
    for position, cells in enumerate(within):
        here = once & ~more & ~cells[centre[position]]
        if here & rows:
            reached = [at for at, lying in enumerate(cells) if lying & here]
            yield [*home[:position], reached, *home[position + 1 :]]
    apart = (
        tuple(next(at for at, lying in enumerate(cells) if lying >> row & 1) for cells in within)
        for row in members(more)
    )
    yield from ([(cell,) for cell in cells] for cells in dict.fromkeys(apart))


def cell_terms(world: World, scene: Scene, criteria: Sequence[Criterion]) -> list[list[Term]]:
    """Of every criterion where a situation lies in each of its cells."""
    return [_cells(world, scene, criterion) for criterion in criteria]


def _cells(world: World, scene: Scene, criterion: Criterion) -> list[Term]:
    if isinstance(criterion.subject, Derived):
        assert scene.decision
        derived = holds(world.decider, scene.decision, criterion.subject)
        return [world.terms.negation(derived), derived]
    coded = world.encoder.code(criterion.subject, scene.names)
    return [_cell(world, coded, cell) for cell in criterion.cells]


def _cell(world: World, coded: Coded, cell: Cell | Undefined) -> Term:
    t, logic = world.terms, world.encoder.logic
    match cell:
        case Undefined.FAULT:
            return coded.fault
        case Undefined.UNDECIDED:
            return logic.undecided(coded)
        case Cell(low, high) if coded.value.sort == "Bool":
            return t.disjunction(
                ([logic.false(coded)] if low == 0 else []) + ([logic.true(coded)] if high == 1 else [])
            )
        case Cell(low, high):
            ends = (t.at_most(t.number(low), coded.value), t.at_most(coded.value, t.number(high)))
            return t.conjunction((coded.defined, *ends))
