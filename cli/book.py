"""The argument BOOK: the file of a rulebook, or the name of a shipped one."""

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from misdeal.model.language.rulebook import Clause, Note, Part


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


def complete_clauses(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click's signature
    incomplete: str,
) -> list[CompletionItem]:
    """The ids of the clauses, parts and notes of the BOOK before, with their titles."""
    from misdeal.model.language import RulebookError  # noqa: PLC0415 - start-up stays small
    from misdeal.model.language.diagnostic import escape  # noqa: PLC0415 - start-up stays small
    from misdeal.model.library import load  # noqa: PLC0415 - start-up stays small

    try:
        rulebook = load(str(ctx.params.get("book", "")))
    except RulebookError:
        return []
    statements: list[Clause | Part | Note] = [*rulebook.clauses.values(), *rulebook.parts, *rulebook.notes]
    return [CompletionItem(each.id, help=escape(each.title)) for each in statements if each.id.startswith(incomplete)]
