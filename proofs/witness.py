"""The most ordinary situation that shows something: `misdeal.model.meaning.ordinary`, as terms that are minimised."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from misdeal.model.language.rulebook import Fact, Place
from misdeal.model.language.types import Number, Seat, Timeline
from misdeal.model.meaning.situation import fact_places

from .descent import Descent
from .inquiry import Inquiry, Model
from .term import Term, Terms

Ordering: TypeAlias = Callable[[Model], Sequence[Term]]


class Least:
    """Finds first situations, by one inquiry: of those of the least sums the first in an order of facts.

    Of several sums the first counts most.
    """

    def __init__(self, inquiry: Inquiry, sums: Sequence[Term]) -> None:
        self._inquiry = inquiry
        self._world = inquiry.world
        self._sums = tuple(sums)
        self._fewest = 0

    def find(self, terms: Sequence[Term], order: Ordering) -> Model | None:
        """The first situation in which all of `terms` hold; `order` gives the facts of a model. Raises Undetermined.

        Each answer must be to a question that leaves no situation that an earlier one had not: from one answer to the
        next the fewest departures never become fewer.
        """
        found = self._inquiry.find(terms)
        if found is None:
            return None
        known = list(terms)
        best = self._with_fewest(known, found)
        best = self.down(known, best, order(best))
        for objective in self._sums[1:]:
            best = self._with_least(known, objective, best)
        return self._earliest(known, best, order(best))

    def _with_fewest(self, known: list[Term], best: Model) -> Model:
        """Add the fewest departures to what is known; most often there are as few as the last time."""
        t, departures = self._world.terms, self._sums[0]
        for most in range(self._fewest, best.value(departures)):
            found = self._inquiry.find([*known, t.at_most(departures, t.number(most))])
            if found is not None:
                best = found
                break
        self._fewest = best.value(departures)
        known.append(t.at_most(departures, t.number(self._fewest)))
        return best

    def _with_least(self, known: list[Term], objective: Term, best: Model, low: int = 0) -> Model:
        """Add the least value of an objective, which is at least `low`, to what is known."""
        t, value = self._world.terms, best.value(objective)
        middle = value - 1  # most often there is nothing below
        while low < value:
            found = self._inquiry.find([*known, t.at_most(objective, t.number(middle))])
            low, best = (middle + 1, best) if found is None else (low, found)
            value = best.value(objective)
            middle = (low + value) // 2
        known.append(t.equal(objective, t.number(value)))
        return best

    def _earliest(self, known: list[Term], best: Model, order: Sequence[Term]) -> Model:
        """The first situation fact by fact.

        From each one found it goes on by trying. A fact that was found too late twice is made the least that it can be
        with those before it.
        """
        t = self._world.terms
        late: set[int] = set()
        while (found := self._inquiry.find([*known, self._earlier(order, best)])) is not None:
            better = self.down(known, found, order)
            pairs = zip(best.read(order), better.read(order), strict=True)
            at = next(at for at, (old, new) in enumerate(pairs) if old != new)
            if at in late:
                before = zip(order[:at], better.read(order), strict=False)
                fixed = [t.equal(term, t.number(value)) for term, value in before]
                better = self._with_least([*known, *fixed], order[at], better, order[at].low)
            best, late = better, {other for other in late if other < at} | {at}
        return best

    def _earlier(self, order: Sequence[Term], model: Model) -> Term:
        """Where a situation comes before that of a model."""
        t, earlier = self._world.terms, self._world.terms.false
        for term, value in reversed(list(zip(order, model.read(order), strict=True))):
            now = t.conjunction((t.at_most(term, t.number(value)), earlier))
            earlier = t.disjunction((t.at_most(term, t.number(value - 1)), now))
        return earlier

    def down(self, known: Sequence[Term], start: Model, order: Sequence[Term], *, both: bool = False) -> Model:
        """By trying alone, to where what is minimised first is no worse; with `both` at more values."""
        wanted = [self._inquiry.possible, *known]
        descent = Descent(self._inquiry.program, wanted, self._sums, order, both=both)
        return Model(descent.down(start.values))


class Ordinary:
    """Finds most ordinary situations, by one inquiry: of those of the least sums, of which the first counts most."""

    def __init__(self, inquiry: Inquiry, sums: Sequence[Term] = ()) -> None:
        self._inquiry = inquiry
        self._world = inquiry.world
        self._least = Least(inquiry, (*sums, *self._summed()))

    def find(self, terms: Sequence[Term], subject: Term | None = None) -> Model | None:
        """The most ordinary situation, with the index `subject`, in which all of `terms` hold. Raises Undetermined."""
        return self._least.find(terms, lambda model: self._order(model, subject))

    def near(self, terms: Sequence[Term], model: Model, subject: Term | None = None) -> Model:
        """A situation that is no less ordinary than one in which all of `terms` hold, found by trying alone."""
        return self._least.down(terms, model, self._order(model, subject), both=True)

    def _order(self, model: Model, subject: Term | None) -> list[Term]:
        """The facts at the table of a model: stages, then seats, then others, each group as declared."""
        groups: tuple[list[Term], list[Term], list[Term]] = ([], [] if subject is None else [subject], [])
        players = model.value(self._world.encoder.players)
        for fact in self._facts():
            group = groups[0 if isinstance(fact.type, Timeline) else 1 if isinstance(fact.type, Seat) else 2]
            group.extend(
                number(self._world.terms, self._world.encoder.fact(place)) for place in fact_places(fact, players)
            )
        return [*groups[0], *groups[1], *groups[2]]

    def _facts(self) -> Iterator[Fact]:
        """The facts of the cone: what is outside it is as ordinary as can be in any case."""
        return (fact for fact in self._world.rulebook.facts.values() if fact.name in self._inquiry.cone)

    def _summed(self) -> Iterator[Term]:
        """How many facts depart from the usual, the total distance of those that are ordered, and two of `players`."""
        t, encoder, table = self._world.terms, self._world.encoder, self._world.rulebook.table
        departures, distances = [], []
        for fact in self._facts():
            for index in encoder.indices(fact.index) if fact.usually else ():
                departs, usual = self._world.departure(fact, index)
                departures.append(number(self._world.terms, departs))
                if isinstance(fact.type, Number | Timeline):
                    value = encoder.fact(Place(fact.name, index))
                    distances.append(t.ite(departs, self._world.distance(value, usual), t.number(0)))
        yield t.total(departures)
        yield t.total(distances)
        yield self._world.distance(encoder.players, t.number(table.usual if table else 0))
        yield encoder.players


def number(terms: Terms, value: Term) -> Term:
    """A value as an Int: yes counts as one."""
    return terms.ite(value, terms.number(1), terms.number(0)) if value.sort == "Bool" else value
