"""What becomes of mutants is what brute force says: which rule the same, which are killed, and by what."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import rank
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs import judge
from misdeal.proofs.alterations import Manner
from misdeal.proofs.inquiry import Inquiry
from misdeal.proofs.judge import Judge
from misdeal.proofs.mutants import Mutant, mutants
from misdeal.proofs.mutation import mutate
from misdeal.proofs.mutation_records import Difference, Fate, Killer, Means, Mutation, Score, Standing
from misdeal.proofs.replay import Disagreement, came
from misdeal.proofs.suite import Example, Suite, suite

from ..brute import Brute
from ..strategies import seeded
from ..worlds import World, shown

MOST = 10  # mutants of one rulebook that brute force looks at

SMALL = """```misdeal
rulebook small "Small"
seats player 2..3
timeline stage = early < middle < late
fact found: stage usually early                    "When?"
fact cards[p]: 3..6 usually 5                      "How many?"
fact cold: yes/no usually no                       "Is it cold?"
let wrong(p) = cards[p] > 5 or cards[p] < 5        "Is the hand wrong?"
ruling coup: {stands, void} when found > early     "What becomes of it?"
ruling next: player                                "Who is next?"
part 1 "Late" when found in middle..late
clause 1.a "Void" when (some p: wrong(p)) and found >= middle then coup is void overrides 1.b
clause 1.b "Stands" then coup is stands
clause 2 "Next" then next is first q after 1 where not wrong(q) or q = 1
"""


def small(*statements: str) -> Rulebook:
    """A rulebook with a few more statements."""
    return read("\n".join([SMALL, *statements, "```\n"]), "small.md")


def by_name(made: Mutation) -> dict[str, Fate]:
    """The fates of mutants by their names."""
    return {mutant.name: fate for mutant, fate in made.fates.items()}


@dataclass(frozen=True)
class Truth:
    """What brute force says of a mutant: the points at which a ruling comes out otherwise, in the order of reading."""

    differing: Mapping[str, list[tuple[Evaluation, object]]]
    by_hand: frozenset[str]
    generated: bool
    noticed: bool

    @property
    def standing(self) -> Standing:
        """What it comes to."""
        if not any(self.differing.values()):
            return Standing.SAME
        return Standing.KILLED if self.by_hand else Standing.SURVIVES

    @property
    def most_ordinary(self) -> object:
        """The first difference of the first ruling that has one."""
        name, points = next((name, points) for name, points in self.differing.items() if points)
        evaluation, index = min(points, key=lambda point: rank(*point))  # type: ignore[arg-type]
        return name, shown(evaluation.situation, index)  # type: ignore[arg-type]


def truth(world: World, examples: list[Example], mutant: Mutant) -> Truth:
    """What is so, situation by situation."""
    pairs = [(one, Evaluation(mutant.rulebook, one.situation)) for one in world.possible]
    differing: dict[str, list[tuple[Evaluation, object]]] = {}
    noticed = False
    for name in world.rulebook.reading_order:
        differing[name] = []
        for one, other in pairs:
            for at in indices(world.rulebook.rulings[name].index, one.situation.players):
                before, after = (each.outcome(Place(name, at)) for each in (one, other))
                if came(before) != came(after):
                    differing[name].append((one, at))
                bad = after.kind in {Kind.GAP, Kind.CLASH, Kind.UNDEFINED} and after.kind is not before.kind
                noticed |= bad and examined(other, Place(name, at))
    by_hand = failing(mutant.rulebook) - failing(world.rulebook)
    return Truth(differing, by_hand, any(fails(mutant.rulebook, each) for each in examples), noticed)


def failing(rulebook: Rulebook) -> frozenset[str]:
    """The titles of the claims that are false somewhere and of the cases that fail."""
    brute = Brute(rulebook)
    claims = (
        claim.title for claim in rulebook.claims if any(each.fails(claim.condition) for each in brute.world.possible)
    )
    return frozenset(claims) | frozenset(str(found.subject) for found in brute.cases())


def fails(rulebook: Rulebook, example: Example) -> bool:
    """Whether an example comes out otherwise, or not by the clauses that decide it."""
    outcome = Evaluation(rulebook, example.situation).outcome(example.place)
    expected = (None if example.kind in {Kind.VALUE, Kind.DEFAULT} else example.kind, example.value)
    deciding = {instance.clause.id for instance in outcome.deciding}
    return came(outcome) != expected or not deciding.issuperset(example.deciding)


def disagreements(seed: int) -> Iterator[object]:
    """Where the fates of some mutants of a generated rulebook and brute force differ."""
    rulebook = seeded(seed).rulebook
    every = list(mutants(rulebook))
    chosen = Random(seed).sample(every, min(MOST, len(every)))  # noqa: S311 - nothing secret
    world = World(rulebook)
    examples = [example for shown in suite(rulebook).shown for example in shown.examples]
    for mutant, fate in mutate(rulebook, chosen, jobs=1).fates.items():
        true = truth(world, examples, mutant)
        found: list[object] = [] if fate.standing is true.standing else [fate.standing, true.standing]
        if fate.standing is not Standing.SAME and (fate.generated is not None) != true.generated:
            found += [fate.generated, true.generated]
        if fate.by is not None and fate.by.title not in true.by_hand:
            found += [fate.by, true.by_hand]
        if fate.difference is not None:
            told = fate.difference.place.name, shown(fate.difference.situation, fate.difference.place.index)
            found += [] if (told, fate.noticed) == (true.most_ordinary, true.noticed) else [told, true.most_ordinary]
        if found:
            yield mutant.name, found


@pytest.mark.parametrize("seed", [0, 2, 3, 5, 7, 8])  # brute force takes long over others
def test_fates_equal_brute_force(seed: int) -> None:
    """What rules the same, what is killed, and of what survives the most ordinary difference."""
    assert list(disagreements(seed)) == []


@pytest.mark.deep
@pytest.mark.parametrize("seed", [1, 4, 6, *range(9, 400)])
def test_many_fates_equal_brute_force(seed: int) -> None:
    """The same, of many more."""
    assert list(disagreements(seed)) == []


def test_every_manner_is_made_and_told_by_one_name() -> None:
    """Of generated rulebooks; each mutant differs from the rulebook, and what is possible stays."""
    manners, keywords = Counter[Manner](), Counter[str]()
    for seed in range(60):
        rulebook = seeded(seed).rulebook
        every = list(mutants(rulebook))
        assert len({each.name for each in every}) == len(every)
        manners.update(each.manner for each in every)
        keywords.update(each.subject.keyword for each in every)
        for each in every:
            assert (each.rulebook.facts, each.rulebook.always) == (rulebook.facts, rulebook.always)
            altered = (each.rulebook.clauses, each.rulebook.parts, each.rulebook.rulings, each.rulebook.lets)
            assert altered != (rulebook.clauses, rulebook.parts, rulebook.rulings, rulebook.lets)
    assert manners.keys() == set(Manner)
    assert keywords.keys() == {"clause", "part", "ruling", "let"}


def test_what_is_made_of_a_small_rulebook() -> None:
    """Every part of every statement, each in each manner that there is for it."""
    made = {each.name for each in mutants(small())}
    ways = "`next is first q {} where not wrong(q) or q = 1` for `next is first q after 1 where not wrong(q) or q = 1`"
    assert made >= {f"clause 2: {ways.format(way)}" for way in ("from 1", "after 1 backward")}
    assert made >= {
        "part 1: without `found in middle..late`",
        "part 1: `found in early..late` for `found in middle..late`",
        "part 1: `found in middle..middle` for `found in middle..late`",
        "clause 1.a: without it",
        "clause 1.a: without `found >= middle`",
        "clause 1.a: without `some p: wrong(p)`",
        "clause 1.a: negated: `some p: wrong(p)`",
        "clause 1.a: `every p: wrong(p)` for `some p: wrong(p)`",
        "clause 1.a: `found > middle` for `found >= middle`",
        "clause 1.a: `found >= early` for `found >= middle`",
        "clause 1.a: `coup is stands` for `coup is void`",
        "clause 1.a: does not override `1.b`",
        "let wrong: negated: `cards[p] > 5 or cards[p] < 5`",
        "ruling coup: without `found > early`",
        "ruling coup: `found >= early` for `found > early`",
        "let wrong: without `cards[p] > 5`",
        "let wrong: `cards[p] >= 5` for `cards[p] > 5`",
        "let wrong: `cards[p] < 4` for `cards[p] < 5`",
    }


def test_what_says_what_is_possible_is_not_altered() -> None:
    """A `let` that an `always` reads, or one that nothing that rules reads."""
    names = [each.subject.name for each in mutants(small('always (every p: not wrong(p)) or cold "so it is"'))]
    assert "wrong" not in names
    assert "idle" not in [each.subject.name for each in mutants(small("let idle = cold or found = late"))]
    assert "wrong" in [each.subject.name for each in mutants(small())]


@pytest.mark.parametrize(
    ("clause", "claim", "mutant"),
    [
        ("cold", "odd implies cold", "negated: `cold`"),
        ("cold or players >= 2", "odd depends only on found", "without `players >= 2`"),
        ("(some p: wrong(p)) or wrong(1)", "odd turns with the table", "without `some p: wrong(p)`"),
    ],
)
def test_claims_of_each_kind_kill(clause: str, claim: str, mutant: str) -> None:
    """A claim about one situation, and those about two; what leaves it true survives it."""
    odd = 'ruling odd: yes/no otherwise no "Is it odd?"', f'clause 3 "Odd" when {clause} then odd is yes'
    fates = by_name(mutate(small(*odd, f'claim "so": {claim}'), jobs=1))
    assert fates[f"clause 3: {mutant}"].by == Killer(Means.CLAIM, "so")
    assert fates["clause 2: without it"].standing is Standing.SURVIVES
    assert {fate.by for fate in fates.values()} <= {None, Killer(Means.CLAIM, "so")}


def test_what_was_false_before_kills_nothing() -> None:
    """Neither a claim that is refuted of the rulebook, nor a case that fails in it."""
    wrong = 'claim "so": coup = void', 'case "so" given found = late expect coup is void'
    fates = by_name(mutate(small(*wrong), jobs=1))
    assert {fate.by for fate in fates.values()} == {None}


def test_a_case_that_only_a_solver_can_try_kills() -> None:
    """Of whose options there are more values than are gone through."""
    options = [f'option o{number}: yes/no "Which?"' for number in range(9)]
    ruled = 'ruling odd: yes/no otherwise no "Is it odd?"', 'clause 3 "Odd" when cold and o8 then odd is yes'
    fates = by_name(mutate(small(*options, *ruled, 'case "open" expect odd is no'), jobs=1))
    assert fates["clause 3: without `cold`"].by == Killer(Means.CASE, "open")
    assert fates["clause 3: without `o8`"].standing is Standing.SURVIVES


def test_a_silent_clause_kills_what_rules_otherwise_elsewhere() -> None:
    """A case that names who has to decide notices more than what comes out; what rules the same is set aside."""
    twice = 'clause 1.c "Stands as well" when found = late and (every p: not wrong(p)) then coup is stands'
    case = 'case "late" given found = late expect coup is stands'
    rulebook = small(twice, case)
    named = replace(rulebook, cases=(replace(rulebook.cases[0], clauses=("1.b",)),))
    plain, strict = (by_name(mutate(each, jobs=1)) for each in (rulebook, named))
    assert plain["clause 1.b: without it"].standing is Standing.SURVIVES
    assert strict["clause 1.b: without it"].by == Killer(Means.CASE, "late")
    assert strict["clause 1.c: without it"].standing is Standing.SAME


def test_without_time_nothing_is_said_to_rule_the_same() -> None:
    """All is unknown, with the reason, and counts as not killed."""
    made = mutate(small(), jobs=1, timeout=0.001)
    assert {fate.standing for fate in made.fates.values()} == {Standing.UNKNOWN}
    assert all(fate.reason for fate in made.fates.values())
    assert made.by_hand == Score(0, len(made.fates), len(made.fates))


def test_scores_are_counted() -> None:
    """Of all that change something; by hand, by generated cases, and by one or the other."""
    case, generated = Killer(Means.CASE, "a"), Killer(Means.GENERATED, "b")
    difference = Difference(Situation(0, {}), Place("coup"))
    fates = [
        Fate(Standing.SAME),
        Fate(Standing.KILLED, case, generated),
        Fate(Standing.KILLED, Killer(Means.CLAIM, "c")),
        Fate(Standing.SURVIVES, None, generated, difference, noticed=True),
        Fate(Standing.SURVIVES, None, None, difference),
        Fate(Standing.UNKNOWN, reason="late"),
        Fate(Standing.UNKNOWN, None, generated, reason="late"),
    ]
    made = Mutation(small(), dict(zip(mutants(small()), fates, strict=False)))
    assert made.by_hand == Score(2, 2, 6)
    assert made.generated == Score(3, 1, 6)
    assert made.together == Score(4, 1, 6)
    assert made.together.share == Fraction(2, 3)
    assert [made.killed_by(means) for means in Means] == [1, 1, 0]
    assert [len(each) for each in made.survivors().values()] == [2]
    assert Score(0, 0, 0).share == 1


def test_what_is_known_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the others are, and what is told is only what was found now."""
    rulebook = small()
    whole = mutate(rulebook, jobs=1)
    known = {mutant.name: fate for mutant, fate in list(whole.fates.items())[5:]}
    judged, told = list[str](), list[str]()
    real = Judge.fate

    def fate(self: Judge, mutant: Mutant) -> Fate:
        judged.append(mutant.name)
        return real(self, mutant)

    monkeypatch.setattr(Judge, "fate", fate)
    again = mutate(rulebook, jobs=1, known=known, told=lambda mutant, _: told.append(mutant.name))
    assert by_name(again) == by_name(whole)
    assert judged == told == list(by_name(whole))[:5]
    monkeypatch.setattr("misdeal.proofs.mutation.suite", None)
    assert by_name(mutate(rulebook, jobs=1, known=by_name(whole))) == by_name(whole)


def test_side_by_side_is_the_same() -> None:
    """However many processes work."""
    assert by_name(mutate(small(), jobs=2)) == by_name(mutate(small(), jobs=1))


def test_where_nothing_is_possible_all_is_the_same() -> None:
    """No case is about anything."""
    made = mutate(small('always cold "it is"', 'always not cold "it is not"'), jobs=1)
    assert {fate.standing for fate in made.fates.values()} == {Standing.SAME}


def test_a_difference_that_is_none_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator has the last word on every survivor."""
    monkeypatch.setattr(judge, "shows", lambda *_: False)
    with pytest.raises(Disagreement):
        mutate(small(), jobs=1)


def test_a_claim_that_is_not_false_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has, too, on what the solver says that a claim kills."""
    rulebook = small('claim "so": coup = void implies some p: cards[p] != 5')
    chosen = [each for each in mutants(rulebook) if each.name == "clause 1.a: without `some p: wrong(p)`"]
    elsewhere = World(rulebook).possible[0].situation
    monkeypatch.setattr("misdeal.proofs.mutation.suite", lambda *_, **__: Suite(rulebook, ()))
    monkeypatch.setattr(Inquiry, "situation", lambda *_: elsewhere)
    with pytest.raises(Disagreement, match="Killer"):
        mutate(rulebook, chosen, jobs=1)
