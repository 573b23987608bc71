"""What a situation shows of a thesis, by the reference evaluator: read it beside `service`, which says it in terms."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from misdeal.model.language.expression import Expression, Implies, Quantified
from misdeal.model.language.rulebook import Always, Case, Clause, Part, Place, Role, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation, indices, ruling_places
from misdeal.model.meaning.turn import turned

from .cases import is_expected, players_of
from .finding import FindingKind, Witness
from .obligation import Obligation, Sense
from .replay import is_situation, occurs
from .service import operands_of, shortened
from .telling import plain
from .thesis import Thesis


def shows(rulebook: Rulebook, thesis: Thesis, situation: Situation) -> bool:
    """Whether the axioms of a thesis hold in a situation, and its formula.

    Of a claim about two situations the other one is not at hand, so that the axioms are all that is looked at.
    """
    if settle(rulebook, situation.players, situation.values, usual=False) != situation:
        return False
    evaluation = Evaluation(rulebook, situation)
    broken = [always for always in rulebook.always if evaluation.fails(always.condition)]
    match thesis.subject:
        case Always() as always:
            return broken == [always]
        case Case() as case:
            wrong = thesis.sense is Sense.NOWHERE
            return not broken and _is_of(evaluation, case) and not (wrong and _is_right(evaluation, case))
        case Obligation() as obligation:
            shown = _fails if obligation.sense is Sense.NOWHERE else _holds
            return not broken and shown(evaluation, obligation)
        case under:
            return not broken and all(situation.values[place] == value for place, value in under.items())


# Cases


def _is_of(evaluation: Evaluation, case: Case) -> bool:
    """Whether a situation is one of a case: as given, and what it leaves out as usual, but for options."""
    rulebook, situation = evaluation.rulebook, evaluation.situation
    if situation.players != players_of(rulebook, case) or not case.given.keys() <= situation.values.keys():
        return False
    for place, value in situation.values.items():
        fact = rulebook.facts[place.name]
        wanted = case.given.get(place)
        if place not in case.given and fact.role is Role.FACT and arises(evaluation, fact, place):
            wanted = usual_value(evaluation, fact, place)
        if wanted not in {None, value}:
            return False
    return True


def _is_right(evaluation: Evaluation, case: Case) -> bool:
    """Whether what a case expects comes out, by the clauses that it names."""
    outcomes = {place: evaluation.outcome(place) for place in case.expected}
    deciding = {instance.clause.id for outcome in outcomes.values() for instance in outcome.deciding}
    return deciding.issuperset(case.clauses) and all(
        is_expected(expected, outcomes[place]) for place, expected in case.expected.items()
    )


# Obligations


def _fails(evaluation: Evaluation, obligation: Obligation) -> bool:
    """Whether the problem of an obligation occurs, at any index."""
    if obligation.twin is not None:
        return True
    rulebook, situation = evaluation.rulebook, evaluation.situation
    about = rulebook.rulings.get(obligation.ruling or "") or rulebook.facts.get(obligation.subject or "")
    return any(
        occurs(rulebook, evaluation, plain(obligation), Witness(situation, subject))
        for subject in indices(about.index if about else None, situation.players)
    )


def _holds(evaluation: Evaluation, obligation: Obligation) -> bool:
    """Whether what must hold somewhere does."""
    rulebook = evaluation.rulebook
    clause = rulebook.clauses[obligation.clauses[0]] if obligation.clauses else None
    match obligation.kind:
        case FindingKind.UNTRIED:
            return _is_tried(evaluation, obligation)
        case FindingKind.UNUSED:
            return _is_given(evaluation, obligation)
        case FindingKind.VACUOUS if clause is None:
            return any(_part_matters(evaluation, obligation, part) for part in rulebook.parts)
        case FindingKind.VACUOUS:
            return clause is not None and _operand_matters(evaluation, obligation, clause)
        case _:
            return clause is not None and _serves(evaluation, obligation, clause)


def _serves(evaluation: Evaluation, obligation: Obligation, clause: Clause) -> bool:
    """Whether a clause applies, or to its ruling applies, decides or makes a difference."""
    if obligation.ruling is None:
        return any(evaluation.holds(clause.when, names) for names in evaluation.instances(clause))
    without = Evaluation(_without(evaluation.rulebook, clause, obligation.ruling), evaluation.situation)
    for place in _places(evaluation, obligation.ruling):
        outcome = evaluation.outcome(place)
        match obligation.kind:
            case FindingKind.STRAY:
                shown = any(instance.clause is clause for instance in outcome.applying)
            case FindingKind.SHADOWED:
                shown = any(instance.clause is clause for instance in outcome.deciding)
            case _:
                other = without.outcome(place)
                shown = (outcome.kind, outcome.value) != (other.kind, other.value)
        if shown:
            return True
    return False


def _without(rulebook: Rulebook, clause: Clause, ruling: str) -> Rulebook:
    """The rulebook without the effects of a clause on a ruling; what overrides what stays as it is."""
    left = replace(clause, effects=tuple(effect for effect in clause.effects if effect.ruling != ruling))
    return replace(rulebook, clauses={**rulebook.clauses, clause.id: left})


def _is_given(evaluation: Evaluation, obligation: Obligation) -> bool:
    """Whether some clause decides that a ruling has the value that an obligation names."""
    assert obligation.ruling, "it is about a value of a ruling"
    kind = evaluation.rulebook.rulings[obligation.ruling].type
    return isinstance(kind, Choice) and any(
        not isinstance(instance.value, Undefined) and kind.show(instance.value) == obligation.subject
        for place in _places(evaluation, obligation.ruling)
        for instance in evaluation.outcome(place).deciding
    )


def _places(evaluation: Evaluation, ruling: str) -> Iterator[Place]:
    return (at for at in ruling_places(evaluation.rulebook, evaluation.situation.players) if at.name == ruling)


def _is_tried(evaluation: Evaluation, obligation: Obligation) -> bool:
    """Whether a claim is put to the test."""
    rulebook = evaluation.rulebook
    if any(claim.title == obligation.subject for claim in rulebook.turnings):
        return is_situation(Evaluation(rulebook, turned(rulebook, evaluation.situation)))
    named = (claim for claim in rulebook.claims if claim.title == obligation.subject)
    return any(_is_true(evaluation, claim.condition, {}) for claim in named)


def _is_true(evaluation: Evaluation, condition: Expression, names: Bindings) -> bool:
    """Whether a claim is true by more than an impossible premise, for some seats that it is about."""
    match condition:
        case Quantified("every", name, _, body):
            seats = range(1, evaluation.situation.players + 1)
            return any(_is_true(evaluation, body, {**names, name: seat}) for seat in seats)
        case Implies(premise, conclusion):
            return evaluation.holds(premise, names) and evaluation.holds(conclusion, names)
        case _:
            return evaluation.holds(condition, names)


# Operands: several that read the same, on the same line, are one to a reader


def _operand_matters(evaluation: Evaluation, obligation: Obligation, clause: Clause) -> bool:
    parts = [part.when for part in evaluation.rulebook.parts if part.id in clause.parts and part.when is not None]
    return clause.own is not None and any(
        _changes(evaluation, clause, [*parts, shorter])
        for operand, shorter in shortened(clause.own)
        if _is_meant(obligation, operand, clause)
    )


def _part_matters(evaluation: Evaluation, obligation: Obligation, part: Part) -> bool:
    rulebook = evaluation.rulebook
    if part.when is None:
        return False
    meant = [shorter for operand, shorter in operands_of(part.when) if _is_meant(obligation, operand, part)]
    return any(
        _changes(evaluation, clause, [*(_joined(rulebook, clause, part, shorter)), *_some(clause.own)])
        for clause in rulebook.clauses.values()
        if part.id in clause.parts
        for shorter in meant
    )


def _joined(rulebook: Rulebook, clause: Clause, part: Part, instead: Expression | None) -> Iterator[Expression]:
    """The conditions of the parts above a clause, with another one of one part."""
    for each in rulebook.parts:
        if each.id in clause.parts:
            yield from _some(instead if each is part else each.when)


def _some(condition: Expression | None) -> tuple[Expression, ...]:
    return () if condition is None else (condition,)


def _is_meant(obligation: Obligation, operand: Expression, at: Clause | Part) -> bool:
    span = operand.span if operand.span.line else at.span
    return show(operand) == obligation.subject and span == obligation.span


def _changes(evaluation: Evaluation, clause: Clause, conditions: Iterable[Expression]) -> bool:
    """Whether some instance of a clause applies, and with other conditions does not, or the other way."""
    conditions = list(conditions)
    return any(
        evaluation.holds(clause.when, names) != all(evaluation.holds(each, names) for each in conditions)
        for names in evaluation.instances(clause)
    )
