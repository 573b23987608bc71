"""All possible situations of a rulebook, asked about with every fact; each that is found is put to the evaluator."""

import time
from collections.abc import Iterable
from typing import Self

from misdeal.model.meaning.evaluate import Evaluation

from .assumed import assumed, decoded
from .coming import Coming
from .inquiry import Inquiry, Model, Prover
from .known import Known
from .replay import Disagreement, is_situation
from .solve import Process
from .term import Term
from .world import World


class Possible:
    """The possible situations of a rulebook, whether or not what is known holds in them; a context manager.

    `assumed` is of each thing known where it holds; `coming` says where what comes out.
    """

    def __init__(self, known: Known, timeout: float) -> None:
        self.known = known
        self._process = Process(time.monotonic() + timeout)
        self._process.start()  # while it does, the terms are made
        self.world = World(known.rulebook)
        self.coming = Coming(self.world)
        self.assumed = assumed(self.world, known)
        facts = (term for terms in self.world.well_formed.values() for term in terms)
        axioms = (*facts, *self.world.always.values())
        prover = Prover(self.world, self._process)
        self.inquiry = Inquiry(prover, self._process.solver(), self.world.everything, axioms)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the solver."""
        self._process.stop()

    def find(self, terms: Iterable[Term]) -> Evaluation | None:
        """A situation in which some terms hold. Raises Undetermined."""
        model = self.inquiry.find(terms)
        return None if model is None else self.evaluation(model)

    def evaluation(self, model: Model) -> Evaluation:
        """A situation that was found. Raises Disagreement where the evaluator finds it impossible."""
        evaluation = Evaluation(self.known.rulebook, decoded(self.world, model))
        if not is_situation(evaluation):
            raise Disagreement(f"{evaluation.situation} is not possible")
        return evaluation
