"""Who breaks a claim that speaks of every player, and which rulings it reads of those."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from misdeal.model.language.expression import Call, Expression, First, Implies, Quantified, RulingRef
from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.language.walk import children
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Result, Undefined

_Called: TypeAlias = set[tuple[str, tuple[Result, ...]]]


@dataclass(frozen=True, slots=True)
class Breaking:
    """Seats for which a claim is false, by the names that its leading `every`s bind, and the rulings it reads there."""

    seats: tuple[tuple[str, Value], ...]
    read: frozenset[Place]


def breaking(evaluation: Evaluation, claimed: Expression) -> tuple[Breaking, ...]:
    """For whom a claim is false where it is false: none where it speaks of no player."""
    return tuple(_breaking(evaluation, claimed, {}, ()))


def _breaking(
    evaluation: Evaluation, claimed: Expression, seats: dict[str, Value], premises: tuple[Expression, ...]
) -> Iterator[Breaking]:
    match claimed:
        case Quantified("every", name, body=body):
            for seat in range(1, evaluation.situation.players + 1):
                if evaluation.fails(body, {**seats, name: seat}):
                    yield from _breaking(evaluation, body, {**seats, name: seat}, premises)
        case Implies(premise, conclusion):
            yield from _breaking(evaluation, conclusion, seats, (*premises, premise))
        case _ if seats:
            called: _Called = set()
            parts = (*premises, claimed)
            read = frozenset(place for part in parts for place in _read(evaluation, part, seats, called))
            yield Breaking(tuple(seats.items()), read)
        case _:
            pass


def _read(evaluation: Evaluation, expression: Expression, names: Bindings, called: _Called) -> Iterator[Place]:
    """The rulings that an expression reads; each call of a `let` is looked into once."""
    match expression:
        case RulingRef(ruling, index):
            at = evaluation.target(index, names)
            if not isinstance(at, Undefined):
                yield Place(ruling, at)
        case Call(let, arguments):
            values = tuple(evaluation.value(argument, names) for argument in arguments)
            if (let, values) not in called:
                called.add((let, values))
                parameters, body = evaluation.rulebook.lets[let].parameters, evaluation.rulebook.lets[let].body
                inner = {each.name: value for each, value in zip(parameters, values, strict=True)}
                yield from _read(evaluation, body, inner, called)
        case _:
            pass
    for child in children(expression):
        if isinstance(expression, Quantified | First) and child is expression.body:
            for seat in range(1, evaluation.situation.players + 1):
                yield from _read(evaluation, child, {**names, expression.name: seat}, called)
        else:
            yield from _read(evaluation, child, names, called)
