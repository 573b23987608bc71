"""All cases of a rulebook tried; a solver is started for the first that needs one."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from types import TracebackType
from typing import Self

from misdeal.model.language.rulebook import Case, Rulebook
from misdeal.model.meaning.situation import Situation

from .cases import Tried, failing, try_case
from .inquiry import Inquiry, Prover, Undetermined
from .solve import Process
from .world import World

TIMEOUT = 30.0  # seconds


def try_cases(
    rulebook: Rulebook, *, timeout: float = TIMEOUT, progress: Callable[[str], None] = lambda _: None
) -> tuple[Tried, ...]:
    """Every case before the reference evaluator, in order.

    `timeout` is in seconds, for all that a solver is asked; a case of which it does not find out is unknown.
    """
    found = list[Tried]()
    with _Solver(rulebook, timeout) as solver:
        for case in rulebook.cases:
            progress(case.title)
            try:
                found.append(try_case(rulebook, case, solver.ask))
            except Undetermined as undetermined:
                found.append(Tried(case, "", unknown=str(undetermined)))
    return tuple(found)


class _Solver:
    """Starts when it is first asked; a context manager."""

    def __init__(self, rulebook: Rulebook, timeout: float) -> None:
        self._rulebook = rulebook
        self._deadline = time.monotonic() + timeout
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Ready to be asked."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process, if there is one."""
        self._stack.close()

    def ask(self, case: Case) -> Situation | None:
        """The situation of a case in which it fails, or else any. Raises Undetermined."""
        return failing(self._inquiry)(case)

    @cached_property
    def _inquiry(self) -> Inquiry:
        world = World(self._rulebook)
        process = self._stack.enter_context(Process(self._deadline))
        prover = Prover(world, process)
        sizes = world.terms.disjunction(world.sizes())
        return self._stack.enter_context(prover.inquiry(world.everything, [sizes, *world.axioms(world.everything)]))
