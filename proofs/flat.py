"""What records say, flat: two say the same, wherever they stand, just if their sequences are equal."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from misdeal.model.language.span import Span


def flat(value: object) -> Iterator[str | int | None]:
    """The parts of a value, outer ones first, spans all alike: records, tuples, mappings, sets, enums, plain values."""
    waiting = [value]
    while waiting:
        match this := waiting.pop():
            case None | bool() | int() | str():
                yield type(this).__name__
                yield this
            case Span():
                yield "Span"
            case Enum():
                yield type(this).__name__
                yield this.name
            case tuple():
                yield "tuple"
                yield len(this)
                waiting.extend(reversed(this))
            case Mapping():
                yield "mapping"
                yield len(this)
                waiting.extend(part for pair in reversed(list(this.items())) for part in reversed(pair))
            case frozenset():
                yield "set"
                yield len(this)
                waiting.extend(sorted(this, key=repr))
            case _ if is_dataclass(this) and not isinstance(this, type):
                yield type(this).__name__
                waiting.extend(getattr(this, name) for name in _names(type(this)))
            case _:
                raise TypeError(f"not a record: {type(this).__name__}")


@cache
def _names(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 - a type of records
    """The fields of a type of records, from the last to the first."""
    return tuple(field.name for field in reversed(fields(kind)))
