"""What is ordinary, what follows from what is given, and which situations there are."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import rank, usual_value
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation, places, ruling_places, table_sizes

from ..strategies import Book, books, seeded, situations
from ..worlds import well_formed

TEXT = """```misdeal
rulebook test "Test"
seats player 2..4 usually 3
timeline stage = early < middle < late
fact when_found: stage usually middle "When?"
fact dealer: player "Who deals?"
fact cutter: player or nobody usually before(dealer) "Who cuts?"
fact cards[p]: 0..9 when when_found > early usually 5 "How many?"
fact suit: {clubs, hearts} "Which suit?"
ruling r[p]: {a, b} "What?"
```"""


@pytest.fixture
def book() -> Rulebook:
    """A rulebook with facts of every kind."""
    return read(TEXT, "test.md")


def ranked(
    book: Rulebook, given: Mapping[Place, Value], players: int = 3, subject: Value | None = None
) -> tuple[object, ...]:
    """The rank of the situation that follows from what is given."""
    situation = settle(book, players, {Place("dealer"): 1, Place("suit"): 0, **given}, usual=True)
    assert isinstance(situation, Situation)
    return rank(Evaluation(book, situation), subject)


def test_fewest_departures_come_first(book: Rulebook) -> None:
    """One far departure is more ordinary than two near ones."""
    assert ranked(book, {Place("cards", 1): 0}) < ranked(book, {Place("cards", 1): 4, Place("cards", 2): 4})


def test_then_the_smallest_distance(book: Rulebook) -> None:
    """A hand of four rather than of none."""
    assert ranked(book, {Place("cards", 3): 4}) < ranked(book, {Place("cards", 1): 0})


def test_then_the_usual_number_of_players(book: Rulebook) -> None:
    """A table of three, else of two rather than of four."""
    assert ranked(book, {}, 3) < ranked(book, {}, 2) < ranked(book, {}, 4)


def test_then_the_earliest_stage(book: Rulebook) -> None:
    """Of two stages equally far the earlier one."""
    assert ranked(book, {Place("when_found"): 0}) < ranked(book, {Place("when_found"): 2})


def test_then_the_lowest_seat_with_the_subject_first(book: Rulebook) -> None:
    """The index that a finding is about counts before the seats of facts."""
    assert ranked(book, {Place("dealer"): 2}, subject=1) < ranked(book, {Place("dealer"): 1}, subject=2)
    assert ranked(book, {Place("dealer"): 1}) < ranked(book, {Place("dealer"): 2})


def test_then_the_earliest_other_values(book: Rulebook) -> None:
    """In order of declaration."""
    assert ranked(book, {Place("suit"): 0}) < ranked(book, {Place("suit"): 1})


def test_what_does_not_arise_is_no_departure(book: Rulebook) -> None:
    """Before the deal nobody has the usual five cards, and that is as usual."""
    assert ranked(book, {Place("when_found"): 0})[0] == 1


def test_a_usual_value_depends_on_other_facts(book: Rulebook) -> None:
    """He cuts who sits before the dealer."""
    for dealer, cutter in ((1, 3), (2, 1)):
        situation = settle(book, 3, {Place("dealer"): dealer, Place("suit"): 0}, usual=True)
        assert isinstance(situation, Situation)
        assert situation.values[Place("cutter")] == cutter


def test_a_usual_seat_that_is_not_at_the_table_is_none() -> None:
    """It is no value that the fact could have."""
    text = '```misdeal\nrulebook t "T"\nseats player 2..3\nfact dealer: player usually 3 "Who?"\n```'
    rulebook = read(text, "test.md")
    evaluation = Evaluation(rulebook, Situation(2, {Place("dealer"): 1}))
    assert usual_value(evaluation, rulebook.facts["dealer"], Place("dealer")) is None


@pytest.mark.parametrize("seed", range(30))
def test_no_two_situations_rank_alike(seed: int) -> None:
    """The order is total, so that a witness is the same every run."""
    rulebook = seeded(seed).rulebook
    ranks = [rank(Evaluation(rulebook, situation)) for situation in well_formed(rulebook)]
    assert len(set(ranks)) == len(ranks)


# Settling


def test_what_is_missing_is_named(book: Rulebook) -> None:
    """A fact without a usual value has to be given."""
    found = settle(book, 3, {Place("dealer"): 1}, usual=True)
    assert isinstance(found, Unsettled)
    assert found == Unsettled((Place("suit"),), ())
    assert "suit" in found.message(book)


@pytest.mark.parametrize(
    "absent", [{Place("cards", 4): 5}, {Place("dealer"): 4}, {Place("when_found"): 0, Place("cards", 1): 5}]
)
def test_what_cannot_be_as_given_is_named(book: Rulebook, absent: dict[Place, Value]) -> None:
    """A seat that is not there, or a fact that does not arise."""
    found = settle(book, 3, {Place("dealer"): 1, Place("suit"): 0, **absent}, usual=True)
    assert isinstance(found, Unsettled)
    assert found.absent


def test_nobody_can_be_given(book: Rulebook) -> None:
    """`nobody` is at no table, and can be the value of a fact."""
    found = settle(book, 2, {Place("dealer"): 1, Place("suit"): 0, Place("cutter"): 5}, usual=True)
    assert isinstance(found, Situation)


@settings(max_examples=40)
@given(books(most=40), st.data())
def test_a_whole_situation_settles_into_itself(made: Book, data: st.DataObject) -> None:
    """Where everything is given nothing else comes out."""
    rulebook = made.rulebook
    situation = data.draw(situations(rulebook))
    settled = settle(rulebook, situation.players, dict(situation.values), usual=False)
    assert settled == Situation(situation.players, situation.values)


# Situations


def test_places_are_those_at_the_table(book: Rulebook) -> None:
    """In order of declaration, one an index."""
    assert [place.index for place in places(book, 2) if place.name == "cards"] == [1, 2]
    assert [place.index for place in ruling_places(book, 4)] == [1, 2, 3, 4]
    assert table_sizes(book) == range(2, 5)


def test_without_a_table_there_are_no_players() -> None:
    """`players` is then 0."""
    assert table_sizes(read('```misdeal\nrulebook t "T"\n```', "t.md")) == range(1)


def test_enumeration_has_every_situation_once() -> None:
    """Random situations are among those enumerated, and none of these stands twice."""
    from ..strategies import situation  # noqa: PLC0415

    for seed in range(30):
        rulebook = seeded(seed).rulebook
        every = [(each.players, tuple(each.values.items())) for each in well_formed(rulebook)]
        assert len(set(every)) == len(every)
        random = Random(seed)  # noqa: S311
        for _ in range(5):
            one = situation(rulebook, random)
            assert (one.players, tuple(one.values.items())) in every
