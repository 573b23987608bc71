"""The picture of a situation shows what departs from the usual, at its seat, and nothing stands on anything else."""

from collections import Counter
from random import Random

import pytest

from misdeal import load
from misdeal.cli.lettering import shortened, width, wrapped
from misdeal.cli.table_picture import table_picture
from misdeal.cli.wording import answer, question
from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.reach import stage_fact
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from tests.exchange.hostile import BOOK, QUOTED
from tests.pictures import Drawn, check_form, check_room
from tests.strategies import seeded, situation

LONG = "a_very_long_name_that_goes_on_and_on_WWWWWWWWWWWWWWWWWW"
CROWDED = f"""
```misdeal
rulebook crowded "A crowded table"
seats SEATS
timeline stage = {" < ".join(f"stage_{number}" for number in range(40))} < last_{LONG}
fact found: stage "When?"
fact cards[p]: 0..99999 usually 5 "How many cards does the player hold?"
fact {LONG}[p]: yes/no usually no "Does the player go on?"
fact trouble[p]: {{none, other_{LONG[7:]} "the WWW is wide, the MMM too"}} usually none "What troubles the player?"
fact beside[p]: player usually p "Beside whom does the player sit?"
fact hidden[p]: yes/no usually yes "Does the player hide?"
fact lost[p]: yes/no usually yes "Has the player lost?"
fact dealer: player usually 1 "Who deals?"
fact pack: {{whole, torn "{" ".join(["torn to pieces"] * 9)}"}} usually whole "How is the pack?"
ruling coup: {{stands, void}} "What becomes of the coup?"
clause 1 "The coup" when found > stage_0 then coup is void
```
"""
NAMES = ", ".join(f"{LONG}_{number}" for number in range(9))


def crowded(seats: str, dealer: str = "1") -> Rulebook:
    """A rulebook with much to show at each seat."""
    return read(CROWDED.replace("SEATS", seats).replace("usually 1 ", f"usually {dealer} "), "crowded.md")


def some(rulebook: Rulebook, seed: int) -> Situation:
    """A situation by a seed."""
    return situation(rulebook, Random(seed))  # noqa: S311 - nothing secret


@pytest.mark.parametrize("players", [*range(2, 9), 15, 16, 23, 24])
def test_nothing_overlaps_at_any_table(players: int) -> None:
    """However many seats there are and however much is told of each."""
    rulebook = crowded(f"player {players}..{players}")
    for seed in range(2):
        drawn = Drawn(table_picture(rulebook, some(rulebook, seed), frozenset(rulebook.facts), subject=2))
        check_form(drawn)
        check_room(drawn)
        assert [disc.kind for disc in drawn.discs].count("pic-seat") == players - 1
        assert drawn.seats.keys() == {f"player {seat}" for seat in range(1, players + 1)}


def test_nothing_overlaps_at_a_table_of_long_names() -> None:
    """Names of seats are shortened to their room."""
    rulebook = crowded(f"player = {NAMES}", f"{LONG}_0")
    for seed in range(5):
        check_room(Drawn(table_picture(rulebook, some(rulebook, seed), frozenset(rulebook.facts))))


def test_four_seats_stand_where_the_compass_has_them() -> None:
    """The first on top, the others clockwise."""
    rulebook = load("bridge_1987")
    seats = Drawn(table_picture(rulebook, some(rulebook, 1))).seats
    north, east, south, west = (seats[name] for name in ("North", "East", "South", "West"))
    assert north.bottom < east.top == west.top < east.bottom < south.top
    assert west.right < north.left == south.left < north.right < east.left


def test_seats_go_round_in_dealing_order() -> None:
    """Down the right side and up the left one."""
    rulebook = crowded("player 7..7")
    seats = Drawn(table_picture(rulebook, some(rulebook, 1))).seats
    order = [seats[f"player {seat}"] for seat in range(1, 8)]
    assert [seat.left > order[0].right for seat in order] == [False, True, True, True, False, False, False]
    assert [seat.right < order[0].left for seat in order] == [False, False, False, False, True, True, True]
    assert order[0].top < order[1].top < order[2].top < order[3].top
    assert order[4].top > order[5].top > order[6].top > order[0].top


def test_it_shows_what_departs_and_what_is_mentioned() -> None:
    """On generated rulebooks, and nothing else; that a player does not do what nobody usually does is left out."""
    counts = Counter[bool]()
    for seed in range(80):
        rulebook = seeded(seed).rulebook
        chosen = some(rulebook, seed)
        evaluation = Evaluation(rulebook, chosen)
        mentioned = frozenset(name for at, name in enumerate(rulebook.facts) if (at + seed) % 3 == 0)
        drawn = Drawn(table_picture(rulebook, chosen, mentioned))
        check_form(drawn)
        check_room(drawn)
        expected = set[str]()
        for place, value in chosen.values.items():
            fact = rulebook.facts[place.name]
            usual = usual_value(evaluation, fact, place)
            departs = usual is not None and usual != value
            quiet = fact.index is not None and isinstance(fact.index.type, Seat) and value is False
            wanted = fact is stage_fact(rulebook) or (fact.name in mentioned and not quiet)
            shown = arises(evaluation, fact, place) and (departs or wanted)
            expected |= {f"{question(fact, place.index)} {answer(fact.type, value)}"} if shown else set()
            counts[shown] += 1
        told = {part for title in drawn.titles for part in title.split("; ") if "?" in part}
        assert told == expected
    assert min(counts.values()) > 100


def test_what_departs_looks_otherwise_without_colour() -> None:
    """It is bold, and has a class of its own."""
    rulebook = load("bridge_1987")
    given = {Place(option.name): 0 for option in rulebook.options} | {Place("cards", 1): 14, Place("cards", 4): 12}
    odd = settle(rulebook, 4, given, usual=True)
    assert isinstance(odd, Situation)
    drawn = Drawn(table_picture(rulebook, odd, frozenset({"cards"})))
    assert sorted(drawn.texts("pic-odd")) == ["cards 12", "cards 14"]
    assert drawn.texts("pic-word") == ["cards 13", "cards 13"]
    assert [part.get("font-weight") for part in drawn.parts if part.text == "cards 14"] == ["bold"]
    assert drawn.texts("pic-now-word") == ["counting"]
    assert "North: cards 14." in drawn.text("desc")


def test_a_long_timeline_shows_what_is_around_the_present_stage() -> None:
    """With a sign where stages are left out."""
    rulebook = crowded("player 3..3")
    usual = settle(rulebook, 3, {Place("found", None): 20}, usual=True)
    assert isinstance(usual, Situation)
    drawn = Drawn(table_picture(rulebook, usual))
    assert drawn.texts("pic-now-word") == ["stage 20"]
    assert drawn.texts("pic-past-word")[0] == drawn.texts("pic-later-word")[-1] == "…"
    assert len([box for box in drawn.boxes if box.kind != "pic-table"]) < 25


def test_what_is_hostile_stays_text() -> None:
    """Whatever a rulebook calls things: none of it is markup, and none is lost."""
    rulebook = read(BOOK, "hostile.md")
    for seed in range(10):
        drawn = Drawn(table_picture(rulebook, some(rulebook, seed), frozenset(rulebook.facts), name="a-1"))
        check_form(drawn)
        check_room(drawn)
        assert QUOTED in " ".join(drawn.titles)
        assert QUOTED in drawn.text("desc")


def test_a_rulebook_without_seats_has_a_picture_too() -> None:
    """Of its stage and its facts."""
    text = """
```misdeal
rulebook bare "Bare"
timeline stage = early < late
fact found: stage "When?"
fact torn: yes/no usually no "Is the pack torn?"
```
"""
    rulebook = read(text, "bare.md")
    chosen = Situation(0, {Place("found"): 1, Place("torn"): True})
    drawn = Drawn(table_picture(rulebook, chosen))
    check_form(drawn)
    check_room(drawn)
    assert drawn.texts("pic-odd") == ["torn: yes"]
    assert drawn.texts("pic-now-word") == ["late"]


def test_pictures_of_one_page_have_ids_of_their_own() -> None:
    """By the name that they are given; and the same picture is the same text."""
    rulebook = load("poker_it")
    chosen = some(rulebook, 4)
    one, other = (table_picture(rulebook, chosen, name=name) for name in ("one", "other"))
    assert 'id="one-title"' in one
    assert 'id="other-title"' in other
    assert one == table_picture(rulebook, chosen, name="one")


def test_text_is_made_to_fit() -> None:
    """Lines are no wider than their room, and hold all the words unless there are too many lines."""
    text = "A wrong hand — before the opening, 🂡 of spades; Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
    for room in range(40, 300, 20):
        lines = wrapped(text, room, 13)
        assert all(width(line, 13) <= room for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        short = wrapped(text, room, 13, most=2)
        assert len(short) <= 2
        assert len(lines) <= 2 or short[-1].endswith("…")
        assert width(shortened(text, room, 13), 13) <= room
    assert wrapped("", 50, 13) == []
