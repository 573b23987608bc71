"""The derived criteria as terms (`docs/proofs.md`, "How all of a finding is told")."""

from .criterion import Apart, Astray, Derived, Differ, Faulty, Unsound
from .decide import Decider, Decision
from .term import Term


def holds(decider: Decider, decision: Decision, subject: Derived) -> Term:
    """Where a derived criterion is true of its ruling, at the index of a decision."""
    if subject.ruling != decision.ruling.name:
        decision = _at_same_index(decider, decision, subject.ruling)
    match subject:
        case Unsound(_, effect):
            return unsound(decider, decision, effect)
        case Faulty(_, effect):
            return decider.terms.disjunction(instance.fault for instance in decision.reaches[effect].instances)
        case Astray(_, effect):
            return astray(decider, decision, effect)
        case Differ(_, first, second):
            return differ(decider, decision, first, second)
        case Apart(_, other):
            return apart(decider, decision, _at_same_index(decider, decision, other))


def _at_same_index(decider: Decider, decision: Decision, ruling: str) -> Decision:
    return decider.decision(decider.rulebook.rulings[ruling], decision.index)


def apart(decider: Decider, one: Decision, other: Decision) -> Term:
    """Where two rulings both have a value, and not the same."""
    t = decider.terms
    differ = t.negation(t.equal(one.value, other.value))
    return t.conjunction((one.decided(t), other.decided(t), differ))


def unsound(decider: Decider, decision: Decision, effect: int) -> Term:
    """Where an effect applies and gives no value of the ruling's type."""
    t = decider.terms
    return t.disjunction(
        t.conjunction((instance.applies, t.negation(decider.sound(decision.ruling, instance.value))))
        for instance in decision.reaches[effect].instances
    )


def astray(decider: Decider, decision: Decision, effect: int) -> Term:
    """Where an effect applies, or its condition is a fault, and what it is aimed at is not at the table."""
    t, reach = decider.terms, decision.reaches[effect]
    if reach.effect.index is None:
        return t.false
    cases = []
    for here, names in decider.bindings(reach.clause, None, None):
        condition = decider.condition(reach.clause, names)
        target = decider.encoder.index(reach.effect.index, names)
        meant = t.disjunction((decider.encoder.logic.true(condition), condition.fault))
        cases.append(t.conjunction((here, meant, t.negation(target.defined))))
    return t.disjunction(cases)


def differ(decider: Decider, decision: Decision, first: int, second: int) -> Term:
    """Where two effects apply and name different values of the ruling's type."""
    t, ruling = decider.terms, decision.ruling
    return t.disjunction(
        t.conjunction(
            (
                one.applies,
                other.applies,
                decider.sound(ruling, one.value),
                decider.sound(ruling, other.value),
                t.negation(t.equal(one.value.value, other.value.value)),
            )
        )
        for one in decision.reaches[first].instances
        for other in decision.reaches[second].instances
    )
