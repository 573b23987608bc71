"""What would mend the gaps and clashes of a rulebook: drafts made, proved, and put in order."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeAlias

from misdeal.model.language.reader import Amendable
from misdeal.model.language.rulebook import Rulebook

from .draft import Candidate, Draft, Lacking, Mending
from .drafting import Kin, Unsayable, clauses, kin
from .finding import Finding, FindingKind
from .giving_way import settling
from .inquiry import Prover, Undetermined
from .jobs import side_by_side
from .possibility import Possibility, possibility
from .remedy import TOO_LATE, Refused, Remedies
from .report import Report
from .solve import Process
from .world import World

Progress: TypeAlias = Callable[[str], None]

MENDED = frozenset({FindingKind.GAP, FindingKind.CLASH})
MOST_TRIED = 10  # candidates for one region, or for one clash
MOST_DRAFTS = 3  # of these
MOST_REASONS = 3  # told where there is none


@dataclass(frozen=True, slots=True)
class Spot:
    """What is to be mended together: a region of a finding, or all of it; and a clause beside which to do so."""

    finding: Finding
    region: int | None = None
    beside: Kin | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one spot; `reason` says why it has no drafts, or no more of them."""

    drafts: tuple[Draft, ...]
    reason: str


def mend(
    report: Report,
    kinds: Iterable[FindingKind],
    *,
    timeout: float,
    jobs: int,
    progress: Progress = lambda _: None,
) -> Report:
    """The report, with what would mend each gap and each clash, as far as these are among some kinds.

    `timeout` is in seconds, for all of it; what is not proved by then is no draft. `jobs` processes work side by
    side. `progress` is told what is being mended.
    """
    deadline = time.monotonic() + timeout
    wanted = [at for at, finding in enumerate(report.findings) if finding.kind in MENDED.intersection(kinds)]
    spots = [*_spots(report.rulebook, report.findings, wanted)]
    world = World(report.rulebook)
    with Process(deadline) as process:
        possible = possibility(world, Prover(world, process))
    todo = [spot for _, spot in spots]
    made: dict[int, Made] = {}
    start = partial(_at_work, report, world, possible, todo, deadline)
    for position, drafted in side_by_side(start, range(len(todo)), jobs):
        progress(f"a draft for {todo[position].finding.kind.value} of {todo[position].finding.ruling}")
        made[position] = drafted
    findings = list(report.findings)
    for at in wanted:
        its = [(spot, made[position]) for position, (finding, spot) in enumerate(spots) if finding == at]
        drafts = tuple(draft for _, each in its for draft in each.drafts)
        lacking = tuple(Lacking(spot.region, each.reason) for spot, each in its if not each.drafts)
        findings[at] = replace(findings[at], mending=Mending(drafts, lacking))
    return replace(report, findings=tuple(findings))


def _spots(rulebook: Rulebook, findings: Sequence[Finding], wanted: Iterable[int]) -> Iterator[tuple[int, Spot]]:
    """What is to be mended, with the finding's position; every new clause has an id of its own."""
    taken = {*rulebook.clauses, *(part.id for part in rulebook.parts), *(note.id for note in rulebook.notes)}
    for at in wanted:
        finding = findings[at]
        if finding.kind is FindingKind.CLASH or not finding.regions or finding.ruling is None:
            yield at, Spot(finding)
            continue
        for number, region in enumerate(finding.regions):
            beside = kin(rulebook, rulebook.rulings[finding.ruling], region)
            name = beside.name(taken)
            taken.add(name)
            yield at, Spot(finding, number, beside, name)


@contextmanager
def _at_work(
    report: Report, world: World, possible: Possibility, todo: Sequence[Spot], deadline: float
) -> Generator[Callable[[int], Made]]:
    with Process(deadline) as process:
        amendable = Amendable(report.rulebook)
        remedies = Remedies(report, amendable, world, Prover(world, process), possible.known, deadline)
        yield lambda at: _mended(amendable, remedies, todo[at], deadline)


def _mended(amendable: Amendable, remedies: Remedies, spot: Spot, deadline: float) -> Made:
    """The drafts for a spot, those that change least first; and why there are none."""
    drafts: list[Draft] = []
    reasons: list[str] = []
    try:
        for candidate in islice(_candidates(amendable, spot), MOST_TRIED):
            try:
                drafts.append(remedies.attempt(candidate, spot.finding, spot.region))
            except Refused as refused:
                reasons.append(f"`{candidate.gist}` would bring: {refused}")
            if sum(not (draft.changes or draft.further) for draft in drafts) == MOST_DRAFTS:
                break
    except Unsayable as unsayable:
        reasons = [str(unsayable)]
    except Undetermined as undetermined:
        reasons = [TOO_LATE if time.monotonic() > deadline else str(undetermined)]
    drafts.sort(key=lambda draft: (len(draft.further), len(draft.changes)))
    return Made(tuple(drafts[:MOST_DRAFTS]), "; ".join(reasons[:MOST_REASONS]))


def _candidates(amendable: Amendable, spot: Spot) -> Iterator[Candidate]:
    finding = spot.finding
    ruling = amendable.rulebook.rulings[finding.ruling or ""]
    if spot.region is not None and spot.beside is not None:
        yield from clauses(amendable, ruling, finding.regions[spot.region], spot.beside, spot.name)
    elif finding.kind is FindingKind.GAP or not finding.clauses:
        raise Unsayable("where it is was not found out")
    elif len(finding.clauses) == 1:
        raise Unsayable("no clause gives way to itself: restate it, so that its instances never differ")
    else:
        yield from settling(amendable, ruling, *finding.clauses)
