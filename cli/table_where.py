"""The condition of `misdeal table --where`: an expression of the rulebook's language, over the names of a rulebook.

It is read and measured as a condition in the rulebook would be, and its mistakes are told as those of a rulebook are.
"""

from dataclasses import replace

from misdeal.model.language.bounds import Bounds
from misdeal.model.language.deciding import decided
from misdeal.model.language.diagnostic import Diagnostic, Report, RulebookError, find_invisible
from misdeal.model.language.expression import Call, Expression
from misdeal.model.language.phrases import Phrases
from misdeal.model.language.reader import again
from misdeal.model.language.rulebook import Rulebook, Ruling
from misdeal.model.language.source import Chunk
from misdeal.model.language.span import Span
from misdeal.model.language.syntax import parse
from misdeal.model.language.tree import ClaimStatement, Phrase
from misdeal.model.language.walk import walk

FILE = "--where"
_BEFORE = 'claim "where":\n'  # a condition is parsed as that of a claim, whose line comes before its first


def read_condition(rulebook: Rulebook, ruling: Ruling, text: str) -> Expression:
    """The condition, which may name the ruling's index. Raises RulebookError with all that is wrong with it."""
    phrase = _parsed(text)
    resolver = again(rulebook)
    resolver.resolve()
    report, index = resolver.report, ruling.index
    condition = Phrases(resolver.names, report).condition(phrase, {index.name: index.type} if index else {})
    if condition is not None:
        condition = decided(condition, rulebook.constants)
        _measure(rulebook, condition, report)
    if condition is None or report.diagnostics:
        raise RulebookError(report.diagnostics, {FILE: text})
    return condition


def _parsed(text: str) -> Phrase:
    for number, line in enumerate(text.split("\n"), 1):
        at = find_invisible(line)
        if at is not None:
            message = f"the character U+{ord(line[at]):04X} is not allowed in a condition: it does not show"
            raise _error(text, Diagnostic("control-character", Span(FILE, number, at + 1, 1), message, "delete it"))
    statement, diagnostics = parse(Chunk(_BEFORE + text, 0, ""), FILE)
    if diagnostics or not isinstance(statement, ClaimStatement):
        raise _error(text, *(_about_condition(each) for each in diagnostics))
    return statement.condition


def _about_condition(diagnostic: Diagnostic) -> Diagnostic:
    """What the parser tells of the claim, told of its condition."""
    span = diagnostic.span if diagnostic.span.line else Span(FILE, 1, 1, 0)
    message = diagnostic.message.replace("the statement ends", "the condition ends")
    message = message.replace("the end of the statement", "its end")
    return replace(diagnostic, span=span, message=message, help="" if "claim" in diagnostic.help else diagnostic.help)


def _error(text: str, *diagnostics: Diagnostic) -> RulebookError:
    return RulebookError(diagnostics, {FILE: text})


def _measure(rulebook: Rulebook, condition: Expression, report: Report) -> None:
    """Tell where the condition is too deep or expands to too much."""
    bounds, added = Bounds(report), set[str]()

    def add(expression: Expression) -> None:
        for part in walk(expression):
            if isinstance(part, Call) and part.let not in added:
                added.add(part.let)
                add(rulebook.lets[part.let].body)
                bounds.add_let(rulebook.lets[part.let])

    add(condition)
    bounds.add_condition(condition, Span(FILE, 1, 1, 0))
