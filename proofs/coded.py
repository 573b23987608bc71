"""What the encoder makes of an expression: its value, and whether it has one."""

from collections.abc import Iterable
from dataclasses import dataclass

from .term import Term, Terms


@dataclass(frozen=True, slots=True)
class Coded:
    """An expression as terms. Where `defined` is false `value` means nothing, and `fault` tells why.

    `fault` is true where the expression is undefined for an index or a `first` (not merely for a ruling without a
    value); it is never true where `defined` is.
    """

    value: Term
    defined: Term
    fault: Term


class Logic:
    """Kleene's logic over coded expressions, case for case as in the reference evaluator."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def sure(self, value: Term) -> Coded:
        """What always has a value."""
        return Coded(value, self.terms.true, self.terms.false)

    def true(self, coded: Coded) -> Term:
        """Where it is true; an undefined condition is not."""
        return self.terms.conjunction((coded.defined, coded.value))

    def false(self, coded: Coded) -> Term:
        """Where it is false; an undefined condition is not."""
        return self.terms.conjunction((coded.defined, self.terms.negation(coded.value)))

    def undecided(self, coded: Coded) -> Term:
        """Where it is undefined merely for a ruling without a value."""
        return self.terms.negation(self.terms.disjunction((coded.defined, coded.fault)))

    def negation(self, operand: Coded) -> Coded:
        """Kleene's not."""
        return Coded(self.terms.negation(operand.value), operand.defined, operand.fault)

    def conjunction(self, operands: Iterable[Coded]) -> Coded:
        """Kleene's and: false as soon as one operand is."""
        t, operands = self.terms, tuple(operands)
        refuted = t.disjunction(self.false(operand) for operand in operands)
        complete = t.conjunction(operand.defined for operand in operands)
        fault = t.conjunction((t.negation(refuted), t.disjunction(operand.fault for operand in operands)))
        return Coded(t.conjunction(o.value for o in operands), t.disjunction((refuted, complete)), fault)

    def disjunction(self, operands: Iterable[Coded]) -> Coded:
        """Kleene's or: true as soon as one operand is."""
        return self.negation(self.conjunction(self.negation(operand) for operand in operands))

    def choice(self, condition: Coded, then: Coded, otherwise: Coded) -> Coded:
        """Kleene's if: an undefined condition does not matter where both branches have one value."""
        t = self.terms
        same = t.conjunction((then.defined, otherwise.defined, t.equal(then.value, otherwise.value)))
        defined = t.ite(condition.defined, t.ite(condition.value, then.defined, otherwise.defined), same)
        any_fault = t.disjunction((condition.fault, then.fault, otherwise.fault))
        fault = t.ite(condition.defined, t.ite(condition.value, then.fault, otherwise.fault), any_fault)
        value = t.ite(condition.value, then.value, otherwise.value)
        return Coded(value, defined, t.conjunction((fault, t.negation(defined))))

    def strict(self, value: Term, operands: Iterable[Coded]) -> Coded:
        """What is computed from operands all of which it needs."""
        operands = tuple(operands)
        defined = self.terms.conjunction(operand.defined for operand in operands)
        return Coded(value, defined, self.terms.disjunction(operand.fault for operand in operands))

    def where(self, condition: Term, coded: Coded, neutral: Term) -> Coded:
        """`coded` where `condition`, elsewhere `neutral`."""
        t = self.terms
        return Coded(
            t.ite(condition, coded.value, neutral),
            t.implication(condition, coded.defined),
            t.conjunction((condition, coded.fault)),
        )
