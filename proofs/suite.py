"""A suite of cases for a rulebook: what every clause decides, what comes out, which parts matter, and the boundaries.

What is likely is tried; the solver has the last word on what is impossible. Everything is replayed by the evaluator.
"""

import time
from collections.abc import Callable, Iterable
from typing import TypeAlias

from misdeal.model.language.rulebook import Rulebook

from .inquiry import Prover, Unusual
from .possibility import Possibility, possibility
from .refusal import unknown_ruling
from .solve import Process
from .suite_records import Aim, Example, How, Shown, Status, Suite, What
from .suite_search import Search, label
from .suite_subject import Subject
from .world import World

__all__ = ["TIMEOUT", "Aim", "Example", "How", "Shown", "Status", "Suite", "What", "label", "suite"]

TIMEOUT = 120.0  # seconds

Progress: TypeAlias = Callable[[str], None]


def suite(
    rulebook: Rulebook,
    rulings: Iterable[str] | None = None,
    *,
    timeout: float = TIMEOUT,
    progress: Progress = lambda _: None,
) -> Suite:
    """The suite of a rulebook, or of some of its rulings. Raises Refusal for what is no ruling.

    `timeout` is in seconds; what is not shown by then is not found.
    """
    asked = list(rulebook.rulings if rulings is None else rulings)
    for unknown in sorted(set(asked) - rulebook.rulings.keys()):
        raise unknown_ruling(rulebook, unknown)
    deadline = time.monotonic() + timeout
    world = World(rulebook)
    shown = list[Shown]()
    with Process(deadline) as process:
        prover = Prover(world, process)
        possible = possibility(world, prover)
        for name in (name for name in rulebook.rulings if name in asked and possible.some):
            progress(name)
            shown += _shown(prover, possible, Subject(world, rulebook.rulings[name]), deadline)
    return Suite(rulebook, tuple(shown))


def _shown(prover: Prover, possible: Possibility, subject: Subject, deadline: float) -> list[Shown]:
    """What is shown of one ruling, asked of the facts that it depends on, or of all where others cannot be as usual."""
    world = prover.world
    for cone in (world.cone(subject.terms()), world.everything):
        try:
            with prover.inquiry(cone, [possible.known, *world.axioms(cone)]) as inquiry:
                return list(Search(subject, inquiry, deadline).shown())
        except Unusual:
            continue
    raise AssertionError("what all facts are asked about leaves nothing to be as usual")
