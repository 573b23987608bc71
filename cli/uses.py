"""Which statements of a rulebook use a name."""

import re
from collections.abc import Iterable, Iterator

from misdeal.model.language.rulebook import Passage, Rulebook

_TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|([A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*)')  # a range `a..b` is two words


class Uses:
    """Knows the words of every statement that stands; what is declared has its name for itself in all of them."""

    def __init__(self, rulebook: Rulebook) -> None:
        standing = (passage for passage in rulebook.passages if passage.repealed is None)
        self._words = {passage: frozenset(_words(passage.text)) for passage in standing}

    def direct(self, name: str) -> list[Passage]:
        """The statements that name it, the one that declares it among them."""
        return [passage for passage, words in self._words.items() if name in words]

    def through_lets(self, name: str) -> list[Passage]:
        """The statements that use it by way of `let`s alone, and are none."""
        direct = self.direct(name)
        waiting, lets = _lets(direct), set[str]()
        while waiting:
            let = waiting.pop()
            if let not in lets:
                lets.add(let)
                waiting += _lets(self.direct(let))
        users = (passage for passage, words in self._words.items() if words & lets)
        return [each for each in users if each not in direct and not _lets([each])]


def _lets(passages: Iterable[Passage]) -> list[str]:
    return [each.subject[1] for each in passages if each.subject[0] == "let"]


def _words(text: str) -> Iterator[str]:
    return (match[1] for match in _TOKEN.finditer(text) if match[1])
