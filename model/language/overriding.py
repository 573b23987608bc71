"""Which clause overrides which: ids to clauses, closed transitively, without cycles."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from .diagnostic import Report
from .limits import OVERRIDES
from .order import order
from .span import Span
from .tree import Name

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Declared:
    """What is said that one clause overrides."""

    id: str
    overrides: tuple[Name, ...]


def is_under(clause: str, other: str) -> bool:
    """Whether an id is under another: it begins with it and goes on with something other than a digit."""
    return clause.startswith(other) and len(clause) > len(other) and not clause[len(other)].isdigit()


def beneath(ids: Iterable[str], wanted: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Of every id that is wanted the ids equal to it or under it, in order."""
    found: dict[str, list[str]] = {name: [] for name in wanted}
    for name in ids:
        for end in range(1, len(name) + 1):
            if (end == len(name) or not name[end].isdigit()) and name[:end] in found:
                found[name[:end]].append(name)
    return {name: tuple(names) for name, names in found.items()}


def close(
    declared: tuple[Declared, ...], excuses: Callable[[Name], bool], report: Report
) -> Mapping[str, frozenset[str]]:
    """Of every clause the clauses that it overrides; mistakes are told.

    What `excuses` is true of is told elsewhere.
    """
    ids = [clause.id for clause in declared]
    known = beneath(ids, {name.text for clause in declared for name in clause.overrides})
    direct: dict[str, dict[str, Span]] = {}
    pairs = 0
    for clause in declared:
        targets = direct.setdefault(clause.id, {})
        for name in clause.overrides:
            matched = known[name.text]
            if not matched and not excuses(name):
                message = f"no clause is `{name.text}` or under it"
                advice = report.near(name.text, ids) or "name a clause, or an id that clauses are under"
                report.tell("unknown-clause", name.span, message, advice)
            elif matched == (clause.id,):
                message = f"clause {clause.id} cannot override itself"
                report.tell("override-cycle", name.span, message, "name the clause that gives way")
            pairs += len(matched)
            if pairs > OVERRIDES:
                return _too_many(name.span, report)
            targets.update({target: name.span for target in matched if target != clause.id})
    sequence, cycles = order(direct)
    for cycle in cycles:
        _tell_cycle(cycle, direct, report)
    if cycles:
        return {}
    closed: dict[str, frozenset[str]] = {}
    pairs = 0
    for id_ in sequence:
        closed[id_] = frozenset(direct[id_]).union(*(closed[target] for target in direct[id_]))
        pairs += len(closed[id_])
        if pairs > OVERRIDES:
            return _too_many(next(iter(direct[id_].values())), report)
    return closed


def _too_many(span: Span, report: Report) -> Mapping[str, frozenset[str]]:
    message = f"the clauses override each other in more than {OVERRIDES:,} pairs"
    report.tell("too-many-overrides", span, message)
    return {}


def _tell_cycle(cycle: tuple[str, ...], direct: Mapping[str, Mapping[str, Span]], report: Report) -> None:
    pairs = tuple(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    told = ", ".join(f"{name} overrides {target}" for name, target in pairs[:_SHOWN])
    told += f", and so on back to {cycle[0]}" if pairs[_SHOWN:] else ""
    last, first = pairs[-1]
    advice = "decide which of them gives way, and strike the other `overrides`"
    report.tell("override-cycle", direct[last][first], f"these clauses override each other in a cycle: {told}", advice)
