"""`misdeal show`: the statements of a rulebook as they are written, or all about one clause.

Of an amendment they are those of the rulebook that comes of it, marked with what it changed.
"""

from collections.abc import Iterable, Iterator

import click

from misdeal.model.language.diagnostic import near
from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Clause, Effect, Note, Part, Passage, Rulebook
from misdeal.model.language.show import show as as_written
from misdeal.model.language.span import Span
from misdeal.model.library import load

from .book import Book, complete_clauses
from .changes import Changes
from .exits import ExitCode
from .terminal import Paper
from .wording import answer


@click.command()
@click.argument("book", type=Book(), metavar="BOOK")
@click.argument("clause", required=False, shell_complete=complete_clauses, metavar="[CLAUSE]")
def show(book: str, clause: str | None) -> ExitCode:
    """Show the statements of a rulebook, or all about one clause.

    CLAUSE is the id of a clause, a part or a note. Of a clause are shown its condition with those of its
    parts, what it decides, what it overrides and what overrides it, and the paragraphs that it encodes.

    Of an amendment is shown the rulebook that comes of it: the statements of what it amends too, with comments
    on what is added, restated or repealed, by which amendment, and what it was before.
    """
    rulebook = load(book)
    paper = Paper()
    if clause is None:
        _statements(paper, rulebook)
    else:
        _one(paper, rulebook, clause)
    paper.print()
    return ExitCode.CLEAN


def _statements(paper: Paper, rulebook: Rulebook) -> None:
    """Every statement under the heading above it, in the order of the text."""
    changes = Changes(rulebook)
    heading = None
    for passage in rulebook.passages:
        if (above := _first(passage).heading) != heading:
            heading = above
            paper.gap()
            paper.paragraph(heading, bold=True)
            paper.gap()
        for line in changes.lines(passage):
            paper.line(line)


def _first(passage: Passage) -> Passage:
    """What a statement was at first: it is shown in that place."""
    while passage.restates:
        passage = passage.restates
    return passage


def _one(paper: Paper, rulebook: Rulebook, id: str) -> None:  # noqa: A002 - the language's word
    parts = {part.id: part for part in rulebook.parts}
    notes = {note.id: note for note in rulebook.notes}
    if id in rulebook.clauses:
        _clause(paper, rulebook, rulebook.clauses[id])
    elif id in parts:
        _part(paper, rulebook, parts[id])
    elif id in notes:
        _note(paper, rulebook, notes[id])
    elif gone := _repealed(rulebook, id):
        _gone(paper, rulebook, gone)
    else:
        advice = near(id, [*rulebook.clauses, *parts, *notes]) or f"`misdeal show {rulebook.name}` shows them all"
        raise click.UsageError(f"no clause, part or note of `{rulebook.name}` is `{id}`: {advice}")


def _clause(paper: Paper, rulebook: Rulebook, clause: Clause) -> None:
    implied = " (implied: the text takes it for granted and does not say it)" if clause.implied else ""
    _head(paper, f"clause {clause.id}", clause.title + implied, clause.heading, str(clause.span))
    if clause.each:
        _row(paper, "for each", [", ".join(parameter.name for parameter in clause.each)])
    _row(paper, "when", _conditions(rulebook, clause))
    _row(paper, "then", [_effect(rulebook, effect) for effect in clause.effects])
    _row(paper, "overrides", _named(rulebook, (each for each in rulebook.clauses if each in clause.overrides)))
    over = (other.id for other in rulebook.clauses.values() if clause.id in other.overrides)
    _row(paper, "overridden by", _named(rulebook, over))
    _row(paper, "encodes", clause.paragraphs)
    _changes(paper, rulebook, clause.span)


def _part(paper: Paper, rulebook: Rulebook, part: Part) -> None:
    _head(paper, f"part {part.id}", part.title, "", str(part.span))
    _row(paper, "when", ["always"] if part.when is None else [f"`{as_written(part.when)}`"])
    clauses = (clause.id for clause in rulebook.clauses.values() if part.id in clause.parts)
    _row(paper, "joins", _named(rulebook, clauses))
    _changes(paper, rulebook, part.span)


def _note(paper: Paper, rulebook: Rulebook, note: Note) -> None:
    _head(paper, f"note {note.id}", note.title, note.heading, str(note.span))
    _changes(paper, rulebook, note.span)


def _repealed(rulebook: Rulebook, id: str) -> Passage | None:  # noqa: A002 - the language's word
    """What had an id and is repealed."""
    subjects = {(keyword, id) for keyword in ("clause", "part", "note")}
    gone = (each for each in rulebook.passages if each.repealed is not None and each.subject in subjects)
    return next(gone, None)


def _gone(paper: Paper, rulebook: Rulebook, passage: Passage) -> None:
    for line in Changes(rulebook).lines(passage):
        paper.line(line)


def _changes(paper: Paper, rulebook: Rulebook, span: Span) -> None:
    """What amendments made of the statement in a line."""
    passage = next(each for each in rulebook.passages if (each.span.file, each.span.line) == (span.file, span.line))
    changes = Changes(rulebook)
    _row(paper, "amended", changes.told(passage))
    _row(paper, "before", changes.before(passage))


def _head(paper: Paper, what: str, title: str, heading: str, place: str) -> None:
    paper.paragraph(f"{what}: {title}" if title else what, bold=True)
    if heading:
        paper.paragraph(f'under "{heading}"', indent=2)
    paper.paragraph(place, indent=2, dim=True)


def _row(paper: Paper, name: str, entries: Iterable[str]) -> None:
    """A row of what is said of a clause; none where nothing is."""
    for at, entry in enumerate(entries):
        paper.paragraph(entry, indent=2, mark=f"{name if at == 0 else '':15}")


def _conditions(rulebook: Rulebook, clause: Clause) -> Iterator[str]:
    """The clause's own condition, and those of the parts that join it."""
    if clause.own is not None:
        yield f"`{as_written(clause.own)}`"
    for part in rulebook.parts:
        if part.id in clause.parts and part.when is not None:
            yield f"`{as_written(part.when)}` (part {part.id})"
    if clause.when is None:
        yield "always"


def _effect(rulebook: Rulebook, effect: Effect) -> str:
    """An effect as written, with the ruling's question and what the value is called."""
    ruling = rulebook.rulings[effect.ruling]
    target = effect.ruling if effect.index is None else f"{effect.ruling}[{as_written(effect.index)}]"
    text = f"`{target} is {as_written(effect.value)}`: {ruling.question}"
    if isinstance(effect.value, Const) and (told := answer(ruling.type, effect.value.value)) != as_written(
        effect.value
    ):
        return f"{text} {told}"
    return text


def _named(rulebook: Rulebook, ids: Iterable[str]) -> list[str]:
    clauses = (rulebook.clauses[each] for each in ids)
    return [f'{clause.id} "{clause.title}"' if clause.title else clause.id for clause in clauses]
