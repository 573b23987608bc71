"""What is wrong with a rulebook, told to the person who wrote it.

A `Diagnostic` says one thing at one place; a `RulebookError` carries all of one run with the text they are
about, so that whoever shows them can quote the line.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from unicodedata import category, east_asian_width

from .limits import DIAGNOSTICS, NAME_LENGTH
from .span import Span

_BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d")
_IGNORABLE = re.compile(  # fillers and variation selectors
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_QUOTED_WIDTH = 100
_LONG = re.compile(rf"`([^`]{{{_QUOTED_WIDTH}}})[^`]+`")
_TOLD = 1500  # characters of a message
_CANDIDATES = 2000
_COLLECTED = 1000


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: a stable code, its place, what is wrong, and (or empty) what to do about it."""

    code: str
    span: Span
    message: str
    help: str = ""


class RulebookError(Exception):
    """A rulebook that cannot be used: its diagnostics, at most 50, in order, and the texts that they are about.

    `texts` are those of its page and of the pages beneath, by file, in this order; of what cannot be read none.

    Common causes:

    1. A name is misspelt or not declared: the help names the nearest.
    2. A value does not belong to the type of what it is compared with or given to.
    3. The file is not what was meant: not a rulebook, not UTF-8, no `misdeal` block.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], texts: Mapping[str, str] = MappingProxyType({})) -> None:
        distinct = dict.fromkeys(diagnostics)
        turns = {file: turn for turn, file in enumerate(texts)}
        last = len(turns)
        ordered = sorted(
            map(_brief, distinct), key=lambda each: (turns.get(each.span.file, last), each.span.line, each.span.column)
        )
        self.diagnostics: tuple[Diagnostic, ...] = tuple(ordered[:DIAGNOSTICS])
        self.left_out: int = len(ordered) - len(self.diagnostics)
        self.texts = texts
        super().__init__(str(self.diagnostics[0].message) if ordered else "")

    def __str__(self) -> str:
        """All diagnostics as plain text."""
        return render(self)


class Report:
    """Collects what is wrong with one rulebook, up to a number that no reader gets to the end of."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []

    def tell(self, code: str, span: Span, message: str, advice: str = "") -> None:
        """Note a mistake."""
        if len(self.diagnostics) < _COLLECTED:
            self.diagnostics.append(Diagnostic(code, span, message, advice))

    def near(self, word: str, known: Iterable[str]) -> str:
        """As `near`; empty where more mistakes are known than are shown."""
        return near(word, known) if len(self.diagnostics) < DIAGNOSTICS else ""


def _brief(diagnostic: Diagnostic) -> Diagnostic:
    """What is told, with what it quotes cut where nobody would read on: a title may be as long as its file."""
    if len(diagnostic.message) <= _QUOTED_WIDTH:
        return diagnostic
    message = _LONG.sub(r"`\1...`", diagnostic.message)
    return replace(diagnostic, message=message if len(message) <= _TOLD else message[:_TOLD] + "...")


def is_unprintable(character: str) -> bool:
    """Whether it is a control or bidirectional character, a separator of lines, or half a surrogate pair."""
    if " " <= character <= "~":
        return False
    return character in _BIDIRECTIONAL or category(character) in {"Cc", "Cs", "Zl", "Zp"}


def find_invisible(line: str) -> int | None:
    """Where the first character stands that does not show, so that a line could hold it unnoticed; tabs may.

    So may joiners behind what is not ASCII: some languages are spelt with them.
    """
    if line.isascii() and line.isprintable():
        return None
    for at, character in enumerate(line):
        stray = character in _JOINERS and line[max(0, at - 1) : at].isascii()
        if character != "\t" and (stray or _is_invisible(character)):
            return at
    return None


def _is_invisible(character: str) -> bool:
    """Whether it is unprintable, or nothing is seen of it; joiners are seen in what they join."""
    if " " <= character <= "~" or character in _JOINERS:
        return False
    return is_unprintable(character) or category(character) == "Cf" or bool(_IGNORABLE.match(character))


def escape(text: str) -> str:
    r"""The text with unprintable characters written as `\u202e`: showing it does nothing to a terminal."""
    return _escape(text, is_unprintable)


def _escape(text: str, hidden: Callable[[str], bool]) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(_coded(each) if hidden(each) else each for each in text)


def _coded(character: str) -> str:
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"


def near(word: str, known: Iterable[str]) -> str:
    """`did you mean ...?` with the nearest known name, or empty where none is near."""
    if len(word) > NAME_LENGTH:
        return ""
    folded: dict[str, str] = {}
    for name in known:
        if abs(len(name) - len(word)) <= max(3, len(word) // 2):
            folded.setdefault(name.lower(), name)
        if len(folded) == _CANDIDATES:
            break
    found = get_close_matches(word.lower(), folded, n=1)
    return f"did you mean `{folded[found[0]]}`?" if found else ""


def render(error: RulebookError) -> str:
    """The diagnostics as plain text: `file:line:column: message`, the line, a caret, the help."""
    lines = {file: text.split("\n") for file, text in error.texts.items()}
    told = [_render_one(each, lines.get(each.span.file, [])) for each in error.diagnostics]
    if error.left_out:
        told.append(f"{error.left_out} more not shown")
    return "\n\n".join(told)


def _render_one(diagnostic: Diagnostic, lines: list[str]) -> str:
    span = diagnostic.span
    place = f"{escape(span.file)}:{span.line}:{span.column}: " if span.line else f"{escape(span.file)}: "
    told = [place + escape(diagnostic.message)]
    if 0 < span.line <= len(lines) and (quoted := lines[span.line - 1].rstrip("\r")).strip():
        told.extend(_quote(quoted, span))
    if diagnostic.help:
        told.append("  help: " + escape(diagnostic.help))
    return "\n".join(told)


def _quote(line: str, span: Span) -> list[str]:
    start = span.column - 1
    first = max(0, min(start - _QUOTED_WIDTH // 2, len(line) - _QUOTED_WIDTH))
    before, after = "... " if first else "", " ..." if first + _QUOTED_WIDTH < len(line) else ""
    shown = line[first : first + _QUOTED_WIDTH].replace("\t", " ")
    start -= first
    marked = shown[start : start + max(1, span.length)]
    padding = " " * (len(before) + _width(shown[:start]))
    return [f"    {before}{_visible(shown)}{after}", f"    {padding}{'^' * max(1, _width(marked))}"]


def _width(text: str) -> int:
    return sum(2 if east_asian_width(each) in "WF" else 1 for each in _visible(text))


def _visible(text: str) -> str:
    return _escape(text, _is_invisible)
