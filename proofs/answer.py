"""What a rulebook rules in a case: the outcome of each ruling, as far as the facts given settle it.

Where the facts leave few situations open the reference evaluator looks at each, and no solver is loaded.
Where there are more, a solver finds out what all of them have in common. Either way what is told holds in
every possible completion, and whatever holds in every one is told.

A ruling indexed by a seat is answered for every seat that may be at the table: at a seat that only may be,
the answer holds wherever that seat is at the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import TYPE_CHECKING

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Instance, Kind, Undefined
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import arises
from misdeal.model.meaning.ranges import Values
from misdeal.model.meaning.situation import places

from .because import at, holding
from .branches import branched
from .common import Comes, Common, Surveyed
from .joint import joint_answer, listed
from .known import Given, Known, completions
from .mattering import Listed
from .refusal import Refusal, check_given, unknown_ruling
from .ruled import Answer, Branch, Deciding, Ruled, Standing

if TYPE_CHECKING:
    from .finding import Nearest

__all__ = ["TIMEOUT", "Answer", "Branch", "Deciding", "Ruled", "Standing", "answer", "rule"]

TIMEOUT = 30.0  # seconds
SITUATIONS = 256  # looked at one by one, of a small rulebook
EFFORT = 20_000  # instances of effects evaluated one by one


def rule(
    rulebook: Rulebook,
    facts: Mapping[Place, Value | Values],
    *,
    players: int | Values | None = None,
    lets: Mapping[Place, Value | Values] | None = None,
    usual: bool = False,
    rulings: Iterable[str] | None = None,
    timeout: float = TIMEOUT,
) -> Answer:
    """What is ruled on some facts: on all rulings, or on some.

    Each fact is given as its value, or as the set of values that it may have, and so are the number of players and
    `lets`, which have no parameter or one. With `usual` every fact of which nothing is given has its usual value, and
    so has the number of players; a fact that has none stays unknown. Raises Refusal for facts that are impossible or
    not facts of the rulebook. `timeout` is in seconds, for all that a solver is asked; what is not found out by then
    is open.
    """
    sizes = None if players is None else _values(players)
    known = Known(rulebook, sizes, _given(facts), _given(lets or {}), usual)
    return answer(known, rulings, timeout)


def answer(known: Known, rulings: Iterable[str] | None = None, timeout: float = TIMEOUT) -> Answer:
    """What is ruled on what is known, as `rule` says it."""
    rulebook = known.rulebook
    check_given(known)
    names = _asked(rulebook, rulings)
    situations = completions(known, _most(rulebook, known))
    if situations is None:
        return _surveyed(known, names, timeout)
    evaluations = [Evaluation(rulebook, situation) for situation in situations]
    possible = [evaluation for evaluation in evaluations if evaluation.possible]
    if not possible:
        raise _refusal(known, timeout)
    if len(possible) > 1:
        return branched(known, joint_answer(known, _listed(known, names, possible)))
    return _told(known, names, possible[0])


def _asked(rulebook: Rulebook, rulings: Iterable[str] | None) -> tuple[str, ...]:
    """The rulings that are asked for, in the order of declaration."""
    asked = frozenset(rulebook.rulings if rulings is None else rulings)
    for unknown in sorted(asked - rulebook.rulings.keys()):
        raise unknown_ruling(rulebook, unknown)
    return tuple(name for name in rulebook.rulings if name in asked)


def _given(things: Mapping[Place, Value | Values]) -> Given:
    """Each with the set of its values."""
    return MappingProxyType({place: _values(value) for place, value in things.items()})


def _values(value: Value | Values) -> Values:
    return value if isinstance(value, AbstractSet) else frozenset({value})


def _most(rulebook: Rulebook, known: Known) -> int:
    """How many situations may be looked at one by one: fewer of a rulebook with many instances of effects."""
    seats, instances = max(1, known.sizes[-1]), 0
    for clause in rulebook.clauses.values():
        instances += int(seats ** len(clause.each)) * len(clause.effects)
    return max(1, min(SITUATIONS, EFFORT // max(1, instances)))


def _refusal(known: Known, timeout: float) -> Refusal:
    """The refusal of facts that no possible situation has, with the reason as far as it is found out."""
    from .conflict import Conflicts  # noqa: PLC0415 - the encoder is loaded where it is needed
    from .impossible import impossible  # noqa: PLC0415
    from .inquiry import Undetermined  # noqa: PLC0415

    try:
        with Conflicts(known, timeout) as search:
            return impossible(known.rulebook, search.find())
    except Undetermined as reason:
        return Refusal(f"these facts are impossible; which of them, was not found out: {reason}")


def _surveyed(known: Known, names: tuple[str, ...], timeout: float) -> Answer:
    """The answer in many situations, by the solver."""
    from .survey import survey  # noqa: PLC0415 - the encoder is loaded where it is needed

    surveyed = survey(known, names, timeout)
    if surveyed is None:
        raise _refusal(known, timeout)
    return branched(known, joint_answer(known, surveyed))


def _listed(known: Known, names: tuple[str, ...], evaluations: Sequence[Evaluation]) -> Surveyed:
    """What all possible situations have in common, and what matters to which of the rulings."""
    common, pairs = _counted(known, names, evaluations), Listed(known, evaluations)
    mattering = {place: pairs.mattering(place) for place in common.parted}
    return Surveyed(common, mattering=MappingProxyType(mattering))


def _counted(known: Known, names: tuple[str, ...], evaluations: Iterable[Evaluation]) -> Common:
    """What some situations have in common."""
    common = Common(known, names)
    for evaluation in evaluations:
        common.add(evaluation)
    return common


# One situation


def _told(known: Known, names: tuple[str, ...], evaluation: Evaluation) -> Answer:
    """The answer in the one situation that is left."""
    common = _counted(known, names, [evaluation])
    situation = evaluation.situation
    rulings = tuple(_ruled(evaluation, place) for place in common.places(situation.players))
    missing = listed(known, common.asked)
    taken = _taken(known, evaluation)
    return Answer(known, situation.players, rulings, missing, taken, situation)


def _ruled(evaluation: Evaluation, place: Place) -> Ruled:
    outcome = evaluation.outcome(place)
    deciding = tuple(_deciding(evaluation, instance, outcome.applying) for instance in outcome.deciding)
    return Ruled(
        place,
        (Comes(outcome.kind, outcome.value),),
        deciding,
        consequence=not examined(evaluation, place),
        nearest=_nearest(evaluation, place) if outcome.kind is Kind.GAP else (),
    )


def _nearest(evaluation: Evaluation, place: Place) -> "tuple[Nearest, ...]":
    from .nearest import nearest  # noqa: PLC0415 - it is loaded where there is a gap

    return nearest(evaluation, place)


def _deciding(evaluation: Evaluation, instance: Instance, applying: tuple[Instance, ...]) -> Deciding:
    clause = instance.clause
    seats = {name: seat for name, seat in instance.bindings.items() if not isinstance(seat, Undefined)}
    value = None if isinstance(instance.value, Undefined) else instance.value
    overrides = dict.fromkeys(other.clause.id for other in applying if other.clause.id in clause.overrides)
    because = holding(evaluation, at(clause.when, clause.each, seats))
    return Deciding(
        clause,
        sure=True,
        seats=MappingProxyType(seats),
        value=value,
        because=because,
        overrides=tuple(overrides),
    )


def _taken(known: Known, evaluation: Evaluation) -> Mapping[Place, Value]:
    """The values of the facts that arise and are not given."""
    situation, facts = evaluation.situation, known.rulebook.facts
    taken = {
        place: situation.values[place]
        for place in places(known.rulebook, situation.players)
        if place not in known.facts and arises(evaluation, facts[place.name], place)
    }
    return MappingProxyType(taken if known.usual else {})
