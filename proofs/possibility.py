"""Whether anything is possible at all, so that nothing is proven vacuously."""

from dataclasses import dataclass

from .combinations import MOST, combinations, count, describe
from .finding import Finding, FindingKind, Tally, Verdict
from .inquiry import Prover, Undetermined
from .options import fixing, relevant
from .term import Term
from .world import World

SENTENCE = "under every combination of options some situation is possible"


@dataclass(frozen=True, slots=True)
class Possibility:
    """What is possible. `known` holds in every possible situation and is more than a cone may say.

    `some` is whether there is a possible situation; it is taken for granted where that was not found out.
    """

    some: bool
    known: Term
    tally: Tally
    finding: Finding | None = None


def possibility(world: World, prover: Prover) -> Possibility:
    """Look at every combination of the options that matter to what is possible, and at every size of the table."""
    t, options = world.terms, relevant(world)
    if count(options) > MOST:
        return _unknown(world, f"there are {count(options)} combinations of options that matter")
    everything = combinations(options)
    try:
        with prover.inquiry(world.everything, world.axioms(world.everything)) as inquiry:
            lacking = [some for some in everything if not inquiry.holds(fixing(world, options, some))]
            sizes = [size for size in world.sizes() if inquiry.holds([size])]
    except Undetermined as undetermined:
        return _unknown(world, str(undetermined))
    excluded = (t.conjunction(fixing(world, options, some)) for some in lacking)
    known = t.conjunction((t.disjunction(sizes), *(t.negation(some) for some in excluded)))
    if not lacking:
        return Possibility(some=True, known=known, tally=Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.PROVED))
    under = describe(world.rulebook, options, everything, frozenset(lacking))
    finding = Finding(FindingKind.IMPOSSIBLE, "no situation is possible", world.rulebook.always[0].span, options=under)
    tally = Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.REFUTED)
    return Possibility(some=len(lacking) < len(everything), known=known, tally=tally, finding=finding)


def _unknown(world: World, reason: str) -> Possibility:
    tally = Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.UNKNOWN, reason)
    return Possibility(some=True, known=world.terms.true, tally=tally)
