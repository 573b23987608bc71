"""What the effects on a ruling come to at its index, as code."""

from dataclasses import dataclass

from ..language.expression import Bound
from ..language.rulebook import Clause, Effect, Ruling
from .code import Code, Compute, Gather, Local
from .lower import Lowered, Lowering, Names, bound, seat_names


def index_name(ruling: Ruling) -> str:
    """The identifier of the index of a ruling that has one."""
    assert ruling.index
    return f"_i_{ruling.index.name}"


def index_names(ruling: Ruling) -> Names:
    """The name of a ruling's index bound to it."""
    if ruling.index is None:
        return {}
    return {ruling.index.name: Lowered(Local(index_name(ruling)), sure=True, seated=True)}


@dataclass(frozen=True, slots=True)
class Aim:
    """An effect as it is aimed at its ruling: the `for each` names that the index does not settle, and all names."""

    clause: Clause
    effect: Effect
    left: tuple[str, ...]
    names: Names


def aim(ruling: Ruling, clause: Clause, effect: Effect) -> Aim:
    """How an effect is aimed at a ruling."""
    each = [parameter.name for parameter in clause.each]
    settled = effect.index.name if isinstance(effect.index, Bound) and effect.index.name in each else None
    left = tuple(name for name in each if name != settled)
    names = dict(seat_names(*left))
    if settled is not None and ruling.index is not None:
        names[settled] = index_names(ruling)[ruling.index.name]
    return Aim(clause, effect, left, names)


def values(lowering: Lowering, ruling: Ruling, aimed: Aim, *, known: bool) -> Code:
    """The list of the values that the instances of an effect give which apply.

    `known` is where it is known that the effect applies.
    """
    value = lowering.lower(aimed.effect.value, aimed.names).code
    if known and not aimed.left:
        return Gather((), lowering.players, None, value)
    parts = [lowering.true(aimed.clause.when, aimed.names), _reached(lowering, ruling, aimed)]
    conditions = tuple(part for part in parts if part is not None)
    condition = None if not conditions else conditions[0] if len(conditions) == 1 else Compute("and", conditions)
    return Gather(tuple(bound(name) for name in aimed.left), lowering.players, condition, value)


def _reached(lowering: Lowering, ruling: Ruling, aimed: Aim) -> Code | None:
    """Whether an effect is aimed at the index; None where it always is."""
    index = aimed.effect.index
    if index is None or ruling.index is None:
        return None
    if isinstance(index, Bound) and index.name not in aimed.left:
        return None
    target = lowering.lower(index, aimed.names)
    return Compute("=", (target.code, Local(index_name(ruling))))  # the index is a value: nothing else equals it
