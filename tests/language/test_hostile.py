"""Untrusted rulebooks: nothing but a rulebook or its diagnostics comes back, and soon."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misdeal.model.language import RulebookError, read, render
from misdeal.model.language.automaton import run
from misdeal.model.language.diagnostic import is_unprintable
from misdeal.model.language.limits import DIAGNOSTICS, FILE_BYTES

HERE = Path(__file__).parent
GOOD = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "good").glob("*.md")))
HEAD = 'rulebook a "A"\nseats player 2..4\noption o: yes/no "O?"\nruling r: {x, y} "R?"\n'


def block(body: str) -> str:
    return f"```misdeal\n{HEAD}{body}\n```\n"


def codes(text: str | bytes) -> set[str]:
    """The codes of what is told; every place is in the file, and nothing shown can steer a terminal."""
    error = refusal(text)
    if error is None:
        return set()
    lines = next(iter(error.texts.values()), "").split("\n")
    assert 0 < len(error.diagnostics) <= DIAGNOSTICS
    for each in error.diagnostics:
        assert each.span.line <= len(lines)
        assert each.span.line == 0 or 1 <= each.span.column <= len(lines[each.span.line - 1]) + 2
    assert not any(is_unprintable(character) for character in render(error) if character != "\n")
    return {each.code for each in error.diagnostics}


def refusal(text: str | bytes) -> RulebookError | None:
    try:
        read(text, "page.md")
    except RulebookError as error:
        return error
    return None


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_with_a_message(data: bytes) -> None:
    """No other exception, whatever the bytes."""
    assert codes(data)


@given(st.text(max_size=200))
def test_any_text_in_a_block_is_refused_with_a_message(text: str) -> None:
    """No other exception, whatever the text, half characters included."""
    codes(block(text))


WORDS = sorted(
    {*GOOD.replace("(", " ( ").replace("[", " [ ").split(), '"', "\n", "note", "==", "\u202e", "999999999999"}
)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_words_of_the_language_are_read_or_refused(words: list[str]) -> None:
    """No other exception, in whatever order the words stand."""
    codes(block(" ".join(words)))


LINES = GOOD.split("\n")


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_rulebook_is_read_or_refused(data: st.DataObject) -> None:
    """No other exception where words of a good rulebook are lost, doubled or exchanged."""
    path = data.draw(st.sampled_from(sorted((HERE / "good").glob("*.md"))))
    words = path.read_text(encoding="utf-8").split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(words) - 1))
        other = data.draw(st.sampled_from(words))
        words[place : place + 1] = data.draw(st.sampled_from([[], [other], [words[place], other]]))
    codes(" ".join(words))


def test_a_large_file_is_refused_before_it_is_read() -> None:
    """The limit is counted in bytes."""
    assert codes(b"a" * (FILE_BYTES + 1)) == {"file-too-large"}
    assert codes("\u724c" * (FILE_BYTES // 3 + 1)) == {"file-too-large"}


def test_nobody_has_to_read_a_long_message() -> None:
    """What it quotes is cut, whatever marks are in it; the line beside it is cut too."""
    for title in ("x" * 50_000, "`x` " * 10_000):
        error = refusal(block(f'claim "{title}": o\nclaim "{title}": o'))
        assert error is not None
        assert {each.code for each in error.diagnostics} == {"doubled-title"}
        assert len(render(error)) < 2_500
        assert "the first is in line 6" in str(error) or title.startswith("`")


def lines(size: int, line: Callable[[int], str]) -> str:
    """As many lines as there is room for."""
    return "\n".join(line(number) for number in range(size // len(line(size // 20)) - 1))


HOSTILE: dict[str, Callable[[int], str]] = {
    "parentheses": lambda size: 'claim "c": ' + "(" * (size // 2) + "o" + ")" * (size // 2),
    "open parentheses": lambda size: 'claim "c": ' + "(" * size,
    "brackets": lambda size: 'claim "c": ' + "o[" * (size // 2),
    "not": lambda size: 'claim "c": ' + "not " * (size // 4) + "o",
    "minus": lambda size: 'claim "c": ' + "-" * size + "1 = 1",
    "implies": lambda size: 'claim "c": ' + "o implies " * (size // 10) + "o",
    "if": lambda size: 'claim "c": ' + "if o then o else " * (size // 17) + "o",
    "quantifiers": lambda size: 'claim "c": ' + "".join(f"some p{i}: " for i in range(size // 14)) + "o",
    "and": lambda size: 'claim "c": ' + "o and " * (size // 6) + "o",
    "sum": lambda size: 'claim "c": ' + "1 + " * (size // 4) + "1 = 1",
    "product": lambda size: 'claim "c": ' + "1000000000 * " * (size // 13) + "1 = 1",
    "digits": lambda size: 'claim "c": players = ' + "9" * size,
    "a long name": lambda size: 'claim "c": ' + "a" * size,
    "a long id": lambda size: "note " + "1." * (size // 2) + '1 "n"',
    "a long id of a clause": lambda size: "clause " + "1." * (size // 2) + '1 "c" then r is x',
    "what is no statement": lambda size: "clause\n" * (size // 7),
    "a long text": lambda size: 'note 1 "' + "n" * size + '"',
    "an open quote": lambda size: 'note 1 "' + "n" * size,
    "spaces": lambda size: "note 1" + " " * size + '"n"',
    "a comment": lambda size: "note 1 #" + " " * size + '\n"n"',
    "lines": lambda size: "\n" * size,
    "hashes": lambda size: "#" * size,
    "unknown names": lambda size: lines(size, lambda i: f'claim "{i}": b{i}'),
    "clauses": lambda size: lines(size, lambda i: f'clause {i} "c" then r is x'),
    "a chain of overrides": lambda size: lines(size, lambda i: f'clause {i} "c" then r is x overrides {i + 1}'),
    "overrides of all": lambda size: lines(size, lambda i: f'clause a{"bc"[i % 2]}.{i} "c" then r is x overrides ac'),
    "parts of parts": lambda size: (
        "\n".join(f'part {"a." * i}a "p" when o' for i in range(29))
        + "\n"
        + lines(size - 3000, lambda i: f'clause {"a." * 28}a.{i} "c" then r is x')
    ),
    "a cycle of lets": lambda size: lines(size, lambda i: f"let a{i} = a{(i + 1) % 1000}"),
    "a chain of lets": lambda size: (
        "let b = o\n" + lines(size, lambda i: f"let a{i} = not {f'a{i - 1}' if i else 'b'}")
    ),
    "lets that double": lambda _: (
        "let a0(p) = some q: q = p\n"
        + "\n".join(f"let a{i}(p) = some q: a{i - 1}(q) or a{i - 1}(p)" for i in range(1, 30))
    ),
    "values": lambda size: "type t = {" + ", ".join(f"v{i}" for i in range(size // 8)) + "}",
    "types that share a value": lambda size: lines(size, lambda i: f'fact f{i}: {{a, b{i}}} "F?"'),
    "names of for each": lambda size: (
        'clause 1 "c" for each ' + ", ".join(f"p{i}" for i in range(size // 8)) + " then r is x"
    ),
    "effects": lambda size: 'clause 1 "c" then ' + ", ".join(["r is x"] * (size // 8)),
    "a set": lambda size: 'claim "c": players in {' + ", ".join(["3"] * (size // 3)) + "}",
    "cases": lambda size: lines(size, lambda i: f'case "{i}" given o = yes expect r is x'),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_rulebook_is_read_or_refused(name: str) -> None:
    """Deep, long, wide or tangled: without exhausting the stack, and at once."""
    started = time.process_time()
    codes(block(HOSTILE[name](30_000)))
    assert time.process_time() - started < 10


@pytest.mark.deep
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_rulebook_as_large_as_can_be_is_read_or_refused(name: str) -> None:
    """In time that grows with the text."""
    started = time.process_time()
    codes(block(HOSTILE[name](FILE_BYTES - 1000)))
    assert time.process_time() - started < 120


def test_no_nesting_exhausts_the_automaton() -> None:
    """It has no recursion: tens of thousands of parentheses are a list."""
    text = 'claim "c": ' + "(" * 30_000 + "o" + ")" * 30_000

    def named(rule: str, _: list[object]) -> str:
        return rule

    assert run(text, named) == "claim"
