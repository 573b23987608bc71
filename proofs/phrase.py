"""Boxes in the rulebook's words: one condition a criterion, the stage first."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from misdeal.model.language.expression import (
    Among,
    And,
    Between,
    Compare,
    Const,
    Expression,
    Implies,
    Not,
    Or,
    Quantified,
    Relation,
    RulingRef,
)
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice, Flag, Number, Timeline, Type
from misdeal.model.meaning.evaluate import Undefined

from .criterion import Apart, Astray, Cell, Criterion, Derived, Differ, Faulty, Unsound
from .naming import Named
from .region import Box


def phrase(rulebook: Rulebook, criteria: Sequence[Criterion], box: Box, names: Sequence[Named] = ()) -> tuple[str, ...]:
    """The conditions that together describe a box; none for a box that is everything."""
    kept = [(criterion, cells) for criterion, cells in zip(criteria, box, strict=True) if cells is not None]
    kept.sort(key=lambda pair: not _is_stage(pair[0]))
    return tuple(_condition(rulebook, criterion, cells, names) for criterion, cells in kept)


def written(condition: str) -> str | None:
    """A condition of a region as a clause can have it; None where only words can say it."""
    said = _NOT_ARISING.sub(r"not decided(\1)", condition)
    return None if "`" in said else said


def _is_stage(criterion: Criterion) -> bool:
    return not isinstance(criterion.subject, Derived) and isinstance(criterion.subject.type, Timeline)


def _condition(rulebook: Rulebook, criterion: Criterion, cells: frozenset[int], names: Iterable[Named]) -> str:
    subject = criterion.subject
    if isinstance(subject, Derived):
        return _derived(rulebook, subject, holds=1 in cells)
    for named in names:
        if named.subject == subject and cells in {named.cells, named.others}:
            return show(named.call if cells == named.cells else Not(named.call))
    kept = [criterion.cells[at] for at in sorted(cells)]
    spans = _merged([cell for cell in kept if isinstance(cell, Cell)])
    parts = _conditions(subject, spans)
    text = show(parts[0] if len(parts) == 1 else Or(tuple(parts))) if parts else ""
    lacking = [_lacking(subject, cell) for cell in kept if isinstance(cell, Undefined)]
    if text and lacking:
        return " or ".join([f"`{text}`", *lacking])
    return text or " or ".join(lacking)


def _merged(cells: Iterable[Cell]) -> list[Cell]:
    """Cells in order, those that touch made one."""
    merged: list[Cell] = []
    for cell in cells:
        if merged and merged[-1].high + 1 == cell.low:
            merged[-1] = Cell(merged[-1].low, cell.high)
        else:
            merged.append(cell)
    return merged


def _conditions(subject: Expression, spans: list[Cell]) -> list[Expression]:
    """What says that a subject lies in one of the spans; alternatives where one condition does not."""
    kind = subject.type
    if isinstance(kind, Flag):
        return [subject if span.low else denied(subject) for span in spans]
    gap = _only_gap(kind, spans)
    if gap is not None:
        return [Compare("!=", subject, Const(gap, kind))]
    if isinstance(kind, Number | Timeline):
        return [_in_span(subject, kind, span) for span in spans]
    values = tuple(value for span in spans for value in range(span.low, span.high + 1))
    if not values:
        return []
    return [Compare("=", subject, Const(values[0], kind)) if len(values) == 1 else Among(subject, values)]


def denied(subject: Expression) -> Expression:
    """What says that a condition is false, where it is defined."""
    match subject:
        case Compare(relation):
            return replace(subject, relation=_OPPOSITE[relation])
        case Not(operand):
            return operand
        case Or(operands):
            return And(tuple(part for operand in operands for part in _conjuncts(denied(operand))))
        case Implies(premise, conclusion):
            return And((*_conjuncts(premise), *_conjuncts(denied(conclusion))))
        case Quantified("every", body=body):
            return replace(subject, quantifier="some", body=denied(body))
        case _:
            return Not(subject)


def _conjuncts(condition: Expression) -> tuple[Expression, ...]:
    return condition.operands if isinstance(condition, And) else (condition,)


_OPPOSITE: Mapping[Relation, Relation] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}


def _only_gap(kind: Type, spans: list[Cell]) -> int | None:
    """The one value that the spans leave out, of numbers and seats; choices and stages are named positively."""
    if isinstance(kind, Choice | Timeline):
        return None
    left_out = kind.high - kind.low + 1 - sum(span.high - span.low + 1 for span in spans)
    if left_out != 1 or kind.high - kind.low < 2:  # noqa: PLR2004 - of two values the other one is named
        return None
    ends = [kind.low, *(span.high + 1 for span in spans)]
    return next(value for value in ends if not any(span.low <= value <= span.high for span in spans))


def _in_span(subject: Expression, kind: Number | Timeline, span: Cell) -> Expression:
    if span.low == span.high:
        return Compare("=", subject, Const(span.low, kind))
    if span.low == kind.low:
        return Compare("<=", subject, Const(span.high, kind))
    if span.high == kind.high:
        return Compare(">=", subject, Const(span.low, kind))
    return Between(subject, span.low, span.high)


_NOT_ARISING = re.compile("`([^`]+)` does not arise")


def _lacking(subject: Expression, lack: Undefined) -> str:
    if lack is Undefined.UNDECIDED and isinstance(subject, RulingRef):
        return f"`{show(subject)}` does not arise"
    why = "for a ruling that does not arise" if lack is Undefined.UNDECIDED else "for want of such a seat at the table"
    return f"`{show(subject)}` is undefined {why}"


def _derived(rulebook: Rulebook, subject: Derived, *, holds: bool) -> str:
    """A derived criterion in words."""
    effects = rulebook.effects[subject.ruling]
    match subject:
        case Differ(_, first, second) if first == second:
            return f"instances of `{effects[first][0].id}` name {'different values' if holds else 'one value'}"
        case Differ(_, first, second):
            pair = f"`{effects[first][0].id}` and `{effects[second][0].id}`"
            return f"{pair} name {'different values' if holds else 'one value'}"
        case Unsound(_, effect):
            return f"`{effects[effect][0].id}` {'names no value' if holds else 'names a value'}"
        case Faulty(_, effect):
            return f"the condition of `{effects[effect][0].id}` is {'undefined' if holds else 'defined'}"
        case Astray(_, effect):
            return f"`{effects[effect][0].id}` reaches {'nobody' if holds else 'somebody'}"
        case Apart(ruling, other):
            return f"`{ruling}` and `{other}` {'have different values' if holds else 'do not have different values'}"
