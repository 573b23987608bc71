"""Where the time of one `check` goes, found out from outside: the engine's functions are wrapped, never changed."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs import check as checking
from misdeal.proofs import telling
from misdeal.proofs.check import check
from misdeal.proofs.inquiry import Inquiry
from misdeal.proofs.report import Report
from misdeal.proofs.solve import Process

STAGES = ("parse", "encode", "solve", "regions", "replay", "other")
WHOLE = frozenset({"regions", "replay"})  # what is asked on the way counts as theirs

HOOKS: tuple[tuple[Any, str, str], ...] = (
    (checking, "World", "encode"),
    (checking, "tasks", "encode"),
    (Inquiry, "_ask", "encode"),  # lowering and text; the waiting in it is the solver's
    (Process, "ask", "solve"),
    (telling, "cover", "regions"),
    (telling, "replay_finding", "replay"),
)


@dataclass
class Watch:
    """Seconds by stage. Inside one stage another one counts for itself, but for those that are counted whole."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    _stage: str = "other"
    _since: float = 0.0

    @contextmanager
    def within(self, stage: str) -> Generator[None]:
        """Count what happens for a stage."""
        before = self._stage
        self._turn(before if before in WHOLE else stage)
        try:
            yield
        finally:
            self._turn(before)

    def _turn(self, stage: str) -> None:
        now = time.perf_counter()
        self.seconds[self._stage] += now - self._since if self._since else 0.0
        self._stage, self._since = stage, now


@dataclass(frozen=True, slots=True)
class Measured:
    """A report, and the seconds that each stage of making it took in one process."""

    report: Report
    seconds: dict[str, float]

    @property
    def whole(self) -> float:
        """All seconds."""
        return sum(self.seconds.values())


def measure(reading: Callable[[], Rulebook], timeout: float) -> Measured:
    """Read and check a rulebook in this process, with the one of the solver beside it."""
    watch = Watch()
    with _hooked(watch), watch.within("other"):
        with watch.within("parse"):
            rulebook = reading()
        report = check(rulebook, timeout=timeout, jobs=1)
    return Measured(report, watch.seconds)


@contextmanager
def _hooked(watch: Watch) -> Generator[None]:
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in HOOKS]
    for (owner, name, plain), (_, _, stage) in zip(kept, HOOKS, strict=True):
        setattr(owner, name, _timed(watch, stage, plain))
    try:
        yield
    finally:
        for owner, name, plain in kept:
            setattr(owner, name, plain)


def _timed(watch: Watch, stage: str, plain: Callable[..., Any]) -> Callable[..., Any]:
    def timed(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the engine's function takes and gives
        with watch.within(stage):
            return plain(*arguments, **named)

    return timed
