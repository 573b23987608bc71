"""What was found out about an answer, as data to be told: text and JSON say the same of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.ranges import Values
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.explained import Leading, Way, WhatIf, Why, WhyNot
from misdeal.proofs.finding import Witness
from misdeal.proofs.known import PLAYERS, Known, called
from misdeal.proofs.lacking import Lacking
from misdeal.proofs.smallest import Size

from .account import Cited, Lack, cite
from .example import mattering
from .stated import Stated, state
from .witness import Mentioned, Telling, tell
from .wording import here


@dataclass(frozen=True, slots=True)
class ToldWhy:
    """Facts that force what comes out, given and taken as usual; `given` is how many there are in all."""

    facts: tuple[Stated, ...]
    usual: tuple[Stated, ...]
    given: int
    size: Size


@dataclass(frozen=True, slots=True)
class ToldWay:
    """A clause that could give a value, None for the default, for which seats (`p = 2`), and what is in its way."""

    clause: Cited | None
    seats: str
    lacks: tuple[Lack, ...]
    fewest: bool
    overriding: tuple[Cited, ...]
    against: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class ToldWhyNot:
    """Why a value does not come out. `telling` is the situation looked at, where it is one of several."""

    why_not: WhyNot
    scope: tuple[Lack, ...]
    ways: tuple[ToldWay, ...]
    telling: Telling | None


@dataclass(frozen=True, slots=True)
class ToldChange:
    """A fact given that would be otherwise: what it is given as, and what it would be."""

    old: Stated
    new: Stated


@dataclass(frozen=True, slots=True)
class ToldLeading:
    """A situation that leads to a value.

    `gone` are facts given that do not arise in it; `beside` are facts not given that it needs: those that depart from
    the usual, and those without a usual value that matter.
    """

    changes: tuple[ToldChange, ...]
    gone: tuple[Stated, ...]
    beside: tuple[Stated, ...]
    telling: Telling


@dataclass(frozen=True, slots=True)
class ToldWhatIf:
    """What would lead to a value."""

    what_if: WhatIf
    leading: tuple[ToldLeading, ...]


def told_why(known: Known, why: Why) -> ToldWhy:
    """Why something comes out, in the words of the rulebook."""
    facts = tuple(state(known.rulebook, place, known.given[place]) for place in why.facts)
    usual = tuple(state(known.rulebook, place, _single(value)) for place, value in why.usual.items())
    return ToldWhy(facts, usual, len(known.given), why.size)


def _single(value: Value | None) -> Values | None:
    return None if value is None else {value}


def told_why_not(rulebook: Rulebook, why_not: WhyNot) -> ToldWhyNot:
    """Why something does not come out, in the words of the rulebook."""
    if why_not.situation is None:
        return ToldWhyNot(why_not, (), (), None)
    evaluation = Evaluation(rulebook, why_not.situation)
    place, ruling = why_not.place, rulebook.rulings[why_not.place.name]
    own = {ruling.index.name: place.index} if ruling.index and place.index is not None else {}
    scope = () if why_not.scope is None else _lacks(evaluation, why_not.scope, own)
    ways = tuple(_way(evaluation, way) for way in why_not.ways)
    telling = _telling(rulebook, why_not.situation, place, frozenset()) if why_not.sampled else None
    return ToldWhyNot(why_not, scope, ways, telling)


def _way(evaluation: Evaluation, way: Way) -> ToldWay:
    rulebook = evaluation.rulebook
    kinds = {parameter.name: parameter.type for parameter in way.clause.each} if way.clause else {}
    return ToldWay(
        cite(rulebook, way.clause.id) if way.clause else None,
        ", ".join(f"{name} = {kinds[name].show(seat)}" for name, seat in way.seats.items()),
        _lacks(evaluation, way.lacks, way.seats),
        way.lacks.fewest,
        tuple(cite(rulebook, clause) for clause in way.overriding),
        tuple(cite(rulebook, clause) for clause in way.against),
    )


def _lacks(evaluation: Evaluation, lacks: Lacking, names: Bindings) -> tuple[Lack, ...]:
    return tuple(_lack(evaluation, part, names) for part in lacks.parts)


def _lack(evaluation: Evaluation, part: Expression, names: Bindings) -> Lack:
    return Lack(show(part), here(evaluation, part, names))


def told_what_if(known: Known, told: WhatIf) -> ToldWhatIf:
    """What would lead to a value, in the words of the rulebook."""
    return ToldWhatIf(told, tuple(_leading(known, told.place, each) for each in told.leading))


def _leading(known: Known, place: Place, leading: Leading) -> ToldLeading:
    rulebook = known.rulebook
    evaluation = Evaluation(rulebook, leading.situation)
    matters = mattering(rulebook, [place], leading.situation, frozenset(each.name for each in known.given))
    beside = [*leading.departing, *_without_usual(evaluation, matters)]
    return ToldLeading(
        tuple(ToldChange(state(rulebook, each, known.given[each]), _now(evaluation, each)) for each in leading.changed),
        tuple(state(rulebook, each, known.given[each]) for each in leading.gone),
        tuple(_now(evaluation, each) for each in beside),
        _telling(rulebook, leading.situation, place, matters),
    )


def _telling(rulebook: Rulebook, situation: Situation, place: Place, matters: frozenset[str]) -> Telling:
    return tell(rulebook, Witness(situation, place.index), Mentioned(matters), place.name)


def _without_usual(evaluation: Evaluation, names: frozenset[str]) -> Iterator[Place]:
    """The facts of some names that arise and have no usual value."""
    for place in evaluation.situation.values:
        fact = evaluation.rulebook.facts[place.name]
        if place.name in names and arises(evaluation, fact, place) and usual_value(evaluation, fact, place) is None:
            yield place


def _now(evaluation: Evaluation, place: Place) -> Stated:
    """What something is in a situation."""
    rulebook, situation = evaluation.rulebook, evaluation.situation
    if place == PLAYERS:
        return state(rulebook, place, {situation.players})
    if place.name in rulebook.facts:
        return state(rulebook, place, {situation.values[place]})
    value = evaluation.value(called(rulebook, place))
    return state(rulebook, place, _single(None if isinstance(value, Undefined) else value))
