"""Terms to SMT-LIB text. Symbols are generated: nothing of a rulebook's text gets into it.

A `Script` defines what is shared once, however often it is asked for; its pieces, one after the other, are one script.
Each ends in assertions of the words that were asked for, in order: so a solver's own parser says what they stand for.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from .term import Op, Term, bottom_up

Literal: TypeAlias = tuple[str, bool]

LONGEST = 400  # characters of a term that is used once and still gets a name, so that no line grows without bound


class Script:
    """Declarations and definitions, piece by piece."""

    def __init__(self) -> None:
        self._names: dict[Term, str] = {}
        self._words: set[Term] = set()
        self._intervals: set[str] = set()
        self._lines: list[str] = []
        self._asked: list[str] = []

    def word(self, term: Term) -> str:
        """A word that stands for a Bool term from the next piece on: a symbol, or one that is defined as the term."""
        if term not in self._words:
            self._words.add(term)
            self._asked.append(self._name(term))
        return self._names[term]

    def interval(self, symbol: Term) -> str:
        """A word that says that an Int symbol lies in its interval, which terms take for granted."""
        word = f"n{symbol.payload}"
        if word not in self._intervals:
            self._intervals.add(word)
            name, low, high = self._name(symbol), _numeral(symbol.low), _numeral(symbol.high)
            self._lines.append(f"(define-fun {word} () Bool (and (<= {low} {name}) (<= {name} {high})))")
            self._asked.append(word)
        return word

    def take(self) -> tuple[list[str], str]:
        """The words that were newly asked for, and the text that defines them."""
        words = self._asked
        text = "\n".join([*self._lines, *(f"(assert {word})" for word in words)])
        self._lines, self._asked = [], []
        return words, text

    def _name(self, term: Term) -> str:
        if term not in self._names:
            self._define(term)
        return self._names[term]

    def _define(self, root: Term) -> None:
        """Name a term, and whatever beneath it is shared or too long to be written in place."""
        new = list(bottom_up(root, self._names.keys()))
        uses = Counter(argument for term in new for argument in term.arguments)
        texts: dict[Term, str] = {}
        for term in new:
            if term.op is Op.SYMBOL:
                self._names[term] = str(term.payload)
                self._lines.append(f"(declare-const {term.payload} {term.sort})")
                continue
            text = _written(term, [texts.get(argument) or self._names[argument] for argument in term.arguments])
            shared = uses[term] > 1 and not term.constant
            if term is root or shared or len(text) > LONGEST:
                name = self._names[term] = f"{'b' if term.sort == 'Bool' else 'i'}{len(self._names)}"
                self._lines.append(f"(define-fun {name} () {term.sort} {text})")
            else:
                texts[term] = text


def _written(term: Term, arguments: Iterable[str]) -> str:
    if term.constant:
        if term.sort == "Int":
            return _numeral(int(term.payload))
        return "true" if term.payload else "false"
    factor = [_numeral(int(term.payload))] if term.op is Op.TIMES else []
    return f"({' '.join([term.op.value, *factor, *arguments])})"


def _numeral(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"
