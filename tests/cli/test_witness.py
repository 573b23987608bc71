"""The telling of a witness: it replays, and leaves out what has no bearing."""

import re

import pytest

from misdeal.cli.account import account
from misdeal.cli.facts import collect, read_arguments
from misdeal.cli.witness import Telling
from misdeal.cli.wording import addressed, answer, subject_name
from misdeal.model.language import read
from misdeal.model.language.rulebook import Parameter, Rulebook
from misdeal.model.language.types import Choice, Flag, Seat, Table
from misdeal.model.library import load
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.check import check
from misdeal.proofs.finding import Finding, Witness
from misdeal.proofs.report import Report

from .running import SAMPLE

NUMBERED = Seat(Table("player", 2, 6, 4), vacant=True)
NAMED = Seat(Table("hand", 4, 4, 4, ("north", "east", "south", "west")))
SIDE = Choice("side", ("ns", "ew"), ("North and South", ""))


@pytest.fixture(scope="module", params=["house", "bridge_1987"])
def report(request: pytest.FixtureRequest) -> Report:
    """The reports on a small rulebook and on a large one."""
    return check(read(SAMPLE, "house.md") if request.param == "house" else load(request.param))


def told(rulebook: Rulebook, finding: Finding) -> list[tuple[Witness, Telling]]:
    """The witnesses of a finding with their tellings."""
    accounted = account(rulebook, finding)
    pairs = [(region.witness, area.telling) for region, area in zip(finding.regions, accounted.areas, strict=True)]
    if finding.witness and accounted.telling:
        pairs.append((finding.witness, accounted.telling))
    return pairs


def test_a_telling_replays_to_its_situation(report: Report) -> None:
    """Its facts, and the usual value for the rest, make the very situation."""
    rulebook = report.rulebook
    pairs = [pair for finding in report.findings for pair in told(rulebook, finding)]
    assert pairs
    for witness, telling in pairs:
        known = collect(rulebook, read_arguments(rulebook, telling.facts), usual=False)
        given = {place: value for place, values in known.facts.items() for value in values}
        (players,) = known.players or (None,)
        usual = rulebook.table.usual if rulebook.table else 0
        settled = settle(rulebook, players or usual, given, usual=True)
        assert isinstance(settled, Situation)
        assert settled.players == witness.situation.players
        assert dict(settled.values) == dict(witness.situation.values)


def test_departures_are_told_and_no_usual_value_is(report: Report) -> None:
    """Every fact that departs from its usual value stands among the answers."""
    for finding in report.findings:
        for _, telling in told(report.rulebook, finding):
            places = {answer.place for answer in telling.answers}
            stated = {fact.split("=")[0] for fact in telling.facts}
            assert places <= stated
            departing = {answer.place for answer in telling.answers if answer.departs}
            without = {place for place in stated - places if place != "players"}
            assert not departing & without
            assert all(report.rulebook.facts[place.split("[")[0]].usually is None for place in without)


def test_facts_without_a_usual_value_are_told_where_they_are_spoken_of() -> None:
    """The region speaks of the stage, and of no reading."""
    rulebook = read(SAMPLE, "house.md")
    finding = next(each for each in check(rulebook).findings if each.ruling == "fine")
    telling = account(rulebook, finding).areas[0].telling
    assert [answer.place for answer in telling.answers] == ["found"]
    assert set(telling.facts) == {"found=opened", "wrong=few"}


@pytest.mark.parametrize(
    ("text", "kind", "index", "spoken"),
    [
        ("Is the player away?", NUMBERED, 5, "Is player 5 away?"),
        ("The player's cards?", NUMBERED, 2, "Player 2's cards?"),
        (
            "Has another player seen the player's hand?",
            NUMBERED,
            2,
            "Has another player seen player 2's hand?",
        ),
        ("Is the player away?", NAMED, 1, "Is North away?"),
        ("Is the hand short?", NAMED, 4, "Is West short?"),
        ("Is it short?", NAMED, 4, "West: Is it short?"),
        ("Is the side vulnerable?", SIDE, 0, "Is the side North and South vulnerable?"),
        ("Is the side vulnerable?", SIDE, 1, "Is the side ew vulnerable?"),
    ],
)
def test_a_question_is_put_about_one_index(text: str, kind: Seat | Choice, index: int, spoken: str) -> None:
    """`the player` becomes the seat, whatever the seats are called."""
    assert addressed(text, Parameter("p", kind), index) == spoken


def test_values_are_told_in_words() -> None:
    """The label where there is one, seats by name, `nobody` as such."""
    assert answer(Flag(), value=True) == "yes"
    assert answer(SIDE, 0) == "North and South"
    assert answer(SIDE, 1) == "ew"
    assert answer(NUMBERED, 7) == "nobody"
    assert subject_name(NUMBERED, 3) == "player 3"


def test_no_telling_has_a_word_of_python(report: Report) -> None:
    """Questions and answers are in the rulebook's words."""
    for finding in report.findings:
        for _, telling in told(report.rulebook, finding):
            for answered in telling.answers:
                assert not re.search(r"\b(None|True|False)\b", answered.question + answered.answer)
