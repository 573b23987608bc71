"""What the effects on a ruling give, as far as the text says it."""

from misdeal.model.language.expression import Const, Expression
from misdeal.model.language.rulebook import Ruling
from misdeal.model.language.types import Seat, Value


def constant_of(ruling: Ruling, given: Expression) -> Value | None:
    """The value that is given to a ruling, if it is a constant which the ruling may have at any table."""
    kind = ruling.type
    if not isinstance(given, Const) or not kind.low <= given.value <= kind.high:
        return None
    if isinstance(kind, Seat) and kind.table.least < given.value != kind.table.nobody:
        return None
    return given.value
