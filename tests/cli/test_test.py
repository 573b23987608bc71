"""`misdeal test`: what has to come out and what does, for people, programs and build servers."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from misdeal.model.library import shipped

from .running import SAMPLE, invoke, write_sample

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("test.schema.json").read_text("utf-8"))
CASES: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("cases.schema.json").read_text("utf-8"))
RIGHT = """rulebook: house
cases:
  - name: six cards
    source: https://www.example.org/17
    given: {found: opened, cards: {2: 6}}
    expect: {coup: void, fine: {2: 1, 3: gap}}
    clause: ["1", "4"]
"""
WRONG = """
  - name: "<six> & \\"more\\" ☃"
    source: the </failure> house
    note: "]]> a note"
    given: {found: opened, cards: {2: 6}, wrong: few}
    expect: {coup: stands, fine: {2: 1}}
    clause: "2"
"""


def write(folder: Path, text: str = RIGHT) -> str:
    """A rulebook with a case file beside it."""
    (folder / "house.cases.yaml").write_text(text, "utf-8")
    return write_sample(folder)


def document(*arguments: str) -> tuple[dict[str, Any], int]:
    """What it prints as JSON, valid by the schema, and the exit code."""
    result = invoke("test", *arguments, "--format", "json")
    made: dict[str, Any] = json.loads(result.output)
    Draft202012Validator(SCHEMA).validate(made)
    return made, result.exit_code


def test_the_schemas_are_schemas() -> None:
    """Both of them."""
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator.check_schema(CASES)


def test_all_shipped_cases_come_out() -> None:
    """With counts by source, of each rulebook and together."""
    result = invoke("test", "--all")
    assert result.exit_code == 0, result.output
    for book in shipped():
        assert f"{book}: " in result.output
    assert f"cases in {len(shipped())} rulebooks" in result.output
    assert "Precedents" in result.output
    assert "bridgewebs.com" in result.output
    assert "failed" not in result.output


@pytest.mark.parametrize("name", [f"{book}.cases.yaml" for book in shipped()])
def test_shipped_case_files_are_of_the_published_form(name: str) -> None:
    """As another reader of YAML sees them."""
    text = files("misdeal.model").joinpath("rulebooks", name).read_text("utf-8")
    Draft202012Validator(CASES).validate(YAML(typ="safe", pure=True).load(text))


@pytest.mark.parametrize("change", ["rulebook: 1", "cases: {}", "other: x"])
def test_the_published_form_excludes_other_files(change: str) -> None:
    """The schema refuses what the reader refuses."""
    data = YAML(typ="safe", pure=True).load(RIGHT)
    key, value = change.split(": ")
    data[key] = {"1": 1, "{}": {}, "x": "x"}[value]
    assert not Draft202012Validator(CASES).is_valid(data)


def test_where_all_is_well_only_counts_are_told(tmp_path: Path) -> None:
    """By the site of an address."""
    result = invoke("test", write(tmp_path))
    assert result.exit_code == 0
    assert " ".join(result.output.split()).endswith("1 of 1 case comes out as it must. 1 example.org")


def test_a_case_that_fails_is_told_fully(tmp_path: Path) -> None:
    """What was expected, what comes out, by which clauses, and how to see it again."""
    result = invoke("test", write(tmp_path, RIGHT + WRONG))
    assert result.exit_code == 1
    for told in (
        "coup: expected stands",
        "comes out void, by 1",
        "fine[2] is 1, by 4",
        "2 must decide, and does not",
        "]]> a note",
        "house.cases.yaml",
        "found=opened",
    ):
        assert told in result.output
    command = " ".join(result.output.split("misdeal rule ")[1].split("\n\n")[0].replace("\\\n", "").split())
    words = command.replace("'", "").split()
    again = invoke("rule", *words)
    assert "coup: void" in again.output


def test_json_says_the_same(tmp_path: Path) -> None:
    """And counts."""
    made, code = document(write(tmp_path, RIGHT + WRONG))
    (book,) = made["books"]
    assert code == 1
    assert book["counts"] == {"passed": 1, "failed": 1, "unknown": 0}
    assert book["sources"] == {"example.org": 1, "the </failure> house": 1}
    failed = book["cases"][1]
    assert failed["verdict"] == "failed"
    assert failed["silent"] == ["2"]
    assert [(each["expected"], each["actual"], each["right"], each["deciding"]) for each in failed["rulings"]] == [
        ("stands", "void", False, ["1"]),
        ("1", "1", True, ["4"]),
    ]


def test_junit_is_well_formed_and_nothing_of_a_case_is_markup(tmp_path: Path) -> None:
    """The counts are right, and texts come back as they were."""
    result = invoke("test", write(tmp_path, RIGHT + WRONG), "--format", "junit")
    assert result.exit_code == 1
    assert result.output.isascii()
    root = ET.fromstring(result.output)  # noqa: S314 - made by us
    (suite,) = root
    passed, failed = suite
    assert (root.tag, suite.tag, suite.get("tests"), suite.get("failures")) == ("testsuites", "testsuite", "2", "1")
    assert list(passed) == []
    assert failed.get("name") == '<six> & "more" ☃'
    assert failed.get("classname") == "the </failure> house"
    (failure,) = failed
    assert "`coup` must be stands" in str(failure.get("message"))
    assert "expected stands" in str(failure.text)


def test_what_cannot_be_used_does_not_keep_others_from_being_tested(tmp_path: Path) -> None:
    """The exit code is 2, in every format."""
    broken = write(tmp_path, RIGHT.replace("coup", "coop"))
    for form in ("text", "json", "junit"):
        result = invoke("test", broken, "bridge_1987", "--format", form)
        assert result.exit_code == 2
    made, _ = document(broken, "bridge_1987")
    assert [book["usable"] for book in made["books"]] == [False, True]
    root = ET.fromstring(invoke("test", broken, "bridge_1987", "--format", "junit").output)  # noqa: S314 - made by us
    assert (root.get("errors"), root[0][0][0].tag) == ("1", "error")


def test_files_may_be_named(tmp_path: Path) -> None:
    """They take the place of those that lie beside the rulebook."""
    book = write(tmp_path)
    other = tmp_path / "others.yaml"
    other.write_text(RIGHT.replace("six cards", "another") + WRONG, "utf-8")
    made, code = document(book, "--cases", str(other))
    assert code == 1
    assert [case["name"] for case in made["books"][0]["cases"]] == ["another", '<six> & "more" ☃']
    assert invoke("test", book, "--cases", str(tmp_path / "none.yaml")).exit_code == 2


@pytest.mark.parametrize("arguments", [(), ("bridge_1987", "--all"), ("--all", "--cases", "x.yaml")])
def test_it_has_to_be_said_what_to_test(arguments: tuple[str, ...]) -> None:
    """Rulebooks, or all; files of cases are about one."""
    assert invoke("test", *arguments).exit_code == 2


def test_what_is_not_found_out_exits_3(tmp_path: Path) -> None:
    """A case that leaves too many options open for going through them, without time for a solver."""
    options = "\n".join(f'option o{at}: yes/no "O{at}?"' for at in range(10))
    book = write_sample(tmp_path, clauses=options, text=SAMPLE)
    (tmp_path / "house.cases.yaml").write_text(RIGHT, "utf-8")
    made, code = document(book, "--timeout", "0.001")
    assert code == 3
    assert made["books"][0]["cases"][0]["verdict"] == "unknown"
    root = ET.fromstring(invoke("test", book, "--timeout", "0.001", "--format", "junit").output)  # noqa: S314 - made by us
    assert (root.get("errors"), root[0][0][0].get("type")) == ("1", "unknown")
    assert invoke("test", book).exit_code == 0


def test_a_rulebook_without_cases_is_told_so(tmp_path: Path) -> None:
    """And nothing is wrong with that."""
    result = invoke("test", write_sample(tmp_path))
    assert result.exit_code == 0
    assert " ".join(result.output.split()).endswith("no cases, neither in it nor beside it.")


def test_a_case_file_stands_for_the_rulebook_beside_it(tmp_path: Path) -> None:
    """Once, however often it is meant; of two that it could belong to both are tried."""
    book, beside = write(tmp_path), str(tmp_path / "house.cases.yaml")
    assert invoke("test", beside).stdout == invoke("test", book).stdout
    assert invoke("test", book, beside).stdout == invoke("test", book).stdout
    night = tmp_path / "house.night.cases.yaml"
    night.write_text("rulebook: house\ncases: []\n", encoding="utf-8")
    (tmp_path / "house.night.md").write_text(SAMPLE, encoding="utf-8")
    tried = json.loads(invoke("test", "--format", "json", str(night)).stdout)["books"]
    assert [Path(each["book"]).name for each in tried] == ["house.night.md", "house.md"]


def test_a_case_file_that_lies_beside_no_rulebook_is_told(tmp_path: Path) -> None:
    """With the name that the rulebook would have, unless other files are passed over."""
    (tmp_path / "lost.cases.yaml").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "other.md").write_text("# No rulebook\n", encoding="utf-8")
    lost, other = str(tmp_path / "lost.cases.yaml"), str(tmp_path / "other.md")
    result = invoke("test", lost)
    assert result.exit_code == 2
    assert "lies beside no rulebook" in result.stderr
    assert invoke("test", "--rulebooks-only", lost, other).exit_code == 0
    assert invoke("test", "--rulebooks-only", write(tmp_path), other).exit_code == 0


def test_a_case_file_that_is_not_there_is_told_as_one(tmp_path: Path) -> None:
    """And not as a rulebook; with the near name."""
    book = write(tmp_path)
    result = invoke("test", book, "--cases", str(tmp_path / "hause.cases.yaml"))
    assert result.exit_code == 2
    assert "there is no case file" in result.stderr
    assert "did you mean `house.cases.yaml`?" in result.stderr
    assert "shipped" not in result.stderr
    assert "is a directory" in invoke("test", book, "--cases", str(tmp_path)).stderr
