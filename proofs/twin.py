"""A second situation beside the first, in which some symbols stand for something else."""

from collections.abc import Mapping
from types import MappingProxyType

from .decide import Decision
from .term import Term, symbols_of
from .world import World


class Twin:
    """What terms come to in the second situation; `changed` says what each changed symbol stands for there."""

    def __init__(self, world: World, changed: Mapping[Term, Term]) -> None:
        self.changed = MappingProxyType(dict(changed))
        self._world = world
        self._known = dict(changed)

    def term(self, term: Term) -> Term:
        """What a term comes to."""
        return self._world.terms.replaced(term, self._known)

    def possible(self) -> Term:
        """Where it is well-formed and possible, as far as that is not said of the first situation."""
        return self._world.terms.conjunction(
            self.term(each)
            for each in self._world.axioms(self._world.everything)
            if not self.changed.keys().isdisjoint(symbols_of([each]))
        )

    def differs(self, decision: Decision, same: Term | None = None) -> Term:
        """Where another outcome comes out: a kind or a value; a value is the same by clauses and by default.

        `same` is what the value has to be in the second situation where that is not the value in the first.
        """
        t, decided = self._world.terms, decision.decided(self._world.terms)
        kinds = (decided, decision.arises, decision.gap, decision.clash, decision.undefined)
        apart = (t.negation(t.equal(kind, self.term(kind))) for kind in kinds)
        value = t.negation(t.equal(decision.value if same is None else same, self.term(decision.value)))
        return t.disjunction((*apart, t.conjunction((decided, self.term(decided), value))))
