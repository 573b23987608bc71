"""Which of some formulas hold anywhere: what is likely is tried, and the solver is asked about what is left."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .around import Around, Guesses, Values
from .inquiry import Inquiry
from .term import Term
from .trials import members

MOST = 8_192  # situations tried at once


def holding(inquiry: Inquiry, formulas: Iterable[Term]) -> Iterator[set[Term]]:
    """Those that hold in some situation, one lot after the other; of the others none does. Raises Undetermined."""
    return map(set, examples(inquiry, formulas))


def examples(inquiry: Inquiry, formulas: Iterable[Term]) -> Iterator[Mapping[Term, Values]]:
    """The same, each with a situation in which it holds."""
    left = list(dict.fromkeys(formulas))
    inquiry.program.add(left)
    start: Values = {}
    while left:
        met = _met(inquiry, left, start)
        yield met
        left = [formula for formula in left if formula not in met]
        model = inquiry.find([inquiry.world.terms.disjunction(left)]) if left else None
        if model is None:
            return
        start = model.values


def _met(inquiry: Inquiry, formulas: Sequence[Term], start: Values) -> dict[Term, Values]:
    """Those that hold in a situation, in one guessed from there, or in what lies around these."""
    symbols = inquiry.program.points()
    guess = Guesses(inquiry.program, start, symbols).guess
    centres = list({frozenset(one.items()): one for one in (start, *map(guess, formulas))}.values())
    size = len(centres) * sum(map(len, symbols.values()))
    around = Around(inquiry.program, centres, symbols if size <= MOST else {})
    possible = around.trials.truth(inquiry.possible)
    shown = ((formula, around.trials.truth(formula) & possible) for formula in formulas)
    return {formula: around.values(next(members(rows))) for formula, rows in shown if rows}
