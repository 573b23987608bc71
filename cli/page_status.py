"""What is known of each statement of a rulebook: its history, whether it decides anything, what is wrong with it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from misdeal.model.language.rulebook import Clause, Passage
from misdeal.model.language.source import Chunk
from misdeal.model.language.span import Span
from misdeal.proofs.finding import Finding, Verdict
from misdeal.proofs.report import Report
from misdeal.proofs.service import decides

from .changes import Changes
from .markup import Content, Html, element, fragment, joined, own
from .page_places import Places, older, within

_ADDED = frozenset({"clause", "part", "note", "ruling"})  # of which it is told that an amendment added them


class Status:
    """Knows what a report says of the statements; `findings` are its findings by their anchors."""

    def __init__(self, report: Report, places: Places, findings: Mapping[str, Finding]) -> None:
        self._rulebook = report.rulebook
        self._places = places
        self._findings = findings
        self._changes = Changes(report.rulebook)
        self._verdicts = {tally.sentence: tally.verdict for tally in report.tallies}
        self._newer = {(each.span.file, each.span.line): one for one in report.rulebook.passages for each in older(one)}
        self._decided = {(each.fact.span.file, each.fact.span.line): each.span for each in report.rulebook.decisions}

    def holds(self, passage: Passage | None, span: Span) -> bool:
        """Whether a statement is part of the rulebook, and not one that an amendment took away or restated."""
        at = (span.file, span.line)
        return at not in self._newer and at not in self._decided and (passage is None or passage.repealed is None)

    def lines(self, passage: Passage | None, chunk: Chunk, file: str) -> Iterator[Html]:
        """What there is to say of a statement, in a line each; `passage` is None of one that was restated."""
        span = Span(file, chunk.line, 1)
        yield from self._history(passage, span)
        if passage is not None and self.holds(passage, span):
            yield from self._meaning(passage)
            yield from self._wrong(passage, chunk, file)

    # What amendments made of it

    def _history(self, passage: Passage | None, span: Span) -> Iterator[Html]:
        at = (span.file, span.line)
        if at in self._newer:
            yield _line("changed", "restated ", self._by(self._newer[at].span))
        elif at in self._decided:
            yield _line("changed", "decided ", self._by(self._decided[at]))
        elif passage is not None and passage.repealed is not None:
            yield _line("changed", "repealed ", self._by(passage.repealed))
        elif passage is not None and passage.restates is not None:
            before = passage.restates.span
            yield _line(
                "amended", "restates ", element("a", "what stood before", href=f"#{self._places.anchor(before)}")
            )
        elif passage is not None and passage.subject[0] in _ADDED and any(self._changes.told(passage)):
            yield _line("amended", "added by this amendment")

    def _by(self, span: Span) -> Html:
        name = next(edition.name for edition in self._rulebook.editions if edition.file == span.file)
        return fragment("by ", element("a", name, href=f"#{self._places.anchor(span)}"))

    # What it does

    def _meaning(self, passage: Passage) -> Iterator[Html]:
        match passage.subject:
            case ("clause", name):
                yield from self._clause(self._rulebook.clauses[name])
            case ("part", name):
                joins = [clause.id for clause in self._rulebook.clauses.values() if name in clause.parts]
                if joins:
                    yield _line("", "joins ", self._clauses(joins))
            case ("note", _):
                yield _line("", "a paragraph without a ruling")
            case ("ruling", name):
                by = dict.fromkeys(clause.id for clause, _ in self._rulebook.effects[name])
                if by:
                    yield _line("", "decided by ", self._clauses(list(by)))
            case ("reading", name):
                yield _line("", "settles ", own(self._rulebook.facts[name].ambiguity))
            case _:
                pass

    def _clause(self, clause: Clause) -> Iterator[Html]:
        if clause.implied:
            yield _line("", "implied: the text takes it for granted and does not say it")
        rulings = list(dict.fromkeys(effect.ruling for effect in clause.effects))
        verdicts = {name: self._verdicts.get(decides(clause, name)) for name in rulings}
        deciding = [name for name, verdict in verdicts.items() if verdict is Verdict.PROVED]
        unknown = [name for name, verdict in verdicts.items() if verdict in {None, Verdict.UNKNOWN}]
        if deciding:
            yield _line("good", "decides ", self._names(deciding))
        if unknown:
            yield _line("unknown", "whether it ever decides ", self._names(unknown), " was not found out")
        over = [each for each in self._rulebook.clauses if each in clause.overrides]
        if over:
            yield _line("", "overrides ", self._clauses(over))
        under = [other.id for other in self._rulebook.clauses.values() if clause.id in other.overrides]
        if under:
            yield _line("", "overridden by ", self._clauses(under))
        if clause.paragraphs and clause.paragraphs != (clause.id,):
            yield _line("", f"encodes {', '.join(clause.paragraphs)}")

    def _clauses(self, ids: Sequence[str]) -> Html:
        return joined((self._places.clause(each) for each in ids), ", ")

    def _names(self, names: Iterable[str]) -> Html:
        return joined((self._places.name(each) for each in names), ", ")

    # What is wrong with it

    def _wrong(self, passage: Passage, chunk: Chunk, file: str) -> Iterator[Html]:
        keyword, name = passage.subject
        for anchor, finding in self._findings.items():
            concerned = keyword == "clause" and name in finding.clauses
            if concerned or within(finding.span, chunk, file):
                word = finding.kind.severity.name.lower()
                link = element("a", finding.kind.value, href=f"#{anchor}")
                yield _line(word, f"{word}: ", link, " ", element("span", finding.message, class_="aside"))


def _line(kind: str, *content: Content) -> Html:
    return element("li", *content, class_=kind or None)
