"""How much room text takes, and text made to fit: wrapped to lines, shortened with an ellipsis.

A picture is drawn without knowing the font that it will be shown in, so the widths are those of a wide one: what fits
by these fits in all the usual fonts without serifs.
"""

import unicodedata
from itertools import accumulate

_WIDTHS = {
    "ijlIJ'|.,:;·/ ": 0.34,
    'ftr!()[]-"': 0.46,
    "#+<=>^~&→": 0.84,
    "mwMW%@—…": 1.0,
}
_WIDE = {character: width for characters, width in _WIDTHS.items() for character in characters}
_BOLD = 1.13  # how much wider bold letters are
ELLIPSIS = "…"


def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is at most, in the unit of its font size."""
    return sum(map(_advance, text)) * size * (_BOLD if bold else 1)


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """A text, or as much of it as there is room for, with an ellipsis after it."""
    if _fitting(text, room, size, bold=bold) == len(text):
        return text
    left = room - width(ELLIPSIS, size, bold=bold)
    return text[: _fitting(text, left, size, bold=bold)].rstrip() + ELLIPSIS


def wrapped(text: str, room: float, size: float, *, most: int = 1_000, bold: bool = False) -> list[str]:
    """A text as lines for which there is room, broken between words and where a word is too long within it.

    Of more lines than `most` the last one kept ends in an ellipsis.
    """
    lines: list[str] = []
    waiting = text.split()[::-1]
    while waiting:
        if len(lines) == most - 1:
            return [*lines, shortened(" ".join(reversed(waiting)), room, size, bold=bold)]
        line = waiting.pop()
        fits = max(1, _fitting(line, room, size, bold=bold))
        if fits < len(line):
            line, rest = line[:fits], line[fits:]
            waiting.append(rest)
        while waiting and width(f"{line} {waiting[-1]}", size, bold=bold) <= room:
            line = f"{line} {waiting.pop()}"
        lines.append(line)
    return lines


def _fitting(text: str, room: float, size: float, *, bold: bool) -> int:
    """How many characters of a text there is room for."""
    ends = accumulate(_advance(character) * size * (_BOLD if bold else 1) for character in text)
    return next((at for at, end in enumerate(ends) if end > room), len(text))


def _advance(character: str) -> float:
    """The width of one character at size 1."""
    if character in _WIDE:
        return _WIDE[character]
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character.isascii():
        return 0.78 if character.isupper() else 0.64
    return 0.9
