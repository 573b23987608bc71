"""`misdeal table`: a whole ruling as a decision table."""

from collections.abc import Callable

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.refusal import unknown_ruling
from misdeal.proofs.table import ROWS, TIMEOUT, Table
from misdeal.proofs.table import table as tabulate

from .book import Book
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .once import Once
from .seconds import Seconds
from .table_account import ToldTable, told
from .table_where import read_condition
from .terminal import Paper, progress

_FORMATS = ("text", "markdown", "csv", "json")


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.argument("ruling", metavar="RULING")
@choosing
@click.option(
    "--where", cls=Once, metavar="CONDITION",
    help="Only the situations in which this holds, as `found >= play`; of a ruling about a player p it may speak of p.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
    help="Text for people, Markdown, CSV with a column for each criterion and only the values in its cells, or JSON by"
    " the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--rows", type=click.IntRange(1, 1000), default=ROWS, show_default=True,
    help="How many rows at most are made.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the table and its proofs may take. What is not found out by then is unknown.",
)  # fmt: skip
def table(
    *, book: str, ruling: str, choice: Choice, where: str | None, form: str, rows: int, timeout: float
) -> ExitCode:
    """Show a whole ruling as a decision table.

    Each row has its conditions, its outcome, the clauses that decide it, and the most ordinary situation that
    no row before it has. The rows are proven to exclude each other and to be all situations in which the ruling
    has to be decided. Gaps and clashes are rows like others, and make the exit code 1.
    """
    with progress(book) as tell:
        made = _made(choice.load(book), ruling, where, rows, timeout, tell)
    _print(book, told(made), form)
    return _exit_code(made)


def _made(
    rulebook: Rulebook, ruling: str, where: str | None, rows: int, timeout: float, tell: Callable[[str], None]
) -> Table:
    """The table of a ruling."""
    if ruling not in rulebook.rulings:
        raise unknown_ruling(rulebook, ruling)
    condition = None if where is None else read_condition(rulebook, rulebook.rulings[ruling], where)
    return tabulate(rulebook, ruling, condition, rows=rows, timeout=timeout, progress=tell)


def _print(book: str, shown: ToldTable, form: str) -> None:
    match form:
        case "json":
            from .table_json import write_json  # noqa: PLC0415 - start-up stays small

            click.echo(write_json(book, shown), nl=False)
        case "csv":
            from .table_csv import write_csv  # noqa: PLC0415 - start-up stays small

            click.echo(write_csv(shown), nl=False)
            _warn(shown)
        case "markdown":
            from .table_markdown import write_markdown  # noqa: PLC0415 - start-up stays small

            click.echo(write_markdown(shown), nl=False)
        case _:
            from .table_text import write_table  # noqa: PLC0415 - start-up stays small

            paper = Paper()
            write_table(paper, shown)
            paper.print()


def _warn(shown: ToldTable) -> None:
    """Tell on stderr what a page of CSV has no place for."""
    doubts = [f"{each.sentence}: {each.verdict.value}" for each in shown.table.proofs if each.reason]
    for line in (*doubts, *shown.remarks):
        click.echo(f"misdeal: {escape(line)}", err=True)


def _exit_code(made: Table) -> ExitCode:
    """What a table comes to: gaps before what is not known."""
    if made.unruled or (made.impossible is not None and not made.rows):
        return ExitCode.FOUND
    return ExitCode.CLEAN if made.whole else ExitCode.UNKNOWN
