"""Why a ruling does not have some value: what each clause that would give it lacks, or what is in its way."""

from collections.abc import Iterable, Iterator
from types import MappingProxyType

from misdeal.model.language.expression import FLAG, And, Compare, Const, Expression, If, Not
from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Flag, Type, Value
from misdeal.model.meaning.evaluate import Evaluation, Instance
from misdeal.model.meaning.examine import concerns
from misdeal.model.meaning.situation import Situation

from .explained import Prospect, Way, WhyNot
from .inquiry import Undetermined
from .known import Known
from .lacking import Lacking, lacking
from .possible import Possible
from .ruled import Ruled
from .witness import Ordinary


def why_not(known: Known, ruled: Ruled, value: Value, situation: Situation | None, timeout: float) -> WhyNot:
    """Why a ruling does not have a value: in the situation where only one is left, else in the most ordinary one.

    `timeout` is in seconds, for what a solver is asked.
    """
    place, came = ruled.place, {each.value for each in ruled.comes}
    if value in came:
        return WhyNot(place, value, Prospect.COMES if ruled.whole and len(came) == 1 else Prospect.MAY_COME)
    if not ruled.whole:
        return WhyNot(place, value, Prospect.UNKNOWN, reason="not everything that may come out was found out")
    if situation is not None:
        return _looked_at(Evaluation(known.rulebook, situation), place, value, sampled=False)
    try:
        return _looked_at(_most_ordinary(known, place, timeout), place, value, sampled=True)
    except Undetermined as reason:
        return WhyNot(place, value, Prospect.UNKNOWN, reason=str(reason))


def _most_ordinary(known: Known, place: Place, timeout: float) -> Evaluation:
    """The most ordinary situation in which everything known holds, and the index of a ruling is at the table."""
    with Possible(known, timeout) as possible:
        model = Ordinary(possible.inquiry).find([possible.coming.seated(place), *possible.assumed.values()])
        assert model, "what is ruled on is possible"
        return possible.evaluation(model)


def _looked_at(evaluation: Evaluation, place: Place, value: Value, *, sampled: bool) -> WhyNot:
    ruling = evaluation.rulebook.rulings[place.name]
    own = {ruling.index.name: place.index} if ruling.index and place.index is not None else {}
    scope = None
    if ruling.when is not None and not evaluation.holds(ruling.when, own):
        scope = lacking(evaluation, ruling.when, own) or Lacking((ruling.when,))
    ways = [*_by_clauses(evaluation, place, value), *_by_default(evaluation, place, value)]
    ways.sort(key=lambda way: way.hindrances)
    best: dict[str | None, Way] = {}
    for way in ways:
        best.setdefault(way.clause.id if way.clause else None, way)
    return WhyNot(place, value, Prospect.NOT, evaluation.situation, sampled, scope, tuple(best.values()))


def _by_clauses(evaluation: Evaluation, place: Place, value: Value) -> Iterator[Way]:
    """Every instance of a clause that could give a ruling a value."""
    ruling = evaluation.rulebook.rulings[place.name]
    applying = tuple(_applying(evaluation, place))
    concerned = [
        (clause, effect, bindings)
        for clause, effect in evaluation.rulebook.effects[place.name]
        for bindings in evaluation.instances(clause)
        if concerns(clause, effect, bindings, place.index)
    ]
    for clause, effect, bindings in concerned:
        parts = [_reaches(effect.index, place.index), _gives(effect.value, ruling.type, value)]
        condition = And((*([clause.when] if clause.when else []), *parts))
        lacks = lacking(evaluation, condition, bindings, len(concerned))
        if lacks is not None:
            seats = {name: seat for name, seat in bindings.items() if isinstance(seat, int)}
            overriding = _clauses(each for each in applying if clause.id in each.clause.overrides)
            clear = not lacks.parts and not overriding
            against = _clauses(each for each in _deciding(applying) if each.value != value) if clear else ()
            yield Way(clause, MappingProxyType(seats), lacks, overriding, against)


def _by_default(evaluation: Evaluation, place: Place, value: Value) -> Iterator[Way]:
    """The default, where it is the value."""
    if evaluation.rulebook.rulings[place.name].otherwise == value:
        applying = tuple(_applying(evaluation, place))
        yield Way(None, MappingProxyType({}), Lacking(()), (), _clauses(_deciding(applying)))


def _applying(evaluation: Evaluation, place: Place) -> Iterator[Instance]:
    """The effects that apply to a ruling, in its scope or not."""
    for clause, effect in evaluation.rulebook.effects[place.name]:
        for bindings in evaluation.instances(clause):
            if evaluation.holds(clause.when, bindings) and evaluation.target(effect.index, bindings) == place.index:
                yield Instance(clause, effect, bindings, evaluation.value(effect.value, bindings))


def _deciding(applying: tuple[Instance, ...]) -> tuple[Instance, ...]:
    overridden = frozenset[str]().union(*(each.clause.overrides for each in applying))
    return tuple(each for each in applying if each.clause.id not in overridden)


def _clauses(instances: Iterable[Instance]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.clause.id for each in instances))


# What an effect gives to whom, as conditions


def _reaches(index: Expression | None, wanted: Value | None) -> Expression:
    """That an effect is on a ruling at an index."""
    if index is None or wanted is None:
        return Const(value=True, type=FLAG)
    return Compare("=", index, Const(wanted, index.type))


def _gives(given: Expression, kind: Type, value: Value) -> Expression:
    """That what is given for a ruling of some type is a value."""
    match given:
        case If(test, then, otherwise):
            return If(test, _gives(then, kind, value), _gives(otherwise, kind, value), FLAG)
        case Const(constant):
            return Const(constant == value, FLAG)
        case _ if isinstance(kind, Flag):
            return given if value else Not(given)
        case _:
            return Compare("=", given, Const(value, kind))
