"""The argument BOOK: the file of a rulebook, or the name of a shipped one."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from misdeal.model.language import RulebookError
    from misdeal.model.language.rulebook import Rulebook


class Book(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no argument there
    """BOOK as it was typed; reading it is the command's business. Completes shipped names, and files."""

    name = "book"

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        param: click.Parameter,  # noqa: ARG002 - click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        """The shipped rulebooks whose names begin so, and the shell's own files."""
        from misdeal.model.library import shipped  # noqa: PLC0415 - start-up stays small

        named = [CompletionItem(name) for name in shipped() if name.startswith(incomplete)]
        return [*named, CompletionItem(incomplete, type="file")]


def pages(book: str, rulebook: "Rulebook") -> tuple[Path, ...]:
    """The files that a book was read from, its own page first and then those that it amends; of shipped ones none."""
    return _unshipped(book, (edition.file for edition in rulebook.editions))


def pages_in_error(book: str, error: "RulebookError") -> tuple[Path, ...]:
    """The same of a book that cannot be used, as far as it was read."""
    return _unshipped(book, (*error.texts, *(each.span.file for each in error.diagnostics)))


def _unshipped(book: str, files: Iterable[str]) -> tuple[Path, ...]:
    """The file of a book, if it has one, and those of others; what is amended by the name of a shipped one is that."""
    from misdeal.model.library import is_shipped, shipped  # noqa: PLC0415 - start-up stays small

    own = [] if is_shipped(book) else [Path(book)]
    paths = (Path(file) for file in files if file)
    return tuple(dict.fromkeys([*own, *(path for path in paths if path.stem not in shipped())]))


def is_rulebook(book: str) -> bool:
    """Whether a book is a rulebook, or was meant to be one: what cannot be read is for others to tell."""
    from misdeal.model.language import RulebookError  # noqa: PLC0415 - start-up stays small
    from misdeal.model.language.source import is_marked  # noqa: PLC0415 - as above
    from misdeal.model.library import read_bytes, shipped  # noqa: PLC0415 - as above

    try:
        return book in shipped() or is_marked(read_bytes(book))
    except RulebookError:
        return True


def complete_names(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """What `misdeal show` can show of the BOOK before, with a word on each."""
    from misdeal.model.language import RulebookError  # noqa: PLC0415 - start-up stays small
    from misdeal.model.language.diagnostic import escape  # noqa: PLC0415 - start-up stays small
    from misdeal.model.library import load  # noqa: PLC0415 - start-up stays small

    from .show import names  # noqa: PLC0415 - it imports this module

    try:
        rulebook = load(str(ctx.params.get("book", "")))
    except RulebookError:
        return []
    named = names(rulebook).items()
    return [CompletionItem(name, help=escape(told)) for name, told in named if name.startswith(incomplete)]
