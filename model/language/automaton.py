"""Runs the tables over the text of one statement: tokens, shifts, reductions.

In a loop: no text can exhaust the stack.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from .tables import Tables, tables

END = "$END"


class Token(NamedTuple):
    """A piece of the text: the terminal that it is, and where it begins (line and column from 1)."""

    type: str
    text: str
    place: int
    line: int
    column: int


class UnreadableError(Exception):
    """A text that is no statement: the token that cannot stand where it does, and what could.

    A character that begins no token is one without a type.
    """

    def __init__(self, token: Token, before: Token | None, text: str) -> None:
        self.token = token
        self.before = before
        self._text = text
        super().__init__(token.text)

    @property
    def expected(self) -> frozenset[str]:
        """The terminals that could stand there; it takes longer than finding out that this one cannot."""
        table = tables()
        return _expected(table, _states_before(table, self._text, self.token))


class Opened(list[Any]):
    """The parts of a repetition, which become parts of what it stands in."""


def run(text: str, build: Callable[[str, list[Any]], Any]) -> Any:  # noqa: ANN401  (whatever is built)
    """What `build` makes of the text: it is given the name of a rule and its parts, tokens or built before.

    Raises UnreadableError at the first token that cannot stand where it does.
    """
    table = tables()
    actions, rules = table.actions, table.rules
    states, values = [table.start], list[Any]()
    before: Token | None = None
    for token in tokens(text):
        while True:
            action = actions[states[-1]].get(token.type)
            if action is None:
                raise UnreadableError(token, before, text)
            if action >= 0:
                states.append(action)
                values.append(token)
                break
            origin, name, length, kept = rules[-1 - action]
            if length == 1 and name.startswith("="):  # most often: an operand of an operator that is not there
                del states[-1]
            else:
                taken = values[len(values) - length :]
                del states[len(states) - length :]
                del values[len(values) - length :]
                values.append(_reduce(name, taken, kept, build))
            states.append(actions[states[-1]][origin])
            if token.type == END and states[-1] == table.end:
                return values[-1]
        before = token
    raise AssertionError("the end of the text is a token")


def _reduce(name: str, taken: list[Any], kept: list[int], build: Callable[[str, list[Any]], Any]) -> Any:  # noqa: ANN401
    parts = Opened()
    for place in kept:
        part = taken[place]
        if isinstance(part, Opened):
            if parts:
                parts.extend(part)
            else:
                parts = part  # a long repetition is carried along, not copied
        else:
            parts.append(part)
    if not name:
        return parts
    if name.startswith("="):
        if len(parts) == 1:
            return parts[0]
        name = name[1:]
    return build(name, list(parts))


def _states_before(table: Tables, text: str, end: Token) -> list[int]:
    """The states before a token was looked at: reductions in view of it rule out what could have stood."""
    states = [table.start]
    for token in tokens(text):
        if token == end:
            break
        action = table.actions[states[-1]][token.type]
        while action < 0:
            origin, _, length, _ = table.rules[-1 - action]
            del states[len(states) - length :]
            states.append(table.actions[states[-1]][origin])
            action = table.actions[states[-1]][token.type]
        states.append(action)
    return states


def _expected(table: Tables, states: list[int]) -> frozenset[str]:
    """The terminals that could stand next."""
    terminals = {*table.patterns, *table.literals.values(), END}
    return frozenset(each for each in terminals if _can_follow(table, states, each))


def _can_follow(table: Tables, states: list[int], terminal: str) -> bool:
    states = list(states[-_LOOKED_AT:])
    while True:
        action = table.actions[states[-1]].get(terminal)
        if action is None:
            return False
        if action >= 0:
            return True
        origin, _, length, _ = table.rules[-1 - action]
        if length >= len(states):
            return True
        del states[len(states) - length :]
        states.append(table.actions[states[-1]][origin])
        if terminal == END and states[-1] == table.end:
            return True


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text, the end as one; they stop at a character that begins none."""
    pattern, table = _pattern(), tables()
    place, line, line_start = 0, 1, 0
    while place < len(text):
        match = pattern.match(text, place)
        if match is None:
            yield Token("", text[place], place, line, place - line_start + 1)
            return
        kind, piece = match.lastgroup, match[0]
        if kind is not None:
            kind = table.literals.get(piece, kind)
            yield Token(kind, piece, place, line, place - line_start + 1)
        elif newlines := piece.count("\n"):
            line += newlines
            line_start = place + piece.rindex("\n") + 1
        place = match.end()
    yield Token(END, "", place, line, place - line_start + 1)


@cache
def _pattern() -> re.Pattern[str]:
    table = tables()
    named = [f"(?P<{name}>{value})" for name, value in table.patterns.items()]
    signs = [re.escape(text) for text in table.literals if not text.isalpha()]
    return re.compile("|".join([*table.ignored, *named, f"(?P<sign>{'|'.join(signs)})"]))


_LOOKED_AT = 1000
