"""Discharges obligations: asks, and decides what holds, what fails and what is unknown."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from misdeal.model.language.rulebook import Always, Case, Fact

from .bearing import Bearings
from .bearing_records import Bearing
from .cases import failing, failure, try_case
from .finding import Finding, FindingKind, Tally, Verdict
from .inquiry import Inquiry, Prover, Undetermined
from .memory import Memory, remembered
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
    `known` is how many obligations had been decided before; `kept` is what is to be kept for the next time.
    """

    findings: tuple[Finding, ...]
    tallies: tuple[Tally, ...]
    checks: int
    failed: tuple[int, ...] = ()
    bearings: tuple[Bearing, ...] = ()
    known: int = 0
    kept: Mapping[str, str] = field(default_factory=dict)


class Examiner:
    """Does tasks on one world; `known` holds in every possible situation and is more than a cone may say.

    What `memory` knows is not asked again, and what is found out is to be kept there.
    """

    def __init__(self, world: World, prover: Prover, known: Term, regions: int, memory: Memory | None = None) -> None:
        self._world = world
        self._prover = prover
        self._known = known
        self._regions = regions
        self._memory = memory
        self._recalled = 0
        self._findings: list[Finding] = []
        self._tallies: list[Tally] = []

    def examine(self, task: Task) -> Examined:
        """Find out the verdicts of one task."""
        self._findings, self._tallies, self._recalled = [], [], 0
        before = self._prover.process.checks
        failed = tuple(self._refute(task.nowhere))
        self._meet(task.somewhere)
        for always in task.always:
            self._try_always(always)
        if task.cases:
            self._try_cases(task.cases)
        bearings = tuple(self._bearing(option) for option in task.options)
        checks = self._prover.process.checks - before
        found = tuple(self._findings), tuple(self._tallies)
        return Examined(*found, checks, failed, bearings, self._recalled, self._kept())

    def tell(self, obligation: Obligation) -> Examined:
        """Make the finding of an obligation that failed."""
        if self._memory and (known := self._memory.told(obligation)):
            return Examined((known,), (), 0)
        before = self._prover.process.checks
        finding, reason = tell(self._world, self._inquiry, obligation, self._regions)
        if self._memory and not reason:
            self._memory.keep_told(obligation, finding)
        sentence = f"all of it is told: {obligation.problem}"
        short = (Tally(obligation.kind, sentence, Verdict.UNKNOWN, reason),) if reason else ()
        return Examined((finding,), short, self._prover.process.checks - before, kept=self._kept())

    def _inquiry(self, cone: frozenset[str]) -> AbstractContextManager[Inquiry]:
        """An inquiry of its own about the possible situations, as far as a cone goes."""
        return self._prover.inquiry(cone, [self._known, *self._world.axioms(cone)])

    def _refute(self, group: Sequence[Obligation]) -> Iterator[int]:
        """Find out which of a group fail."""
        held, reason = self._holding(group)
        for position, obligation in enumerate(group):
            holds = held.get(obligation.scene.formula)
            if holds is None:
                self._tally(obligation, Verdict.UNKNOWN, reason)
            elif holds:
                self._tally(obligation, Verdict.REFUTED)
                yield position
            else:
                self._tally(obligation, Verdict.PROVED)

    def _meet(self, group: Sequence[Obligation]) -> None:
        """Find out which of a group hold nowhere."""
        held, reason = self._holding(group)
        for obligation in group:
            holds = held.get(obligation.scene.formula)
            if holds is None:
                self._tally(obligation, Verdict.UNKNOWN, reason)
            elif holds:
                self._tally(obligation, Verdict.PROVED)
            else:
                untried = obligation.kind is FindingKind.UNTRIED
                self._tally(obligation, Verdict.VACUOUS if untried else Verdict.REFUTED)
                self._findings.append(plain(obligation))

    def _holding(self, group: Sequence[Obligation]) -> tuple[Mapping[Term, bool], str]:
        """Whether the formulas of a group hold somewhere, as far as that is found out, and why not all of it is."""
        formulas = [obligation.scene.formula for obligation in group]
        held = self._held(group)
        self._recalled += sum(formula in held for formula in formulas)
        left, reason = [formula for formula in formulas if formula not in held], ""
        if not left:
            return held, ""
        found: dict[Term, bool] = {}
        try:
            with self._inquiry(self._world.cone(left)) as inquiry:
                for some in holding(inquiry, left):
                    found.update(dict.fromkeys(some, True))
            found = dict.fromkeys(left, False) | found
        except Undetermined as undetermined:
            reason = str(undetermined)
        if self._memory:
            for formula, holds in found.items():
                self._memory.keep_holds(formula, holds)
        return held | found, reason

    def _held(self, group: Sequence[Obligation]) -> dict[Term, bool]:
        """The same, as far as it was found out before."""
        known = {each.scene.formula: self._memory.verdict(each) for each in group} if self._memory else {}
        return {formula: holds for formula, holds in known.items() if holds is not None}

    def _kept(self) -> Mapping[str, str]:
        """What is to be kept of what was found out since this was called last."""
        return self._memory.take() if self._memory else {}

    def _bearing(self, option: Fact) -> Bearing:
        """What an option does."""
        bearings = Bearings(self._world, option)
        known = self._memory and self._memory.bearing(option, bearings.formulas)
        if known:
            return known
        found = bearings.found(self._inquiry)
        if self._memory:
            self._memory.keep_bearing(option, bearings.formulas, found)
        return found

    def _try_always(self, always: Always) -> None:
        """Whether an `always` denies something that the types and the others allow."""
        sentence, denied = denies(self._world.rulebook, always), self._world.terms.negation(self._world.always[always])
        try:
            with self._prover.inquiry(self._world.everything, self._world.beside(always)) as inquiry:
                held, known = remembered(self._memory, inquiry, [denied])
        except Undetermined as reason:
            self._tallies.append(Tally(FindingKind.VACUOUS, sentence, Verdict.UNKNOWN, str(reason)))
            return
        self._recalled += known
        self._tallies.append(Tally(FindingKind.VACUOUS, sentence, Verdict.PROVED if held else Verdict.VACUOUS))
        if not held:
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
