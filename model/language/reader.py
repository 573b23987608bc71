"""The text of a rulebook to the checked rulebook: page, statements, what it amends, resolution."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from . import tree as t
from .amend import amend, refuse
from .case_file import read_cases
from .diagnostic import Diagnostic, Report, RulebookError
from .entry import Entry, subject
from .limits import AMENDMENTS, DIAGNOSTICS, DOCUMENT_BYTES
from .resolve import Resolver
from .rulebook import Edition, Passage, Rulebook
from .source import Chunk, decode, paginate
from .span import NOWHERE, Span
from .syntax import parse

_FATAL = {"no-block", "unread-block", "unclosed-block", "control-character"}
_WORD = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z0-9_.]+')
_RESTATE = re.compile(r"(\s*)restate\s+")


@dataclass(frozen=True, slots=True)
class Written:
    """A page as it is kept: its text, how its file is named in messages, and how to get one that it amends.

    `base` is given the name after `amends`, and raises RulebookError where there is no such rulebook. `cases` are the
    case files that are read with it.
    """

    text: bytes | str
    file: str
    base: "Callable[[str], Written]"
    cases: "tuple[WrittenCases, ...]" = ()


@dataclass(frozen=True, slots=True)
class WrittenCases:
    """A case file as it is kept: its text, and how it is named in messages."""

    text: bytes | str
    file: str


def nothing_beside(name: str) -> Written:
    """The base of a page that stands alone."""
    message = f"the rulebook `{name}` cannot be looked for here"
    raise RulebookError([Diagnostic("unreadable-file", NOWHERE, message, "save this one as a file beside it")])


def read(
    text: bytes | str,
    file: str,
    base: Callable[[str], Written] = nothing_beside,
    cases: tuple[WrittenCases, ...] = (),
) -> Rulebook:
    """The rulebook that a file holds; `file` is how it is named in messages, `base` gets what it amends.

    Raises RulebookError with everything that is wrong with it, in the order of the text, with what it amends, and with
    the case files.
    """
    return prepare(Written(text, file, base, cases)).resolve()


def again(rulebook: Rulebook) -> Resolver:
    """The statements of a rulebook that has been read, ready to be resolved."""
    return prepare(_kept(rulebook.editions))


def reread(editions: tuple[Edition, ...]) -> Rulebook:
    """The rulebook of some pages, its own first, then what each amends; of these, names and titles are not looked at.

    Raises RulebookError where they make none.
    """
    return prepare(_kept(editions)).resolve()


class Amendable:
    """A rulebook that has been read, to be amended again and again; `entries` are its statements."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self._resolver = again(rulebook)
        self.entries = self._resolver.entries

    def amended(self, statements: str) -> Rulebook:
        """What an amendment that holds some statements makes of it. Raises RulebookError where they make none."""
        own = "draft"
        while own in {edition.name for edition in self.rulebook.editions}:
            own += "_"
        text = f'```misdeal\nrulebook {own} amends {self.rulebook.name} "A draft"\n{statements}\n```\n'
        page = Written(text, f"draft of {self.rulebook.file}", nothing_beside)
        return _Drafted(page, self._resolver, self.rulebook.editions).prepare().resolve()


def prepare(page: Written, above: tuple[str, ...] = ()) -> Resolver:
    """The statements of a page and of what it amends, ready to be resolved; `above` are the files that amend it.

    Raises RulebookError where the page cannot be used, or what it amends.
    """
    return _Reading(page, above).prepare()


class _Reading:
    """Reads one page."""

    def __init__(self, page: Written, above: tuple[str, ...]) -> None:
        self.page = page
        self.file = page.file
        self.above = above
        self.text = decode(page.text, page.file)
        self.report = Report()

    def prepare(self) -> Resolver:
        page = paginate(self.text, self.file)
        self.report.diagnostics.extend(page.diagnostics)
        if any(each.code in _FATAL for each in page.diagnostics):
            raise self.error()
        entries, broken = self.parse(page.chunks)
        if any(_opener(chunk) == "rulebook" and "amends" in _words(chunk) for chunk in broken):
            raise self.error()
        resolver = self.resolver(entries)
        if any(each.code == "unknown-statement" for each in page.diagnostics):
            resolver.broken_openers.add("rulebook")
        for chunk in broken:
            _excuse(chunk, resolver)
        for each in self.page.cases:
            text = decode(each.text, each.file, "a case file", DOCUMENT_BYTES)
            resolver.case_files.append(read_cases(text, each.file, self.report))
        return resolver

    def parse(self, chunks: tuple[Chunk, ...]) -> tuple[list[Entry], list[Chunk]]:
        """The statements, and what is none."""
        entries: list[Entry] = []
        broken: list[Chunk] = []
        for chunk in chunks:
            statement, diagnostics = parse(chunk, self.file, brief=len(broken) >= DIAGNOSTICS)
            self.report.diagnostics.extend(diagnostics)
            if statement is None:
                broken.append(chunk)
            else:
                text = (
                    _RESTATE.sub(r"\1", chunk.text, count=1)
                    if isinstance(statement, t.RestateStatement)
                    else chunk.text
                )
                entries.append(
                    Entry(statement, Passage(subject(statement), text, chunk.heading, Span(self.file, chunk.line, 1)))
                )
        return entries, broken

    def resolver(self, entries: list[Entry]) -> Resolver:
        """The statements of the page, with those of what it amends."""
        heads = (each for each, _ in entries if isinstance(each, t.RulebookStatement))
        head = next(heads, None)
        if head is None or head.base is None:
            return Resolver(self.file, self.text, refuse(entries, self.report), self.report)
        base, editions = self.base(head.base)
        return Resolver(self.file, self.text, amend(base.entries, entries, self.report), self.report, editions)

    def base(self, name: t.Name) -> tuple[Resolver, tuple[Edition, ...]]:
        """What the page amends, which has no mistakes of its own."""
        chain = (*self.above, self.file)
        if len(self.above) == AMENDMENTS:
            message = f"this is amendment {AMENDMENTS + 1} in a row: at most {AMENDMENTS} amend one another"
            self.report.tell("too-many-amendments", name.span, message, "write some of them as one")
            raise self.error()
        try:
            page = self.page.base(name.text)
        except RulebookError as error:
            (found,) = error.diagnostics
            self.report.tell("unknown-base", name.span, found.message, found.help)
            raise self.error() from None
        if page.file in chain:
            told = ", ".join(f"`{one}` amends `{other}`" for one, other in _pairs((*chain, page.file), page.file))
            self.report.tell("amends-cycle", name.span, f"no rulebook can amend itself: {told}", "strike an `amends`")
            raise self.error()
        try:
            resolver = prepare(page, chain)
            return resolver, resolver.resolve().editions
        except RulebookError as error:
            raise self.unusable_base(name, error) from None

    def unusable_base(self, name: t.Name, error: RulebookError) -> RulebookError:
        """What is wrong with the page, and with what it amends."""
        beneath = [each for each in error.diagnostics if each.code != "base-mistakes"]
        number = len(beneath) + error.left_out
        counted = "a mistake" if number == 1 else f"{number} mistakes"
        message = f"`{name.text}`, which this amends, cannot be used: it has {counted}, told below"
        self.report.tell("base-mistakes", name.span, message, "mend it first: an amendment goes on from what is right")
        return RulebookError([*self.report.diagnostics, *beneath], {self.file: self.text, **error.texts})

    def error(self) -> RulebookError:
        """What is wrong with the page alone."""
        return RulebookError(self.report.diagnostics, {self.file: self.text})


class _Drafted(_Reading):
    """Reads an amendment of what has been read."""

    def __init__(self, page: Written, resolver: Resolver, editions: tuple[Edition, ...]) -> None:
        super().__init__(page, ())
        self._known = resolver, editions

    def base(self, name: t.Name) -> tuple[Resolver, tuple[Edition, ...]]:  # noqa: ARG002 - there is one
        return self._known


def _pairs(chain: tuple[str, ...], first: str) -> Iterator[tuple[str, str]]:
    """Who amends whom, from a file on."""
    cycle = chain[chain.index(first) :]
    return pairwise(cycle)


def _kept(editions: tuple[Edition, ...]) -> Written:
    """Pages that a rulebook was read from."""
    own, *beneath = editions
    return Written(own.text, own.file, (lambda _: _kept(tuple(beneath))) if beneath else nothing_beside)


def _words(chunk: Chunk) -> list[str]:
    """The words of a statement, texts and comments left out."""
    return [word for word in _WORD.findall(chunk.text) if word[0] not in '"#'] or [""]


def _opener(chunk: Chunk) -> str:
    """The keyword of a statement."""
    first, *others = _words(chunk)
    return others[0] if first == "restate" and others else first


def _excuse(chunk: Chunk, resolver: Resolver) -> None:
    """Let nothing be told about what a statement that did not parse would have declared."""
    opener, words = _opener(chunk), _words(chunk)
    words = words[words.index(opener) + 1 :]
    resolver.broken_openers.add(opener)
    match opener:
        case "clause":
            resolver.names.broken_clauses.update(words[:1])
        case "seats":
            resolver.names.table_is_broken = True
            resolver.names.broken.update(words)
        case "type" | "timeline" | "fact" | "option" | "reading" | "ruling" | "let":
            resolver.names.broken.update(words)
        case _:
            pass
