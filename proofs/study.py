"""What interviews on some rulings of one rulebook share: topics and rulings as terms, and a solver that proves.

What is proved holds in every possible situation in which what is known holds. Where the solver does not find out,
nothing is proved, and `reason` says why. No answer depends on what was asked before, but for what is not found out.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Self

from misdeal.model.language.rulebook import Place, Rulebook

from .asked import Asked, asked
from .assumed import assumed
from .drawing import Drawing
from .goal import Goal, goal
from .inquiry import Inquiry, Model, Prover, Undetermined
from .known import PLAYERS, Known
from .program import Program
from .solve import Process
from .term import Term
from .twin import Twin
from .witness import Ordinary
from .world import World


class Study:
    """A context manager. `wanted` are rulings at their indices at the largest table.

    What is asked of the solver at once may take `timeout` seconds.
    """

    def __init__(self, rulebook: Rulebook, wanted: Iterable[Place], timeout: float) -> None:
        self.rulebook = rulebook
        self.timeout = timeout
        self.reason = ""
        self.world = World(rulebook)
        self.asked = asked(self.world)
        self.goals = tuple(goal(self.world, place) for place in wanted)
        self.drawing = Drawing(self.world)
        players, encoder = self.world.encoder.players, self.world.encoder
        self.symbols = (*([] if players.constant else [players]), *map(encoder.fact, encoder.symbols.values()))
        self.possible = self.world.terms.conjunction(self.world.axioms(self.world.everything))
        self.program = Program()
        self.program.add([self.possible, *(term for each in self.goals for term in each.terms)])
        self.program.add(term for one in self.asked.values() for term in (one.value, one.sure))
        self._process = Process(time.monotonic() + timeout)
        self._prover = Prover(self.world, self._process)
        self._axioms = tuple(self.world.axioms(self.world.everything))
        self._inquiry = Inquiry(self._prover, self._process.solver(), self.world.everything, self._axioms)
        self._twin: Twin | None = None
        self._last: tuple[Known | None, tuple[Term, ...]] = (None, ())

    def __enter__(self) -> Self:
        """Itself; the solver starts."""
        self._process.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the solver."""
        self._process.stop()

    # What is known

    def known(self, known: Known) -> tuple[Term, ...]:
        """Where all that is known holds."""
        if known is not self._last[0]:
            terms = tuple(assumed(self.world, known).values())
            self.program.add(terms)
            self._last = known, terms
        return self._last[1]

    # What is proved

    def some(self, known: Known, formula: Term) -> bool:
        """Whether a situation is found in which a formula holds."""
        try:
            return self.find(known, formula) is not None
        except Undetermined as reason:
            self.reason = str(reason)
            return False

    def none(self, known: Known, formulas: Iterable[Term]) -> bool:
        """Whether it is proved that none of some formulas holds anywhere."""
        self._process.deadline = time.monotonic() + self.timeout
        try:
            return not self._inquiry.holds([*self.known(known), self.world.terms.disjunction(formulas)])
        except Undetermined as reason:
            self.reason = str(reason)
            return False

    def holding(self, known: Known, formulas: Sequence[Term]) -> frozenset[Term]:
        """Those of some formulas of which it is not proved that they hold nowhere."""
        self._process.deadline = time.monotonic() + self.timeout
        left, given = list(dict.fromkeys(formulas)), self.known(known)
        try:
            while left:
                met = self._inquiry.sample([*given, self.world.terms.disjunction(left)], left)
                if met is None:
                    break
                left = [formula for formula in left if formula not in met]
        except Undetermined as reason:
            self.reason = str(reason)
            return frozenset(formulas)
        return frozenset(formulas).difference(left)

    def find(self, known: Known, formula: Term) -> Model | None:
        """Some situation in which a formula holds, any of them. Raises Undetermined."""
        self._process.deadline = time.monotonic() + self.timeout
        return self._inquiry.find([*self.known(known), formula])

    def example(self, known: Known, formula: Term) -> Model | None:
        """The most ordinary situation in which a formula holds, if one is found."""
        self._process.deadline = time.monotonic() + self.timeout
        try:
            return Ordinary(self._inquiry).find([*self.known(known), formula])
        except Undetermined as reason:
            self.reason = str(reason)
            return None

    def matters(self, known: Known, topic: Sequence[Asked], goals: Iterable[Goal]) -> bool:
        """Whether an answer alone can make a difference to some rulings, which is shown by two situations.

        They agree on every fact that arises in both, but for those beneath the topic, and another outcome comes out.
        """
        self._process.deadline = time.monotonic() + self.timeout
        t, twin = self.world.terms, self._other()
        beneath = frozenset[Place]().union(*(one.beneath for one in topic))
        given = self.known(known)
        apart = (t.conjunction((goal.seated, twin.term(goal.seated), twin.differs(goal.decision))) for goal in goals)
        answer = t.disjunction(t.negation(t.equal(one.value, twin.term(one.value))) for one in topic)
        formula = [*given, *map(twin.term, given), twin.possible(), answer, t.disjunction(apart)]
        try:
            return self._inquiry.holds([*formula, *self._agreeing(twin, beneath)])
        except Undetermined as reason:
            self.reason = str(reason)
            return False

    def _other(self) -> Twin:
        """A second situation that need have nothing in common with the first."""
        if self._twin is None:
            self._twin = Twin(self.world, {symbol: self.world.terms.twin(symbol) for symbol in self.symbols})
        return self._twin

    def _agreeing(self, twin: Twin, apart: frozenset[Place]) -> Iterator[Term]:
        """Where the two situations agree on the facts that arise in both, but for some."""
        t, encoder = self.world.terms, self.world.encoder
        if PLAYERS not in apart:
            yield t.equal(encoder.players, twin.term(encoder.players))
        for place in encoder.symbols.values():
            if place not in apart:
                arises = self.world.arises(self.rulebook.facts[place.name], place.index)
                same = t.equal(encoder.fact(place), twin.term(encoder.fact(place)))
                yield t.implication(t.conjunction((arises, twin.term(arises))), same)
