"""Claims about two situations in reports: both are told, of the second only what is otherwise."""

import json
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from .running import invoke
from .test_rule import PAGE

CLAIMS = """
```misdeal
claim "the hands and the stage": coup depends only on cards, found
claim "the stage": coup depends only on found
claim "the stage alone": standing depends only on found
```
"""


TURNING = """```misdeal
rulebook small "Small"
seats player 2..4 usually 3
fact dealer: player usually 1 "Who deals?"
fact cards[p]: 0..5 usually 3 "How many cards does the player hold?"
ruling following: player "Who deals next?"
ruling opener: player "Who is first?"
ruling out[p]: yes/no "Does the player leave?"
clause 1 "The next" then following is after(dealer)
clause 2 "Always the same" when cards[dealer] != 1 then opener is 1
clause 3 "Not who holds none" for each p when cards[p] > 0 or p != 3 then out[p] is no
claim "next": following turns with the table
claim "first": opener turns with the table
claim "out": out turns with the table
```
"""


@pytest.fixture
def turning(tmp_path: Path) -> str:
    """The path of a rulebook with claims that a ruling turns with the table."""
    path = tmp_path / "small.md"
    path.write_text(TURNING, encoding="utf-8")
    return str(path)


@pytest.fixture
def parlour(tmp_path: Path) -> str:
    """The path of a rulebook with such claims."""
    path = tmp_path / "parlour.md"
    path.write_text(PAGE + CLAIMS, encoding="utf-8")
    return str(path)


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.replace("\\\n", " ").split())


def test_a_pair_is_told_by_what_differs(parlour: str) -> None:
    """What the claim names is told of the first, what is otherwise of the second, what comes out of both."""
    result = invoke("check", parlour, "--only", "refuted")
    shown = flat(result.output)
    assert result.exit_code == 1
    assert (
        "`coup depends only on found` For instance: - When was the error found? dealt"
        " Otherwise an ordinary table of four. There `coup` is not to be decided." in shown
    )
    assert "Beside it: - How many cards does player 1 hold? 4 Otherwise the same. There `coup` is “void” by 4." in shown
    assert "the hands and the stage" not in shown
    assert "1 of 3 claims is proved" in shown


def test_a_gap_counts_and_is_told(parlour: str) -> None:
    """Of an indexed ruling it is said for whom."""
    shown = flat(invoke("check", parlour, "--only", "refuted").output)
    assert "For instance: `p` is player 1. - When was the error found? opened" in shown
    assert "Otherwise the same. There `standing[1]` is decided by no clause." in shown


def test_both_can_be_replayed(parlour: str) -> None:
    """The commands give the outcomes that are told."""
    document = json.loads(invoke("check", parlour, "--format", "json").output)
    schema = json.loads(files("misdeal.cli").joinpath("check.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    findings = [each for each in document["books"][0]["findings"] if each["subject"] == "the stage"]
    (finding,) = findings
    assert (finding["claimed"], finding["ruling"]) == ("coup depends only on found", "coup")
    assert [each["place"] for each in finding["beside"]["answers"]] == ["cards[1]"]
    came = []
    for told in (finding["situation"], finding["beside"]):
        answer = json.loads(invoke(*told["replay"][1:], "--ruling", "coup", "--format", "json").output)
        came.append(answer["rulings"][0]["outcomes"])
    assert came == [[{"outcome": "does not arise"}], [{"outcome": "value", "value": "void"}]]


def test_a_turned_situation_is_told_by_what_differs(turning: str) -> None:
    """The same outcome counts as another where it is a seat."""
    result = invoke("check", turning, "--only", "refuted")
    shown = flat(result.output)
    assert result.exit_code == 1
    assert "the claim “first” is false: `opener` does not turn with the table" in shown
    assert (
        "`opener turns with the table` For instance: An ordinary table of three. There `opener` is “player 1” by 2."
        in shown
    )
    assert "Beside it: - Who deals? player 2 Otherwise the same. There `opener` is “player 1” by 2." in shown
    assert "`following turns" not in shown
    assert "1 of 3 claims is proved" in shown


def test_an_index_turns_too(turning: str) -> None:
    """Of an indexed ruling it is said for whom in both, and both can be replayed."""
    document = json.loads(invoke("check", turning, "--format", "json").output)
    schema = json.loads(files("misdeal.cli").joinpath("check.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(document)
    told = [each for each in document["books"][0]["findings"] if each["subject"] == "out"]
    (finding,) = (each for each in told if each["code"] == "refuted")
    assert finding["claimed"] == "out turns with the table"
    came = []
    for side, place in (("situation", "out[2]"), ("beside", "out[3]")):
        answer = json.loads(invoke(*finding[side]["replay"][1:], "--ruling", place, "--format", "json").output)
        came += [each["outcomes"] for each in answer["rulings"]]
    assert came == [[{"outcome": "value", "value": False}], [{"outcome": "gap"}]]


def test_a_claim_that_no_situation_tries_is_told(turning: str) -> None:
    """Where none is possible turned; it does not count as proved."""
    path = Path(turning)
    path.write_text(TURNING.replace('claim "next"', 'always dealer = 2 "he is fixed"\nclaim "next"'), encoding="utf-8")
    shown = flat(invoke("check", turning).output)
    assert "warning[untried] nothing puts the claim “next” to the test: no situation is possible both as it is" in shown
    assert "None of 3 claims is proved" in shown
