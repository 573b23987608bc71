"""The most ordinary situation that shows something: `misdeal.model.meaning.ordinary`, as terms that are minimised."""

from collections.abc import Iterator, Sequence

from misdeal.model.language.rulebook import Fact, Place
from misdeal.model.language.types import Number, Seat, Timeline
from misdeal.model.meaning.situation import fact_places

from .descent import Descent
from .inquiry import Inquiry, Model
from .term import Term


class Ordinary:
    """Finds most ordinary situations, by one inquiry."""

    def __init__(self, inquiry: Inquiry) -> None:
        self._inquiry = inquiry
        self._world = inquiry.world
        self._departures, self._distance = self._departing()
        self._floor = 0

    def find(self, terms: Sequence[Term], subject: Term | None = None) -> Model | None:
        """The most ordinary situation, with the index `subject`, in which all of `terms` hold. Raises Undetermined.

        Each answer must be to a question that leaves no situation that an earlier one had not: from one answer to the
        next the fewest departures never become fewer.
        """
        best = self._inquiry.find(terms)
        if best is None:
            return None
        known = list(terms)
        best = self._fewest(known, best)
        for objective in self._sums():
            best = self._least(known, objective, best)
        return self._earliest(known, subject, best)

    def _fewest(self, known: list[Term], best: Model) -> Model:
        """Add the fewest departures to what is known."""
        count = sum(best.read(self._departures))
        for most in range(self._floor, count):
            found = self._inquiry.find([*known, self._at_most(most)])
            if found is not None:
                count, best = most, found
                break
        self._floor = count
        known.append(self._at_most(count))
        return best

    def _at_most(self, most: int) -> Term:
        """At most so many departures: a unary counter, which is plain logic and shared between bounds."""
        t = self._world.terms
        reached = [t.false] * (most + 1)
        for flag in self._departures:
            for at in reversed(range(most + 1)):
                before = reached[at - 1] if at else t.true
                reached[at] = t.disjunction((reached[at], t.conjunction((flag, before))))
        return t.negation(reached[most])

    def _sums(self) -> Iterator[Term]:
        """The total distance, how far `players` is from its usual, and `players`."""
        t, players, table = self._world.terms, self._world.encoder.players, self._world.rulebook.table
        yield self._distance
        yield self._world.distance(players, t.number(table.usual if table else 0))
        yield players

    def _least(self, known: list[Term], objective: Term, best: Model, low: int = 0) -> Model:
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

    def _earliest(self, known: list[Term], subject: Term | None, best: Model) -> Model:
        """The first situation in order, value by value.

        From each one found it goes on by trying. A value that was found too late twice is made the least that it can
        be with those before it.
        """
        order = list(self._values(best.value(self._world.encoder.players), subject))
        descent = Descent(self._inquiry.program, [self._inquiry.possible, *known], order)
        best = Model(descent.down(best.values))
        late: set[int] = set()
        while (found := self._inquiry.find([*known, self._earlier(order, best)])) is not None:
            before, best = best.read(order), Model(descent.down(found.values))
            now = best.read(order)
            at = next(at for at, value in enumerate(now) if value != before[at])
            if at in late:
                best = self._least_at(known, order, at, best)
            late = {other for other in late if other < at} | {at}
        return best

    def _least_at(self, known: list[Term], order: Sequence[Term], at: int, best: Model) -> Model:
        """A situation in which one value is the least that it can be with those before it."""
        t = self._world.terms
        fixed = [t.equal(term, t.number(value)) for term, value in zip(order[:at], best.read(order), strict=False)]
        return self._least([*known, *fixed], order[at], best, order[at].low)

    def _earlier(self, order: Sequence[Term], model: Model) -> Term:
        """Where a situation comes before that of a model."""
        t, earlier = self._world.terms, self._world.terms.false
        for term, value in reversed(list(zip(order, model.read(order), strict=True))):
            now = t.number(value)
            earlier = t.disjunction((t.negation(t.at_most(now, term)), t.conjunction((t.at_most(term, now), earlier))))
        return earlier

    def _values(self, players: int, subject: Term | None) -> Iterator[Term]:
        """The facts at a table of `players`: stages, then seats, then others, each group as declared."""
        groups: tuple[list[Term], list[Term], list[Term]] = ([], [] if subject is None else [subject], [])
        for fact in self._facts():
            group = groups[0 if isinstance(fact.type, Timeline) else 1 if isinstance(fact.type, Seat) else 2]
            group.extend(self._ordinal(self._world.encoder.fact(place)) for place in fact_places(fact, players))
        for group in groups:
            yield from group

    def _ordinal(self, value: Term) -> Term:
        t = self._world.terms
        return t.ite(value, t.number(1), t.number(0)) if value.sort == "Bool" else value

    def _facts(self) -> Iterator[Fact]:
        """The facts of the cone: what is outside it is as ordinary as can be in any case."""
        return (fact for fact in self._world.rulebook.facts.values() if fact.name in self._inquiry.cone)

    def _departing(self) -> tuple[tuple[Term, ...], Term]:
        """Where each fact departs from its usual value, and the total distance of those that are ordered."""
        t, encoder = self._world.terms, self._world.encoder
        departures, distances = [], []
        for fact in self._facts():
            for index in encoder.indices(fact.index) if fact.usually else ():
                departs, usual = self._world.departure(fact, index)
                departures.append(departs)
                if isinstance(fact.type, Number | Timeline):
                    value = encoder.fact(Place(fact.name, index))
                    distances.append(t.ite(departs, self._world.distance(value, usual), t.number(0)))
        return tuple(departures), t.total(distances)
