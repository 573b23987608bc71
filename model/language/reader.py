"""The text of a rulebook to the checked rulebook: page, statements, resolution."""

import re

from .diagnostic import Report, RulebookError
from .resolve import Resolver
from .rulebook import Rulebook
from .source import Chunk, decode, paginate
from .syntax import parse

_FATAL = {"no-block", "unclosed-block", "control-character"}
_WORD = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z0-9_.]+')


def read(text: bytes | str, file: str) -> Rulebook:
    """The rulebook that a file holds; `file` is how it is named in messages.

    Raises RulebookError with everything that is wrong with it, in the order of the text.
    """
    return prepare(text, file).resolve()


def prepare(text: bytes | str, file: str) -> Resolver:
    """The statements of a file, ready to be resolved.

    Raises RulebookError where the page itself cannot be used.
    """
    decoded = decode(text, file)
    page = paginate(decoded, file)
    report = Report()
    report.diagnostics.extend(page.diagnostics)
    if any(each.code in _FATAL for each in page.diagnostics):
        raise RulebookError(report.diagnostics, decoded)
    parsed = [(parse(chunk, file), chunk) for chunk in page.chunks]
    for (_, diagnostics), _ in parsed:
        report.diagnostics.extend(diagnostics)
    statements = [(statement, chunk.heading) for (statement, _), chunk in parsed if statement is not None]
    broken = [chunk for (statement, _), chunk in parsed if statement is None]
    resolver = Resolver(file, decoded, statements, report)
    if any(each.code == "unknown-statement" for each in page.diagnostics):
        resolver.broken_openers.add("rulebook")
    for chunk in broken:
        _excuse(chunk, resolver)
    return resolver


def _excuse(chunk: Chunk, resolver: Resolver) -> None:
    """Let nothing be told about what a statement that did not parse would have declared."""
    opener, *words = [word for word in _WORD.findall(chunk.text) if word[0] not in '"#'] or [""]
    resolver.broken_openers.add(opener)
    match opener:
        case "clause":
            resolver.broken_clauses.update(words[:1])
        case "seats":
            resolver.names.table_is_broken = True
            resolver.names.broken.update(words)
        case "type" | "timeline" | "fact" | "option" | "reading" | "ruling" | "let":
            resolver.names.broken.update(words)
        case _:
            pass
