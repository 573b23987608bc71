"""A Markdown page to the statements in it: text, place, and the heading above.

Statements stand in fenced blocks marked `misdeal`. A line whose first word is the keyword of a statement
begins a new one, so each is parsed alone and one mistake does not hide the next.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from .diagnostic import Diagnostic, RulebookError, find_invisible, near
from .limits import FILE_BYTES
from .span import Span

OPENERS = (
    "rulebook",
    "source",
    "seats",
    "timeline",
    "type",
    "fact",
    "option",
    "reading",
    "let",
    "always",
    "ruling",
    "clause",
    "part",
    "note",
    "claim",
    "case",
    "override",
    "decide",
    "changes",
    "restate",
    "repeal",
)

_MARK = "misdeal"
_INDENTATION = 3
_SHORTEST_FENCE = 3
_LEVELS = 6
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*(.*)")
_NO_FENCE = re.compile(r"((?:[ \t>*+-]|\d+[.)])*)(`+|~+)[ \t]*([^`~\s]+)\s*")  # what only looks like one
_LIKENESS = 0.75
_LETTERS = re.compile(r"[^\W\d_](?:[^\W\d_]|-)*")
_FIRST_WORD = re.compile(r"[ \t]*([A-Za-z_][A-Za-z0-9_]*)?")


@dataclass(frozen=True, slots=True)
class Chunk:
    """One statement: its lines as they stand in the file from `line` on, and the heading above its block."""

    text: str
    line: int
    heading: str


@dataclass(frozen=True, slots=True)
class Block:
    """A formal block: the lines of its two fences, and how many spaces stand before the first."""

    opens: int
    closes: int
    indent: int


@dataclass(frozen=True, slots=True)
class Page:
    """A rulebook's text, its formal blocks, the statements in them, and what is wrong with the page itself.

    `is_marked` says whether any block is marked as one that holds statements, or nearly.
    """

    text: str
    is_marked: bool
    blocks: tuple[Block, ...]
    chunks: tuple[Chunk, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Open:
    line: int
    column: int
    fence: str
    mark: str
    heading: str
    lines: list[str]

    @property
    def formal(self) -> bool:
        """Whether it is marked as one that holds statements."""
        return self.mark == _MARK


def decode(data: bytes | str, file: str, what: str = "a rulebook", most: int = FILE_BYTES) -> str:
    """The text of a file, without a byte order mark.

    Raises RulebookError where it is larger than the limit or not UTF-8.
    """
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > most:
        message = f"the file has {size:,} bytes, {what} at most {most:,}"
        raise RulebookError([Diagnostic("file-too-large", Span(file, 0, 0), message, "split it")])
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        message = f"the byte 0x{data[error.start]:02x} here is not UTF-8"
        advice = "save the file with the encoding UTF-8"
        found = Diagnostic("not-utf-8", Span(file, line, column, 1), message, advice)
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        raise RulebookError([found], {file: text}) from None


def is_marked(data: bytes) -> bool:
    """Whether a file is the page of a rulebook, and no other: whether any block in it is marked so, or nearly."""
    try:
        return paginate(decode(data, ""), "").is_marked
    except RulebookError:
        return _MARK.encode() in data


def paginate(text: str, file: str) -> Page:
    """The statements of a page in the order of the text."""
    reader = _Reader(file)
    for number, line in enumerate(text.split("\n"), 1):
        reader.take(number, line.removesuffix("\r"))
    reader.finish()
    return Page(text, reader.is_marked, tuple(reader.blocks), tuple(reader.chunks), tuple(reader.diagnostics))


class _Reader:
    """Goes down the page line by line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.chunks: list[Chunk] = []
        self.diagnostics: list[Diagnostic] = []
        self.heading = ""
        self.block: _Open | None = None
        self.is_marked = False
        self.formal_blocks = 0
        self.blocks: list[Block] = []

    def take(self, number: int, line: str) -> None:
        block = self.block
        fence = _FENCE.match(line)
        if block is None:
            if fence:
                self.open(number, fence)
            elif (heading := _heading(line)) is not None:
                self.heading = heading
            elif (almost := _NO_FENCE.fullmatch(line)) and _is_like_mark(almost[3]):
                self.no_fence(number, almost)
        elif fence and _closes(block.fence, fence):
            self.close()
        elif block.formal and fence and fence[2].split()[:1] == [_MARK]:
            self.unclosed(block)
            self.close()
            self.open(number, fence)
        else:
            block.lines.append(line)

    def open(self, number: int, fence: re.Match[str]) -> None:
        if fence[1].startswith("`") and "`" in fence[2]:
            return  # code within a line, not a fence
        words = fence[2].split()
        self.block = _Open(number, fence.start(1) + 1, fence[1], words[0] if words else "", self.heading, [])
        self.formal_blocks += self.block.formal
        self.is_marked |= self.block.formal
        if not self.block.formal and _is_like_mark(fence[2]):
            self.is_marked = True
            message = f"this block is marked `{fence[2].strip()}`, so that nothing in it is read"
            self.unread(number, fence.start(1), fence.end(), message, f"did you mean `{_MARK}`?")

    def close(self) -> None:
        block, self.block = self.block, None
        if block is None:
            return
        if block.formal:
            self.blocks.append(Block(block.line, block.line + len(block.lines) + 1, block.column - 1))
            self.split(block)
        elif not block.mark and (word := _opener(block.lines)):
            message = f"this block begins with `{word}` and is not marked, so that nothing in it is read"
            advice = f"mark it as {block.fence}{_MARK}, or as {block.fence}text if it is no part of the rulebook"
            self.unread(block.line, block.column - 1, block.column - 1 + len(block.fence), message, advice)

    def finish(self) -> None:
        block = self.block
        if block is not None and (block.formal or any(_is_formal(line) for line in block.lines)):
            self.unclosed(block)
        self.close()
        if not self.formal_blocks and not self.diagnostics:
            self.no_block()

    def unclosed(self, block: _Open) -> None:
        span = Span(self.file, block.line, block.column, len(block.fence))
        what = "this block" if block.formal else "this block swallows what is below: it"
        advice = f"put {block.fence} on a line of its own after the last statement"
        if not block.formal:
            advice = f"put {block.fence} on a line of its own where it ends"
        self.diagnostics.append(Diagnostic("unclosed-block", span, f"{what} is not closed", advice))

    def no_fence(self, number: int, almost: re.Match[str]) -> None:
        """Tell a line that was meant to be a fence and is none."""
        self.is_marked = True
        message = "this begins no block: a fence has at least three backticks or tildes"
        if len(almost[2]) >= _SHORTEST_FENCE:
            message = "this begins no block: before a fence stand at most three spaces"
        advice = f"write {almost[2][0] * _SHORTEST_FENCE}{_MARK} at the beginning of the line"
        self.unread(number, almost.start(2), almost.end(3), message, advice)

    def unread(self, number: int, start: int, end: int, message: str, advice: str) -> None:
        span = Span(self.file, number, start + 1, end - start)
        self.diagnostics.append(Diagnostic("unread-block", span, message, advice))

    def no_block(self) -> None:
        advice = "begin one with the line ```misdeal and end it with ```"
        span = Span(self.file, 1, 1)
        self.diagnostics.append(Diagnostic("no-block", span, "no block marked `misdeal` in this file", advice))

    def split(self, block: _Open) -> None:
        """Cut the block into statements; what stands before the first is told."""
        start: int | None = None
        stray = False
        lines = block.lines
        for offset, line in enumerate(lines):
            self.refuse_invisible(block.line + 1 + offset, line)
            match = _FIRST_WORD.match(line)
            word = match[1] if match else None
            if word in OPENERS:
                self.keep(block, start, offset)
                start = offset
            elif start is None and not stray and line.strip() and not line.lstrip().startswith("#"):
                self.stray(block.line + 1 + offset, line, word)
                stray = True
        self.keep(block, start, len(lines))

    def keep(self, block: _Open, start: int | None, end: int) -> None:
        if start is not None:
            text = "\n".join(block.lines[start:end])
            self.chunks.append(Chunk(text, block.line + 1 + start, block.heading))

    def stray(self, number: int, line: str, word: str | None) -> None:
        found = word or line.strip()[0]
        span = Span(self.file, number, line.index(found) + 1, len(found))
        advice = near(found, OPENERS) or "a statement begins with one of: " + ", ".join(OPENERS)
        self.diagnostics.append(Diagnostic("unknown-statement", span, f"`{found}` begins no statement", advice))

    def refuse_invisible(self, number: int, line: str) -> None:
        at = find_invisible(line)
        if at is not None:
            message = f"the character U+{ord(line[at]):04X} is not allowed in a formal block: it does not show"
            span = Span(self.file, number, at + 1, 1)
            advice = "delete it; in the prose it may stand"
            self.diagnostics.append(Diagnostic("control-character", span, message, advice))


def _heading(line: str) -> str | None:
    text = line.strip()
    title = text.lstrip("#")
    level = len(text) - len(title)
    indented = len(line) - len(line.lstrip(" ")) > _INDENTATION
    if indented or not 1 <= level <= _LEVELS or not (title == "" or title[0] in " \t"):
        return None
    title = title.strip()
    shorter = title.rstrip("#")
    return shorter.strip() if shorter == "" or shorter[-1] in " \t" else title


def _closes(opened: str, fence: re.Match[str]) -> bool:
    return fence[1].startswith(opened) and not fence[2].strip()


def _is_formal(line: str) -> bool:
    fence = _FENCE.match(line)
    return fence is not None and fence[2].split()[:1] == [_MARK]


def _is_like_mark(info: str) -> bool:
    """Whether the first word behind a fence is the mark of formal blocks, or nearly."""
    word = _LETTERS.search(info)
    return word is not None and bool(get_close_matches(word[0].lower(), [_MARK], cutoff=_LIKENESS))


def _opener(lines: list[str]) -> str | None:
    """The first word of a block where it opens statements; comments do not count."""
    first = next((line for line in lines if line.strip() and not line.lstrip().startswith("#")), "")
    match = _FIRST_WORD.match(first)
    return match[1] if match and match[1] in OPENERS else None
