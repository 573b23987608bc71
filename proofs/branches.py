"""What options that are left out do to a ruling: nothing, or what comes out under which of their values.

The evaluator looks at every combination of those that the ruling depends on, as long as the facts that it depends on
leave few situations open under each. Where they do not, the answer stays as it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Value, first_value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.reach import reached

from .combinations import MOST, Combination, combinations, count, describe
from .common import Common, Surveyed
from .joint import shared
from .known import Known, called, completions
from .ruled import Answer, Branch, Ruled, Standing

SITUATIONS = 512  # looked at for one ruling, in all

Looked: TypeAlias = dict[Combination, list[Evaluation]]


def branched(known: Known, answer: Answer) -> Answer:
    """The answer with what the options left out do to each ruling."""
    looked: dict[str, _Options] = {}
    rulings: list[Ruled] = []
    for ruled in answer.rulings:
        name = ruled.place.name
        if name not in looked:
            looked[name] = _Options(known, name, frozenset(answer.missing))
        rulings.append(looked[name].told(ruled))
    return replace(answer, rulings=tuple(rulings))


class _Options:
    """The options left out that one ruling depends on, and what is possible under each combination of them."""

    def __init__(self, known: Known, name: str, missing: frozenset[Place]) -> None:
        rulebook = known.rulebook
        ruling, conditions = rulebook.rulings[name], _conditions(known)
        self._known = known
        self._name = name
        self._own = tuple(each for each in _asked(rulebook, missing) if each.name in reached(rulebook, [ruling]))
        beneath = reached(rulebook, [ruling], conditions)
        self._mattering = tuple(each for each in _asked(rulebook, missing) if each.name in beneath)
        others = (each for each in _asked(rulebook, missing) if each.name not in beneath)
        self._others = {Place(each.name): frozenset({_first(known, each)}) for each in others}
        self._looked: Looked | None = None

    def told(self, ruled: Ruled) -> Ruled:
        """A ruling with what they do to it."""
        if ruled.standing is not Standing.OPEN:
            return replace(ruled, whichever=tuple(option.name for option in self._own))
        if not self._mattering or count(self._mattering) > MOST:
            return ruled
        if self._looked is None:
            self._looked = self._under()
        return replace(ruled, branches=tuple(self._branches(ruled.place)))

    def _under(self) -> Looked:
        """The possible situations under each combination; nothing where there are too many."""
        found: Looked = {}
        left = SITUATIONS
        for combination in combinations(self._mattering):
            values = {Place(option.name): value for option, value in zip(self._mattering, combination, strict=True)}
            if any(value not in self._known.facts.get(place, {value}) for place, value in values.items()):
                continue
            chosen = {place: frozenset({value}) for place, value in values.items()}
            facts = MappingProxyType({**self._known.facts, **self._others, **chosen})
            situations = completions(replace(self._known, facts=facts), left)
            if situations is None:
                return {}
            left -= len(situations)
            evaluations = [Evaluation(self._known.rulebook, situation) for situation in situations]
            found[combination] = [evaluation for evaluation in evaluations if evaluation.possible]
        return {combination: evaluations for combination, evaluations in found.items() if evaluations}

    def _branches(self, place: Place) -> Iterator[Branch]:
        """What comes out at a place, once for the combinations of which the same can be said; nothing for all alike."""
        looked = self._looked or {}
        under = {combination: self._ruled(place, looked[combination]) for combination in looked}
        groups: dict[_Said, list[Combination]] = {}
        for combination, ruled in under.items():
            groups.setdefault(_Said.of(ruled), []).append(combination)
        for alike in groups.values() if len(groups) > 1 else ():
            together = [evaluation for combination in alike for evaluation in looked[combination]]
            options = describe(self._known.rulebook, self._mattering, tuple(looked), frozenset(alike))
            yield Branch(options, self._ruled(place, together))

    def _ruled(self, place: Place, evaluations: Sequence[Evaluation]) -> Ruled:
        common = Common(self._known, (self._name,))
        for evaluation in evaluations:
            common.add(evaluation)
        return shared(self._known, Surveyed(common), place)


@dataclass(frozen=True, slots=True)
class _Said:
    """What tells one branch from another."""

    comes: tuple[object, ...]
    deciding: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, ruled: Ruled) -> "_Said":
        return cls(ruled.comes, tuple((each.clause.id, each.sure) for each in ruled.deciding))


def _conditions(known: Known) -> list[Expression]:
    """What is said of a situation beside its rulings: each `always`, each `let` given, and where facts given arise."""
    rulebook = known.rulebook
    whens = (rulebook.facts[place.name].when for place in known.facts)
    lets = (called(rulebook, place) for place in known.lets)
    return [*(always.condition for always in rulebook.always), *lets, *(when for when in whens if when is not None)]


def _first(known: Known, option: Fact) -> Value:
    """The first value that an option may have."""
    return min(known.facts.get(Place(option.name), {first_value(option.type)}))


def _asked(rulebook: Rulebook, missing: frozenset[Place]) -> Iterator[Fact]:
    """The options and readings that are not known."""
    return (option for option in rulebook.options if Place(option.name) in missing)
