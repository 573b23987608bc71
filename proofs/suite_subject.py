"""What is to be shown of one ruling, as terms; no solver is needed.

Of the sides of a pair the first is where the clause decides the ruling, the second where the ruling arises and the
clause does not decide it; a part of the condition *matters* where the condition is true in the first and not in the
second, for that part alone.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from misdeal.model.language.expression import Bound, Const, Expression, FactRef, First, Quantified
from misdeal.model.language.rulebook import Clause, Effect, Place, Ruling
from misdeal.model.language.types import Flag, Number, Seat, Timeline
from misdeal.model.language.walk import walk_expanded
from misdeal.model.meaning.evaluate import Kind

from .atoms import Atoms
from .criterion import TooManyCriteria, conditions, cuts
from .decide import Reach
from .encode import Names
from .outcomes import index_symbol
from .suite_records import Aim, What
from .term import Term, symbols_of
from .world import World

VALUES = 16  # of a ruling, each of which is shown for every clause that can give it


@dataclass(frozen=True, slots=True)
class Goal:
    """One situation that is to be shown: where a formula holds."""

    aim: Aim
    formula: Term


@dataclass(frozen=True, slots=True)
class Side:
    """The two sides of a pair; `yes` is whether the part of the condition is so in the first."""

    first: Term
    second: Term
    yes: bool


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pair that is to be shown: `sides` are the ways to; `others` say of all other parts whether they are so, or not.

    `seats` are the symbols of the players that both situations are about.
    """

    aim: Aim
    sides: tuple[Side, ...]
    others: tuple[Term, ...]
    seats: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """A way over a boundary: where `subject` is below it, and where above; `fact` is its symbol if it is a fact."""

    subject: Expression
    below: Term
    above: Term
    fact: Term | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A boundary, and the ways over it: of what is said of some player or every one, a way for each seat."""

    aim: Aim
    ways: tuple[Way, ...]


class Subject:
    """One ruling and all that is to be shown of it."""

    def __init__(self, world: World, ruling: Ruling) -> None:
        self.world = world
        self.ruling = ruling
        self.index = index_symbol(world.decider, ruling)
        self.decision = world.decider.decision(ruling, self.index)
        seated = self.index is not None and ruling.index is not None and isinstance(ruling.index.type, Seat)
        self.here = world.encoder.at_table(self.index) if seated and self.index is not None else world.terms.true
        self.arises = world.terms.conjunction((self.here, self.decision.arises))
        self.goals = tuple(self._goals())
        self.pairings = tuple(self._pairings())
        self.cuts = tuple(self._cuts())

    def terms(self) -> Iterator[Term]:
        """All that is asked about."""
        yield from (goal.formula for goal in self.goals)
        for pairing in self.pairings:
            yield from (term for side in pairing.sides for term in (side.first, side.second))
            yield from pairing.others
        yield from (term for cut in self.cuts for way in cut.ways for term in (way.below, way.above))
        yield from self.signature()

    def signature(self) -> Iterator[Term]:
        """What tells outcomes apart: the kind, the value, and who decides."""
        decision, t = self.decision, self.world.terms
        yield from (self.arises, decision.valued, decision.defaulted, decision.gap, decision.clash, decision.undefined)
        yield from (t.conjunction((self.arises, reach.decides)) for reach in decision.reaches)
        kind = self.ruling.type
        if kind.high - kind.low <= VALUES:
            yield from (t.conjunction((decision.valued, self._is(value))) for value in range(kind.low, kind.high + 1))

    def _is(self, value: int) -> Term:
        t, kind = self.world.terms, self.ruling.type
        return t.equal(self.decision.value, self.world.encoder.value_of(kind, value))

    # One situation

    def _goals(self) -> Iterator[Goal]:
        t, decision, name = self.world.terms, self.decision, self.ruling.name
        decides: dict[str, list[Term]] = {}
        for reach in decision.reaches:
            decides.setdefault(reach.clause.id, []).append(reach.decides)
        for clause, where in decides.items():
            yield Goal(Aim(What.DECIDES, name, clause), t.conjunction((self.arises, t.disjunction(where))))
        kind = self.ruling.type
        for clause, where in decides.items():
            for value in self._given(clause):
                here = t.conjunction((self.arises, decision.valued, t.disjunction(where), self._is(value)))
                if here is not t.false:
                    shown = bool(value) if isinstance(kind, Flag) else value
                    yield Goal(Aim(What.COMES_OUT, name, clause, kind=Kind.VALUE, value=shown), here)
        kinds = (
            (Kind.DEFAULT, t.conjunction((self.here, decision.defaulted))),
            (Kind.GAP, t.conjunction((self.here, decision.gap))),
            (Kind.CLASH, t.conjunction((self.here, decision.clash))),
            (Kind.UNDEFINED, t.conjunction((self.here, decision.undefined))),
            (Kind.DOES_NOT_ARISE, t.conjunction((self.here, t.negation(decision.arises)))),
        )
        for outcome, here in kinds:
            if here is not t.false:
                yield Goal(Aim(What.COMES_OUT, name, kind=outcome), here)

    def _given(self, clause: str) -> Iterable[int]:
        """The values that a clause may give, as far as its text says; none where these are too many, or any seats."""
        kind = self.ruling.type
        reaches = (reach for reach in self.decision.reaches if reach.clause.id == clause)
        given = [instance.value.value for reach in reaches for instance in reach.instances]
        if all(value.constant for value in given):
            return sorted({value.low for value in given})
        few = kind.high - kind.low <= VALUES and not isinstance(kind, Seat)
        return range(kind.low, kind.high + 1) if few else ()

    # Pairs

    def _pairings(self) -> Iterator[Pairing]:
        for position, reach in enumerate(self.decision.reaches):
            yield from self._parts(position, reach)

    def _parts(self, position: int, reach: Reach) -> Iterator[Pairing]:
        """The parts of the condition of an effect."""
        t, logic, clause = self.world.terms, self.world.encoder.logic, reach.clause
        here, names = self._bound(clause, reach.effect)
        atoms = Atoms(self.world.encoder, clause.when, names)
        base = t.conjunction((self.arises, here))
        coded = {atom: atoms.coded(atom) for atom in atoms.atoms}
        decides = t.disjunction(each.decides for each in self.decision.reaches if each.clause is clause)
        for atom, code in coded.items():
            sides = []
            for turns, yes in atoms.turns(atom):
                is_so, is_not = logic.true(code), logic.false(code)
                first, second = (is_so, is_not) if yes else (is_not, is_so)
                sides.append(
                    Side(
                        t.conjunction((base, reach.decides, turns, first)),
                        t.conjunction((base, t.negation(decides), turns, second)),
                        yes,
                    )
                )
            possible = tuple(side for side in sides if t.false not in {side.first, side.second})
            others = [other for part, other in coded.items() if part is not atom]
            states = tuple(state for other in others for state in (logic.true(other), logic.false(other)))
            aim = Aim(What.MATTERS, self.ruling.name, clause.id, position, atom)
            yield Pairing(aim, possible, states, tuple(dict.fromkeys(self._symbols(names))))

    def _bound(self, clause: Clause, effect: Effect) -> tuple[Term, Names]:
        """Where an instance is aimed at the ruling's index, and its names bound to symbols.

        A name that is the index of the effect is bound to the ruling's.
        """
        t, encoder = self.world.terms, self.world.encoder
        target = effect.index.name if isinstance(effect.index, Bound) else None
        first = 0 if self.index is None else 1
        others = [parameter for parameter in clause.each if parameter.name != target]
        here, names = encoder.anywhere(others, first)
        bound = dict(names)
        if target is not None and self.index is not None:
            bound[target] = encoder.logic.sure(self.index)
        if effect.index is None or self.index is None:
            return here, bound
        aimed = encoder.index(effect.index, bound)
        return t.conjunction((here, aimed.defined, t.equal(aimed.value, self.index))), bound

    def _symbols(self, names: Names) -> Iterator[Term]:
        if self.index is not None:
            yield self.index
        yield from sorted(symbols_of(code.value for code in names.values()), key=lambda each: str(each.payload))

    # Boundaries

    def _cuts(self) -> Iterator[Cut]:
        found = conditions(self.world.rulebook, self.ruling)
        try:
            cut = cuts(self.world.rulebook, (found.scope, *found.reaches))
            within = cuts(self.world.rulebook, self._bodies((found.scope, *found.reaches)))
        except TooManyCriteria:
            return
        for subject, points in cut.items():
            yield from self._over(subject, points, self._ways)
        of_all: dict[str, tuple[FactRef, set[int]]] = {}
        for subject, points in within.items():
            if isinstance(subject, FactRef) and isinstance(subject.index, Bound) and subject not in cut:
                of_all.setdefault(subject.fact, (subject, set()))[1].update(points)
        for subject, every in of_all.values():
            yield from self._over(subject, every, self._ways_of_all)

    def _bodies(self, expressions: Iterable[Expression | None]) -> Iterator[Expression]:
        """What is said of some seat or every one."""
        for expression in expressions:
            for part in () if expression is None else walk_expanded(expression, self.world.rulebook.lets):
                if isinstance(part, Quantified | First):
                    yield part.body

    def _over(
        self, subject: Expression, points: Iterable[int], ways: Callable[[Expression, int], Iterator[Way]]
    ) -> Iterator[Cut]:
        """The boundaries of a number or a stage."""
        kind = subject.type
        if isinstance(kind, Number | Timeline):
            for point in sorted(point for point in points if kind.low < point <= kind.high):
                found = tuple(ways(subject, point))
                if found:
                    yield Cut(Aim(What.BOUNDARY, self.ruling.name, subject=found[0].subject, value=point), found)

    def _ways(self, subject: Expression, point: int) -> Iterator[Way]:
        """Over a boundary of what is said of the ruling's own index, or of nobody."""
        t, encoder = self.world.terms, self.world.encoder
        if isinstance(subject, FactRef) and isinstance(subject.index, Bound) and self.index is not None:
            for way in self._ways_of_all(subject, point):
                assert isinstance(way.subject, FactRef)
                assert isinstance(way.subject.index, Const)
                meant = t.equal(self.index, t.number(int(way.subject.index.value)))
                below, above = (t.conjunction((self.here, meant, side)) for side in (way.below, way.above))
                yield Way(subject, below, above, way.fact)
            return
        coded = encoder.code(subject, self.world.decider.names(self.ruling, self.index))
        sides = (t.equal(coded.value, t.number(value)) for value in (point - 1, point))
        below, above = (t.conjunction((self.here, coded.defined, side)) for side in sides)
        yield Way(subject, below, above, self._symbol_of(subject))

    def _symbol_of(self, subject: Expression) -> Term | None:
        """The symbol of a fact at no index or at one that is named."""
        match subject:
            case FactRef(name, index) if index is None or isinstance(index, Const):
                at = None if index is None else index.value
                known = self.world.encoder.indices(self.world.rulebook.facts[name].index)
                return self.world.encoder.fact(Place(name, at)) if at in known else None
            case _:
                return None

    def _ways_of_all(self, subject: Expression, point: int) -> Iterator[Way]:
        """The same of a fact at each of its indices."""
        t, encoder = self.world.terms, self.world.encoder
        assert isinstance(subject, FactRef)
        fact = self.world.rulebook.facts[subject.fact]
        for at in encoder.indices(fact.index):
            assert at is not None
            assert fact.index is not None
            symbol, here = encoder.fact(Place(fact.name, at)), t.conjunction((self.here, self.world.present(fact, at)))
            below, above = (t.conjunction((here, t.equal(symbol, t.number(value)))) for value in (point - 1, point))
            yield Way(replace(subject, index=Const(at, fact.index.type)), below, above, symbol)
