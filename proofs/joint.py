"""The answer where several situations are left: what all of them have in common, ruling by ruling."""

from collections.abc import Collection, Iterator
from types import MappingProxyType

from misdeal.model.language.expression import Bound
from misdeal.model.language.rulebook import Clause, Place, Rulebook
from misdeal.model.language.types import Seat, Value
from misdeal.model.meaning.situation import places, table_sizes

from .because import at, conjuncts
from .common import Mattering, Surveyed
from .known import PLAYERS, Known
from .ruled import Answer, Deciding, Ruled


def joint_answer(known: Known, surveyed: Surveyed) -> Answer:
    """The answer in all situations that were surveyed."""
    common, reason = surveyed.common, surveyed.reason
    largest = known.sizes[-1] if reason else max(common.sizes)
    rulings = tuple(shared(known, surveyed, place) for place in common.places(largest))
    missing = listed(known, common.asked)
    if len(common.sizes) > 1:
        missing = (PLAYERS, *missing)
    sizes = known.sizes if reason else tuple(common.sizes)
    return Answer(known, sizes[0] if len(sizes) == 1 else None, rulings, missing, reason=reason)


def listed(known: Known, asked: Collection[Place]) -> tuple[Place, ...]:
    """Facts in the order of declaration, at the largest table."""
    largest = table_sizes(known.rulebook)[-1]
    return tuple(place for place in places(known.rulebook, largest) if place in asked)


def shared(known: Known, surveyed: Surveyed, place: Place) -> Ruled:
    """A ruling as it stands in all of the situations."""
    common = surveyed.common
    outcomes = tuple(sorted(common.outcomes.get(place, ()), key=lambda each: each.rank))
    deciding = tuple(_clauses(known.rulebook, surveyed, place)) if common.due(place) else ()
    whole = bool(outcomes) and place not in surveyed.incomplete
    mattering = surveyed.mattering.get(place, Mattering(whole=whole))
    return Ruled(place, outcomes, deciding, whole, _is_seated(known, surveyed, place), mattering=mattering)


def _clauses(rulebook: Rulebook, surveyed: Surveyed, place: Place) -> Iterator[Deciding]:
    """The clauses that decide a ruling in some of the situations, in the order of the text."""
    common = surveyed.common
    total = -1 if surveyed.reason else common.added[place]
    applying = {name for name, count in common.applying[place].items() if count == total}
    for name in dict.fromkeys(clause.id for clause, _ in rulebook.effects[place.name]):
        if count := common.deciding[place][name]:
            yield _decider(rulebook, rulebook.clauses[name], place, applying if count == total else None)


def _decider(rulebook: Rulebook, clause: Clause, place: Place, applying: Collection[str] | None) -> Deciding:
    """A clause that is sure to decide beside others that are sure to apply, or with None one that may."""
    seats = MappingProxyType(dict(_seats(clause, place)))
    if applying is None:
        return Deciding(clause, sure=False, seats=seats)
    because = conjuncts(rulebook.lets, at(clause.when, clause.each, seats))
    overrides = tuple(name for name in rulebook.clauses if name in clause.overrides and name in applying)
    return Deciding(clause, sure=True, seats=seats, because=because, overrides=overrides)


def _seats(clause: Clause, place: Place) -> Iterator[tuple[str, Value]]:
    """The `for each` names that the index of a ruling settles."""
    targets = [effect.index for effect in clause.effects if effect.ruling == place.name]
    if len(targets) == 1 and isinstance(targets[0], Bound) and place.index is not None:
        yield targets[0].name, place.index


def _is_seated(known: Known, surveyed: Surveyed, place: Place) -> bool:
    """Whether the index of a ruling is at the table in every situation."""
    index = known.rulebook.rulings[place.name].index
    if index is None or place.index is None or not isinstance(index.type, Seat):
        return True
    return place.index <= (known.sizes[0] if surveyed.reason else min(surveyed.common.sizes))
