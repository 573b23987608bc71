"""Pages of the documentation as tests read them: their fenced blocks, and the commands shown in them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.cli.running import invoke
from tests.project.tree import ROOT

DOCS = ROOT / "docs"

_FENCE = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_LEFT_OUT = "..."


@dataclass(frozen=True)
class Block:
    """A fenced block: the words after its fence, and its text, which stands at `start` of the page."""

    words: tuple[str, ...]
    text: str
    start: int

    @property
    def mark(self) -> str:
        """The first word after the fence, or nothing."""
        return self.words[0] if self.words else ""


@dataclass(frozen=True)
class Shown:
    """A command as it stands on a page, and what the page says that it prints."""

    command: str
    words: tuple[str, ...]
    output: str


def read_page(name: str) -> str:
    """The text of a page, by its path in the checkout."""
    return (ROOT / name).read_text("utf-8")


def blocks(page: str, mark: str | None = None) -> list[Block]:
    """The fenced blocks of a page in order, all or those with a mark; a block inside a longer fence is its text."""
    found = [Block(tuple(match[2].split()), match[3], match.start(3)) for match in _FENCE.finditer(page)]
    return [block for block in found if mark is None or block.mark == mark]


def section(page: str, heading: str) -> str:
    """What stands under a heading of the second level."""
    return page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def shown_commands(block: Block) -> Iterator[Shown]:
    """The commands of a `console` block: each begins with `$ `, and goes on after a backslash."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines(keepends=True)
        end = next(at for at, line in enumerate(lines) if not line.endswith("\\\n")) + 1
        command = "".join(lines[:end]).rstrip("\n")
        yield Shown(command, tuple(shlex.split(command.replace("\\\n", " "))), "".join(lines[end:]))


def run_shown(words: tuple[str, ...]) -> tuple[str, int]:
    """What a `misdeal` command prints, and its exit code."""
    assert words[0] == "misdeal"
    result = invoke(*words[1:])
    return result.output, result.exit_code


def stands_in(shown: str, output: str) -> bool:
    """Whether text is in an output line by line and in order, leaving out lines only where it has a line `...`."""
    place = 0
    for part in re.split(rf"^ *{re.escape(_LEFT_OUT)}\n", f"\n{shown}", flags=re.MULTILINE):
        place = f"\n{output}".find(part, place)
        if place < 0:
            return False
        place += len(part) - 1
    return True


def modules(room: Path) -> list[Path]:
    """The modules of a room that have something in them, in order."""
    return sorted(path for path in room.rglob("*.py") if path.name != "__init__.py")
