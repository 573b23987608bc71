"""What a certificate says, checked thesis by thesis: derived anew, text compared, situation replayed, file solved.

Nothing of it is believed: it is compared with what Misdeal itself makes of the rulebook's pages.
"""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeAlias

from misdeal.model.meaning.situation import Situation

from .effort import JOBS
from .finding import Verdict
from .jobs import side_by_side
from .second import SecondSolver, solve
from .shown import shows
from .solve import LATE, Process
from .thesis import Thesis
from .thesis_file import Maker, status, thesis_file, without_status
from .world import World

TIMEOUT = 600.0  # seconds


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a certificate says of one thesis: its verdict, and the situation that shows it, if it has one."""

    verdict: Verdict
    situation: Situation | None


@dataclass(frozen=True, slots=True)
class Looked:
    """What came of one entry: what is wrong with it, or else why it was not found out; both empty where it stands."""

    objection: str = ""
    unknown: str = ""


class Unreadable(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A file of a certificate is not as it must be; the argument says why."""


Reading: TypeAlias = Callable[[int], str]
"""The text of the file of an entry. Raises Unreadable."""

STANDS = Looked()


class Rechecker:
    """Checks the entries of a certificate, which are as many as there are theses and in their order."""

    def __init__(self, world: World, stated: Sequence[Thesis], maker: Maker, read: Reading) -> None:
        self._world = world
        self._stated = stated
        self._maker = maker
        self._read = read

    def recheck(
        self,
        claimed: Sequence[Claimed],
        solver: SecondSolver,
        deadline: float,
        jobs: int = JOBS,
        progress: Callable[[str], None] = lambda _: None,
    ) -> tuple[Looked, ...]:
        """What comes of each entry, in order; `deadline` is on the monotonic clock."""

        @contextmanager
        def start() -> Generator[Callable[[int], Looked]]:
            with solver.process(deadline) as process:
                yield lambda at: self._looked(at, claimed[at], process, solver)

        made = dict[int, Looked]()
        for at, looked in side_by_side(start, range(len(self._stated)), jobs):
            progress(self._stated[at].sentence)
            made[at] = looked
        return tuple(looked for _, looked in sorted(made.items()))

    def _looked(self, at: int, claimed: Claimed, process: Process, solver: SecondSolver) -> Looked:
        thesis = self._stated[at]
        if claimed.verdict is Verdict.UNKNOWN:
            return Looked(unknown="the certificate itself says that it is unknown")
        if time.monotonic() > process.deadline:
            return Looked(unknown=LATE)
        text = thesis_file(self._world, thesis, claimed.verdict, self._maker)
        objection = self._differs(at, text) or self._unshown(thesis, claimed)
        if objection:
            return Looked(objection)
        expected = status(thesis, claimed.verdict)
        found = solve(process, without_status(text, expected))
        if found.verdict == "unknown":
            return Looked(unknown=f"{solver.value} does not find out: {found.reason}")
        if found.verdict != expected:
            return Looked(f"{solver.value} answers {found.verdict}")
        return STANDS

    def _differs(self, at: int, text: str) -> str:
        """Why a file is not what is derived; empty where it is."""
        try:
            found = self._read(at)
        except Unreadable as reason:
            return str(reason)
        if found == text:
            return ""
        return f"it is not what comes of the rulebook: line {first_difference(found, text)} is another"

    def _unshown(self, thesis: Thesis, claimed: Claimed) -> str:
        """Why a situation does not show what it should; empty where it does, or none has to."""
        wanted = status(thesis, claimed.verdict) == "sat"
        if not wanted:
            return "" if claimed.situation is None else "it has a situation, and says that there is none"
        if claimed.situation is None:
            return "it has no situation"
        shown = shows(self._world.rulebook, thesis, claimed.situation)
        return "" if shown else "its situation, put to the reference evaluator, does not show it"


def first_difference(text: str, other: str) -> int:
    """The number of the first line that is another one in two texts that differ, or that only one of them has."""
    pairs = zip_longest(text.split("\n"), other.split("\n"))
    return next(at for at, (one, two) in enumerate(pairs, 1) if one != two)
