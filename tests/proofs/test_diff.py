"""`diff` is brute force: over every situation of both rulebooks, each ruled on by each rulebook as it is written."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest

from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Type, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes
from misdeal.proofs.both import Both, PairedRuling, Why
from misdeal.proofs.criterion import Criterion, criteria
from misdeal.proofs.diff import Compared, Edition, OnlyPossible, Renames, diff
from misdeal.proofs.finding import Verdict
from misdeal.proofs.moved import Subject
from misdeal.proofs.naming import named
from misdeal.proofs.phrase import phrase
from misdeal.proofs.world import World

from ..brute import Brute, Material
from ..covering import Box, Spot, contains, cover
from ..mutation import editions
from ..worlds import Point, Shown, shown

Class: TypeAlias = tuple[Kind, tuple[int, ...]]
Told: TypeAlias = tuple[str, str, tuple[str, ...], Shown]
"""A region: what came out and what comes out, its conditions, its example."""


class Own:
    """A rulebook by itself, and which of its situations is in one of both: by names, as people would say it."""

    def __init__(self, both: Both, edition: Edition) -> None:
        self.book, self.both, self.edition = both.books[edition], both, edition
        self.joint = both.rulebook()
        partners = {new: old for old, new in both.pairs.facts.items()}
        self.names = {name: name if edition is Edition.OLD else partners.get(name, name) for name in self.book.facts}

    def common(self, own: Type, joint: Type, value: Value) -> Value:
        """A value by its name; numbers and seats are what they are."""
        return next(v for v in range(joint.low, joint.high + 1) if joint.show(v) == own.show(value))

    def find(self, situation: Situation) -> Evaluation | None:
        """The evaluation of the situation, where the rulebook has it."""
        players = situation.players if self.book.table else 0
        if players not in table_sizes(self.book):
            return None
        given: dict[Place, Value] = {}
        for fact in self.book.facts.values():
            joint = self.joint.facts[self.names[fact.name]]
            for place in fact_places(fact, players):
                at = place.index
                if fact.index and joint.index and at is not None:
                    at = self.common(fact.index.type, joint.index.type, at)
                there = joint.type.show(situation.values[Place(joint.name, at)])
                own = [v for v in range(fact.type.low, fact.type.high + 1) if fact.type.show(v) == there]
                if not own:
                    return None
                given[place] = bool(own[0]) if there in {"yes", "no"} else own[0]
        settled = settle(self.book, players, given, usual=False)
        if isinstance(settled, Unsettled):
            return None
        evaluation = Evaluation(self.book, settled)
        return evaluation if evaluation.possible else None


class Pair:
    """Two rulebooks, with every situation of both as each of them sees it."""

    def __init__(self, old: Rulebook, new: Rulebook) -> None:
        self.both = Both(old, new, Renames())
        self.brute = Brute(self.both.rulebook())
        self.owns = {each: Own(self.both, each) for each in Edition}
        self.terms = World(self.both.rulebook(*Edition))
        self._seen: dict[int, dict[Edition, Evaluation]] = {}

    def seen(self, point: Point) -> dict[Edition, Evaluation]:
        """The rulebooks in which a situation is possible, each with its evaluation."""
        key = id(point.evaluation)
        if key not in self._seen:
            found = {each: own.find(point.evaluation.situation) for each, own in self.owns.items()}
            self._seen[key] = {each: evaluation for each, evaluation in found.items() if evaluation}
        return self._seen[key]

    # What is possible in one only

    def only(self, edition: Edition) -> Iterator[tuple[Why, list[tuple[tuple[str, ...], Shown]]]]:
        """The regions of what is possible in one rulebook only, reason by reason."""
        here = [point for point in self.brute.world.points(None) if edition in self.seen(point)]
        here.sort(key=lambda point: point.rank)
        lone = [point for point in here if edition.other not in self.seen(point)]
        for why in Why:
            conditions = self.both.denied(edition.other, why)
            denied = [p for p in here if any(p.evaluation.fails(condition) for condition in conditions)]
            parts, found = Material(conditions), criteria(self.terms.rulebook, conditions)
            names = named(self.terms.rulebook.lets, conditions, found)
            spots = [Spot(self.cells(point, parts, found), point in denied, point.shown) for point in here]
            boxes, beyond = cover(found, spots, 20)
            assert beyond is None
            if boxes:
                yield why, [(phrase(self.terms.rulebook, found, box, names), seed) for box, seed in boxes]
            here = [point for point in here if point not in denied]
            lone = [point for point in lone if point not in denied]
        assert not lone

    def cells(self, point: Point, parts: Material, found: tuple[Criterion, ...]) -> tuple[int, ...]:
        keys = [self.brute.world.subject(parts.name, criterion.subject) for criterion in found]
        return tuple(self.brute.cell(point, parts, each, key) for each, key in zip(found, keys, strict=True))


class Ruled:
    """A ruling of both over every situation that is possible in both."""

    def __init__(self, pair: Pair, ruling: PairedRuling) -> None:
        self.pair, self.ruling = pair, ruling
        self.subject = Subject(pair.terms, pair.both, ruling)
        index = self.subject.decisions[Edition.OLD].ruling.index
        self.parts = Material((), (), index.name if index else "")
        every = [p for p in pair.brute.world.points(index) if len(pair.seen(p)) == 2 and self.has_index(p)]
        self.points = sorted(every, key=lambda point: point.rank)
        self.spots = {id(p): pair.cells(p, self.parts, self.subject.criteria) for p in self.points}

    def place(self, edition: Edition, point: Point) -> Place | None:
        """The ruling in one of the rulebooks; None where that has no such index."""
        name, own = self.ruling.names[edition], self.pair.owns[edition]
        index, joint = own.book.rulings[name].index, self.subject.decisions[edition].ruling.index
        if index is None or joint is None or point.subject is None:
            return Place(name)
        there = joint.type.show(point.subject)
        found = [v for v in range(index.type.low, index.type.high + 1) if index.type.show(v) == there]
        return Place(name, found[0]) if found else None

    def has_index(self, point: Point) -> bool:
        return all(self.place(each, point) for each in Edition)

    def came(self, edition: Edition, point: Point) -> tuple[Kind, str]:
        """What comes out, by name."""
        place = self.place(edition, point)
        assert place
        outcome = self.pair.seen(point)[edition].outcome(place)
        kind = self.pair.owns[edition].book.rulings[place.name].type
        plain = Kind.VALUE if outcome.kind is Kind.DEFAULT else outcome.kind
        return plain, "" if outcome.value is None else kind.show(outcome.value)

    def classes(self, edition: Edition, point: Point) -> list[Class]:
        """What comes out, with each choice of the effects that lead to it, the preferred one first."""
        evaluation, place = self.pair.seen(point)[edition], self.place(edition, point)
        assert place
        effects = evaluation.rulebook.effects[place.name]
        outcome = evaluation.outcome(place)
        deciding = [(at, i.value) for at, (_, e) in enumerate(effects) for i in outcome.deciding if i.effect is e]
        match outcome.kind:
            case Kind.VALUE:
                plain = [at for at, _ in deciding if isinstance(effects[at][1].value, Const)]
                return [(Kind.VALUE, (at,)) for at in (*plain, *(at for at, _ in deciding))]
            case Kind.UNDEFINED:
                ruling = evaluation.rulebook.rulings[place.name]
                return [(Kind.UNDEFINED, (at,)) for at, value in deciding if not evaluation.in_type(ruling, value)]
            case Kind.CLASH:
                pairs = combinations_with_replacement(deciding, 2)
                differing = sorted((i, j) for (i, mine), (j, yours) in pairs if mine != yours)
                return [(Kind.CLASH, each) for each in differing]
            case kind:
                return [(kind, ())]

    def moved(self) -> list[Point]:
        return [p for p in self.points if self.came(Edition.OLD, p) != self.came(Edition.NEW, p)]

    def regions(self) -> list[Told]:
        """The method, literally: from the most ordinary situation left, as far as both outcomes go."""
        moved, grown = self.moved(), list[tuple[Box, Point, tuple[Class, Class]]]()
        while left := [p for p in moved if not any(self.lies_in(p, box) for box, _, _ in grown)]:
            old, new = (self.classes(each, left[0])[0] for each in Edition)
            inside = {
                id(p) for p in moved if old in self.classes(Edition.OLD, p) and new in self.classes(Edition.NEW, p)
            }
            spots = [Spot(self.spots[id(point)], id(point) in inside, point) for point in self.points]
            ((box, seed), *_), _ = cover(self.subject.criteria, spots_from(spots, left[0]), 1)
            grown.append((box, seed, (old, new)))
        for at in reversed(range(len(grown))):
            others = [box for other, (box, _, _) in enumerate(grown) if other != at]
            within = [point for point in self.points if self.lies_in(point, grown[at][0])]
            if others and all(any(self.lies_in(point, box) for box in others) for point in within):
                del grown[at]
        return [self.told(*each) for each in grown]

    def lies_in(self, point: Point, box: Box) -> bool:
        return contains(box, Spot(self.spots[id(point)], inside=True, shown=None))

    def told(self, box: Box, seed: Point, classes: tuple[Class, Class]) -> Told:
        old, new = (self.in_words(edition, *each) for edition, each in zip(Edition, classes, strict=True))
        return old, new, phrase(self.pair.terms.rulebook, self.subject.criteria, box, self.subject.named), seed.shown

    def in_words(self, edition: Edition, kind: Kind, leads: tuple[int, ...]) -> str:
        effects = self.pair.both.books[edition].effects[self.ruling.names[edition]]
        return f"{kind.value} by {','.join(dict.fromkeys(effects[at][0].id for at in leads))}"


def spots_from(spots: list[Spot[Point]], seed: Point) -> list[Spot[Point]]:
    """The situations with the one first that a region is to grow from."""
    return sorted(spots, key=lambda spot: spot.shown is not seed)


def told(compared: Compared) -> list[Told]:
    """What `diff` says of a ruling, in what can be compared."""
    return [
        (
            f"{each.old.kind.value} by {','.join(each.old.clauses)}",
            f"{each.new.kind.value} by {','.join(each.new.clauses)}",
            each.conditions,
            shown(each.example.both.situation, each.example.both.subject),
        )
        for each in compared.moved
    ]


def told_only(found: OnlyPossible) -> list[tuple[tuple[str, ...], Shown]]:
    """What `diff` says is possible in one only, in what can be compared."""
    return [(each.conditions, shown(each.example.both.situation, None)) for each in found.areas]


def differences(old: Rulebook, new: Rulebook) -> list[str]:
    """What `diff` and brute force do not agree on."""
    pair, made = Pair(old, new), diff(old, new, regions=1000, timeout=600)
    proofs = [*(each.proof for each in made.rulings), *(each.proof for each in made.possible)]
    wrong = [proof.sentence for proof in proofs if proof.verdict not in SETTLED]
    for edition in Edition:
        found = {each.why: told_only(each) for each in made.possible if each.edition is edition and each.areas}
        if found != dict(pair.only(edition)):
            wrong.append(f"only {edition.value}")
    for compared in made.rulings:
        ruled = Ruled(pair, compared.ruling)
        if told(compared) != ruled.regions():
            wrong.append(compared.ruling.names[Edition.OLD])
        vacuous = compared.proof.verdict is Verdict.VACUOUS
        if vacuous and any(len(pair.seen(point)) == 2 for point in pair.brute.world.points(None)):
            wrong.append("vacuous")
    return wrong


SETTLED = {Verdict.PROVED, Verdict.VACUOUS}


@pytest.mark.parametrize("seed", range(30))
def test_diff_equals_brute_force(seed: int) -> None:
    """Regions, outcomes, clauses, examples, and what only one has as possible."""
    assert differences(*editions(seed, most=60)) == []
