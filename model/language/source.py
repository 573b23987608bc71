"""A Markdown page to the statements in it: text, place, and the heading above.

Statements stand in fenced blocks marked `misdeal`. A line whose first word is the keyword of a statement
begins a new one, so each is parsed alone and one mistake does not hide the next.
"""

import re
from dataclasses import dataclass

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
_LEVELS = 6
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*(.*)")
_FIRST_WORD = re.compile(r"[ \t]*([A-Za-z_][A-Za-z0-9_]*)?")


@dataclass(frozen=True, slots=True)
class Chunk:
    """One statement: its lines as they stand in the file from `line` on, and the heading above its block."""

    text: str
    line: int
    heading: str


@dataclass(frozen=True, slots=True)
class Page:
    """A rulebook's text, the statements in it, and what is wrong with the page itself."""

    text: str
    chunks: tuple[Chunk, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Block:
    line: int
    column: int
    fence: str
    formal: bool
    heading: str
    lines: list[str]


def decode(data: bytes | str, file: str) -> str:
    """The text of a file, without a byte order mark.

    Raises RulebookError where it is larger than the limit or not UTF-8.
    """
    size = len(data) if isinstance(data, bytes) else len(data.encode("utf-8", "surrogatepass"))
    if size > FILE_BYTES:
        message = f"the file has {size:,} bytes, a rulebook at most {FILE_BYTES:,}"
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


def paginate(text: str, file: str) -> Page:
    """The statements of a page in the order of the text."""
    reader = _Reader(file)
    for number, line in enumerate(text.split("\n"), 1):
        reader.take(number, line.removesuffix("\r"))
    reader.finish()
    return Page(text, tuple(reader.chunks), tuple(reader.diagnostics))


class _Reader:
    """Goes down the page line by line."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.chunks: list[Chunk] = []
        self.diagnostics: list[Diagnostic] = []
        self.heading = ""
        self.block: _Block | None = None
        self.formal_blocks = 0
        self.marks: dict[str, Span] = {}

    def take(self, number: int, line: str) -> None:
        block = self.block
        fence = _FENCE.match(line)
        if block is None:
            if fence:
                self.open(number, fence)
            elif (heading := _heading(line)) is not None:
                self.heading = heading
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
        mark = words[0] if words else ""
        formal = mark == _MARK
        self.formal_blocks += formal
        column = fence.start(1) + 1
        if not formal:
            self.marks.setdefault(mark, Span(self.file, number, column, len(fence[0]) - column + 1))
        self.block = _Block(number, column, fence[1], formal, self.heading, [])

    def close(self) -> None:
        block, self.block = self.block, None
        if block is not None and block.formal:
            self.split(block)

    def finish(self) -> None:
        block = self.block
        if block is not None and (block.formal or any(_is_formal(line) for line in block.lines)):
            self.unclosed(block)
        self.close()
        if not self.formal_blocks and not self.diagnostics:
            self.no_block()

    def unclosed(self, block: _Block) -> None:
        span = Span(self.file, block.line, block.column, len(block.fence))
        what = "this block" if block.formal else "this block swallows what is below: it"
        advice = f"put {block.fence} on a line of its own after the last statement"
        if not block.formal:
            advice = f"put {block.fence} on a line of its own where it ends"
        self.diagnostics.append(Diagnostic("unclosed-block", span, f"{what} is not closed", advice))

    def no_block(self) -> None:
        advice = "begin one with the line ```misdeal and end it with ```"
        span = Span(self.file, 1, 1)
        for mark, place in self.marks.items():
            if near(mark, [_MARK]):
                span, advice = place, f"this block is marked `{mark}`: did you mean `{_MARK}`?"
                break
        self.diagnostics.append(Diagnostic("no-block", span, "no block marked `misdeal` in this file", advice))

    def split(self, block: _Block) -> None:
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

    def keep(self, block: _Block, start: int | None, end: int) -> None:
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
