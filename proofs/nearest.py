"""The clauses that nearly decide a situation, and what their conditions lack."""

from dataclasses import replace

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation

from .finding import Finding, FindingKind, Nearest, Witness
from .lacking import lacking

MOST = 3  # clauses under one gap


def nearest(evaluation: Evaluation, place: Place) -> tuple[Nearest, ...]:
    """The clauses that would decide a ruling but for the fewest failing parts, the nearest first."""
    found: list[Nearest] = []
    aimed = [
        (clause, bindings)
        for clause, effect in evaluation.rulebook.effects[place.name]
        for bindings in evaluation.instances(clause)
        if evaluation.target(effect.index, bindings) == place.index
    ]
    for clause, bindings in aimed:
        lacks = None if clause.when is None else lacking(evaluation, clause.when, bindings, len(aimed))
        if lacks is not None:
            seats = {name: seat for name, seat in bindings.items() if isinstance(seat, int)}
            found.append(Nearest(clause.id, seats, lacks.parts))
    found.sort(key=_lack)
    best: dict[str, Nearest] = {}
    for near in found:
        if len(near.failing) <= len(found[0].failing) + 1:
            best.setdefault(near.clause, near)
    return tuple(best.values())[:MOST]


def near(rulebook: Rulebook, finding: Finding, witness: Witness) -> tuple[Nearest, ...]:
    """The clauses that nearly decide a gap's situation; those that make another finding are named with it."""
    if finding.kind is not FindingKind.GAP or finding.ruling is None:
        return ()
    return nearest(Evaluation(rulebook, witness.situation), Place(finding.ruling, witness.subject))


def with_nearest(rulebook: Rulebook, finding: Finding) -> Finding:
    """A finding, each of its regions with the clauses that nearly decide its situation."""
    regions = (replace(each, nearest=near(rulebook, finding, each.witness)) for each in finding.regions)
    return replace(finding, regions=tuple(regions))


def without_nearest(finding: Finding) -> Finding:
    """The same without them, as it is kept: they are found anew."""
    return replace(finding, regions=tuple(replace(each, nearest=()) for each in finding.regions))


def _lack(near: Nearest) -> int:
    return len(near.failing)
