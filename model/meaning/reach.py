"""Which facts rulings depend on."""

from collections.abc import Iterable

from ..language.expression import Expression, FactRef, RulingRef
from ..language.rulebook import Rulebook, Ruling
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
