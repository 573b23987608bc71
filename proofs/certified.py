"""A rulebook certified: the verdict of every thesis, and a situation wherever one was found."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from misdeal.model.meaning.situation import Situation

from .assumed import decoded
from .effort import JOBS
from .finding import Verdict
from .inquiry import Inquiry, Model, Prover, Undetermined
from .jobs import side_by_side
from .replay import Disagreement
from .seek import examples
from .shown import shows
from .solve import LATE, Process
from .term import Term
from .thesis import Thesis, theses
from .witness import Ordinary
from .world import World

TIMEOUT = 300.0  # seconds
AT_ONCE = 32  # theses that one question is about

Item: TypeAlias = tuple[int, int]  # the positions from the first of some theses to beyond the last
Found: TypeAlias = tuple[bool, Situation | None, str]  # whether it holds, where, and why that was not found out


@dataclass(frozen=True, slots=True)
class Certified:
    """A thesis with its verdict; `situation` is one in which its formula holds, None where none was found.

    `reason` says why it is unknown, else it is empty.
    """

    thesis: Thesis
    verdict: Verdict
    situation: Situation | None
    reason: str = ""


class Unlisted(Exception):  # noqa: N818 - an answer, not a mistake
    """Time was over before everything was listed that there is to certify."""


def listed(world: World, deadline: float) -> tuple[Thesis, ...]:
    """All theses of a rulebook. Raises Unlisted."""
    found = list[Thesis]()
    for thesis in theses(world):
        if time.monotonic() > deadline:
            raise Unlisted
        found.append(thesis)
    return tuple(found)


def certify(
    world: World, *, timeout: float = TIMEOUT, jobs: int = JOBS, progress: Callable[[str], None] = lambda _: None
) -> tuple[Certified, ...]:
    """Find out every thesis; `timeout` is in seconds, for all of them. Raises Unlisted.

    Every situation is replayed by the reference evaluator; raises Disagreement where one does not show what it should.
    """
    deadline = time.monotonic() + timeout
    stated = listed(world, deadline)

    @contextmanager
    def start() -> Generator[Callable[[Item], list[Found]]]:
        yield lambda item: list(_found(world, deadline, stated[slice(*item)]))

    made = dict[int, Found]()
    for (first, _), found in side_by_side(start, list(_portions(stated)), jobs):
        progress(stated[first].sentence)
        made.update(enumerate(found, first))
    return tuple(_certified(thesis, made[at]) for at, thesis in enumerate(stated))


def _portions(stated: Sequence[Thesis]) -> Iterator[Item]:
    """Neighbours that share their axioms, a few at a time."""
    first = 0
    for _, group in groupby(stated, key=lambda thesis: thesis.axioms):
        end = first + len(list(group))
        yield from ((at, min(at + AT_ONCE, end)) for at in range(first, end, AT_ONCE))
        first = end


def _found(world: World, deadline: float, portion: Sequence[Thesis]) -> Iterator[Found]:
    """What comes of some theses that share their axioms.

    Its solver has seen nothing else, so that the same situations come out every run, however the work is dealt.
    """
    known, reason = dict[Term, Model](), ""
    with Process(deadline) as process, Prover(world, process).inquiry(world.everything, portion[0].axioms) as inquiry:
        try:
            for met in examples(inquiry, [thesis.formula for thesis in portion]):
                known.update((formula, Model(values)) for formula, values in met.items())
        except Undetermined as undetermined:
            reason = str(undetermined) or LATE
        for thesis in portion:
            model = known.get(thesis.formula)
            yield (False, None, reason) if model is None else (True, _replayed(world, inquiry, thesis, model), "")


def _replayed(world: World, inquiry: Inquiry, thesis: Thesis, model: Model) -> Situation:
    """A situation that shows a thesis, as ordinary as trying makes it."""
    situation = decoded(world, Ordinary(inquiry).near([thesis.formula], model))
    if not shows(world.rulebook, thesis, situation):
        raise Disagreement(f"{thesis.sentence}: {situation}")
    return situation


def _certified(thesis: Thesis, found: Found) -> Certified:
    holds, situation, reason = found
    verdict = Verdict.UNKNOWN if reason else thesis.verdicts[holds]
    return Certified(thesis, verdict, situation, reason)
