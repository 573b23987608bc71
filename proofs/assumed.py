"""What is known of a situation as terms, one a thing given, and whether it holds in a situation that was found."""

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Seat, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.ranges import Ranges, Values
from misdeal.model.meaning.situation import Situation, places

from .inquiry import Model
from .known import PLAYERS, Known, called, has, index_of
from .term import Term
from .world import World


def assumed(world: World, known: Known) -> dict[Place, Term]:
    """Where each thing given holds, and with `usual` where each other fact is as usual."""
    terms = {place: _given(world, place, values) for place, values in known.given.items()}
    for place in taken(known):
        terms[place] = _usual_players(world, known) if place == PLAYERS else _usual(world, place)
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
    return Situation(players, values)


def holds(known: Known, evaluation: Evaluation, place: Place) -> bool:
    """Whether something is as given in a situation, or as usual if it is not given."""
    values = evaluation.situation.values
    if place == PLAYERS:
        return evaluation.situation.players in known.sizes
    if place in known.lets:
        return has(evaluation, place, known.lets[place])
    if place in known.facts:
        return values.get(place) in known.facts[place]
    fact = known.rulebook.facts[place.name]
    if place not in values or not arises(evaluation, fact, place):
        return True
    return usual_value(evaluation, fact, place) in {None, values[place]}


def _given(world: World, place: Place, values: Values) -> Term:
    """Where something given has one of its values, and its index is at the table."""
    t, encoder, here = world.terms, world.encoder, present(world, place)
    if place == PLAYERS:
        return within(world, encoder.players, values)
    if place.name in world.rulebook.facts:
        return t.conjunction((here, within(world, encoder.fact(place), values)))
    code = encoder.code(called(world.rulebook, place))
    return t.conjunction((here, code.defined, within(world, code.value, values)))


def present(world: World, place: Place) -> Term:
    """Where the index of a fact or a `let` is at the table; `nobody` is at every one."""
    index = index_of(world.rulebook, place)
    if index and place.index is not None and isinstance(index.type, Seat) and place.index != index.type.table.nobody:
        return world.encoder.at_table(world.terms.number(int(place.index)))
    return world.terms.true


def within(world: World, subject: Term, values: Values) -> Term:
    """Where a term has one of some values."""
    t = world.terms
    if subject.sort == "Bool":
        return t.disjunction(t.equal(subject, t.truth(bool(value))) for value in values)
    runs = Ranges.of(values).runs
    return t.disjunction(
        t.conjunction((t.at_most(t.number(run[0]), subject), t.at_most(subject, t.number(run[-1])))) for run in runs
    )


def _usual_players(world: World, known: Known) -> Term:
    return world.terms.equal(world.encoder.players, world.terms.number(known.sizes[0]))


def _usual(world: World, place: Place) -> Term:
    """Where a fact with a `usually` does not arise, has no usual value, or has it."""
    return world.terms.negation(world.departure(world.rulebook.facts[place.name], place.index)[0])
