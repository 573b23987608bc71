"""Drafts for two clauses that clash: one gives way, or applies less widely."""

from collections.abc import Iterator, Sequence

from misdeal.model.language.expression import And, Expression
from misdeal.model.language.reader import Amendable
from misdeal.model.language.rulebook import Clause, Effect, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.tree import ClauseStatement, Name
from misdeal.model.language.walk import substitute

from .criterion import conditions
from .draft import Candidate, DraftKind
from .phrase import denied


def settling(amendable: Amendable, ruling: Ruling, one: str, other: str) -> Iterator[Candidate]:
    """What may settle a clash of two clauses: the overrides, the later over the earlier first, then conditions."""
    rulebook = amendable.rulebook
    for clause, over in ((other, one), (one, other)):
        yield Candidate(DraftKind.OVERRIDE, f"override {clause} over {over}")
    for clause, over in ((other, one), (one, other)):
        for condition in _lacks(rulebook, ruling, rulebook.clauses[clause], over):
            yield Candidate(DraftKind.CONDITION, _narrowed(amendable, rulebook.clauses[clause], condition))


def _lacks(rulebook: Rulebook, ruling: Ruling, clause: Clause, other: str) -> Iterator[Expression]:
    """What is false where a part of another clause's condition is true, and where all of it is, in a clause's names."""
    effect = next(each for each in clause.effects if each.ruling == ruling.name)
    reaches = conditions(rulebook, ruling).reaches
    for (their, _), reach in zip(rulebook.effects[ruling.name], reaches, strict=True):
        if their.id != other or reach is None:
            continue
        names = {ruling.index.name: effect.index} if ruling.index and effect.index else {}
        whole = substitute(reach, names)
        parts = whole.operands if isinstance(whole, And) else ()
        yield from (denied(part) for part in parts)
        yield denied(whole)


def _narrowed(amendable: Amendable, clause: Clause, condition: Expression) -> str:
    """A clause restated with one condition more."""
    own = () if clause.own is None else clause.own.operands if isinstance(clause.own, And) else (clause.own,)
    when = And((*own, condition)) if own else condition
    statement = next(
        entry.statement
        for entry in amendable.entries
        if entry.passage.repealed is None and entry.passage.subject == ("clause", clause.id)
    )
    assert isinstance(statement, ClauseStatement)
    head = [f"restate clause {clause.id}", *(["implied"] if clause.implied else []), f'"{clause.title}"']
    if statement.origins is not None:
        head.append(f"from {_listed(statement.origins)}")
    if statement.each:
        head.append(f"for each {_listed(statement.each)}")
    lines = [" ".join(head), f"  when {show(when)}", f"  then {', '.join(_effect(each) for each in clause.effects)}"]
    if statement.overrides:
        lines.append(f"  overrides {_listed(statement.overrides)}")
    return "\n".join(lines)


def _effect(effect: Effect) -> str:
    at = "" if effect.index is None else f"[{show(effect.index)}]"
    return f"{effect.ruling}{at} is {show(effect.value)}"


def _listed(names: Sequence[Name]) -> str:
    return ", ".join(name.text for name in names)
