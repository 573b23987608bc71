"""What the examples of rulebooks need, kept between runs: it takes longer to find out than all else that is told.

It depends on a rulebook alone, and names those of its facts that are told of; what is not of that form is passed over.
"""

import json
from typing import Any

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.cache import Cache
from misdeal.proofs.digest import digest
from misdeal.proofs.recall import report_key

from .example import found_before


class Examples:
    """Takes from a cache what was found of the examples of some rulebooks, and keeps what is new."""

    def __init__(self, cache: Cache | None) -> None:
        self._cache = cache
        self._known: dict[Rulebook, int] = {}

    def recall(self, rulebook: Rulebook) -> None:
        """Let what was kept of a rulebook count as found."""
        if self._cache is None:
            return
        found = found_before(rulebook)
        found |= _read(self._cache.read(_key(rulebook)) or "{}", rulebook)
        self._known[rulebook] = len(found)

    def keep(self) -> None:
        """Keep what was found of each of the rulebooks, where more was than is kept."""
        for rulebook, known in self._known.items():
            found = found_before(rulebook)
            if self._cache is not None and len(found) > known:
                text = json.dumps({key: sorted(names) for key, names in found.items()})
                self._cache.write(_key(rulebook), text)


def _read(text: str, rulebook: Rulebook) -> dict[str, frozenset[str]]:
    """Names of facts by keys, as far as a text has them."""
    try:
        kept: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    rows = kept.items() if isinstance(kept, dict) else ()
    return {key: frozenset(names) for key, names in rows if _are_facts(names, rulebook)}


def _are_facts(names: object, rulebook: Rulebook) -> bool:
    return isinstance(names, list) and all(isinstance(name, str) and name in rulebook.facts for name in names)


def _key(rulebook: Rulebook) -> str:
    return digest("examples", report_key(rulebook, 0))
