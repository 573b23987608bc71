"""What an option does, as data."""

from dataclasses import dataclass

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.situation import Situation


@dataclass(frozen=True, slots=True)
class Change:
    """A situation, the same with another value of one option, and where other outcomes come out for that."""

    situation: Situation
    other: Situation
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Bearing:
    """What the values of an option do to the rulings, all else being the same.

    `changes` together show every ruling that it is known to change, each in the most ordinary situation of the first
    that no change before shows. `unchanged` are the rulings that it is proved not to change; `reason` says why nothing
    is known of the others, else it is empty.
    """

    option: str
    changes: tuple[Change, ...]
    unchanged: tuple[str, ...]
    reason: str = ""

    def unknown(self, rulebook: Rulebook) -> tuple[str, ...]:
        """The rulings of which it was not found out."""
        known = {*self.unchanged, *(place.name for change in self.changes for place in change.places)}
        return tuple(name for name in rulebook.rulings if name not in known)
