"""Why facts are impossible: which `always` they break, and the smallest sets of them that do.

Facts that few situations bear on are looked at one by one, by the evaluator; only where there are too many a
solver is asked. Both give the same sets.
"""

import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from types import MappingProxyType
from typing import Self

from misdeal.model.language.expression import Expression, FactRef
from misdeal.model.language.rulebook import Always, Place, Rulebook
from misdeal.model.language.types import Value, first_value
from misdeal.model.language.walk import walk_expanded
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import usual_value
from misdeal.model.meaning.reach import reached
from misdeal.model.meaning.situation import Situation

from .assumed import assumed, decoded, holds, taken
from .impossible import Conflict
from .inquiry import Inquiry, Prover, Undetermined
from .known import PLAYERS, Known, called, completions, is_seated
from .smallest import Size, Together, irreducible, smallest
from .solve import Process
from .term import Term
from .world import World

MOST = 2_000  # situations looked at one by one


class Conflicts:
    """Looks for what is wrong with facts that no possible situation has; a context manager."""

    def __init__(self, known: Known, timeout: float) -> None:
        self._known = known
        self._deadline = time.monotonic() + timeout
        self._stack = ExitStack()
        self._asked: tuple[Inquiry, World, dict[Place, Term]] | None = None
        self._listed: dict[tuple[tuple[Always, ...], tuple[Place, ...]], list[frozenset[Place]] | None] = {}

    def __enter__(self) -> Self:
        """Itself; a solver starts when it is needed."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the solver."""
        self._stack.close()

    def find(self) -> tuple[Conflict, ...]:
        """The conflicts; of facts given alone if these are impossible already. Raises Undetermined."""
        given, usual = tuple(self._known.given), taken(self._known)
        return self._among(given) or self._among((*given, *usual))

    def _among(self, places: tuple[Place, ...]) -> tuple[Conflict, ...]:
        """The conflicts among some facts: by the types alone, else with each `always`, else with several."""
        every = self._known.rulebook.always
        if self._holding((), places, frozenset(places)) is None:
            return (self._conflict((), places),)
        single = [(always,) for always in every if self._holding((always,), places, frozenset(places)) is None]
        if single:
            return tuple(self._conflict(always, places) for always in single)
        if self._holding(every, places, frozenset(places)) is None:
            return (self._joint(places),)
        return ()

    def _joint(self, places: tuple[Place, ...]) -> Conflict:
        """What no single `always` forbids: the smallest set of facts, then the fewest `always` against it."""
        every = self._known.rulebook.always
        broken = self._conflict(every, places)
        kept = tuple(place for place, _ in (*broken.facts, *broken.usual))

        def together(chosen: frozenset[Always]) -> frozenset[Always] | None:
            asked = tuple(always for always in every if always in chosen)
            return None if self._holding(asked, kept, frozenset(kept)) is None else chosen

        always = every
        with suppress(Undetermined):
            always = irreducible(every, together)
            always = smallest(every, together, always).elements
        return Conflict(always, broken.facts, broken.usual, broken.size)

    def _conflict(self, always: tuple[Always, ...], places: tuple[Place, ...]) -> Conflict:
        """The smallest set of facts that some `always` forbid, as far as it is found out."""
        known, found = self._known, Together(places, Size.UNREDUCED)

        def holding(kept: frozenset[Place]) -> frozenset[Place] | None:
            return self._holding(always, places, kept)

        with suppress(Undetermined):
            found = Together(irreducible(places, holding), Size.IRREDUCIBLE)
            found = smallest(places, holding, found.elements)
        given = tuple((place, known.given[place]) for place in found.elements if place in known.given)
        usual = tuple((place, self._usual(place)) for place in found.elements if place not in known.given)
        return Conflict(always, given, usual, found.size)

    def _usual(self, place: Place) -> Value | None:
        """The usual value taken for a fact, if it is the same whatever the other facts are."""
        players, rulebook = self._known.sizes[0], self._known.rulebook
        if place == PLAYERS:
            return players
        fact = rulebook.facts[place.name]
        if _read(rulebook, [fact.usually]):
            return None
        return usual_value(Evaluation(rulebook, Situation(players, MappingProxyType({}))), fact, place)

    def _holding(
        self, always: tuple[Always, ...], places: tuple[Place, ...], kept: frozenset[Place]
    ) -> frozenset[Place] | None:
        """All of some facts that hold in a situation with some `always` in which those kept do, or None."""
        listed = self._enumerated(always, places)
        if listed is None:
            return self._found(always, places, kept)
        return max((held for held in listed if kept <= held), key=len, default=None)

    # One by one

    def _enumerated(self, always: tuple[Always, ...], places: tuple[Place, ...]) -> list[frozenset[Place]] | None:
        """Which facts hold together in each situation with some `always`; None where there are too many."""
        key = (always, places)
        if key not in self._listed:
            self._listed[key] = self._enumerate(always, places)
        return self._listed[key]

    def _enumerate(self, always: tuple[Always, ...], places: tuple[Place, ...]) -> list[frozenset[Place]] | None:
        names = self._bearing(always, places)
        open_ = Known(self._known.rulebook)
        situations = completions(open_, MOST, names)
        if situations is None:
            return None
        elsewhere = frozenset(place for place in places if place.name in self._known.rulebook.facts.keys() - names)
        found: dict[frozenset[Place], None] = {}
        for situation in situations:
            evaluation = Evaluation(self._known.rulebook, situation)
            if not any(evaluation.fails(one.condition) for one in always):
                held = (place for place in places if place not in elsewhere and holds(self._known, evaluation, place))
                found[elsewhere.union(held)] = None
        return list(found)

    def _bearing(self, always: tuple[Always, ...], places: tuple[Place, ...]) -> frozenset[str]:
        """The facts that have to be looked at: what is read, and what could not be as given beside it."""
        rulebook, binding = self._known.rulebook, [place for place in places if self._binds(place)]
        names = _read(rulebook, [one.condition for one in always])
        if not always:
            names = names.union(*(self._reach(place) for place in binding))
        while further := [place for place in binding if self._reach(place) & names and not self._reach(place) <= names]:
            names = names.union(*(self._reach(place) for place in further))
        return names.union(*(self._reach(place) for place in binding if self._seats(place)))

    def _binds(self, place: Place) -> bool:
        """Whether a fact's being as known can say something about other facts, or about the table."""
        if place == PLAYERS or place not in self._known.facts:
            return place != PLAYERS
        fact = self._known.rulebook.facts[place.name]
        absent = fact.when is not None and first_value(fact.type) not in self._known.facts[place]
        return absent or self._seats(place)

    def _seats(self, place: Place) -> bool:
        """Whether something given says how many players there are: a `let` may, and a seat not at every table."""
        known = self._known
        if place in known.lets:
            return True
        least = known.rulebook.table.least if known.rulebook.table else 0
        return place in known.facts and not is_seated(known.rulebook, place, known.facts[place], least)

    def _reach(self, place: Place) -> frozenset[str]:
        """A fact and all that it reads, its usual value too where that is taken; all that a `let` depends on."""
        if place in self._known.lets:
            return reached(self._known.rulebook, [], [called(self._known.rulebook, place)])
        fact = self._known.rulebook.facts[place.name]
        usually = None if place in self._known.facts else fact.usually
        return frozenset({place.name}) | _read(self._known.rulebook, [fact.when, usually])

    # By the solver

    def _found(
        self, always: tuple[Always, ...], places: Sequence[Place], kept: frozenset[Place]
    ) -> frozenset[Place] | None:
        inquiry, world, terms = self._inquiry()
        asked = [*(world.always[one] for one in always), *(terms[place] for place in places if place in kept)]
        model = inquiry.find(asked)
        if model is None:
            return None
        evaluation = Evaluation(self._known.rulebook, decoded(world, model))
        return kept.union(place for place in places if holds(self._known, evaluation, place))

    def _inquiry(self) -> tuple[Inquiry, World, dict[Place, Term]]:
        if self._asked is None:
            world = World(self._known.rulebook)
            process = self._stack.enter_context(Process(self._deadline))
            facts = (term for terms in world.well_formed.values() for term in terms)
            inquiry = Inquiry(Prover(world, process), process.solver(), world.everything, facts)
            self._asked = inquiry, world, assumed(world, self._known)
        return self._asked


def _read(rulebook: Rulebook, expressions: Iterable[Expression | None]) -> frozenset[str]:
    """The facts that expressions read, those that these read to arise, and so on."""
    waiting, found = list(expressions), set[str]()
    while waiting:
        expression = waiting.pop()
        for part in walk_expanded(expression, rulebook.lets) if expression is not None else ():
            if isinstance(part, FactRef) and part.fact not in found:
                found.add(part.fact)
                waiting.append(rulebook.facts[part.fact].when)
    return frozenset(found)
