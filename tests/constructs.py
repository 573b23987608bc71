"""Which constructs of the language a rulebook uses: what the generator of rulebooks is judged by."""

import re
from collections.abc import Iterator

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
    RulingRef,
    Step,
    Sum,
)
from misdeal.model.language.rulebook import Clause, Effect, Role, Rulebook
from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline, Type
from misdeal.model.language.walk import rulings_read, walk

_WANTED = """
    seats of varying number; seats of a fixed number; named seats; no seats; usual number; timeline
    type; labels; value of two types; fact; indexed by a seat; indexed by a choice; fact when
    fact usually; usual that depends; option; reading; fact of yes/no; fact of numbers
    fact of a choice; fact of stages; fact of seats; fact of seats or nobody; unnamed choice; let
    let with parameters; let of two parameters; let with a question; let of a choice parameter
    fact with a cost; let with a cost
    let of a vacant parameter; let that is a number; let that is a seat; let that reads a ruling
    let in a let; always; ruling; ruling of yes/no; ruling of numbers; ruling of a choice
    ruling of stages; ruling of seats; ruling of seats or nobody; scope; otherwise
    ruling indexed by a seat; ruling indexed by a choice; ruling that reads a ruling
    scope that reads a ruling; value that reads a ruling; target that reads a ruling; clause; implied
    from; for each; for each of two; without condition; overrides; overrides of more; overrides under
    value not constant; target computed; two effects; two effects on one ruling; target stepped; part
    part with condition; source; note; claim; claim of every; claim of implies; case; case of given
    case of players; and; or; not; implies; if; =; !=; <; <=; >; >=; in values; in range
    in range of stages; sum; factor; negative factor; some; every; one; count; total
    nested quantifier; first after; first from; first backward; first forward; before; after
    neighbours; players; call; decided; ruling read; indexed by an expression; compared with nobody
    comparison of two that vary
"""
WANTED = frozenset(name.strip() for line in _WANTED.splitlines() for name in line.split(";") if name.strip())


def constructs(rulebook: Rulebook) -> frozenset[str]:
    """The constructs that occur in a rulebook, in the words of `WANTED`."""
    found = {*_statements(rulebook), *_clauses(rulebook), *_lets(rulebook), *_written(rulebook)}
    for expression in _expressions(rulebook):
        for part in walk(expression):
            found.update(_construct(part))
    return frozenset(found)


def _expressions(rulebook: Rulebook) -> Iterator[Expression]:
    parts: list[Expression | None] = [always.condition for always in rulebook.always]
    parts += [claim.condition for claim in rulebook.claims]
    parts += [part for fact in rulebook.facts.values() for part in (fact.when, fact.usually)]
    parts += [ruling.when for ruling in rulebook.rulings.values()] + [let.body for let in rulebook.lets.values()]
    parts += [part.when for part in rulebook.parts]
    for clause in rulebook.clauses.values():
        parts += [clause.own, *(part for effect in clause.effects for part in (effect.index, effect.value))]
    return (part for part in parts if part is not None)


def _sort(kind: Type) -> str:
    match kind:
        case Flag():
            return "yes/no"
        case Number():
            return "numbers"
        case Choice():
            return "a choice"
        case Timeline():
            return "stages"
        case Seat(vacant=vacant):
            return "seats or nobody" if vacant else "seats"


def _statements(rulebook: Rulebook) -> Iterator[str]:  # noqa: C901, PLR0912 - one case a construct
    table = rulebook.table
    if table is None:
        yield "no seats"
    elif table.names:
        yield "named seats"
    else:
        yield "seats of varying number" if table.least < table.most else "seats of a fixed number"
    yield from (
        "timeline" if isinstance(kind, Timeline) else "type"
        for kind in rulebook.types.values()
        if not isinstance(kind, Seat)
    )
    for fact in rulebook.facts.values():
        yield fact.role.value
        if fact.role is Role.FACT:
            yield f"fact of {_sort(fact.type)}"
        if isinstance(fact.type, Choice) and not fact.type.name:
            yield "unnamed choice"
        if fact.index:
            yield f"indexed by a {'seat' if isinstance(fact.index.type, Seat) else 'choice'}"
        if fact.when:
            yield "fact when"
        if fact.cost > 1:
            yield "fact with a cost"
        if fact.usually:
            yield "fact usually"
            if any(isinstance(part, FactRef | Call) for part in walk(fact.usually)):
                yield "usual that depends"
    for ruling in rulebook.rulings.values():
        yield "ruling"
        yield f"ruling of {_sort(ruling.type)}"
        if ruling.index:
            yield f"ruling indexed by a {'seat' if isinstance(ruling.index.type, Seat) else 'choice'}"
        if ruling.otherwise is not None:
            yield "otherwise"
        if ruling.when:
            yield "scope"
            if rulings_read(ruling.when, rulebook.lets):
                yield "scope that reads a ruling"
    for part in rulebook.parts:
        yield "part with condition" if part.when else "part"
    yield from ("always" for _ in rulebook.always)
    yield from ("note" for _ in rulebook.notes)
    yield from ("source" for _ in [rulebook.source] if _)
    for claim in rulebook.claims:
        yield "claim"
        if isinstance(claim.condition, Quantified):
            yield "claim of every"
        if isinstance(claim.condition, Implies):
            yield "claim of implies"
    for case in rulebook.cases:
        yield "case"
        if case.given:
            yield "case of given"
        if case.players is not None:
            yield "case of players"


def _lets(rulebook: Rulebook) -> Iterator[str]:  # noqa: C901 - one case a construct
    for let in rulebook.lets.values():
        yield "let"
        if let.parameters:
            yield "let with parameters"
        if len(let.parameters) > 1:
            yield "let of two parameters"
        if let.question:
            yield "let with a question"
        if let.cost > 1:
            yield "let with a cost"
        for parameter in let.parameters:
            if isinstance(parameter.type, Choice):
                yield "let of a choice parameter"
            if isinstance(parameter.type, Seat) and parameter.type.vacant:
                yield "let of a vacant parameter"
        if isinstance(let.body.type, Number):
            yield "let that is a number"
        if isinstance(let.body.type, Seat):
            yield "let that is a seat"
        if rulings_read(let.body, rulebook.lets):
            yield "let that reads a ruling"
        if any(isinstance(part, Call) for part in walk(let.body)):
            yield "let in a let"


def _clauses(rulebook: Rulebook) -> Iterator[str]:
    for clause in rulebook.clauses.values():
        yield "clause"
        if clause.implied:
            yield "implied"
        if clause.each:
            yield "for each" if len(clause.each) == 1 else "for each of two"
        if clause.own is None:
            yield "without condition"
        if clause.overrides:
            yield "overrides" if len(clause.overrides) == 1 else "overrides of more"
        if len(clause.effects) > 1:
            yield "two effects"
        if len({effect.ruling for effect in clause.effects}) < len(clause.effects):
            yield "two effects on one ruling"
        for effect in clause.effects:
            yield from _effect(rulebook, clause, effect)


def _effect(rulebook: Rulebook, clause: Clause, effect: Effect) -> Iterator[str]:
    if not isinstance(effect.value, Const):
        yield "value not constant"
    if rulings_read(effect.value, rulebook.lets):
        yield "value that reads a ruling"
    if effect.index is not None and not isinstance(effect.index, Const | Bound):
        yield "target computed"
        if isinstance(effect.index, Step):
            yield "target stepped"
        if rulings_read(effect.index, rulebook.lets):
            yield "target that reads a ruling"
    if any(rulings_read(part, rulebook.lets) for part in (clause.when, effect.index, effect.value) if part):
        yield "ruling that reads a ruling"


def _written(rulebook: Rulebook) -> Iterator[str]:
    """What the resolver leaves no trace of."""
    text = rulebook.text
    for name, pattern in (
        ("one", r"\bone \w+:"),
        ("from", r'^clause [^\n]*" from '),
        ("usual number", r"^seats .* usually "),
        ("labels", r"^type .*\"label"),
        ("overrides under", r"overrides [^\n]*\b(P4|2)(,|$)"),
    ):
        if re.search(pattern, text, re.MULTILINE):
            yield name
    values = [value for kind in rulebook.types.values() if isinstance(kind, Choice) for value in kind.values]
    if len(set(values)) < len(values):
        yield "value of two types"


def _construct(part: Expression) -> Iterator[str]:  # noqa: C901, PLR0912 - one case a construct
    match part:
        case And() | Or() | Not() | Implies() | If() | Neighbours() | Players() | Call() | Decided():
            yield type(part).__name__.lower()
        case Compare(relation, left, right):
            yield relation
            constants = [side for side in (left, right) if isinstance(side, Const)]
            if not constants:
                yield "comparison of two that vary"
            if any(isinstance(side.type, Seat) and side.value == side.type.table.nobody for side in constants):
                yield "compared with nobody"
        case Among():
            yield "in values"
        case Between(operand):
            yield "in range of stages" if isinstance(operand.type, Timeline) else "in range"
        case Sum(terms):
            yield "sum"
            yield from ("negative factor" if factor < 0 else "factor" for factor, _ in terms if factor != 1)
        case Quantified(quantifier, body=body):
            yield quantifier
            if any(isinstance(inner, Quantified) for inner in walk(body)):
                yield "nested quantifier"
        case First(included=included, backward=backward):
            yield "first from" if included else "first after"
            yield "first backward" if backward else "first forward"
        case Step(side):
            yield side
        case FactRef(_, index) | RulingRef(_, index):
            if isinstance(part, RulingRef):
                yield "ruling read"
            if index is not None and not isinstance(index, Const | Bound):
                yield "indexed by an expression"
        case _:
            pass
