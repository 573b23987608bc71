"""What the statements of a rulebook say, and what is left of it once options are decided."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from .deciding import decided
from .expression import Const, Expression
from .order import order, readings
from .rulebook import (
    Always,
    Case,
    Change,
    Claim,
    Clause,
    Decision,
    Dependence,
    Fact,
    Let,
    Note,
    Part,
    Ruling,
    Source,
    Turning,
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What the statements say, mistakes left out."""

    source: Source | None
    facts: dict[str, Fact]
    lets: dict[str, Let]
    always: tuple[Always, ...]
    rulings: dict[str, Ruling]
    parts: tuple[Part, ...]
    clauses: dict[str, Clause]
    notes: tuple[Note, ...]
    claims: tuple[Claim, ...]
    dependences: tuple[Dependence, ...]
    turnings: tuple[Turning, ...]
    cases: tuple[Case, ...]
    decisions: tuple[Decision, ...]
    changes: tuple[Change, ...]


Conditional = TypeVar("Conditional", Fact, Ruling, Part, Clause)


def settle(contents: Contents) -> tuple[Contents, Mapping[str, Const]]:
    """The contents without the options that are decided, and every name that is a constant for that.

    A `let` that comes to a constant goes with them, and a condition that comes to `yes` is none.
    """
    values = {each.fact.name: Const(each.value, each.fact.type) for each in contents.decisions}
    return replaced(contents, values) if values else (contents, MappingProxyType({}))


def replaced(contents: Contents, options: Mapping[str, Const]) -> tuple[Contents, Mapping[str, Const]]:
    """The same with a value in place of each of some options."""
    constants = dict(options)
    lets: dict[str, Let] = {}
    sequence, _ = order({name: readings([let.body]) for name, let in contents.lets.items()})
    for name in sequence:
        let = contents.lets[name]
        body = decided(let.body, constants)
        if isinstance(body, Const) and body is not let.body:
            constants[name] = body
        else:
            lets[name] = replace(let, body=body)
    settled = replace(
        contents,
        facts={name: _fact(fact, constants) for name, fact in contents.facts.items() if name not in constants},
        lets={name: lets[name] for name in contents.lets if name in lets},
        always=tuple(replace(each, condition=decided(each.condition, constants)) for each in contents.always),
        rulings={name: _scoped(ruling, constants) for name, ruling in contents.rulings.items()},
        parts=tuple(_scoped(part, constants) for part in contents.parts),
        clauses={name: _clause(clause, constants) for name, clause in contents.clauses.items()},
        claims=tuple(replace(each, condition=decided(each.condition, constants)) for each in contents.claims),
        cases=tuple(_case(case, constants) for case in contents.cases),
        changes=tuple(replace(each, where=_condition(each.where, constants)) for each in contents.changes),
    )
    return settled, MappingProxyType(constants)


def _fact(fact: Fact, constants: Mapping[str, Const]) -> Fact:
    usually = None if fact.usually is None else decided(fact.usually, constants)
    return replace(_scoped(fact, constants), usually=usually)


def _clause(clause: Clause, constants: Mapping[str, Const]) -> Clause:
    effects = tuple(
        replace(
            effect,
            index=None if effect.index is None else decided(effect.index, constants),
            value=decided(effect.value, constants),
        )
        for effect in clause.effects
    )
    return replace(_scoped(clause, constants), own=_condition(clause.own, constants), effects=effects)


def _case(case: Case, constants: Mapping[str, Const]) -> Case:
    given = {place: value for place, value in case.given.items() if place.name not in constants}
    return replace(case, given=MappingProxyType(given))


def _scoped(thing: Conditional, constants: Mapping[str, Const]) -> Conditional:
    return replace(thing, when=_condition(thing.when, constants))


def _condition(condition: Expression | None, constants: Mapping[str, Const]) -> Expression | None:
    """What is left of a condition, None where nothing is."""
    left = None if condition is None else decided(condition, constants)
    return None if left is not condition and isinstance(left, Const) and left.value else left
