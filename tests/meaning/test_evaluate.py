"""The reference evaluator on small examples: the meaning, sentence by sentence."""

from collections.abc import Mapping

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome, Undefined
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation

TABLE = """seats player 2..4 usually 3
type side = {ours, theirs}
fact dealer: player usually 1 "Who deals?"
fact leader: player or nobody usually nobody "Who leads?"
fact away[p]: yes/no usually no "Is the player away?"
fact cards[p]: 0..9 usually 5 "How many cards?"
fact played[s: side]: yes/no usually no "Has the side played?"
"""


def book(statements: str) -> Rulebook:
    """A rulebook with the facts above."""
    return read(f'```misdeal\nrulebook test "Test"\n{TABLE}{statements}\n```', "test.md")


def evaluation(rulebook: Rulebook, players: int = 3, given: Mapping[Place, Value] | None = None) -> Evaluation:
    """The evaluation of a rulebook where what is not given is as usual."""
    situation = settle(rulebook, players, given or {}, usual=True)
    assert isinstance(situation, Situation)
    return Evaluation(rulebook, situation)


def outcome(
    statements: str, place: Place | None = None, players: int = 3, given: Mapping[Place, Value] | None = None
) -> Outcome:
    """The outcome of a ruling."""
    return evaluation(book(statements), players, given).outcome(place or Place("r"))


def worth(
    expression: str, players: int = 3, given: Mapping[Place, Value] | None = None, more: str = ""
) -> Value | Undefined:
    """The value of an expression."""
    rulebook = book(f"{more}\nlet asked = {expression}")
    return evaluation(rulebook, players, given).value(rulebook.lets["asked"].body)


RULING = 'ruling r: {a, b, c} "What?"\n'
NUMBER = 'ruling r: 0..9 "What?"\n'


# Outcomes


def test_outside_its_scope_a_ruling_does_not_arise() -> None:
    """Whatever the clauses say."""
    assert outcome('ruling r: {a, b} when away[1] "What?"\nclause 1 "One" then r is a').kind is Kind.DOES_NOT_ARISE


def test_an_undefined_scope_counts_as_false() -> None:
    """A scope that is not true keeps the ruling from arising."""
    assert outcome('ruling r: {a, b} when away[leader] "What?"\nclause 1 "One" then r is a').kind is Kind.DOES_NOT_ARISE


def test_without_a_clause_that_applies_there_is_a_gap() -> None:
    """No default is assumed."""
    assert outcome(RULING + 'clause 1 "One" when away[1] then r is a').kind is Kind.GAP


def test_otherwise_is_a_default() -> None:
    """The value that a ruling declares, kept apart from what a clause gives."""
    found = outcome('ruling r: {a, b} otherwise b "What?"\nclause 1 "One" when away[1] then r is a')
    assert (found.kind, found.value) == (Kind.DEFAULT, 1)


def test_equal_values_do_not_clash() -> None:
    """Two clauses that give the same value give that value."""
    found = outcome(RULING + 'clause 1 "One" then r is b\nclause 2 "Two" then r is b')
    assert (found.kind, found.value) == (Kind.VALUE, 1)
    assert {instance.clause.id for instance in found.deciding} == {"1", "2"}


def test_different_values_clash() -> None:
    """Two clauses that give different values give none."""
    assert outcome(RULING + 'clause 1 "One" then r is a\nclause 2 "Two" then r is b').kind is Kind.CLASH


def test_an_overridden_clause_does_not_decide() -> None:
    """The other one does."""
    found = outcome(RULING + 'clause 1 "One" then r is a\nclause 2 "Two" then r is b overrides 1')
    assert (found.kind, found.value) == (Kind.VALUE, 1)
    assert len(found.applying) == 2


def test_a_clause_that_does_not_apply_overrides_nothing() -> None:
    """Overriding is only between effects that apply."""
    found = outcome(RULING + 'clause 1 "One" then r is a\nclause 2 "Two" when away[1] then r is b overrides 1')
    assert (found.kind, found.value) == (Kind.VALUE, 0)


def test_an_overridden_clause_still_overrides() -> None:
    """There is no reinstatement."""
    statements = 'clause 1 "One" then r is a\nclause 2 "Two" then r is b overrides 1\n'
    statements += 'clause 3 "Three" then r is c overrides 2'
    found = outcome(RULING + statements)
    assert (found.kind, found.value) == (Kind.VALUE, 2)


def test_overriding_is_transitive_though_the_middle_does_not_apply() -> None:
    """It is closed over the clauses as declared."""
    statements = 'clause 1 "One" then r is a\nclause 2 "Two" when away[1] then r is b overrides 1\n'
    statements += 'clause 3 "Three" then r is c overrides 2'
    found = outcome(RULING + statements)
    assert (found.kind, found.value) == (Kind.VALUE, 2)


def test_overriding_is_taken_on_one_ruling_only() -> None:
    """A clause that has no effect on a ruling overrides nothing there."""
    statements = RULING + 'ruling other: {x, y} "Other?"\nclause 1 "One" then r is a\n'
    statements += 'clause 2 "Two" then other is x overrides 1'
    assert outcome(statements).value == 0


def test_two_instances_of_a_clause_can_clash() -> None:
    """No clause overrides itself."""
    statements = 'ruling r: 0..9 "What?"\nclause 1 "One" for each p then r is cards[p]'
    assert outcome(statements).value == 5
    assert outcome(statements, given={Place("cards", 1): 4}).kind is Kind.CLASH


def test_all_instances_of_a_clause_are_overridden_at_once() -> None:
    """One instance of the overriding clause is enough."""
    statements = 'ruling r: 0..9 "What?"\nclause 1 "One" for each p then r is cards[p]\n'
    statements += 'clause 2 "Two" for each p when away[p] then r is 9 overrides 1'
    assert outcome(statements, given={Place("cards", 1): 4, Place("away", 2): True}).value == 9


def test_a_value_outside_the_type_is_undefined() -> None:
    """Numbers that a ruling cannot be."""
    assert outcome('ruling r: 0..4 "What?"\nclause 1 "One" then r is cards[1]').kind is Kind.UNDEFINED


def test_an_undefined_value_is_undefined_even_beside_a_value() -> None:
    """One deciding value that is undefined leaves nothing."""
    statements = 'ruling r: 0..9 "What?"\nclause 1 "One" then r is cards[leader]\nclause 2 "Two" then r is 3'
    assert outcome(statements).kind is Kind.UNDEFINED


def test_an_undefined_value_that_is_overridden_does_not_matter() -> None:
    """Only deciding values count."""
    statements = NUMBER + 'clause 1 "One" then r is cards[leader]\nclause 2 "Two" then r is 3 overrides 1'
    assert outcome(statements).value == 3


def test_an_effect_reaches_a_computed_seat() -> None:
    """And nobody else."""
    statements = 'ruling r[p]: {a, b} otherwise b "What?"\n'
    statements += 'clause 1 "One" for each p when away[p] then r[before(p)] is a'
    given = {Place("away", 1): True}
    assert [outcome(statements, Place("r", seat), given=given).value for seat in (1, 2, 3)] == [1, 1, 0]


def test_clauses_have_instances_only_for_seats_at_the_table() -> None:
    """At a table of two nothing is said of a third."""
    statements = 'ruling r: {a, b} otherwise b "What?"\nclause 1 "One" for each p when p = 3 then r is a'
    assert outcome(statements, players=2).value == 1
    assert outcome(statements, players=3).value == 0


# Rulings that read rulings


READING = 'ruling first_one: {a, b} when away[1] "First?"\nruling r: {x, y} otherwise y "What?"\n'


def test_a_ruling_without_a_value_makes_a_term_undefined() -> None:
    """A condition that reads it is not true, either way."""
    for condition in ("first_one = a", "first_one != a", "not first_one = a"):
        statements = READING + f'clause 1 "One" when {condition} then r is x'
        assert outcome(statements).kind is Kind.DEFAULT
        assert outcome(statements, given={Place("away", 1): True}).kind is Kind.DEFAULT


def test_decided_is_true_or_false() -> None:
    """It asks whether a ruling has a value, by default or not."""
    statements = READING + 'clause 1 "One" when cards[1] = 4 then first_one is a\n'
    statements += 'clause 2 "Two" when not decided(first_one) then r is x'
    assert outcome(statements).value == 0
    assert outcome(statements, given={Place("away", 1): True, Place("cards", 1): 4}).value == 1


def test_examined_where_what_is_read_has_settled() -> None:
    """A hole in a ruling that is read is no finding of the one that reads it."""
    rulebook = book(READING + 'clause 1 "One" when first_one = a then r is x')
    assert examined(evaluation(rulebook), Place("r"))  # does not arise
    assert not examined(evaluation(rulebook, given={Place("away", 1): True}), Place("r"))  # a gap


# Expressions


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("before(1)", 3),
        ("after(3)", 1),
        ("after(nobody)", Undefined.FAULT),
        ("neighbours(1, 2)", True),
        ("neighbours(1, 1)", False),
        ("neighbours(leader, 1)", Undefined.FAULT),
        ("cards[leader]", Undefined.FAULT),
        ("away[4]", Undefined.FAULT),
        ("first q after 1 where q != 2", 3),
        ("first q from 1 where q != 2", 1),
        ("first q after 1 where q = 1", Undefined.FAULT),
        ("first q after 1 backward where q != 2", 3),
        ("first q after 1 where away[q]", Undefined.FAULT),
        ("count p: p != 2", 2),
        ("total p: cards[p]", 15),
        ("one p: p = 2", True),
        ("some p: away[p]", False),
        ("every p: not away[p]", True),
        ("players", 3),
        ("2 * cards[1] - 3", 7),
        ("cards[1] in 3..5", True),
        ("cards[1] in {3, 4}", False),
        ("if away[1] then 1 else 2", 2),
        ("leader = nobody", True),
        ("played[ours] or played[theirs]", False),
    ],
)
def test_expressions(expression: str, value: Value | Undefined) -> None:
    """Each construct at a table of three where all is as usual."""
    assert worth(expression) == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("away[leader] and away[1]", False),
        ("away[1] and away[leader]", False),
        ("away[leader] and not away[1]", Undefined.FAULT),
        ("away[leader] or not away[1]", True),
        ("not away[1] or away[leader]", True),
        ("away[leader] or away[1]", Undefined.FAULT),
        ("away[1] implies away[leader]", True),
        ("away[leader] implies not away[1]", True),
        ("away[leader] implies away[1]", Undefined.FAULT),
        ("if away[leader] then 1 else 1", 1),
        ("if away[leader] then 1 else 2", Undefined.FAULT),
        ("if away[1] then cards[leader] else 4", 4),
        ("some p: (away[leader] or p = 1)", True),
        ("every p: (away[leader] and p = 1)", False),
        ("count p: (away[leader] or p = 1)", Undefined.FAULT),
        ("first q from 1 where (q = 1 or away[leader])", 1),
        ("first q after 1 where (q = 3 or away[leader])", Undefined.FAULT),
    ],
)
def test_what_is_undefined_is_kleenes(expression: str, value: Value | Undefined) -> None:
    """An undefined operand does not matter where the others settle it, in whatever order they stand."""
    assert worth(expression) == value


def test_faults_count_before_rulings_without_a_value() -> None:
    """Where both are at hand the fault tells why."""
    more = 'ruling open_one: yes/no "Open?"'
    assert worth("open_one and not away[1]", more=more) is Undefined.UNDECIDED
    assert worth("open_one and away[leader]", more=more) is Undefined.FAULT


def test_a_let_stands_for_its_body() -> None:
    """An argument that is undefined does not matter where the body does not need it."""
    more = "let plain(p: player or nobody) = p = nobody or cards[p] > 3"
    assert worth("plain(leader)", more=more) is True
    assert worth("plain(1)", more=more) is True


def test_an_undefined_always_denies_nothing() -> None:
    """Only one that is false does."""
    assert evaluation(book('always away[leader] "unclear"')).possible
    assert not evaluation(book('always away[1] "false"')).possible
