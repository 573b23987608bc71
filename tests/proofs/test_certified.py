"""What a certificate states is what brute force finds, and a second solver finds the same."""

import time
from collections import Counter

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Always, Case, Rulebook
from misdeal.model.language.span import Span
from misdeal.model.language.types import first_value
from misdeal.model.meaning.situation import Situation, places, table_sizes
from misdeal.proofs.certified import Certified, Unlisted, certify, listed
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind, Verdict
from misdeal.proofs.obligation import Obligation
from misdeal.proofs.replay import Disagreement
from misdeal.proofs.second import SecondSolver, solve
from misdeal.proofs.thesis import theses
from misdeal.proofs.thesis_file import Maker, status, thesis_file, without_status
from misdeal.proofs.world import World

from ..brute import everything_wrong
from ..strategies import seeded

MAKER = Maker("0", "z3 0")
Wrong = tuple[FindingKind, Span | None, str | None, tuple[str, ...], str | None]

TWO_SITUATIONS = """```misdeal
rulebook two "Two situations"
seats player 2..3
fact away[p]: yes/no "Away?"
fact dealer: player "Who deals?"
fact cold: yes/no "Cold?"
ruling next: player "Who is next?"
ruling lead: {yes_first, no_first} "Is it the first?"
clause 1 "Next" then next is after(dealer)
clause 2 "First" when dealer = 1 then lead is yes_first
clause 3 "Not first" when dealer != 1 and not cold then lead is no_first
claim "next depends on the dealer": next depends only on dealer
claim "lead depends on the dealer": lead depends only on dealer
claim "next turns": next turns with the table
claim "lead turns": lead turns with the table
```
"""


def wrong_by_proof(found: Certified) -> Wrong:
    """What is wrong where a thesis is not proved, in what can be compared."""
    thesis = found.thesis
    match thesis.subject:
        case Obligation() as one:
            return (one.kind, one.span, one.ruling, one.clauses, one.subject)
        case Case() as case:
            return (FindingKind.FAILED, case.span, None, (), case.title)
        case Always() as always:
            return (FindingKind.VACUOUS, always.span, None, (), "always")
        case _:
            return (FindingKind.IMPOSSIBLE, None, None, (), None)


def wrong_by_force(rulebook: Rulebook) -> set[Wrong]:
    """What brute force finds, as far as it is about situations."""
    text_alone = {FindingKind.UNCITED, FindingKind.UNENCODED}
    return {
        (each.kind, None if each.kind is FindingKind.IMPOSSIBLE else each.span, each.ruling, each.clauses, each.subject)
        for each in everything_wrong(rulebook)
        if each.kind not in text_alone and not (each.kind is FindingKind.UNUSED and each.ruling is None)
    }


def agree(rulebook: Rulebook) -> Counter[str]:
    """Certify a rulebook and let cvc5 and z3 solve its files: all must agree. How often each answer came."""
    world, answers = World(rulebook), Counter[str]()
    deadline = time.monotonic() + 120
    with SecondSolver.CVC5.process(deadline) as second, SecondSolver.Z3.process(deadline) as first:
        for each in certify(world, jobs=1):
            expected = status(each.thesis, each.verdict)
            text = without_status(thesis_file(world, each.thesis, each.verdict, MAKER), expected)
            assert solve(second, text).verdict == expected, (each.thesis.sentence, rulebook.text)
            assert solve(first, text).verdict == expected, (each.thesis.sentence, rulebook.text)
            assert (each.situation is not None) == (expected == "sat")
            answers[expected] += 1
    return answers


def agree_with_brute_force(rulebook: Rulebook) -> None:
    """The theses that are not proved are the findings of brute force."""
    found = certify(World(rulebook), jobs=1)
    not_proved = {wrong_by_proof(each) for each in found if each.verdict is not Verdict.PROVED}
    wrong = wrong_by_force(rulebook)
    if any(each.verdict is Verdict.PROVED and each.thesis.kind is FindingKind.IMPOSSIBLE for each in found):
        assert not_proved == wrong, rulebook.text
    else:
        assert FindingKind.IMPOSSIBLE in {kind for kind, *_ in wrong}, rulebook.text


@pytest.mark.parametrize("seed", range(1, 5))
def test_both_solvers_and_brute_force_agree(seed: int) -> None:
    """On generated rulebooks."""
    rulebook = seeded(seed).rulebook
    assert agree(rulebook)["sat"]
    agree_with_brute_force(rulebook)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 400))
def test_both_solvers_and_brute_force_agree_on_very_many(seed: int) -> None:
    """On generated rulebooks."""
    rulebook = seeded(seed).rulebook
    agree(rulebook)
    agree_with_brute_force(rulebook)


@pytest.mark.parametrize("seed", range(6, 8))
def test_what_check_proves_is_certified(seed: int) -> None:
    """The obligations of `check` are all among the theses, with their verdicts."""
    rulebook = seeded(seed).rulebook
    stated = {(each.thesis.kind, each.thesis.sentence): each.verdict for each in certify(World(rulebook), jobs=1)}
    report = check(rulebook)
    told = [each for each in report.tallies if each.kind not in {FindingKind.FAILED, FindingKind.IMPOSSIBLE}]
    assert {(each.kind, each.sentence): each.verdict for each in told}.items() <= stated.items()


def test_claims_about_two_situations_are_certified() -> None:
    """Both solvers agree on those too, proved and refuted."""
    rulebook = read(TWO_SITUATIONS, "two.md")
    agree(rulebook)
    verdicts = {
        each.thesis.subject.subject: each.verdict
        for each in certify(World(rulebook), jobs=1)
        if isinstance(each.thesis.subject, Obligation) and each.thesis.kind is FindingKind.REFUTED
    }
    assert verdicts == {
        "next depends on the dealer": Verdict.PROVED,
        "lead depends on the dealer": Verdict.REFUTED,
        "next turns": Verdict.PROVED,
        "lead turns": Verdict.REFUTED,
    }


def test_theses_are_listed_without_a_solver() -> None:
    """And the same ones each time, down to the text of their files."""

    def texts(rulebook: Rulebook) -> list[str]:
        world = World(rulebook)
        return [thesis_file(world, each, each.verdicts[True], MAKER) for each in theses(world)]

    book = seeded(3)
    assert texts(book.rulebook) == texts(book.rulebook)


def test_work_side_by_side_finds_the_same() -> None:
    """Verdicts and situations do not depend on how many processes there are."""
    world = World(seeded(4).rulebook)
    alone, together = (certify(world, jobs=jobs) for jobs in (1, 2))
    assert [each.verdict for each in alone] == [each.verdict for each in together]


def test_a_situation_that_shows_something_else_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluator has the last word on every situation."""

    def elsewhere(world: World, _: object) -> Situation:
        facts, players = world.rulebook.facts, table_sizes(world.rulebook)[0]
        return Situation(players, {at: first_value(facts[at.name].type) for at in places(world.rulebook, players)})

    monkeypatch.setattr("misdeal.proofs.certified.decoded", elsewhere)
    with pytest.raises(Disagreement):
        certify(World(seeded(4).rulebook), jobs=1)


def test_what_time_does_not_allow_is_unknown() -> None:
    """With the reason, and without a situation; or nothing is listed at all."""
    world = World(seeded(5).rulebook)
    stated = listed(world, time.monotonic() + 60)
    with pytest.raises(Unlisted):
        certify(world, timeout=1e-9)
    with SecondSolver.Z3.process(time.monotonic()) as late:
        assert solve(late, thesis_file(world, stated[0], Verdict.PROVED, MAKER)).verdict == "unknown"
