"""A rulebook's own words for values, questions and outcomes, as they are told to people."""

import re
from collections.abc import Iterator, Sequence

from misdeal.model.language.expression import Among, Between, Compare, Const, Expression, Not, Quantified, RulingRef
from misdeal.model.language.rulebook import Chosen, Fact, Parameter, Place
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice, Flag, Seat, Timeline, Type, Value
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Kind, Outcome, Result, Undefined


def question(statement: Fact, index: Value | None) -> str:
    """The question of a fact, about one index: `the player` becomes `player 5`, or the name of the seat."""
    return addressed(statement.question, statement.index, index)


def addressed(text: str, parameter: Parameter | None, index: Value | None) -> str:
    """A question about one index; where it does not speak of `the player`, the seat stands before it."""
    if parameter is None or index is None:
        return text
    kind = parameter.type
    subject = subject_name(kind, index)
    words = {"player", kind.table.name} if isinstance(kind, Seat) else {str(kind)}
    pattern = r"\b(the|The) (?:" + "|".join(re.escape(word) for word in sorted(words)) + r")\b"
    spoken, times = re.subn(pattern, lambda found: _capital(subject) if found[1] == "The" else subject, text)
    return spoken if times else f"{_capital(subject)}: {text}"


def subject_name(kind: Type, value: Value) -> str:
    """One index in words: `player 5`, `North`, `the side North and South`."""
    if isinstance(kind, Seat):
        named = kind.show(value)
        if value == kind.table.nobody:
            return named
        return named.replace("_", " ").title() if kind.table.names else f"{kind.table.name} {named}"
    return f"the {kind} {answer(kind, value)}".replace("_", " ")


def answer(kind: Type, value: Value) -> str:
    """A value in words: the label where the rulebook gives one."""
    match kind:
        case Choice(labels=labels) if labels[value]:
            return labels[value]
        case Seat():
            return subject_name(kind, value)
        case Choice() | Timeline():
            return kind.show(value).replace("_", " ")
        case _:
            return kind.show(value)


_INNER = re.compile(r"\([^()]*\)")
_LOOSE = re.compile(r"\b(?:or|implies|if)\b")


def conjoined(conditions: Sequence[str]) -> Iterator[str]:
    """Conditions as they stand with `and` between them: what that would tear apart is in parentheses.

    What follows a colon reaches as far as it can, so only the last one may end in that.
    """
    for at, condition in enumerate(conditions, 1):
        outer = condition
        while (shorter := _INNER.sub("", outer)) != outer:
            outer = shorter
        head, colon, _ = outer.partition(":")
        torn = len(conditions) > 1 and (_LOOSE.search(head) or (colon and at < len(conditions)))
        yield f"({condition})" if torn else condition


def listed(parts: Sequence[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; nothing of none."""
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def text_of(chosen: Chosen) -> str:
    """An option with the value that was chosen, as it is given on a command line."""
    return f"{chosen.fact.name}={chosen.fact.type.show(chosen.value)}"


def in_code(chosen: Chosen) -> str:
    """The same as a condition in code, with the id of the ambiguity that is settled."""
    id = f" ({chosen.fact.ambiguity})" if chosen.fact.ambiguity else ""  # noqa: A001 - the language's word
    return f"`{chosen.fact.name} = {chosen.fact.type.show(chosen.value)}`{id}"


def outcome_in_words(kind: Type, outcome: Outcome) -> str:
    """An outcome in a phrase that follows `is`."""
    match outcome.kind:
        case Kind.VALUE | Kind.DEFAULT:
            return "" if outcome.value is None else answer(kind, outcome.value)
        case Kind.GAP:
            return "decided by no clause"
        case Kind.CLASH:
            return "given different values"
        case Kind.UNDEFINED:
            return "undefined"
        case Kind.DOES_NOT_ARISE:
            return "not to be decided"


def value_text(kind: Type, value: Value) -> str:
    """A value as it is written, with its label in parentheses."""
    written, spoken = kind.show(value), answer(kind, value)
    return f"{written} ({spoken})" if isinstance(kind, Choice) and kind.labels[value] else written


def result_in_words(kind: Type, value: Result) -> str:
    """What an effect gives, in words, whether or not it is a value of the ruling."""
    if isinstance(value, Undefined):
        return "no value"
    if not kind.low <= value <= kind.high:
        return "nobody" if isinstance(kind, Seat) else f"{value}, which is outside {kind}"
    return answer(kind, value)


def here(evaluation: Evaluation, part: Expression, names: Bindings) -> str:
    """What a condition compares, with its value, or for whom it fails; empty where the condition says it all."""
    operands: list[Expression]
    match part:
        case Compare(_, left, right):
            operands = [each for each in (left, right) if not isinstance(each, Const)]
        case Among(operand) | Between(operand):
            operands = [operand]
        case Not(operand):
            return here(evaluation, operand, names)
        case Quantified("every", name, seat, body):
            seats = range(1, evaluation.situation.players + 1)
            failing = [each for each in seats if evaluation.fails(body, {**names, name: each})]
            return f"not for {listed([subject_name(seat, each) for each in failing], 'or')}" if failing else ""
        case _:
            return ""
    found = [(each, evaluation.value(each, names)) for each in operands]
    if len(found) == 1 and not isinstance(found[0][1], Undefined):
        return _shown(found[0][0].type, found[0][1])
    return " and ".join(_compared(evaluation, each, value, names) for each, value in found)


def _compared(evaluation: Evaluation, compared: Expression, value: Result, names: Bindings) -> str:
    """What is compared, with its value, or why it has none."""
    if not isinstance(value, Undefined):
        return f"`{show(compared)}` is {_shown(compared.type, value)}"
    if isinstance(compared, RulingRef):
        at = evaluation.target(compared.index, names)
        if not isinstance(at, Undefined) and evaluation.outcome(Place(compared.ruling, at)).kind is Kind.DOES_NOT_ARISE:
            return f"`{show(compared)}` does not arise"
    return f"`{show(compared)}` is undefined"


def _shown(kind: Type, value: Value) -> str:
    """A value as it is written, or the label that it has."""
    if isinstance(kind, Choice) and kind.labels[value]:
        return f"“{kind.labels[value]}”"
    return kind.show(value) if isinstance(kind, Flag | Seat) or kind.low <= value <= kind.high else str(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
