"""`misdeal show`: the statements of a rulebook as they are written, or all about one of them.

Of an amendment they are those of the rulebook that comes of it, marked with what it changed.
"""

from collections.abc import Iterable, Iterator

import click

from misdeal.model.language.diagnostic import near
from misdeal.model.language.entry import spelled
from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Clause, Effect, Fact, Note, Part, Passage, Role, Rulebook
from misdeal.model.language.show import show as as_written
from misdeal.model.language.span import Span
from misdeal.model.library import load

from .book import Book, complete_names
from .changes import Changes
from .exits import ExitCode
from .terminal import Paper
from .uses import Uses
from .wording import answer

_DECLARE_NOTHING = {"rulebook", "source", "override", "decide"}


@click.command()
@click.argument("book", type=Book(), metavar="BOOK")
@click.argument("name", required=False, shell_complete=complete_names, metavar="[NAME]")
def show(book: str, name: str | None) -> ExitCode:
    """Show the statements of a rulebook, or all about one of them.

    NAME is the id of a clause, a part or a note. Of a clause are shown its condition with those of its
    parts, what it decides, what it overrides and what overrides it, and the paragraphs that it encodes.

    Or it is the name of anything else that is declared, such as a fact, a `let`, a ruling or a claim, or the id of
    an ambiguity, which stands for the readings of it. Then are shown its statement and those that use it.

    Of an amendment is shown the rulebook that comes of it: the statements of what it amends too, with comments
    on what is added, restated or repealed, by which amendment, and what it was before.
    """
    rulebook = load(book)
    paper = Paper()
    if name is None:
        _statements(paper, rulebook)
    else:
        _one(paper, rulebook, name)
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
    elif declared := _declared(rulebook, id):
        for passage in declared:
            paper.gap()
            _statement(paper, rulebook, passage)
    elif gone := _repealed(rulebook, id):
        _gone(paper, rulebook, gone)
    else:
        advice = near(id, names(rulebook)) or f"`misdeal show {rulebook.name}` shows them all"
        raise click.UsageError(f"nothing in `{rulebook.name}` is called `{id}`: {advice}")


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


def names(rulebook: Rulebook) -> dict[str, str]:
    """What can be shown by its id, its name or its title, with a word on each."""
    statements: list[Clause | Part | Note] = [*rulebook.clauses.values(), *rulebook.parts, *rulebook.notes]
    found = {each.id: each.title for each in statements}
    found |= {fact.ambiguity: fact.question for fact in _readings(rulebook)}
    for passage in rulebook.passages:
        if passage.repealed is None and (name := _name(rulebook, passage)):
            found.setdefault(name, passage.subject[0])
    return found


def _readings(rulebook: Rulebook) -> list[Fact]:
    """The readings, decided ones too."""
    facts = [*rulebook.facts.values(), *(decision.fact for decision in rulebook.decisions)]
    return [fact for fact in facts if fact.role is Role.READING]


def _name(rulebook: Rulebook, passage: Passage) -> str:
    """What a statement declares, or empty."""
    keyword, name = passage.subject
    if keyword == "seats" and rulebook.table:
        return rulebook.table.name
    return "" if keyword in _DECLARE_NOTHING else name


def _declared(rulebook: Rulebook, name: str) -> list[Passage]:
    """The statements that declare a name, or the readings of an ambiguity."""
    wanted = {name, *(fact.name for fact in _readings(rulebook) if fact.ambiguity == name)} - {""}
    return [each for each in rulebook.passages if each.repealed is None and _name(rulebook, each) in wanted]


def _statement(paper: Paper, rulebook: Rulebook, passage: Passage) -> None:
    """A statement as it is written, and those that use what it declares."""
    name = _name(rulebook, passage)
    title = f"seats {name}" if passage.subject[0] == "seats" else spelled(passage.subject)
    _head(paper, title, "", passage.heading, str(passage.span))
    for line in Changes(rulebook).lines(passage):
        paper.line(f"  {line}")
    uses, deciding = Uses(rulebook), {("clause", clause.id) for clause, _ in rulebook.effects.get(name, ())}
    apart = {passage.subject} | deciding
    _row(paper, "decided by", _users(rulebook, (each for each in uses.direct(name) if each.subject in deciding)))
    _row(paper, "used by", _users(rulebook, (each for each in uses.direct(name) if each.subject not in apart)))
    _row(
        paper, "through lets", _users(rulebook, (each for each in uses.through_lets(name) if each.subject not in apart))
    )


def _users(rulebook: Rulebook, passages: Iterable[Passage]) -> Iterator[str]:
    """Statements as they are cited, clauses first, and how many cases."""
    titles = {("clause", each.id): each.title for each in rulebook.clauses.values()}
    titles |= {("part", each.id): each.title for each in rulebook.parts}
    subjects = [passage.subject for passage in passages]
    for subject in sorted(subjects, key=lambda subject: subject[0] != "clause"):
        if subject[0] != "case":
            yield f'{spelled(subject)} "{title}"' if (title := titles.get(subject)) else spelled(subject)
    cases = sum(keyword == "case" for keyword, _ in subjects)
    if cases:
        yield "1 case" if cases == 1 else f"{cases} cases"


def _repealed(rulebook: Rulebook, name: str) -> Passage | None:
    """What had an id or a name and is repealed."""
    gone = (each for each in rulebook.passages if each.repealed is not None and each.subject[1] == name)
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
