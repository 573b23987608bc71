"""The relations between two values."""

from collections.abc import Mapping
from operator import eq, ge, gt, le, lt, ne

from ..language.expression import Relation
from ..language.types import Value

_HOLDS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}

TURNED: Mapping[Relation, Relation] = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The relation that holds of two values the other way round."""


def holds(relation: Relation, left: Value, right: Value) -> bool:
    """Whether `left relation right`."""
    return bool(_HOLDS[relation](left, right))


def cut_points(relation: Relation, value: int) -> tuple[int, ...]:
    """The values at which `it relation value` may be otherwise than at the next lower one."""
    match relation:
        case "=" | "!=":
            return (value, value + 1)
        case "<" | ">=":
            return (value,)
        case "<=" | ">":
            return (value + 1,)
