"""What is given on a command line (`cards[1]=4..6`, `wrong(2)=yes`) or in a JSON file, to what is known.

Raises Refusal for what is neither a fact nor a `let` of the rulebook; whether the facts can be so is not looked at.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Value
from misdeal.model.meaning.ranges import Ranges
from misdeal.proofs.known import PLAYERS, Known, index_of, type_of
from misdeal.proofs.refusal import UNKNOWN, Refusal, check_let, fact_name, fact_text, unknown_fact

from .json_file import parse_json
from .text_file import read_text_or_stdin
from .values import QUOTED, quote, read_value, read_values

FILE_BYTES = 1_000_000
_NAMED = r"\s*([^\s=\[\]()]+)\s*(?:\[\s*([^\[\]]*?)\s*\]\s*|\(\s*([^()]*?)\s*\)\s*)?"
_FACT = re.compile(rf"{_NAMED}=\s*(.*?)\s*", re.DOTALL)
_KEY = re.compile(_NAMED)

Item: TypeAlias = tuple[Place, Ranges | None]  # None where it is said not to be known


def read_arguments(rulebook: Rulebook, arguments: Iterable[str]) -> Iterator[Item]:
    """The facts of arguments such as `cards[1]=6`; the number of players as `PLAYERS`."""
    for argument in arguments:
        match = _FACT.fullmatch(argument)
        if match is None:
            raise Refusal(f"{quote(argument)} gives no fact", f"write `{_example(rulebook, argument)}`")
        *named, value = match.groups()
        yield _item(rulebook, _Named(*named), value)


def read_file(rulebook: Rulebook, path: str) -> Iterator[Item]:
    """The facts of a JSON file, or with `-` of standard input."""
    document = _document(path)
    if not isinstance(document, dict):
        raise Refusal(f"{quote(path)} holds no object", 'write `{"players": 4, ...}`')
    for key, value in document.items():
        match = _KEY.fullmatch(key)
        if match is None:
            raise Refusal(f"{quote(path)}: {quote(key)} names no fact", f"write `{_example(rulebook, key)}`")
        named = _Named(*match.groups())
        if not isinstance(value, dict):
            yield _item(rulebook, named, value)
        elif named.indexed:
            raise Refusal(f"{quote(path)}: {quote(key)} has an index already", "give it one value")
        else:
            yield from (_item(rulebook, named.at(rulebook, at), inner) for at, inner in value.items())


def collect(rulebook: Rulebook, items: Iterable[Item], *, usual: bool) -> Known:
    """What is known; what is given twice must be the same. Of a `let` that is not known nothing is said."""
    found: dict[Place, Ranges | None] = {}
    for place, values in items:
        if found.setdefault(place, values) != values:
            told = " and ".join(f"`{_given_text(rulebook, place, each)}`" for each in (found[place], values))
            raise Refusal(f"`{fact_name(rulebook, place)}` is given twice: {told}", "leave one of the two out")
    given = {
        place: Ranges.whole(type_of(rulebook, place)) if values is None else values
        for place, values in found.items()
        if values is not None or place.name not in rulebook.lets
    }
    lets = {place: given.pop(place) for place in [*given] if place.name in rulebook.lets}
    players = given.pop(PLAYERS, None)
    return Known(rulebook, players, MappingProxyType(given), MappingProxyType(lets), usual)


# One fact


@dataclass(frozen=True, slots=True)
class _Named:
    """What is given, by its name and the text of its index: in brackets of a fact, in parentheses of a `let`."""

    name: str
    square: str | None
    round: str | None

    @property
    def indexed(self) -> bool:
        """Whether it has an index."""
        return self.square is not None or self.round is not None

    def at(self, rulebook: Rulebook, index: str) -> "_Named":
        """The same at an index."""
        return _Named(self.name, None, index) if self.name in rulebook.lets else _Named(self.name, index, None)


def _item(rulebook: Rulebook, named: _Named, value: object) -> Item:
    name = named.name
    if name == PLAYERS.name and rulebook.table is not None:
        if named.indexed:
            raise Refusal("`players` has no index", f"write `players={rulebook.table.usual}`")
        return PLAYERS, read_values(type_of(rulebook, PLAYERS), value, "`players`")
    if name in rulebook.lets:
        check_let(rulebook, name)
    elif name not in rulebook.facts:
        refusal = unknown_fact(rulebook, name if len(name) <= QUOTED else name[:QUOTED] + "...")
        raise Refusal(escape(refusal.message), refusal.advice)
    place = Place(name, _index(rulebook, named))
    return place, read_values(type_of(rulebook, place), value, f"`{fact_name(rulebook, place)}`")


def _index(rulebook: Rulebook, named: _Named) -> Value | None:
    name, is_let = named.name, named.name in rulebook.lets
    index = index_of(rulebook, Place(name))
    given, other = (named.round, named.square) if is_let else (named.square, named.round)
    example = f"write `{_example(rulebook, name)}`"
    if index is None:
        if named.indexed:
            raise Refusal(f"`{name}` has no index", example)
        return None
    if other is not None:
        sort, marks = ("let", "parentheses") if is_let else ("fact", "brackets")
        raise Refusal(f"`{name}` is a {sort}: its index stands in {marks}", example)
    if given is None:
        raise Refusal(f"`{name}` needs an index", f"say of which {index.type}: `{_example(rulebook, name)}`")
    kind = Seat(index.type.table) if isinstance(index.type, Seat) and not is_let else index.type
    return read_value(kind, given, f"the index of `{name}`")


def _given_text(rulebook: Rulebook, place: Place, values: Ranges | None) -> str:
    return f"{fact_name(rulebook, place)}={UNKNOWN}" if values is None else fact_text(rulebook, place, values)


def _example(rulebook: Rulebook, text: str) -> str:
    """How something is given: the one that some text begins with, else the first fact of the rulebook."""
    word = re.match(r"\s*(\w*)", text, re.ASCII)
    name = word[1] if word else ""
    if name not in {**rulebook.facts, **rulebook.lets}:
        name = next(iter(rulebook.facts), "")
    if not name:
        return "fact=value"
    index, kind = index_of(rulebook, Place(name)), type_of(rulebook, Place(name))
    value = kind.high if isinstance(kind, Flag) else kind.low
    return fact_text(rulebook, Place(name, index.type.low if index else None), {value})


# A file


def _document(path: str) -> Any:  # noqa: ANN401 - whatever the file holds
    return parse_json(read_text_or_stdin(path, FILE_BYTES), path, "facts are nested once at most")
