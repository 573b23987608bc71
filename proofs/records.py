"""Records as JSON and back: frozen dataclasses, enums, tuples, mappings and plain values, by their types.

Strict: what is read is of the type asked for to the last field, and every situation is one of the rulebook, or it is
Malformed. A record is a list that begins with its name; a situation is the number of players and its values in order.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Type
from misdeal.model.meaning.situation import Situation, places, table_sizes

Reading: TypeAlias = Callable[[Any], Any]
Read = TypeVar("Read")


class Malformed(ValueError):  # noqa: N818 - what was read, no mistake of ours
    """What is no record of the type asked for."""


class Records:
    """Writes and reads records about one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._readings: dict[Any, Reading] = {Situation: self._situation}
        self._places: dict[int, list[Place]] = {}

    def plain(self, value: object) -> Any:  # noqa: ANN401 - JSON
        """A value as what JSON can say."""
        match value:
            case Situation():
                return [value.players, *(value.values[place] for place in self._named(value.players))]
            case Enum():
                return value.value
            case tuple():
                return [self.plain(each) for each in value]
            case Mapping():
                return [[self.plain(key), self.plain(each)] for key, each in value.items()]
            case None | bool() | int() | str():
                return value
            case _ if is_dataclass(value):
                parts = (getattr(value, field.name) for field in fields(value))
                return [type(value).__name__, *map(self.plain, parts)]
            case _:
                raise TypeError(f"not a record: {type(value).__name__}")

    def read(self, kind: type[Read], data: object) -> Read:
        """The value of a type. Raises Malformed."""
        try:
            value: Read = self._reading(kind)(data)
        except RecursionError:
            raise Malformed("nested too deep") from None
        return value

    def _reading(self, kind: Any) -> Reading:  # noqa: ANN401 - a type, or what stands for one
        if kind not in self._readings:
            self._readings[kind] = self._made(kind)
        return self._readings[kind]

    def _made(self, kind: Any) -> Reading:  # noqa: ANN401, PLR0911 - one case a kind of type
        origin, arguments = get_origin(kind), get_args(kind)
        if origin in {Union, UnionType}:
            return self._union(arguments)
        if origin is tuple and arguments[1:] == (...,):
            return self._tuple(arguments[0])
        if origin is tuple:
            return self._row(arguments)
        if origin is Mapping:
            return self._mapping(*arguments)
        if origin is Literal:
            return lambda data: _checked(data, data in arguments and isinstance(data, str))
        if kind in {bool, int, str, NoneType}:
            return lambda data: _checked(data, type(data) is kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return lambda data: _member(kind, data)
        assert is_dataclass(kind), kind
        return self._record(kind)

    def _record(self, kind: Any) -> Reading:  # noqa: ANN401 - as above
        hints = get_type_hints(kind)
        types = [hints[field.name] for field in fields(kind)]

        def read(data: Any) -> Any:  # noqa: ANN401 - JSON in, a record out
            _checked(data, isinstance(data, list) and data[:1] == [kind.__name__] and len(data) == 1 + len(types))
            return kind(*(self._reading(each)(one) for each, one in zip(types, data[1:], strict=True)))

        return read

    def _union(self, kinds: tuple[Any, ...]) -> Reading:
        """One of some types: a record by its name, else by what JSON makes of it."""
        records: dict[str, Any] = {
            kind.__name__: kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)
        }
        others = [kind for kind in kinds if not is_dataclass(kind)]

        def read(data: Any) -> Any:  # noqa: ANN401 - JSON in, a value out
            if isinstance(data, list) and data and isinstance(data[0], str) and data[0] in records:
                return self._reading(records[data[0]])(data)
            for kind in others:
                if type(data) is kind:
                    return data
            raise Malformed(repr(data)[:80])

        return read

    def _tuple(self, kind: Any) -> Reading:  # noqa: ANN401 - as above
        def read(data: Any) -> Any:  # noqa: ANN401 - JSON in, a tuple out
            reading = self._reading(kind)
            return tuple(reading(each) for each in _checked(data, isinstance(data, list)))

        return read

    def _row(self, kinds: tuple[Any, ...]) -> Reading:
        def read(data: Any) -> Any:  # noqa: ANN401 - as above
            _checked(data, isinstance(data, list) and len(data) == len(kinds))
            return tuple(self._reading(kind)(each) for kind, each in zip(kinds, data, strict=True))

        return read

    def _mapping(self, keys: Any, values: Any) -> Reading:  # noqa: ANN401 - as above
        rows = self._tuple(tuple[keys, values])
        return lambda data: dict(rows(data))

    def _situation(self, data: Any) -> Situation:  # noqa: ANN401 - JSON
        """A situation of the rulebook, possible or not."""
        _checked(data, isinstance(data, list) and len(data) > 0 and type(data[0]) is int)
        players, *values = data
        _checked(data, players in table_sizes(self._rulebook))
        named = self._named(players)
        _checked(data, len(values) == len(named))
        for place, value in zip(named, values, strict=True):
            _checked(value, is_value(self._rulebook.facts[place.name].type, value, players))
        return Situation(players, dict(zip(named, values, strict=True)))

    def _named(self, players: int) -> list[Place]:
        """What has a value at a table of so many players, in order."""
        if players not in self._places:
            self._places[players] = list(places(self._rulebook, players))
        return self._places[players]


def is_value(kind: Type, value: object, players: int) -> bool:
    """Whether a fact of some type can have a value at a table of so many players."""
    if isinstance(kind, Flag):
        return type(value) is bool
    if type(value) is not int or not kind.low <= value <= kind.high:
        return False
    return not isinstance(kind, Seat) or value <= players or value == kind.table.nobody


def _member(kind: type[Enum], data: object) -> Enum:
    try:
        return kind(data)
    except ValueError:
        raise Malformed(repr(data)[:80]) from None


def _checked(data: Any, fits: bool) -> Any:  # noqa: ANN401, FBT001 - what it was given
    if not fits:
        raise Malformed(repr(data)[:80])
    return data
