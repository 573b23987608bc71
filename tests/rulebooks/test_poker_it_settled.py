"""The settled poker rulebook has nothing wrong with it, and settles every known trouble of its source.

For each entry of `sources/poker.md` (PA-01 to PA-34) the table says by which clause, decision, option or note; or why
nothing has to be settled.
"""

import re
from collections.abc import Mapping

import pytest

from misdeal import check, load

from .settling import Claimed, Decided, Left, Noted, Ruled, Settled, Settling, Told

PATIENCE = 300.0  # seconds

SETTLED: Mapping[str, tuple[Settled, ...]] = {
    "PA-01": (Told("only one reading is consistent, the right of the absent player, and P1.2.a has it"),),
    "PA-02": (Ruled("cutter", "found=cutting turn=1 presence[5]=away presence[4]=away", "3", "E2"),),
    "PA-03": (
        Decided("follows", "rightward"),
        Ruled("cutter", "found=cutting turn=1 presence[5]=sits_out", "4", "P3.4.c"),
        Claimed(),
    ),
    "PA-04": (Ruled("cutter", "found=cutting turn=1 presence[5]=away presence[4]=sits_out", "3", "E2"),),
    "PA-05": (Claimed(),),
    "PA-06": (
        Decided("every_other", "at_any_time"),
        Ruled("deal", "turn=1 found=dealt sixth_begun=yes", "passes", "P4.2.a"),
        Ruled("deals_again", "turn=1 found=dealt sixth_begun=yes presence[2]=away", "3", "P4.2.b"),
    ),
    "PA-07": (
        Ruled("coup", "turn=1 found=dealing slip=yes", "void", "E7"),
        Ruled("coup", "turn=1 found=first_round masked=yes", "void", "E7"),
    ),
    "PA-08": (Ruled("deal", "turn=1 found=opened sixth_begun=yes", "stays", "P4.2.c"), Claimed()),
    "PA-09": (Decided("opening", "after_deal"), Claimed()),
    "PA-10": (
        Left("pass_out", "coup", "turn=1 found=dealt passed_out=yes pack=35", ("void", "stands")),
        Ruled("coup", "turn=1 found=dealt passed_out=yes pack=35 pass_out=over", "stands", "E10"),
    ),
    "PA-11": (Left("list", "coup", "turn=1 found=dealt slip=yes", ("void", "stands")),),
    "PA-12": (
        Decided("at_draw", "from_then_on"),
        Ruled("coup", "turn=1 found=drawn pack=35", "void", "P7.1"),
    ),
    "PA-13": (Told("a question of fact, and the question says who speaks first, and that a check is an act"),),
    "PA-14": (Told("rule and exception: P7.1 over P6.3, P7.2 over P7.1"),),
    "PA-15": (
        Decided("every_coup", "not_the_pack"),
        Ruled("coup", "turn=1 found=opened pack=35", "void", "E15"),
    ),
    "PA-16": (
        Decided("pack_means", "whole"),
        Ruled("coup", "turn=1 found=drawing cards[3]=6", "stands", "P6.3.a"),
    ),
    "PA-17": (
        Ruled("standing[3]", "turn=1 found=opened cards[3]=6", "out", "E17.a"),
        Ruled("standing[3]", "turn=1 found=opened cards[3]=7 cards[4]=4", "out", "E17.a"),
        Ruled("standing[3]", "turn=1 found=showdown cards[3]=6 cards[5]=4", "out", "E17.a"),
        Ruled("stake[3]", "turn=1 found=opened cards[3]=6", "lost", "E17.a"),
        Ruled("standing[3]", "turn=1 found=opened cards[3]=4", "may_stay", "E17.b"),
        Ruled("standing[5]", "turn=1 found=opened cards[3]=6 cards[5]=4", "may_stay", "E17.b"),
    ),
    "PA-18": (
        Ruled("stake[3]", "turn=1 found=drawing pack=35", "returned", "E18"),
        Noted("E18.n"),
        Claimed(),
    ),
    "PA-19": (
        Ruled("stake[3]", "turn=1 found=drawing pack=35 cards[3]=6 cards[4]=4", "returned", "E18"),
        Claimed(),
    ),
    "PA-20": (
        Decided("six_until", "the_end"),
        Ruled("standing[3]", "turn=1 found=drawn cards[3]=6 cards[4]=4", "out", "P7.3.a"),
        Claimed(),
    ),
    "PA-21": (
        Decided("haste", "once_called"),
        Ruled("ante[2]", "turn=1 found=dealt pack=35 thrown_in[2]=before_call raised_by=3", "carried", "E22.b"),
    ),
    "PA-22": (
        Ruled("right[2]", "turn=1 found=dealt thrown_in[2]=after_call raised_by=3", "loses", "E22.a"),
        Ruled("ante[2]", "turn=1 found=dealt pack=35 raised_by=3", "carried", "E22.b"),
        Claimed(),
    ),
    "PA-23": (Ruled("may_annul", "turn=1 found=dealt pack=35 discussion=disputed", "yes", "E23"),),
    "PA-24": (
        Ruled("dealer", "found=cutting turn=1 presence[1]=joined presence[2]=joined", "3", "E24"),
        Ruled("dealer", "found=cutting turn=1 presence[1]=joined presence[2]=away", "3", "E24"),
    ),
    "PA-25": (Told("a question of fact, and the answer `joined` says since when"),),
    "PA-26": (
        Decided("once", "charge"),
        Ruled("absent_ante", "found=cutting turn=1 presence[1]=away charged=yes", "nothing", "P2.3"),
    ),
    "PA-27": (Ruled("dealer", "found=cutting turn=1 presence[1]=away", "2", "E27"), Noted("E27.n")),
    "PA-28": (Told("each of the two paragraphs rules its own coup"),),
    "PA-29": (Told("a question of fact, player by player, and the question says when it is done"),),
    "PA-30": (
        Ruled("deal", "turn=1 found=dealt dealt_by=2", "stays", "E30.a"),
        Ruled("deal", "turn=1 found=dealt dealt_by=2 sixth_begun=yes", "stays", "E30.b"),
        Ruled("deals_again", "turn=1 found=dealing dealt_by=2", "1", "P4.1.d"),
    ),
    "PA-31": (Told("a harmless overlap: P5.d and P5.e say the same"),),
    "PA-32": (Told("a question of fact, and the question says when a sixth round has begun"),),
    "PA-33": (
        Decided("uncut", "counts"),
        Ruled("deal", "turn=1 found=first_round cut_by=nobody", "stays", "P4.1.c"),
        Ruled("deal", "turn=1 found=dealing cut_by=nobody", "passes", "P4.2.a"),
    ),
    "PA-34": (Told("a question of fact, and the question says which cards are masked"),),
}


@pytest.fixture(scope="module")
def settling() -> Settling:
    """The rulebook, and what it amends."""
    return Settling(load("poker_it"), load("poker_it_settled"))


def test_nothing_is_found_and_nothing_unknown() -> None:
    """Not even a note."""
    report = check(load("poker_it_settled"), timeout=PATIENCE)
    assert (report.findings, report.unknown) == ((), ())


@pytest.mark.parametrize("entry", SETTLED)
def test_each_known_trouble_is_settled(settling: Settling, entry: str) -> None:
    """Every entry in each way that the table says."""
    assert [way for way in SETTLED[entry] if not settling.holds(entry, way)] == []


def test_the_table_has_every_entry() -> None:
    """PA-01 to PA-34, none left out."""
    assert list(SETTLED) == [f"PA-{number:02}" for number in range(1, 35)]


def test_nothing_is_settled_for_a_reason_of_its_own(settling: Settling) -> None:
    """Every editorial clause names an entry; every decision and every option stands in the table."""
    assert settling.unexplained(SETTLED) == []


def test_nothing_is_settled_by_a_blanket_default(settling: Settling) -> None:
    """No ruling has an `otherwise` that the page as written does not give it."""
    for name, ruling in settling.settled.rulings.items():
        assert ruling.otherwise is None or settling.written.rulings[name].otherwise is not None


def test_the_page_gives_a_reason_for_every_entry(settling: Settling) -> None:
    """Each is named in the prose."""
    assert set(re.findall(r"PA-\d\d", settling.settled.text)) == set(SETTLED)
