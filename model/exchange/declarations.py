"""The types of a compiled ES module, as a TypeScript declaration file."""

from collections.abc import Iterator, Mapping

from ..language.types import Flag, Type
from .code import Parameter
from .identifiers import Identifiers, argument_names, entry_names
from .javascript import reserved
from .javascript_code import literal
from .kinds import Kinds, numbered, plain, values
from .lower import fact
from .reach import index_name
from .unit import Asked, Entry, Unit
from .words import about, question

_RECORDS = """export type Outcome = "does not arise" | "value" | "default" | "gap" | "clash" | "undefined";

/** What comes out. `value` is null unless `outcome` is "value" or "default"; `code` is what fast functions have for it.
 * `clauses` are the ids of the clauses that decide. */
export interface Ruling<Value> {
  readonly outcome: Outcome;
  readonly value: Value | null;
  readonly clauses: readonly string[];
  readonly code: boolean | number | null;
}

export declare const NAME: string;
export declare const TITLE: string;
export declare const EDITIONS: readonly string[];
export declare const HASH: string;
/** The titles of the clauses, by their ids. */
export declare const CLAUSES: ReadonlyMap<string, string>;
"""


def declarations(unit: Unit, version: str) -> str:
    """The text of the declarations; `version` is that of Misdeal."""
    return "\n".join(_Declarations(unit).lines(version)) + "\n"


class _Declarations:
    """Those of one unit."""

    def __init__(self, unit: Unit) -> None:
        taken = Identifiers(reserved())
        self._unit = unit
        self._names = entry_names(unit, taken)
        self._kinds = Kinds(unit, taken, _builtin)

    def lines(self, version: str) -> Iterator[str]:
        """The lines of the file."""
        yield from (f"// {line}".rstrip() for line in about(self._unit, version))
        yield ""
        yield _RECORDS
        for kind in self._kinds.every:
            if self._kinds.has_alias(kind):
                yield f"export type {self._kinds.alias(kind)} = {' | '.join(_union(kind))};"
        for entry in self._unit.entries:
            yield ""
            yield from self._entry(entry)

    def _entry(self, entry: Entry) -> Iterator[str]:
        own, names = argument_names(entry, Identifiers(reserved())), self._names[entry.ruling.name]
        result = f"Ruling<{self._kinds.alias(entry.ruling.type)}>"
        index = entry.ruling.index
        first = [] if index is None else [f"{own[index_name(entry.ruling)]}: {self._kinds.alias(index.type)}"]
        members = ["players: number"] if self._unit.varies else []
        places = list(self._unit.rulebook.facts)
        asked = sorted(entry.asked, key=lambda each: places.index(each.fact.name))
        members += [self._member(each, own) for each in asked]
        facts = [f"facts: {{ {'; '.join(members)} }}" if members else "facts?: object"]
        yield f"/** {_comment(question(entry))} Throws RangeError for what is unknown or impossible. */"
        yield f"export declare function {names.checked}({', '.join([*first, *facts])}): {result};"
        yield "/** The same of codes, unchecked. */"
        parameters = next(each.parameters for each in self._unit.routines if each.name == entry.routine)
        yield f"export declare function {names.fast}({', '.join(map(_parameter, parameters))}): {result};"

    def _member(self, asked: Asked, own: Mapping[str, str]) -> str:
        told, index = asked.fact, asked.fact.index
        one = self._kinds.alias(told.type)
        missing = "" if asked.arises is None else " | null"
        name = f"{own[fact(told.name)]}{'?' if missing else ''}"
        if index is None:
            return f"{name}: {one}{missing}"
        if numbered(index.type):
            return f"{name}: readonly ({one}{missing})[]{missing}"
        keys = f"{self._kinds.alias(index.type)}"
        many = f"{{ readonly [key in {keys}]{'?' if missing else ''}: {one}{missing} }}"
        return f"{name}: {many}{missing}"


def _parameter(parameter: Parameter) -> str:
    one = "boolean" if parameter.truth else "number"
    return f"{parameter.name}: {f'readonly {one}[]' if parameter.many else one}"


def _builtin(kind: Type) -> str:
    return "boolean" if isinstance(kind, Flag) else "number" if plain(kind) else ""


def _union(kind: Type) -> Iterator[str]:
    """The members of the union that a type is."""
    if numbered(kind):
        yield from ("number", '"nobody"')
    else:
        yield from (literal(str(value)) for value in values(kind))


def _comment(text: str) -> str:
    """A text within a comment: ASCII, on one line, and without an end of the comment."""
    return literal(text)[1:-1].replace("*/", "*\\/")
