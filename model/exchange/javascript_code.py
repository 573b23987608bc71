"""Code as JavaScript: expressions and the bodies of routines, over the names of `runtime.js`."""

import json
from collections.abc import Iterable, Iterator
from typing import assert_never

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
from .ranges import Comparison, comparison

_INFIX = {"=": "===", "!=": "!==", "and": "&&", "or": "||"}


def expression(code: Code) -> str:  # noqa: C901, PLR0911, PLR0912 - one case a construct
    """Code as a JavaScript expression that stands anywhere."""
    match code:
        case Constant(bool(value)):
            return "true" if value else "false"
        case Constant(value):
            return str(value) if value >= 0 else f"({value})"
        case Local(name):
            return name
        case Item(sequence, index, first):
            return f"{sequence.name}[{expression(index)}{f' - {first}' if first else ''}]"
        case Compute("not", (Member(operand) as within,)):
            compared = comparison(within)
            return _within(operand, Comparison(compared.ranges, not compared.outside))
        case Compute("not", (operand,)):
            return f"(!{expression(operand)})"
        case Compute(op, operands):
            return "(" + f" {_INFIX.get(op, op)} ".join(expression(operand) for operand in operands) + ")"
        case Member():
            return _within(code.operand, comparison(code))
        case Choose(condition, then, otherwise):
            return f"({expression(condition)} ? {expression(then)} : {expression(otherwise)})"
        case With(name, value, body):
            return f"_with({expression(value)}, {_lambda(name, body)})"
        case Over(quantifier, name, players, body, partial):
            seats = f"_seats({expression(players)})"
            if not partial and quantifier in {"some", "every"}:
                return f"{seats}.{quantifier}({_lambda(name, body)})"
            return f"_{_OVER[quantifier]}({seats}.map({_lambda(name, body)}))"
        case Next(seat, side, players):
            table = expression(players)
            ahead = (
                f"{expression(seat)} % {table}" if side == "after" else f"({expression(seat)} - 2 + {table}) % {table}"
            )
            return f"(({ahead}) + 1)"
        case Beside(left, right, players):
            return f"_beside({_listed((left, right, players))})"
        case Search(name, start, included, backward, players, body):
            flags = f"{json.dumps(included)}, {json.dumps(backward)}"
            return f"_first({expression(start)}, {flags}, {expression(players)}, {_lambda(name, body)})"
        case Helper("choose" | "not" | "seat" as name, operands):
            return f"_{name}({_listed(operands)})"
        case Helper(name, operands):
            return f"_{name}([{_listed(operands)}])"
        case Use(routine, arguments):
            return f"{routine}({_listed(arguments)})"
        case Read(routine, arguments):
            return f"{routine}({_listed(arguments)}).code"
        case Is("true", operand):
            return f"({expression(operand)} === true)"
        case Is("not_false", operand):
            return f"({expression(operand)} !== false)"
        case Is("decided", operand):
            return f"({expression(operand)} !== null)"
        case Is(_, operand):
            return f"({expression(operand)}.length > 0)"
        case Gather(names, players, condition, value):
            return _gathered(names, f"_seats({expression(players)})", condition, value)
    assert_never(code)


def definition(routine: Routine, kinds: dict[str, str]) -> Iterator[str]:
    """The lines of a routine; `kinds` names the kind of each ruling."""
    passed = ", ".join(parameter.name for parameter in routine.parameters)
    yield f"function {routine.name}({passed}) {{"
    yield from _lines(routine.body, "  ", passed, kinds[routine.ruling] if routine.ruling else "")
    yield "}"


def literal(text: str) -> str:
    """A text as a JavaScript literal: ASCII, on one line, and nothing that a page of HTML could take for its own."""
    return json.dumps(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


_OVER = {"some": "any", "every": "all", "count": "sum", "total": "sum"}


def _lines(statements: Iterable[Statement], indent: str, passed: str, kind: str) -> Iterator[str]:
    for statement in statements:
        match statement:
            case Set(name, value):
                yield f"{indent}const {name} = {expression(value)};"
            case When(condition, then):
                yield f"{indent}if ({expression(condition)}) {{"
                yield from _lines(then, indent + "  ", passed, kind)
                yield f"{indent}}}"
            case Give(outcome):
                yield f"{indent}return _o{outcome};"
            case Leave(routine):
                yield f"{indent}return {routine}({passed});"
            case Return(value):
                yield f"{indent}return {expression(value)};"
            case Settle():
                yield from _settled(statement, indent, kind)
            case Sift(sieve, values):
                marks = "".join(f" & _s{sieve}_{at}({expression(each)})" for at, each in enumerate(values))
                yield f"{indent}return _s{sieve}(_s{sieve}_every{marks});"


def _settled(settle: Settle, indent: str, kind: str) -> Iterator[str]:
    yield f"{indent}const found = [];"
    for effect in settle.effects:
        condition = "" if effect.condition is None else f"if ({expression(effect.condition)}) "
        yield f"{indent}{condition}found.push([{literal(effect.clause)}, {expression(effect.values)}]);"
    yield f"{indent}return _settle({kind}, {expression(settle.players)}, found, _o{settle.otherwise});"


def _gathered(names: tuple[str, ...], seats: str, condition: Code | None, value: Code) -> str:
    """A list: an empty one where the condition fails, joined over all seats of the names."""
    text = f"[{expression(value)}]"
    if condition is not None:
        text = f"({expression(condition)} ? {text} : [])"
    for name in reversed(names):
        text = f"{seats}.flatMap(({name}) => {text})"
    return text


def _within(code: Code, compared: Comparison) -> str:  # noqa: PLR0911 - one case a form
    """Whether an operand lies in some ranges."""
    operand, outside = expression(code), "!" if compared.outside else ""
    match compared.ranges:
        case ():
            return json.dumps(compared.outside)
        case ((None, None),):
            return json.dumps(not compared.outside)
        case ((None, int(high)),):
            return f"({operand} {'>' if compared.outside else '<='} {high})"
        case ((int(low), None),):
            return f"({operand} {'<' if compared.outside else '>='} {low})"
        case ((low, high),) if low == high:
            return f"({operand} {'!==' if compared.outside else '==='} {low})"
        case ((low, high),) if isinstance(code, Local):
            return f"({outside}({low} <= {operand} && {operand} <= {high}))"
        case ranges if all(low == high for low, high in ranges):
            return f"({outside}[{', '.join(str(low) for low, _ in ranges)}].includes({operand}))"
        case ranges:
            return f"({outside}_within({operand}, {json.dumps(ranges)}))"


def _lambda(name: str, body: Code) -> str:
    return f"({name}) => {expression(body)}"


def _listed(codes: Iterable[Code]) -> str:
    return ", ".join(expression(code) for code in codes)
