"""Obligations about single statements: claims, `always`, and the `when` of facts."""

from collections.abc import Iterator

from misdeal.model.language.expression import Expression, Implies, Quantified
from misdeal.model.language.rulebook import Always, Claim, Parameter, Rulebook
from misdeal.model.language.show import show

from .decide import Decider
from .encode import Names
from .finding import FindingKind
from .obligation import Obligation, Scene, Sense
from .term import Term


class Statements:
    """The obligations of the statements of one rulebook that decide nothing."""

    def __init__(self, rulebook: Rulebook, decider: Decider) -> None:
        self.rulebook = rulebook
        self.decider = decider

    def claim(self, claim: Claim) -> Iterator[Obligation]:
        """A claim is false nowhere, and true somewhere by more than an impossible premise."""
        logic = self.decider.encoder.logic
        false = logic.false(self.decider.encoder.code(claim.condition))
        told = f"“{claim.title}” holds wherever the rulings have a value"
        yield self._obligation(
            FindingKind.REFUTED, Sense.NOWHERE, told, f"the claim “{claim.title}” is false", false, claim
        )
        tried = self._tried(claim.condition, {}, 0)
        told = f"“{claim.title}” is put to the test somewhere"
        yield self._obligation(
            FindingKind.UNTRIED,
            Sense.SOMEWHERE,
            told,
            f"nothing puts the claim “{claim.title}” to the test",
            tried,
            claim,
        )

    def guards(self) -> Iterator[Obligation]:
        """Every `always`, and the `when` of every fact, is defined."""
        t, encoder = self.decider.terms, self.decider.encoder
        for always in self.rulebook.always:
            undefined = t.negation(encoder.code(always.condition).defined)
            if undefined is not t.false:
                shown = show(always.condition)
                yield Obligation(
                    FindingKind.UNDEFINED,
                    Sense.NOWHERE,
                    f"`always {shown}` is defined",
                    f"`always {shown}` is undefined and denies nothing",
                    Scene(t.true, undefined, {}, conditions=(always.condition,)),
                    always.span,
                    subject="always",
                )
        for fact in self.rulebook.facts.values():
            if fact.when is None:
                continue
            here, names = encoder.anywhere([fact.index] if fact.index else [])
            index = encoder.symbol(fact.index.type) if fact.index else None
            undefined = t.conjunction((here, t.negation(encoder.code(fact.when, names).defined)))
            if undefined is not t.false:
                yield Obligation(
                    FindingKind.UNDEFINED,
                    Sense.NOWHERE,
                    f"it is always clear whether `{fact.name}` arises",
                    f"the condition of the fact `{fact.name}` is undefined",
                    Scene(here, undefined, names, index, conditions=(fact.when,)),
                    fact.span,
                    subject=fact.name,
                )

    def _tried(self, condition: Expression, names: Names, depth: int) -> Term:
        """Where a claim is true with a premise that holds, for seats that index symbols stand for."""
        encoder, t = self.decider.encoder, self.decider.terms
        match condition:
            case Quantified("every", name, seat, body):
                here, bound = encoder.anywhere([Parameter(name, seat)], depth)
                return t.conjunction((here, self._tried(body, {**names, **bound}, depth + 1)))
            case Implies(premise, conclusion):
                return t.conjunction((encoder.true(premise, names), encoder.true(conclusion, names)))
            case _:
                return encoder.true(condition, names)

    def _obligation(
        self, kind: FindingKind, sense: Sense, sentence: str, problem: str, formula: Term, claim: Claim
    ) -> Obligation:
        return Obligation(
            kind, sense, sentence, problem, Scene(self.decider.terms.true, formula, {}), claim.span, subject=claim.title
        )


def denies(rulebook: Rulebook, always: Always) -> str:
    """The sentence of what an `always` is for."""
    line = always.span.line_from(rulebook.file)
    return f"the always in {line} denies something that the types and the others allow"
