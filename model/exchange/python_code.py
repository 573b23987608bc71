"""Code as Python: expressions and the bodies of routines, over the names of `runtime`."""

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
    Parameter,
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

_INFIX = {"=": "==", "+": "+", "*": "*", "and": "and", "or": "or"}
_OVER = {"some": "any", "every": "all", "count": "sum", "total": "sum"}


def expression(code: Code) -> str:  # noqa: C901, PLR0911, PLR0912 - one case a construct
    """Code as a Python expression that stands anywhere."""
    match code:
        case Constant(value):
            return str(value) if isinstance(value, bool) or value >= 0 else f"({value})"
        case Local(name):
            return name
        case Item(sequence, index, first):
            return f"{sequence.name}[{expression(index)} - {first}]" if first else f"{sequence.name}[{_plain(index)}]"
        case Compute("not", (Member(operand) as within,)):
            compared = comparison(within)
            return _within(expression(operand), Comparison(compared.ranges, not compared.outside))
        case Compute("not", (operand,)):
            return f"(not {expression(operand)})"
        case Compute(op, operands):
            return "(" + f" {_INFIX.get(op, op)} ".join(expression(operand) for operand in operands) + ")"
        case Member():
            return _within(expression(code.operand), comparison(code))
        case Choose(condition, then, otherwise):
            return f"({expression(then)} if {expression(condition)} else {expression(otherwise)})"
        case With(name, value, body):
            return f"_with({_plain(value)}, lambda {name}: {_plain(body)})"
        case Over(quantifier, name, players, body, partial):
            way = _OVER[quantifier]
            return f"{'_' if partial else ''}{way}({_plain(body)} for {name} in {_seats(players)})"
        case Next(seat, side, players):
            if side == "after":
                return f"({expression(seat)} % {expression(players)} + 1)"
            return f"(({expression(seat)} - 2) % {expression(players)} + 1)"
        case Beside(left, right, players):
            return f"_beside({_plain(left)}, {_plain(right)}, {_plain(players)})"
        case Search(name, start, included, backward, players, body):
            return f"_first({_plain(start)}, {included}, {backward}, {_plain(players)}, lambda {name}: {_plain(body)})"
        case Helper("choose" | "not" | "seat" as name, operands):
            return f"_{name}({_listed(operands)})"
        case Helper(name, operands):
            return f"_{name}(({_listed(operands)},))"
        case Use(routine, arguments):
            return f"{routine}({_listed(arguments)})"
        case Read(routine, arguments):
            return f"{routine}({_listed(arguments)}).code"
        case Is("true", operand):
            return f"({expression(operand)} is True)"
        case Is("not_false", operand):
            return f"({expression(operand)} is not False)"
        case Is("decided", operand):
            return f"({expression(operand)} is not None)"
        case Is(_, operand):
            return f"bool({_plain(operand)})"
        case Gather((), _, condition, value):
            return f"([{_plain(value)}] if {expression(condition)} else [])" if condition else f"[{_plain(value)}]"
        case Gather(names, players, condition, value):
            loops = " ".join(f"for {name} in {_seats(players)}" for name in names)
            return f"[{_plain(value)} {loops}{f' if {expression(condition)}' if condition else ''}]"
    assert_never(code)


def definition(routine: Routine, kinds: dict[str, str], results: dict[str, str]) -> Iterator[str]:
    """The lines of a routine. `kinds` and `results` name, of each ruling, its kind and the type of what comes out."""
    declared = ", ".join(f"{each.name}: {annotation(each)}" for each in routine.parameters)
    result = (
        _scalar(truth=routine.truth, partial=routine.partial) if routine.ruling is None else results[routine.ruling]
    )
    yield f"def {routine.name}({declared}) -> {result}:"
    kind = kinds[routine.ruling] if routine.ruling else ""
    yield from _Body(routine, kind).lines(routine.body, "    ")


def annotation(parameter: Parameter) -> str:
    """The type of a parameter."""
    one = _scalar(truth=parameter.truth, partial=parameter.partial)
    return f"Sequence[{one}]" if parameter.many else one


class _Body:
    """The body of one routine."""

    def __init__(self, routine: Routine, kind: str) -> None:
        self._passed = ", ".join(parameter.name for parameter in routine.parameters)
        self._kind = kind

    def lines(self, statements: Iterable[Statement], indent: str) -> Iterator[str]:
        """The lines of some statements."""
        for statement in statements:
            match statement:
                case Set(name, value):
                    yield f"{indent}{name} = {_plain(value)}"
                case When(condition, then):
                    yield f"{indent}if {_plain(condition)}:"
                    yield from self.lines(then, indent + "    ")
                case Give(outcome):
                    yield f"{indent}return _o{outcome}"
                case Leave(routine):
                    yield f"{indent}return {routine}({self._passed})"
                case Return(value):
                    yield f"{indent}return {_plain(value)}"
                case Settle():
                    yield from self._settled(statement, indent)
                case Sift(sieve, values):
                    marks = " & ".join(f"_s{sieve}_{at}[{_plain(each)}]" for at, each in enumerate(values))
                    yield f"{indent}return _s{sieve}[{marks or f'_s{sieve}_every'}]"

    def _settled(self, settle: Settle, indent: str) -> Iterator[str]:
        players, otherwise = _plain(settle.players), f"_o{settle.otherwise}"
        pairs = [f"({literal(effect.clause)}, {_plain(effect.values)})" for effect in settle.effects]
        if all(effect.condition is None for effect in settle.effects):
            listed = "".join(f"{pair}, " for pair in pairs)
            yield f"{indent}return _settle({self._kind}, {players}, ({listed}), {otherwise})"
            return
        yield f"{indent}found: list[tuple[str, Sequence[int | None]]] = []"
        for effect, pair in zip(settle.effects, pairs, strict=True):
            condition = "" if effect.condition is None else f"if {_plain(effect.condition)}: "
            yield f"{indent}{condition}found.append({pair})"
        yield f"{indent}return _settle({self._kind}, {players}, found, {otherwise})"


def _within(operand: str, compared: Comparison) -> str:  # noqa: PLR0911 - one case a form
    """Whether an operand lies in some ranges."""
    match compared.ranges:
        case ():
            return str(compared.outside)
        case ((None, None),):
            return str(not compared.outside)
        case ((None, int(high)),):
            return f"({operand} {'>' if compared.outside else '<='} {high})"
        case ((int(low), None),):
            return f"({operand} {'<' if compared.outside else '>='} {low})"
        case ((low, high),) if low == high:
            return f"({operand} {'!=' if compared.outside else '=='} {low})"
        case ((low, high),):
            return f"(not {low} <= {operand} <= {high})" if compared.outside else f"({low} <= {operand} <= {high})"
        case ranges if all(low == high for low, high in ranges):
            values = ", ".join(str(low) for low, _ in ranges)
            return f"({operand} {'not in' if compared.outside else 'in'} ({values}))"
        case ranges:
            return f"{'(not ' if compared.outside else ''}_within({operand}, {ranges}){')' if compared.outside else ''}"


def literal(text: str) -> str:
    """A text as a Python literal: ASCII, on one line."""
    return ascii(text)


def _scalar(*, truth: bool, partial: bool) -> str:
    if partial:
        return "int | None"  # what is read of a ruling is a bool or an int by its type alone
    return "bool" if truth else "int"


def _plain(code: Code) -> str:
    """Code where nothing binds it to what stands beside it."""
    text = expression(code)
    outer = isinstance(code, Compute | Member | Choose | Next | Is) and text.startswith("(")
    return text[1:-1] if outer else text


def _listed(codes: Iterable[Code]) -> str:
    return ", ".join(_plain(code) for code in codes)


def _seats(players: Code) -> str:
    return f"range(1, {players.value + 1})" if isinstance(players, Constant) else f"range(1, {expression(players)} + 1)"
