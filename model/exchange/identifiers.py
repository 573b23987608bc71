"""Names of a rulebook as identifiers of a program: none that means something there, and no two alike."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .lower import fact
from .reach import index_name
from .unit import Entry, Unit


class Identifiers:
    """Hands out identifiers. Names of a rulebook are ASCII letters, digits and `_`.

    None begins with `_`: those are for what a program calls its own.
    """

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def take(self, wanted: str) -> str:
        """An identifier like the one wanted."""
        name = wanted if wanted[0] != "_" else f"n{wanted}"
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


@dataclass(frozen=True, slots=True)
class Names:
    """The functions of a ruling: the one that checks what it is given, and the fast one that does not."""

    checked: str
    fast: str


def entry_names(unit: Unit, identifiers: Identifiers) -> Mapping[str, Names]:
    """The functions of the rulings of a unit, by the rulings' names."""
    names = (entry.ruling.name for entry in unit.entries)
    return {name: Names(identifiers.take(name), identifiers.take(f"{name}_fast")) for name in names}


def argument_names(entry: Entry, identifiers: Identifiers) -> Mapping[str, str]:
    """What is given to a ruling: of each internal name the one by which callers give it."""
    found: dict[str, str] = {}
    if entry.ruling.index is not None:
        found[index_name(entry.ruling)] = identifiers.take(entry.ruling.index.name)
    return found | {fact(each.fact.name): identifiers.take(each.fact.name) for each in entry.asked}
