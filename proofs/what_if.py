"""What would lead to a value of a ruling: the fewest of the facts given that have to be otherwise.

The number of players changes only where no situation with this table has the value. Of several situations with as few
changes the most ordinary one is told, and others whose changed facts are others. What is taken as usual with `usual`
counts after what is given; what is not known is free, and as usual as can be.
"""

from collections.abc import Collection, Iterable, Iterator

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value

from .assumed import holds, present, taken
from .explained import Leading, WhatIf
from .inquiry import Model, Undetermined
from .known import PLAYERS, Known, at_table, index_of
from .possible import Possible
from .replay import Disagreement
from .term import Term
from .witness import Ordinary, number

MOST = 3  # situations told


def what_if(known: Known, place: Place, value: Value, timeout: float) -> WhatIf:
    """What would lead to a value of a ruling; `timeout` is in seconds, for all that a solver is asked."""
    with Possible(known, timeout) as possible:
        search, found, reason = _Search(possible, place, value), list[Leading](), ""
        try:
            found.extend(search.run())
        except Undetermined as undetermined:
            reason = str(undetermined)
        same = search.same_table(found)
    return WhatIf(place, value, tuple(found), same, reason)


class _Search:
    """Looks for the situations that lead to a value."""

    def __init__(self, possible: Possible, place: Place, value: Value) -> None:
        self._possible = possible
        self._place = place
        self._value = value
        terms, known = possible.world.terms, possible.known
        self._changes = {each: self._changed(each) for each in known.given}
        self._taken = {each: terms.negation(possible.assumed[each]) for each in taken(known)}
        table = {**self._changes, **self._taken}.get(PLAYERS, terms.false)
        others = ([term for each, term in group.items() if each != PLAYERS] for group in (self._changes, self._taken))
        self._sums = tuple(terms.total([number(terms, term) for term in group]) for group in ([table], *others))
        self._ordinary = Ordinary(possible.inquiry, self._sums)

    def run(self) -> Iterator[Leading]:
        """The situations, one after the other, as soon as each is found. Raises Undetermined."""
        world, possible = self._possible.world, self._possible
        wanted = [possible.coming.seated(self._place), world.comes_out(self._place, self._value)]
        for _ in range(MOST):
            model = self._ordinary.find(wanted)
            if model is None:
                return
            found = self._leading(model)
            yield found
            changed = [self._changes[each] for each in found.changed]
            if not changed:
                return
            as_few = (world.terms.equal(each, world.terms.number(model.value(each))) for each in self._sums)
            wanted = [*wanted, *as_few, world.terms.negation(world.terms.conjunction(changed))]

    def same_table(self, found: Iterable[Leading]) -> bool:
        """Whether some situation found has the number of players that is known, if it is, or none was found."""
        bound = PLAYERS in {**self._changes, **self._taken}
        return not bound or all(PLAYERS not in (*each.changed, *each.departing) for each in found)

    def _changed(self, place: Place) -> Term:
        """Where a fact given arises and is otherwise."""
        world, otherwise = self._possible.world, self._possible.world.terms.negation(self._possible.assumed[place])
        if place == PLAYERS:
            return otherwise
        if place.name in world.rulebook.lets:
            return world.terms.conjunction((present(world, place), otherwise))
        return world.terms.conjunction((world.arises(world.rulebook.facts[place.name], place.index), otherwise))

    def _leading(self, model: Model) -> Leading:
        """What is told of a situation. Raises Disagreement unless it is possible and has the value."""
        evaluation = self._possible.evaluation(model)
        known, situation = self._possible.known, evaluation.situation
        changed = tuple(place for place in known.given if not holds(known, evaluation, place))
        gone = tuple(place for place in changed if not _arises(evaluation, place))
        changed = tuple(place for place in changed if place not in gone)
        counted = [each for each, term in self._changes.items() if model.value(term)]
        if evaluation.outcome(self._place).value != self._value or counted != list(changed):
            raise Disagreement(f"{situation} does not lead to {self._value}")
        return Leading(situation, changed, gone, tuple(_departing(known, evaluation, changed)))


def _arises(evaluation: Evaluation, place: Place) -> bool:
    """Whether a fact arises, or the index of a `let` is at the table."""
    rulebook, index = evaluation.rulebook, index_of(evaluation.rulebook, place)
    if index and place.index is not None and not at_table(index.type, place.index, evaluation.situation.players):
        return False
    return place.name not in rulebook.facts or arises(evaluation, rulebook.facts[place.name], place)


def _departing(known: Known, evaluation: Evaluation, changed: Collection[Place]) -> Iterable[Place]:
    """The facts that depart from their usual values, but for those given as one value and those that changed."""
    rulebook, situation = known.rulebook, evaluation.situation
    table, players = rulebook.table, frozenset(known.players or ())
    if table and PLAYERS not in changed and len(players) != 1 and situation.players != table.usual:
        yield PLAYERS
    for place, value in situation.values.items():
        fact = rulebook.facts[place.name]
        asked = place not in changed and not known.settles(place) and arises(evaluation, fact, place)
        if asked and usual_value(evaluation, fact, place) not in {None, value}:
            yield place
