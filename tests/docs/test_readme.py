"""README.md shows what the commands print and what the package gives."""

import doctest

import pytest

import misdeal
from misdeal import Report
from misdeal.cli import check as command

from .pages import blocks, read_page, run_shown, section, shown_commands, stands_in

PAGE = read_page("README.md")


def test_the_finding_is_what_the_command_prints(bridge: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding is shown as `misdeal check bridge_1987` prints it, but for lines marked as left out."""
    monkeypatch.setattr(command, "prove", lambda *_, **__: bridge)
    (line,) = blocks(section(PAGE, "Use"), "sh")
    (finding,) = blocks(section(PAGE, "Use"), "text")
    output, code = run_shown(tuple(line.text.split()))
    assert code == 1
    assert stands_in(finding.text, output)


@pytest.mark.parametrize("title", ["An editor settles", "A director asks"])
def test_what_is_shown_is_what_the_command_prints(title: str) -> None:
    """Every letter of it."""
    (block,) = blocks(section(PAGE, title), "console")
    shown = list(shown_commands(block))
    assert [(each.output, 0) for each in shown] == [run_shown(each.words) for each in shown]


def test_the_python_example_gives_what_it_shows(bridge: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as a doctest."""
    monkeypatch.setattr(misdeal, "check", lambda rulebook: bridge if rulebook.name == bridge.rulebook.name else None)
    (block,) = blocks(section(PAGE, "A programmer asks"), "python")
    example = doctest.DocTestParser().get_doctest(block.text, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(example) == doctest.TestResults(failed=0, attempted=len(example.examples))


def test_leaving_lines_out_is_not_changing_them() -> None:
    """Lines may be left out where a line says so; they may not be changed, cut or exchanged."""
    output = "one\ntwo\nthree\nfour\n"
    assert stands_in("one\n  ...\nthree\n", output)
    assert stands_in("two\nthree\n", output)
    assert not stands_in("one\nthree\n", output)
    assert not stands_in("three\n...\none\n", output)
    assert not stands_in("wo\n", output)
