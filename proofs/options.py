"""Under which options and readings something occurs, as regions over those alone."""

from collections.abc import Sequence

from misdeal.model.language.rulebook import Fact, Place

from .combinations import MOST, Combination, combinations, count, describe
from .inquiry import Inquiry, Model
from .program import Program
from .term import Term, symbols_of
from .trials import Rows, Trials, members
from .world import World


def occurring(inquiry: Inquiry, formula: Term) -> tuple[str, ...]:
    """The options under which a formula holds in some situation; nothing where under all. Raises Undetermined."""
    options = relevant(inquiry.world, formula)
    if len(options) == 0 or count(options) > MOST:
        return ()
    everything = combinations(options)
    found = _occurring(inquiry, formula, options, everything)
    return describe(inquiry.world.rulebook, options, everything, found)


def _occurring(
    inquiry: Inquiry, formula: Term, options: Sequence[Fact], everything: Sequence[Combination]
) -> frozenset[Combination]:
    """The combinations under which a formula holds somewhere.

    A situation that shows one is tried under all others too, and what excludes one excludes all that share it.
    """
    world = inquiry.world
    whole = world.terms.conjunction([formula, *inquiry.axioms])
    fixed = {some: fixing(world, options, some) for some in everything}
    found: set[Combination] = set()
    left = dict.fromkeys(everything)
    while left:
        answer = inquiry.attempt([formula, *fixed[next(iter(left))]])
        if isinstance(answer, frozenset):
            gone = [some for some in left if answer.issubset({formula, *fixed[some]})]
        else:
            gone = _true_under(world, whole, answer, options, list(left))
            found.update(gone)
        left = {some: None for some in left if some not in set(gone)}
    return frozenset(found)


def _true_under(
    world: World, term: Term, model: Model, options: Sequence[Fact], some: Sequence[Combination]
) -> list[Combination]:
    """The combinations under which a term is true where all else is as in a model."""
    every = (1 << len(some)) - 1
    symbols: dict[Term, dict[int, Rows]] = {symbol: {value: every} for symbol, value in model.values.items()}
    for at, option in enumerate(options):
        rows = symbols[world.encoder.fact(Place(option.name))] = {}
        for row, combination in enumerate(some):
            rows[int(combination[at])] = rows.get(int(combination[at]), 0) | 1 << row
    program = Program()
    program.add([term])
    return [some[row] for row in members(Trials(program, len(some), symbols).truth(term))]


def relevant(world: World, *terms: Term) -> tuple[Fact, ...]:
    """The options whose symbols occur in some terms or in what makes a situation possible."""
    used = symbols_of([*terms, *world.always.values()])
    return tuple(option for option in world.rulebook.options if world.encoder.fact(Place(option.name)) in used)


def fixing(world: World, options: Sequence[Fact], combination: Combination) -> list[Term]:
    """The options at the values of a combination."""
    return [world.fixed(Place(option.name), value) for option, value in zip(options, combination, strict=True)]
