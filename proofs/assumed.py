"""What is known of a situation as terms, one a fact, and whether it holds in a situation that was found."""

from types import MappingProxyType

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Seat, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, places

from .inquiry import Model
from .known import PLAYERS, Known
from .term import Term
from .world import World


def assumed(world: World, known: Known) -> dict[Place, Term]:
    """Where each fact given holds, and with `usual` where each other one is as usual."""
    terms = {place: _given(world, known, place) for place in known.given}
    for place in taken(known):
        terms[place] = _players(world, known) if place == PLAYERS else _usual(world, place)
    return terms


def taken(known: Known) -> tuple[Place, ...]:
    """The places of the largest table whose usual value is taken where they arise and have one."""
    rulebook = known.rulebook
    if not known.usual:
        return ()
    found = [PLAYERS] if known.players is None and rulebook.table else []
    for fact in rulebook.facts.values():
        kind = fact.index.type if fact.index else None
        largest = kind.table.seats if isinstance(kind, Seat) else range(kind.low, kind.high + 1) if kind else (None,)
        found += [Place(fact.name, index) for index in largest if fact.usually is not None]
    return tuple(place for place in found if place not in known.facts)


def decoded(world: World, model: Model) -> Situation:
    """The situation of a model in which the solver was asked about every fact; it need not be possible."""
    players, values = model.value(world.encoder.players), dict[Place, Value]()
    for place in places(world.rulebook, players):
        value = model.value(world.encoder.fact(place))
        flag = isinstance(world.rulebook.facts[place.name].type, Flag)
        values[place] = bool(value) if flag else value
    return Situation(players, MappingProxyType(values))


def holds(known: Known, evaluation: Evaluation, place: Place) -> bool:
    """Whether a fact is as given in a situation, or as usual if it is not given."""
    values = evaluation.situation.values
    if place == PLAYERS:
        return evaluation.situation.players in known.sizes
    if place in known.facts:
        return values.get(place) == known.facts[place]
    fact = known.rulebook.facts[place.name]
    if place not in values or not arises(evaluation, fact, place):
        return True
    return usual_value(evaluation, fact, place) in {None, values[place]}


def _given(world: World, known: Known, place: Place) -> Term:
    if place == PLAYERS:
        return _players(world, known)
    present = world.present(known.rulebook.facts[place.name], place.index)
    return world.terms.conjunction((present, world.fixed(place, known.facts[place])))


def _players(world: World, known: Known) -> Term:
    return world.terms.equal(world.encoder.players, world.terms.number(known.sizes[0]))


def _usual(world: World, place: Place) -> Term:
    """Where a fact with a `usually` does not arise, has no usual value, or has it."""
    return world.terms.negation(world.departure(world.rulebook.facts[place.name], place.index)[0])
