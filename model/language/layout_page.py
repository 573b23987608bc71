"""A page whose formal blocks are laid out in the one way; all else stays as it is, byte for byte."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .diagnostic import RulebookError
from .layout import layout
from .lexemes import Lexed, lex
from .source import Block, Chunk, Page, decode, is_marked, paginate
from .syntax import parse

_MARK = "\ufeff".encode()


def format_page(data: bytes, file: str) -> bytes:
    """The page laid out; a byte order mark and the line ends of each block are kept.

    A file that is no page of a rulebook stays as it is. What names stand for is not looked at. Raises RulebookError
    where a statement cannot be read.
    """
    if not is_marked(data):
        return data
    text = decode(data, file)
    page = paginate(text, file)
    diagnostics = [*page.diagnostics, *(each for chunk in page.chunks for each in parse(chunk, file)[1])]
    if diagnostics:
        raise RulebookError(diagnostics, {file: text})
    blocks = list(_blocks(page))
    made = _laid_out(page, blocks)
    assert _spoken(blocks) == _spoken(_blocks(paginate(made, file))), "only spaces and line breaks change"
    return (_MARK if data.startswith(_MARK) else b"") + made.encode()


class _Inside(NamedTuple):
    """A formal block, the lines before its first statement, and its statements."""

    block: Block
    above: Sequence[str]
    statements: Sequence[Lexed]


def _blocks(page: Page) -> Iterator[_Inside]:
    lines = page.text.split("\n")
    waiting = deque(page.chunks)
    for block in page.blocks:
        chunks: list[Chunk] = []
        while waiting and waiting[0].line < block.closes:
            chunks.append(waiting.popleft())
        first = chunks[0].line if chunks else block.closes
        above = [line.removesuffix("\r") for line in lines[block.opens : first - 1]]
        yield _Inside(block, above, [lex(chunk.text.lstrip()) for chunk in chunks])


def _laid_out(page: Page, blocks: Sequence[_Inside]) -> str:
    lines = page.text.split("\n")
    made: list[str] = []
    done = 0
    for inside in blocks:
        block = inside.block
        made += lines[done : block.opens]
        end = "\r" if lines[block.opens - 1].endswith("\r") else ""
        made += [(" " * block.indent + line if line else "") + end for line in _inner(inside)]
        done = block.closes - 1
    return "\n".join([*made, *lines[done:]])


def _inner(inside: _Inside) -> Iterator[str]:
    """The lines of a block; one empty line stands where there were any, but for its beginning and end."""
    indent = inside.block.indent
    lines = [_beside(line, indent) for line in inside.above]
    for lexed in inside.statements:
        lines += layout(lexed.lexemes)
        lines += (_beside(line, indent) for line in lexed.below)
    wanted, begun = False, False
    for line in lines:
        if line and wanted and begun:
            yield ""
        if line:
            yield line
        wanted, begun = not line, begun or bool(line)


def _beside(line: str, indent: int) -> str:
    """A line without a statement: a comment, indented if it was by more than its block, or nothing."""
    comment, within = line.strip(), line[:indent].lstrip(" ") + line[indent:]
    return f"  {comment}" if comment and within[0].isspace() else comment


def _spoken(blocks: Iterable[_Inside]) -> list[list[str]]:
    """The words and comments of each block, in order."""
    return [[*_comments(each.above), *(part for lexed in each.statements for part in _parts(lexed))] for each in blocks]


def _parts(lexed: Lexed) -> Iterator[str]:
    for word in lexed.lexemes:
        yield from (*word.above, word.text)
        if word.behind:
            yield word.behind
    yield from _comments(lexed.below)


def _comments(lines: Iterable[str]) -> Iterator[str]:
    return (line.strip() for line in lines if line.strip())
