"""What a director can be asked about a case, one thing at a time.

Topics are the number of players where that varies, each fact (options and readings too), and each `let` that carries a
question, always has a value, and reads no ruling and no reading: whoever answers knows what happened, not what the text
means. What is yes or no of every seat, or of every value of a type, is asked about all at once: of which is it so?
Everything else that has an index is a topic for each index.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from ..language.expression import Expression, FactRef
from ..language.rulebook import Fact, Let, Parameter, Place, Role, Rulebook
from ..language.types import Choice, Flag, Number, Seat, Type
from ..language.walk import rulings_read, walk_expanded
from .cuts import PLAYERS, cuts
from .lacks import lacks
from .situation import indices


class About(Enum):
    """What a topic asks about."""

    PLAYERS = "players"
    FACT = "fact"
    LET = "let"


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that a director can be asked.

    `key` is by what it is known: `found`, `cards[1]`, `away`, `players`. `places` are the facts, or the `let` at its
    arguments, whose values an answer says: more than one where all indices are asked about `at_once`, with seats that
    may not be at the table among them. `index` is what they are indexed by. `type` is that of a value; of numbers
    `cells` are the ranges that the rulebook tells apart by comparing with constants, in order, else it is empty.
    """

    key: str
    about: About
    places: tuple[Place, ...]
    index: Parameter | None
    type: Type
    question: str
    cost: int
    cells: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        """The name of the fact or the `let`."""
        return self.places[0].name

    @property
    def at_once(self) -> bool:
        """Whether it is asked of which indices it is so."""
        return self.index is not None and isinstance(self.type, Flag)


def topics(rulebook: Rulebook) -> tuple[Topic, ...]:
    """The topics at the largest table: the number of players, then facts and then `let`s as they are declared."""
    cells = cuts(rulebook)
    found = [*_players(rulebook)]
    for fact in rulebook.facts.values():
        found += _topics(About.FACT, fact, fact.index, fact.type, cells[fact.name])
    for let in rulebook.lets.values():
        if _is_asked(rulebook, let):
            index = let.parameters[0] if let.parameters else None
            found += _topics(About.LET, let, index, let.body.type, cells[let.name])
    return tuple(found)


def _players(rulebook: Rulebook) -> Iterator[Topic]:
    """The number of players, which anybody sees at once and exactly."""
    table = rulebook.table
    if table is not None and table.least < table.most:
        sizes = range(table.least, table.most + 1)
        kind, cells = Number(table.least, table.most), tuple((size, size) for size in sizes)
        yield Topic(PLAYERS, About.PLAYERS, (Place(PLAYERS),), None, kind, "How many players are there?", 1, cells)


def _is_asked(rulebook: Rulebook, let: Let) -> bool:
    """Whether a director can be asked about a `let` in place of the facts beneath it."""
    if not let.question or len(let.parameters) > 1 or rulings_read(let.body, rulebook.lets):
        return False
    if any(_is_reading(rulebook, part) for part in walk_expanded(let.body, rulebook.lets)):
        return False
    if not all(_is_index(parameter.type) for parameter in let.parameters):
        return False
    return not any(lacks(rulebook, let.body))


def _is_reading(rulebook: Rulebook, part: Expression) -> bool:
    return isinstance(part, FactRef) and rulebook.facts[part.fact].role is Role.READING


def _is_index(kind: Type) -> bool:
    """Whether facts can be indexed by the values of a type."""
    return isinstance(kind, Choice) or (isinstance(kind, Seat) and not kind.vacant)


def _topics(
    about: About, asked: Fact | Let, index: Parameter | None, kind: Type, cuts_of_it: Iterable[int]
) -> Iterator[Topic]:
    """The topics of a fact or a `let`."""
    cells = _cells(kind, cuts_of_it)
    most = index.type.table.most if index and isinstance(index.type, Seat) else 0
    places = tuple(Place(asked.name, at) for at in indices(index, most))
    if index is None or isinstance(kind, Flag):
        yield Topic(asked.name, about, places, index, kind, asked.question, asked.cost, cells)
        return
    for place in places:
        key = f"{asked.name}[{index.type.show(place.index)}]" if place.index is not None else asked.name
        yield Topic(key, about, (place,), index, kind, asked.question, asked.cost, cells)


def _cells(kind: Type, cuts_of_it: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The ranges between cuts; none where the type is no number."""
    if not isinstance(kind, Number):
        return ()
    starts = sorted({kind.low, *(cut for cut in cuts_of_it if kind.low < cut <= kind.high)})
    return tuple((start, end - 1) for start, end in zip(starts, [*starts[1:], kind.high + 1], strict=True))
