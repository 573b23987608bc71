"""All situations of a rulebook, one by one, and what is looked at in them: what brute force goes through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Clause, Effect, Fact, Parameter, Place, Rulebook, Ruling
from misdeal.model.language.types import Value, first_value
from misdeal.model.language.walk import rulings_read
from misdeal.model.meaning.evaluate import Evaluation, Instance, Undefined
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import Rank, arises, rank
from misdeal.model.meaning.situation import Situation, fact_places, indices, places, table_sizes
from misdeal.proofs.criterion import Derived

from .strategies import domain

Subject: TypeAlias = Value | None
Shown: TypeAlias = tuple[int, tuple[tuple[str, Subject, Value], ...], Subject]
"""A witness: players, the facts, and the index that the finding is about."""


@dataclass(eq=False)
class Point:
    """A situation, and the index that is looked at in it. What was found out about it is remembered."""

    evaluation: Evaluation
    subject: Subject = None
    cells: dict[int, Value | Undefined] = field(default_factory=dict)

    @cached_property
    def shown(self) -> Shown:
        """What can be compared with a witness."""
        return shown(self.evaluation.situation, self.subject)

    @cached_property
    def rank(self) -> Rank:
        """How ordinary it is."""
        return rank(self.evaluation, self.subject)


def shown(situation: Situation, subject: Subject) -> Shown:
    """A situation and an index as plain data."""
    return (
        situation.players,
        tuple((place.name, place.index, value) for place, value in situation.values.items()),
        subject,
    )


def well_formed(rulebook: Rulebook) -> Iterator[Situation]:
    """Every situation that the types allow, where each fact outside its `when` has its first value."""
    for players in table_sizes(rulebook):
        spots = [
            (rulebook.facts[name], place)
            for name in rulebook.settling_order
            for place in fact_places(rulebook.facts[name], players)
        ]
        for values in _filled(rulebook, players, spots, {}):
            yield Situation(players, MappingProxyType({place: values[place] for place in places(rulebook, players)}))


def _filled(
    rulebook: Rulebook, players: int, spots: Sequence[tuple[Fact, Place]], values: dict[Place, Value]
) -> Iterator[dict[Place, Value]]:
    if not spots:
        yield dict(values)
        return
    fact, place = spots[0]
    allowed = domain(fact.type, players)
    if fact.when is not None and not arises(Evaluation(rulebook, Situation(players, values)), fact, place):
        allowed = [first_value(fact.type)]
    for value in allowed:
        values[place] = value
        yield from _filled(rulebook, players, spots[1:], values)
    del values[place]


class World:
    """A rulebook with an evaluation of every possible situation."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.everything = [Evaluation(rulebook, situation) for situation in well_formed(rulebook)]
        self.possible = [evaluation for evaluation in self.everything if evaluation.possible]
        self._points: dict[Parameter | None, list[Point]] = {}
        self._examined: dict[str, list[Point]] = {}
        self._subjects: dict[tuple[str, Expression | Derived], int] = {}
        self._instances: dict[tuple[int, int], list[tuple[Value | Undefined | None, Value | Undefined, Instance]]] = {}

    def points(self, index: Parameter | None) -> list[Point]:
        """Every possible situation with every index at the table."""
        if index not in self._points:
            self._points[index] = [Point(e, at) for e in self.possible for at in indices(index, e.situation.players)]
        return self._points[index]

    def instances(
        self, evaluation: Evaluation, clause: Clause, effect: Effect
    ) -> list[tuple[Value | Undefined | None, Value | Undefined, Instance]]:
        """The instances of an effect in a situation, each with its target and its condition."""
        key = (id(evaluation), id(effect))
        if key not in self._instances:
            self._instances[key] = [
                (
                    evaluation.target(effect.index, bindings),
                    True if clause.when is None else evaluation.value(clause.when, bindings),
                    Instance(clause, effect, bindings, evaluation.value(effect.value, bindings)),
                )
                for bindings in evaluation.instances(clause)
            ]
        return self._instances[key]

    def subject(self, name: str, subject: Expression | Derived) -> int:
        """A number for what is looked at under the name of an index: the same for the same."""
        return self._subjects.setdefault((name, subject), len(self._subjects))

    def examined(self, ruling: Ruling) -> list[Point]:
        """The points where a ruling is examined."""
        if ruling.name not in self._examined:
            every = self.points(ruling.index)
            reads = [part for part in read_by(self.rulebook, ruling) if rulings_read(part, self.rulebook.lets)]
            self._examined[ruling.name] = [
                point for point in every if not reads or examined(point.evaluation, Place(ruling.name, point.subject))
            ]
        return self._examined[ruling.name]

    @cached_property
    def option_values(self) -> tuple[tuple[Value, ...], ...]:
        """Every combination of options."""
        return tuple(product(*(domain(option.type, 0) for option in self.rulebook.options)))

    def combination(self, evaluation: Evaluation) -> tuple[Value, ...]:
        """The options in a situation."""
        return tuple(evaluation.situation.values[Place(option.name)] for option in self.rulebook.options)


def read_by(rulebook: Rulebook, ruling: Ruling) -> list[Expression]:
    """The expressions that a ruling depends on."""
    parts = [ruling.when]
    for clause, effect in rulebook.effects[ruling.name]:
        parts += [clause.when, effect.index, effect.value]
    return [part for part in parts if part is not None]
