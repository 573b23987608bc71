"""Obligations about clauses: that each serves some purpose (dead, stray, shadowed, redundant, vacuous, unused).

All of them must hold somewhere. A clause's `for each` names are index symbols here: any seats at the table.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

from misdeal.model.language.expression import And, Expression, Or
from misdeal.model.language.rulebook import Clause, Part, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice
from misdeal.model.language.walk import children, rebuild

from .decide import Decider, Decision
from .encode import Names
from .finding import FindingKind
from .obligation import Obligation, Scene, Sense
from .outcomes import index_symbol
from .term import Term

_DECIDES = "decides {} somewhere"


class Service:
    """The obligations of the clauses of one rulebook."""

    def __init__(self, rulebook: Rulebook, decider: Decider) -> None:
        self.rulebook = rulebook
        self.decider = decider
        self.terms = decider.terms

    def alive(self, clause: Clause) -> Iterator[Obligation]:
        """The condition of some instance holds somewhere."""
        here, names = self.decider.encoder.anywhere(clause.each)
        formula = self.terms.conjunction((here, self.decider.encoder.true(clause.when, names)))
        yield self._needed(
            FindingKind.DEAD,
            f"`{clause.id}` applies somewhere",
            f"the condition of `{clause.id}` never holds",
            formula,
            clause,
        )

    def in_force(self, ruling: Ruling) -> Iterator[Obligation]:
        """Every effect applies somewhere in the scope, decides somewhere, and makes a difference there."""
        decision = self.decider.decision(ruling, index_symbol(self.decider, ruling))
        here = self._seated(ruling)
        by_clause: dict[str, list[int]] = {}
        for position, reach in enumerate(decision.reaches):
            by_clause.setdefault(reach.clause.id, []).append(position)
        for positions in by_clause.values():
            yield from self._in_force(decision, here, positions)

    def _in_force(self, decision: Decision, here: Term, positions: list[int]) -> Iterator[Obligation]:
        t, reaches, ruling = self.terms, [decision.reaches[at] for at in positions], decision.ruling.name
        clause = reaches[0].clause
        arises = t.conjunction((here, decision.arises))
        applies = t.conjunction((arises, t.disjunction(reach.applies for reach in reaches)))
        decides = t.conjunction((arises, t.disjunction(reach.decides for reach in reaches)))
        changes = t.conjunction((decides, t.negation(self._same_without(decision, positions))))
        for kind, sentence, problem, formula in (
            (FindingKind.STRAY, "applies somewhere where {} arises", "applies only where {} does not arise", applies),
            (FindingKind.SHADOWED, _DECIDES, "applies to {} but is overridden wherever it does", decides),
            (
                FindingKind.REDUNDANT,
                "makes a difference to {} somewhere",
                "could be left out: {} would come out the same",
                changes,
            ),
        ):
            holds, fails = (_said(clause, text, ruling) for text in (sentence, problem))
            yield self._needed(kind, holds, fails, formula, clause, ruling)

    def _same_without(self, decision: Decision, positions: list[int]) -> Term:
        """Where a ruling comes out the same without some effects, wherever one of them applies."""
        mates = reduce(or_, (self.decider.mates(decision.ruling)[at] for at in positions))
        present = [at for at in range(len(decision.reaches)) if mates >> at & 1]
        rest = [at for at in present if at not in positions]
        return same(self.decider, self.decider.among(decision, present), self.decider.among(decision, rest))

    def operands(self, clause: Clause) -> Iterator[Obligation]:
        """Every operand of an `and` or `or` in a condition matters somewhere."""
        if clause.own is None:
            return
        here, names = self.decider.encoder.anywhere(clause.each)
        whole = self.decider.encoder.true(clause.when, names)
        joined = self._parts_of(clause)
        for operand, shorter in shortened(clause.own):
            changed = self._all_true([*joined, shorter], names)
            formula = self.terms.conjunction((here, self.terms.negation(self.terms.equal(whole, changed))))
            yield self._vacuous(f"`{clause.id}`", operand, formula, clause)

    def parts(self, part: Part) -> Iterator[Obligation]:
        """Every conjunct of a part's condition matters to some clause under it."""
        clauses = [clause for clause in self.rulebook.clauses.values() if part.id in clause.parts]
        if part.when is None or not clauses:
            return
        for operand, shorter in operands_of(part.when):
            formula = self.terms.disjunction(self._differs_with(clause, part, shorter) for clause in clauses)
            yield self._vacuous(f"part `{part.id}`", operand, formula, part)

    def values(self, ruling: Ruling) -> Iterator[Obligation]:
        """Every value of a choice is given somewhere, or is the default."""
        if not isinstance(ruling.type, Choice):
            return
        decision = self.decider.decision(ruling, index_symbol(self.decider, ruling))
        here, t = self.terms.conjunction((self._seated(ruling), decision.arises)), self.terms
        for value, name in enumerate(ruling.type.values):
            if value == ruling.otherwise:
                continue
            given = t.disjunction(
                t.conjunction(
                    (
                        reach.decides,
                        instance.applies,
                        instance.value.defined,
                        t.equal(instance.value.value, t.number(value)),
                    )
                )
                for reach in decision.reaches
                for instance in reach.instances
            )
            yield self._needed(
                FindingKind.UNUSED,
                f"some clause decides that `{ruling.name}` is `{name}` somewhere",
                f"no clause ever decides that `{ruling.name}` is `{name}`",
                t.conjunction((here, given)),
                ruling,
                ruling.name,
                subject=name,
            )

    def _vacuous(self, whose: str, operand: Expression, formula: Term, at: Clause | Part) -> Obligation:
        shown = show(operand)
        return self._needed(
            FindingKind.VACUOUS,
            f"`{shown}` matters to {whose} somewhere",
            f"`{shown}` in {whose} makes no difference: the rest says as much",
            formula,
            replace(at, span=operand.span) if operand.span.line else at,
            subject=shown,
        )

    def _needed(
        self,
        kind: FindingKind,
        sentence: str,
        problem: str,
        formula: Term,
        at: Clause | Part | Ruling,
        ruling: str | None = None,
        subject: str | None = None,
    ) -> Obligation:
        clauses = (at.id,) if isinstance(at, Clause) else ()
        scene = Scene(self.terms.true, formula, {})
        return Obligation(kind, Sense.SOMEWHERE, sentence, problem, scene, at.span, ruling, clauses, subject)

    def _seated(self, ruling: Ruling) -> Term:
        here, _ = self.decider.encoder.anywhere([ruling.index] if ruling.index else [])
        return here

    def _all_true(self, conditions: list[Expression], names: Names) -> Term:
        codes = [self.decider.encoder.code(condition, names) for condition in conditions]
        return self.terms.conjunction(self.decider.encoder.logic.true(code) for code in codes)

    def _parts_of(self, clause: Clause) -> list[Expression]:
        return [part.when for part in self.rulebook.parts if part.id in clause.parts and part.when is not None]

    def _differs_with(self, clause: Clause, part: Part, shorter: Expression | None) -> Term:
        """Where the condition of a clause comes out otherwise with another condition of a part."""
        here, names = self.decider.encoder.anywhere(clause.each)
        conditions = [shorter if one is part else one.when for one in self.rulebook.parts if one.id in clause.parts]
        changed = self._all_true([one for one in (*conditions, clause.own) if one is not None], names)
        same = self.terms.equal(self.decider.encoder.true(clause.when, names), changed)
        return self.terms.conjunction((here, self.terms.negation(same)))


def decides(clause: Clause, ruling: str) -> str:
    """The sentence of the obligation that a clause decides a ruling somewhere."""
    return _said(clause, _DECIDES, ruling)


def _said(clause: Clause, text: str, ruling: str) -> str:
    return f"`{clause.id}` {text.format(f'`{ruling}`')}"


def same(decider: Decider, one: Decision, other: Decision) -> Term:
    """Where two decisions of a ruling come out the same; explicit and default values count as different."""
    t = decider.terms
    agree = t.conjunction((one.valued, other.valued, t.equal(one.value, other.value)))
    kinds = (
        (one.defaulted, other.defaulted),
        (one.gap, other.gap),
        (one.clash, other.clash),
        (one.undefined, other.undefined),
    )
    return t.disjunction((agree, *(t.conjunction(pair) for pair in kinds)))


def operands_of(condition: Expression) -> Iterator[tuple[Expression, Expression | None]]:
    """The same of the condition of a part, which is itself an operand of those that it joins."""
    if not isinstance(condition, And):
        yield condition, None
    yield from shortened(condition)


def shortened(condition: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Each operand of an `and` or `or` in a condition, with the condition without it."""
    if isinstance(condition, And | Or):
        for at, operand in enumerate(condition.operands):
            rest = (*condition.operands[:at], *condition.operands[at + 1 :])
            yield operand, rest[0] if len(rest) == 1 else replace(condition, operands=rest)
    parts = children(condition)
    for at, part in enumerate(parts):
        for operand, shorter in shortened(part):
            yield operand, rebuild(condition, (*parts[:at], shorter, *parts[at + 1 :]))
