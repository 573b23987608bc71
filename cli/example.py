"""Which facts an example cannot do without: those that no usual value stands in for, and that matter there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Type, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.reach import reached
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation
from misdeal.model.meaning.traced import Traced
from misdeal.proofs.digest import digest

MOST = 60  # values of a fact that are tried
EFFORT = 50_000  # facts settled and clauses tried in all for one example
Came: TypeAlias = tuple[Kind, Value | None]

_FOUND: WeakKeyDictionary[Rulebook, dict[str, frozenset[str]]] = WeakKeyDictionary()


def found_before(rulebook: Rulebook) -> dict[str, frozenset[str]]:
    """What `mattering` has found of a rulebook, by digests of what it was asked; it takes what is added for found."""
    return _FOUND.setdefault(rulebook, {})


def mattering(
    rulebook: Rulebook, places: Sequence[Place], situation: Situation, known: frozenset[str]
) -> frozenset[str]:
    """The facts without a usual value, but for those known, of which another value would change some rulings.

    Facts of few values are tried first, as far as the effort goes.
    """
    if not places:
        return frozenset()
    named, values = [(place.name, place.index) for place in places], list(situation.values.values())
    key, found = digest(named, situation.players, values, sorted(known)), found_before(rulebook)
    if key not in found:
        found[key] = _mattering(rulebook, places, situation, known)
    return found[key]


def _mattering(
    rulebook: Rulebook, places: Sequence[Place], situation: Situation, known: frozenset[str]
) -> frozenset[str]:
    evaluation = Evaluation(rulebook, situation)
    stated = dict(_stated(evaluation))
    given = {each: situation.values[each] for each in stated}
    wanted = {place: _looked(rulebook, situation, place) for place in places}
    beneath = frozenset[str]().union(*(each.beneath for each in wanted.values())) - known
    tried = {
        each: _values(rulebook.facts[each.name].type, situation.players)
        for each, has_usual in stated.items()
        if not has_usual and each.name in beneath
    }
    left, found = EFFORT // _size(evaluation), set[str]()
    for each, values in sorted(tried.items(), key=lambda pair: len(pair[1])):
        left -= len(values)
        if left < 0:
            break
        reading = {place: looked.came for place, looked in wanted.items() if each.name in looked.beneath}
        if each.name not in found and any(
            _changes(rulebook, situation.players, {**given, each: value}, reading)
            for value in values
            if value != given[each]
        ):
            found.add(each.name)
    return frozenset(found)


class _Looked(NamedTuple):
    """What comes out for a ruling, and the facts that were read for it, with those on which these depend."""

    came: Came
    beneath: frozenset[str]


def _looked(rulebook: Rulebook, situation: Situation, place: Place) -> _Looked:
    """What comes out; with other facts than those beneath it nothing else would."""
    evaluation = Traced(rulebook, situation)
    came = _came(evaluation, place)
    read = [rulebook.facts[name] for name in evaluation.read]
    beneath = reached(rulebook, (), [each for fact in read for each in (fact.when, fact.usually) if each is not None])
    return _Looked(came, beneath | evaluation.read)


def _size(evaluation: Evaluation) -> int:
    """How many facts there are, and instances of clauses."""
    bindings = (evaluation.instances(clause) for clause in evaluation.rulebook.clauses.values())
    return 1 + len(evaluation.situation.values) + sum(1 for each in bindings for _ in each)


def _stated(evaluation: Evaluation) -> Iterator[tuple[Place, bool]]:
    """What usual values alone do not say, each with whether it has a usual value from which it departs."""
    for place, value in evaluation.situation.values.items():
        fact = evaluation.rulebook.facts[place.name]
        if arises(evaluation, fact, place) and (usual := usual_value(evaluation, fact, place)) != value:
            yield place, usual is not None


def _changes(rulebook: Rulebook, players: int, given: Mapping[Place, Value], wanted: Mapping[Place, Came]) -> bool:
    """Whether something else comes out with other facts, where they can be."""
    settled = settle(rulebook, players, given, usual=True)
    if isinstance(settled, Unsettled):
        return False
    evaluation = Evaluation(rulebook, settled)
    return any(_came(evaluation, place) != came for place, came in wanted.items()) and evaluation.possible


def _came(evaluation: Evaluation, place: Place) -> Came:
    outcome = evaluation.outcome(place)
    return outcome.kind, outcome.value


def _values(kind: Type, players: int) -> list[Value]:
    """The values of a type at a table, but only the ends of a long range of numbers."""
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Seat):
        return [*range(1, players + 1), *([kind.table.nobody] if kind.vacant else [])]
    values = range(kind.low, kind.high + 1)
    return list(values) if len(values) <= MOST else [*values[: MOST // 2], *values[-MOST // 2 :]]
