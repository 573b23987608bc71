"""A compiled rulebook as a Python module: typed, without dependencies.

No text of the rulebook gets into it but as a literal, and no name but as an identifier that `identifiers` hands out.
"""

import builtins
import keyword
from collections.abc import Iterable, Iterator, Mapping

from ..language.rulebook import Ruling
from ..language.types import Flag, Seat, Type
from .identifiers import Identifiers, argument_names, entry_names
from .kinds import Kinds, numbered, plain, shown, values
from .lower import PLAYERS, bound, fact
from .python_code import definition, expression, literal
from .reach import index_name
from .runtime_text import brought, defined
from .unit import Asked, Entry, Outcome, SieveTable, Unit
from .words import about, question

_OWN = (PLAYERS, "NAME", "TITLE", "EDITIONS", "HASH", "CLAUSES")


def python(unit: Unit, version: str) -> str:
    """The text of the module; `version` is that of Misdeal."""
    body = "\n".join(_Module(unit).lines())
    opening = "\n".join(about(unit, version))
    return f'"""{opening}\n"""\n\n{brought(body)}\n\n{body}\n'


def reserved() -> frozenset[str]:
    """What no identifier of a module may be: it means something there."""
    return frozenset({*_OWN, *defined(), *keyword.kwlist, *keyword.softkwlist, *dir(builtins)})


class _Module:
    """One module."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        taken = Identifiers(reserved())
        self._names = entry_names(unit, taken)
        self._kinds = Kinds(unit, taken, _builtin)

    def lines(self) -> Iterator[str]:
        """The lines of the module."""
        unit = self._unit
        yield from self._constants()
        yield ""
        yield from self._types()
        yield ""
        yield from (self._outcome(at, outcome) for at, outcome in enumerate(unit.outcomes))
        for at, table in enumerate(unit.sieves):
            yield from ("", *self._sieve(at, table))
        kinds = {name: self._kinds.name(ruling.type) for name, ruling in unit.decided.items()}
        results = {name: self._result(ruling) for name, ruling in unit.decided.items()}
        for routine in unit.routines:
            yield from ("", "", *definition(routine, kinds, results))
        for entry in unit.entries:
            yield from (
                "",
                "",
                *self._checked(entry),
                "",
                "",
                f"{self._names[entry.ruling.name].fast} = {entry.routine}",
            )

    def _constants(self) -> Iterator[str]:
        stamp = self._unit.stamp
        yield f"NAME: Final = {literal(stamp.name)}"
        yield f"TITLE: Final = {literal(stamp.title)}"
        yield f"EDITIONS: Final = {_tuple(map(literal, stamp.editions))}"
        yield f"HASH: Final = {literal(stamp.hash)}"
        yield "CLAUSES: Final[Mapping[str, str]] = {"
        yield from (f"    {literal(clause.id)}: {literal(clause.title)}," for clause in self._unit.clauses)
        yield "}"

    def _types(self) -> Iterator[str]:
        """An alias for what is shown of each type, and a record that checks values of it."""
        for kind in self._kinds.every:
            if self._kinds.has_alias(kind):
                yield f"{self._kinds.alias(kind)}: TypeAlias = {_annotation(kind)}"
        for kind in self._kinds.every:
            yield f"{self._kinds.name(kind)}: Final[_Kind[{self._kinds.alias(kind)}]] = _Kind({_record(kind)})"

    def _result(self, ruling: Ruling) -> str:
        return f"Ruling[{self._kinds.alias(ruling.type)}]"

    def _outcome(self, at: int, outcome: Outcome) -> str:
        ruling = self._unit.rulebook.rulings[outcome.ruling]
        parts = [literal(outcome.kind.value)]
        if outcome.value is not None or outcome.clauses:
            value = None if outcome.value is None else shown(ruling.type, outcome.value)
            parts += [ascii(value), _tuple(map(literal, outcome.clauses)), str(outcome.value)]
        return f"_o{at}: Final[{self._result(ruling)}] = Ruling({', '.join(parts)})"

    def _sieve(self, at: int, table: SieveTable) -> Iterator[str]:
        """The marks of each column, which begin at the least value, and what comes of them together."""
        kind = self._kinds.name(table.sieve.ruling.type)
        yield f"_s{at}: Final = _Sieve({kind}, _o{table.nothing}, _o{table.otherwise}, ("
        yield from (f"    ({literal(each.clause)}, {each.value}, {each.overrides:#x})," for each in table.effects)
        yield "))"
        if not table.sieve.columns:
            yield f"_s{at}_every: Final = {table.sieve.every:#x}"
        for column, each in enumerate(table.sieve.columns):
            every = table.sieve.every if column == 0 else -1
            ranges = _tuple(f"({low}, {high}, {marks & every:#x})" for low, high, marks in each.ranges)
            yield f"_s{at}_{column}: Final = _marks({ranges})"

    def _checked(self, entry: Entry) -> Iterator[str]:
        """The function that checks what it is given."""
        ruling, own = entry.ruling, argument_names(entry, Identifiers(reserved()))
        result = self._result(ruling)
        declared = (
            [] if ruling.index is None else [f"{own[index_name(ruling)]}: {self._kinds.alias(ruling.index.type)}"]
        )
        named = [] if not self._unit.varies else [f"{PLAYERS}: int"]
        asked = {each.fact.name: each for each in entry.asked}
        named += [
            f"{own[fact(name)]}: {self._argument(asked[name])}" for name in self._unit.rulebook.facts if name in asked
        ]
        parameters = ", ".join([*declared, *(["*"] if named else []), *named])
        yield f"def {self._names[ruling.name].checked}({parameters}) -> {result}:"
        yield f"    {literal(question(entry))}"
        yield from (f"    {line}" for line in self._steps(entry, own))

    def _steps(self, entry: Entry, own: Mapping[str, str]) -> Iterator[str]:
        table, ruling = self._unit.rulebook.table, entry.ruling
        players = str(table.most if table else 0)
        if table and self._unit.varies:
            players = PLAYERS
            yield f"_players(players, {table.least}, {table.most})"
        passed: list[str] = []
        if ruling.index is not None:
            passed.append(index_name(ruling))
            given = own[index_name(ruling)]
            yield f"{passed[0]} = _one({literal(given)}, {self._kinds.name(ruling.index.type)}, {given}, {players})"
        for each in entry.asked:
            yield self._step(each, own[fact(each.fact.name)], players)
        for required in entry.required:
            yield f"_require({expression(required.condition)}, {literal(required.reason)})"
        if self._unit.varies:
            passed.append(PLAYERS)
        passed += [fact(each.name) for each in entry.needed]
        yield f"return {entry.routine}({', '.join(passed)})"

    def _step(self, asked: Asked, given: str, players: str) -> str:
        told, index = asked.fact, asked.fact.index
        kind, target = self._kinds.name(told.type), fact(told.name)
        named = f"{literal(given)}, {kind}"
        if index is None:
            arises = f", {expression(asked.arises)}" if asked.arises else ""
            made = f"_one({named}, {given}, {players}{arises})"
            return f"{target} = {f'bool({made})' if isinstance(told.type, Flag) else made}"
        names = f"{self._kinds.name(index.type)}.shown"
        if numbered(index.type):
            names = f"range(1, {players} + 1)"
        arises = ""
        if asked.arises is not None:
            over = f"range(1, {players} + 1)" if isinstance(index.type, Seat) else f"range({index.type.high + 1})"
            arises = f", [{expression(asked.arises)} for {bound(index.name)} in {over}]"
        made = f"_many({named}, {names}, {given}, {players}{arises})"
        return f"{target} = {f'[bool(_each) for _each in {made}]' if isinstance(told.type, Flag) else made}"

    def _argument(self, asked: Asked) -> str:
        """The type of what is given for a fact, with None for what does not arise."""
        told, index = asked.fact, asked.fact.index
        one = self._kinds.alias(told.type)
        missing = " | None" if asked.arises is not None else ""
        if index is None:
            return f"{one} | None = None" if missing else one
        if numbered(index.type):
            many = f"Sequence[{one}{missing}]"
        else:
            many = f"Mapping[{self._kinds.alias(index.type)}, {one}{missing}]"
        return f"{many} | None = None" if missing else many


def _builtin(kind: Type) -> str:
    """The annotation of a type that needs no alias, else nothing."""
    return "bool" if isinstance(kind, Flag) else "int" if plain(kind) else ""


def _annotation(kind: Type) -> str:
    if numbered(kind):
        return 'int | Literal["nobody"]'
    return f"Literal[{', '.join(map(ascii, values(kind)))}]"


def _record(kind: Type) -> str:
    every = f"range({kind.low}, {kind.high + 1})" if plain(kind) else _tuple(map(ascii, values(kind)))
    return f"{kind.low}, {every}{f', {kind.table.most}' if isinstance(kind, Seat) else ''}"


def _tuple(items: Iterable[str]) -> str:
    """A tuple of some expressions."""
    listed = tuple(items)
    return f"({listed[0]},)" if len(listed) == 1 else f"({', '.join(listed)})"
