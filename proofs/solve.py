"""Solvers at the other end of a pipe: text goes in, a verdict and values by symbol come out.

They work in a process of its own under a memory limit, which is killed when it overruns its time; the answer is then
unknown, with the reason, and the next question starts it anew.
"""

import json
import select
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from .smtlib import Literal

WORKER = Path(__file__).with_name("worker.py")
MEMORY = 4 << 30  # bytes of address space
LATE = "the time limit was reached"
CUT_OFF = {"timeout", "canceled"}  # what a solver says of itself then
GRACE = 2.0  # seconds that a solver may take to notice that its time is over


@dataclass(frozen=True, slots=True)
class Satisfied:
    """There is a model; `values` has the value of each symbol asked for that the model speaks of, 0 or 1 of a word."""

    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """There is no model; `core` names the assumptions that already exclude one."""

    core: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """The solver did not find out."""

    reason: str


Answer: TypeAlias = Satisfied | Unsatisfied | Unknown


class Process:
    """The process in which solvers work; a context manager. Its `deadline`, on the monotonic clock, may be moved.

    It starts when it is entered, or, unless `early`, when it is first asked.
    """

    def __init__(self, deadline: float, memory: int = MEMORY, worker: Path = WORKER, *, early: bool = True) -> None:
        self.checks = 0
        self.started = 0
        self._solvers = 0
        self._definitions: list[tuple[list[str], str]] = []
        self._defined = 0
        self.deadline = deadline
        self._memory = memory
        self._worker, self._early = worker, early
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """The process; started early, it is ready by the time that the first questions are made."""
        if self._early:
            self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End it."""
        self.stop()

    @contextmanager
    def within(self, seconds: float) -> Generator[None]:
        """No more than so many seconds for what is asked here."""
        deadline = self.deadline
        self.deadline = min(deadline, time.monotonic() + seconds)
        try:
            yield
        finally:
            self.deadline = deadline

    def define(self, words: list[str], text: str) -> None:
        """Add declarations and definitions, for all solvers; `text` ends in an assertion of each of `words`."""
        if text:
            self._definitions.append((words, text))

    def solver(self) -> "Solver":
        """A new solver that knows nothing."""
        self._solvers += 1
        return Solver(self, self._solvers)

    def ask(self, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """The answer to a question that takes time; unknown where it does not come or time is over."""
        remaining = self.deadline - time.monotonic()
        if remaining <= 0:
            return _unknown(LATE)
        self.checks += 1
        self.tell({**question, "milliseconds": max(1, int(remaining * 1000))})
        process = self.start()
        assert process.stdout
        ready, _, _ = select.select([process.stdout], [], [], remaining + GRACE)
        line = process.stdout.readline() if ready else ""
        if line.endswith("\n"):
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.stop()
        return _unknown("the solver ran out of memory or broke off" if ready else LATE)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send what has no answer, after the definitions that were not yet sent."""
        process = self.start()
        for words, text in self._definitions[self._defined :]:
            _send(process, {"words": words, "define": text})
        self._defined = len(self._definitions)
        _send(process, message)

    def start(self) -> subprocess.Popen[str]:
        """The process, started anew where it was ended."""
        if self._process is None:
            self.started += 1
            self._defined = 0
            command = [sys.executable, "-P", "-X", "utf8", str(self._worker)]
            self._process = subprocess.Popen(  # noqa: S603 - our own file, no input of others
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
            )
            _send(self._process, {"memory": self._memory})
        return self._process

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.communicate()


class Solver:
    """One incremental solver in a process; what it was told survives that process."""

    def __init__(self, process: Process, number: int) -> None:
        self._process = process
        self.number = number
        self._asserted: list[str] = []
        self._told = 0
        self._start = 0

    def add(self, words: Sequence[str]) -> None:
        """Assert defined words."""
        self._asserted += words

    def check(self, assumptions: Sequence[Literal], words: Sequence[str] = (), numbers: Sequence[str] = ()) -> Answer:
        """Whether what was asserted has a model under the assumptions, and its values of words and of Int symbols."""
        self._process.start()
        if self._start != self._process.started:
            self._start, self._told = self._process.started, 0
        if self._told < len(self._asserted):
            self._process.tell({"solver": self.number, "assert": self._asserted[self._told :]})
        self._told = len(self._asserted)
        wanted = {"values": words, "numbers": numbers}
        answer = self._process.ask({"solver": self.number, "check": assumptions, **wanted})
        match answer["verdict"]:
            case "sat":
                found = zip((*words, *numbers), (*answer["values"], *answer["numbers"]), strict=True)
                return Satisfied({symbol: value for symbol, value in found if value is not None})
            case "unsat":
                return Unsatisfied(tuple(answer["core"]))
            case _:
                return Unknown(LATE if answer["reason"] in CUT_OFF else answer["reason"])

    def end(self) -> None:
        """Forget everything."""
        if self._start:
            self._process.tell({"solver": self.number, "end": True})


def _unknown(reason: str) -> dict[str, Any]:
    return {"verdict": "unknown", "reason": reason}


def _send(process: subprocess.Popen[str], message: Mapping[str, Any]) -> None:
    """A process that broke off is found out when its answer is read."""
    assert process.stdin
    with suppress(OSError):
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
