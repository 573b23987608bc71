"""Which facts still matter to a ruling is what brute force finds, by the definition."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs import answer as answering
from misdeal.proofs import pairs as pairing
from misdeal.proofs.answer import Answer, Standing, answer
from misdeal.proofs.known import PLAYERS, Known
from tests.knowing import posed, possible

Facts = frozenset[Place]

SMALL = 150  # possible situations, of which every pair is looked at


def differing(known: Known, one: Evaluation, other: Evaluation) -> Facts:
    """The facts in which two situations differ, as far as they are at both tables and not taken as usual in both."""
    here, there = one.situation.values, other.situation.values
    facts = {place for place in here.keys() & there.keys() if here[place] != there[place]}
    facts -= {place for place in facts if is_taken(known, one, place) and is_taken(known, other, place)}
    return frozenset(facts | ({PLAYERS} if one.situation.players != other.situation.players else set()))


def is_taken(known: Known, evaluation: Evaluation, place: Place) -> bool:
    """Whether nothing is said of a fact, and it is as usual, or does not arise."""
    fact = known.rulebook.facts[place.name]
    if place in known.facts or not known.usual or fact.usually is None:
        return False
    return not arises(evaluation, fact, place) or usual_value(evaluation, fact, place) is not None


def came(evaluation: Evaluation, place: Place) -> tuple[Kind | None, object]:
    """A value, by clauses or by default, or else the kind."""
    outcome = evaluation.outcome(place)
    return (None, outcome.value) if outcome.value is not None else (outcome.kind, None)


def minimal(sets: Iterable[Facts]) -> set[Facts]:
    """Those sets that no other one lies in."""
    every = set(sets)
    return {each for each in every if not any(other < each for other in every)}


def parted(known: Known, seated: Sequence[Evaluation], place: Place) -> list[Facts]:
    """In what those situations differ in which a ruling comes out differently."""
    pairs = combinations(seated, 2)
    return [differing(known, one, other) for one, other in pairs if came(one, place) != came(other, place)]


def check(known: Known, left: Sequence[Evaluation], told: Answer) -> int:
    """Of each ruling that is open exactly the facts that are in a minimal set; how many such rulings there are."""
    open_ = 0
    for ruled in told.rulings:
        seated = [e for e in left if ruled.place in set(ruling_places(known.rulebook, e.situation.players))]
        apart = parted(known, seated, ruled.place)
        assert (ruled.standing is Standing.OPEN) == bool(apart)
        assert ruled.mattering.whole
        assert set(ruled.mattering.places) == {fact for least in minimal(apart) for fact in least}
        assert len(set(ruled.mattering.places)) == len(ruled.mattering.places)
        open_ += bool(apart)
    return open_


def drawn(seeds: Iterable[int]) -> Iterator[tuple[Known, list[Evaluation]]]:
    """What is known, where several situations are left and not too many."""
    for seed in seeds:
        known = posed(seed, most=60)
        left = possible(known)
        if 1 < len(left) <= SMALL:
            yield known, left


def by_the_solver(known: Known) -> Answer:
    """The answer where no situation is looked at one by one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answering, "_most", lambda *_: 0)
        return answer(known)


def untried(patch: pytest.MonkeyPatch) -> None:
    """Let the solver be asked about everything."""
    patch.setattr(pairing, "QUESTIONS", 10_000)
    patch.setattr(pairing, "ROUNDS", 0)
    patch.setattr(pairing, "FURTHER", 0)


def test_one_by_one_what_matters_is_what_brute_force_finds() -> None:
    """Where the situations are listed."""
    assert sum(check(known, left, answer(known)) for known, left in drawn(range(3000, 3150))) > 30


@pytest.mark.parametrize("tried", [True, False])
def test_by_the_solver_what_matters_is_what_brute_force_finds(monkeypatch: pytest.MonkeyPatch, *, tried: bool) -> None:
    """Where the solver is asked, also where nothing is tried before."""
    if not tried:
        untried(monkeypatch)
    assert sum(check(known, left, by_the_solver(known)) for known, left in drawn(range(20_000, 20_030))) > 10


@pytest.mark.deep
@pytest.mark.parametrize("part", range(8))
def test_deeply_what_matters_is_what_brute_force_finds(part: int) -> None:
    """Both ways, for hundreds of rulebooks; every other time nothing is tried before the solver is asked."""
    open_ = 0
    for at, (known, left) in enumerate(drawn(range(20_000 + part, 24_000, 8))):
        open_ += check(known, left, answer(known))
        with pytest.MonkeyPatch.context() as patch:
            if at % 2:
                untried(patch)
            check(known, left, by_the_solver(known))
    assert open_ > 100


def linked(seed: int) -> tuple[Known, list[Evaluation]]:
    """A rulebook in which few facts can be another alone, so that many matter only together."""
    random = Random(seed)  # noqa: S311 - nothing secret
    names = [f"fact_{at}" for at in range(random.randint(3, 5))]

    def total(fewest: int) -> str:
        return " + ".join(random.sample(names, random.randint(fewest, 3)))

    lines = [f'fact {name}: 0..2 "How many?"' for name in names]
    lines += [f'always {total(2)} = {random.randint(1, 4)} "it is so"' for _ in range(random.randint(1, 2))]
    lines += ['ruling what: {low, high} otherwise low "What?"']
    lines += [f'clause 1 "High" when {total(1)} > {random.randint(0, 3)} then what is high']
    known = Known(read("\n".join(["```misdeal", 'rulebook linked "Linked"', *lines, "```"]), "linked.md"))
    return known, possible(known)


def test_facts_that_matter_only_together_are_found() -> None:
    """Both ways, where facts are linked."""
    sizes: Counter[int] = Counter()
    for seed in range(40):
        known, left = linked(seed)
        if left:
            check(known, left, answer(known))
            check(known, left, by_the_solver(known))
            sizes.update(len(least) for least in minimal(parted(known, left, Place("what"))))
    assert sizes[1] > 5
    assert sum(count for size, count in sizes.items() if size > 1) > 10


def test_where_questions_run_out_some_that_matter_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are never said to be all, and each of them matters."""
    monkeypatch.setattr(pairing, "QUESTIONS", 0)
    monkeypatch.setattr(pairing, "ROUNDS", 0)
    short = 0
    for known, left in drawn(range(3000, 3040)):
        told, whole = by_the_solver(known), answer(known)
        for some, every in zip(told.rulings, whole.rulings, strict=True):
            assert set(some.mattering.places) <= set(every.mattering.places)
            assert not some.mattering.whole or some.mattering == every.mattering
            short += not some.mattering.whole
        assert len(left) > 1
    assert short > 10
