"""From an obligation that fails to its finding: witness, regions, options, nearest clauses, all replayed."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TypeAlias

from .criterion import TooManyCriteria, criteria
from .dependence import pair
from .finding import Finding, Region, Witness
from .inquiry import Inquiry, Undetermined, Unusual
from .naming import named
from .nearest import near
from .obligation import Obligation
from .options import occurring
from .phrase import phrase
from .region import cover
from .replay_finding import replay_finding
from .sounding import Sounding, cell_terms
from .turning import turned_pair
from .witness import Ordinary
from .world import World

Asking: TypeAlias = Callable[[frozenset[str]], AbstractContextManager[Inquiry]]


def plain(obligation: Obligation) -> Finding:
    """The finding of an obligation, nothing told of it yet."""
    return Finding(
        obligation.kind, obligation.problem, obligation.span, obligation.ruling, obligation.clauses, obligation.subject
    )


def tell(world: World, asking: Asking, obligation: Obligation, regions: int) -> tuple[Finding, str]:
    """The finding of an obligation that fails, and why not all of it was found out; empty where it was.

    `asking` gives an inquiry about a cone.
    """
    scene = obligation.scene
    try:
        found = criteria(world.rulebook, scene.conditions, scene.derived)
        cells = (term for terms in cell_terms(world, scene, found) for term in terms)
        try:
            return _told(world, asking, obligation, regions, world.cone([scene.examined, scene.formula, *cells])), ""
        except Unusual:
            return _told(world, asking, obligation, regions, world.everything), ""
    except TooManyCriteria:
        return replace(plain(obligation), whole=False), "its conditions have too many criteria"
    except Undetermined as undetermined:
        return replace(plain(obligation), whole=False), str(undetermined)


def _told(world: World, asking: Asking, obligation: Obligation, regions: int, cone: frozenset[str]) -> Finding:
    with asking(cone) as inquiry:
        if obligation.twin is not None:
            told = _with_pair(inquiry, obligation)
        elif obligation.scene.conditions:
            told = _with_regions(inquiry, obligation, regions)
        else:
            told = _with_witness(inquiry, obligation)
        told = replace(told, options=occurring(inquiry, obligation.scene.formula))
    replay_finding(world.rulebook, told)
    return told


def _with_pair(inquiry: Inquiry, obligation: Obligation) -> Finding:
    rulebook = inquiry.world.rulebook
    of_this = (each for each in rulebook.dependences if each.title == obligation.subject)
    dependence = next(of_this, None)
    witness, other = turned_pair(inquiry, obligation) if dependence is None else pair(inquiry, obligation, dependence)
    return replace(plain(obligation), witness=witness, beside=other)


def _with_witness(inquiry: Inquiry, obligation: Obligation) -> Finding:
    index = obligation.scene.index
    model = Ordinary(inquiry).find([obligation.scene.formula], index)
    assert model, "an obligation that fails has a witness"
    witness = Witness(inquiry.situation(model), None if index is None else model.value(index))
    return replace(plain(obligation), witness=witness)


def _with_regions(inquiry: Inquiry, obligation: Obligation, most: int) -> Finding:
    rulebook, scene = inquiry.world.rulebook, obligation.scene
    found = criteria(rulebook, scene.conditions, scene.derived)
    covered = cover(found, Sounding(inquiry, found, scene), most)
    names = named(rulebook.lets, scene.conditions, found)
    regions = tuple(
        Region(phrase(rulebook, found, box, names), witness, near(rulebook, plain(obligation), witness))
        for box, witness in covered.boxes
    )
    whole = covered.beyond is None
    return replace(plain(obligation), witness=covered.first, regions=regions, whole=whole, beyond=covered.beyond)
