"""Where two rulebooks rule differently (`docs/proofs.md`, "Of two rulebooks").

Situations are those of both: a value for every fact of either. Rulings are compared where a situation is possible in
both rulebooks; what is possible in one only is told once. Differences are regions by the method of findings, each with
one outcome in the old rulebook and one in the new one. That there are no others is the last question.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TypeAlias, TypeVar

from misdeal.model.language.choosing import choose
from misdeal.model.language.rulebook import Decision, Role, Rulebook

from .allowed import Why
from .both import Both, PairedRuling
from .criterion import TooManyCriteria
from .diff_records import Area, Comes, Compared, Diff, Example, Moved, OnlyPossible, Unpaired, What
from .effort import JOBS, REGIONS, TIMEOUT
from .finding import Verdict
from .inquiry import Inquiry, Prover, Unusual
from .intent import declared
from .jobs import side_by_side
from .moved import Subject, compare, sentence_about
from .only_possible import denied, only_possible, unknown
from .pairing import Edition, Renames
from .possibility import Possibility, possibility
from .refusal import Refusal, unknown_ruling
from .solve import Process
from .table_records import Proof
from .term import Term
from .unpaired import unpaired
from .world import World

__all__ = [
    "REGIONS",
    "TIMEOUT",
    "Area",
    "Comes",
    "Compared",
    "Diff",
    "Edition",
    "Example",
    "Moved",
    "OnlyPossible",
    "Renames",
    "Unpaired",
    "What",
    "Why",
    "diff",
]


Progress: TypeAlias = Callable[[str], None]
Found = TypeVar("Found")


def diff(  # noqa: PLR0913 - what is compared, and how
    old: Rulebook,
    new: Rulebook,
    renames: Renames | None = None,
    *,
    as_decided: bool = True,
    rulings: Iterable[str] = (),
    regions: int = REGIONS,
    timeout: float = TIMEOUT,
    jobs: int = JOBS,
    progress: Progress = lambda _: None,
) -> Diff:
    """Compare two rulebooks. `renames` pairs names that differ; only `rulings` of the old one are compared, or all.

    What the new one decides of options and readings, the old one is taken to have decided too; not `as_decided`, they
    are compared under each of their values. At most `regions` are told of a ruling. `timeout` is in seconds; what is
    not found out by then is unknown. `jobs` processes work side by side. Raises Refusal where the two cannot be
    compared, or a name is not there.
    """
    decisions = _decisions(old, new) if as_decided else ()
    old = choose(old, {each.fact.name: each.value for each in decisions})
    both, deadline = Both(old, new, renames or Renames()), time.monotonic() + timeout
    wanted = tuple(rulings)
    for name in wanted:
        if name not in old.rulings:
            raise unknown_ruling(old, name)
        if name not in both.pairs.rulings:
            raise Refusal(f"only the old rulebook has the ruling `{name}`", "pair it with one of the new rulebook's")
    chosen = [each for each in both.rulings if not wanted or each.names[Edition.OLD] in wanted]
    compared = tuple(_compared(both, chosen, regions, deadline, jobs, progress))
    possible = tuple(one for edition in Edition for one in _possible(both, edition, regions, deadline, progress))
    moved = {each.ruling.names[Edition.NEW] for each in compared if any(one.meant for one in each.moved)}
    still = {each.ruling.names[Edition.NEW] for each in compared} - moved
    idle = tuple(change for change in declared(old, new) if change.ruling in still)
    return Diff(both, both.rulebook(*Edition), compared, possible, tuple(unpaired(both)), decisions, idle)


def _decisions(old: Rulebook, new: Rulebook) -> tuple[Decision, ...]:
    """What the new rulebook decides of what the old one leaves open."""
    return tuple(
        decision
        for decision in new.decisions
        if (fact := old.facts.get(decision.fact.name))
        and fact.role is not Role.FACT
        and fact.type == decision.fact.type
    )


def _compared(
    both: Both, rulings: list[PairedRuling], most: int, deadline: float, jobs: int, progress: Progress
) -> list[Compared]:
    """Each ruling, over what is possible in both; what is the same by its form needs no solver."""
    if all(each.same for each in rulings):
        return [_settled(each, Verdict.PROVED) for each in rulings]
    world = World(both.rulebook(*Edition))
    with Process(deadline) as process:
        possible = possibility(world, Prover(world, process))
    made = [_settled(each, Verdict.PROVED if possible.some else Verdict.VACUOUS) for each in rulings]

    @contextmanager
    def start() -> Generator[Callable[[int], Compared]]:
        with Process(deadline) as process:
            prover = Prover(world, process)
            yield lambda at: _comparison(prover, possible, both, rulings[at], most)

    asked = [at for at, each in enumerate(rulings) if possible.some and not each.same]
    for at, compared in side_by_side(start, asked, jobs):
        progress(f"`{rulings[at].names[Edition.OLD]}`")
        made[at] = compared
    return made


def _comparison(prover: Prover, possible: Possibility, both: Both, ruling: PairedRuling, most: int) -> Compared:
    try:
        subject = Subject(prover.world, both, ruling)
    except TooManyCriteria:
        return _settled(ruling, Verdict.UNKNOWN, "its conditions have too many criteria")
    if subject.moved is prover.world.terms.false:
        return _settled(ruling, Verdict.PROVED)
    return _asked(prover, possible, subject.terms(), partial(compare, subject, most))


def _settled(ruling: PairedRuling, verdict: Verdict, reason: str = "") -> Compared:
    sentence = sentence_about(ruling.names[Edition.OLD], moved=False)
    return Compared(ruling, (), None, Proof(sentence, verdict, reason))


def _possible(both: Both, edition: Edition, most: int, deadline: float, progress: Progress) -> Iterator[OnlyPossible]:
    """What is possible in one rulebook only."""
    if not any(both.denied(edition.other, why) for why in Why):
        return
    progress(f"what only the {edition.value} rulebook has")
    world = World(both.rulebook(edition))
    with Process(deadline) as process:
        prover = Prover(world, process)
        known = possibility(world, prover)
        if not known.some:
            return
        for looked in denied(world, both, edition):
            try:
                yield _asked(prover, known, looked.terms(world), partial(only_possible, both, looked, most))
            except TooManyCriteria:
                yield unknown(edition, looked.why, "its conditions have too many criteria")


def _asked(prover: Prover, possible: Possibility, terms: Iterable[Term], ask: Callable[[Inquiry], Found]) -> Found:
    """The answer about the facts that some terms depend on, or about all where the others cannot be as usual."""
    world = prover.world
    for cone in (world.cone(terms), world.everything):
        try:
            with prover.inquiry(cone, [possible.known, *world.axioms(cone)]) as inquiry:
                return ask(inquiry)
        except Unusual:
            continue
    raise AssertionError("what all facts are asked about leaves nothing to be as usual")
