"""Whether `check` would report otherwise on a mutant of a rulebook, without proving all of it anew.

Both share facts and `always`, so both are put into the same terms: where formulas are one term nothing is asked, and
elsewhere one question finds a situation in which they differ. That is enough to look for a difference: a case that
fails; a name that nothing reads; a gap where there was none, or none where there was one; a clash, an undefined value,
a false claim that is new, or a claim that is no longer false in its witness; a clause, an effect, an operand that no
longer serves a purpose.
"""

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from misdeal.model.language.rulebook import Case, Place, Rulebook, Ruling
from misdeal.model.language.types import Seat, first_value
from misdeal.model.language.walk import rulings_read
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.alterations import Manner
from misdeal.proofs.decide import Decider, Decision
from misdeal.proofs.examiner import Examiner, Task
from misdeal.proofs.inquiry import Inquiry, Prover
from misdeal.proofs.judge import Judge, differ
from misdeal.proofs.mutants import Mutant, Subject
from misdeal.proofs.mutation_records import Standing
from misdeal.proofs.obligation import Obligation, Sense
from misdeal.proofs.outcomes import Outcomes, index_symbol
from misdeal.proofs.protection import Protection
from misdeal.proofs.service import Service
from misdeal.proofs.solve import Process
from misdeal.proofs.statements import Statements
from misdeal.proofs.term import Term
from misdeal.proofs.tracing import trace
from misdeal.proofs.world import World

from .worlds import read_by

PATIENCE = 600.0  # seconds


@contextmanager
def comparing(rulebook: Rulebook) -> Generator["Comparison"]:
    """What mutants of a rulebook are compared with."""
    world = World(rulebook)
    with Process(time.monotonic() + PATIENCE) as process:
        prover = Prover(world, process)
        with prover.inquiry(world.everything, world.axioms(world.everything)) as inquiry:
            yield Comparison(world, prover, inquiry)


class Comparison:
    """A rulebook and what is reported of it."""

    def __init__(self, world: World, prover: Prover, inquiry: Inquiry) -> None:
        self.rulebook = world.rulebook
        self._world = world
        self._terms = world.terms
        self._inquiry = inquiry
        self._examiner = Examiner(world, prover, world.terms.true, regions=1)

    def difference(self, mutant: Mutant) -> str:
        """What is reported otherwise of a mutant; empty where nothing is."""
        decider = Decider(mutant.rulebook, self._terms)
        looks = (self._case, self._trace, self._outcome, self._claim, self._service)
        return next((told for look in looks if (told := look(mutant, decider))), "")

    def differs(self, mutant: Mutant) -> bool:
        """Whether some ruling of a mutant comes out otherwise in some possible situation."""
        return Judge(Protection((), (), ()), self._inquiry).fate(mutant).standing is not Standing.SAME

    def _case(self, mutant: Mutant, _: Decider) -> str:
        """A case that comes out as it must, and in the mutant does not."""
        for case, situation in self._precedents:
            before, after = Evaluation(self.rulebook, situation), Evaluation(mutant.rulebook, situation)
            if any(before.outcome(at).value == value != after.outcome(at).value for at, value in case.expected.items()):
                return f"failed: {case.title}"
        return ""

    def _trace(self, mutant: Mutant, _: Decider) -> str:
        """What needs no solver: a name that nothing reads, a clause from nowhere."""
        before = {finding.message for finding in trace(self.rulebook)}
        return next((each.message for each in trace(mutant.rulebook) if each.message not in before), "")

    def _outcome(self, mutant: Mutant, decider: Decider) -> str:
        """A gap, clash or undefined value in a situation in which there was none, or none where there was one."""
        for ruling in mutant.touched():
            before = {each.problem: each for each in _outcomes(self._world.decider, ruling)}
            after = {each.problem: each for each in _outcomes(decider, ruling)}
            for problem in dict.fromkeys((*before, *after)):
                if self._holds(self._apart(before.get(problem), after.get(problem))):
                    return problem
        return ""

    def _apart(self, before: Obligation | None, after: Obligation | None) -> Iterator[Term]:
        """Where one fails and the other, examined there too, does not; an obligation that is not there never fails."""
        t = self._terms
        for one, other in ((before, after), (after, before)):
            if one is not None:
                elsewhere = t.negation(other.scene.formula) if other else t.true
                yield t.conjunction((one.scene.formula, other.scene.examined if other else t.true, elsewhere))

    def _claim(self, mutant: Mutant, decider: Decider) -> str:
        """A claim that is false for the first time, or true in the situation that is told of it."""
        statements = Statements(mutant.rulebook, decider)
        for claim in mutant.rulebook.claims:
            refuted = next(each for each in statements.claim(claim) if each.sense is Sense.NOWHERE)
            if claim.title not in self._false:
                if self._holds([refuted.scene.formula]):
                    return refuted.problem
            elif not Evaluation(mutant.rulebook, self._false[claim.title]).fails(claim.condition):
                return f"not there: {refuted.problem}"
        return ""

    def _service(self, mutant: Mutant, decider: Decider) -> str:
        """A clause, effect, operand, value or claim that serves no purpose, where all of the rulebook's do."""
        needed = [each for each in _needed(mutant, decider) if each.scene.formula not in self._met]
        findings = self._examiner.examine(Task("service", somewhere=tuple(needed))).findings
        return findings[0].message if findings else ""

    def holes(self, mutant: Mutant) -> tuple[str, ...]:
        """The rulings that altered clauses decide and that are undecided where they were not."""
        decider, rulings = Decider(mutant.rulebook, self._terms), mutant.rulebook.rulings
        return tuple(name for name in sorted(mutant.rulings) if self._holds(self._undecided(decider, rulings[name])))

    def echoes(self, mutant: Mutant) -> str:
        """A finding about a ruling that reads those which altered clauses decide, and that is theirs alone.

        It is in a situation in which there was none, and each ruling that is read comes out as before or not at all.
        """
        decider, t = Decider(mutant.rulebook, self._terms), self._terms
        for ruling in mutant.touched():
            read = _read(self.rulebook, ruling)
            if ruling.name in mutant.rulings or not read & mutant.rulings:
                continue
            kept = t.conjunction(self._kept(decider, self.rulebook.rulings[name]) for name in sorted(read))
            before = {each.problem: each.scene.formula for each in _outcomes(self._world.decider, ruling)}
            for each in _outcomes(decider, ruling):
                new = t.negation(before.get(each.problem, t.false))
                if self._holds([t.conjunction((each.scene.formula, new, kept))]):
                    return each.problem
        return ""

    def _kept(self, decider: Decider, ruling: Ruling) -> Term:
        """Where a ruling comes out as before, or not at all, at every index at the table."""
        t = self._terms
        every = (decider.index_of(Place(ruling.name, at), ruling) for at in decider.encoder.indices(ruling.index))
        decisions = [decider.decision(ruling, index) for index in every]
        return t.conjunction(
            t.disjunction((t.conjunction((one.arises, t.negation(one.decided(t)))), t.negation(self._changed(one))))
            for one in decisions
        )

    def _undecided(self, decider: Decider, ruling: Ruling) -> Iterator[Term]:
        """Where a ruling has no value and had one."""
        t, index = self._terms, index_symbol(decider, ruling)
        one, other = self._world.decider.decision(ruling, index), decider.decision(ruling, index)
        here = self._seated(ruling, index)
        yield t.conjunction((here, one.decided(t), other.arises, t.negation(other.decided(t))))

    def _changed(self, decision: Decision) -> Term:
        """Where a ruling of a mutant comes out otherwise at an index at the table."""
        ruling, index = self.rulebook.rulings[decision.ruling.name], decision.index
        before = self._world.decider.decision(ruling, index)
        return self._terms.conjunction((self._seated(ruling, index), differ(self._world, before, decision)))

    def _seated(self, ruling: Ruling, index: Term | None) -> Term:
        """Where an index is at the table."""
        seat = ruling.index is not None and isinstance(ruling.index.type, Seat)
        return self._world.encoder.at_table(index) if seat and index is not None else self._terms.true

    def _holds(self, terms: Iterable[Term]) -> bool:
        """Whether one of some terms holds in a possible situation."""
        any_ = self._terms.disjunction(terms)
        return any_ is not self._terms.false and self._inquiry.holds([any_])

    @cached_property
    def _precedents(self) -> tuple[tuple[Case, Situation], ...]:
        """The situations of the cases; options left out have their first value."""
        return tuple(_situations(self.rulebook))

    @cached_property
    def _false(self) -> dict[str, Situation]:
        """The claims that are refuted, each with the situation that is told of it."""
        statements = Statements(self.rulebook, self._world.decider)
        every = [each for claim in self.rulebook.claims for each in statements.claim(claim)]
        refuted = tuple(each for each in every if each.sense is Sense.NOWHERE)
        failed = self._examiner.examine(Task("claims", nowhere=refuted)).failed
        findings = [told for each in failed for told in self._examiner.tell(refuted[each]).findings]
        return {each.subject: each.witness.situation for each in findings if each.subject and each.witness}

    @cached_property
    def _met(self) -> frozenset[Term]:
        """The formulas of what serves a purpose in the rulebook: all of it."""
        whole = Mutant(
            Subject("", ""),
            Manner.STRUCK,
            "",
            self.rulebook,
            frozenset(self.rulebook.clauses),
            frozenset(self.rulebook.rulings),
        )
        needed = _needed(whole, self._world.decider)
        assert not self._examiner.examine(Task("service", somewhere=needed)).findings
        return frozenset(each.scene.formula for each in needed)


def _situations(rulebook: Rulebook) -> Iterator[tuple[Case, Situation]]:
    for case in rulebook.cases:
        first = {Place(option.name): first_value(option.type) for option in rulebook.options}
        players = case.players or (rulebook.table.usual if rulebook.table else 0)
        situation = settle(rulebook, players, {**first, **case.given}, usual=True)
        assert not isinstance(situation, Unsettled)
        yield case, situation


def _read(rulebook: Rulebook, ruling: Ruling) -> frozenset[str]:
    """The rulings that a ruling reads, not those that these read."""
    return frozenset[str]().union(*(rulings_read(part, rulebook.lets) for part in read_by(rulebook, ruling)))


def _outcomes(decider: Decider, ruling: Ruling) -> list[Obligation]:
    outcomes = Outcomes(decider.rulebook, decider, ruling)
    return [*outcomes.gap(), *outcomes.clashes(), *outcomes.undefined()]


def _needed(mutant: Mutant, decider: Decider) -> tuple[Obligation, ...]:
    """What must hold somewhere of the altered clauses, their parts, the rulings touched and the claims."""
    rulebook = mutant.rulebook
    service, statements = Service(rulebook, decider), Statements(rulebook, decider)
    clauses = [rulebook.clauses[id_] for id_ in sorted(mutant.clauses & rulebook.clauses.keys())]
    groups: list[Sequence[Obligation]] = [[*service.alive(clause), *service.operands(clause)] for clause in clauses]
    groups += [list(service.parts(part)) for part in rulebook.parts]
    groups += [[*service.in_force(ruling), *service.values(ruling)] for ruling in mutant.touched()]
    groups += [[each for each in statements.claim(c) if each.sense is Sense.SOMEWHERE] for c in rulebook.claims]
    return tuple(each for group in groups for each in group)
