"""How much room text takes, and text made to fit: wrapped to lines, shortened with an ellipsis.

A picture is drawn without knowing the font that it will be shown in, so the widths are those of a wide one: what fits
by these fits in all the usual fonts without serifs.
"""

import unicodedata

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
    if width(text, size, bold=bold) <= room:
        return text
    kept = text
    while kept and width(kept + ELLIPSIS, size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


def wrapped(text: str, room: float, size: float, *, most: int = 1_000, bold: bool = False) -> list[str]:
    """A text as lines for which there is room, broken between words and where a word is too long within it.

    Of more lines than `most` the last one kept ends in an ellipsis.
    """
    lines: list[str] = []
    left = text.split()
    while left:
        if len(lines) == most - 1:
            return [*lines, shortened(" ".join(left), room, size, bold=bold)]
        line = left.pop(0)
        if width(line, size, bold=bold) > room:
            line, rest = _broken(line, room, size, bold=bold)
            left.insert(0, rest)
        while left and width(f"{line} {left[0]}", size, bold=bold) <= room:
            line = f"{line} {left.pop(0)}"
        lines.append(line)
    return lines


def _broken(word: str, room: float, size: float, *, bold: bool) -> tuple[str, str]:
    """As much of a word as there is room for, a letter at least, and the rest."""
    end = 1
    while end < len(word) - 1 and width(word[: end + 1], size, bold=bold) <= room:
        end += 1
    return word[:end], word[end:]


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
