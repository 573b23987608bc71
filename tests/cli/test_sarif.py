"""`misdeal check --format sarif`: valid, every place in its file, and fixes that fix."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema.validators import validator_for

from misdeal.cli.codes import entries
from misdeal.cli.sarif import ROOT as BASE
from misdeal.cli.sarif import SHIPPED
from misdeal.model.library import shipped
from misdeal.proofs.finding import FindingKind

from ..project.tree import ROOT
from ..strategies import seeded
from .running import SAMPLE, invoke, write_sample

SCHEMAS = Path(os.environ.get("MISDEAL_SCHEMAS", ROOT.parent / "shared" / "schemas"))
BROKEN = '# Broken\n\n```misdeal\nrulebook broken "It is"\nclause 1 "x" then nothing_such is 3\n```\n'
AMENDMENT = """```misdeal
rulebook house_2 amends house "Again"
restate clause 1 "Six" when some p: cards[p] > 5 then coup is void
```
"""
CLASHING = """```misdeal
rulebook clashing "Two clauses"
fact late: yes/no usually no "Is it late?"
fact loud: yes/no usually no "Is it loud?"
ruling end: {goes_on, ends} "Does the game end?"
clause 1 "Late"  # a comment
  when late
  then end is ends   # and here

# about the next one
clause 2 "Loud" when loud then end is goes_on
clause 3 "Neither" when not late and not loud then end is goes_on
```
"""


def log(*arguments: str) -> dict[str, Any]:
    """The run of a log, which holds no more than one."""
    document = json.loads(invoke("check", "--format", "sarif", *arguments).stdout)
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    return run  # type: ignore[no-any-return]


def places(run: dict[str, Any]) -> list[dict[str, Any]]:
    """Every physical location of the results."""
    results = run["results"]
    return [each["physicalLocation"] for result in results for each in [*result["locations"], *related(result)]]


def related(result: dict[str, Any]) -> list[dict[str, Any]]:
    """What is told beside a result."""
    return result.get("relatedLocations", [])  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a rulebook with findings is, an amendment of it, and one with mistakes."""
    path = tmp_path_factory.mktemp("books")
    (path / "a folder").mkdir()
    (path / "a folder" / "broken.md").write_text(BROKEN, encoding="utf-8")
    (path / "house.md").write_text(SAMPLE, encoding="utf-8")
    (path / "house_2.md").write_text(AMENDMENT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def everything(folder: Path) -> dict[str, Any]:
    """A log of all of them, and of one that is not there, with drafts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return log("house.md", "house_2.md", "a folder/broken.md", "nothing_such", "--suggest")


def test_it_is_valid_by_the_schema(everything: dict[str, Any]) -> None:
    """By that of OASIS, where it is at hand."""
    path = SCHEMAS / "sarif-2.1.0.json"
    if not path.exists():
        pytest.skip("the schema of SARIF 2.1.0 is not part of the project: MISDEAL_SCHEMAS may name its folder")
    schema = json.loads(path.read_text("utf-8"))
    document: Any = {"version": "2.1.0", "runs": [everything]}
    assert [error.message for error in validator_for(schema)(schema).iter_errors(document)] == []


def test_every_result_has_its_rule(everything: dict[str, Any]) -> None:
    """All kinds of findings have a rule, and the mistakes that occur; an entry of `codes.md` is the help."""
    rules = everything["tool"]["driver"]["rules"]
    ids = [rule["id"] for rule in rules]
    assert ids[: len(FindingKind)] == [kind.value for kind in FindingKind]
    assert set(ids[len(FindingKind) :]) == {"unknown-name", "unreadable-file"}
    assert {rule["help"]["markdown"] for rule in rules} == {entries()[code] for code in ids}
    for result in everything["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        level = rules[result["ruleIndex"]]["defaultConfiguration"]["level"]
        assert result["level"] == level


def test_every_place_is_in_its_file(everything: dict[str, Any], folder: Path) -> None:
    """Paths are relative to where Misdeal ran, and lines and columns are those of the page."""
    for place in places(everything):
        file, region = place["artifactLocation"], place.get("region")
        assert file["uriBaseId"] == BASE
        if region is None:
            assert file["uri"] == "nothing_such"
            continue
        line = (folder / unquote(file["uri"])).read_text("utf-8").split("\n")[region["startLine"] - 1]
        assert 1 <= region["startColumn"] <= region["endColumn"] <= len(line) + 1
        assert line[region["startColumn"] - 1 :].strip()


def test_a_gap_is_at_its_ruling_and_a_clash_beside_its_clauses(everything: dict[str, Any]) -> None:
    """By what stands there."""
    lines = SAMPLE.split("\n")
    told = {"gap": 0, "clash": 0}
    for result in everything["results"]:
        names = [each["fullyQualifiedName"] for each in result["locations"][0].get("logicalLocations", ())]
        if not names or not names[0].startswith("house.") or result["ruleId"] not in told:
            continue
        told[result["ruleId"]] += 1
        line = lines[result["locations"][0]["physicalLocation"]["region"]["startLine"] - 1]
        beside = [lines[each["physicalLocation"]["region"]["startLine"] - 1] for each in related(result)]
        if result["ruleId"] == "gap":
            assert line.startswith(f"ruling {names[0].removeprefix('house.')}")
        else:
            assert [each.split()[1] for each in beside] == ["1", "3"]
    assert told == {"gap": 2, "clash": 1}


def test_what_an_amendment_restates_is_told_beside(everything: dict[str, Any]) -> None:
    """In the file of the page that it amends."""
    told = [
        (each["message"]["text"], each["physicalLocation"]["artifactLocation"]["uri"])
        for result in everything["results"]
        for each in related(result)
    ]
    assert ("`clause 1` before it was restated", "house.md") in told


def test_the_invocation_has_the_exit_code_and_what_went_wrong(everything: dict[str, Any]) -> None:
    """Every book that cannot be used is a notification too."""
    (invocation,) = everything["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (2, False)
    told = [(each["descriptor"]["id"], each["message"]["text"]) for each in invocation["toolExecutionNotifications"]]
    assert told == [
        ("unusable", "`a folder/broken.md` cannot be used: 1 mistake"),
        ("unusable", "`nothing_such` cannot be used: 1 mistake"),
    ]


def test_what_is_unknown_is_a_notification(tmp_path: Path) -> None:
    """And no result; the run was as it should be."""
    run = log(write_sample(tmp_path), "--timeout", "0.000001")
    (invocation,) = run["invocations"]
    assert {each["descriptor"]["id"] for each in invocation["toolExecutionNotifications"]} == {"unknown"}
    assert invocation["executionSuccessful"]
    assert [result for result in run["results"] if result["level"] == "error"] == []


def test_shipped_rulebooks_are_named_relative_to_the_package() -> None:
    """They are in no folder of whoever runs it; nor are they mended there."""
    run = log("bridge_1987", "--only", "gap")
    files = {place["artifactLocation"]["uri"] for place in places(run)}
    assert files <= {f"{name}.md" for name in shipped()}
    assert {place["artifactLocation"]["uriBaseId"] for place in places(run)} == {SHIPPED}
    assert SHIPPED in run["originalUriBaseIds"]
    assert not any("fixes" in result for result in run["results"])


def test_it_is_the_same_every_run_and_ascii_only(tmp_path: Path) -> None:
    """No times; nothing in it reaches a terminal."""
    hostile = SAMPLE.replace("## Five cards each", "## Fünf \x1b[2J\u202e cards")
    book = write_sample(tmp_path, text=hostile)
    one, two = (invoke("check", "--format", "sarif", book).stdout for _ in range(2))
    assert one == two
    assert one.isascii()
    assert "\\u001b" not in one.replace("\\\\u001b", "")


def mended(page: str, fix: dict[str, Any]) -> str:
    """A page with a fix in it, as SARIF says it: lines and columns count from 1, the end is left out."""
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    region = replacement["deletedRegion"]
    starts = [0]
    for line in page.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    start = starts[region["startLine"] - 1] + region["startColumn"] - 1
    end = starts[region["endLine"] - 1] + region["endColumn"] - 1
    return page[:start] + replacement["insertedContent"]["text"] + page[end:]  # type: ignore[no-any-return]


def check_fixes(path: Path) -> int:
    """How many fixes a rulebook has; each, put in its place, leaves one that reads and lacks what it settles."""
    before = path.read_bytes().decode()
    tried = 0
    for result in log(str(path), "--suggest")["results"]:
        for fix in result.get("fixes", []):
            path.write_bytes(mended(before, fix).encode())
            after = log(str(path))
            same = [other for other in after["results"] if is_same(other, result)]
            text, regions = fix["description"]["text"], result["properties"]["regions"]
            if "settles region" in text:
                settled = regions[int(text.split("settles region ")[1].split(":")[0]) - 1]["conditions"]
                left = [region["conditions"] for other in same for region in other["properties"]["regions"]]
                assert settled not in left
            else:
                assert same == []
            assert after["invocations"][0]["exitCode"] in {0, 1}
            tried += 1
        path.write_bytes(before.encode())
    return tried


def is_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two results are about the same, wherever it is."""
    marks = [each["partialFingerprints"]["misdealFinding/v1"] for each in (one, other)]
    return bool(marks[0] == marks[1])


def test_fixes_fix(tmp_path: Path) -> None:
    """A clause, an override, a clause restated: whatever was drafted; comments behind a clause stay."""
    book = tmp_path / "book.md"
    book.write_text(CLASHING + "And a block that is never closed:\n\n```text\nthe end", encoding="utf-8")
    (fixes,) = (result["fixes"] for result in log(str(book), "--suggest")["results"] if "fixes" in result)
    put = [fix["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"].split()[0] for fix in fixes]
    assert set(put) == {"clause", "```misdeal"}
    assert all("# and here\n\n# about the next one\n" in mended(CLASHING, fix) for fix in fixes)
    assert check_fixes(book) == len(fixes)


def test_fixes_of_a_page_with_other_line_ends_have_those(tmp_path: Path) -> None:
    """And are the same otherwise."""
    book = tmp_path / "book.md"
    pages = []
    for end in ("\n", "\r\n"):
        text = CLASHING.replace("\n", end)
        book.write_bytes(text.encode())
        fixes = [fix for result in log(str(book), "--suggest")["results"] for fix in result.get("fixes", [])]
        pages.append([mended(text, fix) for fix in fixes])
    assert pages[1] == [page.replace("\n", "\r\n") for page in pages[0]]


def test_fixes_of_an_amendment_stand_in_the_amendment(tmp_path: Path) -> None:
    """The page that it amends is left alone."""
    (tmp_path / "clashing.md").write_text(CLASHING, encoding="utf-8")
    book = tmp_path / "clashing_2.md"
    book.write_text('```misdeal\nrulebook clashing_2 amends clashing "Again"\n```\n', encoding="utf-8")
    assert check_fixes(book) >= 3
    assert (tmp_path / "clashing.md").read_text("utf-8") == CLASHING


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(20))
def test_fixes_fix_generated_rulebooks(tmp_path: Path, seed: int) -> None:
    """Whatever is found in them."""
    book = tmp_path / "book.md"
    book.write_text(seeded(seed, most=25).text, encoding="utf-8")
    check_fixes(book)
