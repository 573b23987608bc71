"""`misdeal check --format json`: by its schema, the same every run, harmless."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from misdeal.proofs.finding import FindingKind, Severity, Verdict

from .running import SAMPLE, invoke, write_sample

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("check.schema.json").read_text("utf-8"))


def read_json(*arguments: str) -> dict[str, Any]:
    """The document of a check, valid by the schema."""
    document: dict[str, Any] = json.loads(invoke("check", "--format", "json", *arguments).stdout)
    Draft202012Validator(SCHEMA).validate(document)
    return document


def test_the_schema_is_one() -> None:
    """The schema is valid as a schema, and describes every member."""
    Draft202012Validator.check_schema(SCHEMA)


def test_every_kind_of_book_is_valid(tmp_path: Path) -> None:
    """A shipped rulebook, one with findings, one with mistakes, one that is not there."""
    bad = tmp_path / "bad.md"
    bad.write_text("no block", encoding="utf-8")
    document = read_json(write_sample(tmp_path), str(bad), "nothing_such", "bridge_1987")
    assert [book["usable"] for book in document["books"]] == [True, False, False, True]


def test_what_the_text_tells_the_json_tells(tmp_path: Path) -> None:
    """Regions, situation, nearest clauses and the command are there."""
    findings = read_json("--only", "gap", write_sample(tmp_path))["books"][0]["findings"]
    (fine,) = (finding for finding in findings if finding["ruling"] == "fine")
    assert fine["about"] == "a player p"
    (region,) = fine["regions"]
    assert region["conditions"][0] == "found = opened"
    assert region["situation"]["subject"] == "player 1"
    assert region["situation"]["replay"][-2:] == ["found=opened", "wrong=few"]
    assert region["nearest"][0]["lacks"] == [{"condition": "cards[p] = 6", "here": "5"}]


def test_a_claim_is_quoted(tmp_path: Path) -> None:
    """A finding about a claim has what that says, others have nothing."""
    findings = read_json(write_sample(tmp_path, clauses='claim "so": every p: cards[p] = 5'))["books"][0]["findings"]
    quoted = {(finding["code"], finding["subject"]): finding["claimed"] for finding in findings}
    assert quoted["refuted", "so"] == "every p: cards[p] = 5"
    assert {code for (code, _), claim in quoted.items() if claim is not None} <= {"refuted", "untried"}
    assert None in quoted.values()


def test_a_rulebook_without_rulings_has_none_in_the_summary(tmp_path: Path) -> None:
    """So that a program does not take it for one in which everything is ruled."""
    base = '```misdeal\nrulebook base "A base"\n```\n'
    assert read_json(write_sample(tmp_path, text=base))["books"][0]["summary"]["rulings"] == 0
    assert read_json(write_sample(tmp_path))["books"][0]["summary"]["rulings"] == 2


def test_the_same_rulebook_gives_the_same_document(tmp_path: Path) -> None:
    """No times, no order that depends on the run."""
    book = write_sample(tmp_path)
    assert invoke("check", "--format", "json", book).stdout == invoke("check", "--format", "json", book).stdout


def test_nothing_in_it_can_reach_a_terminal(tmp_path: Path) -> None:
    """ASCII only: control and bidirectional characters are escaped."""
    hostile = SAMPLE.replace("## Five cards each", "## Five \x1b[2J\u202e cards").replace(
        "Is the player", "Ist dér player"
    )
    result = invoke("check", "--format", "json", write_sample(tmp_path, text=hostile))
    assert result.stdout.isascii()
    assert all(character.isprintable() or character == "\n" for character in result.stdout)
    assert result.stderr == ""


def test_mistakes_are_in_the_document_and_not_on_stderr(tmp_path: Path) -> None:
    """A program reads one stream."""
    result = invoke("check", "--format", "json", write_sample(tmp_path, clauses='claim "x": cart[1] = 5'))
    assert result.exit_code == 2
    assert result.stderr == ""
    (diagnostic,) = json.loads(result.stdout)["books"][0]["diagnostics"]
    assert (diagnostic["code"], diagnostic["help"]) == ("unknown-name", "did you mean `cards`?")


def test_the_schema_knows_the_words_of_the_findings() -> None:
    """Kinds, severities and verdicts are those of the proofs."""
    defined = SCHEMA["$defs"]
    assert defined["code"]["enum"] == [kind.value for kind in FindingKind]
    severities = [severity.name.lower() for severity in Severity]
    assert defined["finding"]["properties"]["severity"]["enum"] == severities
    assert defined["obligation"]["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
