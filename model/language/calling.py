"""Names with something in brackets: indexed facts and rulings, calls of lets, and who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .expression import Bound, Call, Decided, Expression, FactRef, Neighbours, RulingRef, Step
from .names import Signature, Sort
from .types import Seat, Type
from .words import alike, covers, describe, domain

if TYPE_CHECKING:
    from . import tree as t
    from .phrases import Phrases, Scope

_BUILT_IN = {"before": 1, "after": 1, "neighbours": 2, "decided": 1}


def indexed(phrases: Phrases, phrase: t.Indexed, scope: Scope) -> Expression | None:
    """`name[E]`, a fact or a ruling at an index."""
    name = phrase.name
    signature = signature_of(phrases, name, scope)
    if signature is None:
        return None
    if signature.sort is Sort.LET:
        advice = f"write `{name.text}(...)`" if signature.parameters else f"write `{name.text}`"
        phrases.report.tell("wrong-index", phrase.span, f"`{name.text}` is a let, it has no index", advice)
        return None
    if not signature.parameters:
        message = f"`{name.text}` has no index"
        phrases.report.tell("wrong-index", phrase.span, message, f"write `{name.text}`")
        return None
    index = index_of(phrases, signature, phrase.at, scope)
    if index is None or signature.type is None:
        return None
    make = RulingRef if signature.sort is Sort.RULING else FactRef
    return make(name.text, index, signature.type, phrase.span)


def signature_of(phrases: Phrases, name: t.Name, scope: Scope) -> Signature | None:
    """What a name before `[` or `(` stands for, or None, which is told."""
    signature = phrases.names.signatures.get(name.text)
    if signature is not None:
        return signature
    if name.text in scope or name.text in phrases.names.values:
        what = "a bound name" if name.text in scope else "a value"
        phrases.report.tell("wrong-index", name.span, f"`{name.text}` is {what}: nothing can follow it in brackets")
        return None
    phrases.unknown(name, scope, None)
    return None


def index_of(phrases: Phrases, signature: Signature, phrase: t.Phrase, scope: Scope) -> Expression | None:
    """The index of a fact or ruling that has one."""
    kind = signature.parameters[0].type
    resolved = phrases.resolve(phrase, scope, kind)
    if resolved is None or alike(resolved.type, kind):
        return resolved
    name = signature.name
    message = f"`{name}` is indexed by `{kind}`, but this is {describe(resolved.type)}"
    advice = f"an index of `{name}` is {domain(kind)}"
    code = "wrong-index"
    if isinstance(resolved, Bound) and isinstance(resolved.type, Seat):
        advice = f"`{resolved.name}` runs over the seats only: name the values, as `{name}[{kind.show(kind.low)}]`"
        code = "quantified-non-seat"
    phrases.report.tell(code, phrase.span, message, advice)
    return None


def called(phrases: Phrases, phrase: t.Called, scope: Scope) -> Expression | None:
    """`name(E, ...)`, a let or one of the words that are called."""
    name, arguments = phrase.name.text, phrase.arguments
    if name in _BUILT_IN:
        return _built_in(phrases, phrase, scope)
    signature = signature_of(phrases, phrase.name, scope)
    if signature is None:
        return None
    if signature.sort is not Sort.LET:
        advice = f"write `{name}[...]`" if signature.parameters else f"write `{name}`"
        phrases.report.tell(
            "wrong-arguments", phrase.span, f"`{name}` is {signature.sort.value}, it is not called", advice
        )
        return None
    if not _has_arguments(phrases, phrase, len(signature.parameters)):
        return None
    resolved: list[Expression] = []
    for argument, parameter in zip(arguments, signature.parameters, strict=True):
        given = phrases.of_kind(argument, scope, parameter.type, f"the argument `{parameter.name}` of `{name}`")
        if given is not None and _is_within(phrases, given, parameter.type, argument, parameter.name):
            resolved.append(given)
    if len(resolved) != len(arguments) or signature.type is None:
        return None
    return Call(name, tuple(resolved), signature.type, phrase.span)


def _is_within(phrases: Phrases, given: Expression, kind: Type, argument: t.Phrase, name: str) -> bool:
    if covers(kind, given.type):
        return True
    message = f"this can be {domain(given.type)}, but the parameter `{name}` only {domain(kind)}"
    advice = f"widen the type of `{name}` in the `let`: `{name}: {given.type}`"
    phrases.report.tell("outside-domain", argument.span, message, advice)
    return False


def _built_in(phrases: Phrases, phrase: t.Called, scope: Scope) -> Expression | None:
    if not _has_arguments(phrases, phrase, _BUILT_IN[phrase.name.text]):
        return None
    return (_decided if phrase.name.text == "decided" else _placed)(phrases, phrase, scope)


def _has_arguments(phrases: Phrases, phrase: t.Called, wanted: int) -> bool:
    """Whether there are as many arguments as there have to be; told if not."""
    name, given = phrase.name.text, len(phrase.arguments)
    if given == wanted:
        return True
    message = f"`{name}` takes {wanted} argument{'' if wanted == 1 else 's'}, not {given}"
    phrases.report.tell("wrong-arguments", phrase.span, message, f"write `{name}`" if wanted == 0 else "")
    return False


def _decided(phrases: Phrases, phrase: t.Called, scope: Scope) -> Expression | None:
    argument = phrase.arguments[0]
    resolved = phrases.resolve(argument, scope)
    if resolved is None or isinstance(resolved, RulingRef):
        return None if resolved is None else Decided(resolved, span=phrase.span)
    advice = "write `decided(coup)`, or `decided(fine[ours])` where the ruling is indexed"
    phrases.report.tell("wrong-type", argument.span, "`decided` asks about a ruling, and this is none", advice)
    return None


def _placed(phrases: Phrases, phrase: t.Called, scope: Scope) -> Expression | None:
    name, span = phrase.name.text, phrase.span
    seat = phrases.names.seat(phrase.name.span, f"`{name}` asks who sits where")
    if seat is None:
        return None
    seats = [phrases.of_kind(each, scope, seat, f"what `{name}` is asked about") for each in phrase.arguments]
    match name, seats:
        case "neighbours", [left, right] if left is not None and right is not None:
            return Neighbours(left, right, span=span)
        case "before" | "after" as side, [operand] if operand is not None:
            return Step(side, operand, seat, span)
        case _:
            return None
