"""What one of two rulebooks says, in the words of both."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from misdeal.model.language.expression import (
    Among,
    Between,
    Bound,
    Call,
    Const,
    Expression,
    FactRef,
    First,
    If,
    Players,
    Quantified,
    RulingRef,
    Step,
)
from misdeal.model.language.rulebook import Parameter
from misdeal.model.language.types import Number, Seat, Type
from misdeal.model.language.walk import children, rebuild, substitute

from .common_types import CommonTypes
from .pairing import Edition


@dataclass(frozen=True, slots=True)
class Words:
    """The names of one rulebook in both: facts with their types there, rulings, `let`s."""

    facts: Mapping[str, tuple[str, Type]]
    rulings: Mapping[str, str]
    lets: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Translator:
    """Translates the expressions of one rulebook. Numbers keep the bounds that they have in their own."""

    edition: Edition
    types: CommonTypes
    words: Words

    def type(self, kind: Type) -> Type:
        """A type."""
        return self.types.of(self.edition, kind)

    def parameter(self, parameter: Parameter, name: str | None = None) -> Parameter:
        """A bound name, or another name for it."""
        return Parameter(name or parameter.name, self.type(parameter.type))

    def about(
        self, expression: Expression | None, own: Parameter | None = None, index: Parameter | None = None
    ) -> Expression | None:
        """An expression that may speak of an index, which may have another name in both."""
        if expression is None:
            return None
        found = self.expression(expression)
        if own is None or index is None or own.name == index.name:
            return found
        return substitute(found, {own.name: Bound(index.name, index.type)})

    def expression(self, expression: Expression) -> Expression:  # noqa: C901, PLR0911 - one case a construct
        """An expression."""
        this = rebuild(expression, tuple(self.expression(child) for child in children(expression)))
        match this:
            case Const(value, kind):
                return replace(this, value=self.types.value(self.edition, kind, value), type=self.type(kind))
            case Players():
                table = self.types.table
                return replace(this, type=Number(table.least, table.most)) if table else this
            case FactRef(fact):
                name, kind = self.words.facts[fact]
                return replace(this, fact=name, type=kind)
            case RulingRef(ruling):
                return replace(this, ruling=self.words.rulings[ruling], type=self.type(this.type))
            case Call(let):
                return replace(this, let=self.words.lets[let], type=self.type(this.type))
            case Bound() | If():
                return replace(this, type=self.type(this.type))
            case Among(_, values):
                kind = _operand(expression).type
                return replace(this, values=tuple(self.types.value(self.edition, kind, value) for value in values))
            case Between(_, low, high):
                kind = _operand(expression).type
                ends = (int(self.types.value(self.edition, kind, end)) for end in (low, high))
                return replace(this, low=next(ends), high=next(ends))
            case Quantified():
                return replace(this, seat=self._seat(this.seat))
            case First() | Step():
                return replace(this, type=self._seat(this.type))
            case _:
                return this

    def _seat(self, kind: Seat) -> Seat:
        found = self.type(kind)
        assert isinstance(found, Seat)
        return found


def _operand(expression: Expression) -> Expression:
    assert isinstance(expression, Among | Between)
    return expression.operand
