"""Facts as given on a command line (`cards[1]=6`) or in a JSON file, to places and values of a rulebook.

Raises Refusal for what is not a fact of the rulebook; whether the facts can be so is not looked at.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

from misdeal.model.language.diagnostic import escape, near
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline, Type, Value
from misdeal.proofs.known import PLAYERS
from misdeal.proofs.refusal import Refusal, fact_name, fact_text, unknown_fact

FILE_BYTES = 1_000_000
QUOTED = 60  # characters of what was given that are quoted
DIGITS = 15
_MOST_BITS = 64
_LISTED = 12

_FACT = re.compile(r"\s*([^\s=\[\]]+)\s*(?:\[\s*([^\[\]]*?)\s*\]\s*)?=\s*(.*?)\s*", re.DOTALL)
_KEY = re.compile(r"\s*([^\s=\[\]]+)\s*(?:\[\s*([^\[\]]*?)\s*\]\s*)?")
_NUMBER = re.compile(rf"-?[0-9]{{1,{DIGITS}}}", re.ASCII)

Item: TypeAlias = tuple[Place, Value]


def read_arguments(rulebook: Rulebook, arguments: Iterable[str]) -> Iterator[Item]:
    """The facts of arguments such as `cards[1]=6`; the number of players as `PLAYERS`."""
    for argument in arguments:
        match = _FACT.fullmatch(argument)
        if match is None:
            raise Refusal(f"{quote(argument)} gives no fact", f"write `{_example(rulebook, argument)}`")
        name, index, value = match.groups()
        yield _item(rulebook, name, index, value)


def read_file(rulebook: Rulebook, path: str) -> Iterator[Item]:
    """The facts of a JSON file, or with `-` of standard input."""
    document = _document(path)
    if not isinstance(document, dict):
        raise Refusal(f"{quote(path)} holds no object", 'write `{"players": 4, ...}`')
    for key, value in document.items():
        match = _KEY.fullmatch(key)
        if match is None:
            raise Refusal(f"{quote(path)}: {quote(key)} names no fact", f"write `{_example(rulebook, key)}`")
        name, index = match.groups()
        if not isinstance(value, dict):
            yield _item(rulebook, name, index, value)
        elif index is not None:
            raise Refusal(f"{quote(path)}: {quote(key)} has an index already", "give it one value")
        else:
            yield from (_item(rulebook, name, at, inner) for at, inner in value.items())


def collect(rulebook: Rulebook, items: Iterable[Item]) -> tuple[Mapping[Place, Value], int | None]:
    """The facts and the number of players, if given; what is given twice must be the same."""
    found: dict[Place, Value] = {}
    for place, value in items:
        if found.setdefault(place, value) != value:
            told = " and ".join(f"`{fact_text(rulebook, place, each)}`" for each in (found[place], value))
            raise Refusal(f"`{fact_name(rulebook, place)}` is given twice: {told}", "leave one of the two out")
    players = found.pop(PLAYERS, None)
    return found, players


def quote(text: str) -> str:
    """Text of others in backticks, escaped, and cut where it is long."""
    return f"`{escape(text if len(text) <= QUOTED else text[:QUOTED] + '...')}`"


# One fact


def _item(rulebook: Rulebook, name: str, index: str | None, value: object) -> Item:
    if name == PLAYERS.name and rulebook.table is not None:
        if index is not None:
            raise Refusal("`players` has no index", f"write `players={rulebook.table.usual}`")
        kind = Number(rulebook.table.least, rulebook.table.most)
        return PLAYERS, read_value(kind, value, "`players`")
    fact = rulebook.facts.get(name)
    if fact is None:
        refusal = unknown_fact(rulebook, name if len(name) <= QUOTED else name[:QUOTED] + "...")
        raise Refusal(escape(refusal.message), refusal.advice)
    place = Place(name, _index(rulebook, fact, index))
    return place, read_value(fact.type, value, f"`{fact_name(rulebook, place)}`")


def _index(rulebook: Rulebook, fact: Fact, index: str | None) -> Value | None:
    if fact.index is None:
        if index is not None:
            raise Refusal(f"`{fact.name}` has no index", f"write `{_example(rulebook, fact.name)}`")
        return None
    if index is None:
        advice = f"say of which {fact.index.type}: `{_example(rulebook, fact.name)}`"
        raise Refusal(f"`{fact.name}` needs an index", advice)
    kind = Seat(fact.index.type.table) if isinstance(fact.index.type, Seat) else fact.index.type
    return read_value(kind, index, f"the index of `{fact.name}`")


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


def _example(rulebook: Rulebook, text: str) -> str:
    """How a fact is given: the one that some text begins with, else the first of the rulebook."""
    word = re.match(r"\s*(\w*)", text, re.ASCII)
    fact = rulebook.facts.get(word[1] if word else "") or next(iter(rulebook.facts.values()), None)
    if fact is None:
        return "fact=value"
    kind = fact.index.type if fact.index else None
    return fact_text(
        rulebook,
        Place(fact.name, kind.low if kind else None),
        fact.type.high if isinstance(fact.type, Flag) else fact.type.low,
    )


# A file


def _document(path: str) -> Any:  # noqa: ANN401 - whatever the file holds
    text = read_text(path)
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_Fraction,
        )
    except json.JSONDecodeError as error:
        place = f"{escape(path)}:{error.lineno}:{error.colno}"
        raise Refusal(f"{place}: no JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise Refusal(f"{quote(path)} is nested too deep", "facts are nested once at most") from None
    except _UnfitError as error:
        raise Refusal(f"{quote(path)}: {error}") from None


class _UnfitError(Exception):
    """What is JSON and still not to be read."""


class _Fraction(str):
    """A number that is not whole, as it is written."""

    __slots__ = ()


def read_text(path: str, most: int = FILE_BYTES) -> str:
    """The text of a file of at most so many bytes, or with `-` of standard input."""
    try:
        if path == "-" and sys.stdin is None:
            raise Refusal("standard input is closed")
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(f"{quote(path)} cannot be read: {reason.lower()}") from None
    if len(data) > most:
        raise Refusal(f"{quote(path)} is larger than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(f"{escape(path)}:{line}: this is not UTF-8", "save the file as UTF-8") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (doubled, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise _UnfitError(f"{quote(doubled)} stands twice in one object")
    return found


def _no_number(constant: str) -> NoReturn:
    raise _UnfitError(f"`{constant}` is no number")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise _UnfitError(f"{quote(digits)} is too large a number")
    return int(digits)
