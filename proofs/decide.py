"""Rulings as terms: what they mean, case for case as in `misdeal.model.meaning.evaluate`."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from misdeal.model.language.expression import Bound, Call, Expression, First, Quantified, RulingRef
from misdeal.model.language.rulebook import Clause, Effect, Place, Rulebook, Ruling
from misdeal.model.language.types import Seat
from misdeal.model.language.walk import children, rulings_read

from .coded import Coded
from .criterion import conditions
from .encode import Encoder, Names
from .mates import mates
from .term import Term, Terms


@dataclass(frozen=True, slots=True)
class Instance:
    """An effect for one binding of its clause's `for each` names: where it applies, and the value that it gives.

    `fault` is where it is aimed at the index and its condition is undefined for a fault.
    """

    applies: Term
    fault: Term
    value: Coded


@dataclass(frozen=True, slots=True)
class Reach:
    """An effect on a ruling at an index: where it applies, and where nothing that applies overrides it."""

    clause: Clause
    effect: Effect
    instances: tuple[Instance, ...]
    applies: Term
    decides: Term


@dataclass(frozen=True, slots=True)
class Decision:
    """What comes out for a ruling at an index, as terms.

    `sound` is where every deciding value is one of the ruling's type. `defaulted`, `gap`, `undefined` and `clash`
    are within the scope and exclude one another and `valued`.
    """

    ruling: Ruling
    index: Term | None
    scope: Coded
    arises: Term
    reaches: tuple[Reach, ...]
    value: Term
    valued: Term
    defaulted: Term
    gap: Term
    clash: Term
    undefined: Term

    def decided(self, terms: Terms) -> Term:
        """Where the ruling has a value."""
        return terms.disjunction((self.valued, self.defaulted))


class Decider:
    """Terms for the rulings of one rulebook. Every ruling is encoded once an index."""

    def __init__(self, rulebook: Rulebook, terms: Terms) -> None:
        self.rulebook = rulebook
        self.terms = terms
        self.encoder = Encoder(rulebook, terms, self._read)
        self._decisions: dict[tuple[str, Term | None], Decision] = {}
        self._mates: dict[str, list[int]] = {}
        self._reads = {name: self._direct_reads(ruling) for name, ruling in rulebook.rulings.items()}

    def decision(self, ruling: Ruling, index: Term | None) -> Decision:
        """The decision of a ruling at an index, a constant or a symbol."""
        key = (ruling.name, index)
        if key not in self._decisions:
            self._prepare(ruling.name)
            self._decisions[key] = self._decide(ruling, index)
        return self._decisions[key]

    def names(self, ruling: Ruling, index: Term | None) -> Names:
        """The name of a ruling's index bound to an index."""
        return {} if ruling.index is None or index is None else {ruling.index.name: self.encoder.logic.sure(index)}

    def index_of(self, place: Place, ruling: Ruling) -> Term | None:
        """The index of a place as a term."""
        return (
            None
            if ruling.index is None or place.index is None
            else self.encoder.value_of(ruling.index.type, place.index)
        )

    # Section 2

    def _decide(self, ruling: Ruling, index: Term | None) -> Decision:
        t = self.terms
        scope = (
            self.encoder.logic.sure(t.true)
            if ruling.when is None
            else self.encoder.code(ruling.when, self.names(ruling, index))
        )
        arises = self.encoder.logic.true(scope)
        reaches = self.reaches(ruling, index)
        return self.outcome(ruling, index, scope, arises, reaches)

    def reaches(self, ruling: Ruling, index: Term | None) -> tuple[Reach, ...]:
        """Every effect on a ruling at an index, and where it decides."""
        return self._deciding(
            [
                (clause, effect, self._instances(clause, effect, index))
                for clause, effect in self.rulebook.effects[ruling.name]
            ]
        )

    def among(self, decision: Decision, positions: Iterable[int]) -> Decision:
        """The decision as it would be with only some of its effects; overriding stays as it was closed before."""
        kept = [(one.clause, one.effect, one.instances) for one in (decision.reaches[at] for at in positions)]
        return self.outcome(decision.ruling, decision.index, decision.scope, decision.arises, self._deciding(kept))

    def mates(self, ruling: Ruling) -> list[int]:
        """Of every effect on a ruling the set of those, itself included, that may apply together with it, as bits."""
        if ruling.name not in self._mates:
            self._mates[ruling.name] = mates(self.rulebook, conditions(self.rulebook, ruling).reaches)
        return self._mates[ruling.name]

    def _deciding(self, effects: list[tuple[Clause, Effect, tuple[Instance, ...]]]) -> tuple[Reach, ...]:
        """Overriding is between clauses, all instances at once: an effect decides where no overrider applies."""
        t = self.terms
        applies = [t.disjunction(instance.applies for instance in instances) for _, _, instances in effects]
        by_clause: dict[str, list[Term]] = {}
        for (clause, _, _), term in zip(effects, applies, strict=True):
            by_clause.setdefault(clause.id, []).append(term)
        overriders = _overriders([clause for clause, _, _ in effects])
        found = []
        for (clause, effect, instances), term in zip(effects, applies, strict=True):
            free = (t.negation(overriding) for other in overriders[clause.id] for overriding in by_clause[other])
            found.append(Reach(clause, effect, instances, term, t.conjunction((term, *free))))
        return tuple(found)

    def outcome(
        self, ruling: Ruling, index: Term | None, scope: Coded, arises: Term, reaches: tuple[Reach, ...]
    ) -> Decision:
        """What comes of the effects on a ruling."""
        t = self.terms
        silent = t.conjunction((arises, t.negation(t.disjunction(reach.applies for reach in reaches))))
        named: dict[Coded, list[Term]] = {}
        for reach in reaches:
            for instance in reach.instances:
                named.setdefault(instance.value, []).append(t.conjunction((reach.decides, instance.applies)))
        giving = {value: t.disjunction(where) for value, where in named.items()}
        unsound = t.disjunction(
            t.conjunction((where, t.negation(self.sound(ruling, value)))) for value, where in giving.items()
        )
        value = self.encoder.value_of(ruling.type, ruling.type.low if ruling.otherwise is None else ruling.otherwise)
        for given, where in reversed(giving.items()):
            value = t.ite(where, given.value, value)
        differing = self._differing(giving)
        spoken = t.conjunction((arises, t.negation(silent)))
        sound = t.negation(unsound)
        defaults = t.truth(ruling.otherwise is not None)
        return Decision(
            ruling=ruling,
            index=index,
            scope=scope,
            arises=arises,
            reaches=reaches,
            value=value,
            valued=t.conjunction((spoken, sound, t.negation(differing))),
            defaulted=t.conjunction((silent, defaults)),
            gap=t.conjunction((silent, t.negation(defaults))),
            clash=t.conjunction((spoken, sound, differing)),
            undefined=t.conjunction((spoken, unsound)),
        )

    def _differing(self, giving: Mapping[Coded, Term]) -> Term:
        """Where two of the values given differ; `giving` says where each is given."""
        t = self.terms
        constants: dict[Term, list[Term]] = {}
        for given, where in giving.items():
            if given.value.constant:
                constants.setdefault(given.value, []).append(where)
        others = [given for given in giving if not given.value.constant]
        cases, before = [], t.false
        for places in constants.values():
            here = t.disjunction(places)
            cases.append(t.conjunction((here, before)))
            before = t.disjunction((here, before))
        for given in others:
            for other, where in giving.items():
                if other is not given:
                    differ = t.negation(t.equal(given.value, other.value))
                    cases.append(t.conjunction((giving[given], where, differ)))
        return t.disjunction(cases)

    def sound(self, ruling: Ruling, value: Coded) -> Term:
        """Where a value given to a ruling is defined and of its type."""
        t, kind = self.terms, ruling.type
        if value.value.sort == "Bool":
            return value.defined
        ends = (t.at_most(t.number(kind.low), value.value), t.at_most(value.value, t.number(kind.high)))
        seated = t.true
        if isinstance(kind, Seat):
            nobody = t.equal(value.value, t.number(kind.table.nobody))
            seated = t.disjunction((self.encoder.at_table(value.value), nobody))
        return t.conjunction((value.defined, *ends, seated))

    def _instances(self, clause: Clause, effect: Effect, index: Term | None) -> tuple[Instance, ...]:
        """The instances of an effect that can reach an index."""
        return tuple(
            self._instance(clause, effect, index, here, names) for here, names in self.bindings(clause, effect, index)
        )

    def _instance(self, clause: Clause, effect: Effect, index: Term | None, here: Term, names: Names) -> Instance:
        t, aimed = self.terms, self._reached(effect, names, index)
        condition = self.condition(clause, names)
        applies = t.conjunction((here, self.encoder.logic.true(condition), aimed))
        fault = t.conjunction((here, condition.fault, aimed))
        return Instance(applies, fault, self.encoder.code(effect.value, names))

    def condition(self, clause: Clause, names: Names) -> Coded:
        """The condition of a clause for one binding."""
        return (
            self.encoder.logic.sure(self.terms.true) if clause.when is None else self.encoder.code(clause.when, names)
        )

    def bindings(self, clause: Clause, effect: Effect | None, index: Term | None) -> Iterator[tuple[Term, Names]]:
        """The bindings of a clause's `for each` names, each with where all of them are at the table.

        A name that is the index of the effect is bound to that index.
        """
        target = effect.index.name if effect and isinstance(effect.index, Bound) else None
        choices = [
            [index]
            if parameter.name == target and index is not None
            else [self.terms.number(seat) for seat in self.encoder.values(parameter.type)]
            for parameter in clause.each
        ]
        for seats in product(*choices):
            names = {
                parameter.name: self.encoder.logic.sure(seat)
                for parameter, seat in zip(clause.each, seats, strict=True)
            }
            yield self.terms.conjunction(self.encoder.at_table(seat) for seat in seats), names

    def _reached(self, effect: Effect, names: Names, index: Term | None) -> Term:
        if effect.index is None or index is None:
            return self.terms.true
        target = self.encoder.index(effect.index, names)
        return self.terms.conjunction((target.defined, self.terms.equal(target.value, index)))

    # Reading

    def examined(self, ruling: Ruling, index: Term | None) -> Term:
        """Where every ruling that a ruling reads has a value or does not arise."""
        parts = [self.settled(ruling.when, self.names(ruling, index))]
        for clause, effect in self.rulebook.effects[ruling.name]:
            read = [part for part in (clause.when, effect.index, effect.value) if part and self._reads_ruling(part)]
            for here, names in self.bindings(clause, effect, index) if read else ():
                parts.append(
                    self.terms.implication(here, self.terms.conjunction(self.settled(part, names) for part in read))
                )
        return self.terms.conjunction(parts)

    def settled(self, expression: Expression | None, names: Names) -> Term:
        """Where every ruling that an expression reads has a value or does not arise."""
        t = self.terms
        if expression is None or not self._reads_ruling(expression):
            return t.true
        below = t.conjunction(
            self.settled(child, names)
            for child in children(expression)
            if child is not getattr(expression, "body", None)
        )
        match expression:
            case RulingRef():
                return t.conjunction((below, self._settled_at(expression, names)))
            case Call(let, arguments):
                codes = [self.encoder.code(argument, names) for argument in arguments]
                called = self.rulebook.lets[let]
                inner = {parameter.name: code for parameter, code in zip(called.parameters, codes, strict=True)}
                return t.conjunction((below, self.settled(called.body, inner)))
            case Quantified(name=name, body=body) | First(name=name, body=body):
                seats = [t.number(seat) for seat in self.rulebook.table.seats] if self.rulebook.table else []
                cases = (
                    t.implication(
                        self.encoder.at_table(seat), self.settled(body, {**names, name: self.encoder.logic.sure(seat)})
                    )
                    for seat in seats
                )
                return t.conjunction((below, *cases))
            case _:
                return below

    def _settled_at(self, ref: RulingRef, names: Names) -> Term:
        ruling, logic = self.rulebook.rulings[ref.ruling], self.encoder.logic

        def is_settled(index: Term | None) -> Term:
            decision = self.decision(ruling, index)
            return self.terms.disjunction((decision.decided(self.terms), self.terms.negation(decision.arises)))

        if ref.index is None:
            return is_settled(None)
        index = self.encoder.index(ref.index, names)
        values = {at: logic.sure(is_settled(self.terms.number(at))) for at in self.encoder.values(ref.index.type)}
        return self.terms.implication(index.defined, self.encoder.select(index.value, values).value)

    def _read(self, place: Place) -> tuple[Term, Term]:
        ruling = self.rulebook.rulings[place.name]
        decision = self.decision(ruling, self.index_of(place, ruling))
        return decision.value, decision.decided(self.terms)

    def _prepare(self, name: str) -> None:
        """Encode what a ruling reads, the first to be read first, so that no chain of rulings nests."""
        waiting, reached = list(self._reads[name]), set[str]()
        while waiting:
            this = waiting.pop()
            if this not in reached:
                reached.add(this)
                waiting.extend(self._reads[this])
        for this in self.rulebook.reading_order:
            if this in reached:
                ruling = self.rulebook.rulings[this]
                for index in self.encoder.indices(ruling.index):
                    key = (this, self.index_of(Place(this, index), ruling))
                    if key not in self._decisions:
                        self._decisions[key] = self._decide(ruling, key[1])

    def _direct_reads(self, ruling: Ruling) -> frozenset[str]:
        parts = self.rulebook.expressions(ruling.name)
        return frozenset().union(*(rulings_read(part, self.rulebook.lets) for part in parts))

    def _reads_ruling(self, expression: Expression) -> bool:
        return bool(rulings_read(expression, self.rulebook.lets))


def _overriders(clauses: list[Clause]) -> dict[str, list[str]]:
    """Of every clause the others that override it."""
    found: dict[str, list[str]] = {clause.id: [] for clause in clauses}
    for clause in {clause.id: clause for clause in clauses}.values():
        for other in clause.overrides:
            if other in found:
                found[other].append(clause.id)
    return found
