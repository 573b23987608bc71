"""What all possible situations in which something known holds have in common, found out by a solver.

One situation after the other is asked for, each of which must show something new; when there is none left,
nothing is missing from what was seen. Every situation is put to the reference evaluator, and what that says
is what counts.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation, Kind

from .assumed import assumed, decoded, holds
from .common import Comes, Common, Surveyed
from .decide import Decision
from .inquiry import Inquiry, Model, Prover, Undetermined
from .known import Known
from .replay import Disagreement
from .solve import Process
from .term import Term
from .world import World

Reached: TypeAlias = tuple[str, Term, Term]

OUTCOMES = 20  # of one ruling; more are not looked for


class Survey:
    """Looks at the possible completions of what is known, for some rulings."""

    def __init__(self, known: Known, rulings: tuple[str, ...], process: Process) -> None:
        self._known = known
        self._world = World(known.rulebook)
        self._assumed = assumed(self._world, known)
        self._common = Common(known, rulings)
        self._reached: dict[Place, list[Reached]] = {}
        facts = (term for terms in self._world.well_formed.values() for term in terms)
        axioms = (*facts, *self._world.always.values(), *self._assumed.values())
        self._inquiry = Inquiry(Prover(self._world, process), process.solver(), self._world.everything, axioms)

    def run(self) -> Surveyed | None:
        """What there is to see, or None where no situation is possible."""
        try:
            first = self._inquiry.find([])
        except Undetermined as undetermined:
            return Surveyed(self._common, reason=str(undetermined))
        if first is None:
            return None
        self._add(first)
        reason = ""
        for wanted in (self._sizes, self._outcomes, self._forces, self._asked):
            reason = self._exhaust(wanted) or reason
        short = frozenset(place for place, _ in self._open()) if reason else frozenset[Place]()
        full = (place for place, seen in self._common.outcomes.items() if len(seen) >= OUTCOMES)
        return Surveyed(self._common, short.union(full), reason)

    def _exhaust(self, wanted: Callable[[], list[Term]]) -> str:
        """Add situations until nothing that is wanted can be found; why not, if that is not found out."""
        try:
            while terms := wanted():
                model = self._inquiry.find([self._world.terms.disjunction(terms)])
                if model is None:
                    return ""
                self._add(model)
                if wanted() == terms:
                    raise Disagreement(f"{decoded(self._world, model)} shows nothing new")
        except Undetermined as reason:
            return str(reason)
        return ""

    def _add(self, model: Model) -> None:
        """Count a situation that the evaluator finds possible and as known, or be loud about it."""
        evaluation = Evaluation(self._known.rulebook, decoded(self._world, model))
        if not evaluation.possible or not all(holds(self._known, evaluation, place) for place in self._assumed):
            raise Disagreement(f"{evaluation.situation} is not as known")
        self._common.add(evaluation)

    # What is wanted

    def _sizes(self) -> list[Term]:
        """Another number of players."""
        t, players = self._world.terms, self._world.encoder.players
        others = (t.negation(t.equal(players, t.number(size))) for size in self._common.sizes)
        return self._possible([t.conjunction(others)])

    def _outcomes(self) -> list[Term]:
        """Another outcome of a ruling."""
        return self._possible([term for _, term in self._open()])

    def _open(self) -> Iterator[tuple[Place, Term]]:
        """The rulings of which more might come out, and where it does."""
        t = self._world.terms
        for place, seen in self._common.outcomes.items():
            if len(seen) < OUTCOMES:
                decision = self._decision(place)
                others = [t.negation(self._comes(decision, each)) for each in seen]
                yield place, t.conjunction((self._seated(place), *others))

    def _forces(self) -> list[Term]:
        """A clause that does not decide or apply though it did so far, or decides though it did not."""
        wanted: list[Term] = []
        for place in filter(self._common.due, self._common.outcomes):
            wanted += [self._world.terms.conjunction((self._seated(place), term)) for term in self._unsure(place)]
        return self._possible(wanted)

    def _unsure(self, place: Place) -> Iterator[Term]:
        t, common = self._world.terms, self._common
        for clause, applies, decides in self._reaches(place):
            if common.deciding[place][clause] in {0, common.added[place]}:
                yield t.negation(decides) if common.deciding[place][clause] else decides
            if common.applying[place][clause] == common.added[place]:
                yield t.negation(applies)

    def _asked(self) -> list[Term]:
        """A fact asked that was not asked so far."""
        t, world, wanted = self._world.terms, self._world, []
        for fact in self._known.rulebook.facts.values():
            for index in world.encoder.indices(fact.index) if fact.type.low < fact.type.high else ():
                place = Place(fact.name, index)
                if place not in self._common.asked and place not in self._known.facts:
                    taken = world.usual(fact, index)[0] if self._known.usual and fact.usually else t.false
                    wanted.append(t.conjunction((world.arises(fact, index), t.negation(taken))))
        return self._possible(wanted)

    # Terms

    def _possible(self, wanted: list[Term]) -> list[Term]:
        return [term for term in wanted if term is not self._world.terms.false]

    def _decision(self, place: Place) -> Decision:
        decider, ruling = self._world.decider, self._known.rulebook.rulings[place.name]
        return decider.decision(ruling, decider.index_of(place, ruling))

    def _seated(self, place: Place) -> Term:
        index = self._known.rulebook.rulings[place.name].index
        if index is None or place.index is None or not isinstance(index.type, Seat):
            return self._world.terms.true
        return self._world.encoder.at_table(self._world.terms.number(int(place.index)))

    def _comes(self, decision: Decision, outcome: Comes) -> Term:
        """Where an outcome comes out."""
        t = self._world.terms
        match outcome.kind:
            case Kind.DOES_NOT_ARISE:
                return t.negation(decision.arises)
            case Kind.VALUE:
                value = self._world.encoder.value_of(decision.ruling.type, outcome.value or 0)
                return t.conjunction((decision.valued, t.equal(decision.value, value)))
            case Kind.DEFAULT:
                return decision.defaulted
            case Kind.GAP:
                return decision.gap
            case Kind.CLASH:
                return decision.clash
            case Kind.UNDEFINED:
                return decision.undefined

    def _reaches(self, place: Place) -> Sequence[Reached]:
        """Each clause with an effect on a ruling, where it applies to it and where it decides it."""
        if place not in self._reached:
            t, found = self._world.terms, dict[str, tuple[Term, Term]]()
            for reach in self._decision(place).reaches:
                applies, decides = found.get(reach.clause.id, (t.false, t.false))
                found[reach.clause.id] = (
                    t.disjunction((applies, reach.applies)),
                    t.disjunction((decides, reach.decides)),
                )
            self._reached[place] = [(clause, *terms) for clause, terms in found.items()]
        return self._reached[place]


def survey(known: Known, rulings: tuple[str, ...], timeout: float) -> Surveyed | None:
    """What the possible completions of something known have in common; None where there is none."""
    with Process(time.monotonic() + timeout) as process:
        return Survey(known, rulings, process).run()
