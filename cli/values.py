"""What a fact may be, as people give it: `4`, `4..6`, `0..3,6` or `?`, and in a file a list of such too.

Raises Refusal for what is none of a type.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import TypeAlias

from misdeal.model.language.diagnostic import escape, near
from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline, Type, Value
from misdeal.model.meaning.ranges import Ranges, has_ranges, show_values
from misdeal.proofs.refusal import UNKNOWN, Refusal

QUOTED = 60  # characters of what was given that are quoted
DIGITS = 15
_MOST_BITS = 64
_LISTED = 12

Scalar: TypeAlias = bool | int | str

_NUMBER = re.compile(rf"-?[0-9]{{1,{DIGITS}}}", re.ASCII)


def written(kind: Type, value: Value) -> Scalar:
    """A value as a file of facts may hold it: yes/no as true and false, numbers as numbers, else a name."""
    if isinstance(kind, Flag):
        return bool(value)
    numbered = isinstance(kind, Number) or (isinstance(kind, Seat) and not kind.table.names)
    return int(value) if numbered and kind.show(value) == str(value) else kind.show(value)


def quote(text: str) -> str:
    """Text of others in backticks, escaped, and cut where it is long."""
    if not text:
        return "an empty text"
    return f"`{escape(text if len(text) <= QUOTED else text[:QUOTED] + '...')}`"


def read_values(kind: Type, given: object, what: str) -> Ranges | None:
    """The values that are meant, or None where these are said not to be known; `what` is what has them."""
    if given is None or given == UNKNOWN:
        return None
    runs = [_run(kind, part, given, what) for part in _parts(given, what)]
    for run, other in combinations(runs, 2):
        if run.start < other.stop and other.start < run.stop:
            advice = f"write `{show_values(kind, Ranges(runs))}`"
            both = range(max(run.start, other.start), min(run.stop, other.stop))
            raise Refusal(f"{_shown(given)} gives `{kind.show(both[0])}` of {what} twice", advice)
    return Ranges(runs)


def _parts(given: object, what: str) -> Iterator[object]:
    """The parts of a list, each a value or a range."""
    if isinstance(given, list):
        if not given:
            raise Refusal(f"{_shown(given)} gives no value of {what}", "leave it out, or write `?`")
        yield from given
    elif isinstance(given, str):
        yield from map(str.strip, given.split(","))
    else:
        yield given


def _run(kind: Type, part: object, given: object, what: str) -> range:
    """The values of a part of what was given."""
    low, dots, high = part.partition("..") if isinstance(part, str) else ("", "", "")
    if not dots:
        value = _within(kind, part, given, what)
        return range(value, value + 1)
    _check_range(kind, low.strip(), high.strip(), what)
    first, last = (_within(kind, end.strip(), given, what) for end in (low, high))
    if isinstance(kind, Seat) and kind.table.nobody in {first, last}:
        advice = f"write `{kind.show(1)}..{kind.show(kind.table.most)},nobody`"
        raise Refusal(f"{_shown(part)} is no range of {what}: `nobody` is no seat", advice)
    if first > last:
        raise Refusal(f"the range {_shown(part)} of {what} is empty", f"write `{kind.show(last)}..{kind.show(first)}`")
    return range(first, last + 1)


def _within(kind: Type, part: object, given: object, what: str) -> Value:
    """The value of a part of what was given, which is quoted too where that says more."""
    try:
        return read_value(kind, part, what)
    except Refusal as refusal:
        if part == given:
            raise
        raise Refusal(f"{_shown(given)}: {refusal.message}", refusal.advice) from None


def _check_range(kind: Type, low: str, high: str, what: str) -> None:
    """Raises Refusal where a type has no ranges, or one of them lacks an end."""
    text = quote(f"{low}..{high}")
    if not has_ranges(kind):
        names = ",".join(list(_named(kind))[:2])
        raise Refusal(f"{text} is no range: {what} has no order", f"write the values, as `{names}`")
    if not (low and high):
        last = kind.table.most if isinstance(kind, Seat) else kind.high
        advice = f"write `{low or kind.show(kind.low)}..{high or kind.show(last)}`"
        raise Refusal(f"the range {text} of {what} lacks an end", advice)


def read_value(kind: Type, given: object, what: str) -> Value:
    """The value of a type that is meant; `what` is what it is a value of."""
    value = _meant(kind, given)
    if value is not None:
        return value
    raise Refusal(f"{_shown(given)} is no value of {what}", _advice(kind, given if isinstance(given, str) else ""))


def _shown(given: object) -> str:
    """What was given, as it is quoted: nobody wants to see thousands of digits."""
    if isinstance(given, int) and given.bit_length() > _MOST_BITS:
        return "a number of that size"
    return quote(given if isinstance(given, str) else json.dumps(given, default=str))


def _meant(kind: Type, given: object) -> Value | None:
    """The value, or None. A file may give yes/no as true and false, and numbers and seats as numbers."""
    if isinstance(given, bool):
        return given if isinstance(kind, Flag) else None
    if isinstance(given, int):
        return _numbered(kind, given)
    if not isinstance(given, str):
        return None
    named = _named(kind)
    if given in named:
        return named[given]
    return _numbered(kind, int(given)) if _NUMBER.fullmatch(given) else None


def _numbered(kind: Type, number: int) -> Value | None:
    """A number, or a seat by its number."""
    last = kind.table.most if isinstance(kind, Seat) else kind.high
    return number if isinstance(kind, Number | Seat) and kind.low <= number <= last else None


def _named(kind: Type) -> Mapping[str, Value]:
    """The values that have names; of numbers and numbered seats none."""
    match kind:
        case Flag():
            return {"yes": True, "no": False}
        case Choice(values=names) | Timeline(stages=names):
            return {name: value for value, name in enumerate(names)}
        case Seat(table, vacant):
            named: dict[str, Value] = {name: seat for seat, name in enumerate(table.names, 1)}
            return {**named, "nobody": table.nobody} if vacant else named
        case Number():
            return {}


def _advice(kind: Type, given: str) -> str:
    names = list(_named(kind))
    if guess := near(given, names):
        return guess
    if isinstance(kind, Seat) and not kind.table.names:
        names.insert(0, f"1..{kind.table.most}")
    told = ", ".join(f"`{name}`" for name in names[:_LISTED]) + (", ..." if len(names) > _LISTED else "")
    if isinstance(kind, Number):
        return f"it is a whole number in `{kind}`"
    return f"it is one of {told}" if len(names) > 1 else f"it is in {told}"
