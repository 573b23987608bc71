"""Why a condition holds: the parts of it that do, as small as they come."""

from collections.abc import Iterator, Mapping

from misdeal.model.language.expression import And, Call, Const, Expression, If, Implies, Not, Or
from misdeal.model.language.rulebook import Let, Parameter
from misdeal.model.language.types import Value
from misdeal.model.language.walk import free_names, substitute
from misdeal.model.meaning.evaluate import Evaluation


def holding(evaluation: Evaluation, condition: Expression | None) -> tuple[Expression, ...]:
    """The parts of a condition without free names that make it true; of alternatives the shortest."""
    return () if condition is None else tuple(dict.fromkeys(_holding(evaluation, condition)))


def conjuncts(lets: Mapping[str, Let], condition: Expression | None) -> tuple[Expression, ...]:
    """The parts of a condition that hold wherever it does; those with free names are left out."""
    if condition is None:
        return ()
    return tuple(dict.fromkeys(part for part in _conjuncts(lets, condition) if not free_names(part)))


def at(condition: Expression | None, each: tuple[Parameter, ...], seats: Mapping[str, Value]) -> Expression | None:
    """A condition with the names in `seats` replaced by the seats that they stand for."""
    types = {parameter.name: parameter.type for parameter in each}
    names: dict[str, Expression] = {name: Const(seat, types[name]) for name, seat in seats.items()}
    return condition if condition is None or not names else substitute(condition, names)


def _holding(evaluation: Evaluation, condition: Expression) -> list[Expression]:  # noqa: PLR0911 - one case a construct
    match condition:
        case And(operands):
            return [part for operand in operands for part in _holding(evaluation, operand)]
        case Or(operands):
            return _fewest(evaluation, *(operand for operand in operands if evaluation.holds(operand)))
        case Implies(premise, conclusion):
            return _fewest(evaluation, *(part for part in (Not(premise), conclusion) if evaluation.holds(part)))
        case If(test, then, otherwise) if evaluation.holds(test):
            return [*_holding(evaluation, test), *_holding(evaluation, then)]
        case If(test, then, otherwise) if evaluation.fails(test):
            return [Not(test), *_holding(evaluation, otherwise)]
        case Call() if isinstance(inner := _body(evaluation.rulebook.lets, condition), And):
            return _holding(evaluation, inner)
        case _:
            return [condition]


def _fewest(evaluation: Evaluation, *choices: Expression) -> list[Expression]:
    return min((_holding(evaluation, choice) for choice in choices), key=len)


def _conjuncts(lets: Mapping[str, Let], condition: Expression) -> Iterator[Expression]:
    match condition:
        case And(operands):
            for operand in operands:
                yield from _conjuncts(lets, operand)
        case Call() if isinstance(inner := _body(lets, condition), And):
            yield from _conjuncts(lets, inner)
        case _:
            yield condition


def _body(lets: Mapping[str, Let], call: Call) -> Expression:
    """The body of a `let` at the arguments of a call."""
    let = lets[call.let]
    return substitute(
        let.body,
        {parameter.name: argument for parameter, argument in zip(let.parameters, call.arguments, strict=True)},
    )
