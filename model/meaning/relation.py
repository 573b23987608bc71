"""The relations between two values."""

from operator import eq, ge, gt, le, lt, ne

from ..language.expression import Relation
from ..language.types import Value

_HOLDS = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}


def holds(relation: Relation, left: Value, right: Value) -> bool:
    """Whether `left relation right`."""
    return bool(_HOLDS[relation](left, right))
