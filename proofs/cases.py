"""Cases: each precedent is put to the reference evaluator, under every value of the options that it leaves out."""

from misdeal.model.language.rulebook import Case, Place, Role, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import first_value
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome
from misdeal.model.meaning.settle import Unsettled, place_name, settle
from misdeal.model.meaning.situation import Situation, places

from .finding import Finding, FindingKind, Witness
from .inquiry import Inquiry
from .term import Term
from .world import World


def try_case(inquiry: Inquiry, case: Case) -> Finding | None:
    """A finding for a case that has another outcome than it must have, or that cannot be. Raises Undetermined."""
    rulebook = inquiry.world.rulebook
    left_out = [option for option in rulebook.options if Place(option.name) not in case.given]
    given = {**{Place(option.name): first_value(option.type) for option in left_out}, **case.given}
    settled = settle(rulebook, _players(rulebook, case), given, usual=True)
    if isinstance(settled, Unsettled):
        return _failed(case, settled.message(rulebook))
    problem = _problem(rulebook, case, settled)
    if problem and not left_out:
        return _failed(case, problem, settled)
    model = inquiry.find(_wrong(inquiry.world, case)) if left_out else None
    if model:
        settled = inquiry.situation(model)
        under = ", ".join(_chosen(rulebook, settled, option.name) for option in left_out)
        return _failed(case, f"{_problem(rulebook, case, settled)} (under {under})", settled)
    if left_out and problem and not inquiry.holds(_situation(inquiry.world, case)):
        return _failed(case, problem, settled)
    return None


def _wrong(world: World, case: Case) -> list[Term]:
    """Where a case's situation has another outcome than it must have."""
    right = world.terms.conjunction(world.comes_out(place, value) for place, value in case.expected.items())
    return [*_situation(world, case), world.terms.negation(right)]


def _situation(world: World, case: Case) -> list[Term]:
    """Where a case's situation is: what is given, and the rest as usual; options left out are open."""
    players = _players(world.rulebook, case)
    terms = [world.terms.equal(world.encoder.players, world.terms.number(players))]
    for place in places(world.rulebook, players):
        fact = world.rulebook.facts[place.name]
        if place in case.given:
            terms.append(world.fixed(place, case.given[place]))
        elif fact.role is Role.FACT and fact.usually is not None:
            terms.append(world.terms.negation(world.departure(fact, place.index)[0]))
    return terms


def _problem(rulebook: Rulebook, case: Case, situation: Situation) -> str:
    """What is wrong with a case in a situation; empty where nothing is."""
    evaluation = Evaluation(rulebook, situation)
    for always in rulebook.always:
        if evaluation.fails(always.condition):
            return f"its situation is impossible: always {show(always.condition)}"
    problems = []
    for place, value in case.expected.items():
        outcome = evaluation.outcome(place)
        if outcome.value != value:
            wanted = rulebook.rulings[place.name].type.show(value)
            problems.append(f"`{place_name(rulebook, place)}` must be {wanted} and {told(rulebook, place, outcome)}")
    return ", ".join(problems)


def told(rulebook: Rulebook, place: Place, outcome: Outcome) -> str:
    """An outcome in a phrase: `is void`, `has no ruling`."""
    match outcome.kind:
        case Kind.VALUE | Kind.DEFAULT:
            assert outcome.value is not None
            return f"is {rulebook.rulings[place.name].type.show(outcome.value)}"
        case Kind.DOES_NOT_ARISE:
            return "does not arise"
        case Kind.GAP:
            return "has no ruling"
        case Kind.CLASH:
            return "has more than one ruling"
        case Kind.UNDEFINED:
            return "is undefined"


def _players(rulebook: Rulebook, case: Case) -> int:
    return case.players or (rulebook.table.usual if rulebook.table else 0)


def _chosen(rulebook: Rulebook, situation: Situation, option: str) -> str:
    return f"{option} = {rulebook.facts[option].type.show(situation.values[Place(option)])}"


def _failed(case: Case, problem: str, situation: Situation | None = None) -> Finding:
    message = f"the case “{case.title}” fails: {problem}"
    witness = None if situation is None else Witness(situation)
    return Finding(FindingKind.FAILED, message, case.span, subject=case.title, witness=witness)
