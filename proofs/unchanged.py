"""What is the same in two rulebooks, by its form: rulings and `let`s, down to all that they read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from misdeal.model.language.expression import Call, Expression, RulingRef
from misdeal.model.language.rulebook import Let, Parameter
from misdeal.model.language.types import Type, Value
from misdeal.model.language.walk import walk

from .side import Side

_INDEX = "."  # no name of a rulebook


class Unchanged:
    """The names of the rulings and `let`s that are the same in both, down to all that they read.

    `follows` has the rulings that are the same by themselves and read others that are not: these others.
    """

    def __init__(self, old: Side, new: Side) -> None:
        lets, others = ({let.name: let for let in side.lets()} for side in (old, new))
        rulings, those = (dict(_essences(side)) for side in (old, new))
        self._alone = {name for name, let in lets.items() if name in others and _meaning(let) == _meaning(others[name])}
        self._alone |= {name for name, essence in rulings.items() if those.get(name) == essence}
        self._lets = lets.keys()
        self._reads = {name: _read([let.body]) for name, let in lets.items()}
        self._reads |= {name: _read(_parts(essence)) for name, essence in rulings.items()}
        same = set(self._alone)
        while gone := {name for name in same if not self._reads[name] <= same}:
            same -= gone
        self.lets, self.rulings = same & lets.keys(), same & rulings.keys()
        self.follows = {name: self._causes(name) for name in rulings if name in self._alone - same}

    def _causes(self, ruling: str) -> frozenset[str]:
        """The rulings that one reads and that are not the same; none where a `let` that it reads is not by itself."""
        waiting, seen = list(self._reads[ruling]), set[str]()
        while waiting:
            this = waiting.pop()
            if this in self._lets and this not in seen:
                waiting += self._reads[this]
            seen.add(this)
        if not seen & self._lets <= self._alone:
            return frozenset()
        return frozenset(seen - self._lets - self.rulings)


@dataclass(frozen=True, slots=True)
class _Essence:
    """All that a ruling says by itself, in the words of both."""

    ruling: tuple[Type | None, Type, Value | None]
    when: Expression | None
    effects: tuple[tuple[str, tuple[Parameter, ...], Expression | None, Expression | None, Expression], ...]
    overrides: tuple[frozenset[str], ...]


def _essences(side: Side) -> Iterator[tuple[str, _Essence]]:
    translator = side.translator
    for ruling in side.book.rulings.values():
        pairs = side.book.effects[ruling.name]
        known = {clause.id for clause, _ in pairs}
        kind = translator.type(ruling.index.type) if ruling.index else None
        otherwise = None if ruling.otherwise is None else side.value(ruling.type, ruling.otherwise)
        yield (
            side.ruling(ruling.name),
            _Essence(
                (kind, translator.type(ruling.type), otherwise),
                translator.about(ruling.when, ruling.index, Parameter(_INDEX, kind) if kind else None),
                tuple(
                    (
                        clause.id,
                        tuple(translator.parameter(each) for each in clause.each),
                        translator.about(clause.when),
                        translator.about(effect.index),
                        translator.expression(effect.value),
                    )
                    for clause, effect in pairs
                ),
                tuple(clause.overrides & known for clause, _ in pairs),
            ),
        )


def _parts(essence: _Essence) -> Iterator[Expression | None]:
    yield essence.when
    for _, _, *parts in essence.effects:
        yield from parts


def _read(parts: Iterable[Expression | None]) -> frozenset[str]:
    """The rulings and `let`s that some expressions name."""
    every = (each for part in parts if part is not None for each in walk(part))
    return frozenset(
        each.let if isinstance(each, Call) else each.ruling for each in every if isinstance(each, Call | RulingRef)
    )


def _meaning(let: Let) -> tuple[tuple[Parameter, ...], Expression]:
    return let.parameters, let.body
