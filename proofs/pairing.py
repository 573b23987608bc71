"""Which names of two rulebooks mean the same: equal ones, unless it is said otherwise."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from misdeal.model.language.diagnostic import near
from misdeal.model.language.rulebook import Rulebook

from .refusal import Refusal


class Edition(Enum):
    """Which of two rulebooks."""

    OLD = "old"
    NEW = "new"

    @property
    def other(self) -> "Edition":
        """The other one."""
        return Edition.NEW if self is Edition.OLD else Edition.OLD


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


def _no_values() -> Mapping[str, Mapping[str, str]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Renames:
    """Names of the old rulebook, each with the name that the new one has for the same.

    `values` has the values of a type, or of a fact or ruling, by its name in the old rulebook.
    """

    facts: Mapping[str, str] = field(default_factory=_none)
    rulings: Mapping[str, str] = field(default_factory=_none)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=_no_values)


@dataclass(frozen=True, slots=True)
class Pairs:
    """The facts and the rulings that both rulebooks have: old name to new name, in the order of the old one."""

    facts: Mapping[str, str]
    rulings: Mapping[str, str]


class Misnamed(Refusal):
    """A name in `Renames` that cannot be used; `path` leads to it there."""

    def __init__(self, message: str, advice: str, path: tuple[str, ...]) -> None:
        super().__init__(message, advice)
        self.path = path


def pair(old: Rulebook, new: Rulebook, renames: Renames) -> Pairs:
    """Pair names that are said to be the same, then equal ones. Raises Misnamed."""
    return Pairs(
        paired("fact", old.facts, new.facts, renames.facts, ("facts",)),
        paired("ruling", old.rulings, new.rulings, renames.rulings, ("rulings",)),
    )


def paired(
    what: str, old: Iterable[str], new: Iterable[str], renames: Mapping[str, str], path: tuple[str, ...]
) -> Mapping[str, str]:
    """The names of some kind that both have; `path` leads to those of `renames`. Raises Misnamed."""
    ours, theirs, taken = list(old), list(new), dict[str, str]()
    for mine, yours in renames.items():
        if mine not in ours:
            raise Misnamed(f"the old rulebook has no {what} `{mine}`", near(mine, ours), (*path, mine))
        if yours not in theirs:
            raise Misnamed(f"the new rulebook has no {what} `{yours}`", near(yours, theirs), (*path, mine))
        if yours in taken:
            message = f"the {what} `{yours}` of the new rulebook is paired with `{taken[yours]}` and with `{mine}`"
            raise Misnamed(message, "pair it with one of the two", (*path, mine))
        taken[yours] = mine
    same = {name: name for name in ours if name in theirs and name not in taken}
    return {name: {**same, **renames}[name] for name in ours if name in same or name in renames}
