"""A cache in memory, for tests."""

from collections import Counter


class Shelf:
    """Keeps texts in a mapping; `asked` counts whether they were there."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.asked: Counter[bool] = Counter()

    def read(self, key: str) -> str | None:
        """The text of a key."""
        self.asked[key in self.texts] += 1
        return self.texts.get(key)

    def write(self, key: str, text: str) -> None:
        """Keep a text."""
        self.texts[key] = text
