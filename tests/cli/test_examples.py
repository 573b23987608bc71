"""What examples need is kept between runs, and nothing else comes in with it."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from misdeal.cli import example
from misdeal.cli.cache_folder import FOLDER
from misdeal.cli.example import found_before, mattering
from misdeal.cli.examples import Examples
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from tests.shelf import Shelf

from .running import invoke

PAGE = """```misdeal
rulebook house "House"
fact wrong: yes/no "Is anything wrong?"
fact late: yes/no usually no "Is it late?"
fact other: yes/no "Is anything else so?"
ruling coup: {void, stands} "What becomes of the coup?"
ruling fine: {small, large} when coup = void "How large is the fine?"
clause 1 "Wrong" when wrong then coup is void
clause 2 "Right" when not wrong then coup is stands
clause 3 "Late" when late then fine is large
```
"""
NEEDED = frozenset({"wrong"})


def house() -> Rulebook:
    """The rulebook, read anew: nothing is known of it."""
    return read(PAGE, "house.md")


def found(rulebook: Rulebook) -> frozenset[str]:
    """What an example needs in which the coup is void."""
    situation = settle(rulebook, 0, {Place("wrong"): True, Place("other"): False}, usual=True)
    assert isinstance(situation, Situation)
    return mattering(rulebook, [Place("coup")], situation, frozenset())


def test_what_was_found_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """By another run: nothing is tried then."""
    shelf, rulebook = Shelf(), house()
    examples = Examples(shelf)
    examples.recall(rulebook)
    assert found(rulebook) == NEEDED
    examples.keep()
    monkeypatch.setattr(example, "settle", Mock(side_effect=AssertionError))
    again = house()
    Examples(shelf).recall(again)
    assert found(again) == NEEDED
    written = dict(shelf.texts)
    Examples(shelf).keep()
    assert shelf.texts == written


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"%": 3}', '{"%": ["nobody"]}', '{"%": [1]}', "[" * 100_000])
def test_what_is_no_name_of_a_fact_is_passed_over(text: str) -> None:
    """Whatever was kept, and wherever it stands."""
    shelf, rulebook = Shelf(), house()
    examples = Examples(shelf)
    examples.recall(rulebook)
    found(rulebook)
    examples.keep()
    (kept,) = shelf.texts
    (key,) = found_before(rulebook)
    shelf.texts[kept] = text.replace("%", key)
    again = house()
    Examples(shelf).recall(again)
    assert found_before(again) == {}
    assert found(again) == NEEDED


def test_a_report_is_the_same_with_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the letter."""
    page = tmp_path / "house.md"
    page.write_text(PAGE, "utf-8")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv(FOLDER, "")
    told = invoke("check", str(page)).stdout
    assert "Is anything wrong? yes" in told
    monkeypatch.setenv(FOLDER, str(tmp_path / "kept"))
    assert [invoke("check", str(page)).stdout for _ in range(2)] == [told, told]
