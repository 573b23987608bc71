"""The settled bridge rulebook has nothing wrong with it, and settles every known trouble of its source.

For each entry of `sources/bridge.md` (BA-01 to BA-21) the table says by which clause, decision or option; or why
nothing has to be settled.
"""

import re
from collections.abc import Mapping

import pytest

from misdeal import check, load

from .settling import Claimed, Decided, Left, Ruled, Settled, Settling, Told

SETTLED: Mapping[str, tuple[Settled, ...]] = {
    "BA-01": (Told("which edition is meant is no situation: the name bears the year"),),
    "BA-02": (
        Ruled("section", "found=play cards[north]=12", "s14B", "14.2.a"),
        Ruled("section", "found=auction cards[north]=12", "s14A", "14.2.b"),
        Claimed(),
    ),
    "BA-03": (
        Decided("only_one", "a_short_hand"),
        Ruled("law", "cards[south]=14", "law_13", "14.1.b"),
    ),
    "BA-04": (
        Ruled("action", "found=auction cards[south]=14 called[south]=yes", "removed", "E4.a"),
        Ruled("action", "found=play cards[south]=14 surplus_played=yes", "adjustable", "E4.b"),
        Ruled("section", "found=auction cards[south]=14 called[south]=yes", "surplus", "E4.a"),
        Ruled("calls_stand[south]", "found=auction cards[south]=14 called[south]=yes", "yes", "E4.c"),
        Claimed(),
    ),
    "BA-05": (
        Ruled("law", "cards[north]=12 cards[east]=12", "law_14", "E5"),
        Ruled("law", "cards[north]=12 missing[north]=elsewhere cards[south]=14 foreign[south]=yes", "law_14", "E5"),
        Ruled("action", "found=play cards[north]=12 cards[east]=12", "restored", "14.3.a"),
        Claimed(),
    ),
    "BA-06": (
        Ruled("action", "cards[north]=11 cards[south]=14 foreign[south]=no looked[south]=no", "put_right", "E11.a"),
        Claimed(),
    ),
    "BA-07": (Claimed(),),
    "BA-08": (Claimed(),),
    "BA-09": (
        Ruled("action", "cards[north]=12 cards[south]=14 saw[south]=yes refuses[east]=yes", "artificial_score", "E9.a"),
        Ruled("action", "cards[north]=12 cards[south]=14 saw[south]=yes telling=yes", "artificial_score", "E9.b"),
        Ruled("action", "cards[north]=12 cards[south]=14 saw[south]=yes traceable=no", "artificial_score", "E9.b"),
    ),
    "BA-10": (
        Decided("seen_when", "as_restored"),
        Ruled("section", "cards[north]=12 cards[south]=14 looked[south]=yes", "s13B", "13.3.b"),
        Claimed(),
    ),
    "BA-11": (
        Ruled("action", "cards[north]=12 cards[south]=14", "put_right", "E11.a"),
        Ruled("action", "cards[north]=12 cards[south]=14 traceable=no", "dealt_anew", "E11.b"),
        Ruled(
            "calls_stand[west]",
            "found=auction cards[north]=12 cards[south]=14 looked[south]=no called[west]=yes",
            "yes",
            "E11.c",
        ),
        Ruled(
            "calls_stand[west]",
            "found=auction cards[north]=12 cards[south]=14 looked[south]=no called[west]=yes traceable=no",
            "no",
            "E11.c",
        ),
    ),
    "BA-12": (
        Ruled("section", "found=auction_over passed_out=yes cards[south]=12", "s14A", "E12.a"),
        Left(
            "pass_out",
            "action",
            "found=auction_over passed_out=yes cards[south]=12",
            ("score_stands", "artificial_score"),
        ),
    ),
    "BA-13": (
        Ruled("section", "found=played cards[north]=12 cards[south]=12", "s14B", "14.2.a"),
        Ruled("section", "found=played cards[south]=14 foreign[south]=no", "s13C", "13.5.a"),
        Ruled("action", "found=closed cards[north]=12 cards[south]=14", "score_stands", "E13"),
        Claimed(),
    ),
    "BA-14": (Claimed(),),
    "BA-15": (Told("a Director's judgement is a value of `penalty`; the amounts are 12C1's"),),
    "BA-16": (
        Ruled("action", "found=play cards[north]=12 missing[north]=in_tricks", "law_67", "E16.a"),
        Ruled("action", "cards[north]=12 missing[north]=not_found", "rebuilt", "E16.b"),
        Claimed(),
    ),
    "BA-17": (Claimed(),),
    "BA-18": (Told("a duty decides nothing: 13.6 is a note"),),
    "BA-19": (Told("an implied clause of the page as written, 14.3.b, supplies the end of the sentence"),),
    "BA-20": (Claimed(),),
    "BA-21": (Told("thirteen cards each: nothing is to be decided under these Laws"),),
}


@pytest.fixture(scope="module")
def settling() -> Settling:
    """The rulebook, and what it amends."""
    return Settling(load("bridge_1987"), load("bridge_1987_settled"))


def test_nothing_is_found_and_nothing_unknown() -> None:
    """Not even a note."""
    report = check(load("bridge_1987_settled"))
    assert (report.findings, report.unknown) == ((), ())


@pytest.mark.parametrize("entry", SETTLED)
def test_each_known_trouble_is_settled(settling: Settling, entry: str) -> None:
    """Every entry in each way that the table says."""
    assert [way for way in SETTLED[entry] if not settling.holds(entry, way)] == []


def test_the_table_has_every_entry() -> None:
    """BA-01 to BA-21, none left out."""
    assert list(SETTLED) == [f"BA-{number:02}" for number in range(1, 22)]


def test_nothing_is_settled_for_a_reason_of_its_own(settling: Settling) -> None:
    """Every editorial clause names an entry; every decision and every option stands in the table."""
    assert settling.unexplained(SETTLED) == []


def test_nothing_is_settled_by_a_blanket_default(settling: Settling) -> None:
    """No ruling has an `otherwise`."""
    assert [name for name, ruling in settling.settled.rulings.items() if ruling.otherwise is not None] == []


def test_the_page_gives_a_reason_for_every_entry(settling: Settling) -> None:
    """Each is named in the prose."""
    assert set(re.findall(r"BA-\d\d", settling.settled.text)) == set(SETTLED)
