"""What an option does: where another value of it, all else being the same, lets another outcome come out."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeAlias

from misdeal.model.language.rulebook import Fact, Place
from misdeal.model.language.types import Flag, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation, ruling_places

from .bearing_records import Bearing, Change
from .inquiry import Inquiry, Undetermined, Unusual
from .known import values_of
from .replay import Disagreement, came, is_situation
from .term import Term
from .twin import Twin
from .witness import Least, Ordinary
from .world import World

MOST = 64  # values of an option that are looked at one by one

Asking: TypeAlias = Callable[[frozenset[str]], AbstractContextManager[Inquiry]]


class Bearings:
    """Looks for changes by one option: two situations that are the same but for it, its values in order.

    `formulas` say of each ruling that mentions the option where it changes it.
    """

    def __init__(self, world: World, option: Fact) -> None:
        t = world.terms
        self._world = world
        self._option = option
        self._symbol = world.encoder.fact(Place(option.name))
        other = t.twin(self._symbol)
        self._twin = Twin(world, {self._symbol: other})
        before = t.conjunction((t.negation(self._symbol), other))
        if not isinstance(option.type, Flag):
            before = t.negation(t.at_most(other, self._symbol))
        self._both = t.conjunction((before, self._twin.possible()))
        self.formulas = dict(self._formulas())

    def _formulas(self) -> Iterator[tuple[str, Term]]:
        """Of each ruling that mentions the option where it changes it."""
        t, encoder, decider = self._world.terms, self._world.encoder, self._world.decider
        for ruling in self._world.rulebook.rulings.values():
            index = None if ruling.index is None else encoder.symbol(ruling.index.type)
            here, _ = encoder.anywhere([ruling.index] if ruling.index else [])
            differs = self._twin.differs(decider.decision(ruling, index))
            formula = t.conjunction((here, differs, self._both))
            if formula is not t.false:
                yield ruling.name, formula

    def found(self, asking: Asking) -> Bearing:
        """What the option does. `asking` gives an inquiry about a cone."""
        cone = self._world.cone([self._world.encoder.fact(Place(self._option.name)), *self.formulas.values()])
        try:
            return self._told(asking, cone)
        except Unusual:
            return self._told(asking, self._world.everything)

    def _told(self, asking: Asking, cone: frozenset[str]) -> Bearing:
        """What it changes, and what it is proved not to change, as far as that is found out."""
        changes, unchanged = list[Change](), set(self._world.rulebook.rulings.keys() - self.formulas.keys())
        changed, reason = set[str](), ""
        try:
            with asking(cone) as inquiry:
                for name in self.formulas:
                    if name not in changed:
                        change = self._change(inquiry, name)
                        changes += [change] if change else []
                        changed |= {place.name for place in change.places} if change else set()
                        unchanged |= set() if change else {name}
        except Undetermined as undetermined:
            reason = str(undetermined)
        names = (name for name in self._world.rulebook.rulings if name in unchanged)
        return Bearing(self._option.name, tuple(changes), tuple(names), reason)

    def _change(self, inquiry: Inquiry, name: str) -> Change | None:
        """The most ordinary situation in which a ruling changes, if there is any."""
        ruling = self._world.rulebook.rulings[name]
        index = None if ruling.index is None else self._world.encoder.symbol(ruling.index.type)
        model = Ordinary(inquiry).find([self.formulas[name]], index)
        if model is None:
            return None
        situation, kind = inquiry.situation(model), self._option.type
        if kind.high - kind.low <= MOST:
            return self._replayed(situation, name, values_of(kind, situation.players))
        return self._replayed(situation, name, [self._least(inquiry, situation, name)])

    def _least(self, inquiry: Inquiry, situation: Situation, name: str) -> Value:
        """The first other value that changes a ruling in a situation."""
        world, other = self._world, self._twin.term(self._symbol)
        known = [world.fixed(place, value) for place, value in situation.values.items() if place.name in inquiry.cone]
        players = world.terms.equal(world.encoder.players, world.terms.number(situation.players))
        found = Least(inquiry, [other]).find([self.formulas[name], players, *known], lambda _: [])
        assert found, "what holds somewhere has a witness"
        return found.value(other)

    def _replayed(self, situation: Situation, name: str, values: Sequence[Value]) -> Change:
        """What changes with the first of some values that changes a ruling. Raises Disagreement where none does."""
        rulebook, place = self._world.rulebook, Place(self._option.name)
        here = Evaluation(rulebook, situation)
        for value in values:
            other = replace(situation, values={**situation.values, place: value})
            there = Evaluation(rulebook, other)
            if value > situation.values[place] and is_situation(here) and is_situation(there):
                places = tuple(
                    at
                    for at in ruling_places(rulebook, situation.players)
                    if came(here.outcome(at)) != came(there.outcome(at))
                )
                if any(at.name == name for at in places):
                    return Change(situation, other, places)
        raise Disagreement(f"{self._option.name} changes nothing: {situation}")
