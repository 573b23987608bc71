"""The clauses that nearly decide a situation, and what their conditions lack."""

from misdeal.model.language.expression import And, Call, Expression, If, Implies, Not, Or
from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.evaluate import Bindings, Evaluation

from .criterion import body
from .finding import Nearest

MOST = 3  # clauses under one gap


def nearest(evaluation: Evaluation, place: Place) -> tuple[Nearest, ...]:
    """The clauses that would decide a ruling but for the fewest failing parts, the nearest first."""
    found: list[Nearest] = []
    for clause, effect in evaluation.rulebook.effects[place.name]:
        for bindings in evaluation.instances(clause):
            if evaluation.target(effect.index, bindings) == place.index and clause.when is not None:
                failing = tuple(dict.fromkeys(_failing(evaluation, clause.when, bindings)))
                seats = {name: seat for name, seat in bindings.items() if isinstance(seat, int)}
                found.append(Nearest(clause.id, seats, failing))
    found.sort(key=_lack)
    best: dict[str, Nearest] = {}
    for near in found:
        if len(near.failing) <= len(found[0].failing) + 1:
            best.setdefault(near.clause, near)
    return tuple(best.values())[:MOST]


def _lack(near: Nearest) -> int:
    return len(near.failing)


def _failing(  # noqa: PLR0911 - one case a construct
    evaluation: Evaluation, condition: Expression, names: Bindings
) -> list[Expression]:
    """The smallest parts that would have to be otherwise for a condition to be true; none where it is."""
    if evaluation.holds(condition, names):
        return []
    match condition:
        case And(operands):
            return [part for operand in operands for part in _failing(evaluation, operand, names)]
        case Or(operands):
            return _fewest([_failing(evaluation, operand, names) for operand in operands])
        case Implies(premise, conclusion):
            return _fewest([[Not(premise)], _failing(evaluation, conclusion, names)])
        case If(test, then, otherwise):
            return _failing(evaluation, then if evaluation.holds(test, names) else otherwise, names)
        case Call():
            inner = body(evaluation.rulebook.lets, condition)
            return _failing(evaluation, inner, names) if isinstance(inner, And) else [condition]
        case _:
            return [condition]


def _fewest(choices: list[list[Expression]]) -> list[Expression]:
    return min(choices, key=len)
