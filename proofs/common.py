"""What situations have in common: what comes out, which clauses that is due to, which facts were asked.

It is only counted here. Whoever adds the situations knows whether there are others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import indices, places

from .known import Known

_KINDS = list(Kind)
BY_CLAUSES = frozenset({Kind.VALUE, Kind.CLASH, Kind.UNDEFINED})


@dataclass(frozen=True, slots=True)
class Comes:
    """What can come out for a ruling. `value` is None unless `kind` is VALUE or DEFAULT."""

    kind: Kind
    value: Value | None = None

    @property
    def alike(self) -> tuple[Kind | None, Value | None]:
        """What tells it from other outcomes: a value, by clauses or by default, or else the kind."""
        return (self.kind if self.value is None else None, self.value)

    @property
    def rank(self) -> tuple[bool, int, int]:
        """The order in which what can come out is listed: values as declared first."""
        return (self.value is None, int(self.value or 0), _KINDS.index(self.kind))


class Common:
    """Counts, over the situations added, what becomes of some rulings at every index."""

    def __init__(self, known: Known, rulings: tuple[str, ...]) -> None:
        self.rulings = rulings
        self.sizes: set[int] = set()
        self.asked: set[Place] = set()
        self.outcomes: dict[Place, set[Comes]] = {}
        self.added: Counter[Place] = Counter()
        self.applying: dict[Place, Counter[str]] = {}
        self.deciding: dict[Place, Counter[str]] = {}
        self._known = known

    def add(self, evaluation: Evaluation) -> None:
        """Count a situation."""
        players = evaluation.situation.players
        self.sizes.add(players)
        self.asked.update(self._asked(evaluation))
        for place in self.places(players):
            outcome = evaluation.outcome(place)
            self.added[place] += 1
            self.outcomes.setdefault(place, set()).add(Comes(outcome.kind, outcome.value))
            self.applying.setdefault(place, Counter()).update({instance.clause.id for instance in outcome.applying})
            self.deciding.setdefault(place, Counter()).update({instance.clause.id for instance in outcome.deciding})

    def places(self, players: int) -> Iterator[Place]:
        """The rulings looked at, at every index at a table of `players`."""
        for name in self.rulings:
            index = self._known.rulebook.rulings[name].index
            yield from (Place(name, at) for at in indices(index, players))

    @property
    def parted(self) -> tuple[Place, ...]:
        """The rulings for which several things come out."""
        return tuple(place for place, outcomes in self.outcomes.items() if not agree(outcomes))

    def due(self, place: Place) -> bool:
        """Whether one thing comes out for a ruling, and by clauses."""
        outcomes = self.outcomes.get(place, set())
        return agree(outcomes) and any(each.kind in BY_CLAUSES for each in outcomes)

    def _asked(self, evaluation: Evaluation) -> Iterator[Place]:
        """The facts that arise, are not given as one value, and are not taken as usual."""
        rulebook = self._known.rulebook
        for place in places(rulebook, evaluation.situation.players):
            fact = rulebook.facts[place.name]
            if fact.type.low == fact.type.high or not arises(evaluation, fact, place) or self._known.settles(place):
                continue
            taken = self._known.usual and place not in self._known.facts
            if not taken or usual_value(evaluation, fact, place) is None:
                yield place


@dataclass(frozen=True, slots=True)
class Mattering:
    """The facts that still matter to a ruling (the number of players as `PLAYERS`), or at least these."""

    places: tuple[Place, ...] = ()
    whole: bool = True


NOTHING_MATTERS = Mattering()


@dataclass(frozen=True, slots=True)
class Surveyed:
    """What was seen, and what not: rulings for which more can come out, and why something was not found out.

    `mattering` says of each ruling that comes out in several ways which facts matter to it.

    Where `reason` is not empty, no clause is sure to decide or to apply, larger tables may be possible, and
    more facts may be asked.
    """

    common: Common
    incomplete: frozenset[Place] = frozenset()
    reason: str = ""
    mattering: Mapping[Place, Mattering] = field(default_factory=lambda: MappingProxyType({}))


def agree(outcomes: set[Comes]) -> bool:
    """Whether all that can come out is one and the same; a value is the same by clauses and by default."""
    return len({each.alike for each in outcomes}) == 1
