"""The examples of a suite as cases: one for each situation and ruling, whatever it is an example of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.cases import unruled_text
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.suite import Example, Suite


@dataclass(frozen=True, slots=True)
class SuiteCase:
    """A case of a suite. `also` is what else it is an example of; `players` is None where it is usual.

    `given` says all that is not as usual, so that the rest need not be said; `expected` is as it is written in a case.
    """

    name: str
    also: tuple[str, ...]
    players: int | None
    given: Mapping[Place, Value]
    place: Place
    expected: str
    deciding: tuple[str, ...]


def suite_cases(suite: Suite) -> Iterator[SuiteCase]:
    """The cases of a suite, in order; no two have one name. Raises Disagreement where one cannot be told."""
    found: dict[tuple[Place, int, tuple[Value, ...]], list[Example]] = {}
    for shown in suite.shown:
        for example in shown.examples:
            key = (example.place, example.situation.players, tuple(example.situation.values.values()))
            found.setdefault(key, []).append(example)
    taken = {case.title for case in suite.rulebook.cases}
    for first, *others in found.values():
        name, number = first.label, 1
        while name in taken:
            number += 1
            name = f"{first.label}, {number}"
        taken.add(name)
        also = tuple(dict.fromkeys(each.label for each in others if each.label != first.label))
        yield suite_case(suite.rulebook, first, name, also)


def suite_case(rulebook: Rulebook, example: Example, name: str, also: tuple[str, ...] = ()) -> SuiteCase:
    """An example as a case of some name. Raises Disagreement where it cannot be told."""
    situation, table = example.situation, rulebook.table
    given = _given(rulebook, situation)
    again = settle(rulebook, situation.players, given, usual=True)
    if not isinstance(again, Situation) or dict(again.values) != dict(situation.values):
        raise Disagreement(f"{name}: not the same from what is not as usual: {situation}")
    players = None if table is None or situation.players == table.usual else situation.players
    return SuiteCase(name, also, players, given, example.place, _expected(rulebook, example), example.deciding)


def _given(rulebook: Rulebook, situation: Situation) -> dict[Place, Value]:
    """The facts that arise and are not as usual, or have no usual value."""
    evaluation, facts = Evaluation(rulebook, situation), rulebook.facts
    return {
        place: value
        for place, value in situation.values.items()
        if arises(evaluation, facts[place.name], place) and usual_value(evaluation, facts[place.name], place) != value
    }


def _expected(rulebook: Rulebook, example: Example) -> str:
    kind = rulebook.rulings[example.place.name].type
    if example.kind in {Kind.VALUE, Kind.DEFAULT} and example.value is not None:
        return kind.show(example.value)
    return unruled_text(example.kind.value, kind)
