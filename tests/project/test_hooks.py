"""`.pre-commit-hooks.yaml`: what it says is valid, and its hooks do what they are for, run by pre-commit itself."""

import json
import os
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from ..cli.running import SAMPLE, environment
from ..cli.test_fmt import TIDY, UNTIDY
from .tree import ROOT

MANIFEST = ROOT / ".pre-commit-hooks.yaml"
HOOKS: list[dict[str, Any]] = import_module("pre_commit.clientlib").load_manifest(MANIFEST)  # it has no types
CLEAN = UNTIDY.replace("clause 1", 'ruling r: yes/no\n  "Does it end?"\nclause 1')


CASE = """rulebook: house
cases:
  - name: it ends
    source: "the house"
    expect: {{r: {}}}
"""


def pre_commit(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run pre-commit, with nothing of whoever runs the tests."""
    home = environment(PRE_COMMIT_HOME=str(cwd / "home"), GIT_CONFIG_GLOBAL=os.devnull)
    command = (sys.executable, "-m", "pre_commit", *arguments)
    return subprocess.run(command, cwd=cwd, env=home, capture_output=True, check=False, encoding="utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with pages in it, and the hooks of the manifest as its own, for nothing can be installed here."""
    command = shlex.join((sys.executable, "-m"))
    local = [{**hook, "language": "system", "entry": f"{command} {hook['entry']}"} for hook in HOOKS]
    config = {"repos": [{"repo": "local", "hooks": local}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(json.dumps(config), encoding="utf-8")
    (tmp_path / "README.md").write_text("# Notes\n\n```\nsource .venv/bin/activate\n```\n", encoding="utf-8")
    (tmp_path / "house.md").write_text(CLEAN, encoding="utf-8")
    for words in (("init", "-q"), ("add", "*.md", ".pre-commit-config.yaml")):
        subprocess.run(("git", *words), cwd=tmp_path, check=True)  # noqa: S607 - as a user has it
    return tmp_path


def test_the_manifest_is_valid(tmp_path: Path) -> None:
    """Says pre-commit; every hook is a command of Misdeal that a package of it brings along."""
    result = pre_commit("validate-manifest", str(MANIFEST), cwd=tmp_path)
    assert (result.returncode, result.stdout) == (0, "")
    assert {hook["language"] for hook in HOOKS} == {"python"}
    assert {hook["entry"].split()[0] for hook in HOOKS} == {"misdeal"}


def test_the_hooks_pass_over_other_pages_and_lay_rulebooks_out(repository: Path) -> None:
    """The first time what is laid out fails, as pre-commit has it, and the second time nothing does."""
    assert pre_commit("run", "misdeal-check", "--all-files", cwd=repository).returncode == 0
    assert pre_commit("run", "misdeal-fmt", "--all-files", cwd=repository).returncode == 1
    text = (repository / "house.md").read_text("utf-8")
    assert text == TIDY.replace("clause 1", 'ruling r: yes/no\n  "Does it end?"\nclause 1')
    result = pre_commit("run", "--all-files", cwd=repository)
    assert result.returncode == 0, result.stdout


def test_the_cases_beside_a_rulebook_are_tried_when_they_change(repository: Path) -> None:
    """The rulebook is tried when its case file changes, and so it is when it changes itself; other pages are not."""
    cases = repository / "house.night.cases.yaml"
    for value, code in (("yes", 0), ("no", 1)):
        cases.write_text(CASE.format(value), encoding="utf-8")
        subprocess.run(("git", "add", "."), cwd=repository, check=True)  # noqa: S607 - as a user has it
        for file in (cases.name, "house.md"):
            result = pre_commit("run", "misdeal-test", "--files", file, "README.md", cwd=repository)
            assert result.returncode == code, result.stdout
        assert ("expected no" in result.stdout) == bool(code)
    result = pre_commit("run", "misdeal-test", "--files", "README.md", cwd=repository)
    assert result.returncode == 0, result.stdout


def test_the_hook_fails_on_a_finding(repository: Path) -> None:
    """And shows it."""
    (repository / "house.md").write_text(SAMPLE, encoding="utf-8")
    result = pre_commit("run", "misdeal-check", "--all-files", cwd=repository)
    assert result.returncode == 1
    assert "error[gap]" in result.stdout


def test_a_misspelt_mark_is_not_passed_over(repository: Path) -> None:
    """A rulebook must not be skipped for a slip in its only fence."""
    (repository / "house.md").write_text(SAMPLE.replace("```misdeal", "```misdael"), encoding="utf-8")
    result = pre_commit("run", "misdeal-check", "--all-files", cwd=repository)
    assert result.returncode == 1
    assert "did you mean `misdeal`?" in result.stdout
