"""Where on a page each statement of a rulebook stands, and links that lead there."""

from bisect import bisect_right
from collections.abc import Iterator

from misdeal.model.language.entry import Subject
from misdeal.model.language.rulebook import Passage, Rulebook
from misdeal.model.language.source import Chunk, paginate
from misdeal.model.language.span import Span

from .markup import Content, Html, element, own

_NAMED = frozenset(
    {"timeline", "type", "fact", "option", "reading", "let", "ruling", "clause", "part", "note"}
)  # their names are words


class Places:
    """The anchors of one rulebook. What holds has one by its name, everything else by its line."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._editions = {edition.file: edition.name for edition in rulebook.editions}
        self._lines = {each.file: [chunk.line for chunk in chunks(each.text, each.file)] for each in rulebook.editions}
        self._standing = {_at(passage.span): passage for passage in rulebook.passages}
        self._subjects = {
            passage.subject: passage for passage in rulebook.passages if passage.repealed is None and _is_named(passage)
        }
        self._ruled = {name: ("ruling", name) for name in rulebook.rulings}
        for passage in rulebook.passages:
            if passage.repealed is None and passage.subject[0] in {"fact", "option", "reading", "let", "ruling"}:
                self._ruled[passage.subject[1]] = passage.subject

    def passage(self, span: Span) -> Passage | None:
        """The statement that begins there, if it is none that another one took the place of."""
        return self._standing.get(_at(span))

    def anchor(self, span: Span) -> str:
        """That of the statement that a place is in, or of the page where there is none."""
        edition, lines = self._editions[span.file], self._lines[span.file]
        before = bisect_right(lines, span.line)
        if not before:
            return edition_anchor(edition)
        line = lines[before - 1]
        passage = self._standing.get((span.file, line))
        if passage is not None and self._subjects.get(passage.subject) is passage:
            return _anchor(passage.subject)
        return f"{edition}-line-{line}"

    def clause(self, id: str) -> Html:  # noqa: A002 - the language's word
        """A link to a clause, by its id."""
        return self.link(("clause", id), id)

    def name(self, name: str) -> Html:
        """A link to what has a name in conditions: a fact, a `let`, a ruling."""
        return self.link(self._ruled.get(name, ("", name)), element("code", name))

    def link(self, subject: Subject, *content: Content) -> Html:
        """A link to a statement; only the content where none stands."""
        if subject not in self._subjects:
            return element("span", *content)
        return element("a", *content, href=f"#{_anchor(subject)}")

    def cited(self, id: str) -> Html:  # noqa: A002 - the language's word
        """A clause with its title, as a link."""
        title = self._rulebook.clauses[id].title
        return self.link(("clause", id), id, *((" ", own(title)) if title else ()))


def edition_anchor(name: str) -> str:
    """Where the page of a rulebook begins."""
    return f"edition-{name}"


def chunks(text: str, file: str) -> tuple[Chunk, ...]:
    """The statements of a page."""
    return paginate(text, file).chunks


def within(span: Span, chunk: Chunk, file: str) -> bool:
    """Whether a place is in a statement of a file."""
    return span.file == file and chunk.line <= span.line <= chunk.line + chunk.text.count("\n")


def older(passage: Passage) -> Iterator[Passage]:
    """What stood in the place of a statement before, the latest first."""
    while passage.restates:
        passage = passage.restates
        yield passage


def _is_named(passage: Passage) -> bool:
    return passage.subject[0] in _NAMED


def _anchor(subject: Subject) -> str:
    return "-".join(subject)


def _at(span: Span) -> tuple[str, int]:
    return span.file, span.line
