"""A second solver, put to whole files: cvc5 in a process of its own, under the limits of the first one.

z3 is one too, as far as it goes: it is given the plain text of a file, and not what Misdeal makes of that to prove it.
"""

from dataclasses import dataclass
from enum import Enum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from .solve import CUT_OFF, LATE, WORKER, Process


class SecondSolver(Enum):
    """What can check a certificate; the value is how it is called."""

    CVC5 = "cvc5"
    Z3 = "z3"

    @property
    def package(self) -> str:
        """Under which name it is installed."""
        return {SecondSolver.CVC5: "cvc5", SecondSolver.Z3: "z3-solver"}[self]

    @property
    def version(self) -> str | None:
        """The version that is installed; None where none is."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None

    def process(self, deadline: float) -> Process:
        """The process in which it works."""
        worker = {SecondSolver.CVC5: Path(__file__).with_name("second_worker.py"), SecondSolver.Z3: WORKER}[self]
        return Process(deadline, worker=worker)


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver answers to a file: `sat`, `unsat`, or `unknown` with the reason."""

    verdict: str
    reason: str = ""


def solve(process: Process, text: str) -> Solved:
    """The answer to the text of a file."""
    answer = process.ask({"text": text})
    reason = str(answer.get("reason", ""))
    return Solved(str(answer["verdict"]), LATE if reason in CUT_OFF else reason)
