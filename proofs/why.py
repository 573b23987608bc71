"""Why something comes out: the smallest set of facts given that forces it, whatever all other facts are."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.ordinary import arises

from .assumed import holds, taken
from .common import Comes
from .explained import Why
from .inquiry import Model, Undetermined
from .known import PLAYERS, Known
from .possible import Possible
from .replay import Disagreement, came
from .ruled import Ruled, Standing
from .smallest import Size, Together, irreducible, smallest

if TYPE_CHECKING:
    from misdeal.model.meaning.evaluate import Evaluation

Holding: TypeAlias = Callable[[frozenset[Place]], frozenset[Place] | None]


def reasons(known: Known, rulings: Iterable[Ruled], timeout: float) -> Mapping[Place, Why]:
    """Why each of some rulings comes out as it does, of those that are not open.

    `timeout` is in seconds, for all that a solver is asked; what is not found out by then is told by `size`.
    """
    settled = [ruled for ruled in rulings if ruled.standing is not Standing.OPEN]
    if not settled:
        return {}
    with Possible(known, timeout) as possible:
        usual = _Usual(possible)
        return {ruled.place: _why(possible, ruled, usual) for ruled in settled}


def _why(possible: Possible, ruled: Ruled, usual: "_Usual") -> Why:
    known = possible.known
    given = tuple(known.given)
    forcing = _Forcing(possible, ruled.place, ruled.comes[0])
    found: Together[Place] = Together((*given, *taken(known)), Size.UNREDUCED)
    with suppress(Undetermined):
        elements = given if forcing.holding(frozenset(given)) is None else found.elements
        found = Together(irreducible(forcing.core(elements), forcing.holding), Size.IRREDUCIBLE)
        found = smallest(elements, forcing.holding, found.elements)
    facts = tuple(place for place in found.elements if place in given)
    supposed = {place: usual.value(place) for place in found.elements if place not in given}
    return Why(facts, MappingProxyType(supposed), found.size)


class _Usual:
    """What the usual values come to that are taken beside what is given."""

    def __init__(self, possible: Possible) -> None:
        self._possible = possible
        self._values: dict[Place, Value | None] = {}
        self._one: Evaluation | None = None

    def value(self, place: Place) -> Value | None:
        """The usual value that is taken for a fact, if it is the same in all situations that are left."""
        if place not in self._values:
            self._values[place] = None
            with suppress(Undetermined):
                self._values[place] = self._found(place)
        return self._values[place]

    def _found(self, place: Place) -> Value | None:
        world, assumed = self._possible.world, self._possible.assumed.values()
        self._one = self._one or self._possible.find(assumed)
        assert self._one, "what is ruled on is possible"
        if place == PLAYERS:
            return self._one.situation.players
        fact, value = world.rulebook.facts[place.name], self._one.situation.values.get(place)
        if value is None or not arises(self._one, fact, place):
            return None
        other = [world.arises(fact, place.index), world.terms.negation(world.fixed(place, value))]
        return None if self._possible.inquiry.holds([*assumed, *other]) else value


class _Forcing:
    """Which things known hold together where something else comes out for a ruling."""

    def __init__(self, possible: Possible, place: Place, comes: Comes) -> None:
        self._possible = possible
        self._place = place
        self._comes = comes
        world, coming = possible.world, possible.coming
        if comes.value is None:
            same = coming.comes(coming.decision(place), comes)
        else:
            same = world.comes_out(place, comes.value)
        self._otherwise = [coming.seated(place), world.terms.negation(same)]
        self._seen: list[frozenset[Place]] = []

    def core(self, elements: Sequence[Place]) -> list[Place]:
        """Those of some things known that force it already. Raises Undetermined."""
        assumed = self._possible.assumed
        core = self._possible.inquiry.attempt([*self._otherwise, *(assumed[place] for place in elements)])
        if isinstance(core, Model):
            raise Disagreement(f"{self._place} is not settled")
        return [place for place in elements if assumed[place] in core]

    def holding(self, kept: frozenset[Place]) -> frozenset[Place] | None:
        """All that hold in a situation in which those kept do and something else comes out; None where there is none.

        Raises Undetermined.
        """
        seen = max((held for held in self._seen if kept <= held), key=len, default=None)
        if seen is not None:
            return seen
        possible = self._possible
        evaluation = possible.find([*self._otherwise, *(possible.assumed[place] for place in kept)])
        if evaluation is None:
            return None
        held = frozenset(place for place in possible.assumed if holds(possible.known, evaluation, place))
        if not kept <= held or came(evaluation.outcome(self._place)) == self._comes.alike:
            raise Disagreement(f"{evaluation.situation} is not otherwise with {sorted(map(str, kept))}")
        self._seen.append(held)
        return held
