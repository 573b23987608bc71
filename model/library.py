"""The shipped rulebooks, and reading a rulebook by its name or from a file."""

import os
import stat
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from .language import Diagnostic, RulebookError, read
from .language.diagnostic import escape, near
from .language.limits import FILE_BYTES
from .language.rulebook import Rulebook
from .language.span import Span

_ROOM = __name__.rpartition(".")[0]
_SUFFIX = ".md"


def shipped() -> tuple[str, ...]:
    """The names of the shipped rulebooks, sorted."""
    names = (entry.name for entry in files(_ROOM).joinpath("rulebooks").iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


def load(book: str) -> Rulebook:
    """The rulebook with that name among the shipped ones, else in the file of that name.

    Raises RulebookError where there is neither, where the file cannot be read, and where the rulebook has
    mistakes.
    """
    if _is_name(book) and book in shipped():
        entry = files(_ROOM).joinpath("rulebooks", book + _SUFFIX)
        return read(entry.read_bytes(), f"{book}{_SUFFIX}")
    return read(_bytes(book), book)


def _is_name(book: str) -> bool:
    return os.sep not in book and not book.endswith(_SUFFIX)


def _bytes(book: str) -> bytes:
    """The bytes of a regular file, no more of them than show that it is too large."""
    try:
        with open(book, "rb", opener=_open) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise _error(book, f"`{escape(book)}` is not a regular file", "name the file of a rulebook")
            return file.read(FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _refused(book, error) from None


def _open(path: str, flags: int) -> int:
    """Open without blocking: opening a pipe that nobody writes to would wait for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _beside() -> list[str]:
    """The rulebooks in the current folder, none where that is gone."""
    with suppress(OSError):
        return [each.name for each in Path().iterdir() if each.suffix == _SUFFIX]
    return []


def _refused(book: str, error: OSError | ValueError) -> RulebookError:
    if isinstance(error, FileNotFoundError):
        beside = _beside() if os.sep not in book else []
        advice = near(book, [*shipped(), *beside]) or "the shipped rulebooks are " + ", ".join(
            f"`{name}`" for name in shipped()
        )
        return _error(book, f"`{escape(book)}` is neither a file nor a shipped rulebook", advice)
    if isinstance(error, IsADirectoryError):
        return _error(book, f"`{escape(book)}` is a directory", "name the file of a rulebook")
    reason = "may not be read" if isinstance(error, PermissionError) else "cannot be read"
    return _error(book, f"`{escape(book)}` {reason}", "")


def _error(book: str, message: str, advice: str) -> RulebookError:
    return RulebookError([Diagnostic("unreadable-file", Span(book, 0, 0), message, advice)])
