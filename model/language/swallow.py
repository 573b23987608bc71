"""The tail of a body that does not belong to it: `some p: away[p] and strict` says `strict` once per seat."""

from . import tree as t
from .diagnostic import Report


def check_tail(phrase: t.Quantification | t.Search, shown: str, report: Report) -> None:
    """Tell the operands at the end of a body that do not mention the name which is bound for it."""
    body, name = phrase.body, phrase.name.text
    if not isinstance(body, t.Operation) or body.operator not in {"and", "or", "implies"}:
        return
    tail: t.Phrase | None = None
    for operand in reversed(body.operands[1:]):
        if mentions(operand, name):
            break
        tail = operand
    if tail is None:
        return
    message = f"this does not mention `{name}`, but `{shown}` reaches as far right as it can and takes it in"
    advice = f"put the part before it in parentheses: `({shown}) {body.operator} ...`"
    advice += "; if it belongs inside, put the whole body in parentheses"
    report.tell("swallowed-operand", tail.span, message, advice)


def mentions(phrase: t.Phrase, name: str) -> bool:
    """Whether a name stands anywhere in a phrase."""
    waiting = [phrase]
    while waiting:
        this = waiting.pop()
        if isinstance(this, t.Word) and this.text == name:
            return True
        waiting.extend(t.parts(this))
    return False
