"""Which text a compiled rulebook was made from."""

import hashlib
from dataclasses import dataclass

from ..language.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Stamp:
    """Names a rulebook: its name and title, the names of its editions, and a hash of all their pages.

    `editions` begins with its own; those after it are what it amends. The hash is the SHA-256, in hexadecimal, of the
    pages in that order, each in UTF-8 after its length in bytes and a line break.
    """

    name: str
    title: str
    editions: tuple[str, ...]
    hash: str


def stamp(rulebook: Rulebook) -> Stamp:
    """The stamp of a rulebook."""
    digest = hashlib.sha256()
    for edition in rulebook.editions:
        page = edition.text.encode("utf-8", "surrogatepass")
        digest.update(b"%d\n" % len(page))
        digest.update(page)
    names = tuple(edition.name for edition in rulebook.editions)
    return Stamp(rulebook.name, rulebook.title, names, digest.hexdigest())
