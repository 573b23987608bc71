"""What each of two rulebooks asks of a situation of both, for it to be possible there."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from misdeal.model.language.expression import (
    FLAG,
    Among,
    And,
    Between,
    Bound,
    Compare,
    Const,
    Decided,
    Expression,
    FactRef,
    Not,
    Or,
    Players,
    Quantified,
    RulingRef,
)
from misdeal.model.language.rulebook import Always, Fact, Ruling
from misdeal.model.language.span import NOWHERE
from misdeal.model.language.types import Choice, Number, Seat, Timeline, first_value
from misdeal.model.language.walk import substitute

from .side import Side, prefixed


class Why(Enum):
    """Why a rulebook has no situation where the other one has; each is looked at where those before it are not so."""

    VALUES = "has no such value"
    ASKED = "does not ask it there"
    DENIED = "denies it by an `always`"


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold of a situation of both for it to be possible in one of the two.

    `told` says the same in that rulebook's words, but where something in them is undefined.
    """

    why: Why
    always: Always
    told: Expression


class Allowed:
    """What one rulebook allows. `asking` are rulings that say where its facts arise, if that is not so in both."""

    def __init__(self, side: Side, facts: Mapping[str, Fact]) -> None:
        self._side = side
        self._facts = facts
        self.asking = {fact.name: ruling for fact in side.book.facts.values() for ruling in self._asking(fact)}

    def conditions(self) -> Iterator[Condition]:
        """What a rulebook asks of a situation of both."""
        own, table = self._side.book.table, self._side.types.table
        if own and table and (own.least, own.most) != (table.least, table.most):
            players = Between(Players(Number(table.least, table.most)), own.least, own.most)
            yield _condition(Why.VALUES, players)
        for fact in self._side.book.facts.values():
            for condition in self._within(fact):
                yield _condition(Why.VALUES, condition)
        for fact in self._side.book.facts.values():
            yield from self._arising(fact)
        for always in self._side.book.always:
            condition = self._side.translator.expression(always.condition)
            yield Condition(Why.DENIED, replace(always, condition=condition), condition)

    def _within(self, fact: Fact) -> Iterator[Expression]:
        """That a fact has a value of its own type."""
        kind, own = self._united(fact).type, fact.type
        match kind, own:
            case Number(), Number(low, high) if kind != own:
                yield from self._at_each(fact, lambda ref: Between(ref, low, high))
            case ((Choice() | Timeline()), (Choice() | Timeline())) if kind.high != own.high:
                values = tuple(sorted(self._side.types.values(self._side.edition, own)))
                yield from self._at_each(fact, lambda ref: Among(ref, values))
            case Seat(table, True), Seat(_, False):
                yield from self._at_each(fact, lambda ref: Compare("!=", ref, Const(table.nobody, kind)))
            case _:
                pass

    def _arising(self, fact: Fact) -> Iterator[Condition]:
        """That a fact has its first value where it does not arise, if that is not said of it in both.

        It does not arise where its `when` is undefined either: so it is asked whether the ruling is decided.
        """
        ruling, when = self.asking.get(fact.name), self._when(fact)
        if ruling is None or when is None:
            return
        first = Const(self._side.value(fact.type, first_value(fact.type)), self._united(fact).type)

        def said(ref: FactRef) -> Expression:
            asked = Decided(RulingRef(ruling.name, ref.index, FLAG))
            mentioned = Or((when, Not(when)))  # never false
            return And((Or((asked, Compare("=", ref, first))), mentioned))

        told = self._at_each(fact, lambda ref: Or((when, Compare("=", ref, first))))
        for condition, words in zip(self._at_each(fact, said), told, strict=True):
            yield Condition(Why.ASKED, Always(condition, "", fact.span), words)

    def _asking(self, fact: Fact) -> Iterator[Ruling]:
        """The ruling that is decided just where a fact arises, if it arises elsewhere in both."""
        united, when = self._united(fact), self._when(fact)
        if when is not None and united.when is None:
            name = f"{prefixed(self._side.edition, united.name)} asked"
            yield Ruling(name, united.index, FLAG, when, otherwise=False, question="", span=fact.span)

    def _when(self, fact: Fact) -> Expression | None:
        return self._side.translator.about(fact.when, fact.index, self._united(fact).index)

    def _united(self, fact: Fact) -> Fact:
        """A fact as it is in both."""
        return self._facts[self._side.fact(fact.name)]

    def _at_each(self, fact: Fact, said: Callable[[FactRef], Expression]) -> Iterator[Expression]:
        """What is said of a fact, of each of its indices."""
        united = self._united(fact)
        index = united.index
        if index is None or fact.index is None:
            yield said(FactRef(united.name, None, united.type))
            return
        bound = Bound(index.name, index.type)
        body = said(FactRef(united.name, bound, united.type))
        if isinstance(index.type, Seat):
            yield Quantified("every", index.name, index.type, body, FLAG)
            return
        for value in self._side.types.values(self._side.edition, fact.index.type):
            yield substitute(body, {index.name: Const(value, index.type)})


def _condition(why: Why, condition: Expression) -> Condition:
    return Condition(why, Always(condition, "", NOWHERE), condition)
