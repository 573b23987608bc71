"""A YAML 1.2 document as texts, lists and mappings, each with its place; every scalar stays the text that is written.

No type is guessed: `no`, `07`, `1e3` and `2024-05-01` are texts. What a case file has no use for is refused: anchors,
aliases, tags, directives, a second document, keys that are no text or stand twice, what is too deep and too large.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .diagnostic import Diagnostic, RulebookError, find_invisible
from .limits import DOCUMENT_NESTING, DOCUMENT_NODES, TEXT_LENGTH
from .span import Span


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, as it is written."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: "tuple[Node, ...]"
    span: Span


@dataclass(frozen=True, slots=True)
class Entries:
    """A mapping, in the order of the text; no key stands twice."""

    entries: "tuple[tuple[Text, Node], ...]"
    span: Span


Node: TypeAlias = Text | Items | Entries


def read_document(text: str, file: str) -> Node:
    """The document of a file. Raises RulebookError with the first thing that is wrong with it."""
    from ruamel.yaml import YAML  # noqa: PLC0415 - few commands read one
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415 - as above

    lines = _Lines(text, file)
    composer = _Composer(lines)
    try:
        return composer.compose(YAML(typ="safe", pure=True).parse(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        span = lines.span(mark) if mark else composer.last
        raise _error(text, span, f"this is no YAML: {_plain(error.problem or error.context)}") from None
    except YAMLError as error:  # a character that YAML has no place for
        raise _error(text, _strange(text, file), f"this is no YAML: {_plain(str(error))}") from None
    except _Refused as refused:
        raise _error(text, *refused.args) from None


class _Lines:
    """Where the lines of a text begin: YAML ends lines at more characters than everything else here."""

    def __init__(self, text: str, file: str) -> None:
        self._file = file
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def span(self, start: Any, end: Any = None) -> Span:  # noqa: ANN401 - the parser's marks
        """The place of a mark, or what lies between two in one line."""
        line = bisect_right(self._starts, start.index)
        column = start.index - self._starts[line - 1] + 1
        if end is None or bisect_right(self._starts, end.index) != line:
            return Span(self._file, line, column)
        return Span(self._file, line, column, end.index - start.index)


class _Refused(Exception):  # noqa: N818 - told as a diagnostic
    """What is YAML and still not read: its place, what is wrong, what to do."""


@dataclass(slots=True)
class _Open:
    """A list or a mapping that is not at its end yet; of a mapping the keys stand before their values."""

    span: Span
    is_mapping: bool
    nodes: list[Node] = field(default_factory=list[Node])


class _Composer:
    """Puts the events of the parser together, without recursion."""

    def __init__(self, lines: _Lines) -> None:
        self.last = Span("", 1, 1)
        self._lines = lines
        self._open: list[_Open] = []
        self._found: Node | None = None
        self._count = 0

    def compose(self, events: Iterable[Any]) -> Node:
        for event in events:
            self.last = self._lines.span(event.start_mark)
            self._take(event, type(event).__name__)
        if self._found is None:
            raise _Refused(self.last, "this file holds nothing", "write `rulebook: NAME`, and `cases:` with a list")
        return self._found

    def _take(self, event: Any, kind: str) -> None:  # noqa: ANN401 - the parser's events share no type of use here
        match kind:
            case "DocumentStartEvent":
                self._document(event)
            case "AliasEvent":
                raise _Refused(self.last, "an alias (`*name`) is not read here", "write out what it stands for")
            case "ScalarEvent":
                self._begin(event)
                span = self._lines.span(event.start_mark, event.end_mark)
                self._add(Text(self._checked(event.value), span))
            case "SequenceStartEvent" | "MappingStartEvent":
                self._begin(event)
                self._open.append(_Open(self.last, kind == "MappingStartEvent"))
                if len(self._open) > DOCUMENT_NESTING:
                    message = f"this is nested {len(self._open)} deep: at most {DOCUMENT_NESTING} are read"
                    raise _Refused(self.last, message, "a case file has cases, facts and indices, one in another")
            case "SequenceEndEvent" | "MappingEndEvent":
                self._add(self._closed(self._open.pop()))
            case _:
                pass

    def _document(self, event: Any) -> None:  # noqa: ANN401 - as above
        if self._found is not None:
            raise _Refused(self.last, "a second document begins here", "a case file is one: strike the `---`")
        if event.version not in {None, (1, 2)} or event.tags:
            raise _Refused(self.last, "directives (`%YAML`, `%TAG`) are not read here", "strike them: this is YAML 1.2")

    def _begin(self, event: Any) -> None:  # noqa: ANN401 - as above
        self._count += 1
        if self._count > DOCUMENT_NODES:
            raise _Refused(self.last, f"a file holds at most {DOCUMENT_NODES:,} values and keys", "split it")
        if event.anchor is not None:
            raise _Refused(self.last, "an anchor (`&name`) is not read here", "write out what it stands for")
        if event.tag is not None:
            raise _Refused(self.last, "a tag (`!name`) is not read here", "strike it: the fact says of what type it is")

    def _checked(self, value: str) -> str:
        if len(value) > TEXT_LENGTH:
            raise _Refused(self.last, f"this text has {len(value):,} characters: at most {TEXT_LENGTH:,} are read")
        for line in value.split("\n"):
            if (at := find_invisible(line)) is not None:
                message = f"the character U+{ord(line[at]):04X} in this text is not read: it does not show"
                raise _Refused(self.last, message, "delete it")
        return value

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1].nodes.append(node)
        else:
            self._found = node

    def _closed(self, done: _Open) -> Node:
        if not done.is_mapping:
            return Items(tuple(done.nodes), done.span)
        return Entries(tuple(_pairs(done.nodes)), done.span)


def _pairs(nodes: list[Node]) -> Iterator[tuple[Text, Node]]:
    """The keys of a mapping with their values."""
    seen: dict[str, Span] = {}
    for key, value in zip(nodes[::2], nodes[1::2], strict=True):
        if not isinstance(key, Text):
            raise _Refused(key.span, "a key is a text here", "write `name: value`")
        if (first := seen.setdefault(key.text, key.span)) is not key.span:
            raise _Refused(key.span, f"`{key.text}` stands twice: the first is in line {first.line}", "strike one")
        yield key, value


def _strange(text: str, file: str) -> Span:
    """Where the first character stands that does not show; tabs and the ends of lines do no harm."""
    for number, line in enumerate(text.split("\n"), 1):
        if (at := find_invisible(line.removesuffix("\r"))) is not None:
            return Span(file, number, at + 1, 1)
    return Span(file, 1, 1)


def _plain(problem: str | None) -> str:
    """What the parser says, as a phrase on one line."""
    said = (problem or "it cannot be read").strip().split("\n")[0].rstrip(".:")
    return said[:1].lower() + said[1:]


def _error(text: str, span: Span, message: str, advice: str = "") -> RulebookError:
    return RulebookError([Diagnostic("unread-cases", span, message, advice)], {span.file: text})
