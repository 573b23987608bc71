"""Whether anything is possible at all, so that nothing is proven vacuously."""

from dataclasses import dataclass

from .combinations import MOST, combinations, count, describe
from .finding import Finding, FindingKind, Tally, Verdict
from .inquiry import Prover, Undetermined
from .memory import Memory, remembered
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
    was_known: bool = False


def possibility(world: World, prover: Prover, memory: Memory | None = None) -> Possibility:
    """Look at every combination of the options that matter to what is possible, and at every size of the table.

    What `memory` knows is not asked again; `was_known` is where nothing had to be.
    """
    t, options = world.terms, relevant(world)
    if count(options) > MOST:
        return _unknown(world, f"there are {count(options)} combinations of options that matter")
    everything = combinations(options)
    try:
        with prover.inquiry(world.everything, world.axioms(world.everything)) as inquiry:
            under = {some: remembered(memory, inquiry, fixing(world, options, some)) for some in everything}
            of_size = {size: remembered(memory, inquiry, [size]) for size in world.sizes()}
    except Undetermined as undetermined:
        return _unknown(world, str(undetermined))
    lacking = [some for some, (possible, _) in under.items() if not possible]
    sizes = [size for size, (possible, _) in of_size.items() if possible]
    was_known = all(known for _, known in (*under.values(), *of_size.values()))
    excluded = (t.conjunction(fixing(world, options, some)) for some in lacking)
    known = t.conjunction((t.disjunction(sizes), *(t.negation(some) for some in excluded)))
    if not lacking:
        tally = Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.PROVED)
        return Possibility(some=True, known=known, tally=tally, was_known=was_known)
    told = describe(world.rulebook, options, everything, frozenset(lacking))
    finding = Finding(FindingKind.IMPOSSIBLE, "no situation is possible", world.rulebook.always[0].span, options=told)
    tally = Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.REFUTED)
    return Possibility(len(lacking) < len(everything), known, tally, finding, was_known)


def _unknown(world: World, reason: str) -> Possibility:
    tally = Tally(FindingKind.IMPOSSIBLE, SENTENCE, Verdict.UNKNOWN, reason)
    return Possibility(some=True, known=world.terms.true, tally=tally)
