"""What an amendment makes of the statements of the rulebook that it amends."""

from collections.abc import Sequence
from dataclasses import replace

from . import tree as t
from .diagnostic import Report
from .entry import Entry, Subject, spelled, subject
from .span import Span

_KIN = {"option": "reading", "reading": "option"}


def amend(base: Sequence[Entry], page: Sequence[Entry], report: Report) -> list[Entry]:
    """The statements of both: what is restated and repealed in its place, what is new after them.

    What is told of a statement leaves the base as it is.
    """
    return _Amendment(base, report).take(page)


def refuse(page: Sequence[Entry], report: Report) -> list[Entry]:
    """The statements of a page that amends nothing; those that only an amendment can have are told."""
    kept: list[Entry] = []
    for statement, passage in page:
        match statement:
            case t.RestateStatement(inner, span):
                _tell_nothing("restate", span, report)
                kept.append(Entry(inner, passage))
            case t.RepealStatement(span=span):
                _tell_nothing("repeal", span, report)
            case t.DecideStatement(span=span):
                _tell_nothing("decide", span, report)
            case t.ChangesStatement(span=span):
                _tell_nothing("changes", span, report)
            case _:
                kept.append(Entry(statement, passage))
    return kept


def _tell_nothing(word: str, span: Span, report: Report) -> None:
    advice = 'say what it amends: `rulebook name amends base "title"`'
    report.tell("amends-nothing", span, f"`{word}` stands in an amendment, and this rulebook amends nothing", advice)


class _Amendment:
    """The statements of the base, as they come to be."""

    def __init__(self, base: Sequence[Entry], report: Report) -> None:
        self.report = report
        self.name = next(each.name.text for each, _ in base if isinstance(each, t.RulebookStatement))
        self.entries = [entry for entry in base if not isinstance(entry.statement, t.RulebookStatement)]
        self.places: dict[Subject, list[int]] = {}
        for place, (statement, passage) in enumerate(self.entries):
            if passage.repealed is None:
                self.places.setdefault(subject(statement), []).append(place)
        self.keywords = {name: keyword for keyword, name in reversed(self.places) if name}
        self.amended: dict[int, Span] = {}

    def take(self, page: Sequence[Entry]) -> list[Entry]:
        heads: list[Entry] = []
        added: list[Entry] = []
        for entry in page:
            match entry.statement:
                case t.RulebookStatement():
                    heads.append(entry)
                case t.RestateStatement(inner):
                    if not self.restate(entry, Entry(inner, entry.passage)):
                        added.append(Entry(inner, entry.passage))
                case t.RepealStatement():
                    self.repeal(entry.statement)
                case _ if self.is_new(entry.statement):
                    added.append(entry)
                case _:
                    pass
        return [*heads, *self.entries, *added]

    def restate(self, entry: Entry, anew: Entry) -> bool:
        """Put a statement in the place of another; False where there is none, which is told."""
        places = self.find(subject(anew.statement), kin=True)
        if not places:
            self.tell_missing(entry.statement, "declare it without `restate`")
            return False
        if self.touch(places, entry.statement):
            first, *others = places
            before = self.entries[first].passage
            self.entries[first] = Entry(anew.statement, replace(anew.passage, restates=before))
            for place in others:
                self.strike(place, entry.statement.span)
        return True

    def repeal(self, statement: t.RepealStatement) -> None:
        places = self.find(subject(statement))
        if not places:
            self.tell_missing(statement, "")
        elif self.touch(places, statement):
            for place in places:
                self.strike(place, statement.span)

    def strike(self, place: int, span: Span) -> None:
        statement, passage = self.entries[place]
        self.entries[place] = Entry(statement, replace(passage, repealed=span))

    def is_new(self, statement: t.Statement) -> bool:
        """Whether the base has nothing of the kind and name of a statement; what it has is told."""
        places = self.find(subject(statement), kin=True)
        if not places:
            return True
        what = spelled(subject(statement))
        passage = self.entries[places[0]].passage
        message = (
            f"`{self.name}`, which this amends, has `{what}` already, in {passage.span.line_from(statement.span.file)}"
        )
        advice = (
            "strike one of the two" if isinstance(statement, t.OverrideStatement) else f"write `restate {what} ...`"
        )
        self.report.tell("in-base", statement.span, message, advice)
        return False

    def find(self, wanted: Subject, *, kin: bool = False) -> list[int]:
        """The places of a subject in the base; with `kin` an option is found for a reading, and the other way."""
        keyword, name = wanted
        found = self.places.get(wanted, [])
        return self.places.get((_KIN.get(keyword, keyword), name), []) if kin and not found else found

    def touch(self, places: list[int], statement: t.Statement) -> bool:
        """Note that a statement is amended; False where it has been, which is told."""
        first = self.amended.setdefault(places[0], statement.span)
        if first is statement.span:
            return True
        message = f"`{spelled(subject(statement))}` is amended twice: first in {first.line_from(statement.span.file)}"
        self.report.tell("amended-twice", statement.span, message, "strike one of the two")
        return False

    def tell_missing(self, statement: t.Statement, otherwise: str) -> None:
        """Tell that the base has no such statement, with the nearest that it has."""
        wanted = subject(statement)
        keyword, name = wanted
        if name in self.keywords:
            advice = f"it has `{spelled((self.keywords[name], name))}`"
        else:
            known = (each for other, each in self.places if other == keyword)
            advice = self.report.near(name, known) or otherwise
        message = f"`{self.name}`, which this amends, has no `{spelled(wanted)}`"
        self.report.tell("not-in-base", statement.span, message, advice)
