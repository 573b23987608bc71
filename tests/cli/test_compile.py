"""`misdeal compile`: what it writes, what it refuses, and how it ends."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal.model.library import load
from misdeal.proofs.diagram_grow import NODES

from .running import SAMPLE, invoke, write_sample

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("compile.schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written where nothing else is."""
    monkeypatch.chdir(tmp_path)


def listed() -> list[str]:
    """What lies in this directory."""
    return sorted(path.name for path in Path().iterdir())


@pytest.mark.parametrize(
    ("target", "written"),
    [
        ("python", ["bridge_1987.py"]),
        ("javascript", ["bridge_1987.d.mts", "bridge_1987.mjs"]),
        ("json", ["bridge_1987.json"]),
    ],
)
def test_files_are_named_for_the_rulebook(target: str, written: list[str]) -> None:
    """And nothing else is left behind."""
    result = invoke("compile", "bridge_1987", "--to", target)
    assert result.exit_code == 0, result.output
    assert sorted(result.output.removeprefix("wrote ").strip().split(", ")) == written
    assert listed() == written


@pytest.mark.parametrize(
    ("output", "written"),
    [
        ("rules.mjs", ["rules.d.mts", "rules.mjs"]),
        ("rules.js", ["rules.d.ts", "rules.js"]),
        (".", ["house.d.mts", "house.mjs"]),
    ],
)
def test_an_output_is_a_file_or_a_directory(output: str, written: list[str], tmp_path: Path) -> None:
    """Declarations lie beside the module."""
    book = write_sample(tmp_path)
    assert invoke("compile", book, "--to", "javascript", "-o", output).exit_code == 0
    assert listed() == sorted([*written, "house.md"])


def test_standard_output_has_the_text_alone() -> None:
    """By the schema; only the ruling that is asked for, and its routine in full."""
    result = invoke("compile", "bridge_1987", "--to", "json", "--ruling", "action", "-o", "-")
    document = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(document)
    assert [ruling["name"] for ruling in document["rulings"]] == ["action"]
    assert {routine["ruling"] for routine in document["routines"]} >= {"law", "section", "action"}
    assert listed() == []


def test_nothing_is_overwritten_unless_it_is_wanted() -> None:
    """Not even half: where declarations are there, no module is written."""
    Path("bridge_1987.d.mts").write_text("mine", encoding="utf-8")
    result = invoke("compile", "bridge_1987", "--to", "javascript")
    assert result.exit_code == 2
    assert "`bridge_1987.d.mts` is there already, and is left as it is: name another, or use --force" in result.output
    assert listed() == ["bridge_1987.d.mts"]
    assert invoke("compile", "bridge_1987", "--to", "javascript", "--force").exit_code == 0
    assert Path("bridge_1987.d.mts").read_text("utf-8").startswith("// The rulebook bridge_1987")


def test_where_nothing_can_be_written_it_is_told() -> None:
    """With the reason, and no traceback."""
    result = invoke("compile", "bridge_1987", "--to", "python", "-o", "nowhere/rules.py")
    assert result.exit_code == 2
    assert "`nowhere/rules.py` cannot be written: there is no folder `nowhere`" in result.output


def test_what_is_not_proved_is_not_written() -> None:
    """Exit code 3, with the ruling and the reason."""
    result = invoke("compile", "bridge_1987", "--to", "python", "--timeout", "0.001")
    assert result.exit_code == 3
    assert "misdeal: `law` is not proved: the time limit was reached" in result.output
    assert "misdeal: nothing was written" in result.output
    assert listed() == []


def test_what_has_no_diagram_is_told(tmp_path: Path) -> None:
    """On stderr and in what is written; it is written all the same."""
    either = 'clause 9 "Or" for each p when away[p] or cards[p] = 7 then fine[p] is 1'
    book = write_sample(tmp_path, clauses=either)
    result = invoke("compile", book, "--to", "python", "--nodes", "0", "--ruling", "fine")
    assert result.exit_code == 0
    assert (
        "`fine`: its diagram would be too large, so it is worked out clause by clause, without a proof" in result.stderr
    )
    text = Path("house.py").read_text("utf-8")
    assert "Not proved, because its diagram, or that of a ruling that it reads, would be too large:\n  fine\n" in text


def test_an_unknown_ruling_is_refused() -> None:
    """With the nearest name."""
    result = invoke("compile", "bridge_1987", "--to", "python", "--ruling", "actoin")
    assert result.exit_code == 2
    assert "misdeal: unknown ruling `actoin`\n  help: " in result.output
    assert "`action`" in result.output


def test_a_rulebook_without_rulings_is_refused(tmp_path: Path) -> None:
    """There is nothing to compile."""
    path = tmp_path / "none.md"
    path.write_text('```misdeal\nrulebook none "None"\nfact a: yes/no "Is it?"\n```\n', encoding="utf-8")
    result = invoke("compile", str(path), "--to", "python")
    assert (result.exit_code, "this rulebook has no rulings" in result.output) == (2, True)


def test_what_is_too_much_is_refused(tmp_path: Path) -> None:
    """With the ruling, the numbers and what to do."""
    lets = "\n".join(f"let l{at} = l{at - 1} and found = dealt or not l{at - 1}" for at in range(1, 24))
    clauses = f'let l0 = found = dealing\n{lets}\nruling late: yes/no "?"\nclause 9 "?" when l23 then late is yes'
    result = invoke("compile", write_sample(tmp_path, clauses=clauses), "--to", "python")
    assert result.exit_code == 2
    assert "100,000 are allowed\n  help: call fewer lets within lets" in result.output


def test_a_rulebook_with_mistakes_is_refused(tmp_path: Path) -> None:
    """As by the other commands."""
    result = invoke(
        "compile", write_sample(tmp_path, text=SAMPLE.replace("stage = dealing", "stage dealing")), "--to", "json"
    )
    assert result.exit_code == 2
    assert listed() == ["house.md"]


def test_a_target_is_needed() -> None:
    """There is no usual one."""
    assert invoke("compile", "bridge_1987").exit_code == 2


def test_the_limit_is_one_that_shipped_rulebooks_keep() -> None:
    """None of their diagrams comes near it."""
    result = invoke("compile", "poker_it", "--to", "json", "-o", "-", "--nodes", str(NODES // 3))
    assert all(ruling["proved"] for ruling in json.loads(result.stdout)["rulings"])
    assert len(json.loads(result.stdout)["rulings"]) == len(load("poker_it").rulings)
