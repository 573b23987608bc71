"""Everything there is to prove of one rulebook: obligations listed, discharged, and what failed told."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from misdeal.model.language.rulebook import Rulebook

from .bearing_records import Bearing
from .cache import Cache
from .dependence import independence
from .effort import JOBS, REGIONS, TIMEOUT
from .examiner import Examined, Examiner, Task
from .finding import FindingKind, Tally, Verdict
from .inquiry import Prover
from .jobs import side_by_side
from .memory import Memory
from .obligation import Obligation, Sense
from .outcomes import Outcomes
from .possibility import possibility
from .recall import remember
from .report import Report
from .reported import reported
from .service import Service
from .solve import Process
from .statements import Statements
from .turning import symmetry
from .world import World

Progress: TypeAlias = Callable[[str], None]
Item: TypeAlias = tuple[int, int]  # the position of a task, and WHOLE or that of what failed in it

WHOLE = -1

AT_ONCE = 48  # obligations that one question is about


def check(
    rulebook: Rulebook,
    *,
    timeout: float = TIMEOUT,
    regions: int = REGIONS,
    jobs: int = JOBS,
    progress: Progress = lambda _: None,
    cache: Cache | None = None,
) -> Report:
    """Prove a rulebook, or find what is wrong with it.

    `timeout` is in seconds, for all proofs together; what is not found out by then is unknown. At most `regions`
    regions are told of each finding. `jobs` processes work side by side. `progress` is told what has been looked at.
    """
    deadline = time.monotonic() + timeout
    early = cache is None  # where much may be known, a solver is started when it is needed
    with Process(deadline, early=early) as process:  # it starts while the terms are made
        world = World(rulebook)
        todo, short = tasks(world, deadline)
        memory = None if cache is None else Memory(cache, world, world.terms.true, regions)
        possible = possibility(world, Prover(world, process), memory)
        checks, kept = process.checks, dict(memory.take()) if memory else {}
    if not possible.some:
        todo, short = [], ()
    made: dict[Item, Examined] = {}

    @contextmanager
    def start() -> Generator[Callable[[Item], Examined]]:
        with Process(deadline, early=early) as process:
            memory = None if cache is None else Memory(cache, world, possible.known, regions)
            examiner = Examiner(world, Prover(world, process), possible.known, regions, memory)
            yield lambda item: _examined(examiner, todo, item)

    items = [(position, WHOLE) for position in range(len(todo))]
    for item, examined in side_by_side(start, items, jobs, _to_tell):
        progress(todo[item[0]].name)
        made[item] = examined
    findings = [possible.finding] if possible.finding else []
    tallies, bearings, known = [possible.tally, *short], list[Bearing](), int(possible.was_known)
    for _, examined in sorted(made.items()):
        findings += examined.findings
        tallies += examined.tallies
        checks += examined.checks
        bearings += examined.bearings
        known += examined.known
        kept |= examined.kept
    report = Report(rulebook, reported(rulebook, findings), tuple(tallies), tuple(bearings), checks, known)
    if cache is not None:
        for key, text in kept.items():
            cache.write(key, text)
        remember(cache, report, findings, regions)
    return report


def obligations(world: World) -> Iterator[tuple[str, list[Obligation]]]:
    """Everything that has to be proved, in groups that can fail together; no solver is asked."""
    rulebook, decider = world.rulebook, world.decider
    service, statements = Service(rulebook, decider), Statements(rulebook, decider)
    yield "guards", list(statements.guards())
    for ruling in rulebook.rulings.values():
        outcomes = Outcomes(rulebook, decider, ruling)
        yield f"gaps of {ruling.name}", list(outcomes.gap())
        yield f"clashes of {ruling.name}", list(outcomes.clashes())
        yield f"undefined values of {ruling.name}", list(outcomes.undefined())
    for claim in rulebook.claims:
        yield f"claim “{claim.title}”", list(statements.claim(claim))
    for dependence in rulebook.dependences:
        yield f"claim “{dependence.title}”", [independence(world, dependence)]
    for turning in rulebook.turnings:
        yield f"claim “{turning.title}”", list(symmetry(world, turning))
    for clause in rulebook.clauses.values():
        yield f"clause {clause.id}", [*service.alive(clause), *service.operands(clause)]
    for part in rulebook.parts:
        yield f"part {part.id}", list(service.parts(part))
    for ruling in rulebook.rulings.values():
        yield f"effects on {ruling.name}", [*service.in_force(ruling), *service.values(ruling)]


def tasks(world: World, deadline: float) -> tuple[list[Task], tuple[Tally, ...]]:
    """All that has to be done, each task by itself; and what is unknown because time was over while it was listed."""
    todo = [Task("cases", cases=world.rulebook.cases)]
    needed: list[Obligation] = []
    short: tuple[Tally, ...] = ()
    for name, group in obligations(world):
        if time.monotonic() > deadline:
            sentence = f"{name}, and what comes after"
            short = (
                Tally(FindingKind.GAP, sentence, Verdict.UNKNOWN, "the time limit was reached before it was listed"),
            )
            break
        needed += (one for one in group if one.sense is Sense.SOMEWHERE)
        todo += (Task(name, nowhere=some) for some in _portions([one for one in group if one.sense is Sense.NOWHERE]))
    todo += (Task("what never holds", somewhere=some) for some in _portions(needed))
    todo.append(Task("always", always=world.rulebook.always))
    todo += (Task(f"what {option.name} changes", options=(option,)) for option in world.rulebook.options)
    return todo, short


def _portions(group: Sequence[Obligation]) -> Iterator[tuple[Obligation, ...]]:
    return (tuple(group[at : at + AT_ONCE]) for at in range(0, len(group), AT_ONCE))


def _examined(examiner: Examiner, todo: Sequence[Task], item: Item) -> Examined:
    position, failed = item
    return examiner.examine(todo[position]) if failed == WHOLE else examiner.tell(todo[position].nowhere[failed])


def _to_tell(item: Item, examined: Examined) -> Iterator[Item]:
    """What failed in a task is told after all verdicts: if time is short, it is short for this."""
    return ((item[0], failed) for failed in examined.failed)
