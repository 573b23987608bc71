"""Sieves: what takes the place of a diagram that would be too large, where all conditions are plain enough."""

from collections.abc import Iterable, Sequence

from misdeal.model.exchange.diagram import Column, Sieve
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.meaning.evaluate import Undefined

from .criterion import Cell, Criterion, Derived, TooManyCriteria, conditions, criteria
from .diagram_formula import All, Cells, Formula, Formulas, Within
from .diagram_leaf import constant_of
from .term import Term
from .world import World


def sieve(rulebook: Rulebook, ruling: Ruling) -> Sieve | None:
    """The sieve of a ruling; None where its conditions do more than limit each subject, or values are computed."""
    stated = conditions(rulebook, ruling)
    try:
        found = criteria(rulebook, (stated.scope, *stated.reaches))
    except TooManyCriteria:
        return None
    formulas = Formulas(rulebook.lets, found)
    marked = [formulas.where(each) for each in (*stated.reaches, stated.scope)]
    plain = all(_is_plain(formula) for formula in marked) and not any(map(_may_lack, found))
    effects = rulebook.effects[ruling.name]
    if not plain or any(constant_of(ruling, effect.value) is None for _, effect in effects):
        return None
    needs = [_needed(formula) for formula in marked]
    every = sum(1 << at for at, formula in enumerate(marked) if formula is not False)
    columns = (_column(criterion, at, needs) for at, criterion in enumerate(found))
    return Sieve(ruling, tuple(columns), every)


def wrong(world: World, made: Sieve) -> tuple[Term, Term]:
    """Where the index of a ruling is at the table, and where a sieve has other marks than the ruling."""
    t, index = world.terms, made.ruling.index
    seated, names = world.encoder.anywhere([] if index is None else [index])
    decision = world.decider.decision(made.ruling, None if index is None else names[index.name].value)
    subjects = [world.encoder.code(column.subject, names) for column in made.columns]
    applies = [*(reach.applies for reach in decision.reaches), decision.arises]
    differing: list[Term] = [t.negation(subject.defined) for subject in subjects]
    for at, term in enumerate(applies):
        parts = [t.truth(bool(made.every >> at & 1))]
        for column, subject in zip(made.columns, subjects, strict=True):
            ranges = [(low, high) for low, high, marks in column.ranges if marks >> at & 1]
            parts += [] if len(ranges) == len(column.ranges) else [_lies(world, subject.value, ranges)]
        differing.append(t.negation(t.equal(t.conjunction(parts), term)))
    scope = decision.arises
    inside = t.disjunction(t.conjunction((scope, each)) for each in differing[:-1])
    return seated, t.disjunction((inside, differing[-1]))


def _lies(world: World, value: Term, ranges: Iterable[tuple[int, int]]) -> Term:
    """Where a value lies in one of some ranges."""
    t = world.terms
    if value.sort == "Bool":
        return t.disjunction(t.equal(value, t.truth(bool(low))) for low, _ in ranges)
    return t.disjunction(
        t.conjunction((t.at_most(t.number(low), value), t.at_most(value, t.number(high)))) for low, high in ranges
    )


def _column(criterion: Criterion, at: int, needs: Sequence[dict[int, Cells]]) -> Column:
    assert not isinstance(criterion.subject, Derived)  # none was asked for
    ranges: list[tuple[int, int, int]] = []
    for place, cell in enumerate(criterion.cells):
        assert isinstance(cell, Cell)
        marks = sum(1 << effect for effect, needed in enumerate(needs) if needed.get(at, -1) >> place & 1)
        ranges.append((cell.low, cell.high, marks))
    return Column(criterion.subject, tuple(ranges))


def _is_plain(formula: Formula) -> bool:
    if isinstance(formula, All):
        return all(isinstance(part, Within) for part in formula.parts)
    return isinstance(formula, bool | Within)


def _needed(formula: Formula) -> dict[int, Cells]:
    parts = formula.parts if isinstance(formula, All) else (formula,)
    return {part.criterion: part.cells for part in parts if isinstance(part, Within)}


def _may_lack(criterion: Criterion) -> bool:
    return any(isinstance(cell, Undefined) for cell in criterion.cells)
