"""Digests of terms: what a term says, whatever else is said beside it.

The digest of a term is that of its head with the digests of its arguments in their places, so that what is shared costs
its size. A fact's symbol goes by the fact and its index, not by the number that it has among all symbols.
"""

import hashlib
from collections.abc import Iterable, Mapping

from misdeal.model.language.rulebook import Place

from .term import Op, Term, bottom_up


class TermDigests:
    """Digests of the terms of one world, and the facts that each speaks of; `places` are those of its symbols."""

    def __init__(self, places: Mapping[str, Place]) -> None:
        self._places = places
        self._known: dict[Term, bytes] = {}
        self._facts: dict[Term, frozenset[str]] = {}

    def of(self, term: Term) -> str:
        """The digest of a term."""
        return self._digest(term).hex()

    def of_all(self, terms: Iterable[Term]) -> list[str]:
        """The digests of some terms, in order."""
        return [self.of(term) for term in terms]

    def facts(self, term: Term) -> frozenset[str]:
        """The facts whose symbols occur in a term."""
        self._digest(term)
        return self._facts[term]

    def _digest(self, root: Term) -> bytes:
        if root not in self._known:
            for term in bottom_up(root, self._known.keys()):
                self._add(term)
        return self._known[root]

    def _add(self, term: Term) -> None:
        head, facts = f"{term.op.value} {term.sort} {term.payload}", frozenset[str]()
        if term.op is Op.SYMBOL:
            place, name = self._named(str(term.payload))
            head = f"symbol {term.sort} {term.low} {term.high} {name}"
            facts = frozenset({place.name}) if place else facts
        elif term.arguments:
            facts = facts.union(*(self._facts[each] for each in term.arguments))
        said = hashlib.blake2b(f"{head}\0".encode(), digest_size=16)
        for each in term.arguments:
            said.update(self._known[each])
        self._known[term], self._facts[term] = said.digest(), facts

    def _named(self, symbol: str) -> tuple[Place | None, str]:
        """The fact that a symbol is of, None for others and for twins, and a name for it that no other has."""
        stem = symbol.rstrip("_")
        place = self._places.get(stem)
        name = symbol if place is None else f"{place.name}[{place.index}] {len(symbol) - len(stem)}"
        return place if stem == symbol else None, name
