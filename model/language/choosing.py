"""A rulebook under some values of its options and readings: they take the place of these, as a `decide` would put them.

Nothing is left that depends on another value: what applies only there has nothing to do any more.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from .contents import Contents, replaced
from .expression import Const
from .rulebook import Chosen, Place, Rulebook
from .types import Value


def choose(rulebook: Rulebook, values: Mapping[str, Value]) -> Rulebook:
    """The rulebook with values of their types in place of some of its options and readings.

    Cases that give one of them another value are left out; they are in its `chosen`.
    """
    chosen = tuple(_chosen(rulebook, name, value) for name, value in values.items())
    unfit = {case.span for each in chosen for case in each.unfit}
    fitting = replace(_contents(rulebook), cases=tuple(case for case in rulebook.cases if case.span not in unfit))
    contents, constants = replaced(fitting, {each.fact.name: Const(each.value, each.fact.type) for each in chosen})
    return replace(
        rulebook,
        facts=MappingProxyType(contents.facts),
        lets=MappingProxyType(contents.lets),
        always=contents.always,
        rulings=MappingProxyType(contents.rulings),
        parts=contents.parts,
        clauses=MappingProxyType(contents.clauses),
        claims=contents.claims,
        cases=contents.cases,
        changes=contents.changes,
        settling_order=tuple(name for name in rulebook.settling_order if name in contents.facts),
        constants=MappingProxyType({**rulebook.constants, **constants}),
        chosen=(*rulebook.chosen, *chosen),
    )


def _chosen(rulebook: Rulebook, name: str, value: Value) -> Chosen:
    place = Place(name)
    unfit = tuple(case for case in rulebook.cases if case.given.get(place, value) != value)
    return Chosen(rulebook.facts[name], value, unfit)


def _contents(rulebook: Rulebook) -> Contents:
    """What its statements say."""
    return Contents(
        source=rulebook.source,
        facts=dict(rulebook.facts),
        lets=dict(rulebook.lets),
        always=rulebook.always,
        rulings=dict(rulebook.rulings),
        parts=rulebook.parts,
        clauses=dict(rulebook.clauses),
        notes=rulebook.notes,
        claims=rulebook.claims,
        dependences=rulebook.dependences,
        turnings=rulebook.turnings,
        cases=rulebook.cases,
        decisions=rulebook.decisions,
        changes=rulebook.changes,
    )
