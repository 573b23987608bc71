"""Types in the reader's words, and which types go together."""

from .types import Choice, Flag, Number, Seat, Timeline, Type

_SHOWN = 12


def describe(kind: Type) -> str:
    """What a thing of this type is, as a phrase that follows `is`."""
    match kind:
        case Flag():
            return "`yes` or `no`"
        case Number():
            return "a number"
        case Choice():
            return f"one of `{kind}`"
        case Timeline(name):
            return f"a stage of `{name}`"
        case Seat(vacant=True):
            return "a seat or `nobody`"
        case Seat():
            return "a seat"


def domain(kind: Type) -> str:
    """The values of a type, as a phrase that follows `can be`."""
    match kind:
        case Flag():
            return "`yes` or `no`"
        case Number():
            return f"`{kind}`" if kind.low < kind.high else f"only `{kind.low}`"
        case Choice(values=names) | Timeline(stages=names):
            return "one of " + ", ".join(f"`{name}`" for name in names[:_SHOWN]) + (", ..." if names[_SHOWN:] else "")
        case Seat(table, vacant):
            seats = ", ".join(f"`{name}`" for name in table.names) or f"`1..{table.most}`"
            return seats + (" or `nobody`" if vacant else "")


def named_values(kind: Type) -> tuple[str, ...]:
    """The values of a type that are names, in order."""
    match kind:
        case Choice(values=names) | Timeline(stages=names):
            return names
        case Seat(table):
            return table.names
        case Flag() | Number():
            return ()


def alike(left: Type, right: Type) -> bool:
    """Whether values of the two types can be compared."""
    match left, right:
        case (Choice(name, values), Choice(other, others)):
            return name == other and values == others
        case (Timeline(name), Timeline(other)):
            return name == other
        case _:
            return type(left) is type(right)


def covers(outer: Type, inner: Type) -> bool:
    """Whether every value of `inner` is one of `outer`; they are alike."""
    return outer.low <= inner.low and inner.high <= outer.high


def meets(left: Type, right: Type) -> bool:
    """Whether the two types share a value; they are alike."""
    return left.low <= right.high and right.low <= left.high


def union(left: Type, right: Type) -> Type:
    """The least type that covers both; they are alike."""
    match left, right:
        case (Number(low, high), Number(other_low, other_high)):
            return Number(min(low, other_low), max(high, other_high))
        case (Seat(table, vacant), Seat(_, other_vacant)):
            return Seat(table, vacant or other_vacant)
        case _:
            return left
