"""Situations to begin a search from, without a solver."""

from collections.abc import Iterator

from misdeal.model.language.types import first_value
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation, fact_places

from .around import Values
from .known import Known
from .term import Op, Term, evaluate
from .world import World


def starts(world: World, known: Known, possible: Term) -> Iterator[Values]:
    """For each number of players the situation in which all that is not settled is as usual, where it is possible."""
    encoder = world.encoder
    unusual = [fact for fact in known.rulebook.facts.values() if fact.usually is None]
    for size in known.sizes:
        first = {place: first_value(fact.type) for fact in unusual for place in fact_places(fact, size)}
        found = settle(known.rulebook, size, {**first, **known.settled}, usual=True)
        if isinstance(found, Situation):
            values = {encoder.players: size, **{encoder.fact(place): int(v) for place, v in found.values.items()}}
            symbols = {symbol: value for symbol, value in values.items() if symbol.op is Op.SYMBOL}
            if all(evaluate([possible], symbols)):
                yield symbols
