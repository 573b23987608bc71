"""The shipped rulebooks, and reading a rulebook by its name or from a file."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Protocol, TypeVar

from .files import Irregular, read_file
from .language import Diagnostic, RulebookError, Written, WrittenCases, read
from .language.diagnostic import escape, near
from .language.limits import DOCUMENT_BYTES, FILE_BYTES
from .language.rulebook import Rulebook
from .language.span import Span

_ROOM = __name__.rpartition(".")[0]
_SUFFIX = ".md"
CASES = ".cases.yaml"


class _Named(Protocol):
    @property
    def name(self) -> str: ...


_AnyNamed = TypeVar("_AnyNamed", bound=_Named)


def shipped() -> tuple[str, ...]:
    """The names of the shipped rulebooks, sorted."""
    names = (entry.name for entry in _rulebooks().iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX)))


def load(book: str) -> Rulebook:
    """The rulebook with that name among the shipped ones, else in the file of that name.

    What it amends is a shipped rulebook, or for a file also one beside it. Raises RulebookError where there is
    neither, where a file cannot be read, and where the rulebook or one that it amends has mistakes.
    """
    page = _page(book)
    return read(page.text, page.file, page.base)


def load_with_cases(book: str, named: Iterable[str | WrittenCases] | None = None) -> Rulebook:
    """The same with the cases of some case files, or where none are `named` of those that lie beside it.

    Of `house.md` these are `house.cases.yaml` and every `house.WORD.cases.yaml`. Raises RulebookError as `load`
    does, and where a case file has mistakes.
    """
    page = _page(book)
    if named is not None:
        cases = tuple(
            each if isinstance(each, WrittenCases) else WrittenCases(_case_bytes(each), each) for each in named
        )
    elif is_shipped(book):
        cases = tuple(WrittenCases(each.read_bytes(), each.name) for each in _beside(_rulebooks().iterdir(), book))
    else:
        cases = tuple(WrittenCases(_case_bytes(path), path) for path in cases_beside(book))
    return read(page.text, page.file, page.base, cases)


def cases_beside(book: str) -> tuple[str, ...]:
    """The case files that lie beside a rulebook, in order; of a shipped one none."""
    if is_shipped(book):
        return ()
    folder, name = os.path.split(book)
    found = _beside(_listing(folder), name.removesuffix(_SUFFIX))
    return tuple(os.path.join(folder, each.name) for each in found)  # noqa: PTH118 - a path keeps its form in messages


def books_beside(cases: str) -> tuple[str, ...]:
    """The rulebooks that a case file lies beside: of `house.night.cases.yaml` house.md and house.night.md."""
    name = cases.removesuffix(CASES)
    folder, own = os.path.split(name)
    stems = dict.fromkeys((own, own.rpartition(".")[0]))
    paths = [os.path.join(folder, stem + _SUFFIX) for stem in stems if stem]  # noqa: PTH118 - a path keeps its form
    return tuple(path for path in paths if os.path.isfile(path))  # noqa: PTH113 - as above


def _page(book: str) -> Written:
    return _shipped(book) if is_shipped(book) else _filed(book)


def is_shipped(book: str) -> bool:
    """Whether that is the name of a shipped rulebook."""
    return _is_name(book) and book in shipped()


def _rulebooks() -> Traversable:
    return files(_ROOM).joinpath("rulebooks")


def _beside(folder: Iterable[_AnyNamed], name: str) -> list[_AnyNamed]:
    """The case files of a rulebook among the files of a folder, in order."""
    of_book = re.compile(re.escape(name) + r"(\.[^.]+)?" + re.escape(CASES))
    return sorted((each for each in folder if of_book.fullmatch(each.name)), key=lambda each: each.name)


def _shipped(name: str) -> Written:
    """A shipped rulebook, which amends shipped ones only."""
    if name not in shipped():
        raise _error(name, f"no shipped rulebook is `{escape(name)}`", _advice(name, shipped()))
    entry = _rulebooks().joinpath(name + _SUFFIX)
    return Written(entry.read_bytes(), name + _SUFFIX, _shipped)


def _filed(path: str) -> Written:
    """A file, which amends shipped rulebooks and files beside it; a name that both have is the shipped one's."""
    folder = os.path.dirname(path)  # noqa: PTH120 - a path keeps its form in messages

    def beside(name: str) -> Written:
        if name in shipped():
            return _shipped(name)
        file = os.path.join(folder, name + _SUFFIX)  # noqa: PTH118 - as above
        try:
            return Written(read_file(file, FILE_BYTES), file, beside)
        except FileNotFoundError:
            message = f"`{escape(name)}` is neither a shipped rulebook nor the name of a file beside this one"
            advice = _advice(name, [*shipped(), *(each.removesuffix(_SUFFIX) for each in _pages(folder))])
            raise _error(path, message, advice) from None
        except (OSError, ValueError) as error:
            raise _refused(file, error) from None

    return Written(read_bytes(path), path, beside)


def _is_name(book: str) -> bool:
    return os.sep not in book and not book.endswith(_SUFFIX)


def read_bytes(book: str, most: int = FILE_BYTES) -> bytes:
    """The bytes of a file, no more than show that it is too large; `most` is what a rulebook may have.

    Raises RulebookError where it cannot be read.
    """
    try:
        return read_file(book, most)
    except (OSError, ValueError) as error:
        raise _refused(book, error) from None


def _case_bytes(path: str) -> bytes:
    """The bytes of a case file. Raises RulebookError where it cannot be read."""
    try:
        return read_file(path, DOCUMENT_BYTES)
    except FileNotFoundError:
        known = [each.name for each in _listing(os.path.dirname(path)) if each.name.endswith(CASES)]  # noqa: PTH120
        advice = near(os.path.basename(path), known)  # noqa: PTH119 - a path keeps its form in messages
        raise _error(path, f"there is no case file `{escape(path)}`", advice or "name a file of cases") from None
    except IsADirectoryError:
        raise _error(path, f"`{escape(path)}` is a directory", "name a file of cases") from None
    except (OSError, ValueError) as error:
        raise _refused(path, error) from None


def _pages(folder: str) -> list[str]:
    """The pages in a folder."""
    return [each.name for each in _listing(folder) if each.suffix == _SUFFIX]


def _listing(folder: str) -> list[Path]:
    """The files of a folder, none where that is gone or can be none."""
    with suppress(OSError, ValueError):
        return list(Path(folder).iterdir())
    return []


def _advice(name: str, known: Iterable[str]) -> str:
    return near(name, known) or "the shipped rulebooks are " + ", ".join(f"`{each}`" for each in shipped())


def _refused(book: str, error: OSError | ValueError) -> RulebookError:
    if isinstance(error, FileNotFoundError):
        advice = _advice(book, [*shipped(), *(_pages("") if os.sep not in book else [])])
        return _error(book, f"`{escape(book)}` is neither a file nor a shipped rulebook", advice)
    if isinstance(error, IsADirectoryError):
        return _error(book, f"`{escape(book)}` is a directory", "name the file of a rulebook")
    if isinstance(error, Irregular):
        return _error(book, f"`{escape(book)}` is not a regular file", "name the file of a rulebook")
    reason = "may not be read" if isinstance(error, PermissionError) else "cannot be read"
    return _error(book, f"`{escape(book)}` {reason}", "")


def _error(book: str, message: str, advice: str) -> RulebookError:
    return RulebookError([Diagnostic("unreadable-file", Span(book, 0, 0), message, advice)])
