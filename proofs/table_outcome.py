"""What comes out in a row of a decision table: one outcome, by a clause that decides it in all of the row.

Rows are told apart by what comes out and by the clause that leads to it, not by every set of clauses that may decide
together: where seven clauses can each give the same value, that is seven rows and not a hundred and twenty-seven.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from misdeal.model.language.expression import Const, Expression
from misdeal.model.language.rulebook import Effect, Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Instance, Kind, Outcome

from .criterion import Derived, Differ, Unsound
from .decide import Decider, Decision
from .derived import holds
from .outcomes import Outcomes
from .term import Term

UNRULED = frozenset({Kind.GAP, Kind.CLASH, Kind.UNDEFINED})


@dataclass(frozen=True, slots=True)
class OutcomeClass:
    """What is the same in all situations of a row. `leads` are positions among the effects on the ruling.

    Of a value they are the one effect that gives it, of a clash the two that differ (one twice, where its instances
    do), of something undefined the one that gives no value; of a default and of a gap there are none.
    """

    kind: Kind
    leads: tuple[int, ...] = ()


def class_at(evaluation: Evaluation, place: Place) -> OutcomeClass:
    """The class of what comes out for a ruling in a situation in which it arises."""
    outcome = evaluation.outcome(place)
    effects = [effect for _, effect in evaluation.rulebook.effects[place.name]]
    match outcome.kind:
        case Kind.VALUE:
            return OutcomeClass(Kind.VALUE, (_leading(effects, outcome),))
        case Kind.CLASH:
            return OutcomeClass(Kind.CLASH, min(_differing(effects, outcome)))
        case Kind.UNDEFINED:
            ruling = evaluation.rulebook.rulings[place.name]
            wrong = (each for each in outcome.deciding if not evaluation.in_type(ruling, each.value))
            return OutcomeClass(Kind.UNDEFINED, (min(_position(effects, each) for each in wrong),))
        case kind:
            return OutcomeClass(kind)


def _leading(effects: list[Effect], outcome: Outcome) -> int:
    """The first deciding effect, one whose value stands in the text before one whose value is computed."""
    positions = {_position(effects, instance) for instance in outcome.deciding}
    return min(positions, key=lambda at: (not isinstance(effects[at].value, Const), at))


def _differing(effects: list[Effect], outcome: Outcome) -> Iterator[tuple[int, int]]:
    """The pairs of deciding effects that name different values."""
    named = [(_position(effects, instance), instance.value) for instance in outcome.deciding]
    for (first, mine), (second, yours) in combinations_with_replacement(sorted(named, key=lambda each: each[0]), 2):
        if mine != yours:
            yield first, second


def _position(effects: list[Effect], instance: Instance) -> int:
    return next(at for at, effect in enumerate(effects) if effect is instance.effect)


def class_term(decider: Decider, decision: Decision, this: OutcomeClass) -> Term:
    """Where what comes out is of a class."""
    kinds = {
        Kind.VALUE: decision.valued,
        Kind.DEFAULT: decision.defaulted,
        Kind.GAP: decision.gap,
        Kind.CLASH: decision.clash,
        Kind.UNDEFINED: decision.undefined,
    }
    terms = [kinds[this.kind], *(decision.reaches[at].decides for at in this.leads)]
    terms += [holds(decider, decision, subject) for subject in _shown_by(decision.ruling.name, this)]
    return decider.terms.conjunction(terms)


def _shown_by(ruling: str, this: OutcomeClass) -> Iterator[Derived]:
    """What has to be so of the leads of a clash, or of what is undefined."""
    match this:
        case OutcomeClass(Kind.CLASH, (first, second)):
            yield Differ(ruling, first, second)
        case OutcomeClass(Kind.UNDEFINED, (lead,)):
            yield Unsound(ruling, lead)
        case _:
            pass


def constant(rulebook: Rulebook, ruling: str, this: OutcomeClass) -> Value | None:
    """The value that comes out in every situation of a class; None where there is none, or it is computed."""
    match this:
        case OutcomeClass(Kind.DEFAULT):
            return rulebook.rulings[ruling].otherwise
        case OutcomeClass(Kind.VALUE, (lead,)):
            given: Expression = rulebook.effects[ruling][lead][1].value
            return given.value if isinstance(given, Const) else None
        case _:
            return None


def derived_criteria(outcomes: Outcomes) -> tuple[Derived, ...]:
    """Where values are computed: whether any two of them differ, and whether each is a value of the ruling."""
    found: dict[Derived, None] = {}
    for obligation in (*outcomes.clashes(), *outcomes.undefined()):
        found.update(dict.fromkeys(each for each in obligation.scene.derived if isinstance(each, Differ | Unsound)))
    decider, decision = outcomes.decider, outcomes.decision
    return tuple(each for each in found if holds(decider, decision, each) is not decider.terms.false)
