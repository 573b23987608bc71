"""What comes out for rulings at an index, as terms."""

from collections.abc import Iterable, Sequence

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Kind

from .common import Comes
from .decide import Decision
from .term import Term
from .world import World


class Coming:
    """Where outcomes come out, in one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def decision(self, place: Place) -> Decision:
        """What comes out for a ruling."""
        decider, ruling = self._world.decider, self._world.rulebook.rulings[place.name]
        return decider.decision(ruling, decider.index_of(place, ruling))

    def seated(self, place: Place) -> Term:
        """Where the index of a ruling is at the table."""
        index = self._world.rulebook.rulings[place.name].index
        if index is None or place.index is None or not isinstance(index.type, Seat):
            return self._world.terms.true
        return self._world.encoder.at_table(self._world.terms.number(int(place.index)))

    def comes(self, decision: Decision, outcome: Comes) -> Term:
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

    def alike(self, place: Place, outcomes: Iterable[Comes]) -> Sequence[Term]:
        """Where some outcomes come out, those that agree in one term."""
        t, decision = self._world.terms, self.decision(place)
        found: dict[object, list[Term]] = {}
        for outcome in sorted(outcomes, key=lambda each: each.rank):
            found.setdefault(outcome.alike, []).append(self.comes(decision, outcome))
        return [t.conjunction((self.seated(place), t.disjunction(terms))) for terms in found.values()]
