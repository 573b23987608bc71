"""A ruling that is to be settled: what can come out for it, as terms and in many situations at once.

Outcomes are those on which situations have to agree: a value is the same by clauses and by default.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Seat
from misdeal.model.meaning.evaluate import Kind

from .common import Comes
from .decide import Decision
from .term import Term
from .trials import Rows, Trials
from .world import World

Outcomes = Mapping[Comes, Rows]


@dataclass(frozen=True, slots=True)
class Goal:
    """A ruling at a place: where that is at the table, where it has a value, and the rest of what comes out there."""

    place: Place
    seated: Term
    decided: Term
    decision: Decision

    @property
    def terms(self) -> tuple[Term, ...]:
        """All that has to be worked out to see what comes out."""
        it = self.decision
        return (self.seated, self.decided, it.value, it.arises, it.gap, it.clash, it.undefined)

    def outcomes(self, trials: Trials, rows: Rows) -> Outcomes:
        """What comes out in some rows, with those in which it does; nothing where the place is not at the table."""
        here, it = rows & trials.truth(self.seated), self.decision
        kinds = ((Kind.GAP, it.gap), (Kind.CLASH, it.clash), (Kind.UNDEFINED, it.undefined))
        found = {Comes(kind): here & trials.truth(term) for kind, term in kinds}
        found[Comes(Kind.DOES_NOT_ARISE)] = here & ~trials.truth(it.arises)
        decided = here & trials.truth(self.decided)
        flag = isinstance(it.ruling.type, Flag)
        for value, those in trials.values(it.value).items() if decided else ():
            found[Comes(Kind.VALUE, bool(value) if flag else value)] = decided & those
        return {comes: those for comes, those in found.items() if those}

    def comes(self, world: World, outcome: Comes) -> Term:
        """Where it is at the table and an outcome comes out."""
        t, it = world.terms, self.decision
        if outcome.value is not None:
            value = t.equal(it.value, world.encoder.value_of(it.ruling.type, outcome.value))
            return t.conjunction((self.seated, self.decided, value))
        kinds = {
            Kind.DOES_NOT_ARISE: t.negation(it.arises),
            Kind.GAP: it.gap,
            Kind.CLASH: it.clash,
            Kind.UNDEFINED: it.undefined,
        }
        return t.conjunction((self.seated, kinds[outcome.kind]))


def goal(world: World, place: Place) -> Goal:
    """A ruling at a place of the largest table."""
    ruling, decider = world.rulebook.rulings[place.name], world.decider
    seated = world.terms.true
    if ruling.index and place.index is not None and isinstance(ruling.index.type, Seat):
        seated = world.encoder.at_table(world.terms.number(int(place.index)))
    decision = decider.decision(ruling, decider.index_of(place, ruling))
    return Goal(place, seated, decision.decided(world.terms), decision)
