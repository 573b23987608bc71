"""What a statement could go on with, in the reader's words."""

from .automaton import END
from .source import OPENERS

_BINDERS = frozenset({"some", "every", "one", "count", "total", "first"})
_CALLED = frozenset({"before", "after", "neighbours", "decided"})
_CONSTANTS = frozenset({"yes", "no", "nobody", "players", "NUMBER"})
_ATOM = _BINDERS | _CALLED | _CONSTANTS | {"NAME", "(", "if"}
_EXPRESSION = _ATOM | {"not", "-"}
_TYPE = frozenset({"yes", "{", "NUMBER", "-", "NAME"})
_VALUE = frozenset({"yes", "no", "nobody", "NUMBER", "-", "NAME"})
_ID = frozenset({"NAME", "NUMBER", "ID"})
_PLACE = frozenset({"NAME", "players"})
_OPERATORS = frozenset({"and", "or", "implies", "in", "+", "-", "*", "=", "!=", "<", "<=", ">", ">="})
_GROUPS = (
    ("the keyword of a statement", "clause", frozenset(OPENERS)),
    ("an expression", "not", _EXPRESSION),
    ("a type", "{", _TYPE),
    ("a seat", "decided", _ATOM),
    ("a value", "nobody", _VALUE),
    ("the number of a paragraph", "ID", _ID),
    ("a name", "NAME", _PLACE),
    ("a number", "NUMBER", frozenset({"NUMBER", "-"})),
)
_SHOWN = 6


def is_expression(expected: frozenset[str]) -> bool:
    """Whether an expression could stand next."""
    return "not" in expected


def in_words(expected: frozenset[str], text: str) -> str:
    """What could stand next as `a, b or c`, most telling first, at most six; a quote would be `text`."""
    wanted: list[str] = []
    rest = set(expected)
    for words, sign, group in _GROUPS:
        if sign in rest and not (words == "a type" and "and" in rest):
            wanted.append(words)
            rest -= group
            break
    if "STRING" in rest:
        wanted.append(f"{text} in double quotes")
        rest.discard("STRING")
    ends = END in rest
    closing = sorted(rest & {")", "]", "}"})
    has_operator = "and" in rest or "+" in rest
    if has_operator:
        rest -= _OPERATORS | {"(", "[", "depends", "turns"}
    rest -= {END, "ID", *closing}
    wanted.extend(f"`{each}`" for each in [*closing, *sorted(rest)])
    if has_operator:
        wanted.append("an operator such as `and`")
    if ends:
        wanted.append("the end of the statement")
    shown = wanted[:_SHOWN]
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if shown[1:] else "".join(shown)
