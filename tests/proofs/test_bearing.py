"""What options do is what brute force finds: which rulings they change, and the most ordinary situations of it."""

from collections.abc import Iterator

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import rank
from misdeal.model.meaning.situation import Situation, ruling_places
from misdeal.proofs import bearing
from misdeal.proofs.bearing_records import Bearing
from misdeal.proofs.check import check
from misdeal.proofs.report import Report

from ..strategies import domain, seeded
from ..worlds import World, shown

SEEDS = range(60)


class Force:
    """All pairs of possible situations of a rulebook that are the same but for one option."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.possible = World(rulebook).possible
        self._by_values = {shown(each.situation, None): each for each in self.possible}

    def bearing(self, option: Fact) -> Bearing:
        """What an option does."""
        changes = [change for here in self.possible for change in self._changes(option, here)]
        found, told = [], set[str]()
        for name in self.rulebook.rulings:
            at = [(rank(here, place.index), here, there) for here, there, place in changes if place.name == name]
            if at and name not in told:
                _, here, there = min(at, key=lambda each: each[0])
                there = next(other for one, other, place in changes if one is here and place.name == name)
                places = tuple(place for one, other, place in changes if one is here and other is there)
                found.append((here.situation, there.situation, places))
                told |= {place.name for place in places}
        unchanged = tuple(name for name in self.rulebook.rulings if all(p.name != name for _, _, p in changes))
        return Bearing(option.name, tuple(found), unchanged)  # type: ignore[arg-type]  # plain tuples will do

    def _changes(self, option: Fact, here: Evaluation) -> Iterator[tuple[Evaluation, Evaluation, Place]]:
        """What later values of an option change in a situation."""
        place, players = Place(option.name), here.situation.players
        for value in domain(option.type, players):
            values = {**here.situation.values, place: value}
            there = self._by_values.get(shown(Situation(players, values), None))
            if there is not None and value > here.situation.values[place]:
                for at in ruling_places(self.rulebook, players):
                    one, other = here.outcome(at), there.outcome(at)
                    kinds = [each.kind if each.value is None else None for each in (one, other)]
                    if kinds[0] != kinds[1] or one.value != other.value:
                        yield here, there, at


def by_force(rulebook: Rulebook) -> list[object]:
    """What all options do, as plain data."""
    force = Force(rulebook)
    return [
        (each.option, [plain(*change) for change in each.changes], each.unchanged)  # type: ignore[misc]
        for each in map(force.bearing, rulebook.options)
    ]


def proved(report: Report) -> list[object]:
    """The same, as it was proved."""
    assert not any(each.reason or each.unknown(report.rulebook) for each in report.bearings)
    return [
        (each.option, [plain(c.situation, c.other, c.places) for c in each.changes], each.unchanged)
        for each in report.bearings
    ]


def plain(one: Situation, other: Situation, places: tuple[Place, ...]) -> object:
    """A change as plain data."""
    return shown(one, None), shown(other, None), places


@pytest.mark.parametrize("seed", SEEDS)
def test_what_options_do_equals_brute_force(seed: int) -> None:
    """Rulings that change and that do not, both situations of each change, and all that changes there."""
    rulebook = seeded(seed).rulebook
    report = check(rulebook)
    assert proved(report) == (by_force(rulebook) if World(rulebook).possible else [])


def test_options_do_things_often_enough() -> None:
    """The comparison has something to compare."""
    changing = several = unchanged = 0
    for seed in SEEDS:
        for each in check(seeded(seed).rulebook).bearings:
            changing += bool(each.changes)
            several += len(each.changes) > 1
            unchanged += bool(each.unchanged)
        if changing > 10 and several > 2 and unchanged > 15:
            return
    raise AssertionError((changing, several, unchanged))


PAGES = {
    "three values": """option size: 1..3 "How large?"
        fact cold: yes/no "Cold?"
        ruling r: {a, b} otherwise b "What?"
        ruling s: 0..9 otherwise 0 "How many?"
        clause 1 "One" when size = 3 and cold then r is a
        clause 2 "Two" then s is size""",
    "a fact that does not arise": """option strict: yes/no "Strict?"
        fact size: 0..3 when strict "How large?"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when size > 1 then r is a""",
    "an always that leaves one value": """option strict: yes/no "Strict?"
        always strict "they are"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when strict then r is a""",
    "by a clause or by default": """option strict: yes/no "Strict?"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when strict then r is b""",
    "a gap or a clash": """option strict: {a, b, c} "Strict?"
        ruling r: {a, b} "What?"
        clause 1 "One" when strict = b then r is a
        clause 2 "Two" when strict = b then r is b""",
}


@pytest.mark.parametrize("name", PAGES)
def test_what_options_of_small_rulebooks_do_equals_brute_force(name: str) -> None:
    """The same on rulebooks that might be told wrongly."""
    rulebook = read(f'```misdeal\nrulebook small "{name}"\n{PAGES[name]}\n```', "small.md")
    assert proved(check(rulebook)) == by_force(rulebook)


def test_an_option_of_very_many_values_is_not_gone_through() -> None:
    """The first other value is found all the same."""
    page = """option most: 0..2000 "How many?"
        fact size: 0..2000 "How large?"
        ruling r: {a, b} otherwise b "What?"
        clause 1 "One" when size > 500 and size < most then r is a"""
    report = check(read(f'```misdeal\nrulebook small "x"\n{page}\n```', "small.md"))
    (change,) = report.bearings[0].changes
    most, size = Place("most"), Place("size")
    assert (change.situation.values[most], change.situation.values[size], change.other.values[most]) == (0, 501, 502)


@pytest.mark.parametrize("name", PAGES)
def test_by_the_solver_the_first_other_value_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by the evaluator."""
    monkeypatch.setattr(bearing, "MOST", 0)
    test_what_options_of_small_rulebooks_do_equals_brute_force(name)


def test_without_time_nothing_is_called_unchanged() -> None:
    """What was not found out is unknown, with the reason."""
    rulebook = read(f'```misdeal\nrulebook small "x"\n{PAGES["three values"]}\n```', "small.md")
    report = check(rulebook, timeout=1e-9)
    assert report.bearings
    for each in report.bearings:
        assert each.reason
        assert each.unknown(rulebook) == ("r", "s")
