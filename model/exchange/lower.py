"""Expressions of a rulebook as code: case for case as in `misdeal.model.meaning.evaluate`.

Why something has no value is not told apart. What always has one by its form is computed by plain operations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..language.expression import (
    Among,
    And,
    Between,
    Bound,
    Call,
    Compare,
    Const,
    Decided,
    Expression,
    FactRef,
    First,
    If,
    Implies,
    Neighbours,
    Not,
    Or,
    Players,
    Quantified,
    RulingRef,
    Step,
    Sum,
)
from ..language.types import Flag, Seat, Table, Type
from .code import (
    Beside,
    Choose,
    Code,
    Compute,
    Constant,
    Helper,
    HelperName,
    Is,
    Item,
    Local,
    Member,
    Next,
    Over,
    Search,
    With,
)
from .work import Uncompilable

PLAYERS = "players"
DEEPEST = 60  # expressions within one another: programs have limits too
_KLEENE: Mapping[str, HelperName] = {"and": "all", "or": "any", "not": "not"}


@dataclass(frozen=True, slots=True)
class Lowered:
    """Code, whether it always has a value, and whether that, where it has one, is a seat at the table."""

    code: Code
    sure: bool
    seated: bool = False


Names: TypeAlias = Mapping[str, Lowered]
Connective: TypeAlias = Literal["and", "or", "not"]
Caller: TypeAlias = Callable[[str, tuple[Lowered, ...]], Lowered]


def bound(name: str) -> str:
    """The identifier of a name that a rulebook binds."""
    return f"_b_{name}"


def fact(name: str) -> str:
    """The identifier of a fact."""
    return f"_f_{name}"


def seat_names(*names: str) -> dict[str, Lowered]:
    """Names that are bound to seats at the table."""
    return {name: Lowered(Local(bound(name)), sure=True, seated=True) for name in names}


class Lowering:
    """Makes code. `call` gives that of a `let` at its arguments, `read` that of a ruling at an index or none."""

    def __init__(self, table: Table | None, call: Caller, read: Caller) -> None:
        fixed = table is None or table.least == table.most
        self.players: Code = Constant(table.most if table else 0) if fixed else Local(PLAYERS)
        self._call = call
        self._read = read
        self._fresh = 0
        self._depth = 0

    def lower(self, expression: Expression, names: Names) -> Lowered:
        """The code of an expression under the names bound. Raises Uncompilable where it is too deep."""
        if self._depth >= DEEPEST:
            message = f"with the lets in it, an expression is nested more than {DEEPEST} deep"
            raise Uncompilable(message, "name fewer lets within lets")
        self._depth += 1
        lowered = self._lower(expression, names)
        self._depth -= 1
        return lowered

    def _lower(self, expression: Expression, names: Names) -> Lowered:  # noqa: C901, PLR0911, PLR0912 - one case a construct
        match expression:
            case Const(value, kind):
                return Lowered(Constant(value), sure=True, seated=_is_seated(kind, value))
            case Players():
                return Lowered(self.players, sure=True)
            case Bound(name):
                return names[name]
            case FactRef(name, None, kind):
                return Lowered(Local(fact(name)), sure=True, seated=_seats(kind))
            case FactRef(name, index, kind):
                assert index is not None
                at, lowest = self._index(index, names), index.type.low
                item = self._strict(at, lambda this: Item(Local(fact(name)), this, lowest))
                return Lowered(item.code, item.sure, _seats(kind))
            case RulingRef(name, index, kind):
                return Lowered(self._referred(name, index, names).code, sure=False, seated=_seats(kind))
            case Decided(RulingRef(name, index)):
                if index is None:
                    return Lowered(Is("decided", self._read(name, ()).code), sure=True)
                return self._strict(
                    self._index(index, names), lambda this: Is("decided", self._read(name, (_sure(this),)).code)
                )
            case Call(let, arguments):
                return self._call(let, tuple(self.lower(argument, names) for argument in arguments))
            case Not(operand):
                return self._connected("not", (operand,), names)
            case And(operands):
                return self._connected("and", operands, names)
            case Or(operands):
                return self._connected("or", operands, names)
            case Implies(premise, conclusion):
                return self._connected("or", (Not(premise), conclusion), names)
            case If(condition, then, otherwise):
                return self._chosen([self.lower(part, names) for part in (condition, then, otherwise)])
            case Compare(relation, left, right):
                a, b = self.lower(left, names), self.lower(right, names)
                return self._strict_both(a, b, lambda one, other: Compute(relation, (one, other)))
            case Among(operand, values):
                ranges, kind = tuple((int(value), int(value)) for value in sorted(set(values))), operand.type
                return self._member(operand, ranges, kind, names)
            case Between(operand, low, high):
                return self._member(operand, ((low, high),), operand.type, names)
            case Sum(terms):
                return self._sum(terms, names)
            case Quantified(quantifier, name, _, body):
                inner = self.lower(body, {**names, **seat_names(name)})
                return Lowered(Over(quantifier, bound(name), self.players, inner.code, not inner.sure), inner.sure)
            case First():
                return self._first(expression, names)
            case Step(side, operand):
                stepped = self._strict(self._index(operand, names), lambda this: Next(this, side, self.players))
                return Lowered(stepped.code, stepped.sure, seated=True)
            case Neighbours(left, right):
                a, b = self._index(left, names), self._index(right, names)
                return self._strict_both(a, b, lambda one, other: Beside(one, other, self.players))

    def true(self, condition: Expression | None, names: Names) -> Code | None:
        """Whether a condition is true, as code that always has a value; None of no condition."""
        if condition is None:
            return None
        lowered = self.lower(condition, names)
        return lowered.code if lowered.sure else Is("true", lowered.code)

    def not_false(self, condition: Expression) -> Code:
        """Whether a condition is true or has no value."""
        lowered = self.lower(condition, {})
        return lowered.code if lowered.sure else Is("not_false", lowered.code)

    def _index(self, index: Expression, names: Names) -> Lowered:
        """The value of an index; none where it is a seat that is not at the table, or `nobody`."""
        at = self.lower(index, names)
        if not isinstance(index.type, Seat) or at.seated:
            return at
        return Lowered(Helper("seat", (at.code, self.players)), sure=False, seated=True)

    def _referred(self, name: str, index: Expression | None, names: Names) -> Lowered:
        if index is None:
            return self._read(name, ())
        return self._strict(self._index(index, names), lambda this: self._read(name, (_sure(this),)).code)

    def _strict(self, operand: Lowered, made: Callable[[Code], Code]) -> Lowered:
        """What is made of an operand that it needs."""
        if operand.sure:
            return Lowered(made(operand.code), sure=True)
        self._fresh += 1
        name = f"x{self._fresh}"
        return Lowered(With(name, operand.code, made(Local(name))), sure=False)

    def _strict_both(self, left: Lowered, right: Lowered, made: Callable[[Code, Code], Code]) -> Lowered:
        """What is made of two operands both of which it needs."""
        both = self._strict(left, lambda a: self._strict(right, lambda b: made(a, b)).code)
        return Lowered(both.code, left.sure and right.sure)

    def _connected(self, op: Connective, operands: tuple[Expression, ...], names: Names) -> Lowered:
        lowered = [self.lower(operand, names) for operand in operands]
        codes = tuple(each.code for each in lowered)
        if all(each.sure for each in lowered):
            return Lowered(Compute(op, codes), sure=True)
        return Lowered(Helper(_KLEENE[op], codes), sure=False)

    def _chosen(self, parts: list[Lowered]) -> Lowered:
        condition, then, otherwise = (part.code for part in parts)
        seated = parts[1].seated and parts[2].seated
        if all(part.sure for part in parts):
            return Lowered(Choose(condition, then, otherwise), sure=True, seated=seated)
        return Lowered(Helper("choose", (condition, then, otherwise)), sure=False, seated=seated)

    def _member(self, operand: Expression, ranges: tuple[tuple[int, int], ...], kind: Type, names: Names) -> Lowered:
        return self._strict(self.lower(operand, names), lambda this: member(this, ranges, kind))

    def _sum(self, terms: tuple[tuple[int, Expression], ...], names: Names) -> Lowered:
        lowered = [self._multiplied(factor, self.lower(term, names)) for factor, term in terms]
        codes = tuple(each.code for each in lowered)
        if all(each.sure for each in lowered):
            return Lowered(codes[0] if len(codes) == 1 else Compute("+", codes), sure=True)
        return Lowered(Helper("sum", codes), sure=False)

    def _multiplied(self, factor: int, term: Lowered) -> Lowered:
        if factor == 1:
            return term
        return self._strict(term, lambda this: Compute("*", (Constant(factor), this)))

    def _first(self, first: First, names: Names) -> Lowered:
        start = self._index(first.start, names)
        inner = self.lower(first.body, {**names, **seat_names(first.name)})

        def search(this: Code) -> Code:
            return Search(bound(first.name), this, first.included, first.backward, self.players, inner.code)

        return Lowered(self._strict(start, search).code, sure=False, seated=True)


def member(operand: Code, ranges: tuple[tuple[int, int], ...], kind: Type) -> Code:
    """Whether a value of a type that is there lies in some ranges."""
    if isinstance(kind, Flag):
        values = {value for low, high in ranges for value in range(low, high + 1)} & {0, 1}
        if len(values) == 1:
            return operand if 1 in values else Compute("not", (operand,))
        return Constant(bool(values))
    return Member(operand, ranges, kind.low, kind.high)


def _sure(code: Code) -> Lowered:
    return Lowered(code, sure=True, seated=True)


def _seats(kind: Type) -> bool:
    """Whether a value of a type is a seat at the table."""
    return isinstance(kind, Seat) and not kind.vacant


def _is_seated(kind: Type, value: int) -> bool:
    return isinstance(kind, Seat) and value <= kind.table.least
