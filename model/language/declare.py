"""The declarations of a rulebook to its names: the first of the resolver's passes."""

from collections.abc import Iterable, Sequence

from . import tree as t
from .diagnostic import Report
from .limits import SEATS, VALUES
from .names import Names, Signature, Sort
from .rulebook import Parameter
from .types import Choice, Flag, Number, Seat, Table, Timeline, Type

_SORTS = {"fact": Sort.FACT, "option": Sort.OPTION, "reading": Sort.READING}


def declare(statements: Iterable[t.Statement], names: Names) -> None:
    """Fill in the names that the statements declare, types before what uses them."""
    ordered = sorted(statements, key=_turn)
    for statement in ordered:
        match statement:
            case t.SeatsStatement():
                _seats(statement, names)
            case t.TimelineStatement(name, stages):
                distinct(stages, "stage", names.report)
                _named(name, Timeline(name.text, tuple(stage.text for stage in stages)), stages, names)
            case t.TypeStatement(name, kind):
                _type(name, kind, names)
            case t.FactStatement(keyword, name, index, kind):
                _signature(_SORTS[keyword], name, index, kind, names)
            case t.RulingStatement(name, index, kind):
                _signature(Sort.RULING, name, index, kind, names)
            case t.LetStatement():
                _let(statement, names)
            case _:
                pass
    names.check_values()


def resolve_kind(kind: t.Kind, names: Names, name: str = "") -> Type | None:
    """The type that is written, or None where that is told; a choice declared by `type` has a `name`."""
    match kind:
        case t.FlagKind():
            return Flag()
        case t.RangeKind(low, high, span):
            if low.value > high.value:
                message = f"the range `{low.value}..{high.value}` is empty"
                names.report.tell("empty-range", span, message, f"write `{high.value}..{low.value}`")
                return None
            return Number(low.value, high.value)
        case t.ValuesKind(values, labels, span):
            distinct(values, "value", names.report)
            _distinct_labels(kind, names.report)
            if len(values) > VALUES:
                message = f"this type has {len(values)} values, a type at most {VALUES}"
                names.report.tell("too-many-values", span, message)
                return None
            choice = Choice(name, tuple(value.text for value in values), labels)
            names.add_values(choice, tuple(value.span for value in values))
            return choice
        case t.NamedKind(word, vacant):
            return _by_name(word, names, vacant=vacant)


def resolve_index(binder: t.Binder, names: Names) -> Parameter | None:
    """The parameter of an index: a seat, or a choice that has a name."""
    if binder.kind is None:
        seat = names.seat(binder.name.span, f"`[{binder.name.text}]` stands for a seat")
        return None if seat is None else Parameter(binder.name.text, seat)
    kind = resolve_kind(binder.kind, names)
    match kind:
        case None:
            return None
        case Seat(vacant=False) | Choice(name=str()) if str(kind) in names.types:
            return Parameter(binder.name.text, kind)
        case _:
            message = f"an index is a seat or has a named choice type, not `{kind}`"
            advice = "declare one: `type side = {ours, theirs}`, then `[s: side]`"
            names.report.tell("wrong-index", binder.kind.span, message, advice)
            return None


def _turn(statement: t.Statement) -> int:
    match statement:
        case t.SeatsStatement():
            return 0
        case t.TimelineStatement() | t.TypeStatement():
            return 1
        case _:
            return 2


def _seats(statement: t.SeatsStatement, names: Names) -> None:
    word = statement.name
    if names.table is not None or names.table_is_broken:
        if names.table is not None:
            advice = "a rulebook has one table: strike one of the two"
            first = names.type_spans[names.table.name].line_from(statement.span.file)
            message = f"the seats are declared twice: {first} names them already"
            names.report.tell("doubled-name", statement.span, message, advice)
        return
    table = _table(statement, names.report)
    if table is None:
        names.table_is_broken = True
        names.broken.update(name.text for name in statement.names)
        names.broken.add(word.text)
        return
    names.table = table
    names.add_type(word.text, Seat(table), word.span)
    if statement.names:
        names.add_values(Seat(table), tuple(name.span for name in statement.names))


def _table(statement: t.SeatsStatement, report: Report) -> Table | None:
    """The table that is declared, or None where that is told."""
    least, most, usual, names = statement.least, statement.most, statement.usual, statement.names
    if least is None or most is None:
        return _table_of_names(statement.name.text, names, report)
    if least.value > most.value:
        advice = f"write `{most.value}..{least.value}`"
        report.tell("empty-range", least.span, f"the range `{least.value}..{most.value}` is empty", advice)
    elif least.value < 1:
        report.tell("outside-domain", least.span, "a table has at least 1 seat")
    elif most.value > SEATS:
        report.tell("too-many-seats", most.span, f"a table has at most {SEATS} seats, not {most.value:,}")
    elif usual is not None and not least.value <= usual.value <= most.value:
        message = f"the usual table of {usual.value} is outside `{least.value}..{most.value}`"
        report.tell("outside-domain", usual.span, message)
    else:
        return Table(statement.name.text, least.value, most.value, (usual or least).value)
    return None


def _table_of_names(word: str, names: tuple[t.Name, ...], report: Report) -> Table | None:
    distinct(names, "seat", report)
    size = len(names)
    if size > SEATS:
        message = f"this is seat {SEATS + 1}: a table has at most {SEATS}"
        report.tell("too-many-seats", names[SEATS].span, message)
        return None
    return Table(word, size, size, size, tuple(name.text for name in names))


def _type(name: t.Name, kind: t.Kind, names: Names) -> None:
    if not isinstance(kind, t.ValuesKind):
        advice = "a `type` names a choice, as `type side = {ours, theirs}`; write a range where it is used"
        names.report.tell("wrong-type", kind.span, f"`{name.text}` has to be a choice", advice)
        names.broken.add(name.text)
        return
    resolved = resolve_kind(kind, names, name.text)
    if resolved is None:
        names.broken.update([name.text, *(value.text for value in kind.values)])
        return
    names.add_type(name.text, resolved, name.span)


def _named(name: t.Name, kind: Type, values: tuple[t.Name, ...], names: Names) -> None:
    names.add_type(name.text, kind, name.span)
    names.add_values(kind, tuple(value.span for value in values))


def _signature(sort: Sort, name: t.Name, index: t.Binder | None, kind: t.Kind, names: Names) -> None:
    resolved = resolve_kind(kind, names)
    parameter = None if index is None else resolve_index(index, names)
    if resolved is None or (index is not None and parameter is None):
        names.broken.add(name.text)
        return
    parameters = () if parameter is None else (parameter,)
    names.add(Signature(name.text, sort, parameters, resolved, name.span))


def _let(statement: t.LetStatement, names: Names) -> None:
    name = statement.name
    parameters: list[Parameter] = []
    for binder in statement.parameters:
        if binder.kind is None:
            kind: Type | None = names.seat(binder.name.span, f"the parameter `{binder.name.text}` stands for a seat")
        else:
            kind = resolve_kind(binder.kind, names)
        if kind is None:
            names.broken.add(name.text)
            return
        parameters.append(Parameter(binder.name.text, kind))
    names.add(Signature(name.text, Sort.LET, tuple(parameters), None, name.span))


def _by_name(word: t.Name, names: Names, *, vacant: bool) -> Type | None:
    kind = names.types.get(word.text)
    if kind is None:
        if not names.excuses(word.text, word.span, "type"):
            known = [*names.types, "yes/no"]
            advice = (
                names.report.near(word.text, known)
                or "a type is `yes/no`, a range `0..8`, a choice `{a, b}`, or a declared name"
            )
            names.report.tell("unknown-type", word.span, f"unknown type `{word.text}`", advice)
        return None
    if not vacant:
        return kind
    if isinstance(kind, Seat):
        return Seat(kind.table, vacant=True)
    advice = "only the seats can be `or nobody`; add a value to the type instead"
    names.report.tell("wrong-type", word.span, f"`{word.text}` is no seat", advice)
    return None


def distinct(words: Sequence[t.Name], sort: str, report: Report) -> None:
    """Tell what a list names twice."""
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            report.tell("doubled-name", word.span, f"the {sort} `{word.text}` is named twice", "strike one of the two")
        seen.add(word.text)


def _distinct_labels(kind: t.ValuesKind, report: Report) -> None:
    first: dict[str, t.Name] = {}
    for value, label in zip(kind.values, kind.labels, strict=True):
        if label and first.setdefault(label, value) is not value:
            message = f"`{first[label].text}` and `{value.text}` have the same label, “{label}”"
            report.tell("doubled-name", value.span, message, "people see the labels only: let them differ")
