"""Which facts rulings depend on."""

from collections.abc import Iterable

from ..language.expression import Expression, FactRef, RulingRef
from ..language.rulebook import Fact, Rulebook, Ruling
from ..language.types import Timeline
from ..language.walk import walk_expanded


def reached(rulebook: Rulebook, rulings: Iterable[Ruling], conditions: Iterable[Expression] = ()) -> frozenset[str]:
    """The facts that rulings and conditions depend on, through the rulings that they read and what is usual."""
    facts, seen = set[str](), set[str]()
    waiting: list[Expression | None] = list(conditions)
    for ruling in rulings:
        seen.add(ruling.name)
        waiting += rulebook.expressions(ruling.name)
    while waiting:
        this = waiting.pop()
        for part in () if this is None else walk_expanded(this, rulebook.lets):
            if isinstance(part, FactRef) and part.fact not in facts:
                facts.add(part.fact)
                waiting += [rulebook.facts[part.fact].when, rulebook.facts[part.fact].usually]
            if isinstance(part, RulingRef) and part.ruling not in seen:
                seen.add(part.ruling)
                waiting += rulebook.expressions(part.ruling)
    return frozenset(facts)


def stage_fact(rulebook: Rulebook) -> Fact | None:
    """The fact that says how far the coup or deal has come, None where there is none.

    Of the facts with a timeline for their type and without an index it is that on which most rulings depend, and of
    several such the first.
    """
    staged = [fact for fact in rulebook.facts.values() if isinstance(fact.type, Timeline) and fact.index is None]
    reaches = [reached(rulebook, [ruling]) for ruling in rulebook.rulings.values()]
    return max(staged, key=lambda fact: sum(fact.name in facts for facts in reaches), default=None)
