"""A statement as its words with the comments among them: all that its author wrote, but for spaces."""

from collections.abc import Sequence
from dataclasses import dataclass

from .automaton import END, Token, tokens


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word or sign. `begins` says whether it is the first of its line.

    `above` are the comments on lines of their own before it, `behind` is the comment that ends its line, else empty.
    """

    type: str
    text: str
    begins: bool = False
    above: tuple[str, ...] = ()
    behind: str = ""


@dataclass(frozen=True, slots=True)
class Lexed:
    """A statement, and the lines behind it: each a comment, with the spaces before it, or empty."""

    lexemes: tuple[Lexeme, ...]
    below: tuple[str, ...]


def lex(text: str) -> Lexed:
    """The text of one statement that can be read, from its first word on."""
    found: list[Lexeme] = []
    before = 0
    for token in tokens(text):
        gap = text[before : token.place]
        first, *others = ("",) if gap in {"", " "} else gap.split("\n")
        if first and found and (comment := first.strip()):
            found[-1] = _commented(found[-1], comment)
        if token.type == END:
            return Lexed(tuple(found), tuple(each.rstrip() for each in others))
        found.append(_lexeme(token, others) if others else Lexeme(token.type, token.text))
        before = token.place + len(token.text)
    raise AssertionError("the end of a statement is a token")


def _lexeme(token: Token, lines: Sequence[str]) -> Lexeme:
    above = tuple(line.strip() for line in lines if line.strip())
    return Lexeme(token.type, token.text, begins=True, above=above)


def _commented(lexeme: Lexeme, comment: str) -> Lexeme:
    return Lexeme(lexeme.type, lexeme.text, lexeme.begins, lexeme.above, comment)
