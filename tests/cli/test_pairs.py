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
