"""What is possible under a rulebook, as terms."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from misdeal.model.language.expression import Expression, FactRef
from misdeal.model.language.rulebook import Always, Expected, Fact, Place, Rulebook, Unruled
from misdeal.model.language.types import Flag, Seat, Value, first_value
from misdeal.model.language.walk import walk_expanded
from misdeal.model.meaning.situation import table_sizes

from .decide import Decider, Decision
from .encode import Names
from .term import Term, Terms, symbols_of


class World:
    """What is possible under a rulebook, as terms, and its rulings; no solver is needed.

    Worlds that share `terms` share the symbols of what their rulebooks declare alike and in the same order. Where it is
    `settled` which value some facts have, constants stand for them, and for all that does not arise beside them; the
    number of players is `players` where that is given.
    """

    def __init__(
        self,
        rulebook: Rulebook,
        terms: Terms | None = None,
        settled: Mapping[Place, Value] = MappingProxyType({}),
        players: int | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.terms = Terms() if terms is None else terms
        self.decider = Decider(rulebook, self.terms)
        self.encoder = self.decider.encoder
        if players is not None:
            self.encoder.players = self.terms.number(players)
        if settled or players is not None:
            self._settle(settled)
        self.well_formed = {fact.name: tuple(self._well_formed(fact)) for fact in rulebook.facts.values()}
        self.always = {always: self.terms.negation(self._denied(always)) for always in rulebook.always}
        self._links = self._linked()
        self._loose = self._without_usual()

    @property
    def everything(self) -> frozenset[str]:
        """The cone of all facts."""
        return frozenset(self.rulebook.facts)

    def sizes(self) -> Iterator[Term]:
        """Each number of players that the table may have."""
        return (self.terms.equal(self.encoder.players, self.terms.number(size)) for size in table_sizes(self.rulebook))

    def fixed(self, place: Place, value: Value) -> Term:
        """Where a fact has a value."""
        kind = self.rulebook.facts[place.name].type
        return self.terms.equal(self.encoder.fact(place), self.encoder.value_of(kind, value))

    def cone(self, terms: Iterable[Term]) -> frozenset[str]:
        """The facts that some terms speak of, and all that these depend on.

        A fact depends on what its `when` and `usually` read, on what shares an `always` with it, and on what is usual
        by it. The others can be as usual whatever those in the cone are, if any situation with so many players is.
        """
        places = (self.encoder.symbols.get(str(symbol.payload)) for symbol in symbols_of(terms))
        return self.closed(frozenset(place.name for place in places if place))

    def closed(self, facts: frozenset[str]) -> frozenset[str]:
        """The cone of some facts."""
        cone = set(facts | self._loose)
        waiting = list(cone)
        while waiting:
            new = self._links[waiting.pop()] - cone
            cone |= new
            waiting += new
        return frozenset(cone)

    def axioms(self, cone: frozenset[str]) -> Iterable[Term]:
        """What makes the facts of a cone well-formed and possible."""
        for name, terms in self.well_formed.items():
            if name in cone:
                yield from terms
        for always, allowed in self.always.items():
            mentioned = self._mentioned(always.condition)
            if not mentioned or not cone.isdisjoint(mentioned):
                yield allowed

    def beside(self, always: Always) -> list[Term]:
        """What the types and every other `always` allow."""
        facts = [term for terms in self.well_formed.values() for term in terms]
        return [*facts, *(allowed for other, allowed in self.always.items() if other is not always)]

    def _settle(self, settled: Mapping[Place, Value]) -> None:
        """Let constants stand for facts, one after the other, so that each comes after those that it reads."""
        for fact in (self.rulebook.facts[name] for name in self.rulebook.settling_order):
            for index in self.encoder.indices(fact.index):
                place = Place(fact.name, index)
                if place in settled:
                    self.encoder.fix(place, settled[place])
                elif self.arises(fact, index) is self.terms.false:
                    self.encoder.fix(place, first_value(fact.type))

    def _linked(self) -> dict[str, frozenset[str]]:
        """Of every fact the facts that it depends on."""
        links: dict[str, set[str]] = {name: set() for name in self.rulebook.facts}
        for group in (self._mentioned(always.condition) for always in self.rulebook.always):
            for name in group:
                links[name] |= group
        for fact in self.rulebook.facts.values():
            links[fact.name] |= self._mentioned(fact.when) | self._mentioned(fact.usually)
            for name in self._mentioned(fact.usually):
                links[name].add(fact.name)
        return {name: frozenset(others) for name, others in links.items()}

    def _without_usual(self) -> frozenset[str]:
        """The facts that are usual by what itself has no usual value: of these the most ordinary has to be searched."""
        loose: set[str] = set()
        for name in self.rulebook.settling_order:
            mentioned = self._mentioned(self.rulebook.facts[name].usually)
            if any(self.rulebook.facts[other].usually is None or other in loose for other in mentioned):
                loose.add(name)
        return frozenset(loose)

    def _mentioned(self, expression: Expression | None) -> frozenset[str]:
        parts = () if expression is None else walk_expanded(expression, self.rulebook.lets)
        return frozenset(part.fact for part in parts if isinstance(part, FactRef))

    def _denied(self, always: Always) -> Term:
        """Where an `always` is false; an undefined one denies nothing."""
        return self.encoder.logic.false(self.encoder.code(always.condition))

    def _well_formed(self, fact: Fact) -> Iterable[Term]:
        """What the type says, and that a fact that does not arise, or is of a seat not there, has its first value."""
        t = self.terms
        for index in self.encoder.indices(fact.index):
            value = self.encoder.fact(Place(fact.name, index))
            present = self.present(fact, index)
            first = t.equal(value, self.encoder.value_of(fact.type, first_value(fact.type)))
            yield t.disjunction((self.arises(fact, index), first))
            if isinstance(fact.type, Seat):
                nobody = t.equal(value, t.number(fact.type.table.nobody))
                yield t.disjunction((t.negation(present), self.encoder.at_table(value), nobody))

    def present(self, fact: Fact, index: Value | None) -> Term:
        """Where the index of a fact is at the table."""
        if fact.index is None or index is None or not isinstance(fact.index.type, Seat):
            return self.terms.true
        return self.encoder.at_table(self.terms.number(int(index)))

    def arises(self, fact: Fact, index: Value | None) -> Term:
        """Where a fact is asked at an index: it is at the table and the fact's `when` is true."""
        return self.terms.conjunction(
            (self.present(fact, index), self.encoder.true(fact.when, self.bound(fact, index)))
        )

    def usual(self, fact: Fact, index: Value | None) -> tuple[Term, Term]:
        """Where the `usually` of a fact that has one gives a value that the fact could have, and that value."""
        t, encoder = self.terms, self.encoder
        assert fact.usually
        usual = encoder.code(fact.usually, self.bound(fact, index))
        within = usual.defined
        if not isinstance(fact.type, Flag):
            ends = t.number(fact.type.low), t.number(fact.type.high)
            within = t.conjunction((within, t.at_most(ends[0], usual.value), t.at_most(usual.value, ends[1])))
        if isinstance(fact.type, Seat):
            nobody = t.equal(usual.value, t.number(fact.type.table.nobody))
            within = t.conjunction((within, t.disjunction((encoder.at_table(usual.value), nobody))))
        return within, usual.value

    def departure(self, fact: Fact, index: Value | None) -> tuple[Term, Term]:
        """Where a fact that has a `usually` departs from its usual value, and that value."""
        t, (given, usual) = self.terms, self.usual(fact, index)
        differs = t.negation(t.equal(self.encoder.fact(Place(fact.name, index)), usual))
        return t.conjunction((self.arises(fact, index), given, differs)), usual

    def distance(self, left: Term, right: Term) -> Term:
        """The distance of two numbers."""
        t = self.terms
        return t.ite(t.at_most(left, right), t.total((right, t.times(-1, left))), t.total((left, t.times(-1, right))))

    def comes_out(self, place: Place, expected: Expected) -> Term:
        """Where a ruling has a value, or has none for a reason."""
        decision = self._decision(place)
        match expected:
            case Unruled.GAP:
                return decision.gap
            case Unruled.CLASH:
                return decision.clash
            case Unruled.UNDEFINED:
                return decision.undefined
            case Unruled.DOES_NOT_ARISE:
                return self.terms.negation(decision.arises)
            case value:
                same = self.terms.equal(decision.value, self.encoder.value_of(decision.ruling.type, value))
                return self.terms.conjunction((decision.decided(self.terms), same))

    def decides(self, place: Place, clause: str) -> Term:
        """Where a clause decides a ruling."""
        decision = self._decision(place)
        decides = self.terms.disjunction(reach.decides for reach in decision.reaches if reach.clause.id == clause)
        return self.terms.conjunction((decision.arises, decides))

    def _decision(self, place: Place) -> Decision:
        ruling = self.rulebook.rulings[place.name]
        return self.decider.decision(ruling, self.decider.index_of(place, ruling))

    def bound(self, fact: Fact, index: Value | None) -> Names:
        """The name of a fact's index bound to an index."""
        if fact.index is None or index is None:
            return {}
        return {fact.index.name: self.encoder.logic.sure(self.encoder.value_of(fact.index.type, index))}
