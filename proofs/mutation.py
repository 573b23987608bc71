"""Mutants of a rulebook put to what protects it: cases, claims, and the suite of cases that can be generated."""

import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.rulebook import Rulebook

from .effort import CORES
from .inquiry import Prover
from .jobs import nothing, side_by_side
from .judge import Judge
from .mutants import Mutant, mutants
from .mutation_records import Fate, Mutation, Standing
from .possibility import Possibility, possibility
from .protection import Protection, protection
from .solve import LATE, Process
from .suite import suite
from .world import World

TIMEOUT = 600.0  # seconds

Told: TypeAlias = Callable[[Mutant, Fate], object]
"""Is told of each mutant as soon as its fate is found."""

NOTHING: Mapping[str, Fate] = MappingProxyType({})


def mutate(
    rulebook: Rulebook,
    chosen: Iterable[Mutant] | None = None,
    *,
    known: Mapping[str, Fate] = NOTHING,
    told: Told = nothing,
    timeout: float = TIMEOUT,
    jobs: int = CORES,
    progress: Callable[[int], object] = nothing,
) -> Mutation:
    """The fates of the mutants of a rulebook, or of those chosen.

    What is `known` by its name is not looked at again. `timeout` is in seconds; what is not found out by then is
    unknown. `jobs` processes work side by side. `progress` is told of how many the fate is known.
    """
    every = list(mutants(rulebook) if chosen is None else chosen)
    fates = {at: known[mutant.name] for at, mutant in enumerate(every) if mutant.name in known}
    left = [at for at in range(len(every)) if at not in fates]
    progress(len(fates))
    for at, fate in _judged(rulebook, every, left, time.monotonic() + timeout, jobs) if left else ():
        fates[at] = fate
        told(every[at], fate)
        progress(len(fates))
    return Mutation(rulebook, {mutant: fates[at] for at, mutant in enumerate(every)})


def _judged(
    rulebook: Rulebook, every: list[Mutant], left: list[int], deadline: float, jobs: int
) -> Iterable[tuple[int, Fate]]:
    """The fates of some of the mutants, as they are found."""
    world = World(rulebook)
    with Process(deadline) as process:
        possible = possibility(world, Prover(world, process))
    if not possible.some:
        return [(at, Fate(Standing.SAME)) for at in left]
    touched = {ruling.name for at in left for ruling in every[at].touched()}  # the others come out as before
    protected = protection(suite(rulebook, touched, timeout=max(0.0, deadline - time.monotonic())))

    @contextmanager
    def start() -> Generator[Callable[[int], Fate]]:
        with Process(deadline) as process:
            prover = Prover(world, process)
            yield lambda at: _fate(prover, possible, protected, every[at], deadline)

    return side_by_side(start, left, jobs)


def _fate(prover: Prover, possible: Possibility, protected: Protection, mutant: Mutant, deadline: float) -> Fate:
    if time.monotonic() > deadline:
        return Fate(Standing.UNKNOWN, reason=LATE)
    world = prover.world
    with prover.inquiry(world.everything, [possible.known, *world.axioms(world.everything)]) as inquiry:
        return Judge(protected, inquiry).fate(mutant)
