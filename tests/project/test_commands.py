"""README, Makefile and CI give the same commands."""

import re

from .tree import ROOT


def list_commands(heading: str) -> list[str]:
    """Return the shell commands under a heading of the README."""
    readme = (ROOT / "README.md").read_text("utf-8")
    section = readme.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    blocks = re.findall(r"^```sh\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_setup_takes_two_commands() -> None:
    """Two commands make a checkout ready, one checks a rulebook, one runs the tests."""
    assert [len(list_commands(heading)) for heading in ("Set-up", "Use", "Tests")] == [2, 1, 1]


def test_ci_runs_the_commands_of_the_readme() -> None:
    """CI installs what the README installs, and runs the tests by the README's command."""
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    _, install = list_commands("Set-up")
    (test,) = list_commands("Tests")
    assert install.replace("pip install", "pip install -q") in script
    assert f"step limited {test}\n" in script


def test_make_help_has_a_line_for_every_word() -> None:
    """Every word of the Makefile says in a line what it does."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    found = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert found is not None
    assert re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE) == found[1].split()
