"""An expression as it is written in a rulebook: what `read` makes of the text is the expression again.

Parentheses stand only where they are needed, or where a body would swallow a part that does not mention its
name.
"""

from enum import IntEnum

from .expression import (
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
from .walk import free_names


class _Level(IntEnum):
    """How tightly a construct holds together; what is looser than its place needs parentheses."""

    IMPLIES = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    FACTOR = 6
    ATOM = 7


def show(expression: Expression) -> str:
    """The text of an expression, on one line."""
    return _show(expression, _Level.IMPLIES, last=True)


def _show(this: Expression, needed: _Level, *, last: bool) -> str:
    """The text where `needed` or tighter can stand; `last`: nothing follows that a body could swallow."""
    level = _level(this)
    grouped = level < needed or (_is_open(this) and not last)
    text = _text(this, last=last or grouped)
    return f"({text})" if grouped else text


def _level(this: Expression) -> _Level:  # noqa: PLR0911  (one case a level)
    match this:
        case Implies():
            return _Level.IMPLIES
        case Or():
            return _Level.OR
        case And():
            return _Level.AND
        case Not():
            return _Level.NOT
        case Compare() if not _is_one(this):
            return _Level.COMPARISON
        case Among() | Between():
            return _Level.COMPARISON
        case Sum():
            return _Level.SUM
        case Const(value) if value < 0:
            return _Level.FACTOR
        case _:
            return _Level.ATOM


def _is_open(this: Expression) -> bool:
    """Whether it has a body that reaches as far right as it can."""
    return isinstance(this, Quantified | First | If) or _is_one(this)


def _is_one(this: Expression) -> bool:
    """Whether it is `one p: E`, which is kept as `(count p: E) = 1`."""
    match this:
        case Compare("=", Quantified("count"), Const(1)):
            return True
        case _:
            return False


def _text(this: Expression, *, last: bool) -> str:  # noqa: C901, PLR0911, PLR0912  (one case a construct)
    match this:
        case Const(value, kind):
            return kind.show(value)
        case Players():
            return "players"
        case Bound(name):
            return name
        case FactRef(name, index) | RulingRef(name, index):
            return name if index is None else f"{name}[{show(index)}]"
        case Decided(ref):
            return f"decided({show(ref)})"
        case Call(name, arguments):
            return f"{name}({_list(arguments)})" if arguments else name
        case Step(side, operand):
            return f"{side}({show(operand)})"
        case Neighbours(left, right):
            return f"neighbours({_list((left, right))})"
        case Not(operand):
            return "not " + _show(operand, _Level.NOT, last=last)
        case And(operands):
            return _join(operands, " and ", _Level.NOT, last=last)
        case Or(operands):
            return _join(operands, " or ", _Level.AND, last=last)
        case Implies(premise, conclusion):
            before = _show(premise, _Level.OR, last=False)
            return f"{before} implies {_show(conclusion, _Level.IMPLIES, last=last)}"
        case Compare(_, Quantified("count", bound, _, body), Const(1)) if _is_one(this):
            return f"one {bound}: {_body(body, bound)}"
        case Compare(relation, left, right):
            before = _show(left, _Level.SUM, last=False)
            return f"{before} {relation} {_show(right, _Level.SUM, last=last)}"
        case Among(operand, values):
            shown = ", ".join(operand.type.show(value) for value in values)
            return f"{_show(operand, _Level.SUM, last=False)} in {{{shown}}}"
        case Between(operand, low, high):
            kind = operand.type
            return f"{_show(operand, _Level.SUM, last=False)} in {kind.show(low)}..{kind.show(high)}"
        case Sum(terms):
            return _sum(terms)
        case If(condition, then, otherwise):
            return f"if {_inner(condition)} then {_inner(then)} else {show(otherwise)}"
        case Quantified(quantifier, name, _, body):
            return f"{quantifier} {name}: {_body(body, name)}"
        case First(name, start, included, backward, body):
            direction = ("from " if included else "after ") + _show(start, _Level.ATOM, last=False)
            turned = " backward" if backward else ""
            return f"first {name} {direction}{turned} where {_body(body, name)}"


def _list(arguments: tuple[Expression, ...]) -> str:
    return ", ".join(show(argument) for argument in arguments)


def _join(operands: tuple[Expression, ...], word: str, needed: _Level, *, last: bool) -> str:
    *before, end = operands
    texts = [_show(operand, needed, last=False) for operand in before]
    return word.join([*texts, _show(end, needed, last=last)])


def _inner(this: Expression) -> str:
    text = show(this)
    return f"({text})" if isinstance(this, If) else text


def _sum(terms: tuple[tuple[int, Expression], ...]) -> str:
    text = ""
    for factor, term in terms:
        constant = isinstance(term, Const)
        amount = factor * term.value if isinstance(term, Const) else factor
        sign = ("- " if amount < 0 else "+ ") if text else ("-" if amount < 0 else "")
        shown = "" if constant else _show(term, _Level.ATOM, last=False)
        times = str(abs(amount)) if constant else ("" if abs(amount) == 1 else f"{abs(amount)} * ")
        text += (" " if text else "") + sign + times + shown
    return text


def _body(body: Expression, name: str) -> str:
    """A body, in parentheses where its tail does not mention the name that is bound for it."""
    match body:
        case And(operands) | Or(operands):
            tail = operands[-1]
        case Implies(_, conclusion):
            tail = conclusion
        case _:
            return show(body)
    text = show(body)
    return text if name in free_names(tail) else f"({text})"
