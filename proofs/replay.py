"""Every witness is replayed by the reference evaluator before anyone sees it."""

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value, first_value
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Kind, Outcome, Result, Undefined
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import arises

from .finding import Finding, FindingKind, Witness


class Disagreement(Exception):  # noqa: N818 - an internal error, and a loud one
    """The solver's situation does not show what it was found for: a mistake in Misdeal."""


def replay(rulebook: Rulebook, finding: Finding, witness: Witness) -> None:
    """Raises Disagreement unless the witness is possible and shows the finding."""
    evaluation = Evaluation(rulebook, witness.situation)
    if not (is_situation(evaluation) and occurs(rulebook, evaluation, finding, witness)):
        raise Disagreement(f"{finding.message}: {witness}")


def is_situation(evaluation: Evaluation) -> bool:
    """Whether a situation is possible, and every fact that does not arise in it has its first value."""
    facts, values = evaluation.rulebook.facts, evaluation.situation.values
    return evaluation.possible and all(
        value == first_value(facts[place.name].type) or arises(evaluation, facts[place.name], place)
        for place, value in values.items()
    )


def came(outcome: Outcome) -> tuple[Kind | None, Value | None]:
    """What tells one outcome from another: a value, by clauses or by default, or else the kind."""
    return (outcome.kind if outcome.value is None else None, outcome.value)


def occurs(rulebook: Rulebook, evaluation: Evaluation, finding: Finding, witness: Witness) -> bool:
    """Whether a finding occurs in a situation, at the index of the witness."""
    match finding.kind:
        case FindingKind.GAP | FindingKind.CLASH | FindingKind.UNDEFINED if finding.ruling:
            place = Place(finding.ruling, witness.subject)
            return examined(evaluation, place) and _comes_out(evaluation, finding, place)
        case FindingKind.REFUTED:
            return any(
                claim.title == finding.subject and evaluation.fails(claim.condition) for claim in rulebook.claims
            )
        case _:
            return _undefined_statement(rulebook, evaluation, finding, witness)


def _comes_out(evaluation: Evaluation, finding: Finding, place: Place) -> bool:
    """Whether the ruling comes out as the finding says."""
    outcome = evaluation.outcome(place)
    deciding = {instance.clause.id for instance in outcome.deciding}
    match finding.kind:
        case FindingKind.GAP:
            return outcome.kind is Kind.GAP
        case FindingKind.CLASH:
            named = finding.clauses or deciding
            values = {instance.value for instance in outcome.deciding if instance.clause.id in named}
            return outcome.kind is Kind.CLASH and deciding.issuperset(finding.clauses) and len(values) > 1
        case _:
            return outcome.kind is Kind.UNDEFINED or _faulty(evaluation, finding, place)


def _faulty(evaluation: Evaluation, finding: Finding, place: Place) -> bool:
    """Whether the scope, or a condition or a target of the finding's clause, is a fault."""
    ruling = evaluation.rulebook.rulings[place.name]
    own = {ruling.index.name: place.index} if ruling.index and place.index is not None else {}
    if ruling.when is not None and evaluation.value(ruling.when, own) is Undefined.FAULT:
        return True
    for clause, effect in evaluation.rulebook.effects[place.name]:
        for bindings in evaluation.instances(clause) if clause.id in finding.clauses else ():
            condition = True if clause.when is None else evaluation.value(clause.when, bindings)
            astray = isinstance(evaluation.target(effect.index, bindings), Undefined)
            if condition is Undefined.FAULT or (condition is True and astray):
                return True
    return False


def _undefined_statement(rulebook: Rulebook, evaluation: Evaluation, finding: Finding, witness: Witness) -> bool:
    """Whether an `always`, or the `when` of a fact, is undefined."""
    nothing: Bindings = {}
    conditions = [(always.condition, nothing) for always in rulebook.always if always.span == finding.span]
    fact = rulebook.facts.get(finding.subject or "")
    if fact and fact.when and fact.span == finding.span:
        own = [] if fact.index is None or witness.subject is None else [(fact.index.name, witness.subject)]
        conditions.append((fact.when, dict[str, Result](own)))
    return any(isinstance(evaluation.value(condition, names), Undefined) for condition, names in conditions)
