"""The interview of a page: it ends with what the evaluator finds, asks nothing that is implied, and stops in time."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from misdeal.model.exchange.interview_form import interview_document, interview_script
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import ruling_places
from misdeal.model.meaning.topic import topics
from tests.playing import (
    Play,
    Played,
    chance,
    comes,
    forms,
    outcomes,
    played,
    possible,
    stepped,
)
from tests.playing_brute import Brute
from tests.strategies import seeded

from .hostile import BOOK

SMALL = 600  # situations that are gone through one by one
SHIPPED = shipped()


def ended(played: Played, plays: Sequence[Play]) -> None:
    """Each interview ends with what the evaluator finds; what is settled is so at each step, and at the end all is."""
    for play, steps in zip(plays, played.found, strict=True):
        evaluation = play.evaluation
        for step in steps:
            assert not step["impossible"]
            for ruling in step["rulings"]:
                if ruling["settled"] and _seated(evaluation, ruling):
                    assert {outcome for outcome, _ in outcomes(ruling)} == {comes(evaluation, _place(ruling))[0]}
        last = {_place(ruling): ruling for ruling in steps[-1]["rulings"]}
        for place in ruling_places(evaluation.rulebook, evaluation.situation.players):
            if not play.wanted or place.name in play.wanted:
                assert comes(evaluation, place) in outcomes(last[place]), (place, steps)
                assert last[place]["settled"] or play.unknown, place


def _place(ruling: Mapping[str, Any]) -> Place:
    return Place(ruling["ruling"], ruling["index"])


def _seated(evaluation: Evaluation, ruling: Mapping[str, Any]) -> bool:
    return _place(ruling) in set(ruling_places(evaluation.rulebook, evaluation.situation.players))


def test_it_ends_as_the_evaluator_does(tmp_path: Path) -> None:
    """On every shipped rulebook, in random possible situations."""
    for name in SHIPPED:
        shipped_agrees(name, 4, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("name", SHIPPED)
def test_it_ends_as_the_evaluator_does_in_many_situations(name: str, tmp_path: Path) -> None:
    """In two thousand of each shipped rulebook."""
    shipped_agrees(name, 2_000, tmp_path)


def shipped_agrees(name: str, count: int, directory: Path) -> None:
    """That interviews on a shipped rulebook end as they should, some of them with things that nobody knows."""
    rulebook, random = load(name), chance(1)
    keys = [topic.key for topic in topics(rulebook)]
    plays = [
        Play(evaluation, frozenset(random.sample(keys, 3)) if at % 4 == 3 else frozenset())
        for at, evaluation in enumerate(possible(rulebook, count, random))
    ]
    done = played(rulebook, forms(rulebook), plays, directory)
    ended(done, plays)
    whole = [many for many, play in zip(done.questions, plays, strict=True) if not play.unknown]
    times = sorted(step["milliseconds"] for steps in done.found for step in steps)
    print(  # noqa: T201 - measured here
        f"{name}: questions mean {mean(whole):.2f}, worst {max(whole)}; doubts {done.doubts}; ms median "
        f"{times[len(times) // 2]:.0f}, p95 {times[len(times) * 95 // 100]:.0f}, worst {times[-1]:.0f}"
    )


def small(seeds: range) -> list[Rulebook]:
    """Generated rulebooks with few enough situations, in which something is to be decided."""
    found = []
    for seed in seeds:
        rulebook = seeded(seed, most=40).rulebook
        if rulebook.rulings and rulebook.facts:
            found.append(rulebook)
    return found


def brute_agrees(seed: int, rulebook: Rulebook, directory: Path, listed: int | None = None) -> int:
    """That interviews are as they have to be at each step; how many questions were asked."""
    every, random = Brute(rulebook).left, chance(seed)
    if not every or len(every) > SMALL:
        return 0
    keys = [topic.key for topic in topics(rulebook)]
    names = list(rulebook.rulings)
    plays = [
        Play(
            random.choice(every),
            frozenset(random.sample(keys, min(len(keys), at % 3))),
            tuple(random.sample(names, 1)) if at % 2 else (),
        )
        for at in range(6)
    ]
    done = played(
        rulebook,
        forms(rulebook, 60 if seed % 2 else 0),
        plays,
        directory,
        None if listed is None else {"listed": listed},
    )
    ended(done, plays)
    for play, steps in zip(plays, done.found, strict=True):
        brute = Brute(rulebook)
        for step in steps:
            coming = brute.coming(play.wanted)
            for ruling in step["rulings"]:
                assert ruling["settled"] == (len(coming[_place(ruling)]) == 1), (seed, ruling)
            assert {_place(ruling) for ruling in step["rulings"]} == set(coming)
            question = step["question"]
            if question is None:
                found = {_place(ruling): {each for each, _ in outcomes(ruling)} for ruling in step["rulings"]}
                assert found == dict(coming), seed
                continue
            assert any(len(each) > 1 for each in coming.values()), seed
            assert len(brute.answers(question)) > 1, (seed, question)
            assert brute.arises(question), (seed, question)
            if not brute.topics[question["topic"]].at_once and not question["cells"]:
                assert {(code,) for code in question["codes"]} == brute.answers(question), (seed, question)
            assert play.unknown or brute.matters(question, play.wanted), (seed, question)
            brute.told(question, step["given"])
    return sum(done.questions)


def test_it_is_as_by_brute_force(tmp_path: Path) -> None:
    """Settled is what has one outcome, at once; nothing is asked that is implied, does not arise, or cannot matter."""
    assert sum(brute_agrees(seed, rulebook, tmp_path) for seed, rulebook in enumerate(small(range(16)))) > 50


def test_what_is_looked_for_is_as_by_brute_force(tmp_path: Path) -> None:
    """The same where situations are never gone through one by one, as of large rulebooks."""
    found = sum(brute_agrees(seed, rulebook, tmp_path, listed=0) for seed, rulebook in enumerate(small(range(16, 32))))
    assert found > 50


@pytest.mark.deep
@pytest.mark.parametrize("listed", [None, 0])
def test_it_is_as_by_brute_force_on_many_rulebooks(listed: int | None, tmp_path: Path) -> None:
    """The same on many more."""
    found = sum(brute_agrees(seed, rulebook, tmp_path, listed) for seed, rulebook in enumerate(small(range(40, 700))))
    assert found > 1_000


def test_steps_depend_on_answers_alone(tmp_path: Path) -> None:
    """A step is the same whatever was asked before, and in another process."""
    rulebook = load(SHIPPED[0])
    plays = [Play(evaluation) for evaluation in possible(rulebook, 3, chance(5))]
    done = played(rulebook, forms(rulebook), plays, tmp_path)
    steps = [step for each in done.found for step in each]
    answers = []
    for each in done.found:
        given = [{"topic": step["question"]["topic"], "given": step["given"]} for step in each[:-1]]
        answers += [given[:at] for at in range(len(each))]
    for step, again in zip(steps, reversed(stepped(rulebook, forms(rulebook), answers[::-1], tmp_path)), strict=True):
        assert {key: step[key] for key in again} == again


def test_impossible_answers_are_told(tmp_path: Path) -> None:
    """With the first of them that cannot be; topics that there are not say nothing."""
    book = """
    rulebook house "House"
    fact found: 0..9 "When?"
    fact wrong: yes/no when found > 3 "Wrong?"
    always not wrong or found > 5 "no"
    ruling coup: {stands, void} "What?"
    clause 1 "Wrong" when wrong then coup is void
    clause 2 "Right" when not wrong then coup is stands
    """
    rulebook = read(f"```misdeal\n{book}\n```\n", "house.md")
    wrong, early = {"topic": "wrong", "given": [1]}, {"topic": "found", "given": [4, 5]}
    lists: list[list[dict[str, Any]]] = [
        [wrong],
        [wrong, early],
        [early, wrong, wrong],
        [{"topic": "none", "given": [7]}],
        [{"topic": "found", "given": []}],
    ]
    steps = stepped(rulebook, forms(rulebook), lists, tmp_path)
    assert [(step["impossible"], step.get("because")) for step in steps] == [
        (False, None),
        (True, 1),
        (True, 1),
        (False, None),
        (True, 0),
    ]
    assert [ruling["settled"] for ruling in steps[0]["rulings"]] == [True]


def test_names_and_texts_are_data(tmp_path: Path) -> None:
    """A rulebook of hostile ones is asked about like any other, and nothing closes a script or makes code."""
    rulebook = read(BOOK, "hostile.md")
    plays = [Play(evaluation) for evaluation in possible(rulebook, 20, chance(3))]
    ended(played(rulebook, forms(rulebook), plays, tmp_path), plays)
    document, script = interview_document(rulebook, forms(rulebook)), interview_script()
    assert document.isascii()
    assert "<" not in document
    assert "</" not in script
    assert not [
        word for word in ("eval(", "Function(", "innerHTML", "import ", "Date", "Math.random") if word in script
    ]


def test_documents_are_small() -> None:
    """They go into a page."""
    for name in SHIPPED:
        rulebook = load(name)
        assert len(interview_document(rulebook, forms(rulebook))) < 200_000
