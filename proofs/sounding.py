"""The oracle of a finding that asks the solver."""

from collections.abc import Sequence

from misdeal.model.meaning.evaluate import Undefined

from .coded import Coded
from .criterion import Cell, Criterion, Derived
from .derived import holds
from .finding import Witness
from .inquiry import Inquiry
from .obligation import Scene
from .region import Box, Seed, Spots
from .term import Term
from .witness import Ordinary
from .world import World


class Sounding:
    """Answers for one finding.

    Every question raises Undetermined where the solver does not find out. Situations met on the way that are no
    finding are remembered by their cells, so that most boxes that reach too far are refused without a question.
    """

    def __init__(self, inquiry: Inquiry, criteria: Sequence[Criterion], scene: Scene) -> None:
        self._inquiry = inquiry
        self._world = inquiry.world
        self._ordinary = Ordinary(inquiry)
        self._scene = scene
        self._cells = cell_terms(inquiry.world, scene, criteria)
        self._all_cells = [term for cells in self._cells for term in cells]
        self._seen = Spots(len(criterion.cells) for criterion in criteria)
        self._outside = Spots(len(criterion.cells) for criterion in criteria)
        self._empty: set[Box] = set()

    def inside(self, box: Box) -> bool:
        """Whether every examined situation of the box belongs to the finding."""
        if self.refuses(box):
            return False
        outside = self._met([self._world.terms.negation(self._scene.formula), *self._box(box)])
        if outside is not None:
            self._outside.add(outside)
        return outside is None

    def refuses(self, box: Box) -> bool:
        """Whether a situation of the box is known that does not belong to the finding."""
        return self._outside.meet(box)

    def occurs(self, box: Box) -> bool:
        """Whether the box has an examined situation."""
        if self._seen.meet(box):
            return True
        if box not in self._empty and self._met(self._box(box)) is None:
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
        held = frozenset(
            cell for cell, value in zip(self._all_cells, model.read(self._all_cells), strict=True) if value
        )
        cells = tuple(self._held(cells, held) for cells in self._cells)
        situation = self._inquiry.situation(model)
        return Seed(cells, Witness(situation, None if index is None else model.value(index)))

    def _met(self, terms: Sequence[Term]) -> tuple[int, ...] | None:
        """The cells of some examined situation in which some terms hold; it is remembered."""
        held = self._inquiry.sample([self._scene.examined, *terms], self._all_cells)
        if held is None:
            return None
        spot = tuple(self._held(cells, held) for cells in self._cells)
        self._seen.add(spot)
        return spot

    def _held(self, cells: Sequence[Term], held: frozenset[Term]) -> int:
        return next(at for at, cell in enumerate(cells) if cell in held)

    def _box(self, box: Box) -> list[Term]:
        t = self._world.terms
        return [
            t.disjunction(cells[at] for at in sorted(kept))
            for cells, kept in zip(self._cells, box, strict=True)
            if kept is not None
        ]

    def _beyond(self, box: Box) -> Term:
        return self._world.terms.negation(self._world.terms.conjunction(self._box(box)))


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
