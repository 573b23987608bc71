"""Rulings as diagrams that are proved: equal to the rulebook in every possible situation.

A diagram is grown, its tests that possible situations never lead to are taken out, and then one question is asked of
all of it: whether it says other than the ruling anywhere.
"""

import time
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import TypeAlias

from misdeal.model.exchange.diagram import Diagram, Form, Node, Test
from misdeal.model.exchange.work import Work
from misdeal.model.language.rulebook import Rulebook, Ruling

from .diagram_grow import NODES, OutOfTime, TooLarge, diagram, pruned
from .diagram_proof import DiagramTerms
from .diagram_sieve import sieve, wrong
from .inquiry import Inquiry, Prover, Undetermined
from .refusal import Refusal, unknown_ruling
from .replay import Disagreement
from .solve import Process
from .world import World

TIMEOUT = 60.0  # seconds
THINNED = 150  # nodes of a diagram, at most, from which tests are taken out

Progress: TypeAlias = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A ruling as a diagram, or as a sieve where that would be too large; None where it can be neither.

    `reason` says why it is not proved.
    """

    ruling: Ruling
    form: Form | None
    reason: str = ""


def compiled(
    rulebook: Rulebook,
    rulings: Sequence[str],
    *,
    nodes: int = NODES,
    timeout: float = TIMEOUT,
    progress: Progress = lambda _: None,
) -> tuple[Compiled, ...]:
    """The diagrams of some rulings, of at most so many nodes each.

    `timeout` is in seconds; what is not proved by then has a reason. Raises Refusal where the rulebook has no such
    ruling, or nothing is possible; Uncompilable where a ruling may take too long; Disagreement where a diagram is
    wrong, which is a mistake in Misdeal.
    """
    for name in rulings:
        if name not in rulebook.rulings:
            raise unknown_ruling(rulebook, name)
    work = Work(rulebook)
    for name in rulings:
        work.check(name)
    world = World(rulebook)
    deadline = time.monotonic() + timeout
    with Process(deadline) as process:
        prover = Prover(world, process)
        with prover.inquiry(world.everything, world.axioms(world.everything)) as inquiry:
            _check_possible(inquiry)
            return tuple(_compiled(inquiry, rulebook.rulings[name], nodes, deadline, progress) for name in rulings)


def _check_possible(inquiry: Inquiry) -> None:
    try:
        possible = inquiry.holds([])
    except Undetermined:
        return
    if not possible:
        raise Refusal("no situation is possible under this rulebook", "`misdeal check` says more")


def _compiled(inquiry: Inquiry, ruling: Ruling, nodes: int, deadline: float, progress: Progress) -> Compiled:
    progress(f"`{ruling.name}`: diagram")
    rulebook = inquiry.world.rulebook
    form: Form | None
    try:
        form = diagram(rulebook, ruling, nodes, deadline)
    except TooLarge:
        form = sieve(rulebook, ruling)
    except OutOfTime:
        return Compiled(ruling, None, "the time limit was reached")
    progress(f"`{ruling.name}`: proof")
    try:
        if isinstance(form, Diagram):
            form = thinned(inquiry, form)
        if form is not None:
            prove(inquiry, form)
    except Undetermined as undetermined:
        return Compiled(ruling, form, str(undetermined))
    return Compiled(ruling, form)


def prove(inquiry: Inquiry, form: Form) -> None:
    """Raises Disagreement unless a form is right in every situation that an inquiry is about, or Undetermined."""
    if isinstance(form, Diagram):
        terms = DiagramTerms(inquiry.world, form)
        seated, differs = terms.seated, terms.wrong()
    else:
        seated, differs = wrong(inquiry.world, form)
    found = inquiry.find([seated, differs])
    if found is not None:
        raise Disagreement(f"`{form.ruling.name}` is compiled wrongly: {inquiry.situation(found)}")


def thinned(inquiry: Inquiry, made: Diagram) -> Diagram:
    """A diagram without the tests that come out one way only, in the situations that lead to them."""
    if len(made.nodes) > THINNED:
        return made
    terms = DiagramTerms(inquiry.world, made)
    unmet = dict(terms.branches())
    anywhere = inquiry.world.terms.disjunction
    while unmet:
        met = inquiry.sample([terms.seated, anywhere(unmet.values())], set(unmet.values()))
        if met is None:
            break
        unmet = {branch: term for branch, term in unmet.items() if term not in met}
    return without(made, unmet.keys())


def without(made: Diagram, dead: AbstractSet[tuple[int, bool]]) -> Diagram:
    """A diagram without some outcomes of its tests, which no situation has."""
    nodes: dict[Node, int] = {}
    places: list[int] = []
    for at, node in enumerate(made.nodes):
        if isinstance(node, Test):
            yes, no = places[node.yes], places[node.no]
            if yes == no or (at, False) in dead:
                places.append(yes)
                continue
            if (at, True) in dead:
                places.append(no)
                continue
            places.append(nodes.setdefault(replace(node, yes=yes, no=no), len(nodes)))
        else:
            places.append(nodes.setdefault(node, len(nodes)))
    return pruned(replace(made, nodes=tuple(nodes)[: places[-1] + 1]))
