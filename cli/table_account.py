"""A decision table as it is told, as data: every format says the same of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from misdeal.model.language.expression import Const, Expression
from misdeal.model.language.rulebook import Place, Role, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Kind
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs.finding import Verdict, Witness
from misdeal.proofs.table import Decides, Row, Table

from .account import Cited, cite
from .example import mattering
from .witness import Mentioned, Telling, mentioned, mentioned_in_text, tell
from .wording import answer, in_code

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Decider:
    """A clause that decides in a row: in all of it or in a part, and what it gives, in words."""

    clause: Cited
    gives: str
    throughout: bool


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row told. `cells` has a text for each criterion, empty where the row does not look at it.

    `result` is what comes out, in words; where it is `computed`, the expression that it is computed by.
    """

    kind: Kind
    result: str
    computed: bool
    deciders: tuple[Decider, ...]
    conditions: tuple[str, ...]
    cells: tuple[str, ...]
    telling: Telling


@dataclass(frozen=True, slots=True)
class ToldTable:
    """A table told. `about` (`a player p`) says whom the table of an indexed ruling is about.

    `remarks` are what has to be known of it beside its rows; `readings` those that it speaks of, with their ids.
    """

    table: Table
    about: str
    scope: str
    where: str
    rows: tuple[ToldRow, ...]
    beyond: Telling | None
    remarks: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]


def told(table: Table) -> ToldTable:
    """Everything that is told of a table."""
    ruling = table.ruling
    texts = [condition.text for row in table.rows for condition in row.conditions]
    return ToldTable(
        table,
        _about(ruling),
        show(ruling.when) if ruling.when else "",
        show(table.where) if table.where else "",
        tuple(_row(table, row) for row in table.rows),
        None if table.beyond is None else _telling(table, table.beyond, texts),
        tuple(_remarks(table)),
        _readings(table, texts),
    )


def _about(ruling: Ruling) -> str:
    if ruling.index is None:
        return ""
    kind = ruling.index.type
    return f"a {kind.table.name if isinstance(kind, Seat) else kind} {ruling.index.name}"


def _row(table: Table, row: Row) -> ToldRow:
    texts = tuple(condition.text for condition in row.conditions)
    at = {condition.criterion: condition.text for condition in row.conditions}
    telling = _telling(table, row.witness, texts, [each.gives for each in row.deciding])
    return ToldRow(
        row.kind,
        _result(table.ruling, row),
        row.kind is Kind.VALUE and row.value is None,
        tuple(
            Decider(cite(table.rulebook, each.clause), _gives(table.ruling, each), each.throughout)
            for each in row.deciding
        ),
        texts,
        tuple(at.get(number, "") for number in range(len(table.criteria))),
        telling,
    )


def _result(ruling: Ruling, row: Row) -> str:
    """What comes out, in words."""
    match row.kind:
        case Kind.VALUE if row.value is None:
            return show(row.deciding[0].gives)
        case Kind.VALUE | Kind.DEFAULT:
            return "" if row.value is None else answer(ruling.type, row.value)
        case Kind.GAP:
            return "no clause decides"
        case Kind.CLASH:
            return "clauses give different values" if len(row.deciding) > 1 else "one clause gives different values"
        case _:
            return "no value of the ruling is given"


def _gives(ruling: Ruling, decides: Decides) -> str:
    """What a clause gives: its value in words, or the expression that it is computed by."""
    if isinstance(decides.gives, Const) and ruling.type.low <= decides.gives.value <= ruling.type.high:
        return answer(ruling.type, decides.gives.value)
    return show(decides.gives)


def _telling(table: Table, witness: Witness, texts: Iterable[str], given: Iterable[Expression] = ()) -> Telling:
    """A situation told by what the conditions speak of, what computed values are made of, and what else matters."""
    about = mentioned_in_text(table.rulebook, texts) | mentioned(table.rulebook, table.where)
    for each in given:
        about |= mentioned(table.rulebook, each)
    read = [each for each in ruling_places(table.rulebook, witness.situation.players) if each.name in about.rulings]
    places = [Place(table.ruling.name, witness.subject), *read]
    matters = mattering(table.rulebook, places, witness.situation, about.facts)
    return tell(table.rulebook, witness, Mentioned(about.facts | matters), table.ruling.name)


def _remarks(table: Table) -> Iterable[str]:
    name = table.ruling.name
    if table.rulebook.chosen:
        yield f"Under {', '.join(map(in_code, table.rulebook.chosen))}."
    if table.impossible is not None:
        under = " or ".join(f"`{each}`" for each in table.impossible.options)
        yield f"Under {under} no situation is possible." if under else "No situation is possible."
    elif table.where and table.nowhere:
        yield f"No situation is possible in which `{show(table.where)}`, so the table has no rows."
    elif not table.rows and all(proof.verdict is Verdict.VACUOUS for proof in table.proofs):
        yield f"`{name}` never has to be decided{' there' if table.where else ''}, so the table has no rows."
    if table.unread:
        named = ", ".join(f"`{each}`" for each in table.unread)
        yield f"Not in the table: situations in which a ruling that `{name}` reads has no value ({named})."


def _readings(table: Table, texts: Iterable[str]) -> tuple[tuple[str, str], ...]:
    words = {name for text in texts for name in _NAME.findall(text)}
    options = (fact for fact in table.rulebook.options if fact.role is Role.READING)
    return tuple((fact.name, fact.ambiguity) for fact in options if fact.name in words)
