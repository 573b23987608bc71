"""A compiled rulebook as JSON, by the schema in `cli/compile.schema.json`: the same text every run, and ASCII only.

It is the unit as it is: routines, outcomes, and what is asked and required. `docs/compile.md` says how to run it.
"""

import json
from collections.abc import Iterable
from typing import Any, TypeAlias, assert_never

from ..language.rulebook import Parameter as Index
from ..language.types import Seat, Type
from .code import (
    Beside,
    Choose,
    Code,
    Compute,
    Constant,
    Gather,
    Give,
    Helper,
    Is,
    Item,
    Leave,
    Local,
    Member,
    Next,
    Over,
    Read,
    Return,
    Routine,
    Search,
    Set,
    Settle,
    Sift,
    Statement,
    Use,
    When,
    With,
)
from .identifiers import Identifiers
from .kinds import Kinds, plain, values
from .lower import bound, fact
from .reach import index_name
from .unit import Asked, Entry, Outcome, Required, SieveTable, Unit

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def json_form(unit: Unit, version: str) -> str:
    """The document, with a line break at its end; `version` is that of Misdeal."""
    return json.dumps(Document(unit).document(version), indent=1) + "\n"


class Document:
    """One document; types are told by their places in a list, where `others` are too."""

    def __init__(self, unit: Unit, others: Iterable[Type] = ()) -> None:
        self._unit = unit
        kinds = Kinds(unit, Identifiers(()), lambda _: "")
        self._kinds = list(dict.fromkeys((*kinds.every, *others)))

    def document(self, version: str) -> Json:
        """All of it."""
        unit, stamp = self._unit, self._unit.stamp
        return {
            "format": FORMAT,
            "misdeal": version,
            "name": stamp.name,
            "title": stamp.title,
            "editions": list(stamp.editions),
            "hash": stamp.hash,
            "clauses": [{"id": clause.id, "title": clause.title} for clause in unit.clauses],
            **self.program(),
            "rulings": [self.ruling(entry) for entry in unit.entries],
        }

    def program(self) -> Json:
        """What is run: routines, and what they speak of."""
        unit, table = self._unit, self._unit.rulebook.table
        return {
            "players": None if table is None else [table.least, table.most],
            "types": [_type(kind) for kind in self._kinds],
            "outcomes": [_outcome(outcome) for outcome in unit.outcomes],
            "sieves": [self._sieve(table) for table in unit.sieves],
            "routines": [self._routine(routine) for routine in unit.routines],
        }

    def ruling(self, entry: Entry) -> Json:
        """A ruling as a caller meets it."""
        ruling = entry.ruling
        return {
            "name": ruling.name,
            "question": ruling.question,
            "type": self._kinds.index(ruling.type),
            "index": self.index(ruling.index, index_name(ruling) if ruling.index else ""),
            "proved": entry.proved,
            "routine": entry.routine,
            "facts": [self.fact(asked) for asked in entry.asked],
            "required": [required(each) for each in entry.required],
        }

    def fact(self, asked: Asked) -> Json:
        """A fact that is asked for."""
        told = asked.fact
        return {
            "name": told.name,
            "question": told.question,
            "as": fact(told.name),
            "type": self._kinds.index(told.type),
            "index": self.index(told.index, bound(told.index.name) if told.index else ""),
            "arises": None if asked.arises is None else coded(asked.arises),
        }

    def _sieve(self, table: SieveTable) -> Json:
        effects = len(table.effects)
        return {
            "ruling": table.sieve.ruling.name,
            "type": self._kinds.index(table.sieve.ruling.type),
            "effects": [
                {"clause": each.clause, "code": each.value, "overrides": _bits(each.overrides)}
                for each in table.effects
            ],
            "every": _bits(table.sieve.every),
            "columns": [
                [[low, high, _bits(marks)] for low, high, marks in each.ranges] for each in table.sieve.columns
            ],
            "scope": effects,
            "nothing": table.nothing,
            "else": table.otherwise,
        }

    def _routine(self, routine: Routine) -> Json:
        return {
            "name": routine.name,
            "ruling": routine.ruling,
            "type": None if routine.ruling is None else self._kinds.index(self._unit.decided[routine.ruling].type),
            "parameters": [parameter.name for parameter in routine.parameters],
            "body": [_statement(statement) for statement in routine.body],
        }

    def index(self, index: Index | None, name: str) -> Json | None:
        """An index, by the name that it has in code."""
        return None if index is None else {"name": index.name, "as": name, "type": self._kinds.index(index.type)}


def required(each: Required) -> Json:
    """What has to be so."""
    return {"holds": coded(each.condition), "reason": each.reason}


def _type(kind: Type) -> Json:
    listed = None if plain(kind) else list(values(kind))
    return {"low": kind.low, "high": kind.high, "values": listed, "seats": isinstance(kind, Seat)}


def _outcome(outcome: Outcome) -> Json:
    return {
        "ruling": outcome.ruling,
        "outcome": outcome.kind.value,
        "code": outcome.value,
        "clauses": list(outcome.clauses),
    }


def _bits(marks: int) -> list[int]:
    return [at for at in range(marks.bit_length()) if marks >> at & 1]


def _statement(statement: Statement) -> Json:  # noqa: PLR0911 - one case a statement
    match statement:
        case Set(name, value):
            return {"set": name, "to": coded(value)}
        case When(condition, then):
            return {"when": coded(condition), "then": [_statement(each) for each in then]}
        case Give(outcome):
            return {"give": outcome}
        case Leave(routine):
            return {"leave": routine}
        case Return(value):
            return {"return": coded(value)}
        case Settle(effects, players, otherwise):
            found = [
                {
                    "clause": each.clause,
                    "where": True if each.condition is None else coded(each.condition),
                    "values": coded(each.values),
                }
                for each in effects
            ]
            return {"settle": found, "players": coded(players), "else": otherwise}
        case Sift(sieve, looked_at):
            return {"sift": sieve, "of": _listed(looked_at)}
    assert_never(statement)


def coded(code: Code) -> Any:  # noqa: ANN401, C901, PLR0911, PLR0912 - JSON; one case a construct
    """Code as JSON: a value is itself, a name a string, and everything else an object."""
    match code:
        case Constant(value):
            return value
        case Local(name):
            return name
        case Item(sequence, index, first):
            return {"item": sequence.name, "at": coded(index), "first": first}
        case Compute(op, operands):
            return {"op": op, "of": _listed(operands)}
        case Member(operand, ranges):
            return {"within": [list(each) for each in ranges], "of": coded(operand)}
        case Choose(condition, then, otherwise):
            return {"if": coded(condition), "then": coded(then), "else": coded(otherwise)}
        case With(name, value, body):
            return {"with": name, "value": coded(value), "of": coded(body)}
        case Over(quantifier, name, players, body):
            return {"over": quantifier, "name": name, "players": coded(players), "of": coded(body)}
        case Next(seat, side, players):
            return {"next": side, "players": coded(players), "of": coded(seat)}
        case Beside(left, right, players):
            return {"beside": _listed((left, right)), "players": coded(players)}
        case Search(name, start, included, backward, players, body):
            way = {"included": included, "backward": backward}
            return {"first": name, "start": coded(start), **way, "players": coded(players), "of": coded(body)}
        case Helper(name, operands):
            return {"helper": name, "of": _listed(operands)}
        case Use(routine, arguments):
            return {"use": routine, "of": _listed(arguments)}
        case Read(routine, arguments):
            return {"read": routine, "of": _listed(arguments)}
        case Is(state, operand):
            return {"is": state, "of": coded(operand)}
        case Gather(names, players, condition, value):
            where = True if condition is None else coded(condition)
            return {"gather": list(names), "players": coded(players), "where": where, "of": coded(value)}
    assert_never(code)


def _listed(codes: tuple[Code, ...]) -> list[Any]:
    return [coded(code) for code in codes]
