"""What is known of a situation, drawn at random, and by brute force what is possible beside it."""

from collections.abc import Iterator
from random import Random
from types import MappingProxyType

from misdeal.model.language.expression import Call, Const, Expression
from misdeal.model.language.rulebook import Let, Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.ranges import Ranges, Values
from misdeal.model.meaning.situation import Situation, places
from misdeal.proofs.known import PLAYERS, Known
from tests.strategies import domain, seeded, situation
from tests.worlds import well_formed


def posed(seed: int, most: int = 100) -> Known:
    """Some of a situation, possible or not, much of it as sets, at times altered."""
    random = Random(seed)  # noqa: S311 - nothing secret
    rulebook = seeded(seed, most=most).rulebook
    told, share = situation(rulebook, random), random.choice([0.0, 0.3, 0.7, 1.0])
    kept = [place for place in told.values if random.random() < share and _can_be_given(rulebook, told, place)]
    facts: dict[Place, Values] = {}
    for place in kept:
        every = domain(rulebook.facts[place.name].type, rulebook.table.most if rulebook.table else 0)
        value = random.choice(every) if random.random() < 0.1 else told.values[place]
        facts[place] = _widened(random, value, every)
    usual = random.random() < 0.4
    players = frozenset({told.players}) if rulebook.table and random.random() < (0.8 if usual else 0.5) else None
    if players and rulebook.table and random.random() < 0.3:
        players |= {random.randint(rulebook.table.least, rulebook.table.most)}
    lets = dict(_lets(random, rulebook, told)) if random.random() < 0.5 else {}
    return Known(rulebook, players, MappingProxyType(facts), MappingProxyType(lets), usual)


def _widened(random: Random, value: Value, every: list[Value]) -> Values:
    """A value alone, or among some others, or among all."""
    drawn = random.random()
    if drawn < 0.5:
        return frozenset({value})
    return frozenset(every) if drawn > 0.85 else Ranges.of([value, *random.sample(every, (len(every) + 1) // 2)])


def _can_be_given(rulebook: Rulebook, told: Situation, place: Place) -> bool:
    """Most facts, and seldom one that does not arise."""
    evaluation = Evaluation(rulebook, told)
    return arises(evaluation, rulebook.facts[place.name], place) or sum(map(ord, str(place))) % 5 == 0


def _lets(random: Random, rulebook: Rulebook, told: Situation) -> Iterator[tuple[Place, Values]]:
    """Values of some `let`s in a situation, seldom altered."""
    evaluation = Evaluation(rulebook, told)
    for let in rulebook.lets.values():
        parameter = let.parameters[0] if let.parameters else None
        if len(let.parameters) < 2 and random.random() < 0.5:
            index = random.choice(domain(parameter.type, told.players)) if parameter else None
            value = evaluation.value(asked(let, index))
            every = domain(let.body.type, rulebook.table.most if rulebook.table else 0)
            if not isinstance(value, Undefined) and value in every:
                altered = random.choice(every) if random.random() < 0.1 else value
                yield Place(let.name, index), _widened(random, altered, every)


def asked(let: Let, index: Value | None) -> Expression:
    """A `let` at its one parameter, if it has one."""
    given = () if index is None else (Const(index, let.parameters[0].type),)
    return Call(let.name, given, let.body.type)


# What is possible, from the definition


def holds(known: Known, evaluation: Evaluation, place: Place) -> bool:
    """Whether something is as given, or as usual."""
    told = evaluation.situation
    if place == PLAYERS:
        table = known.rulebook.table
        return told.players in (known.players or {table.usual if table else 0})
    if place in known.lets:
        let = known.rulebook.lets[place.name]
        seated = place.index is None or place.index in domain(let.parameters[0].type, told.players)
        value = evaluation.value(asked(let, place.index))
        return seated and not isinstance(value, Undefined) and value in known.lets[place]
    if place in known.facts:
        return place in told.values and told.values[place] in known.facts[place]
    fact = known.rulebook.facts[place.name]
    if place not in told.values or not arises(evaluation, fact, place):
        return True
    usual = usual_value(evaluation, fact, place)
    return usual is None or usual == told.values[place]


def stated(known: Known) -> list[Place]:
    """Everything given."""
    return [*([] if known.players is None else [PLAYERS]), *known.facts, *known.lets]


def supposed(known: Known) -> list[Place]:
    """Everything taken as usual."""
    if not known.usual:
        return []
    table = known.rulebook.table
    largest = list(places(known.rulebook, table.most if table else 0))
    taken = [p for p in largest if p not in known.facts and known.rulebook.facts[p.name].usually is not None]
    return [*([PLAYERS] if table and known.players is None else []), *taken]


def possible(known: Known) -> list[Evaluation]:
    """Every possible situation in which everything stated and supposed holds."""
    everything = [*stated(known), *supposed(known)]
    evaluations = (Evaluation(known.rulebook, told) for told in well_formed(known.rulebook))
    return [e for e in evaluations if e.possible and all(holds(known, e, place) for place in everything)]
