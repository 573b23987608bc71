"""A statement with its passage, and the keyword and name by which amendments know it."""

from typing import NamedTuple, TypeAlias

from . import tree as t
from .rulebook import Passage

Subject: TypeAlias = tuple[str, str]
"""The keyword of a statement and its name, which is empty of what a rulebook has once."""

_QUOTED = frozenset({"always", "claim", "case", "changes"})


class Entry(NamedTuple):
    """A statement, and the passage of a page that it is."""

    statement: t.Statement
    passage: Passage


def subject(statement: t.Statement) -> Subject:
    """What a statement states: an `always` or a `changes` is known by its reason, a claim or a case by its title."""
    match statement:
        case t.RestateStatement(inner):
            return subject(inner)
        case t.FactStatement(keyword, name):
            return (keyword, name.text)
        case t.RepealStatement(keyword, text):
            return (keyword, text)
        case _:
            return (_KEYWORDS[type(statement)], _name(statement))


def _name(statement: t.Statement) -> str:
    match statement:
        case t.OverrideStatement(clause, over):
            return f"{clause.text} over {over.text}"
        case t.ClauseStatement(id=name) | t.PartStatement(id=name) | t.NoteStatement(id=name):
            return name.text
        case (
            t.ClaimStatement(title=name)
            | t.DependenceStatement(title=name)
            | t.TurningStatement(title=name)
            | t.CaseStatement(title=name)
            | t.AlwaysStatement(reason=name)
            | t.ChangesStatement(reason=name)
        ):
            return name.text
        case t.TimelineStatement(name) | t.TypeStatement(name) | t.LetStatement(name):
            return name.text
        case t.RulingStatement(name) | t.DecideStatement(name):
            return name.text
        case _:
            return ""


def spelled(subject: Subject) -> str:
    """Keyword and name as they are written after `repeal`."""
    keyword, name = subject
    quoted = f'"{name}"' if keyword in _QUOTED else name
    return f"{keyword} {quoted}".rstrip()


_KEYWORDS: dict[type[t.Statement], str] = {
    t.RulebookStatement: "rulebook",
    t.SourceStatement: "source",
    t.SeatsStatement: "seats",
    t.TimelineStatement: "timeline",
    t.TypeStatement: "type",
    t.LetStatement: "let",
    t.AlwaysStatement: "always",
    t.RulingStatement: "ruling",
    t.ClauseStatement: "clause",
    t.PartStatement: "part",
    t.NoteStatement: "note",
    t.ClaimStatement: "claim",
    t.DependenceStatement: "claim",
    t.TurningStatement: "claim",
    t.CaseStatement: "case",
    t.OverrideStatement: "override",
    t.DecideStatement: "decide",
    t.ChangesStatement: "changes",
}
