"""An interview asks what can be answered, is not implied and can matter, until all is settled, as brute force says."""

import re
from dataclasses import replace
from random import Random

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.proofs import evidence as gathering
from misdeal.proofs.interview import Interview
from misdeal.proofs.known import Known
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.study import Study
from tests.bench.asking import Interviews
from tests.interviewing import Left, check_end, check_question, led, outcome, spelled, truth, wanted
from tests.knowing import possible
from tests.project.test_proved import possible as possible_one
from tests.strategies import seeded

TIMEOUT = 30.0
SMALL = 40  # situations, about, of a rulebook whose questions are looked at
FEW = 15  # interviews with each shipped rulebook


def check_interviews(seed: int, times: int, *, seen: bool = True) -> None:
    """Some interviews on a generated rulebook, question by question."""
    rulebook = seeded(seed, most=SMALL).rulebook
    everything = possible(Known(rulebook))
    if not everything or not rulebook.rulings:
        return
    random = Random(seed)  # noqa: S311 - nothing secret
    with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
        start = Interview.of(study, Known(rulebook))
        for _ in range(times):
            true = random.choice(everything)
            for now in led(start, true):
                left = Left(study, possible(now.known))
                if now.question is None:
                    assert not left.is_open
                    check_end(now, true)
                else:
                    check_question(now.question, left, seen=seen)


@pytest.mark.parametrize("seed", range(40))
def test_questions_are_those_that_brute_force_allows(seed: int) -> None:
    """Each is asked while something is open, can be answered, is not implied, and matters; the end is right."""
    check_interviews(seed, 2)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(40, 1040, 20))
def test_questions_are_those_that_brute_force_allows_of_many_rulebooks(first: int) -> None:
    """The same of very many."""
    for seed in range(first, first + 20):
        check_interviews(seed, 4)


@pytest.mark.parametrize("seed", [*range(14), 350])
def test_little_evidence_makes_no_wrong_question(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """With almost no situations to go by, all is left to the solver, and the same holds."""
    monkeypatch.setattr(gathering, "COUNT", 4)
    monkeypatch.setattr(gathering, "ENOUGH", 1)
    monkeypatch.setattr(gathering, "KEPT", 2)
    check_interviews(seed, 2, seen=False)


@pytest.mark.parametrize("seed", range(25))
def test_who_does_not_know_is_not_asked_again_and_told_what_may_come_out(seed: int) -> None:
    """What stays open is open by brute force, and nothing is asked about a place twice once it is not known."""
    rulebook = seeded(seed, most=SMALL).rulebook
    everything = possible(Known(rulebook))
    if not everything or not rulebook.rulings:
        return
    random = Random(seed)  # noqa: S311 - nothing secret
    true = random.choice(everything)
    with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
        now = Interview.of(study, Known(rulebook))
        while (question := now.question) is not None:
            assert now.unsure.isdisjoint(question.places)
            now = now.answered(None if random.random() < 0.5 else truth(true, question))
        left = possible(now.known)
        for stands in now.rulings:
            came = {found for each in left if (found := outcome(each, stands.place)) is not None}
            assert {spelled(comes) for comes in stands.comes} <= came
            assert stands.settled <= (len(came) == 1)
        assert now.unsure or now.settled


@pytest.mark.parametrize("seed", [3, 8, 12])
def test_the_same_answers_lead_to_the_same_question(seed: int) -> None:
    """Whatever was asked in between, and by another solver."""
    rulebook = seeded(seed, most=SMALL).rulebook
    everything = possible(Known(rulebook))
    told: list[list[str]] = []
    for first in (everything[0], everything[-1]):
        with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
            start = Interview.of(study, Known(rulebook))
            for _ in led(start, first):
                pass
            told.append([repr(now.question) for now in led(Interview.of(study, Known(rulebook)), everything[-1])])
    assert told[0] == told[1]


PARLOUR = """```misdeal
rulebook parlour "Parlour draw"
seats player 2..4 usually 3
timeline stage = dealing < dealt < opened
fact found: stage "When was the error found?"
fact cards[p]: 0..8 when found >= dealt usually 5 costs 3 "How many cards does the player hold?"
fact away[p]: yes/no usually no "Is the player away?"
fact pack: 0..60 usually 44 costs 10 "How many cards has the pack?"
fact few: yes/no "Is the pack short?"
fact shown: yes/no "Was a card shown?"
always few implies pack < 44 "a short pack has fewer cards"
always not few implies pack >= 44 "no other pack has"
let wrong(p) = cards[p] != 5 "Does the player hold a wrong number of cards?"
ruling coup: {stands, void} when found >= dealt "What becomes of the coup?"
ruling blame: yes/no "Is the dealer to blame?"
ruling out[p]: yes/no "Is the player out?"
ruling deal: {kept, lost} "What becomes of the deal?"
clause 1 when some p: wrong(p) then coup is void
clause 2 when every p: not wrong(p) then coup is stands
clause 3 when pack < 44 then blame is yes
clause 4 when pack >= 44 then blame is no
clause 5 for each p then out[p] is away[p]
clause 6 when shown then deal is lost
clause 7 when not shown then deal is kept
```
"""


def parlour() -> Rulebook:
    """A rulebook in which much can be asked in more than one way."""
    titled = re.sub(r"^clause (\d) (?!\")", r'clause \1 "A clause" ', PARLOUR, flags=re.MULTILINE)
    return read(titled, "parlour.md")


def asked(ruling: str, known: Known | None = None) -> list[str]:
    """The keys of the questions for one ruling, each answered by the first answer there is, or by none."""
    rulebook = parlour()
    places = [place for place in wanted(rulebook) if place.name == ruling]
    found = []
    with Study(rulebook, places, TIMEOUT) as study:
        now = Interview.of(study, known or Known(rulebook))
        while (question := now.question) is not None:
            found.append(question.topic.key)
            now = now.answered(frozenset() if question.topic.at_once else question.choices[-1])
        assert now.settled
    return found


def test_the_cheap_one_of_two_questions_that_tell_the_same_is_asked() -> None:
    """Whether the pack is short, and not how many cards it has; one of the two implies what matters of the other."""
    assert asked("blame") == ["few"]


def test_a_let_is_asked_of_all_players_at_once_in_place_of_their_facts() -> None:
    """Once it is known that its facts arise, and how many play."""
    assert asked("coup") == ["found", "players", "wrong"]


def test_only_what_the_wanted_ruling_needs_is_asked() -> None:
    """One question for one yes/no fact; who is out follows from who is away."""
    assert asked("deal") == ["shown"]
    assert asked("out")[-1] == "away"


def test_what_is_given_is_not_asked() -> None:
    """Facts and lets, given at the beginning, as sets too."""
    rulebook = parlour()
    few = {Place("pack"): frozenset({40, 41})}
    assert asked("blame", Known(rulebook, facts=few)) == []
    nobody = {Place("wrong", seat): frozenset({False}) for seat in (1, 2)}
    assert asked("coup", Known(rulebook, players=frozenset({2}), lets=nobody)) == []  # so the cards are dealt


def test_numbers_are_asked_in_ranges_that_matter() -> None:
    """Where the number alone can be asked, its ranges are those in which something else comes out."""
    rulebook = parlour()
    with Study(rulebook, [Place("blame")], TIMEOUT) as study:
        now = Interview.of(study, Known(rulebook)).answered(None)  # whether it is short is not known
        assert now.question
        assert now.question.topic.key == "pack"
        assert [(min(each), max(each)) for each in now.question.choices] == [(0, 43), (44, 60)]
        assert now.answered(frozenset({40})).settled


def test_an_answer_that_cannot_be_is_refused_with_the_reason() -> None:
    """The `always` that it breaks is told, and the interview stays as it was."""
    rulebook = parlour()
    with Study(rulebook, [Place("blame")], TIMEOUT) as study:
        known = Known(rulebook, facts={Place("few"): frozenset({True})})
        with pytest.raises(Refusal, match="these facts are impossible"):
            Interview.of(study, replace(known, facts={**known.facts, Place("pack"): frozenset({50})}))


def test_no_time_settles_nothing_and_says_why() -> None:
    """What is not found out is never called settled."""
    rulebook = parlour()
    with Study(rulebook, [Place("blame")], 1e-6) as study:
        now = Interview.of(study, Known(rulebook))
        while (question := now.question) is not None:
            now = now.answered(question.choices[0])
        assert not now.settled
        assert study.reason == "the time limit was reached"


@pytest.mark.parametrize("name", shipped())
def test_interviews_on_shipped_rulebooks_end_as_the_evaluator_says(name: str) -> None:
    """In some random situations."""
    rulebook = load(name)
    with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
        Interviews(study, [possible_one(seed, rulebook) for seed in range(FEW)])


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, 2_000, 250))
@pytest.mark.parametrize("name", shipped())
def test_very_many_interviews_on_shipped_rulebooks_end_as_the_evaluator_says(name: str, first: int) -> None:
    """In 2,000 random situations."""
    rulebook = load(name)
    with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
        Interviews(study, [possible_one(seed, rulebook) for seed in range(first, first + 250)])
