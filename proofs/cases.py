"""Cases: each precedent is put to the reference evaluator, under every value of the options that it leaves out.

A solver is asked only where these are too many to go through, or leave a fact open that has no usual value.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from misdeal.model.language.precedents import ARTICLES
from misdeal.model.language.rulebook import Case, Expected, Fact, Place, Role, Rulebook, Unruled
from misdeal.model.language.show import show
from misdeal.model.language.types import Type, Value, first_value
from misdeal.model.language.words import named_values
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome
from misdeal.model.meaning.settle import Unsettled, place_name, settle
from misdeal.model.meaning.situation import Situation, places

from .finding import Finding, FindingKind, Witness
from .known import values_of

if TYPE_CHECKING:  # what only looks at cases does without a solver
    from .inquiry import Inquiry
    from .term import Term
    from .world import World

COMBINATIONS = 256  # of the options that a case leaves out, gone through one by one

Asking: TypeAlias = Callable[[Case], Situation | None]
"""The situation of a case in which it fails, or else any that it has; None where it has none."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came out for one ruling of which a case expects something."""

    place: Place
    expected: Expected
    outcome: Outcome

    @property
    def right(self) -> bool:
        """Whether it is what was expected."""
        return is_expected(self.expected, self.outcome)


@dataclass(frozen=True, slots=True)
class Tried:
    """A case that was tried. `problem` is what is wrong, empty where nothing is.

    `situation` is the one that shows it, or one of the case; None where there is none. `silent` are clauses that had to
    decide and do not in it; `open` are the options that the case leaves out. `unknown` is why it was not found out,
    empty where it was.
    """

    case: Case
    problem: str
    situation: Situation | None = None
    came: tuple[Came, ...] = ()
    silent: tuple[str, ...] = ()
    open: tuple[Fact, ...] = ()
    unknown: str = ""

    @property
    def passed(self) -> bool:
        """Whether everything comes out as it must."""
        return not (self.problem or self.unknown)


def try_case(rulebook: Rulebook, case: Case, ask: Asking) -> Tried:
    """A case before the evaluator. Raises what `ask` does."""
    first = _first(rulebook, case)
    if isinstance(first, Unsettled):
        return Tried(case, first.message(rulebook))
    found = list[Tried]()
    for situation in _situations(rulebook, case, ask):
        came = judged(rulebook, case, situation)
        if came.problem and came.came:
            return came
        found.append(came)
    return next((each for each in found if each.came), found[0] if found else judged(rulebook, case, first))


def judged(rulebook: Rulebook, case: Case, situation: Situation) -> Tried:
    """A case in one of its situations; one that is impossible shows nothing of what comes out."""
    left_out = left_open(rulebook, case)
    evaluation = Evaluation(rulebook, situation)
    for always in rulebook.always:
        if evaluation.fails(always.condition):
            problem = f"its situation is impossible: always {show(always.condition)}"
            return Tried(case, problem, situation, open=left_out)
    came = tuple(Came(place, expected, evaluation.outcome(place)) for place, expected in case.expected.items())
    deciding = {instance.clause.id for each in came for instance in each.outcome.deciding}
    silent = tuple(clause for clause in case.clauses if clause not in deciding)
    problems = [_problem(rulebook, each) for each in came if not each.right]
    problems += [f"`{clause}` must decide and does not" for clause in silent]
    return Tried(case, ", ".join(problems), situation, came, silent, left_out)


def failing(inquiry: "Inquiry") -> Asking:
    """Asks the solver for the situation of a case. Raises Undetermined."""

    def ask(case: Case) -> Situation | None:
        model = inquiry.find([fails(inquiry.world, case)]) or inquiry.find(here(inquiry.world, case))
        return inquiry.situation(model) if model else None

    return ask


def fails(world: "World", case: Case) -> "Term":
    """Where a case's situation is and it does not come out as it must."""
    t = world.terms
    return t.conjunction((*here(world, case), t.negation(comes_out(world, case))))


def failure(rulebook: Rulebook, tried: Tried) -> Finding | None:
    """What a case that fails comes to in a report."""
    if not tried.problem:
        return None
    under = ", ".join(_chosen(rulebook, tried.situation, option) for option in tried.open) if tried.came else ""
    told = f"{tried.problem} (under {under})" if under else tried.problem
    message = f"the case “{tried.case.title}” fails: {told}"
    witness = None if tried.situation is None else Witness(tried.situation)
    return Finding(FindingKind.FAILED, message, tried.case.span, subject=tried.case.title, witness=witness)


def is_expected(expected: Expected, outcome: Outcome) -> bool:
    """Whether an outcome is the one expected; one by default counts like one by a clause."""
    if isinstance(expected, Unruled):
        return outcome.kind.value == expected.value
    return outcome.value == expected


def expected_text(rulebook: Rulebook, place: Place, expected: Expected) -> str:
    """What is expected as it is written in a case."""
    kind = rulebook.rulings[place.name].type
    return unruled_text(expected.value, kind) if isinstance(expected, Unruled) else kind.show(expected)


def unruled_text(expected: str, kind: Type) -> str:
    """An outcome that is no value as it is written in a case of a ruling of some type, which may have such a value."""
    return ARTICLES[Unruled(expected)] if expected in named_values(kind) else expected


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


def players_of(rulebook: Rulebook, case: Case) -> int:
    """How many play in a case."""
    return case.players or (rulebook.table.usual if rulebook.table else 0)


# The situations of a case


def _first(rulebook: Rulebook, case: Case) -> Situation | Unsettled:
    """The situation of a case under the first values of options; if there is none, then the case has none at all."""
    return _settled(rulebook, case, {Place(option.name): first_value(option.type) for option in rulebook.options})


def _settled(rulebook: Rulebook, case: Case, options: Mapping[Place, Value]) -> Situation | Unsettled:
    return settle(rulebook, players_of(rulebook, case), {**options, **case.given}, usual=True)


def _situations(rulebook: Rulebook, case: Case, ask: Asking) -> Iterator[Situation]:
    """The situation of a case under each value of the options left out; by the solver where they are many."""
    listed = situations(rulebook, case)
    yield from filter(None, [ask(case)]) if listed is None else listed


def situations(rulebook: Rulebook, case: Case) -> tuple[Situation, ...] | None:
    """The situation of a case under each value of the options left out; None where a solver has to be asked."""
    players = players_of(rulebook, case)
    left_out = left_open(rulebook, case)
    choices = [values_of(option.type, players) for option in left_out]
    if prod(map(len, choices)) > COMBINATIONS:
        return None
    named = [Place(option.name) for option in left_out]
    settled = [_settled(rulebook, case, dict(zip(named, values, strict=True))) for values in product(*choices)]
    if any(isinstance(each, Unsettled) and each.missing for each in settled):
        return None
    return tuple(each for each in settled if isinstance(each, Situation))


def left_open(rulebook: Rulebook, case: Case) -> tuple[Fact, ...]:
    """The options and readings that a case leaves out."""
    return tuple(option for option in rulebook.options if Place(option.name) not in case.given)


def _problem(rulebook: Rulebook, came: Came) -> str:
    name, wanted = place_name(rulebook, came.place), expected_text(rulebook, came.place, came.expected)
    must = {
        Unruled.DOES_NOT_ARISE: "must not arise",
        Unruled.GAP: "must have no ruling",
        Unruled.CLASH: "must have more than one ruling",
    }
    phrase = f"must be {wanted}"
    if isinstance(came.expected, Unruled):
        phrase = must.get(came.expected, phrase)
    return f"`{name}` {phrase} and {told(rulebook, came.place, came.outcome)}"


def _chosen(rulebook: Rulebook, situation: Situation | None, option: Fact) -> str:
    assert situation
    return f"{option.name} = {rulebook.facts[option.name].type.show(situation.values[Place(option.name)])}"


# As terms


def here(world: "World", case: Case) -> "list[Term]":
    """Where a case's situation is: what is given, and the rest as usual; options left out are open.

    Nowhere, where what is given makes no situation.
    """
    if isinstance(_first(world.rulebook, case), Unsettled):
        return [world.terms.false]
    players = players_of(world.rulebook, case)
    terms = [world.terms.equal(world.encoder.players, world.terms.number(players))]
    for place in places(world.rulebook, players):
        fact = world.rulebook.facts[place.name]
        if place in case.given:
            terms.append(world.fixed(place, case.given[place]))
        elif fact.role is Role.FACT and fact.usually is not None:
            terms.append(world.terms.negation(world.departure(fact, place.index)[0]))
    return terms


def comes_out(world: "World", case: Case) -> "Term":
    """Where a case comes out as it must."""
    t = world.terms
    right = [world.comes_out(place, expected) for place, expected in case.expected.items()]
    right += [t.disjunction(world.decides(place, clause) for place in case.expected) for clause in case.clauses]
    return t.conjunction(right)
