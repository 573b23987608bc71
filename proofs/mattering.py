"""Which facts still matter to a ruling that is open, where all possible situations are listed.

Two possible situations in which it comes out differently *differ* in some facts: those whose values are not the same,
as far as they are at both tables and not taken as usual in both, and the number of players. A fact *matters* if it is
in such a set that is minimal: no two situations in which it comes out differently differ in only some of that set.

So a fact matters just if it belongs to some facts that suffice, and that do not without it. For some facts suffice,
once they are known, just if every such set has one of them in it; else two situations are left that agree on all of
them. It is enough that every minimal set has one. Now if some facts suffice and do not without one of them, there is a
minimal set that has this one and no other of them: it matters. And if a fact is in a minimal set, take it together with
all facts outside that set. These suffice, since no other minimal set lies within that one, and without that fact they
do not.

What is taken as usual need not be known: it follows from the rest.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation, indices

from .common import Comes, Mattering
from .known import PLAYERS, Known, follows


class Listed:
    """Possible situations, and the sets of facts in which two of them differ, as bits."""

    def __init__(self, known: Known, evaluations: Sequence[Evaluation]) -> None:
        self._evaluations = evaluations
        self._places = _differing([evaluation.situation for evaluation in evaluations])
        self._pairs = _pairs(known, evaluations, self._places)

    def mattering(self, place: Place) -> Mattering:
        """What matters to a ruling, in the situations in which its index is at the table."""
        came = [_came(evaluation, place) for evaluation in self._evaluations]
        least: list[int] = []
        for differing in sorted(self._pairs, key=int.bit_count):
            apart = ((came[one], came[other]) for one, other in self._pairs[differing])
            if not _includes_any(differing, least) and any(one and other and one != other for one, other in apart):
                least.append(differing)
        matter = reduce(or_, least, 0)
        return Mattering(tuple(place for at, place in enumerate(self._places) if matter >> at & 1))


def _came(evaluation: Evaluation, place: Place) -> object:
    """What tells an outcome from others; None where the index is not at the table."""
    index = evaluation.rulebook.rulings[place.name].index
    if place.index not in indices(index, evaluation.situation.players):
        return None
    outcome = evaluation.outcome(place)
    return Comes(outcome.kind, outcome.value).alike


def _includes_any(whole: int, parts: Iterable[int]) -> bool:
    return any(part & ~whole == 0 for part in parts)


def _differing(situations: Sequence[Situation]) -> list[Place]:
    """The facts that have different values in some of the situations, in order, the number of players first."""
    largest = max(situations, key=lambda situation: situation.players)
    players = [PLAYERS] if any(situation.players != largest.players for situation in situations) else []
    return players + [
        place for place in largest.values if len({_value(each, place) for each in situations} - {None}) > 1
    ]


def differing(known: Known, one: Evaluation, other: Evaluation) -> frozenset[Place]:
    """The facts in which two situations differ."""
    here, there = one.situation, other.situation
    apart = (place for place, value in here.values.items() if there.values.get(place, value) != value)
    facts = frozenset(place for place in apart if not (follows(known, one, place) and follows(known, other, place)))
    return facts if here.players == there.players else facts | {PLAYERS}


def _value(situation: Situation, place: Place) -> Value | None:
    """The value of a fact, or None where it is not at the table; the number of players."""
    return situation.players if place == PLAYERS else situation.values.get(place)


def _pairs(
    known: Known, evaluations: Sequence[Evaluation], places: Sequence[Place]
) -> dict[int, list[tuple[int, int]]]:
    """The pairs of situations by the set of facts in which they differ."""
    situations = [evaluation.situation for evaluation in evaluations]
    columns = [[_value(situation, place) for situation in situations] for place in places]
    codes = [{value: code for code, value in enumerate(dict.fromkeys(column))} for column in columns]
    width = max((len(code) for code in codes), default=1).bit_length()
    packed, absent, usual = [0] * len(situations), [0] * len(situations), [0] * len(situations)
    for at, column in enumerate(columns):
        for one, value in enumerate(column):
            packed[one] |= codes[at][value] << at * width
            absent[one] |= (value is None) << at
            if value is not None and places[at] != PLAYERS:
                usual[one] |= follows(known, evaluations[one], places[at]) << at
    found: dict[int, list[tuple[int, int]]] = {}
    unpacked: dict[int, int] = {}
    for one, other in combinations(range(len(situations)), 2):
        apart = packed[one] ^ packed[other]
        if apart not in unpacked:
            field = (1 << width) - 1
            unpacked[apart] = sum(1 << at for at in range(len(places)) if apart >> at * width & field)
        apart = unpacked[apart] & ~(absent[one] | absent[other]) & ~(usual[one] & usual[other])
        found.setdefault(apart, []).append((one, other))
    return found
