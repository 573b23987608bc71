"""What a director can be asked: facts and lets, all at once or index by index, in ranges that the text tells apart."""

import pytest

from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.topic import About, Topic, topics


def written(*statements: str) -> Rulebook:
    """A rulebook of these statements, with a table and a ruling."""
    lines = [
        'rulebook asked "What is asked"',
        "seats player 2..4 usually 3",
        "type side = {ours, theirs}",
        *statements,
        'ruling coup: {stands, void} "What becomes of the coup?"',
    ]
    return read("\n".join(["```misdeal", *lines, "```", ""]).encode(), "asked.md")


def asked(rulebook: Rulebook) -> dict[str, Topic]:
    """The topics by their keys, the number of players left out."""
    return {topic.key: topic for topic in topics(rulebook) if topic.about is not About.PLAYERS}


def test_what_is_yes_or_no_of_every_index_is_asked_at_once() -> None:
    """A yes/no fact is one topic for all seats or sides; any other fact is one for each."""
    rulebook = written(
        'fact away[p]: yes/no "Is the player away?"',
        'fact won[s: side]: yes/no "Has the side won?"',
        'fact cards[p]: 0..8 "How many cards?"',
        'let wrong(p) = cards[p] != 5 "Does the player hold a wrong number of cards?"',
        'option strict: yes/no "Is the strict rule played?"',
    )
    found = asked(rulebook)
    keys = ["away", "won", "cards[1]", "cards[2]", "cards[3]", "cards[4]", "strict", "wrong"]
    assert list(found) == keys
    assert [key for key, topic in found.items() if topic.at_once] == ["away", "won", "wrong"]
    assert found["wrong"].places == tuple(Place("wrong", seat) for seat in (1, 2, 3, 4))
    assert found["cards[2]"].places == (Place("cards", 2),)


def test_the_number_of_players_is_asked_first_and_exactly() -> None:
    """Where it varies; a table of which the size is known is not asked about."""
    first, *_ = topics(written('fact wrong: yes/no "Is it?"'))
    assert (first.key, first.cells) == ("players", ((2, 2), (3, 3), (4, 4)))
    assert all(topic.about is not About.PLAYERS for topic in topics(load("bridge_1987")))


def test_costs_are_those_of_the_text() -> None:
    """Of facts, options, readings and lets; what says nothing costs 1."""
    rulebook = written(
        'fact cards[p]: 0..8 when players > 2 usually 5 costs 3 "How many cards?"',
        'option strict: yes/no costs 100 "Is the strict rule played?"',
        'reading long_means "R-1": {six, seven} costs 20 "What is long?"',
        'let few(p) = cards[p] < 5 costs 2 "Does the player hold few cards?"',
        'fact away: yes/no "Is somebody away?"',
    )
    costs = {topic.name: topic.cost for topic in asked(rulebook).values()}
    assert costs == {"cards": 3, "strict": 100, "long_means": 20, "few": 2, "away": 1}


@pytest.mark.parametrize(
    "statement",
    [
        "let silent = away[1]",
        'let voided = coup = void "Is the coup void?"',
        'let both(p, q) = away[p] and away[q] "Are both away?"',
        'let more(n: 0..3) = n > 2 "Is it more?"',
        'let someone(p: player or nobody) = p = nobody "Is it nobody?"',
        'let found = first q from 1 where away[q] "Who is away first?"',
        'let outside = away[4] "Is the fourth away?"',
    ],
)
def test_lets_that_nobody_can_answer_are_no_topics(statement: str) -> None:
    """Without a question; that read a ruling; of two seats, or of a number; that may have no value."""
    rulebook = written('fact away[p]: yes/no "Is the player away?"', statement)
    assert list(asked(rulebook)) == ["away"]


@pytest.mark.parametrize(
    ("condition", "cells"),
    [
        ("n = 5", ((0, 4), (5, 5), (6, 9))),
        ("n < 5", ((0, 4), (5, 9))),
        ("5 < n", ((0, 5), (6, 9))),
        ("n in {2, 7}", ((0, 1), (2, 2), (3, 6), (7, 7), (8, 9))),
        ("n in 3..4", ((0, 2), (3, 4), (5, 9))),
        ("2 * n - 1 > 6", ((0, 3), (4, 9))),
        ("2 * n <= 7", ((0, 3), (4, 9))),
        ("7 - 2 * n <= 2", ((0, 2), (3, 9))),
        ("2 * n = 7", ((0, 9),)),
        ("3 * n = 6", ((0, 1), (2, 2), (3, 9))),
        ("n > m", ((0, 9),)),
        ("over(n)", ((0, 3), (4, 9))),
        ("twice(n)", ((0, 3), (4, 9))),
        ("(if m = 1 then n else m) >= 8", ((0, 7), (8, 9))),
        ("same = 6", ((0, 5), (6, 6), (7, 9))),
        ("n >= 0 and n <= 9", ((0, 9),)),
    ],
)
def test_numbers_are_cut_where_the_text_tells_them_apart(condition: str, cells: tuple[tuple[int, int], ...]) -> None:
    """By comparisons with constants, in `let`s to which the number is handed too."""
    rulebook = written(
        'fact n: 0..9 "How many?"',
        'fact m: 0..9 "How many others?"',
        "let over(k: 0..9) = k > 3",
        "let twice(k: 0..9) = over(k)",
        "let same = n",
        f'ruling it: yes/no when {condition} "Is it?"',
    )
    assert asked(rulebook)["n"].cells == cells


@pytest.mark.parametrize("name", shipped())
def test_every_fact_of_a_shipped_rulebook_is_asked_about(name: str) -> None:
    """Topics of facts have every place of every fact, once, and their keys are all different."""
    rulebook = load(name)
    found = topics(rulebook)
    facts = [place.name for topic in found if topic.about is About.FACT for place in topic.places]
    assert set(facts) == set(rulebook.facts)
    assert len({topic.key for topic in found}) == len(found)
    for topic in found:
        low, high = topic.type.low, topic.type.high
        numbers = [value for first, last in topic.cells for value in range(first, last + 1)]
        assert numbers in ([], list(range(low, high + 1)))
