"""Encoder and reference evaluator compared in one situation; a small interpreter works out terms, no solver.

`disagreements` names every place where the two differ, over all expressions, rulings and what is possible.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random

from misdeal.model.language.expression import Expression, First, Quantified
from misdeal.model.language.rulebook import Parameter, Place, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Flag, Seat, Type, Value, first_value
from misdeal.model.language.walk import children
from misdeal.model.meaning.evaluate import Evaluation, Kind, Undefined
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs.coded import Coded
from misdeal.proofs.decide import Decision
from misdeal.proofs.term import Op, Term
from misdeal.proofs.world import World

from .strategies import domain, seeded, situation

Names = Mapping[str, tuple[Type, Value]]


class Interpreter:
    """What terms come to where the symbols have values."""

    def __init__(self, symbols: Mapping[str, int]) -> None:
        self.symbols = dict(symbols)
        self._known: dict[Term, int] = {}

    def bind(self, symbol: Term, value: Value) -> None:
        """Give a new symbol a value."""
        self.symbols[str(symbol.payload)] = int(value)

    def true(self, term: Term) -> bool:
        """Whether a Bool is true."""
        return bool(self.value(term))

    def value(self, term: Term) -> int:
        """The value of a term; a Bool is 0 or 1."""
        if term not in self._known:
            self._known[term] = self._value(term)
        return self._known[term]

    def _value(self, term: Term) -> int:
        match term.op:
            case Op.CONST:
                return int(term.payload)
            case Op.SYMBOL:
                return self.symbols[str(term.payload)]
            case Op.ITE:
                condition, then, otherwise = term.arguments
                return self.value(then if self.true(condition) else otherwise)
            case Op.AND:
                return int(all(self.true(argument) for argument in term.arguments))
            case Op.OR:
                return int(any(self.true(argument) for argument in term.arguments))
            case _:
                return self._computed(term, [self.value(argument) for argument in term.arguments])

    def _computed(self, term: Term, values: list[int]) -> int:
        match term.op:
            case Op.NOT:
                return 1 - values[0]
            case Op.EQ:
                return int(values[0] == values[1])
            case Op.LE:
                return int(values[0] <= values[1])
            case Op.ADD:
                return sum(values)
            case _:
                assert term.op is Op.TIMES
                return int(term.payload) * values[0]


def symbol_values(world: World, here: Situation) -> dict[str, int]:
    """The values of the encoder's symbols in a situation; facts of absent seats have their first value."""
    known = {"players": here.players}
    for name, place in world.encoder.symbols.items():
        value = here.values.get(place)
        known[name] = int(first_value(world.rulebook.facts[place.name].type) if value is None else value)
    return known


def disagreements(world: World, here: Situation) -> Iterator[str]:
    """Where the encoder and the evaluator differ in one situation."""
    return _Comparison(world, here).run()


class _Comparison:
    def __init__(self, world: World, here: Situation) -> None:
        self.world = world
        self.rulebook = world.rulebook
        self.players = here.players
        self.evaluation = Evaluation(world.rulebook, here)
        self.interpreter = Interpreter(symbol_values(world, here))

    def run(self) -> Iterator[str]:
        possible = [*well_formed(self.world), *self.world.always.values()]
        if all(self.interpreter.true(term) for term in possible) != self.evaluation.possible:
            yield "what is possible"
        for expression, names in expressions(self.rulebook, self.players):
            yield from self.expression(expression, names)
        for ruling in self.rulebook.rulings.values():
            for index in indices(ruling.index, self.players):
                yield from self.ruling(ruling, index)

    # Expressions

    def expression(self, expression: Expression, names: Names) -> Iterator[str]:
        """An expression and all beneath it, with constants and with symbols for the names."""
        plain = {name: value for name, (_, value) in names.items()}
        wanted = self.evaluation.value(expression, plain)
        for bind in (self._constant, self._symbol):
            coded = self.world.encoder.code(expression, {name: bind(*typed) for name, typed in names.items()})
            found = self.result(coded)
            if found != wanted or isinstance(found, Undefined) != isinstance(wanted, Undefined):
                yield f"`{show(expression)}` with {plain}: {found}, not {wanted}"
        for child in children(expression):
            if isinstance(expression, Quantified | First) and child is expression.body:
                kind = expression.seat if isinstance(expression, Quantified) else expression.type
                for seat in range(1, self.players + 1):
                    yield from self.expression(child, {**names, expression.name: (kind, seat)})
            else:
                yield from self.expression(child, names)

    def result(self, coded: Coded) -> Value | Undefined | str:
        """What a coded expression comes to."""
        defined, fault = self.interpreter.true(coded.defined), self.interpreter.true(coded.fault)
        if defined and fault:
            return "defined and a fault"
        if not defined:
            return Undefined.FAULT if fault else Undefined.UNDECIDED
        return self.interpreter.value(coded.value)

    def _constant(self, kind: Type, value: Value) -> Coded:
        return self.world.encoder.logic.sure(self.world.encoder.value_of(kind, value))

    def _symbol(self, kind: Type, value: Value) -> Coded:
        if isinstance(kind, Flag):
            return self._constant(kind, value)
        symbol = self.world.terms.integer(f"n{value}_{kind.low}_{kind.high}".replace("-", "m"), kind.low, kind.high)
        self.interpreter.bind(symbol, value)
        return self.world.encoder.logic.sure(symbol)

    # Rulings

    def ruling(self, ruling: Ruling, index: Value | None) -> Iterator[str]:
        """The outcome of a ruling, with a constant and with a symbol for the index."""
        place = Place(ruling.name, index)
        outcome = self.evaluation.outcome(place)
        for at in self.index_terms(ruling, index):
            decision = self.world.decider.decision(ruling, at)
            found = self.kinds(decision)
            if found != [outcome.kind]:
                yield f"{place} is {found}, not {outcome.kind}"
            elif outcome.value is not None and self.interpreter.value(decision.value) != outcome.value:
                yield f"{place} is {self.interpreter.value(decision.value)}, not {outcome.value}"
            if self.interpreter.true(self.world.decider.examined(ruling, at)) != examined(self.evaluation, place):
                yield f"{place} is examined"
            for reach in decision.reaches if outcome.kind is not Kind.DOES_NOT_ARISE else ():
                applies = any(instance.effect is reach.effect for instance in outcome.applying)
                decides = any(instance.effect is reach.effect for instance in outcome.deciding)
                if (self.interpreter.true(reach.applies), self.interpreter.true(reach.decides)) != (
                    applies,
                    decides,
                ):
                    yield f"{reach.clause.id} on {place}: applies is {applies}, decides is {decides}"

    def index_terms(self, ruling: Ruling, index: Value | None) -> Iterator[Term | None]:
        """The index of a ruling as a constant and as a symbol."""
        if ruling.index is None or index is None:
            yield None
            return
        for bind in (self._constant, self._symbol):
            yield bind(ruling.index.type, index).value

    def kinds(self, decision: Decision) -> list[Kind]:
        """The kinds of outcome that a decision has; one, if all is well."""
        found = {
            Kind.VALUE: decision.valued,
            Kind.DEFAULT: decision.defaulted,
            Kind.GAP: decision.gap,
            Kind.CLASH: decision.clash,
            Kind.UNDEFINED: decision.undefined,
            Kind.DOES_NOT_ARISE: self.world.terms.negation(decision.arises),
        }
        return [kind for kind, term in found.items() if self.interpreter.true(term)]


def expressions(rulebook: Rulebook, players: int) -> Iterator[tuple[Expression, Names]]:
    """Every expression of a rulebook at a table, for every binding of its names."""
    stated = [always.condition for always in rulebook.always] + [claim.condition for claim in rulebook.claims]
    yield from ((condition, {}) for condition in stated)
    for fact in rulebook.facts.values():
        yield from _bound((fact.when, fact.usually), [fact.index] if fact.index else [], players)
    for ruling in rulebook.rulings.values():
        yield from _bound((ruling.when,), [ruling.index] if ruling.index else [], players)
    for let in rulebook.lets.values():
        yield from _bound((let.body,), list(let.parameters), players)
    for clause in rulebook.clauses.values():
        parts = [clause.when, *(part for effect in clause.effects for part in (effect.index, effect.value))]
        yield from _bound(tuple(parts), list(clause.each), players)


def _bound(
    parts: tuple[Expression | None, ...], parameters: list[Parameter], players: int
) -> Iterator[tuple[Expression, Names]]:
    for values in product(*(domain(parameter.type, players) for parameter in parameters)):
        names = {parameter.name: (parameter.type, value) for parameter, value in zip(parameters, values, strict=True)}
        for part in parts:
            if part is not None:
                yield part, names


def first_disagreement(seeds: range, each: int) -> str | None:
    """The first difference over the rulebooks of some seeds, in `each` situations of each."""
    for seed in seeds:
        world = World(seeded(seed).rulebook)
        random = Random(seed)  # noqa: S311 - nothing secret
        for _ in range(each):
            for difference in disagreements(world, situation(world.rulebook, random)):
                return f"seed {seed}: {difference}"
    return None


# What the types allow


def well_formed(world: World) -> list[Term]:
    """What the encoder says of every fact."""
    return [term for terms in world.well_formed.values() for term in terms]


def is_well_formed(world: World, values: Mapping[str, int]) -> bool:
    """Whether values of the symbols are those of a situation: by the evaluator."""
    rulebook, players = world.rulebook, values["players"]
    known = {place: values[name] for name, place in world.encoder.symbols.items()}
    seated = {place: value for place, value in known.items() if _is_there(rulebook, place, players)}
    for place, value in known.items():
        fact = rulebook.facts[place.name]
        if place in seated and value not in domain(fact.type, players):
            return False
        if place not in seated and value != first_value(fact.type):
            return False
    typed = {place: bool(v) if isinstance(rulebook.facts[place.name].type, Flag) else v for place, v in seated.items()}
    evaluation = Evaluation(rulebook, Situation(players, typed))
    for place, value in typed.items():
        fact = rulebook.facts[place.name]
        names = {} if fact.index is None or place.index is None else {fact.index.name: place.index}
        if not evaluation.holds(fact.when, names) and value != first_value(fact.type):
            return False
    return True


def _is_there(rulebook: Rulebook, place: Place, players: int) -> bool:
    index = rulebook.facts[place.name].index
    return index is None or not isinstance(index.type, Seat) or place.index is None or place.index <= players


def shaken(world: World, random: Random) -> dict[str, int]:
    """Values of the symbols of a situation, a few of them changed to others of their types."""
    here = situation(world.rulebook, random)
    values = symbol_values(world, here)
    names = list(world.encoder.symbols)
    for name in random.sample(names, min(len(names), random.choice((0, 1, 1, 2)))):
        kind = world.rulebook.facts[world.encoder.symbols[name].name].type
        values[name] = random.randint(kind.low, kind.high)
    return values
