"""A compiled rulebook as an ES module, without dependencies; `declarations` are its types.

No text of the rulebook gets into it but as a literal, and no name but as an identifier that `identifiers` hands out.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ..language.types import Seat
from .identifiers import Identifiers, argument_names, entry_names
from .javascript_code import definition, expression, literal
from .kinds import Kinds, numbered, plain, shown, values
from .lower import PLAYERS, bound, fact
from .reach import index_name
from .unit import Asked, Entry, Outcome, SieveTable, Unit
from .words import about

_WORDS = """
    abstract arguments as async await boolean break byte case catch char class const constructor continue
    debugger declare default delete do double else enum eval export extends false final finally float for from
    function get goto if implements import in instanceof int interface is keyof let long module namespace
    native never new null number object of package private protected prototype public readonly require return
    set short static string super switch symbol synchronized this throw throws transient true try type typeof
    undefined unique unknown var void volatile while with yield any bigint infer asserts satisfies accessor
    Array Boolean Error Function Infinity JSON Map Math NaN Number Object Promise Proxy RangeError Readonly
    ReadonlyArray Record Reflect RegExp Set String Symbol globalThis isFinite isNaN toString valueOf
    hasOwnProperty NAME TITLE EDITIONS HASH CLAUSES Ruling Outcome facts players
"""


@cache
def _runtime() -> str:
    return Path(__file__).with_name("runtime.js").read_text("utf-8").rstrip("\n")


def reserved() -> frozenset[str]:
    """What no identifier of a module, and of its declarations, may be."""
    return frozenset(_WORDS.split())


def javascript(unit: Unit, version: str) -> str:
    """The text of the module; `version` is that of Misdeal."""
    return "\n".join(_Module(unit).lines(version)) + "\n"


class _Module:
    """One module."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._kinds = Kinds(unit, Identifiers(reserved()), lambda _: "")
        self._names = entry_names(unit, Identifiers(reserved()))

    def lines(self, version: str) -> Iterator[str]:
        """The lines of the module."""
        yield from (f"// {line}".rstrip() for line in about(self._unit, version))
        yield ""
        yield _runtime()
        yield ""
        yield from self._constants()
        yield ""
        for kind in self._kinds.every:
            listed = "null" if plain(kind) else f"[{', '.join(map(_literal, values(kind)))}]"
            most = kind.table.most if isinstance(kind, Seat) else 0
            yield f"const {self._kinds.name(kind)} = _kind({kind.low}, {kind.high}, {listed}, {most});"
        yield ""
        yield from (self._outcome(at, outcome) for at, outcome in enumerate(self._unit.outcomes))
        for at, table in enumerate(self._unit.sieves):
            yield from ("", *self._sieve(at, table))
        kinds = {name: self._kinds.name(ruling.type) for name, ruling in self._unit.decided.items()}
        for routine in self._unit.routines:
            yield from ("", *definition(routine, kinds))
        for entry in self._unit.entries:
            names = self._names[entry.ruling.name]
            yield from ("", *self._checked(entry), "", f"export const {names.fast} = {entry.routine};")

    def _constants(self) -> Iterator[str]:
        stamp = self._unit.stamp
        yield f"export const NAME = {literal(stamp.name)};"
        yield f"export const TITLE = {literal(stamp.title)};"
        yield f"export const EDITIONS = Object.freeze([{', '.join(map(literal, stamp.editions))}]);"
        yield f"export const HASH = {literal(stamp.hash)};"
        yield "export const CLAUSES = new Map(["
        yield from (f"  [{literal(clause.id)}, {literal(clause.title)}]," for clause in self._unit.clauses)
        yield "]);"

    def _outcome(self, at: int, outcome: Outcome) -> str:
        kind = self._unit.rulebook.rulings[outcome.ruling].type
        parts = [literal(outcome.kind.value)]
        if outcome.value is not None or outcome.clauses:
            value = "null" if outcome.value is None else _literal(shown(kind, outcome.value))
            code = "null" if outcome.value is None else _literal(outcome.value)
            parts += [value, f"[{', '.join(map(literal, outcome.clauses))}]", code]
        return f"const _o{at} = _ruling({', '.join(parts)});"

    def _sieve(self, at: int, table: SieveTable) -> Iterator[str]:
        """The marks of each column, and what comes of them together."""
        kind = self._kinds.name(table.sieve.ruling.type)
        yield f"const _s{at} = _sieve({kind}, _o{table.nothing}, _o{table.otherwise}, ["
        for each in table.effects:
            yield f"  [{literal(each.clause)}, {_literal(each.value)}, {each.overrides}n],"
        yield "]);"
        yield f"const _s{at}_every = {table.sieve.every}n;"
        for place, column in enumerate(table.sieve.columns):
            ranges = ", ".join(f"[{low}, {high}, {marks}n]" for low, high, marks in column.ranges)
            yield f"const _s{at}_{place} = _marks([{ranges}]);"

    def _checked(self, entry: Entry) -> Iterator[str]:
        """The function that checks what it is given."""
        ruling, own = entry.ruling, argument_names(entry, Identifiers(reserved()))
        index = [] if ruling.index is None else [own[index_name(ruling)]]
        yield f"export function {self._names[ruling.name].checked}({', '.join([*index, 'facts = {}'])}) {{"
        yield from (f"  {line}" for line in self._steps(entry, own))
        yield "}"

    def _steps(self, entry: Entry, own: Mapping[str, str]) -> Iterator[str]:
        table, ruling = self._unit.rulebook.table, entry.ruling
        players = str(table.most if table else 0)
        known = [own[fact(each.fact.name)] for each in entry.asked]
        yield "_facts(facts);"
        if table and self._unit.varies:
            known, players = [PLAYERS, *known], PLAYERS
            yield f'const players = _players(_own(facts, "players"), {table.least}, {table.most});'
        yield f"_known(facts, [{', '.join(map(literal, known))}]);"
        passed: list[str] = []
        if ruling.index is not None:
            passed.append(index_name(ruling))
            given = own[index_name(ruling)]
            kind = self._kinds.name(ruling.index.type)
            yield f"const {passed[0]} = _one({literal(given)}, {kind}, {given}, {players});"
        for each in entry.asked:
            yield self._step(each, own[fact(each.fact.name)], players)
        for required in entry.required:
            yield f"_require({expression(required.condition)}, {literal(required.reason)});"
        passed += [PLAYERS] if self._unit.varies else []
        yield f"return {entry.routine}({', '.join([*passed, *(fact(each.name) for each in entry.needed)])});"

    def _step(self, asked: Asked, given: str, players: str) -> str:
        told, index = asked.fact, asked.fact.index
        kind, value = self._kinds.name(told.type), f"_own(facts, {literal(given)})"
        if index is None:
            arises = f", {expression(asked.arises)}" if asked.arises else ""
            return f"const {fact(told.name)} = _one({literal(given)}, {kind}, {value}, {players}{arises});"
        names = f"_seats({players})" if numbered(index.type) else f"{self._kinds.name(index.type)}.shown"
        arises = ""
        if asked.arises is not None:
            over = f"_seats({players})" if isinstance(index.type, Seat) else f"_range(0, {index.type.high})"
            arises = f", {over}.map(({bound(index.name)}) => {expression(asked.arises)})"
        told_of = f"{literal(given)}, {kind}, {names}, {_literal(numbered(index.type))}, {value}, {players}{arises}"
        return f"const {fact(told.name)} = _many({told_of});"


def _literal(value: bool | int | str) -> str:  # noqa: FBT001 - a value
    if isinstance(value, str):
        return literal(value)
    return str(value).lower()
