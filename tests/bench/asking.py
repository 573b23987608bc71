"""Interviews with a director who knows a random situation: how many questions, how long, beside a fixed order."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import mean, quantiles
from types import MappingProxyType

from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import places, table_sizes
from misdeal.proofs.interview import Interview
from misdeal.proofs.known import Known
from misdeal.proofs.study import Study
from tests.interviewing import check_end, led, wanted
from tests.project.test_proved import possible

from .fixed import Fixed
from .page import Section, seconds

TIMEOUT = 30.0  # seconds for a question to the solver
CASES = 300  # interviews with each rulebook
LEARNT = 120  # other cases, from which the fixed order is found


class Interviews:
    """Interviews for some cases, each of which is checked at its end; the same answers are given once.

    Of each case how many questions were asked and what they cost; of each question that came up for the first time the
    seconds until it was found, those of the very first one apart.
    """

    def __init__(self, study: Study, cases: Sequence[Evaluation]) -> None:
        self.counts: list[int] = []
        self.costs: list[int] = []
        self.later: list[float] = []
        self._seen: set[Interview] = set()
        start = Interview.of(study, Known(study.rulebook))
        began = time.perf_counter()
        assert start.question or not cases
        self.first = time.perf_counter() - began
        for case in cases:
            end = self._lead(start, case)
            check_end(end, case)
            self.counts.append(len(end.answers))
            self.costs.append(sum(question.topic.cost for question, _ in end.answers))

    def _lead(self, start: Interview, case: Evaluation) -> Interview:
        now, began = start, time.perf_counter()
        for now in led(start, case):
            if now is not start and now not in self._seen:
                self.later.append(time.perf_counter() - began)
            self._seen.add(now)
            began = time.perf_counter()
        return now


def asking() -> Iterator[Section]:
    """Interviews on the shipped rulebooks."""
    numbers: list[tuple[str, ...]] = []
    times: list[tuple[str, ...]] = []
    for name in shipped():
        number, taken = _measured(name)
        numbers.append(number)
        times.append(taken)
        print("  ".join((*number, *taken[1:])), flush=True)
    prose = (
        f"`misdeal ask` for all rulings in {CASES} random possible situations, with true answers, and the best fixed "
        "order that was found for the same questions: it leaves out what does not arise, and stops as soon as all is "
        f"settled. It was looked for on {LEARNT} other situations, for few questions whatever they cost; so it is to "
        "be compared with interviews in which all questions cost the same. *Facts* are those of the largest table. "
        "There is the mean and the worst number of questions, and what they cost on average."
    )
    head = ("rulebook", "facts", "asked", "worst", "cost", "all cost 1", "worst", "fixed order", "worst", "cost")
    yield Section("Interviews", prose, head, tuple(numbers))
    prose = "Seconds in one process, with a solver beside it, until the next question is found."
    yield Section("The next question", prose, ("rulebook", "first", "median", "95 %", "longest"), tuple(times))


def uncosted(rulebook: Rulebook) -> Rulebook:
    """A rulebook in which all questions cost the same."""
    facts = {name: replace(fact, cost=1) for name, fact in rulebook.facts.items()}
    lets = {name: replace(let, cost=1) for name, let in rulebook.lets.items()}
    return replace(rulebook, facts=MappingProxyType(facts), lets=MappingProxyType(lets))


def _measured(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A rulebook's row of both tables."""
    rulebook = load(name)
    cases = [possible(seed, rulebook) for seed in range(CASES)]
    with Study(rulebook, wanted(rulebook), TIMEOUT) as study:
        interviews = Interviews(study, cases)
        fixed = Fixed(study)
        order = fixed.best([fixed.case(possible(CASES + seed, rulebook)) for seed in range(LEARNT)])
        known = [fixed.case(each) for each in cases]
        counts = [fixed.exact(case, order) for case in known]
        costs = [fixed.cost(case, order, count) for case, count in zip(known, counts, strict=True)]
    level = uncosted(rulebook)
    with Study(level, wanted(level), TIMEOUT) as study:
        alike = Interviews(study, cases)
    facts = sum(1 for _ in places(rulebook, table_sizes(rulebook)[-1]))
    asked = (*_summed(interviews.counts), f"{mean(interviews.costs):.1f}")
    number = (name, str(facts), *asked, *_summed(alike.counts), *_summed(counts), f"{mean(costs):.1f}")
    cuts = quantiles(interviews.later, n=20)
    taken = (interviews.first, cuts[9], cuts[18], max(interviews.later))
    return number, (name, *map(seconds, taken))


def _summed(counts: Sequence[int]) -> tuple[str, str]:
    return f"{mean(counts):.1f}", str(max(counts))
