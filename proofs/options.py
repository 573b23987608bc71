"""Under which options and readings something occurs, as regions over those alone."""

from collections.abc import Sequence
from itertools import product

from misdeal.model.language.expression import FactRef
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Flag, Value

from .criterion import Cell, Criterion
from .inquiry import Inquiry, Model
from .phrase import phrase
from .program import Program
from .region import Box, Seed, contains, cover, replaced
from .term import Term, symbols_of
from .trials import Rows, Trials, members
from .world import World

MOST = 256  # combinations tried for one finding

Combination = tuple[Value, ...]


def occurring(inquiry: Inquiry, formula: Term) -> tuple[str, ...]:
    """The options under which a formula holds in some situation; nothing where under all. Raises Undetermined."""
    options = relevant(inquiry.world, formula)
    everything = combinations(options)
    if len(options) == 0 or len(everything) > MOST:
        return ()
    return describe(inquiry.world.rulebook, options, _occurring(inquiry, formula, options, everything))


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


def combinations(options: Sequence[Fact]) -> tuple[Combination, ...]:
    """Every combination of values, in order."""
    return tuple(product(*(_values(option) for option in options)))


def fixing(world: World, options: Sequence[Fact], combination: Combination) -> list[Term]:
    """The options at the values of a combination."""
    return [world.fixed(Place(option.name), value) for option, value in zip(options, combination, strict=True)]


def describe(rulebook: Rulebook, options: Sequence[Fact], found: frozenset[Combination]) -> tuple[str, ...]:
    """Some combinations as conditions; nothing where they are all or none."""
    criteria = tuple(
        Criterion(FactRef(option.name, None, option.type), tuple(Cell(int(v), int(v)) for v in _values(option)))
        for option in options
    )
    everything = combinations(options)
    if not found or len(found) == len(everything):
        return ()
    boxes = cover(criteria, _Listed(everything, found), len(found)).boxes
    return tuple(" and ".join(phrase(rulebook, criteria, box)) for box, _ in boxes)


def _values(option: Fact) -> list[Value]:
    numbers = range(option.type.low, option.type.high + 1)
    return [bool(number) for number in numbers] if isinstance(option.type, Flag) else list(numbers)


class _Listed:
    """The oracle of a set of combinations out of all."""

    def __init__(self, everything: Sequence[Combination], found: frozenset[Combination]) -> None:
        values = [sorted({int(combination[at]) for combination in everything}) for at in range(len(everything[0]))]
        self._cells = {c: tuple(values[at].index(int(value)) for at, value in enumerate(c)) for c in everything}
        self._found = found

    def inside(self, box: Box) -> bool:
        return all(combination in self._found for combination, cells in self._cells.items() if contains(box, cells))

    def refused(self, box: Box, position: int) -> frozenset[int]:
        wider = replaced(box, position, None)
        return frozenset(
            cells[position]
            for combination, cells in self._cells.items()
            if combination not in self._found and contains(wider, cells)
        )

    def occurs(self, box: Box) -> bool:
        return any(contains(box, cells) for cells in self._cells.values())

    def covered(self, box: Box, others: Sequence[Box]) -> bool:
        return all(
            any(contains(other, cells) for other in others) for cells in self._cells.values() if contains(box, cells)
        )

    def seed(self, boxes: Sequence[Box]) -> Seed[Combination] | None:
        for combination, cells in self._cells.items():
            if combination in self._found and not any(contains(box, cells) for box in boxes):
                return Seed(cells, combination)
        return None
