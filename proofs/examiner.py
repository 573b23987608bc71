"""Discharges obligations: asks, and decides what holds, what fails and what is unknown."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from misdeal.model.language.rulebook import Always, Case, Fact

from .bearing import Bearing, bearing
from .cases import failing, failure, try_case
from .finding import Finding, FindingKind, Tally, Verdict
from .inquiry import Inquiry, Prover, Undetermined
from .obligation import Obligation
from .seek import holding
from .statements import denies
from .telling import plain, tell
from .term import Term
from .world import World


@dataclass(frozen=True, slots=True)
class Task:
    """Work that is done together: what must hold nowhere, what must hold somewhere, each `always`, case and option."""

    name: str
    nowhere: tuple[Obligation, ...] = ()
    somewhere: tuple[Obligation, ...] = ()
    always: tuple[Always, ...] = ()
    cases: tuple[Case, ...] = ()
    options: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of a task; `checks` is how many questions it took.

    `failed` are the positions, among what must hold nowhere, of what holds somewhere: that has yet to be told.
    """

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    checks: int
    failed: tuple[int, ...] = ()
    bearings: tuple[Bearing, ...] = ()


class Examiner:
    """Does tasks on one world; `known` holds in every possible situation and is more than a cone may say."""

    def __init__(self, world: World, prover: Prover, known: Term, regions: int) -> None:
        self._world = world
        self._prover = prover
        self._known = known
        self._regions = regions
        self._findings: list[Finding] = []
        self._tallies: list[Tally] = []

    def examine(self, task: Task) -> Examined:
        """Find out the verdicts of one task."""
        self._findings, self._tallies = [], []
        before = self._prover.process.checks
        failed = tuple(self._refute(task.nowhere))
        self._meet(task.somewhere)
        for always in task.always:
            self._try_always(always)
        if task.cases:
            self._try_cases(task.cases)
        bearings = tuple(bearing(self._world, self._inquiry, option) for option in task.options)
        checks = self._prover.process.checks - before
        return Examined(tuple(self._findings), tuple(self._tallies), checks, failed, bearings)

    def tell(self, obligation: Obligation) -> Examined:
        """Make the finding of an obligation that failed."""
        before = self._prover.process.checks
        finding, reason = tell(self._world, self._inquiry, obligation, self._regions)
        sentence = f"all of it is told: {obligation.problem}"
        short = (Tally(obligation.kind, sentence, Verdict.UNKNOWN, reason),) if reason else ()
        return Examined((finding,), short, self._prover.process.checks - before)

    def _inquiry(self, cone: frozenset[str]) -> AbstractContextManager[Inquiry]:
        """An inquiry of its own about the possible situations, as far as a cone goes."""
        return self._prover.inquiry(cone, [self._known, *self._world.axioms(cone)])

    def _refute(self, group: Sequence[Obligation]) -> Iterator[int]:
        """Find out which of a group fail."""
        failed, reason = self._holding(group)
        for position, obligation in enumerate(group):
            if obligation.scene.formula in failed:
                self._tally(obligation, Verdict.REFUTED)
                yield position
            else:
                self._tally(obligation, Verdict.UNKNOWN if reason else Verdict.PROVED, reason)

    def _meet(self, group: Sequence[Obligation]) -> None:
        """Find out which of a group hold nowhere."""
        held, reason = self._holding(group)
        for obligation in group:
            if obligation.scene.formula in held:
                self._tally(obligation, Verdict.PROVED)
            elif reason:
                self._tally(obligation, Verdict.UNKNOWN, reason)
            else:
                untried = obligation.kind is FindingKind.UNTRIED
                self._tally(obligation, Verdict.VACUOUS if untried else Verdict.REFUTED)
                self._findings.append(plain(obligation))

    def _holding(self, group: Sequence[Obligation]) -> tuple[set[Term], str]:
        """The formulas of a group that hold somewhere, and why not all of them were found out if so."""
        formulas, found = [obligation.scene.formula for obligation in group], set[Term]()
        try:
            with self._inquiry(self._world.cone(formulas)) as inquiry:
                for held in holding(inquiry, formulas):
                    found |= held
        except Undetermined as undetermined:
            return found, str(undetermined)
        return found, ""

    def _try_always(self, always: Always) -> None:
        """Whether an `always` denies something that the types and the others allow."""
        sentence = denies(self._world.rulebook, always)
        try:
            with self._prover.inquiry(self._world.everything, self._world.beside(always)) as inquiry:
                denied = inquiry.holds([self._world.terms.negation(self._world.always[always])])
        except Undetermined as reason:
            self._tallies.append(Tally(FindingKind.VACUOUS, sentence, Verdict.UNKNOWN, str(reason)))
            return
        self._tallies.append(Tally(FindingKind.VACUOUS, sentence, Verdict.PROVED if denied else Verdict.VACUOUS))
        if not denied:
            message = "this `always` denies nothing that the types and the others allow"
            self._findings.append(Finding(FindingKind.VACUOUS, message, always.span, subject="always"))

    def _try_cases(self, cases: Sequence[Case]) -> None:
        """Whether every case has the outcome that it must have."""
        with self._inquiry(self._world.everything) as inquiry:
            for case in cases:
                sentence = f"the case “{case.title}” comes out as it must"
                try:
                    tried = try_case(self._world.rulebook, case, failing(inquiry))
                except Undetermined as reason:
                    self._tallies.append(Tally(FindingKind.FAILED, sentence, Verdict.UNKNOWN, str(reason)))
                    continue
                verdict = Verdict.REFUTED if tried.problem else Verdict.PROVED
                self._tallies.append(Tally(FindingKind.FAILED, sentence, verdict))
                self._findings += filter(None, [failure(self._world.rulebook, tried)])

    def _tally(self, obligation: Obligation, verdict: Verdict, reason: str = "") -> None:
        self._tallies.append(Tally(obligation.kind, obligation.sentence, verdict, reason))
