"""Findings that need no solver: what the source lists and the rulebook reaches (uncited, unencoded, unused)."""

from collections.abc import Iterator

from misdeal.model.language.expression import Call, Expression, FactRef
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.walk import walk_expanded

from .finding import Finding, FindingKind


def trace(rulebook: Rulebook) -> Iterator[Finding]:
    """What is cited from nowhere, what is not encoded, and what nothing reaches."""
    if rulebook.source:
        yield from _untraced(rulebook)
    yield from _unused(rulebook)


def _untraced(rulebook: Rulebook) -> Iterator[Finding]:
    assert rulebook.source
    encoded = {note.id for note in rulebook.notes}
    for clause in rulebook.clauses.values():
        encoded.update(clause.paragraphs)
        if not clause.paragraphs:
            message = f"`{clause.id}` encodes no paragraph that the source lists"
            yield Finding(FindingKind.UNCITED, message, clause.span, clauses=(clause.id,))
    for paragraph in rulebook.source.paragraphs:
        if paragraph not in encoded:
            message = f"no clause and no note encodes paragraph `{paragraph}`"
            yield Finding(FindingKind.UNENCODED, message, rulebook.source.span, subject=paragraph)


def _unused(rulebook: Rulebook) -> Iterator[Finding]:
    reached = _reached(rulebook)
    declared = [(name, fact.span) for name, fact in rulebook.facts.items()]
    declared += [(name, let.span) for name, let in rulebook.lets.items()]
    for name, span in declared:
        if name not in reached:
            message = f"no always, scope, clause or claim reaches `{name}`"
            yield Finding(FindingKind.UNUSED, message, span, subject=name)


def _reached(rulebook: Rulebook) -> frozenset[str]:
    """The facts, options and lets that an always, a scope, a clause or a claim reaches."""
    waiting: list[Expression | None] = [always.condition for always in rulebook.always]
    waiting += [ruling.when for ruling in rulebook.rulings.values()]
    waiting += [claim.condition for claim in rulebook.claims]
    for clause in rulebook.clauses.values():
        waiting += [clause.when, *(part for effect in clause.effects for part in (effect.index, effect.value))]
    reached = {name for dependence in rulebook.dependences for name in dependence.facts}
    waiting += [rulebook.facts[name].when for name in reached]
    while waiting:
        expression = waiting.pop()
        for part in walk_expanded(expression, rulebook.lets) if expression is not None else ():
            if isinstance(part, Call):
                reached.add(part.let)
            elif isinstance(part, FactRef) and part.fact not in reached:
                reached.add(part.fact)
                waiting.append(rulebook.facts[part.fact].when)
    return frozenset(reached)
