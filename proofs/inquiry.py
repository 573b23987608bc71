"""Questions about the situations of one rulebook, put to one incremental solver.

Terms go in; what comes back is a situation (with the value of an index symbol) or nothing.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Value, first_value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation, fact_places

from .order import Line, Orders
from .program import Program
from .smtlib import Literal, Script
from .solve import Process, Satisfied, Solver, Unknown, Unsatisfied
from .term import Op, Term, bottom_up, evaluate
from .world import World

USES = 8  # of one solver, for the same facts
IDLE = 32  # solvers that are kept for other questions


class Undetermined(Exception):  # noqa: N818 - an answer, not a mistake
    """The solver did not find out; the argument is the reason."""


class Unusual(Exception):  # noqa: N818 - an answer, not a mistake
    """The facts outside the cone cannot be as usual together, so that all facts have to be asked about."""


@dataclass(frozen=True, slots=True)
class Model:
    """A situation found by the solver, as the values of the symbols asked about; Bools are 0 and 1.

    A symbol that the solver was told nothing of has its first value.
    """

    values: Mapping[Term, int]

    def value(self, term: Term) -> int:
        """The value of a term in it."""
        return self.read([term])[0]

    def read(self, terms: Iterable[Term]) -> list[int]:
        """The values of terms in it."""
        return evaluate(terms, self.values)


class Prover:
    """The solvers of one world. What they are told is lowered and defined once for all."""

    def __init__(self, world: World, process: Process) -> None:
        self.world = world
        self.orders = Orders(world.terms)
        self.script = Script()
        self.process = process
        self._idle: dict[tuple[frozenset[str], tuple[Term, ...]], _Shared] = {}

    @contextmanager
    def inquiry(self, cone: frozenset[str], axioms: Iterable[Term]) -> "Generator[Inquiry]":
        """A solver that knows some axioms; its questions are about the facts of a cone.

        It is shared, so that it learns the axioms once, but not for ever: whatever it was asked about slows it down.
        """
        key = (cone, tuple(axioms))
        shared = self._idle.pop(key, None)
        if shared is None:
            solver = self.process.solver()
            shared = _Shared(solver, Inquiry(self, solver, *key))
        try:
            yield shared.inquiry
        finally:
            shared.uses += 1
            if shared.uses < USES and key not in self._idle:
                self._idle[key] = shared
            else:
                shared.solver.end()
            if len(self._idle) > IDLE:
                self._idle.pop(next(iter(self._idle))).solver.end()


@dataclass(slots=True)
class _Shared:
    """A solver with its inquiry, and how often it was used."""

    solver: Solver
    inquiry: "Inquiry"
    uses: int = 0


class Inquiry:
    """Asks one solver about the situations in which some axioms hold. Every question may raise Undetermined.

    `cone` are the facts that the questions are about; the others are taken to be as usual. `program` is for trying
    before asking: whoever adds a term to it can see what that comes to beside `possible`, all axioms together.
    """

    def __init__(self, prover: Prover, solver: Solver, cone: frozenset[str], axioms: Iterable[Term]) -> None:
        self.world = prover.world
        self.cone = cone
        self._prover = prover
        self._solver = solver
        self._line = Line(prover.orders)
        self._met: set[Term] = set()
        self._flags: dict[str, Term] = {}
        self._words: dict[Term, str] = {}
        self.axioms = tuple(axioms)
        self.possible = self.world.terms.conjunction(self.axioms)
        self.program = Program()
        self.program.add([self.possible])
        for axiom in self.axioms:
            self._assert(prover.orders.lower(axiom))

    @contextmanager
    def within(self, seconds: float) -> Generator[None]:
        """Give the solver so many seconds for what it is asked, if it has as many left."""
        with self._prover.process.within(seconds):
            yield

    def holds(self, terms: Iterable[Term]) -> bool:
        """Whether all of `terms` hold in some situation."""
        return not isinstance(self._ask(terms, ()), frozenset)

    def sample(self, terms: Iterable[Term], watch: Iterable[Term]) -> frozenset[Term] | None:
        """Which of the Bool terms watched are true in some situation in which all of `terms` hold."""
        watched = {term: self._literal(term) for term in watch}
        values = self._ask(terms, [name for name, _ in watched.values()])
        if isinstance(values, frozenset):
            return None
        return frozenset(term for term, (name, positive) in watched.items() if bool(values.get(name)) == positive)

    def find(self, terms: Iterable[Term]) -> Model | None:
        """A situation in which all of `terms` hold."""
        found = self.attempt(terms)
        return found if isinstance(found, Model) else None

    def attempt(self, terms: Iterable[Term]) -> Model | frozenset[Term]:
        """The same, or else those among `terms` that already hold in no situation together."""
        terms = list(terms)
        for term in terms:
            self._literal(term)
        numbers = {str(symbol.payload): symbol for symbol in self._line.plain}
        answer = self._ask(terms, list(self._flags), list(numbers))
        if isinstance(answer, frozenset):
            return answer
        values = {self._flags[word]: answer.get(word, 0) for word in self._flags}
        values.update((symbol, answer.get(name, symbol.low)) for name, symbol in numbers.items())
        return Model({**values, **self._line.values(values)})

    def _ask(
        self, terms: Iterable[Term], words: Iterable[str], numbers: Sequence[str] = ()
    ) -> Mapping[str, int] | frozenset[Term]:
        """The values of words and Int symbols where all of `terms` hold, or those that never hold together."""
        needed = [term for term in dict.fromkeys(terms) if term is not self.world.terms.true]
        if self.world.terms.false in needed:
            return frozenset({self.world.terms.false})
        literals = [self._literal(term) for term in needed]
        self._prover.process.define(*self._prover.script.take())
        match self._solver.check(literals, list(dict.fromkeys(words)), numbers):
            case Satisfied(values):
                return values
            case Unsatisfied(core):
                return frozenset(term for term, (name, _) in zip(needed, literals, strict=True) if name in core)
            case Unknown(reason):
                raise Undetermined(reason)

    def _literal(self, term: Term) -> Literal:
        """A word, and whether it stands for a term or for its negation."""
        if term.op is Op.NOT:
            word, positive = self._literal(term.arguments[0])
            return word, not positive
        if term not in self._words:
            lowered = self._prover.orders.lower(term)
            self._meet(lowered)
            self._words[term] = self._prover.script.word(lowered)
        return self._words[term], True

    def _assert(self, lowered: Term) -> None:
        self._meet(lowered)
        self._solver.add([self._prover.script.word(lowered)])

    def _meet(self, lowered: Term) -> None:
        """Say what there is to say of the symbols of a term that are new to the solver."""
        waiting = [lowered]
        while waiting:
            for this in bottom_up(waiting.pop(), self._met):
                self._met.add(this)
                if this.op is Op.SYMBOL:
                    waiting += self._told(this)

    def _told(self, symbol: Term) -> list[Term]:
        """What is asserted of a symbol that is new to the solver."""
        script = self._prover.script
        if symbol.sort == "Bool":
            self._flags[script.word(symbol)] = symbol
        else:
            self._solver.add([script.interval(symbol)])
        terms = self._line.meet(symbol)
        self._solver.add([script.word(term) for term in terms])
        return terms

    def situation(self, model: Model) -> Situation:
        """The situation of a model, the facts outside the cone as usual. Raises Unusual where that is not possible."""
        rulebook, encoder = self.world.rulebook, self.world.encoder
        players = model.value(encoder.players)
        given = dict[Place, Value]()
        for fact in rulebook.facts.values():
            for place in fact_places(fact, players):
                if fact.name in self.cone:
                    value = model.value(encoder.fact(place))
                    given[place] = bool(value) if isinstance(fact.type, Flag) else value
                elif fact.usually is None:
                    given[place] = first_value(fact.type)
        settled = settle(rulebook, players, given, usual=True)
        if isinstance(settled, Unsettled) or not Evaluation(rulebook, settled).possible:
            raise Unusual
        return settled
