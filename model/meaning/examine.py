"""Where a ruling is examined: only where every ruling that it reads has a value or does not arise.

So one hole does not show as ten. What a ruling reads at an index is what stands in its scope and in the clauses with an
effect on it; of a clause whose effect is on a seat that it binds, only the instance for that seat.
"""

from collections.abc import Iterator
from functools import lru_cache

from ..language.expression import Bound, Call, Expression, First, Quantified, RulingRef
from ..language.rulebook import Clause, Effect, Place, Rulebook
from ..language.types import Value
from ..language.walk import children, rulings_read
from .evaluate import Bindings, Evaluation, Kind, Undefined

SETTLED = frozenset({Kind.DOES_NOT_ARISE, Kind.VALUE, Kind.DEFAULT})


def examined(evaluation: Evaluation, place: Place) -> bool:
    """Whether every ruling that a ruling reads has a value or does not arise."""
    rulebook = evaluation.rulebook
    ruling = rulebook.rulings[place.name]
    own: Bindings = {ruling.index.name: place.index} if ruling.index and place.index is not None else {}
    if not settled(evaluation, ruling.when, own):
        return False
    return all(
        settled(evaluation, part, bindings)
        for clause, effect, parts in reading(rulebook, ruling.name)
        for bindings in evaluation.instances(clause)
        if concerns(clause, effect, bindings, place.index)
        for part in parts
    )


@lru_cache(maxsize=256)
def reading(rulebook: Rulebook, ruling: str) -> tuple[tuple[Clause, Effect, list[Expression]], ...]:
    """The effects on a ruling that read rulings, each with the parts that do."""
    return tuple(_reading(rulebook, ruling))


def _reading(rulebook: Rulebook, ruling: str) -> Iterator[tuple[Clause, Effect, list[Expression]]]:
    for clause, effect in rulebook.effects[ruling]:
        written = [part for part in (clause.when, effect.index, effect.value) if part is not None]
        if parts := [part for part in written if rulings_read(part, rulebook.lets)]:
            yield clause, effect, parts


def concerns(clause: Clause, effect: Effect, bindings: Bindings, index: Value | None) -> bool:
    """Whether an instance can reach an index, by the form of its effect alone."""
    if isinstance(effect.index, Bound) and any(effect.index.name == parameter.name for parameter in clause.each):
        return bindings[effect.index.name] == index
    return True


def settled(evaluation: Evaluation, expression: Expression | None, names: Bindings | None = None) -> bool:
    """Whether every ruling that an expression reads has a value or does not arise."""
    names = names or {}
    match expression:
        case None:
            return True
        case RulingRef(ruling, index):
            return settled(evaluation, index, names) and _has_settled(evaluation, ruling, index, names)
        case Call(let, arguments):
            values = [evaluation.value(argument, names) for argument in arguments]
            parameters = evaluation.rulebook.lets[let].parameters
            inner = {parameter.name: value for parameter, value in zip(parameters, values, strict=True)}
            body = evaluation.rulebook.lets[let].body
            return all(settled(evaluation, argument, names) for argument in arguments) and settled(
                evaluation, body, inner
            )
        case Quantified(name=name, body=body) | First(name=name, body=body):
            start = expression.start if isinstance(expression, First) else None
            seats = range(1, evaluation.situation.players + 1)
            return settled(evaluation, start, names) and all(
                settled(evaluation, body, {**names, name: seat}) for seat in seats
            )
        case _:
            return all(settled(evaluation, child, names) for child in children(expression))


def _has_settled(evaluation: Evaluation, ruling: str, index: Expression | None, names: Bindings) -> bool:
    at = evaluation.target(index, names)
    return isinstance(at, Undefined) or evaluation.outcome(Place(ruling, at)).kind in SETTLED
