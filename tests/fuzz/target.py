"""A target: an input that comes from others, and the code that takes it."""

import re
import tempfile
from atexit import register
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from misdeal.cli.cache_folder import FOLDER as CACHE
from misdeal.cli.exits import ExitCode
from misdeal.cli.failure import TRACEBACK
from misdeal.model.language import RulebookError, render
from misdeal.model.language.diagnostic import is_unprintable
from misdeal.proofs.refusal import Refusal

from ..cli.running import invoke
from ..project.tree import ROOT

LONGEST = 2_000  # characters of a message
CORPUS = Path(__file__).parent / "corpus"

_QUOTED = re.compile(r"`[^`]*`|[0-9]+|\S*/\S+")

Take: TypeAlias = Callable[[bytes], str]


class Fault(AssertionError):  # noqa: N818 - what fuzzing looks for
    """What must not be."""


@dataclass(frozen=True)
class Target:
    """Untrusted input of one kind.

    `seeds` are good inputs, `words` what is worth being put into them. `taking` is what takes an input and says in a
    word what became of it; it raises whatever must not be raised. What is taken may use so many `seconds`:
    of this process, or where it asks a solver by the clock.
    """

    name: str
    what: str
    seeds: Callable[[], Sequence[bytes]]
    taking: Callable[[], AbstractContextManager[Take]]
    words: Sequence[str] = ()
    seconds: float = 5.0
    by_clock: bool = False

    @property
    def corpus(self) -> Mapping[str, bytes]:
        """What was found once, by the name of its file."""
        return {path.name: path.read_bytes() for path in sorted((CORPUS / self.name).glob("*"))}


def simply(take: Take) -> Callable[[], AbstractContextManager[Take]]:
    """What takes inputs without being made ready."""
    return lambda: nullcontext(take)


def pages(*patterns: str) -> list[bytes]:
    """The files of the checkout that fit."""
    return [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


@cache
def folder() -> Path:
    """A folder of this process for files that are named."""
    found = tempfile.TemporaryDirectory()
    register(found.cleanup)
    return Path(found.name)


def filed(name: str, data: bytes) -> str:
    """The path of a file with some bytes."""
    path = folder() / name
    path.write_bytes(data)
    return str(path)


def harmless(text: str, *, by_lines: bool = True) -> str:
    """The text, which must do nothing to a terminal."""
    for character in text:
        if is_unprintable(character) and not (by_lines and character == "\n"):
            raise Fault(f"the character U+{ord(character):04X} is shown")
    return text


def refused(error: RulebookError | Refusal) -> str:
    """What was refused, once that is told as it has to be."""
    if isinstance(error, Refusal):
        for line in error.message.split("\n"):
            harmless(line)
        _brief(error.message)
        return _shape(error.message)
    if not error.diagnostics:
        raise Fault("refused without a diagnostic")
    harmless(render(error))
    for each in error.diagnostics:
        _brief(each.message)
        lines = error.texts.get(each.span.file, "").split("\n")
        line = lines[each.span.line - 1] if 0 < each.span.line <= len(lines) else ""
        if each.span.line > len(lines) or (each.span.line and not 1 <= each.span.column <= len(line) + 2):
            raise Fault(f"{each.code} is told at {each.span}, and there is no such place")
    return error.diagnostics[0].code


def _brief(message: str) -> None:
    """Raises Fault for a message that nobody would read."""
    if not 0 < len(message) <= LONGEST:
        raise Fault(f"a message of {len(message)} characters")


def _shape(message: str) -> str:
    """What a message says, whatever it says it of."""
    return " ".join(_QUOTED.sub("_", message).split()[:8])


def commanded(*arguments: str) -> str:
    """What a whole command comes to, in this process."""
    result = invoke(*arguments, env={TRACEBACK: "1", CACHE: ""})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code == ExitCode.INTERNAL:
        raise Fault(result.stderr)
    harmless(result.stdout)
    harmless(result.stderr)
    return ExitCode(result.exit_code).name.lower()
