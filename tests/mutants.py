"""Mutants of a rulebook: an operand of a condition left out, a comparison turned, an override struck.

The records are altered, not the text: a mutant shares facts, `let`s and `always` with the rulebook that it is of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from misdeal.model.language.expression import And, Compare, Expression, Or, Relation
from misdeal.model.language.rulebook import Clause, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.walk import children, rebuild

TURNED: Mapping[Relation, Relation] = {"=": "!=", "!=": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """An altered rulebook: what was done to it, its clauses that are not those of before, and what such ones decide."""

    name: str
    rulebook: Rulebook
    clauses: frozenset[str]
    rulings: frozenset[str]


def ids(rulebook: Rulebook) -> tuple[str, ...]:
    """The clauses and parts that have a mutant or could have one."""
    return (*rulebook.clauses, *(part.id for part in rulebook.parts))


def mutants(rulebook: Rulebook, id_: str) -> Iterator[Mutant]:
    """Every mutant of one clause or part."""
    for part in rulebook.parts:
        if part.id == id_ and part.when is not None:
            for name, when in _weakened(part.when):
                parts = tuple(replace(one, when=when) if one is part else one for one in rulebook.parts)
                clauses = [clause for clause in rulebook.clauses.values() if id_ in clause.parts]
                yield _mutant(f"part {id_}: {name}", replace(rulebook, parts=parts), clauses)
    if id_ in rulebook.clauses:
        clause = rulebook.clauses[id_]
        for name, other in _altered_clauses(clause):
            yield _mutant(f"{id_}: {name}", rulebook, [other])
        for target in sorted(_direct(rulebook.clauses, clause)):
            yield _without_override(rulebook, clause, target)


def struck(rulebook: Rulebook, id_: str) -> Mutant:
    """The rulebook without a clause."""
    clauses = {each.id: each for each in rulebook.clauses.values() if each.id != id_}
    rulings = frozenset(effect.ruling for effect in rulebook.clauses[id_].effects)
    return Mutant(f"without {id_}", replace(rulebook, clauses=clauses), frozenset(), rulings)


def _mutant(name: str, rulebook: Rulebook, altered: list[Clause]) -> Mutant:
    """A rulebook with some clauses in place of those of their ids, conditions joined with the parts' anew."""
    parts = {part.id: part.when for part in rulebook.parts}
    joined = {
        clause.id: replace(clause, when=_joined([*(parts[part] for part in clause.parts), clause.own]))
        for clause in altered
    }
    rulings = frozenset(effect.ruling for clause in altered for effect in clause.effects)
    return Mutant(name, replace(rulebook, clauses={**rulebook.clauses, **joined}), frozenset(joined), rulings)


def _joined(conditions: list[Expression | None]) -> Expression | None:
    operands: list[Expression] = []
    for condition in conditions:
        operands += condition.operands if isinstance(condition, And) else [] if condition is None else [condition]
    return And(tuple(operands)) if len(operands) > 1 else operands[0] if operands else None


def _altered_clauses(clause: Clause) -> Iterator[tuple[str, Clause]]:
    if clause.own is not None:
        for name, own in _weakened(clause.own):
            yield name, replace(clause, own=own)
    for at, effect in enumerate(clause.effects):
        for name, value in _altered(effect.value):
            effects = (*clause.effects[:at], replace(effect, value=value), *clause.effects[at + 1 :])
            yield name, replace(clause, effects=effects)


def _weakened(condition: Expression) -> Iterator[tuple[str, Expression | None]]:
    """Each way to alter a condition; one of a single operand may be left out whole."""
    if not isinstance(condition, And):
        yield f"without `{show(condition)}`", None
    yield from _altered(condition)


def _altered(expression: Expression) -> Iterator[tuple[str, Expression]]:
    """Each way to leave out one operand of an `and` or `or`, or to turn one comparison, at any depth."""
    if isinstance(expression, And | Or):
        for at, operand in enumerate(expression.operands):
            rest = (*expression.operands[:at], *expression.operands[at + 1 :])
            yield f"without `{show(operand)}`", rest[0] if len(rest) == 1 else replace(expression, operands=rest)
    if isinstance(expression, Compare):
        turned = replace(expression, relation=TURNED[expression.relation])
        yield f"`{show(turned)}` for `{show(expression)}`", turned
    parts = children(expression)
    for at, part in enumerate(parts):
        for name, other in _altered(part):
            yield name, rebuild(expression, (*parts[:at], other, *parts[at + 1 :]))


def _direct(clauses: Mapping[str, Clause], clause: Clause) -> frozenset[str]:
    """What a clause overrides by itself, and not by way of another."""
    return clause.overrides.difference(*(clauses[target].overrides for target in clause.overrides))


def _without_override(rulebook: Rulebook, clause: Clause, target: str) -> Mutant:
    """The rulebook in which a clause does not override another, the rest closed anew."""
    direct = {each.id: _direct(rulebook.clauses, each) for each in rulebook.clauses.values()}
    direct[clause.id] -= {target}

    def closed(id_: str) -> frozenset[str]:
        return direct[id_].union(*(closed(other) for other in direct[id_]))

    altered = [replace(each, overrides=closed(each.id)) for each in rulebook.clauses.values()]
    changed = [each for each in altered if each.overrides != rulebook.clauses[each.id].overrides]
    return _mutant(f"{clause.id}: does not override {target}", rulebook, changed)
