"""docs/reports.md: its rulebook is checked, and its baseline is what is written, once it has reasons."""

import json
import re
import shlex
from pathlib import Path

import pytest

from misdeal.cli.forms import FORMS
from tests.cli.running import invoke
from tests.project.tree import ROOT

from .pages import Block, blocks, read_page, run_shown, shown_commands

PAGE = read_page("docs/reports.md")


@pytest.fixture(autouse=True)
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the rulebook of the page is."""
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(PAGE, "markdown")
    (tmp_path / "house.md").write_text(block.text, encoding="utf-8")
    return tmp_path


def commands(block: Block) -> list[tuple[tuple[str, ...], str]]:
    """The commands of a block with what they print."""
    return [(shown.words, shown.output) for shown in shown_commands(block)]


def test_the_annotation_is_what_the_command_prints() -> None:
    """Every letter of it."""
    ((words, output),) = commands(blocks(PAGE, "console")[0])
    assert run_shown(words) == (output, 1)


def test_the_baseline_is_what_is_written_but_for_reason_and_day(directory: Path) -> None:
    """And with these it accepts the finding."""
    (shown,) = blocks(PAGE, "toml")
    path = directory / "accepted.toml"
    assert run_shown(("misdeal", "check", "house.md", "--write-baseline", str(path)))[1] == 1
    written = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    expected = re.sub(r"expires = .*\n", "", shown.text)
    assert re.sub(r'reason = ".*"', "", written) == re.sub(r'reason = ".*"', "", expected)
    path.write_text(shown.text, encoding="utf-8")
    ((words, output),) = commands(blocks(PAGE, "console")[1])
    assert run_shown(words) == (output, 0)


def test_every_format_has_a_row() -> None:
    """In the order of the option."""
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == ["text", *FORMS]


def test_the_workflow_runs_as_it_stands(directory: Path) -> None:
    """Its commands, with a rulebook where it looks for them: one run, three reports."""
    workflow = blocks(PAGE, "yaml")[0].text
    formats, checks = re.findall(r"- run: (?:>\n)?((?: *(?:misdeal|--).*\n?)+)", workflow)
    (directory / "rules").mkdir()
    assert invoke("fmt", "house.md").exit_code == 0
    (directory / "house.md").rename(directory / "rules" / "house.md")
    (directory / "accepted.toml").write_text(blocks(PAGE, "toml")[0].text, encoding="utf-8")
    summary = str(directory / "summary.md")
    for command in (formats, checks):
        line = command.replace("$GITHUB_STEP_SUMMARY", summary).replace("rules/*.md", "rules/house.md")
        assert run_shown(tuple(shlex.split(line)))[1] == 0
    assert (directory / "summary.md").read_text("utf-8").startswith("## House rules")
    assert json.loads((directory / "misdeal.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_the_hooks_are_those_of_the_manifest() -> None:
    """By their ids."""
    ids = re.findall(r"- id: (\S+)", blocks(PAGE, "yaml")[1].text)
    assert sorted(ids) == sorted(re.findall(r"- id: (\S+)", (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")))
