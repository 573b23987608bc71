"""Compiled ES modules and their declarations: read by node, helpful about what they are given, never code of others."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from misdeal.model.exchange.declarations import declarations
from misdeal.model.exchange.javascript import javascript
from misdeal.model.language import read
from misdeal.model.library import load
from tests.cli.running import SAMPLE
from tests.exchanging import JavaScript, grown, node
from tests.strategies import seeded

from .hostile import BOOK
from .test_agreement import agree, some

HOUSE = read(SAMPLE.replace("ruling fine", 'type side = {a, b}\nfact won[s: side]: 0..3 "?"\nruling fine'), "house.md")
FACTS = {"players": 2, "found": "dealt", "cards": [5, 6], "away": [False, False]}


@pytest.fixture
def house(tmp_path: Path) -> JavaScript:
    """The sample, compiled."""
    return JavaScript(grown(HOUSE), tmp_path)


def test_what_is_unknown_is_told(house: JavaScript) -> None:
    """With the fact, what it may be, and what was found; what is right is answered."""
    told: list[tuple[Any, Any]] = [
        ({}, ("value", "void", ("1",), 1)),
        ({"players": 1}, "players: expected a whole number from 2 to 6, found 1"),
        ({"players": "2"}, 'players: expected a whole number from 2 to 6, found "2"'),
        ({"found": "deelt"}, 'found: expected one of "dealing", "dealt", "opened", found "deelt"'),
        ({"found": ["dealt"]}, 'found: expected one of "dealing", "dealt", "opened", found ["dealt"]'),
        ({"found": None}, "found is missing"),
        ({"fuond": "dealt"}, '"fuond" is no fact that this ruling needs'),
        ({"away": [False] * 3}, "away: expected an array of 2 values, one for each seat"),
        ({"away": [0, False]}, "away[1]: expected one of false, true, found 0"),
        ({"cards": [5, 9]}, "cards[2]: expected a whole number from 0 to 8, found 9"),
        ({"cards": [5, 5.5]}, "cards[2]: expected a whole number from 0 to 8, found 5.5"),
        ({"cards": None}, "cards is missing"),
        ({"found": "dealing"}, "cards[1] does not arise in this situation: leave it out, or give null"),
        ({"found": "dealing", "cards": None}, ("does not arise", None, (), None)),
    ]
    answers = house.run([("coup", [{**FACTS, **given}]) for given, _ in told])
    assert answers == [expected for _, expected in told]
    assert house.run([("coup", [7]), ("coup", [])]) == [
        "expected an object with the facts",
        "players: expected a whole number from 2 to 6, found null",
    ]
    assert house.run([("fine", [3, {"players": 2, "found": "opened", "cards": [6, 5]}])]) == [
        "p: expected a seat from 1 to 2, found 3"
    ]


def test_hostile_names_and_texts_are_no_code(tmp_path: Path) -> None:
    """They are read, answer as they should, and end no script of a page."""
    rulebook = read(BOOK, "hostile.md")
    made = grown(rulebook)
    assert agree(made, some(rulebook, 40), tmp_path) > 100
    for text in (javascript(made, "0"), declarations(made, "0")):
        assert text.isascii()
        assert "</script" not in text
        assert "<!--" not in text


def test_declarations_are_typescript(tmp_path: Path) -> None:
    """As far as node reads it: their syntax."""
    rulebooks = [load("bridge_1987"), load("poker_it"), HOUSE, read(BOOK, "hostile.md")]
    rulebooks += [seeded(seed).rulebook for seed in range(12)]
    files = []
    for number, rulebook in enumerate(rulebooks):
        path = tmp_path / f"book{number}.ts"
        path.write_text(declarations(grown(rulebook), "0"), encoding="utf-8")
        files.append(path)
    loading = "\n".join(f"await import({str(path)!r});" for path in files)
    (tmp_path / "all.mjs").write_text(loading, encoding="utf-8")
    command = (node(), "--experimental-strip-types", "--no-warnings", str(tmp_path / "all.mjs"))
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr


def test_declarations_say_what_is_given() -> None:
    """Choices by name, sequences for seats, objects for choices; what may not arise may be left out."""
    text = declarations(grown(HOUSE), "0")
    assert 'export type Stage = "dealing" | "dealt" | "opened";' in text
    assert (
        "export declare function coup(facts: { players: number; found: Stage; away: readonly (boolean)[]; "
        "cards?: readonly (number | null)[] | null }): Ruling<Coup>;"
    ) in text
    assert "export declare function fine(p: number, facts: {" in text
