"""Who reads whom: an order in which everything comes after what it reads, and the cycles that have none."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from .expression import Call, Expression, FactRef, RulingRef
from .limits import DIAGNOSTICS
from .span import Span
from .walk import walk

Graph: TypeAlias = Mapping[str, Mapping[str, Span]]
"""Of every name the names that it reads, each with the place of the first reading."""

_SHOWN = 8


def order(graph: Graph) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The names, each after those it reads, and cycles: `(a, b)` where a reads b and b reads a.

    The order follows the graph's; of tangled cycles at least one is given, of many as many as can be told.
    Names outside the graph are passed over.
    """
    finished: dict[str, None] = {}
    cycles: list[tuple[str, ...]] = []
    for start in graph:
        if start in finished:
            continue
        path: dict[str, Iterator[str]] = {start: iter(graph[start])}
        while path:
            name = next(reversed(path))
            following = next(path[name], None)
            if following is None:
                del path[name]
                finished[name] = None
            elif following in path:
                if len(cycles) < DIAGNOSTICS:
                    names = list(path)
                    cycles.append(tuple(names[names.index(following) :]))
            elif following in graph and following not in finished:
                path[following] = iter(graph[following])
    return tuple(finished), tuple(cycles)


def readings(expressions: Iterable[Expression | None]) -> dict[str, Span]:
    """The facts, rulings and lets that expressions name, each with the first place; lets are not entered."""
    found: dict[str, Span] = {}
    for expression in expressions:
        if expression is None:
            continue
        for this in walk(expression):
            match this:
                case FactRef(fact=name) | RulingRef(ruling=name) | Call(let=name):
                    found.setdefault(name, this.span)
                case _:
                    pass
    return found


def cycle_text(cycle: tuple[str, ...], graph: Graph) -> str:
    """A cycle as a sentence: `a` reads `b` (line 3), `b` reads `a` (line 4)."""
    pairs = tuple(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
    here = graph[cycle[-1]][cycle[0]].file
    told = [f"`{name}` reads `{read}` ({graph[name][read].line_from(here)})" for name, read in pairs[:_SHOWN]]
    return ", ".join(told) + (f", and so on back to `{cycle[0]}`" if pairs[_SHOWN:] else "")
