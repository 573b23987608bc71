"""`diff` is brute force: over every situation of both rulebooks, each ruled on by each rulebook as it is written."""

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest

from misdeal.model.language import read
from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Fact, Place, Rulebook, Ruling
from misdeal.model.language.types import Choice, Timeline, Type, Value
from misdeal.model.language.words import named_values
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes
from misdeal.proofs.allowed import Why
from misdeal.proofs.both import Both, PairedRuling
from misdeal.proofs.criterion import Criterion, criteria
from misdeal.proofs.diff import Compared, Diff, Edition, OnlyPossible, Renames, What, diff
from misdeal.proofs.finding import Verdict
from misdeal.proofs.moved import Subject
from misdeal.proofs.naming import named
from misdeal.proofs.phrase import phrase
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.world import World

from ..brute import Brute, Material
from ..covering import Box, Spot, contains, cover
from ..mutation import editions
from ..strategies import renamed, seeded
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
            missing = self.both.denied(edition.other, why)
            conditions = tuple(each.told for each in missing)
            denied = [p for p in here if any(p.evaluation.fails(each.always.condition) for each in missing)]
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


@pytest.mark.deep
@pytest.mark.parametrize("first", range(2_000, 2_800, 50))
def test_diff_of_many_equals_brute_force(first: int) -> None:
    """The same of eight hundred more pairs."""
    assert {seed: wrong for seed in range(first, first + 50) if (wrong := differences(*editions(seed, most=60)))} == {}


def test_what_can_move_occurs() -> None:
    """In a few pairs each kind of outcome comes and goes, each reason to be impossible occurs, and no difference."""
    seen = Counter[str]()
    for seed in (*range(135, 160), 178):  # the last one for what is rare
        made = diff(*editions(seed, most=60))
        seen["differs" if made.differs else "same"] += 1
        for moved in (moved for compared in made.rulings for moved in compared.moved):
            seen.update((f"from {moved.old.kind.value}", f"to {moved.new.kind.value}"))
            seen["computed"] += moved.old.gives is not None or moved.new.gives is not None
            seen["indexed"] += moved.example.both.subject is not None
        seen.update(f"{each.edition.value} {each.why.name}" for each in made.possible if each.areas)
        seen.update(each.what.value for each in made.unpaired)
    kinds = [f"{way} {kind.value}" for way in ("from", "to") for kind in Kind if kind is not Kind.UNDEFINED]
    wanted = (
        *kinds,
        *(f"new {why.name}" for why in Why),
        *(what.value for what in What),
        "computed",
        "indexed",
        "same",
    )
    assert [each for each in wanted if not seen[each]] == []


@pytest.mark.parametrize("seed", range(12))
def test_a_rulebook_is_the_same_under_other_names(seed: int) -> None:
    """With all its names paired nothing differs, nothing is left over, and nothing has to be asked."""
    plain, other = seeded(seed), seeded(seed, renamed)
    names = dict(zip(plain.names, other.names, strict=True))
    old, new = plain.rulebook, other.rulebook
    typed: list[Fact | Ruling] = [*old.facts.values(), *old.rulings.values()]
    kinds = {each.name: each.type for each in typed}
    kinds |= {str(each.index.type): each.index.type for each in typed if each.index}
    values = {
        name: {value: names[value] for value in named_values(kind)}
        for name, kind in kinds.items()
        if isinstance(kind, Choice | Timeline)
    }
    renames = Renames({each: names[each] for each in old.facts}, {each: names[each] for each in old.rulings}, values)
    if old.table and old.table.names:
        with pytest.raises(Refusal, match="have other names in the new rulebook"):
            diff(old, new, renames)
        return
    made = diff(old, new, renames)
    assert (made.differs, made.whole, made.unpaired) == (False, True, ())


# Each class


OLD = """```misdeal
rulebook house "The house"
seats player 2..3
timeline stage = dealing < dealt < opened
type side = {ours, theirs}
fact found: stage usually dealing "How far?"
fact cards[p]: 3..7 usually 5     "How many?"
fact wild: yes/no usually no      "Wild?"
fact held: side usually ours      "Whose?"
ruling coup: {stands, void} when found >= dealt   "What becomes of it?"
ruling pays[p]: 0..9 when coup = void otherwise 0 "What does he pay?"
ruling shows[s: side]: yes/no otherwise no        "Does it show?"
clause 1 "Six" when some p: cards[p] = 6 then coup is void
clause 2 "Wild" when wild then coup is void
clause 3 "Pays" for each p when cards[p] = 6 then pays[p] is 2
clause 4 "Shows" when wild then shows[held] is yes
```
"""


def changed(*changes: tuple[str, str], renames: Renames | None = None, rulings: tuple[str, ...] = ()) -> Diff:
    """The sample compared with another edition of it."""
    text = OLD
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return diff(read(OLD, "old.md"), read(text, "new.md"), renames, rulings=rulings)


def moves(made: Diff, ruling: str) -> list[tuple[Kind, Kind, tuple[str, ...]]]:
    """How a ruling moved."""
    (compared,) = [each for each in made.rulings if each.ruling.names[Edition.OLD] == ruling]
    return [(each.old.kind, each.new.kind, each.conditions) for each in compared.moved]


def test_the_same_rulebook_twice_is_the_same() -> None:
    """Proved by its form, without a solver: no time is needed."""
    made = diff(read(OLD, "old.md"), read(OLD, "new.md"), timeout=1e-6)
    assert (made.differs, made.whole) == (False, True)
    assert {each.proof.verdict for each in made.rulings} == {Verdict.PROVED}


def test_other_words_for_the_same_are_the_same() -> None:
    """A condition that is written differently moves nothing, which is asked."""
    made = changed(("when wild then coup", "when not (not wild) and found >= dealing then coup"))
    assert (made.differs, made.whole) == (False, True)


def test_a_gap_becomes_a_value() -> None:
    """With its clause, and nothing of what stays."""
    made = changed(
        ('clause 3 "Pays"', 'clause 2a "Tame" when not wild then coup is stands overrides 1\nclause 3 "Pays"')
    )
    (gap, value) = moves(made, "coup")
    assert gap == (Kind.GAP, Kind.VALUE, ("found >= dealt", "not wild", "not some p: cards[p] = 6"))
    assert value == (Kind.VALUE, Kind.VALUE, ("found >= dealt", "not wild", "some p: cards[p] = 6"))
    assert made.rulings[0].moved[0].new.clauses == ("2a",)
    assert [each.name for each in made.unpaired] == ["2a"]


def test_what_only_follows_says_so() -> None:
    """A ruling whose own clauses are the same moves because another one does."""
    made = changed(("when wild then coup is void", "when wild then coup is stands"))
    assert {each.ruling.names[Edition.OLD]: each.ruling.follows for each in made.rulings} == {
        "coup": (),
        "pays": ("coup",),
        "shows": (),
    }


def test_a_value_becomes_a_clash() -> None:
    """Both clauses of the clash are named."""
    made = changed(("when wild then coup is void", "when wild then coup is stands"))
    clash = next(each for each in made.rulings[0].moved if each.new.kind is Kind.CLASH)
    assert (clash.old.clauses, clash.new.clauses) == (("1",), ("1", "2"))


def test_a_default_and_a_clause_that_gives_the_same_are_the_same() -> None:
    """What comes out is compared, not who says so."""
    made = changed(
        ('clause 4 "Shows"', 'clause 3a "None" for each p when cards[p] = 3 then pays[p] is 0\nclause 4 "Shows"')
    )
    assert not made.differs


def test_a_computed_value_differs_only_where_it_comes_to_something_else() -> None:
    """The expression is told, and the example has both values."""
    made = changed(("then pays[p] is 2", "then pays[p] is players"), rulings=("pays",))
    (moved,) = made.rulings[0].moved
    assert moved.new.gives is not None
    assert moved.conditions[-1] == "`old.pays` and `new.pays` have different values"
    assert moved.example.both.situation.players == 3


def test_what_only_one_allows_is_told_once() -> None:
    """And no ruling is compared there."""
    made = changed(("ruling coup", 'always not (wild and held = theirs) "never seen"\nruling coup'))
    (only,) = made.possible
    assert (only.edition, only.why, [area.conditions for area in only.areas]) == (
        Edition.OLD,
        Why.DENIED,
        [("wild", "held = theirs")],
    )
    assert set(only.areas[0].example.own) == {Edition.OLD}
    assert not any(compared.moved for compared in made.rulings)
    assert made.differs


def test_a_fact_that_only_one_asks_there() -> None:
    """Where the other one does not ask it, it has its first value there."""
    made = changed(("fact wild: yes/no usually no", "fact wild: yes/no when found >= dealt usually no"))
    (only,) = made.possible
    assert (only.edition, only.why) == (Edition.OLD, Why.ASKED)
    assert [area.conditions for area in only.areas] == [("found = dealing", "wild")]


def test_a_fact_that_only_one_has() -> None:
    """It is listed, and the other rulebook's rulings do not depend on it."""
    made = changed(
        ("fact wild", 'fact late: yes/no usually no "Late?"\nfact wild'),
        ("when wild then coup", "when wild and not late then coup"),
    )
    assert [(each.edition, each.what, each.name) for each in made.unpaired] == [(Edition.NEW, What.FACT, "late")]
    assert moves(made, "coup") == [
        (Kind.VALUE, Kind.GAP, ("found >= dealt", "wild", "late", "not some p: cards[p] = 6"))
    ]
    (moved,) = made.rulings[0].moved
    assert Place("late") not in moved.example.own[Edition.OLD].situation.values


def test_values_that_only_one_has() -> None:
    """Of a choice, of a range, of a table: listed, and possible there only. An index is compared where both have it."""
    made = changed(("{ours, theirs}", "{theirs, nobodys, ours}"), ("3..7", "2..6"), ("2..3", "2..4"))
    assert {(each.edition.value, each.name, each.of) for each in made.unpaired} == {
        ("old", "7", "cards"),
        ("new", "4", "players"),
        ("new", "2", "cards"),
        ("new", "nobodys", "held"),
    }
    assert {(each.edition, each.why) for each in made.possible} == {
        (Edition.OLD, Why.VALUES),
        (Edition.NEW, Why.VALUES),
    }
    assert not any(compared.moved for compared in made.rulings)
    assert made.whole


def test_a_new_stage_stands_where_the_rulebook_has_it() -> None:
    """Between the stages that both have, so that what comes later still does."""
    made = changed(("dealing < dealt", "cutting < dealing < dealing_out < dealt"))
    assert made.rulebook.facts["found"].type.show(3) == "dealt"
    assert not any(compared.moved for compared in made.rulings)
    assert [area.conditions for only in made.possible for area in only.areas] == [
        ("found = cutting or found = dealing_out",)
    ]


def test_a_ruling_that_only_one_has_is_a_difference() -> None:
    """It is listed, and not compared."""
    made = changed(("ruling shows[s: side]", "ruling seen[s: side]"), ("shows[held]", "seen[held]"))
    assert [(each.edition.value, each.name) for each in made.unpaired if each.what is What.RULING] == [
        ("old", "shows"),
        ("new", "seen"),
    ]
    assert made.differs


def test_names_that_differ_are_paired_as_told() -> None:
    """Facts, rulings, values: and a name that is free again is another fact."""
    made = changed(
        ("wild", "joker"),
        ("ruling shows[s: side]", "ruling seen[s: side]"),
        ("shows[held]", "seen[held]"),
        ("{ours, theirs}", "{us, theirs}"),
        ("usually ours", "usually us"),
        ("ruling coup", 'fact wild: yes/no usually no "Is it wild?"\nruling coup'),
        renames=Renames({"wild": "joker"}, {"shows": "seen"}, {"side": {"ours": "us"}}),
    )
    assert [(each.what, each.name) for each in made.unpaired] == [(What.FACT, "wild")]
    assert (made.differs, made.whole) == (False, True)


def test_only_some_rulings_are_compared_where_that_is_asked() -> None:
    """What is possible is told in any case."""
    made = changed(("when wild then coup is void", "when wild then coup is stands"), rulings=("shows",))
    assert [each.ruling.names[Edition.OLD] for each in made.rulings] == ["shows"]
    assert not made.differs


def test_nothing_in_common_is_a_difference() -> None:
    """No ruling is said to be the same where no situation is possible in both."""
    other = OLD.replace("ruling coup", 'always wild "so"\nruling coup').replace(
        "cards[p] = 6 then coup", "cards[p] = 4 then coup"
    )
    made = diff(read(OLD.replace("ruling coup", 'always not wild "no"\nruling coup'), "old.md"), read(other, "new.md"))
    assert {each.proof.verdict for each in made.rulings} == {Verdict.VACUOUS}
    assert made.differs


def test_regions_beyond_the_limit_are_not_called_the_whole() -> None:
    """One situation outside them is shown."""
    text = OLD.replace("cards[p] = 6 then coup", "cards[p] = 4 then coup")
    made = diff(read(OLD, "old.md"), read(text, "new.md"), regions=1, rulings=("coup",))
    (coup,) = made.rulings
    assert (len(coup.moved), coup.proof.verdict) == (1, Verdict.REFUTED)
    assert coup.beyond is not None
    assert not made.whole


def test_without_time_nothing_is_said_to_be_the_same() -> None:
    """What was not found out is unknown."""
    text = OLD.replace("when wild then coup", "when not not wild then coup").replace(
        "ruling coup", 'always wild "so"\nruling coup'
    )
    made = diff(read(OLD, "old.md"), read(text, "new.md"), timeout=1e-6)
    verdicts = {each.ruling.names[Edition.OLD]: each.proof.verdict for each in made.rulings}
    assert verdicts == {"coup": Verdict.UNKNOWN, "pays": Verdict.UNKNOWN, "shows": Verdict.PROVED}
    assert [each.proof.verdict for each in made.possible] == [Verdict.UNKNOWN]
    assert not made.whole


def test_a_wrong_example_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook that does not see a difference where the solver does ends everything."""
    monkeypatch.setattr("misdeal.proofs.moved.class_term", lambda decider, *_: decider.terms.true)
    monkeypatch.setattr("misdeal.proofs.moved.apart", lambda decider, *_: decider.terms.true)
    with pytest.raises(Disagreement, match="comes out the same"):
        changed(("when wild then coup", "when wild and found >= dealing then coup"))


# What cannot be compared


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [("fact wild: yes/no usually no", "fact wild: 0..1 usually 0"), ("when wild", "when wild = 1")],
            "`wild`: `yes` or `no` in the old rulebook, a number in the new one",
        ),
        (
            [("pays[p]: 0..9", "pays: 0..9"), ("pays[p] is", "pays is")],
            "`pays`: only the old rulebook has an index there",
        ),
        ([("dealing < dealt", "dealt < dealing")], "the two rulebooks have the stages of `stage` in different orders"),
    ],
)
def test_what_does_not_go_together_is_refused(changes: list[tuple[str, str]], message: str) -> None:
    """With the name, and how each rulebook has it."""
    with pytest.raises(Refusal, match=re.escape(message)):
        changed(*changes)


def test_two_values_for_what_does_not_arise_are_refused() -> None:
    """A fact that neither asks would have two values at once."""
    old = OLD.replace("cards[p]: 3..7 usually 5", "cards[p]: 3..7 when wild usually 5")
    new = OLD.replace("cards[p]: 3..7 usually 5", "cards[p]: 2..7 when wild usually 5")
    with pytest.raises(Refusal, match="`cards` where it does not arise counts as `3` and `2`"):
        diff(read(old, "old.md"), read(new, "new.md"))


@pytest.mark.parametrize("seed", [2623, 2896, 2945, 3027])
def test_a_fact_does_not_arise_where_that_is_undefined(seed: int) -> None:
    """Pairs in which a `when` that only one has is undefined somewhere."""
    assert differences(*editions(seed, most=60)) == []


@pytest.mark.parametrize(
    ("renames", "message", "advice"),
    [
        (Renames({"wilde": "wild"}), "the old rulebook has no fact `wilde`", "did you mean `wild`?"),
        (Renames({"wild": "wilde"}), "the new rulebook has no fact `wilde`", "did you mean `wild`?"),
        (Renames({}, {"coop": "coup"}), "the old rulebook has no ruling `coop`", "did you mean `coup`?"),
        (
            Renames({"wild": "held", "held": "held"}),
            "the fact `held` of the new rulebook is paired with `wild` and with `held`",
            "pair it with one of the two",
        ),
        (
            Renames({}, {}, {"sides": {}}),
            "the old rulebook has no type, fact or ruling `sides`",
            "did you mean `side`?",
        ),
        (
            Renames({}, {}, {"lonely": {"late_one": "two"}}),
            "nothing of the new rulebook is paired with `lonely`",
            "pair a fact or a ruling that has its values",
        ),
        (
            Renames({}, {}, {"cards": {}}),
            "`cards` has no named values",
            "only choices and stages have values that can be paired",
        ),
        (Renames({}, {}, {"held": {"ous": "ours"}}), "the old rulebook has no value `ous`", "did you mean `ours`?"),
        (Renames({}, {}, {"coup": {"void": "vod"}}), "the new rulebook has no value `vod`", "did you mean `void`?"),
    ],
)
def test_a_name_that_is_not_there_is_refused(renames: Renames, message: str, advice: str) -> None:
    """With the near one."""
    old = OLD.replace("fact found", "type lonely = {early_one, late_one}\nfact found")
    with pytest.raises(Refusal) as caught:
        diff(read(old, "old.md"), read(OLD, "new.md"), renames)
    assert (caught.value.message, caught.value.advice) == (message, advice)


def test_a_ruling_that_is_not_in_both_cannot_be_asked_for() -> None:
    """It is said which it is in."""
    with pytest.raises(Refusal, match="unknown ruling `coop`"):
        changed(rulings=("coop",))
    with pytest.raises(Refusal, match="only the old rulebook has the ruling `shows`"):
        changed(("ruling shows", "ruling seen"), ("shows[held]", "seen[held]"), rulings=("shows",))


def test_one_clause_of_a_shipped_rulebook_moves_just_what_it_says() -> None:
    """Exactly that difference, and all other rulings proved the same."""
    text = shipped("poker_it")
    before, after = "  when not charged\n", "  when not charged and once = charge\n"
    assert text.count(before) == 1
    made = diff(read(text, "old.md"), read(text.replace(before, after), "new.md"))
    (moved,) = [moved for compared in made.rulings for moved in compared.moved]
    assert moves(made, "absent_ante") == [(Kind.VALUE, Kind.GAP, ("absent(turn)", "not charged", "once = leave"))]
    assert (moved.old.clauses, moved.new.clauses) == (("P2.2",), ())
    assert made.whole


def shipped(name: str) -> str:
    """The text of a shipped rulebook."""
    return files("misdeal.model.rulebooks").joinpath(f"{name}.md").read_text("utf-8")


def test_too_many_criteria_are_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a ruling, and of what only one allows."""
    monkeypatch.setattr("misdeal.proofs.criterion.MOST", 1)
    made = changed(
        ("when wild then coup is void", "when wild then coup is stands"),
        ("ruling coup", 'always not (wild and held = theirs) "never seen"\nruling coup'),
        rulings=("coup",),
    )
    proofs = [made.rulings[0].proof, made.possible[0].proof]
    assert [proof.verdict for proof in proofs] == [Verdict.UNKNOWN] * 2
    assert {proof.reason for proof in proofs} == {"its conditions have too many criteria"}
