"""Why, why not and what if, on generated rulebooks: what is told is the best there is, by all situations listed."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random
from types import MappingProxyType

import pytest

from misdeal.cli.facts import collect, read_arguments
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value, first_value
from misdeal.model.library import load
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ordinary import arises, rank, usual_value
from misdeal.model.meaning.situation import Situation, fact_places, ruling_places, table_sizes
from misdeal.proofs import smallest as searching
from misdeal.proofs.answer import Answer, Standing
from misdeal.proofs.answer import answer as rule_on
from misdeal.proofs.coming import Coming
from misdeal.proofs.explained import Prospect, WhatIf, WhyNot
from misdeal.proofs.known import PLAYERS, Known
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.replay import Disagreement, came
from misdeal.proofs.ruled import Ruled
from misdeal.proofs.smallest import Size
from misdeal.proofs.what_if import MOST, what_if
from misdeal.proofs.why import reasons
from misdeal.proofs.why_not import why_not
from misdeal.proofs.world import World
from tests.knowing import holds, posed, stated, supposed
from tests.strategies import domain, seeded
from tests.worlds import well_formed

TIMEOUT = 60.0


@cache
def answered(seed: int) -> tuple[Known, Answer] | None:
    """What is known, and what is ruled on it; None where it is impossible."""
    known = posed(seed) if seed % 3 else all_told(seed)
    try:
        return known, rule_on(known)
    except Refusal:
        return None


def all_told(seed: int) -> Known:
    """All that arises in a possible situation."""
    random = Random(seed)  # noqa: S311 - nothing secret
    rulebook = seeded(seed, most=100).rulebook
    if not everywhere(rulebook):
        return posed(seed)
    evaluation = random.choice(everywhere(rulebook))
    told = {p: frozenset({value}) for p, value in evaluation.situation.values.items() if there(evaluation, p)}
    players = frozenset({evaluation.situation.players}) if rulebook.table else None
    return Known(rulebook, players, MappingProxyType(told))


def cases(seeds: Iterable[int]) -> Iterator[tuple[Known, Answer, Random]]:
    """What is known and what is ruled on it, and a chance by which to choose."""
    for seed in seeds:
        found = answered(seed)
        if found is not None:
            yield *found, Random(seed)  # noqa: S311 - nothing secret


@cache
def everywhere(rulebook: Rulebook) -> tuple[Evaluation, ...]:
    """Every possible situation."""
    evaluations = (Evaluation(rulebook, told) for told in well_formed(rulebook))
    return tuple(evaluation for evaluation in evaluations if evaluation.possible)


def seated(rulebook: Rulebook, place: Place) -> list[Evaluation]:
    """Every possible situation in which a ruling is at the table."""
    return [each for each in everywhere(rulebook) if place in set(ruling_places(rulebook, each.situation.players))]


# Why


def smallest_forcing(known: Known, ruled: Ruled) -> tuple[Place, ...]:
    """The smallest set of what is given that forces what comes out, or else of what is taken too; the first."""
    evaluations = seated(known.rulebook, ruled.place)
    same = {came(each.outcome(ruled.place)) for each in evaluations if fits(known, each)}
    others = [each for each in evaluations if came(each.outcome(ruled.place)) not in same]
    everything = [*stated(known), *supposed(known)]
    held = [frozenset(place for place in everything if holds(known, each, place)) for each in others]
    for elements in (stated(known), everything):
        for size in range(len(elements) + 1):
            for chosen in combinations(elements, size):
                if not any(set(chosen) <= each for each in held):
                    return chosen
    raise AssertionError


def values_left(known: Known, place: Place) -> set[Value | None]:
    """What becomes of something in the situations that are left; None where it does not arise in the first of them."""
    left = [each for each in everywhere(known.rulebook) if fits(known, each)]
    if place == PLAYERS:
        return {each.situation.players for each in left}
    return {each.situation.values[place] for each in left if there(each, place)}


def fits(known: Known, evaluation: Evaluation) -> bool:
    """Whether everything given and taken holds."""
    return all(holds(known, evaluation, place) for place in (*stated(known), *supposed(known)))


@pytest.mark.parametrize("seeds", [range(36), pytest.param(range(36, 300), marks=pytest.mark.deep)])
def test_why_is_the_smallest_set_that_forces_what_comes_out(seeds: range) -> None:
    """Of the facts given, and of those taken as usual where they do not force it alone."""
    sizes = set[tuple[int, int]]()
    for known, answer, random in cases(seeds):
        settled = [ruled for ruled in answer.rulings if ruled.standing is not Standing.OPEN]
        chosen = random.sample(settled, min(3, len(settled)))
        found = reasons(known, chosen, TIMEOUT)
        assert set(found) == {ruled.place for ruled in chosen}
        for ruled in chosen:
            why = found[ruled.place]
            assert why.size is Size.SMALLEST
            assert (*why.facts, *why.usual) == smallest_forcing(known, ruled)
            for place, value in why.usual.items():
                assert value in {None, *values_left(known, place)}
                assert (value is None) == (len(values_left(known, place)) != 1)
            sizes.add((len(why.facts), len(why.usual)))
    assert sizes >= {(0, 0), (1, 0), (2, 0), (0, 1)}


def test_why_is_told_honestly_where_the_search_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """No set is called the smallest that was not found to be; what is told forces it all the same."""
    monkeypatch.setattr(searching, "CALLS", 0)
    told = 0
    for known, answer, _ in cases(range(20)):
        for place, why in reasons(known, answer.rulings, TIMEOUT).items():
            told += why.size is Size.IRREDUCIBLE
            chosen = [*why.facts, *why.usual]
            holding = [each for each in seated(known.rulebook, place) if all(holds(known, each, p) for p in chosen)]
            assert len({came(each.outcome(place)) for each in holding}) <= 1
    assert told > 5


def test_why_without_time_is_that_everything_may_matter() -> None:
    """Nothing is left out of what is told, and it is said that it was not looked at."""
    seen = 0
    for known, answer, _ in cases(range(20)):
        for why in reasons(known, answer.rulings, 0.0).values():
            if why.size is Size.UNREDUCED:  # else it is so by the form of the rulebook alone
                assert (*why.facts, *why.usual) == (*stated(known), *supposed(known))
                seen += 1
    assert seen > 10


# Why not


def wanted(answer: Answer, random: Random) -> tuple[Ruled, Value] | None:
    """A ruling and one of its values, most often another one than comes out, that it has somewhere."""
    pairs: list[tuple[Ruled, Value]] = []
    for ruled in answer.rulings:
        outcomes = {each.outcome(ruled.place).value for each in seated(answer.rulebook, ruled.place)}
        pairs += [(ruled, value) for value in outcomes - {each.value for each in ruled.comes} if value is not None]
    if pairs and random.random() < 0.8:
        return random.choice(pairs)
    if not answer.rulings:
        return None
    ruled, table = random.choice(answer.rulings), answer.rulebook.table
    return ruled, random.choice(domain(answer.rulebook.rulings[ruled.place.name].type, table.most if table else 0))


def check_why_not(known: Known, ruled: Ruled, value: Value, told: WhyNot) -> None:
    """What is told is so in a situation in which everything known holds, and nothing that is in the way is left out."""
    values = {each.value for each in ruled.comes}
    if told.prospect is not Prospect.NOT:
        assert told.prospect is (Prospect.COMES if values == {value} else Prospect.MAY_COME)
        assert value in values
        return
    assert value not in values
    assert told.situation
    evaluation, place = Evaluation(known.rulebook, told.situation), ruled.place
    outcome = evaluation.outcome(place)
    assert evaluation.possible
    assert fits(known, evaluation)
    ruling = known.rulebook.rulings[place.name]
    assert (told.scope is not None) == (not evaluation.arises(ruling, place.index))
    applying = {instance.clause.id for instance in outcome.applying}
    for way in told.ways:
        if way.clause is None:
            assert ruling.otherwise == value
            assert told.scope or way.against
            continue
        over = {name for name in applying if way.clause.id in known.rulebook.clauses[name].overrides}
        assert told.scope or set(way.overriding) == over
        if not way.lacks.parts and not told.scope:
            assert way.overriding or way.against
    same_table = [e for e in seated(known.rulebook, place) if e.situation.players == told.situation.players]
    gives = {name for each in same_table for name in giving(each, place, value)}
    assert gives <= {way.clause.id if way.clause else None for way in told.ways}
    lengths = [way.hindrances for way in told.ways]
    assert lengths == sorted(lengths)


def giving(evaluation: Evaluation, place: Place, value: Value) -> Iterator[str]:
    """The clauses that give a ruling a value where they apply."""
    for clause, effect in evaluation.rulebook.effects[place.name]:
        for bindings in evaluation.instances(clause):
            applies = evaluation.holds(clause.when, bindings)
            given = evaluation.value(effect.value, bindings)
            if applies and evaluation.target(effect.index, bindings) == place.index and given == value:
                yield clause.id


def test_why_not_tells_what_is_in_the_way() -> None:
    """Each clause that could give the value, in a situation as known."""
    seen = set[Prospect | tuple[str, object]]()
    for known, answer, random in cases(range(45)):
        chosen = wanted(answer, random)
        if chosen is not None:
            told = why_not(known, *chosen, answer.situation, TIMEOUT)
            check_why_not(known, *chosen, told)
            seen |= {told.prospect, ("sampled", told.sampled), ("arises", told.scope is None)}
            seen |= {("over", bool(way.overriding)) for way in told.ways}
            seen |= {("against", bool(way.against)) for way in told.ways}
    assert seen >= {Prospect.COMES, Prospect.MAY_COME, Prospect.NOT}
    assert seen >= {(what, so) for what in ("sampled", "arises", "over", "against") for so in (True, False)}


# What if


def best(known: Known, place: Place, value: Value) -> list[Evaluation]:
    """The situations that have a value, by the definition: least changes, most ordinary; then with others changed."""
    left = [each for each in seated(known.rulebook, place) if each.outcome(place).value == value]

    def size(evaluation: Evaluation) -> tuple[int, int, int]:
        counted = changed(known, evaluation)
        unusual = [place for place in supposed(known) if not holds(known, evaluation, place)]
        table = PLAYERS in [*counted, *unusual]
        return table, len([p for p in counted if p != PLAYERS]), len([p for p in unusual if p != PLAYERS])

    found: list[Evaluation] = []
    least = min((size(each) for each in left), default=None)
    left = [each for each in left if size(each) == least]
    while left and len(found) < MOST:
        found.append(min(left, key=rank))
        other = changed(known, found[-1])
        left = [each for each in left if not other <= changed(known, each)]
    return found


def changed(known: Known, evaluation: Evaluation) -> frozenset[Place]:
    """What is given, arises, and is otherwise."""
    otherwise = (place for place in stated(known) if not holds(known, evaluation, place))
    return frozenset(place for place in otherwise if there(evaluation, place))


def there(evaluation: Evaluation, place: Place) -> bool:
    """Whether a fact arises, or a `let` is asked of a seat at the table; the number of players always is there."""
    rulebook, players = evaluation.rulebook, evaluation.situation.players
    if place.name in rulebook.lets and place.index is not None:
        return place.index in domain(rulebook.lets[place.name].parameters[0].type, players)
    fact = rulebook.facts.get(place.name)
    at_table = place in evaluation.situation.values
    return fact is None or (at_table and arises(evaluation, fact, place))


def check_what_if(known: Known, told: WhatIf) -> None:
    """The situations told are the best ones, and what is told of them is so."""
    expected = best(known, told.place, told.value)
    assert told.reason == ""
    assert [each.situation for each in told.leading] == [each.situation for each in expected]
    for each, evaluation in zip(told.leading, expected, strict=True):
        assert set(each.changed) == changed(known, evaluation)
        otherwise = {place for place in stated(known) if not holds(known, evaluation, place)}
        assert set(each.gone) == otherwise - set(each.changed)
        single = {place for place in stated(known) if len(known.given[place]) == 1}
        assert not set(each.departing) & {*single, *each.changed}
        unusual = {place for place in supposed(known) if not holds(known, evaluation, place)}
        assert unusual <= set(each.departing)


@pytest.mark.parametrize("seeds", [[*range(24), 57], pytest.param(range(24, 400), marks=pytest.mark.deep)])
def test_what_if_is_the_smallest_change_that_leads_there(seeds: Iterable[int]) -> None:
    """And of several the most ordinary; where nothing leads there, no possible situation does."""
    seen = set[Prospect | tuple[str, object]]()
    for known, answer, random in cases(seeds):
        chosen = wanted(answer, random)
        if chosen is not None:
            told = what_if(known, chosen[0].place, chosen[1], TIMEOUT)
            check_what_if(known, told)
            seen |= {("ways", len(told.leading)), ("same table", told.same_table)}
            for each in told.leading:
                seen |= {("changed", len(each.changed)), ("gone", bool(each.gone)), ("beside", bool(each.departing))}
    assert seen >= {("ways", number) for number in (0, 1, 2)} | {("changed", number) for number in (0, 1, 2)}
    assert seen >= {(what, so) for what in ("same table", "gone", "beside") for so in (True, False)}


def test_what_if_without_time_is_not_found_out() -> None:
    """And no claim is made that nothing leads there."""
    for known, answer, random in cases(range(10)):
        chosen = wanted(answer, random)
        if chosen is not None:
            told = what_if(known, chosen[0].place, chosen[1], 0.0)
            assert not told.leading
            assert told.reason or not best(known, told.place, told.value)


# On shipped rulebooks

GIVEN = [
    ("bridge_1987", "action", ["found=play", "cards[north]=14", "cards[east]=12", "only_one=any_wrong_hand"]),
    ("bridge_1987_settled", "law", ["found=auction", "cards[north]=14", "cards[east]=12", "missing[east]=other_hand"]),
    ("poker_it", "coup", ["found=dealt", "turn=1", "cards[2]=6", "blind=no", "passed_out=no"]),
    ("poker_it_settled", "dealer", ["turn=3", "presence[3]=plays", "found=opened"]),
]


def drawn(rulebook: Rulebook, random: Random, given: Mapping[Place, Value]) -> Evaluation:
    """A situation in which what is given holds where it arises; the rest is as usual, or more seldom anything."""
    players, values = random.choice(table_sizes(rulebook)), dict[Place, Value]()
    for fact in (rulebook.facts[name] for name in rulebook.settling_order):
        for place in fact_places(fact, players):
            values[place] = first_value(fact.type)
            before = Evaluation(rulebook, Situation(players, values))
            if arises(before, fact, place):
                usual = usual_value(before, fact, place)
                if usual is None or random.random() < 0.1:
                    usual = random.choice(domain(fact.type, players))
                values[place] = given.get(place, usual)
    return Evaluation(rulebook, Situation(players, values))


@pytest.mark.parametrize(("book", "ruling", "facts"), GIVEN)
def test_the_reason_holds_in_random_situations(book: str, ruling: str, facts: list[str]) -> None:
    """Whatever the other facts are, the same comes out."""
    rulebook, random, tried = load(book), Random(book), 0  # noqa: S311 - nothing secret
    known = collect(rulebook, read_arguments(rulebook, facts), usual=False)
    (ruled,) = rule_on(known, [ruling]).rulings
    (why,) = reasons(known, [ruled], TIMEOUT).values()
    assert why.size is Size.SMALLEST
    assert 0 < len(why.facts) < len(facts)
    for _ in range(150):
        kept = [place for place in known.facts if place in why.facts or random.random() < 0.5]
        evaluation = drawn(rulebook, random, {place: min(known.facts[place]) for place in kept})
        if evaluation.possible and all(holds(known, evaluation, place) for place in why.facts):
            tried += 1
            assert came(evaluation.outcome(ruled.place)) == ruled.comes[0].alike
    assert tried > 20


def test_a_situation_that_does_not_lead_there_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of ours is never shown as an answer: the evaluator is asked before anyone sees it."""
    known = collect(load("bridge_1987"), read_arguments(load("bridge_1987"), ["found=play"]), usual=True)
    with monkeypatch.context() as patch:
        patch.setattr(World, "comes_out", lambda world, *_: world.terms.true)
        with pytest.raises(Disagreement):
            what_if(known, Place("law"), 0, TIMEOUT)
    (ruled,) = rule_on(known, ["law"]).rulings
    with monkeypatch.context() as patch:
        patch.setattr(Coming, "comes", lambda _, decision, __: decision.valued)
        with pytest.raises(Disagreement):
            reasons(known, [ruled], TIMEOUT)
