"""The rulebook to be read: the prose of its pages, with every statement where it stands and what is known of it."""

import re
from collections.abc import Iterator, Sequence

from misdeal.model.language.rulebook import Edition, Note, Part, Rulebook
from misdeal.model.language.source import Chunk, paginate
from misdeal.model.language.span import Span

from .markup import Html, element, fragment, own
from .page_places import Places, edition_anchor
from .page_prose import Heading, Prose
from .page_status import Status

_CONTENTS = 2  # the lowest headings in the table of contents
_TITLED = {"clause": "Clause", "part": "Part", "note": "Note", "ruling": "Ruling", "reading": "Reading"}
_TOKEN = re.compile(r'(?P<text>"[^"\n]*")|(?P<comment>#[^\n]*)|(?P<other>[^"#]+|["#])')

_SPREAD = re.compile(r"(?<=\S) {3,}")  # what lines up texts that may come to stand elsewhere


def rulebook_part(rulebook: Rulebook, places: Places, status: Status) -> Html:
    """The table of contents, the search, and the pages: its own one first, then those that it amends."""
    pages = {edition.file: edition_anchor(edition.name) for edition in rulebook.editions}
    readers = [_Reader(rulebook, edition, pages, places, status) for edition in rulebook.editions]
    read = [reader.section() for reader in readers]
    contents = _contents(rulebook, [reader.prose.headings for reader in readers])
    return fragment(element("div", _search(), contents, class_="guide"), element("div", *read))


def _search() -> Html:
    field = element(
        "input", type="search", id="search", name="search", autocomplete="off", spellcheck="false",
        aria_describedby="search-help",
    )  # fmt: skip
    return element(
        "form",
        element("label", "Search the rulebook", for_="search"),
        field,
        element("p", "Press / to search. Enter leads to the first place.", id="search-help", class_="aside"),
        element("p", id="search-count", role="status"),
        element("ol", id="search-results", class_="results"),
        role="search",
        id="search-form",
        class_="search needs-script",
    )


def _contents(rulebook: Rulebook, headings: Sequence[Sequence[Heading]]) -> Html:
    """Links to the headings, page by page."""
    parts: list[Html] = []
    for edition, found in zip(rulebook.editions, headings, strict=True):
        if len(rulebook.editions) > 1:
            parts.append(element("p", element("a", own(edition.title), href=f"#{edition_anchor(edition.name)}")))
        links = (
            element("li", element("a", own(each.text), href=f"#{each.anchor}"))
            for each in found
            if each.level <= _CONTENTS and each.text
        )
        parts.append(element("ol", *links))
    return element(
        "nav",
        element("h3", "Contents", id="contents-title"),
        *parts,
        class_="contents",
        aria_labelledby="contents-title",
    )


class _Reader:
    """Reads one page of a rulebook."""

    def __init__(
        self, rulebook: Rulebook, edition: Edition, pages: dict[str, str], places: Places, status: Status
    ) -> None:
        self.prose = Prose(edition.text, edition.name, pages)
        self._rulebook = rulebook
        self._edition = edition
        self._page = paginate(edition.text, edition.file)
        self._places = places
        self._status = status

    def section(self) -> Html:
        """The whole page."""
        names = [edition.name for edition in self._rulebook.editions]
        at = names.index(self._edition.name)
        beneath, above = names[at + 1 : at + 2], names[at - 1 : at] if at else []
        told = [element("code", self._edition.name)]
        told += [fragment(" amends ", element("a", each, href=f"#{edition_anchor(each)}")) for each in beneath]
        told += [fragment(" is amended by ", element("a", each, href=f"#{edition_anchor(each)}")) for each in above]
        return element(
            "section",
            element("p", *told, class_="edition"),
            *self._parts(),
            id=edition_anchor(self._edition.name),
            aria_label=self._edition.title,
            class_="page",
        )

    def _parts(self) -> Iterator[Html]:
        """Prose and blocks of statements in turn."""
        lines = self._edition.text.split("\n")
        begin = 0
        for block in self._page.blocks:
            yield self._prose(lines[begin : block.opens - 1])
            yield self._block([each for each in self._page.chunks if block.opens < each.line < block.closes])
            begin = block.closes
        yield self._prose(lines[begin:])

    def _prose(self, lines: Sequence[str]) -> Html:
        text = "\n".join(lines)
        return element("div", self.prose.render(text), class_="prose", lang="") if text.strip() else fragment()

    def _block(self, chunks: Sequence[Chunk]) -> Html:
        made = (self._statement(above, each) for above, each in _with_comments(chunks))
        return element("div", *made, class_="formal", lang="") if chunks else fragment()

    def _statement(self, above: str, chunk: Chunk) -> Html:
        span = Span(self._edition.file, chunk.line, 1)
        passage = self._places.passage(span)
        anchor = self._places.anchor(span)
        keyword, name = passage.subject if passage else ("", "")
        holds = self._status.holds(passage, span)
        head = self._head(keyword, name, anchor) if holds and keyword in _TITLED else fragment()
        lines = list(self._status.lines(passage, chunk, self._edition.file))
        status = element("ul", *lines, class_="status") if lines else fragment()
        code = element("pre", _code(f"{above}\n{chunk.text}" if above else chunk.text))
        return element(
            "article" if head.text else "div",
            head,
            *((code, status) if holds else (status, code)),
            id=anchor,
            class_="statement" if holds else "statement gone",
        )

    def _head(self, keyword: str, name: str, anchor: str) -> Html:
        """What a statement is called, as a heading; it links to itself, so that its address can be taken from it."""
        title = self._title(keyword, name)
        link = element("a", f"{_TITLED[keyword]} {name}", href=f"#{anchor}")
        return element("h5", link, *((" ", own(title)) if title else ()))

    def _title(self, keyword: str, name: str) -> str:
        match keyword:
            case "clause":
                return self._rulebook.clauses[name].title
            case "part" | "note":
                titled: tuple[Part | Note, ...] = (*self._rulebook.parts, *self._rulebook.notes)
                return next(each.title for each in titled if each.id == name)
            case "ruling":
                return self._rulebook.rulings[name].question
            case _:
                return self._rulebook.facts[name].question


def _with_comments(chunks: Sequence[Chunk]) -> Iterator[tuple[str, Chunk]]:
    """Statements, each with the comments above it rather than those below."""
    above = ""
    for chunk in chunks:
        lines = chunk.text.split("\n")
        end = len(lines)
        while end > 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
            end -= 1
        yield above, Chunk("\n".join(lines[:end]), chunk.line, chunk.heading)
        above = "\n".join(lines[end:]).strip("\n")


def _code(text: str) -> Html:
    """A statement as it is written, with its quoted texts and comments told apart."""
    parts = []
    for match in _TOKEN.finditer(text):
        if match["text"]:
            parts.append(element("q", match["text"]))
        elif match["comment"]:
            parts.append(element("i", match["comment"]))
        else:
            parts.append(fragment(_SPREAD.sub("  ", match["other"])))
    return element("code", *parts)
