"""Whether a draft mends a finding and brings none (`docs/proofs.md`, "What is proved of a draft").

The rulebook and what an amendment makes of it are encoded in the same terms: what the amendment does not touch is the
same term in both, and nothing is asked about it.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cached_property
from typing import TypeAlias

from misdeal.model.language import RulebookError
from misdeal.model.language.reader import Amendable
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation, Kind

from .cases import failing, failure, try_case
from .check import obligations
from .draft import Candidate, Draft
from .finding import Finding, FindingKind, Verdict
from .inquiry import Inquiry, Prover, Undetermined
from .obligation import Obligation, Sense
from .outcomes import index_symbol
from .report import Report
from .seek import holding
from .service import same
from .term import Term
from .tracing import trace
from .world import World

TOO_LATE = "the time limit was reached before one was proved"

_Key: TypeAlias = tuple[FindingKind, str]


class Refused(Exception):  # noqa: N818 - an answer, not a mistake
    """A draft that mends nothing or brings something; the argument says what."""


class Remedies:
    """Tries drafts on one rulebook, of which a report says what was found out.

    `known` holds in every possible situation and is more than a cone may say. After `deadline`, on the monotonic clock,
    nothing is found out any more.
    """

    def __init__(
        self, report: Report, amendable: Amendable, world: World, prover: Prover, known: Term, deadline: float
    ) -> None:
        self._report = report
        self._amendable = amendable
        self._world = world
        self._prover = prover
        self._known = known
        self._deadline = deadline
        self._failing = {
            (tally.kind, tally.sentence)
            for tally in report.tallies
            if tally.verdict in {Verdict.REFUTED, Verdict.VACUOUS}
        }
        self._traced = {finding.message for finding in trace(report.rulebook)}

    @cached_property
    def _before(self) -> dict[_Key, list[Obligation]]:
        """The obligations of the rulebook, by what they say."""
        found: dict[_Key, list[Obligation]] = {}
        for obligation in self._listed(self._world):
            found.setdefault((obligation.kind, obligation.sentence), []).append(obligation)
        return found

    def _listed(self, world: World) -> Iterator[Obligation]:
        """All that has to be proved of a rulebook; listing may take long too. Raises Undetermined."""
        for _, group in obligations(world):
            if time.monotonic() > self._deadline:
                raise Undetermined(TOO_LATE)
            yield from group

    def attempt(self, candidate: Candidate, finding: Finding, region: int | None) -> Draft:
        """The draft that a candidate is proved to be. Raises Refused, and Undetermined where it is not found out."""
        try:
            rulebook = self._amendable.amended(candidate.text)
        except RulebookError as error:
            raise Refused(error.diagnostics[0].message) from None
        self._trace(rulebook)
        self._show(rulebook, finding, region)
        world = World(rulebook, self._world.terms)
        after = list(self._listed(world))
        mended = self._mended(world, candidate, finding)
        proved, further = self._nowhere(finding, mended, after)
        proved += self._somewhere(after)
        changing = [*self._changing(world)]
        proved += self._cases(world, {ruling for ruling, _ in changing})
        held = self._holding([formula for _, formula in changing])
        changes = tuple(ruling for ruling, formula in changing if formula in held)
        also = tuple(self._settled(finding, after))
        return Draft(candidate.kind, candidate.text, region, also, further, changes, proved)

    def _trace(self, rulebook: Rulebook) -> None:
        for finding in trace(rulebook):
            if finding.message not in self._traced:
                raise Refused(finding.message)

    def _show(self, rulebook: Rulebook, finding: Finding, region: int | None) -> None:
        """See that the example of a region is settled, by the reference evaluator."""
        if region is not None and finding.ruling:
            witness = finding.regions[region].witness
            outcome = Evaluation(rulebook, witness.situation).outcome(Place(finding.ruling, witness.subject))
            if outcome.kind is not Kind.VALUE:
                raise Refused(f"{finding.message} still")

    def _mended(self, world: World, candidate: Candidate, finding: Finding) -> Term:
        """Where the finding is that a draft is to mend: for a new clause, where that says that it applies."""
        t = self._world.terms
        scenes = [each.scene for each in self._told(finding)]
        where = t.disjunction(scene.formula for scene in scenes)
        if not candidate.clause:
            return where
        own = world.rulebook.clauses[candidate.clause].own
        return t.conjunction((where, world.encoder.true(own, scenes[0].names)))

    def _told(self, finding: Finding) -> list[Obligation]:
        """The obligations whose failing is told as a finding."""
        return [
            each
            for obligations_ in self._before.values()
            for each in obligations_
            if (each.kind, each.problem, each.ruling) == (finding.kind, finding.message, finding.ruling)
        ]

    def _nowhere(self, finding: Finding, mended: Term, after: Sequence[Obligation]) -> tuple[int, tuple[str, ...]]:
        """Prove that the finding is gone where it is to be mended, and that nothing fails that did not before.

        Gives how many sentences were proved, and the findings there were that reach further now.
        """
        t = self._world.terms
        told = {each.sentence for each in self._told(finding)}
        never: dict[Term, str] = {}
        further: dict[Term, str] = {}
        for obligation in after:
            if obligation.sense is not Sense.NOWHERE:
                continue
            key, formula = (obligation.kind, obligation.sentence), obligation.scene.formula
            before = t.disjunction(each.scene.formula for each in self._before.get(key, []))
            new = t.conjunction((formula, t.negation(before)))
            (further if key in self._failing else never).setdefault(new, obligation.problem)
            if obligation.kind is finding.kind and obligation.sentence in told:
                never.setdefault(t.conjunction((formula, mended)), f"{obligation.problem} still")
        for formulas in (never, further):
            formulas.pop(t.false, None)
        for held in self._lots(list(never)):
            raise Refused(next(problem for formula, problem in never.items() if formula in held))
        held = self._holding(further)
        return len(never), tuple(dict.fromkeys(problem for formula, problem in further.items() if formula in held))

    def _somewhere(self, after: Sequence[Obligation]) -> int:
        """Prove that every clause still serves, and the new ones do."""
        needed: dict[Term, str] = {}
        for obligation in after:
            key = (obligation.kind, obligation.sentence)
            if obligation.sense is not Sense.SOMEWHERE or key in self._failing:
                continue
            if all(each.scene.formula is not obligation.scene.formula for each in self._before.get(key, [])):
                needed.setdefault(obligation.scene.formula, obligation.problem)
        held = self._holding(needed)
        for formula, problem in needed.items():
            if formula not in held:
                raise Refused(problem)
        return len(needed)

    def _cases(self, world: World, changed: set[str]) -> int:
        """Prove that no case fails that did not: of those that expect something of what may come out otherwise."""
        failed = {each.subject for each in self._report.findings if each.kind is FindingKind.FAILED}
        concerned = [
            case
            for case in world.rulebook.cases
            if case.title not in failed and any(place.name in changed for place in case.expected)
        ]
        if concerned:
            prover = Prover(world, self._prover.process)
            with prover.inquiry(world.everything, [self._known, *world.axioms(world.everything)]) as inquiry:
                for case in concerned:
                    found = failure(world.rulebook, try_case(world.rulebook, case, failing(inquiry)))
                    if found:
                        raise Refused(found.message)
        return len(concerned)

    def _settled(self, finding: Finding, after: Sequence[Obligation]) -> Iterator[str]:
        """The other findings that are nowhere any more."""
        t = self._world.terms
        now: dict[_Key, Term] = {}
        for obligation in after:
            key = (obligation.kind, obligation.sentence)
            now[key] = t.disjunction((now.get(key, t.false), obligation.scene.formula))
        told = {each.sentence for each in self._told(finding)}
        changed: dict[str, Term] = {}
        for key, before in self._before.items():
            failed = key in self._failing and before[0].sense is Sense.NOWHERE and key[1] not in told
            formula = now.get(key, t.false)
            if failed and formula is not t.disjunction(each.scene.formula for each in before):
                changed[before[0].problem] = formula
        held = self._holding(changed.values())
        yield from (problem for problem, formula in changed.items() if formula not in held)

    def _changing(self, world: World) -> Iterator[tuple[str, Term]]:
        """Of every ruling that was settled somewhere and may come out otherwise, where that is."""
        t, decider = self._world.terms, self._world.decider
        for ruling in self._report.rulebook.rulings.values():
            index = index_symbol(decider, ruling)
            before = decider.decision(ruling, index)
            now = world.decider.decision(world.rulebook.rulings[ruling.name], index)
            here, _ = decider.encoder.anywhere([ruling.index] if ruling.index else [])
            stays = t.disjunction(
                (
                    same(decider, before, now),
                    *(before.gap, before.clash, before.undefined),
                    t.negation(t.disjunction((before.arises, now.arises))),
                )
            )
            formula = t.conjunction((here, t.negation(stays)))
            if formula is not t.false:
                yield ruling.name, formula

    def _holding(self, formulas: Iterable[Term]) -> set[Term]:
        """Those that hold in some situation."""
        return {formula for held in self._lots(list(formulas)) for formula in held}

    def _lots(self, formulas: Sequence[Term]) -> Iterator[set[Term]]:
        """The same, as they are found."""
        if formulas:
            with self._inquiry(self._world.cone(formulas)) as inquiry:
                yield from (held for held in holding(inquiry, formulas) if held)

    def _inquiry(self, cone: frozenset[str]) -> AbstractContextManager[Inquiry]:
        return self._prover.inquiry(cone, [self._known, *self._world.axioms(cone)])
