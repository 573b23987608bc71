"""Compiled Python modules: typed, without dependencies, helpful about what they are given, and never code of others."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from misdeal.model.exchange.python import python
from misdeal.model.exchange.stamp import stamp
from misdeal.model.exchange.unit import unit
from misdeal.model.language import read
from misdeal.model.library import load
from tests.bench.tables import rulebook_of, sparse
from tests.cli.running import SAMPLE
from tests.exchanging import Python, grown
from tests.project.tree import ROOT
from tests.strategies import seeded

from .hostile import BOOK
from .test_agreement import agree, some

HOUSE = read(SAMPLE, "house.md")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Any:  # noqa: ANN401 - of a module that is made here
    """The sample, compiled and imported."""
    return Python(grown(HOUSE), tmp_path_factory.mktemp("house") / "house.py").module


def test_a_module_says_what_it_was_made_from(house: Any) -> None:  # noqa: ANN401 - as above
    """Name, title, editions, hash and the ids of clauses."""
    assert [house.NAME, house.TITLE, *house.EDITIONS] == ["house", "Rules of the house", "house"]
    assert stamp(HOUSE).hash == house.HASH
    assert list(house.CLAUSES.items())[:2] == [("1", "Six cards"), ("2", "All is well")]
    assert house.HASH in house.__doc__


def test_a_ruling_has_outcome_value_and_clauses(house: Any) -> None:  # noqa: ANN401 - as above
    """By both functions."""
    facts = {"players": 3, "found": "dealt", "cards": [5, 6, 5], "away": [False, False, False]}
    came = house.coup(**facts)
    assert (came.outcome, came.value, came.clauses, came.code) == ("value", "void", ("1",), 1)
    assert house.coup_fast(3, 1, (False, False, False), (5, 6, 5)) == came
    assert house.coup(**{**facts, "away": [True, False, False]}).outcome == "clash"
    assert house.fine(2, players=3, found="opened", cards=[5, 6, 5]).value == 1
    before = house.coup(players=2, found="dealing", away=[False, False])
    assert (before.outcome, before.value, before.clauses) == ("does not arise", None, ())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"players": 1}, "players: expected a whole number from 2 to 6, found 1"),
        ({"players": True}, "players: expected a whole number from 2 to 6, found True"),
        ({"found": "deelt"}, "found: expected one of 'dealing', 'dealt', 'opened', found 'deelt'"),
        ({"found": 1}, "found: expected one of 'dealing', 'dealt', 'opened', found 1"),
        ({"found": None}, "found is missing"),
        ({"away": [False] * 3}, "away: expected a sequence of 2 values, one for each seat"),
        ({"away": "no"}, "away: expected a sequence of 2 values, one for each seat"),
        ({"away": [0, False]}, "away[1]: expected one of False, True, found 0"),
        ({"cards": [5, 9]}, "cards[2]: expected a whole number from 0 to 8, found 9"),
        ({"cards": [5, True]}, "cards[2]: expected a whole number from 0 to 8, found True"),
        ({"cards": [5, "x" * 200]}, f"cards[2]: expected a whole number from 0 to 8, found '{'x' * 76}..."),
        ({"cards": [5, None]}, "cards[2] is missing"),
        ({"cards": None}, "cards is missing"),
        ({"found": "dealing"}, "cards[1] does not arise in this situation: leave it out, or give None"),
    ],
)
def test_what_is_unknown_is_told(house: Any, given: dict[str, Any], told: str) -> None:  # noqa: ANN401 - as above
    """With the fact, what it may be, and what was found."""
    facts = {"players": 2, "found": "dealt", "cards": [5, 5], "away": [False, False]}
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        house.coup(**{**facts, **given})


def test_an_index_and_a_mapping_are_checked(tmp_path: Path) -> None:
    """Seats that are not at the table, and keys that no index has."""
    text = SAMPLE.replace(
        "ruling fine", 'type side = {ours, theirs}\nfact won[s: side]: 0..3 "?"\nruling fine'
    ).replace("cards[p] = 6 then fine[p] is 1", "cards[p] = 6 and won[ours] = 0 then fine[p] is 1")
    module = Python(grown(read(text, "house.md")), tmp_path / "house.py").module
    facts = {"players": 2, "found": "opened", "cards": [6, 5], "won": {"ours": 0, "theirs": 1}}
    assert module.fine(1, **facts).value == 1
    for index, given, told in (
        (3, {}, "p: expected a seat from 1 to 2, found 3"),
        (1, {"won": {"ours": 1}}, "won['theirs'] is missing"),
        (1, {"won": {"ours": 1, "other": 2}}, "won: expected a mapping with a value for each of 'ours', 'theirs'"),
        (1, {"won": [1, 2]}, "won: expected a mapping with a value for each of 'ours', 'theirs'"),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
            module.fine(index, **{**facts, **given})


def test_what_is_impossible_is_told(tmp_path: Path) -> None:
    """With the reason of the `always`."""
    text = SAMPLE.replace("ruling coup", 'always found > dealing or not away[1] "the first player deals"\nruling coup')
    module = Python(grown(read(text, "house.md")), tmp_path / "house.py").module
    with pytest.raises(ValueError, match="this situation is not possible: the first player deals"):
        module.coup(players=2, found="dealing", away=[True, False])


def test_hostile_names_and_texts_are_no_code(tmp_path: Path) -> None:
    """They compile, answer as they should, and leave nothing in the text but literals and safe names."""
    rulebook = read(BOOK, "hostile.md")
    assert agree(grown(rulebook), some(rulebook, 40), tmp_path) > 100
    text = python(grown(rulebook), "0")
    assert text.isascii()
    tree = ast.parse(text)
    called = {each.func.id for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)}
    assert not called & {"exec", "eval", "__import__", "print", "open"}
    imported = {each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    assert imported <= {"collections.abc", "dataclasses", "typing", "bisect"}
    assert not any(isinstance(each, ast.Import) for each in ast.walk(tree))


def test_modules_are_clean_under_type_checkers(tmp_path: Path) -> None:
    """By mypy, strict, and by pyright; a call with a value that is none is found."""
    table = read(rulebook_of(sparse(40, 8)), "table.md")
    rulebooks = [load("bridge_1987"), load("poker_it"), HOUSE, table, read(BOOK, "hostile.md")]
    rulebooks += [seeded(seed).rulebook for seed in range(6)]
    for number, rulebook in enumerate(rulebooks):
        for form, made in (("diagram", grown(rulebook)), ("clauses", grown(rulebook, nodes=0, sieves=False))):
            (tmp_path / f"book{number}_{form}.py").write_text(python(made, "0"), encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text("{}", encoding="utf-8")
    for tool in (("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."), ("pyright", "-p", ".")):
        done = subprocess.run((sys.executable, "-m", *tool), cwd=tmp_path, capture_output=True, check=False, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    wrong = "import book2_diagram\nbook2_diagram.coup(players=2, found='deelt', away=[True, False])\n"
    (tmp_path / "wrong.py").write_text(wrong, encoding="utf-8")
    tool = ("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "wrong.py")
    done = subprocess.run((sys.executable, "-m", *tool), cwd=tmp_path, capture_output=True, check=False, text=True)
    assert 'Argument "found" to "coup" has incompatible type "Literal[\'deelt\']"' in done.stdout


def test_modules_need_nothing_installed(tmp_path: Path) -> None:
    """Run by an interpreter that sees no other package."""
    (tmp_path / "house.py").write_text(python(grown(HOUSE), "0"), encoding="utf-8")
    code = "import house; print(house.coup(players=2, found='dealing', away=[False, False]).outcome)"
    command = (sys.executable, "-S", "-E", "-W", "error", "-c", code)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, text=True)
    assert (done.stdout, done.stderr) == ("does not arise\n", "")


def test_the_same_rulebook_gives_the_same_text() -> None:
    """Letter by letter, in a process with other hashes."""
    code = (
        "import hashlib; from tests.exchanging import grown; from misdeal.model.library import load; "
        "from misdeal.model.exchange.python import python; "
        "print(hashlib.sha256(python(grown(load('poker_it')), '0').encode()).hexdigest())"
    )
    found = set()
    for seed in ("1", "2"):
        env = {"PYTHONPATH": f"{ROOT / '.package'}:{ROOT}", "PYTHONHASHSEED": seed, "PATH": ""}
        done = subprocess.run((sys.executable, "-c", code), env=env, capture_output=True, check=True, text=True)
        found.add(done.stdout)
    assert len(found) == 1


def test_a_ruling_is_not_called_proved_where_one_that_it_reads_is_not() -> None:
    """Whatever its own diagram is."""
    rulebook = load("bridge_1987")
    forms = {entry.ruling.name: entry.form for entry in grown(rulebook).entries}
    made = unit(rulebook, {**forms, "law": None}, rulebook.rulings)
    assert [entry.ruling.name for entry in made.entries if entry.proved] == ["penalty"]
    assert "Not proved, because its diagram, or that of a ruling that it reads, would be too large:" in python(
        made, "0"
    )
    assert "Not proved" not in python(unit(rulebook, forms, rulebook.rulings), "0")
