"""How a statement is laid out: its parts each on a line, lists and conditions broken where their author broke them.

Only spaces and line breaks are chosen here; words, signs and comments stay as they are, in their order.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from .lexemes import Lexeme

WIDTH = 120
TEXT_COLUMN = 56  # where the text of a `let` begins, if what stands before it leaves room for two spaces

Words: TypeAlias = Sequence[Lexeme]
Breakable: TypeAlias = Callable[[Words, int], bool]

_INDENT = 2
_HANGING = 4
_PART = {"WHEN", "USUALLY", "OTHERWISE", "THEN", "OVERRIDES", "GIVEN", "EXPECT"}
_CONNECTIVES = {"AND", "OR", "IMPLIES", "THEN", "ELSE"}
_CALLED = {"NAME", "BEFORE", "AFTER", "NEIGHBOURS", "DECIDED"}
_ENDS_OPERAND = {"NAME", "NUMBER", "ID", "STRING", "YES", "NO", "NOBODY", "PLAYERS"}
_OPENING, _CLOSING = {"(", "[", "{"}, {")", "]", "}"}


def layout(words: Words) -> list[str]:
    """The lines of a statement."""
    keyword = words[1 if words[0].type == "RESTATE" else 0].type
    return _LAYOUTS.get(keyword, _head)(words)


# Kinds of statements


def _claim(words: Words) -> list[str]:
    colon = next(at for at, word in enumerate(words) if word.text == ":") + 1
    return [*_head(words[:colon]), *_flow(words[colon:], _INDENT, _INDENT)]


def _source(words: Words) -> list[str]:
    title = next(at for at, word in enumerate(words) if word.type == "STRING") + 1
    if title == len(words) or (_is_plain(words) and len(_text(words)) <= WIDTH):
        return _head(words)
    return [*_head(words[:title]), *_flow(words[title:], _INDENT, _INDENT)]


def _listed(words: Words) -> list[str]:
    """A head, and each part on a line of its own."""
    head, *parts = _parts(words)
    return [*_head(head), *(line for part in parts for line in _part(part))]


def _joined_parts(words: Words) -> list[str]:
    """A head and its parts: on one line, else the parts on the next, else each on its own."""
    head, *parts = _parts(words)
    flat = [word for part in parts for word in part]
    if not flat:
        return _head(head)
    if _is_plain(words, _in_choice) and _is_plain(flat) and len(_text(words)) <= WIDTH:
        return _ended(_text(words), words[-1])
    if _is_plain(flat) and len(_text(flat)) <= WIDTH - _INDENT:
        return [*_head(head), *_ended(" " * _INDENT + _text(flat), flat[-1])]
    return _listed(words)


def _questioned(words: Words) -> list[str]:
    return [*_joined_parts(words[:-1]), *_flow(words[-1:], _INDENT, _INDENT)]


def _texted(words: Words) -> list[str]:
    """Code and its text: beside it in one column, where there is room, or beneath."""
    if words[-1].type != "STRING":
        return _flow(words, 0, _HANGING)
    code, text = words[:-1], words[-1:]
    shown = _text(code)
    if _is_plain(words) and len(shown) <= TEXT_COLUMN - 2 and TEXT_COLUMN + len(text[0].text) <= WIDTH:
        return _ended(f"{shown:{TEXT_COLUMN}}{text[0].text}", text[0])
    return [*_flow(code, 0, _HANGING), *_flow(text, _INDENT, _INDENT)]


def _titled(words: Words) -> list[str]:
    """A head and its text: beside it, or beneath where there is no room."""
    if _is_plain(words, _in_head) and len(_text(words)) <= WIDTH:
        return _head(words)
    return [*_head(words[:-1]), *_flow(words[-1:], _INDENT, _INDENT)]


def _head(words: Words) -> list[str]:
    """The beginning of a statement: broken within a choice, else only where it is too long."""
    opened = next((at for at, word in enumerate(words) if word.text == "{"), None)
    hanging = _HANGING if opened is None else len(_text(words[: opened + 1]))
    return _flow(words, 0, hanging, _in_choice if opened is not None else _in_head)


def _part(words: Words) -> list[str]:
    return _flow(words, _INDENT, _INDENT + len(words[0].text) + 1)


def _parts(words: Words) -> Iterator[Words]:
    """The head, and what begins with the keyword of a part; `then` may belong to an `if`."""
    start, conditional = 0, 0
    for at, word in enumerate(words):
        if word.type == "IF":
            conditional += 1
        elif word.type == "THEN" and conditional:
            conditional -= 1
        elif word.type in _PART and at:
            yield words[start:at]
            start = at
    yield words[start:]


# Lines


def _in_expression(words: Words, at: int) -> bool:
    """Whether a line may begin here: at a connective, or behind a comma."""
    return words[at].type in _CONNECTIVES or words[at - 1].text == ","


def _in_choice(words: Words, at: int) -> bool:
    """Whether a line may begin here: behind a comma."""
    return words[at - 1].text == ","


def _in_head(words: Words, at: int) -> bool:
    """Whether a line may begin here, if it has to: between the parts of a head."""
    return words[at].type in {"FROM", "FOR"} or words[at].text == "<" or words[at - 1].text == ","


def _is_plain(words: Words, breakable: Breakable = _in_expression) -> bool:
    """Whether words can stand on one line, but for how long they are: no comment among them and no wanted break."""
    return len(_rows(words, breakable)) == 1 and not any(word.behind for word in words[:-1]) and not words[0].above


def _flow(words: Words, first: int, hanging: int, breakable: Breakable = _in_expression) -> list[str]:
    """Words in lines: broken where they are, and where they are too long; the first indented otherwise."""
    lines: list[str] = []
    indent = first
    for row in _rows(words, breakable):
        ends = _ends(row)
        start = 0
        while start < len(row):
            end = _fitting(row, start, ends, WIDTH - indent, breakable)
            line = row[start:end]
            lines += [" " * indent + comment for comment in line[0].above]
            lines += _ended(" " * indent + _text(line), line[-1])
            start, indent = end, hanging
    return lines


def _ended(text: str, last: Lexeme) -> list[str]:
    return [f"{text}  {last.behind}" if last.behind else text]


def _rows(words: Words, breakable: Breakable) -> list[Words]:
    """Words as their author broke them, where that may be, and about comments."""
    starts = [at for at in range(1, len(words)) if _is_broken(words, at, breakable)]
    return [words[start:end] for start, end in zip([0, *starts], [*starts, len(words)], strict=True)]


def _is_broken(words: Words, at: int, breakable: Breakable) -> bool:
    if words[at].above or words[at - 1].behind:
        return True
    if breakable is _in_head or not breakable(words, at):
        return False
    behind = at + 1 < len(words) and words[at].type in _CONNECTIVES and not words[at].behind
    return words[at].begins or (behind and words[at + 1].begins and not words[at + 1].above)


def _ends(words: Words) -> list[int]:
    """How long a line is up to the end of each word."""
    return list(accumulate(len(_space(words, at)) + len(word.text) for at, word in enumerate(words)))


def _fitting(words: Words, start: int, ends: Sequence[int], room: int, breakable: Breakable) -> int:
    """Where a line ends that begins at `start`: as far out as can be and as late, or it is too long."""
    begun = ends[start] - len(words[start].text)
    if ends[-1] - begun <= room:
        return len(words)
    depth, best, place = 0, 0, 0
    for at in range(start, len(words)):
        depth -= words[at].text in _CLOSING
        if at > start and breakable(words, at):
            if ends[at - 1] - begun > room:
                return place or at
            if not place or depth <= best:
                best, place = depth, at
        depth += words[at].text in _OPENING
    return place or len(words)


# Spaces


def _text(words: Words) -> str:
    """Words on one line."""
    return "".join(_space(words, at) + word.text for at, word in enumerate(words))


def _space(words: Words, at: int) -> str:
    """What stands before a word."""
    if at == 0:
        return ""
    before, this = words[at - 1], words[at]
    if this.text in {",", ":", ")", "]", "}", "..", "/", "["} or before.text in {"(", "[", "{", "..", "/"}:
        return ""
    if this.text == "(" and before.type in _CALLED:
        searched = before.type == "AFTER" and at > 2 and words[at - 3].type == "FIRST"  # noqa: PLR2004 - first q after
        return " " if searched else ""
    if before.text == "-" and (at == 1 or not _ends_operand(words[at - 2])):
        return ""
    return " "


def _ends_operand(word: Lexeme) -> bool:
    return word.type in _ENDS_OPERAND or word.text in {")", "]"}


_LAYOUTS: Mapping[str, Callable[[Words], list[str]]] = {
    "CLAIM": _claim,
    "SOURCE": _source,
    "CLAUSE": _listed,
    "CASE": _listed,
    "PART": _joined_parts,
    **dict.fromkeys(("RULEBOOK", "NOTE", "DECIDE"), _titled),
    **dict.fromkeys(("FACT", "OPTION", "READING", "RULING"), _questioned),
    **dict.fromkeys(("LET", "ALWAYS", "CHANGES"), _texted),
}
