"""The meaning of expressions as terms: the reference evaluator again, case for case, for all situations at once.

Read it beside `misdeal.model.meaning.evaluate`. A quantifier stands for one case a seat of the largest table, each
guarded by the seat being at the table; an index that is a symbol stands for a selection among the seats.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Bound,
    Call,
    Compare,
    Const,
    Decided,
    Expression,
    FactRef,
    First,
    If,
    Implies,
    Neighbours,
    Not,
    Or,
    Players,
    Quantified,
    Relation,
    RulingRef,
    Step,
    Sum,
)
from misdeal.model.language.rulebook import Fact, Parameter, Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Table, Type, Value
from misdeal.model.language.walk import free_names

from .coded import Coded, Logic
from .term import Term, Terms

Names: TypeAlias = Mapping[str, Coded]
RulingReader: TypeAlias = Callable[[Place], tuple[Term, Term]]


class Encoder:
    """Terms for the expressions of one rulebook.

    `read_ruling` gives, for a ruling at an index, its value and where it has one.
    """

    def __init__(self, rulebook: Rulebook, terms: Terms, read_ruling: RulingReader) -> None:
        self.rulebook = rulebook
        self.terms = terms
        self.logic = Logic(terms)
        self.symbols: dict[str, Place] = {}
        self.players = self._players(rulebook.table)
        self._read_ruling = read_ruling
        self._facts = {fact.name: self._fact_symbols(fact) for fact in rulebook.facts.values()}
        self._done: dict[tuple[int, tuple[Coded, ...]], Coded] = {}
        self._free: dict[int, tuple[str, ...]] = {}
        self._kept: list[Expression] = []
        self._calls: dict[tuple[str, tuple[Coded, ...]], Coded] = {}

    # Symbols

    def fact(self, place: Place) -> Term:
        """The symbol of a fact at a place of the largest table, or the constant that stands for it."""
        return self._facts[place.name][place.index]

    def fix(self, place: Place, value: Value) -> None:
        """Let a constant stand for a fact; nothing that reads it is encoded yet."""
        self._facts[place.name][place.index] = self.value_of(self.rulebook.facts[place.name].type, value)

    def value_of(self, kind: Type, value: Value) -> Term:
        """A constant of a type."""
        return self.terms.truth(bool(value)) if isinstance(kind, Flag) else self.terms.number(int(value))

    def reading(self, place: Place) -> Coded:
        """What reading a fact at a place comes to: its value, which it always has."""
        return self.logic.sure(self.fact(place))

    def at_table(self, seat: Term) -> Term:
        """Where a seat is at the table; `nobody` never is."""
        return self.terms.at_most(seat, self.players)

    def symbol(self, kind: Type, at: int = 0) -> Term:
        """The symbol that stands for any index of a type; `at` tells apart those that are bound together."""
        if isinstance(kind, Seat):
            return self.terms.integer(f"s{at}", 1, kind.table.most)
        return self.terms.integer(f"c{kind.high}", kind.low, kind.high)

    def anywhere(self, parameters: Sequence[Parameter], first: int = 0) -> tuple[Term, Names]:
        """Where the symbols of some indices are at the table, and the names of the indices bound to them.

        `first` is how many are bound already.
        """
        symbols = {each.name: self.symbol(each.type, at) for at, each in enumerate(parameters, first)}
        seats = (symbols[each.name] for each in parameters if isinstance(each.type, Seat))
        names = {name: self.logic.sure(symbol) for name, symbol in symbols.items()}
        return self.terms.conjunction(self.at_table(seat) for seat in seats), names

    def indices(self, index: Parameter | None) -> tuple[Value | None, ...]:
        """The values of an index at the largest table; only None for what is not indexed."""
        return (None,) if index is None else tuple(self.values(index.type))

    def values(self, kind: Type) -> range:
        """The values of an index type at the largest table."""
        return kind.table.seats if isinstance(kind, Seat) else range(kind.low, kind.high + 1)

    def _players(self, table: Table | None) -> Term:
        if table is None or table.least == table.most:
            return self.terms.number(table.most if table else 0)
        return self.terms.integer("players", table.least, table.most)

    def _fact_symbols(self, fact: Fact) -> dict[Value | None, Term]:
        return {index: self._symbol(fact.type, Place(fact.name, index)) for index in self.indices(fact.index)}

    def _symbol(self, kind: Type, place: Place) -> Term:
        name = f"f{len(self.symbols)}"
        self.symbols[name] = place
        return self.terms.flag(name) if isinstance(kind, Flag) else self.terms.integer(name, kind.low, kind.high)

    # Expressions

    def true(self, condition: Expression | None, names: Names | None = None) -> Term:
        """Where a condition is true; no condition is everywhere."""
        return self.terms.true if condition is None else self.logic.true(self.code(condition, names))

    def code(self, expression: Expression, names: Names | None = None) -> Coded:
        """An expression under the names bound; shared with every other place where it means the same."""
        names = names or {}
        key = (id(expression), tuple(names[name] for name in self._free_names(expression)) if names else ())
        if key not in self._done:
            self._kept.append(expression)  # its id must not go to another
            self._done[key] = self._code(expression, names)
        return self._done[key]

    def _free_names(self, expression: Expression) -> tuple[str, ...]:
        if id(expression) not in self._free:
            self._kept.append(expression)
            self._free[id(expression)] = tuple(sorted(free_names(expression)))
        return self._free[id(expression)]

    def _code(self, expression: Expression, names: Names) -> Coded:  # noqa: C901, PLR0911, PLR0912 - one case a construct
        logic, terms = self.logic, self.terms
        match expression:
            case Const(value, kind):
                return logic.sure(self.value_of(kind, value))
            case Players():
                return logic.sure(self.players)
            case Bound(name):
                return names[name]
            case FactRef(fact, index):
                return self._fact(fact, index, names)
            case RulingRef():
                return self._referred(expression, names)
            case Decided(ref):
                return self._decided(ref, names)
            case Call(let, arguments):
                return self._call(let, tuple(self.code(argument, names) for argument in arguments))
            case Not(operand):
                return logic.negation(self.code(operand, names))
            case And(operands):
                return logic.conjunction(self.code(operand, names) for operand in operands)
            case Or(operands):
                return logic.disjunction(self.code(operand, names) for operand in operands)
            case Implies(premise, conclusion):
                return logic.disjunction((logic.negation(self.code(premise, names)), self.code(conclusion, names)))
            case If(condition, then, otherwise):
                return logic.choice(*(self.code(part, names) for part in (condition, then, otherwise)))
            case Compare(relation, left, right):
                a, b = self.code(left, names), self.code(right, names)
                return logic.strict(self.compare(relation, a.value, b.value), (a, b))
            case Among(operand, values):
                a = self.code(operand, names)
                same = (terms.equal(a.value, self.value_of(operand.type, value)) for value in values)
                return logic.strict(terms.disjunction(same), (a,))
            case Between(operand, low, high):
                a = self.code(operand, names)
                ends = (terms.at_most(terms.number(low), a.value), terms.at_most(a.value, terms.number(high)))
                return logic.strict(terms.conjunction(ends), (a,))
            case Sum(parts):
                codes = [self.code(part, names) for _, part in parts]
                total = terms.total(
                    terms.times(factor, code.value) for (factor, _), code in zip(parts, codes, strict=True)
                )
                return logic.strict(total, codes)
            case Quantified():
                return self._quantified(expression, names)
            case First():
                return self._first(expression, names)
            case Step(side, operand):
                seat = self.index(operand, names)
                return logic.strict(self.step(seat.value, backward=side == "before"), (seat,))
            case Neighbours(left, right):
                a, b = self.index(left, names), self.index(right, names)
                return logic.strict(self._beside(a.value, b.value), (a, b))

    def compare(self, relation: Relation, left: Term, right: Term) -> Term:
        """`left relation right` between values of one kind."""
        match relation:
            case "=":
                return self.terms.equal(left, right)
            case "!=":
                return self.terms.negation(self.terms.equal(left, right))
            case "<=":
                return self.terms.at_most(left, right)
            case ">=":
                return self.terms.at_most(right, left)
            case "<":
                return self.terms.negation(self.terms.at_most(right, left))
            case ">":
                return self.terms.negation(self.terms.at_most(left, right))

    def index(self, index: Expression, names: Names) -> Coded:
        """The value of an index; a fault where it is a seat that is not at the table, or `nobody`."""
        at = self.code(index, names)
        if not isinstance(index.type, Seat):
            return at
        seated = self.at_table(at.value)
        fault = self.terms.conjunction((at.defined, self.terms.negation(seated)))
        return Coded(at.value, self.terms.conjunction((at.defined, seated)), self.terms.disjunction((at.fault, fault)))

    def step(self, seat: Term, *, backward: bool) -> Term:
        """The next seat at the table from one that is at it."""
        t = self.terms
        if backward:
            return t.ite(t.equal(seat, t.number(1)), self.players, t.total((seat, t.number(-1))))
        return t.ite(t.equal(seat, self.players), t.number(1), t.total((seat, t.number(1))))

    def turns(self, start: int, seats: range, *, included: bool, backward: bool) -> list[int]:
        """The seats of the largest table once round from `start`; those not at the table are passed over."""
        ahead = list(range(start - 1, 0, -1)) if backward else list(range(start + 1, seats.stop))
        behind = list(range(seats.stop - 1, start, -1)) if backward else list(range(1, start))
        return [*([start] if included else []), *ahead, *behind]

    def select(self, index: Term, values: Mapping[Value, Coded]) -> Coded:
        """The one of `values` at `index`, which is one of their keys wherever it counts."""
        reached = [(at, value) for at, value in values.items() if index.low <= at <= index.high] or list(values.items())
        _, chosen = reached[-1]
        for at, value in reversed(reached[:-1]):
            here = self.terms.equal(index, self.terms.number(int(at)))
            chosen = Coded(
                self.terms.ite(here, value.value, chosen.value),
                self.terms.ite(here, value.defined, chosen.defined),
                self.terms.ite(here, value.fault, chosen.fault),
            )
        return chosen

    def _at(self, index: Coded, values: Mapping[Value, Coded]) -> Coded:
        """The one of `values` at an index that may be undefined."""
        t, chosen = self.terms, self.select(index.value, values)
        defined = t.conjunction((index.defined, chosen.defined))
        return Coded(chosen.value, defined, t.disjunction((index.fault, t.conjunction((index.defined, chosen.fault)))))

    def _fact(self, fact: str, index: Expression | None, names: Names) -> Coded:
        if index is None:
            return self.reading(Place(fact))
        values = {at: self.reading(Place(fact, at)) for at in self._facts[fact] if at is not None}
        return self._at(self.index(index, names), values)

    def _referred(self, ref: RulingRef, names: Names) -> Coded:
        """The value of a ruling; undefined, without a fault, where it has none."""

        def read(index: Value | None) -> Coded:
            value, decided = self._read_ruling(Place(ref.ruling, index))
            return Coded(value, decided, self.terms.false)

        if ref.index is None:
            return read(None)
        return self._at(self.index(ref.index, names), {at: read(at) for at in self.values(ref.index.type)})

    def _decided(self, ref: RulingRef, names: Names) -> Coded:
        """Where a ruling has a value; undefined only where its index is."""
        referred = self._referred(ref, names)
        index = self.logic.sure(self.terms.true) if ref.index is None else self.index(ref.index, names)
        return Coded(referred.defined, index.defined, index.fault)

    def _call(self, name: str, arguments: tuple[Coded, ...]) -> Coded:
        """A `let` at its arguments: as if its body stood in place of the call."""
        key = (name, arguments)
        if key not in self._calls:
            let = self.rulebook.lets[name]
            names = (parameter.name for parameter in let.parameters)
            self._calls[key] = self.code(let.body, dict(zip(names, arguments, strict=True)))
        return self._calls[key]

    def _cases(self, name: str, table: Table, body: Expression, names: Names) -> dict[int, Coded]:
        """What a body comes to for each seat of the largest table."""
        return {
            seat: self.code(body, {**names, name: self.logic.sure(self.terms.number(seat))}) for seat in table.seats
        }

    def _quantified(self, expression: Quantified, names: Names) -> Coded:
        logic, terms = self.logic, self.terms
        cases = self._cases(expression.name, expression.seat.table, expression.body, names)
        here = {seat: self.at_table(terms.number(seat)) for seat in cases}
        match expression.quantifier:
            case "some":
                return logic.disjunction(logic.where(here[seat], case, terms.false) for seat, case in cases.items())
            case "every":
                return logic.conjunction(logic.where(here[seat], case, terms.true) for seat, case in cases.items())
            case "count" | "total":
                zero, one = terms.number(0), terms.number(1)
                present = [
                    logic.where(here[seat], _as_number(terms, case, zero, one), zero) for seat, case in cases.items()
                ]
                return logic.strict(terms.total(case.value for case in present), present)

    def _first(self, first: First, names: Names) -> Coded:
        """From a start that may be any seat: one search for each, all over the same cases."""
        table = first.type.table
        fits = self._cases(first.name, table, first.body, names)
        searches = {
            start: self._search(self.turns(start, table.seats, included=first.included, backward=first.backward), fits)
            for start in table.seats
        }
        return self._at(self.index(first.start, names), searches)

    def _search(self, turns: list[int], fits: Mapping[int, Coded]) -> Coded:
        """The seats are tried in turn; one of which it is not known whether it fits leaves all open."""
        t = self.terms
        searching, hits, unknown, faults = t.true, [], [], []
        for seat in turns:
            here = self.at_table(t.number(seat))
            unknown.append(t.conjunction((searching, here, t.negation(fits[seat].defined))))
            faults.append(t.conjunction((searching, here, fits[seat].fault)))
            hits.append(t.conjunction((here, self.logic.true(fits[seat]))))
            searching = t.conjunction((searching, t.negation(hits[-1])))
        found, certain = t.disjunction(hits), t.negation(t.disjunction(unknown))
        value = t.number(turns[-1] if turns else 1)
        for seat, hit in reversed(list(zip(turns, hits, strict=True))):
            value = t.ite(hit, t.number(seat), value)
        nobody = t.conjunction((certain, t.negation(found)))
        return Coded(value, t.conjunction((found, certain)), t.disjunction((*faults, nobody)))

    def _beside(self, left: Term, right: Term) -> Term:
        t = self.terms
        beside = (t.equal(right, self.step(left, backward=backward)) for backward in (True, False))
        return t.conjunction((t.negation(t.equal(left, right)), t.disjunction(beside)))


def _as_number(terms: Terms, case: Coded, zero: Term, one: Term) -> Coded:
    """What a body adds to a count or total: yes counts as one."""
    if case.value.sort == "Int":
        return case
    return Coded(terms.ite(case.value, one, zero), case.defined, case.fault)
