"""What all possible situations in which something known holds have in common, found out by a solver.

One situation after the other is looked for, each of which must show something new: close by the last one, or else by
the solver. When there is none left, nothing is missing from what was seen. Every situation is put to the reference
evaluator, and what that says is what counts.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.evaluate import Evaluation

from .around import Around, Values
from .assumed import assumed, decoded, holds
from .coming import Coming
from .common import Common, Surveyed
from .inquiry import Inquiry, Model, Prover, Undetermined
from .known import Known
from .pairs import Pairs
from .program import Program
from .replay import Disagreement
from .solve import Process
from .starts import starts
from .term import Term
from .trials import members
from .world import World

Reached: TypeAlias = tuple[str, Term, Term]

OUTCOMES = 20  # of one ruling; more are not looked for


class Survey:
    """Looks at the possible completions of what is known, for some rulings."""

    def __init__(self, known: Known, rulings: tuple[str, ...], process: Process) -> None:
        self._known = known
        sizes = known.sizes
        self._world = World(known.rulebook, None, known.settled, sizes[0] if len(sizes) == 1 else None)
        self._assumed = assumed(self._world, known)
        self._coming = Coming(self._world)
        self._common = Common(known, rulings)
        self._program = Program()
        self._seen: list[Values] = []
        self._reached: dict[Place, list[Reached]] = {}
        facts = (term for terms in self._world.well_formed.values() for term in terms)
        axioms = (*facts, *self._world.always.values(), *self._assumed.values())
        self._inquiry = Inquiry(Prover(self._world, process), process.solver(), self._world.everything, axioms)

    def run(self) -> Surveyed | None:
        """What there is to see, or None where no situation is possible."""
        begun = list(starts(self._world, self._known, self._inquiry.possible))
        try:
            first = begun[0] if begun else self._asked_for([])
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
        pairs = Pairs(self._known, self._coming, self._inquiry, self._common)
        return Surveyed(self._common, short.union(full), reason, pairs.mattering([*begun, *self._seen]))

    def _exhaust(self, wanted: Callable[[], list[Term]]) -> str:
        """Add situations until nothing that is wanted can be found; why not, if that is not found out."""
        terms = wanted()
        try:
            while terms:
                values = self._tried(terms) or self._asked_for([self._world.terms.disjunction(terms)])
                if values is None:
                    return ""
                self._add(values)
                before, terms = terms, wanted()
                if before == terms:
                    raise Disagreement(f"{decoded(self._world, Model(values))} shows nothing new")
        except Undetermined as reason:
            return str(reason)
        return ""

    def _tried(self, terms: Sequence[Term]) -> Values | None:
        """A situation in which one of some terms is true, close by the last one that was seen."""
        self._program.add([self._inquiry.possible, *terms])
        around = Around(self._program, self._seen[-1:], self._program.points())
        possible = around.trials.truth(self._inquiry.possible)
        met = next(filter(None, (around.trials.truth(term) & possible for term in terms)), 0)
        return around.values(next(members(met))) if met else None

    def _asked_for(self, terms: Sequence[Term]) -> Values | None:
        """A situation in which some terms are true."""
        model = self._inquiry.find(terms)
        return None if model is None else model.values

    def _add(self, values: Values) -> None:
        """Count a situation that the evaluator finds possible and as known, or be loud about it."""
        evaluation = Evaluation(self._known.rulebook, decoded(self._world, Model(values)))
        if not evaluation.possible or not all(holds(self._known, evaluation, place) for place in self._assumed):
            raise Disagreement(f"{evaluation.situation} is not as known")
        self._common.add(evaluation)
        self._seen.append(values)

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
                decision = self._coming.decision(place)
                others = [
                    t.negation(self._coming.comes(decision, each)) for each in sorted(seen, key=lambda one: one.rank)
                ]
                yield place, t.conjunction((self._coming.seated(place), *others))

    def _forces(self) -> list[Term]:
        """A clause that does not decide or apply though it did so far, or decides though it did not."""
        wanted: list[Term] = []
        for place in filter(self._common.due, self._common.outcomes):
            wanted += [
                self._world.terms.conjunction((self._coming.seated(place), term)) for term in self._unsure(place)
            ]
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
                if place not in self._common.asked and not self._known.settles(place):
                    usual = self._known.usual and fact.usually and place not in self._known.facts
                    taken = world.usual(fact, index)[0] if usual else t.false
                    wanted.append(t.conjunction((world.arises(fact, index), t.negation(taken))))
        return self._possible(wanted)

    # Terms

    def _possible(self, wanted: list[Term]) -> list[Term]:
        return [term for term in wanted if term is not self._world.terms.false]

    def _reaches(self, place: Place) -> Sequence[Reached]:
        """Each clause with an effect on a ruling, where it applies to it and where it decides it."""
        if place not in self._reached:
            t, found = self._world.terms, dict[str, tuple[Term, Term]]()
            for reach in self._coming.decision(place).reaches:
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
