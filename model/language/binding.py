"""What binds a name: the quantifiers and `first`, which run over the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import tree as t
from .arithmetic import NUMBER, check_exact
from .diagnostic import Report
from .expression import Compare, Const, Expression, First, Quantified
from .limits import NESTING
from .swallow import check_tail
from .types import Flag, Number, Seat, Type

if TYPE_CHECKING:
    from .phrases import Phrases, Scope

_RELATIONS = frozenset({"=", "!=", "<", "<=", ">", ">="})


def quantified(phrases: Phrases, phrase: t.Quantification, scope: Scope) -> Expression | None:
    """`some p: E` and the like; `one p: E` is kept as `(count p: E) = 1`."""
    word = phrase.quantifier
    seat = phrases.names.seat(phrase.name.span, f"`{word} {phrase.name.text}` runs over the seats")
    if seat is None or not _runs_over_seats(phrases, phrase.kind, phrase.name):
        return None
    inner = bind(phrases, phrase.name, seat, scope)
    check_tail(phrase, f"{word} {phrase.name.text}: ...", phrases.report)
    wanted, place = (NUMBER, "what `total` adds up") if word == "total" else (Flag(), f"the body of `{word}`")
    if _is_compared_inside(phrases, phrase, inner):
        return None
    body = phrases.of_kind(phrase.body, inner, wanted, place)
    return None if body is None else _quantify(phrases, phrase, seat, body)


def _quantify(phrases: Phrases, phrase: t.Quantification, seat: Seat, body: Expression) -> Expression | None:
    word, span = phrase.quantifier, phrase.span
    name, table = phrase.name.text, seat.table
    match word:
        case "one":
            count = Quantified("count", name, seat, body, Number(0, table.most), span)
            return Compare("=", count, Const(1, Number(1, 1), span), span=span)
        case "count":
            return Quantified("count", name, seat, body, Number(0, table.most), span)
        case "total":
            sizes = (table.least, table.most)
            low = min(size * body.type.low for size in sizes)
            high = max(size * body.type.high for size in sizes)
            return check_exact(Quantified("total", name, seat, body, Number(low, high), span), phrases.report)
        case "some" | "every":
            return Quantified(word, name, seat, body, Flag(), span)


def _is_compared_inside(phrases: Phrases, phrase: t.Quantification, scope: Scope) -> bool:
    """Tell `count p: away[p] > 1`, where what was meant is a comparison of the count."""
    word, body = phrase.quantifier, phrase.body
    if word not in {"count", "total"} or not isinstance(body, t.Operation) or body.operator not in _RELATIONS:
        return False
    if word == "count":
        counted = type(phrases)(phrases.names, Report()).resolve(body.operands[0], scope)
        if counted is None or not isinstance(counted.type, Flag) or isinstance(body.operands[1], t.Word):
            return False
    shown = f"{word} {phrase.name.text}: ..."
    message = f"`{shown}` reaches as far right as it can and takes in this comparison"
    advice = f"put the part before it in parentheses: `({shown}) {body.operator} ...`"
    phrases.report.tell("swallowed-operand", body.mark, message, advice)
    return True


def _runs_over_seats(phrases: Phrases, kind: t.Name | None, name: t.Name) -> bool:
    if kind is None:
        return True
    is_seat = isinstance(phrases.names.types.get(kind.text), Seat)
    advice = f"write `{name.text}:` alone" if is_seat else "write the parts out, one per value, with `or` or `and`"
    message = "a quantifier runs over the seats only"
    message += ", so it does not say so" if is_seat else f", not over `{kind.text}`"
    phrases.report.tell("quantified-non-seat", kind.span, message, advice)
    return False


def search(phrases: Phrases, phrase: t.Search, scope: Scope) -> Expression | None:
    """`first q after S where E`."""
    name = phrase.name
    seat = phrases.names.seat(name.span, f"`first {name.text}` looks for a seat")
    if seat is None:
        return None
    start = phrases.of_kind(phrase.start, scope, seat, "where `first` starts")
    inner = bind(phrases, name, seat, scope)
    check_tail(phrase, f"first {name.text} ... where ...", phrases.report)
    body = phrases.of_kind(phrase.body, inner, Flag(), "what follows `where`")
    if start is None or body is None:
        return None
    return First(name.text, start, phrase.included, phrase.backward, body, seat, phrase.span)


def bind(phrases: Phrases, name: t.Name, kind: Type, scope: Scope) -> Scope:
    """The scope with one more name in it; a name that means something already is told."""
    word = name.text
    if len(scope) == NESTING:
        phrases.report.tell(
            "nesting", name.span, f"this is name {NESTING + 1} that is bound here, at most {NESTING} can be"
        )
    if len(scope) >= NESTING:
        return scope
    if word in scope:
        message = f"`{word}` is bound already"
        phrases.report.tell("shadowed-name", name.span, message, "take another name here")
    elif (other := phrases.names.signatures.get(word)) is not None:
        message = f"`{word}` cannot be bound here: it is {other.sort.value} ({other.span.line_from(name.span.file)})"
        phrases.report.tell("shadowed-name", name.span, message, "take another name here")
    elif word in phrases.names.value_spans:
        line = phrases.names.value_spans[word].line_from(name.span.file)
        message = f"`{word}` cannot be bound here: it is a value ({line})"
        phrases.report.tell("shadowed-name", name.span, message, "take another name here")
    return {**scope, word: kind}
