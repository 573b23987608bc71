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


def pair(old: Rulebook, new: Rulebook, renames: Renames) -> Pairs:
    """Pair names that are said to be the same, then equal ones. Raises Refusal for a name that is not there."""
    return Pairs(
        paired("fact", old.facts, new.facts, renames.facts), paired("ruling", old.rulings, new.rulings, renames.rulings)
    )


def paired(what: str, old: Iterable[str], new: Iterable[str], renames: Mapping[str, str]) -> Mapping[str, str]:
    """The names of some kind that both have. Raises Refusal."""
    ours, theirs, taken = list(old), set(new), dict[str, str]()
    for mine, yours in renames.items():
        if mine not in ours:
            raise Refusal(f"the old rulebook has no {what} `{mine}`", near(mine, ours))
        if yours not in theirs:
            raise Refusal(f"the new rulebook has no {what} `{yours}`", near(yours, theirs))
        if yours in taken:
            advice = "pair it with one of the two"
            raise Refusal(
                f"the {what} `{yours}` of the new rulebook is named for `{taken[yours]}` and `{mine}`", advice
            )
        taken[yours] = mine
    same = {name: name for name in ours if name in theirs and name not in taken and name not in renames}
    return {name: {**same, **renames}[name] for name in ours if name in same or name in renames}
