"""What was proved before, as far as anybody keeps it: texts by their keys.

A cache may forget anything at any time, and only ever gives back what was put in under just that key.
"""

import json
from typing import Any, Protocol, TypeVar

from .records import Malformed, Records

Read = TypeVar("Read")


class Cache(Protocol):
    """Keeps texts; several processes may share it."""

    def read(self, key: str) -> str | None:
        """The text of a key, None where there is none."""
        ...

    def write(self, key: str, text: str) -> None:
        """Keep a text, if that can be."""
        ...


def recalled(cache: Cache, key: str, records: Records, kind: type[Read]) -> Read | None:
    """The value that was kept under a key; None where there is none of that type."""
    text = cache.read(key)
    if text is None:
        return None
    try:
        data: Any = json.loads(text)
        return records.read(kind, data)
    except (Malformed, ValueError, RecursionError):
        return None


def written(records: Records, value: object) -> str:
    """The text that a value is kept as."""
    return json.dumps(records.plain(value), separators=(",", ":"))
