"""Phrases to typed expressions: names are looked up, types checked, numbers bounded.

Each function returns None where it told a mistake, so that one mistake is told once. A name of a value is
looked up in the type that its place expects; nested phrases are never deeper than `limits.NESTING`, which
bounds the recursion.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from . import tree as t
from .arithmetic import NUMBER, product, total, weigh
from .binding import quantified, search
from .calling import called, indexed
from .comparing import compare, member
from .diagnostic import Report
from .expression import And, Bound, Call, Const, Expression, FactRef, If, Implies, Not, Or, Players, RulingRef
from .names import Names, Signature, Sort
from .types import Flag, Number, Seat, Type
from .words import alike, describe, domain, union

Scope = Mapping[str, Type]

_FOREIGN = {"true": "yes", "false": "no", "none": "nobody", "null": "nobody"}


@dataclass(frozen=True, slots=True)
class Phrases:
    """Resolves the phrases of one rulebook."""

    names: Names
    report: Report

    def condition(self, phrase: t.Phrase, scope: Scope) -> Expression | None:
        """A phrase that has to be true or false."""
        return self.of_kind(phrase, scope, Flag(), "a condition")

    def of_kind(self, phrase: t.Phrase, scope: Scope, kind: Type, place: str) -> Expression | None:
        """A phrase that has to have a value of a kind; its bounds are the caller's to check."""
        resolved = self.resolve(phrase, scope, kind)
        if resolved is None or alike(resolved.type, kind):
            return resolved
        advice = _advice(phrase, resolved.type, kind)
        message = f"{place} has to be {describe(kind)}, and this is {describe(resolved.type)}"
        self.report.tell("wrong-type", phrase.span, message, advice)
        return None

    def resolve(  # noqa: C901, PLR0911, PLR0912  (one case a construct)
        self, phrase: t.Phrase, scope: Scope, expected: Type | None = None
    ) -> Expression | None:
        """A phrase; `expected` is where the names of values are looked up first, and is not checked."""
        match phrase:
            case t.Word():
                return self._word(phrase, scope, expected)
            case t.Digits():
                return self._digits(phrase, expected)
            case t.Group(inner):
                return self.resolve(inner, scope, expected)
            case t.Indexed():
                return indexed(self, phrase, scope)
            case t.Called():
                return called(self, phrase, scope)
            case t.Prefix():
                return self._prefixed(phrase, scope)
            case t.Operation("and" | "or" | "implies"):
                return self._connected(phrase, scope)
            case t.Operation("+" | "*"):
                return self._calculated(phrase, scope)
            case t.Operation():
                return compare(self, phrase, scope)
            case t.Membership():
                return member(self, phrase, scope)
            case t.Conditional():
                return self._conditional(phrase, scope, expected)
            case t.Quantification():
                return quantified(self, phrase, scope)
            case t.Search():
                return search(self, phrase, scope)

    def _word(self, word: t.Word, scope: Scope, expected: Type | None) -> Expression | None:
        name, span = word.text, word.span
        match name:
            case "yes" | "no":
                return Const(name == "yes", Flag(), span)
            case "nobody":
                seat = self.names.seat(span, "`nobody` stands for an empty seat")
                return None if seat is None else Const(seat.table.nobody, Seat(seat.table, vacant=True), span)
            case "players":
                seat = self.names.seat(span, "`players` is the number of players")
                return None if seat is None else Players(Number(seat.table.least, seat.table.most), span)
            case _:
                pass
        if name in scope:
            return Bound(name, scope[name], span)
        if (signature := self.names.signatures.get(name)) is not None:
            return self._plain(signature, word)
        return self._value(word, scope, expected)

    def _plain(self, signature: Signature, word: t.Word) -> Expression | None:
        """A fact, let or ruling named without an index or arguments."""
        if signature.parameters:
            names = ", ".join(parameter.name for parameter in signature.parameters)
            opened, closed = ("(", ")") if signature.sort is Sort.LET else ("[", "]")
            is_let = signature.sort is Sort.LET
            what, lacking = ("is called with", "argument") if is_let else ("is indexed by", "index")
            kinds = " and ".join(f"`{parameter.type}`" for parameter in signature.parameters)
            message = f"`{word.text}` {what} {kinds}, and no {lacking} stands here"
            self.report.tell("missing-index", word.span, message, f"write `{word.text}{opened}{names}{closed}`")
            return None
        if signature.type is None:
            return None
        match signature.sort:
            case Sort.LET:
                return Call(word.text, (), signature.type, word.span)
            case Sort.RULING:
                return RulingRef(word.text, None, signature.type, word.span)
            case _:
                return FactRef(word.text, None, signature.type, word.span)

    def _value(self, word: t.Word, scope: Scope, expected: Type | None) -> Expression | None:
        """The name of a value, in the type that is expected, else in the only one that has it."""
        name = word.text
        if expected is not None and (found := self.names.value(name, expected)) is not None:
            return Const(found.value, found.type, word.span)
        meanings = self.names.meanings(name)
        if len(meanings) == 1:
            return Const(meanings[0].value, meanings[0].type, word.span)
        if meanings:
            kinds = " and of ".join(f"`{meaning.type}`" for meaning in meanings)
            message = f"nothing says which `{name}` this is: it is a value of {kinds}"
            self.report.tell(
                "ambiguous-value", word.span, message, "compare it with something that has one of these types"
            )
            return None
        self.unknown(t.Name(name, word.span), scope, expected)
        return None

    def unknown(self, name: t.Name, scope: Scope, expected: Type | None) -> None:
        """Tell that a name means nothing, with the nearest that would."""
        word = name.text
        if self.names.excuses(word, name.span):
            return
        if word.lower() in _FOREIGN:
            self.report.tell("unknown-name", name.span, f"unknown name `{word}`", f"write `{_FOREIGN[word.lower()]}`")
            return
        advice = self.report.near(word, [*scope, *self.names.all(), "players", "nobody"])
        if not advice and expected is not None:
            advice = f"here can stand {domain(expected)}"
        self.report.tell("unknown-name", name.span, f"unknown name `{word}`", advice)

    def _digits(self, digits: t.Digits, expected: Type | None) -> Expression | None:
        value, span = digits.value, digits.span
        if not isinstance(expected, Seat):
            return Const(value, Number(value, value), span)
        table = expected.table
        if table.names:
            names = ", ".join(f"`{name}`" for name in table.names)
            self.report.tell(
                "wrong-type",
                span,
                f"the seats have names, not numbers: `{value}` is none",
                f"write one of {names}",
            )
            return None
        if value not in table.seats:
            message = f"there is no seat `{value}`"
            self.report.tell("outside-domain", span, message, f"the seats are `1..{table.most}`")
            return None
        return Const(value, Seat(table), span)

    def _prefixed(self, phrase: t.Prefix, scope: Scope) -> Expression | None:
        negates = phrase.operator == "not"
        kind = Flag() if negates else NUMBER
        operand = self.of_kind(phrase.operand, scope, kind, f"what `{phrase.operator}` stands before")
        if operand is None:
            return None
        return Not(operand, span=phrase.span) if negates else weigh(-1, operand, phrase.span, self.report)

    def _connected(self, phrase: t.Operation, scope: Scope) -> Expression | None:
        word = f"what stands beside `{phrase.operator}`"
        resolved = [self.of_kind(each, scope, Flag(), word) for each in phrase.operands]
        operands = tuple(each for each in resolved if each is not None)
        if len(operands) != len(resolved):
            return None
        match phrase.operator:
            case "and":
                return And(operands, span=phrase.span)
            case "or":
                return Or(operands, span=phrase.span)
            case _:
                premise, conclusion = operands
                return Implies(premise, conclusion, span=phrase.span)

    def _calculated(self, phrase: t.Operation, scope: Scope) -> Expression | None:
        word = f"what stands beside `{phrase.operator}`"
        resolved = [self.of_kind(each, scope, NUMBER, word) for each in phrase.operands]
        operands = tuple(each for each in resolved if each is not None)
        if len(operands) != len(resolved):
            return None
        make = total if phrase.operator == "+" else product
        return make(operands, phrase, self.report)

    def _conditional(self, phrase: t.Conditional, scope: Scope, expected: Type | None) -> Expression | None:
        condition = self.of_kind(phrase.condition, scope, Flag(), "what follows `if`")
        branches = self.pair(phrase.then, phrase.otherwise, scope, expected)
        if condition is None or branches is None:
            return None
        then, otherwise = branches
        if not alike(then.type, otherwise.type):
            message = f"this is {describe(otherwise.type)}, but what follows `then` is {describe(then.type)}"
            self.report.tell("wrong-type", phrase.otherwise.span, message, "both branches have one type")
            return None
        return If(condition, then, otherwise, union(then.type, otherwise.type), phrase.span)

    def pair(
        self, left: t.Phrase, right: t.Phrase, scope: Scope, expected: Type | None
    ) -> tuple[Expression, Expression] | None:
        """Two phrases of one kind: the one that knows its type says where the other's names are looked up."""
        if expected is None and self.is_open(left, scope):
            second = self.resolve(right, scope)
            first = self.resolve(left, scope, None if second is None else second.type)
        else:
            first = self.resolve(left, scope, expected)
            known = expected if first is None or expected is not None else first.type
            second = self.resolve(right, scope, known)
        return None if first is None or second is None else (first, second)

    def is_open(self, phrase: t.Phrase, scope: Scope) -> bool:
        """Whether a phrase is only numbers and names of values, so that its place says what they are."""
        waiting = [phrase]
        while waiting:
            match waiting.pop():
                case t.Digits():
                    pass
                case t.Word(name):
                    if name in scope or name not in self.names.values:
                        return False
                case t.Group(inner):
                    waiting.append(inner)
                case t.Conditional(_, then, otherwise):
                    waiting.extend([then, otherwise])
                case _:
                    return False
        return True


def _advice(phrase: t.Phrase, found: Type, kind: Type) -> str:
    """What to do about a phrase of one type where another is needed."""
    match phrase, found, kind:
        case t.Quantification(quantifier="count" | "total" as word, name=name), Flag(), Number():
            return f"put it in parentheses: `({word} {name.text}: ...)`"
        case t.Quantification(quantifier=word, name=name), Number(), Flag():
            return f"compare it with a number: `({word} {name.text}: ...) > 0`"
        case _, Number(), Flag():
            return "compare it with something, as in `... > 0`"
        case _:
            return ""
