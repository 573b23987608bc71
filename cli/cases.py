"""`misdeal cases`: a suite of cases for a rulebook."""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import is_shipped, load
from misdeal.proofs.suite import TIMEOUT, Status, Suite, What, label, suite

from .book import Book, pages
from .exits import ExitCode, Judging
from .seconds import Seconds
from .suite_cases import SuiteCase, suite_cases
from .terminal import Paper, progress
from .writing import check_targets, placed, write_all

_NAMES = {"yaml": "{}.suite.cases.yaml", "pytest": "test_{}_suite.py", "csv": "{}.suite.csv"}
_ADVICE = "write elsewhere, or give --force"
_LISTED = 12


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.option(
    "--ruling", "rulings", multiple=True, metavar="NAME", help="Only this ruling; may be given several times."
)
@click.option(
    "--to", "target", type=click.Choice(tuple(_NAMES)), default="yaml", show_default=True,
    help="A case file that `misdeal test` reads, a file of pytest, or CSV.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it, NAME.suite.cases.yaml, test_NAME_suite.py or NAME.suite.csv if left out; a directory takes"
    " a file of that name, and - is standard output.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the search may take. What is not shown by then is not found.",
)  # fmt: skip
def cases(
    *, book: str, rulings: tuple[str, ...], target: str, output: Path | None, force: bool, timeout: float
) -> ExitCode:
    """Write a suite of cases, as the rulebook rules them now.

    For every ruling: the most ordinary situation in which each clause decides it, and in which each value comes out
    by each clause; of every part of a clause's condition two situations that show that it matters (MC/DC), or that it
    is proven to matter nowhere; and situations on both sides of every boundary at which something changes. Each
    is a case with what comes out, by the reference evaluator, and the clauses that decide.
    """
    rulebook = load(book)
    path = placed(output, _NAMES[target].format(rulebook.name))
    is_stdout = output is not None and str(output) == "-"
    check_targets([] if is_stdout else [path], pages(book, rulebook), _ADVICE, force=force)
    with progress(book) as tell:
        made = suite(rulebook, rulings or None, timeout=timeout, progress=tell)
    found = list(suite_cases(made))
    text = _text(made, found, target, book, path)
    if is_stdout:
        click.echo(text, nl=False)
    else:
        write_all({path: text}, advice=_ADVICE, force=force)
        click.echo(f"wrote {escape(str(path))}: {len(found)} cases")
        _tell(made)
    return ExitCode.UNKNOWN if any(each.status is Status.NOT_FOUND for each in made.shown) else ExitCode.CLEAN


def _text(made: Suite, found: Sequence[SuiteCase], target: str, book: str, path: Path) -> str:
    match target:
        case "yaml":
            from .suite_yaml import write_yaml  # noqa: PLC0415 - start-up stays small

            return write_yaml(made.rulebook, found)
        case "csv":
            from .suite_csv import write_csv  # noqa: PLC0415 - as above

            return write_csv(made.rulebook, found)
        case _:
            from .suite_pytest import write_pytest  # noqa: PLC0415 - as above

            shipped = is_shipped(book)
            named = book if shipped else os.path.relpath(book, path.parent)
            return write_pytest(made.rulebook, found, named, shipped=shipped)


def _tell(made: Suite) -> None:
    """What is shown, and what is not."""
    paper = Paper()
    for what in What:
        shown, impossible, not_found = (made.count(what, status) for status in Status)
        told = f"{shown} shown"
        told += f", {impossible} impossible" if impossible else ""
        told += f", {not_found} not found" if not_found else ""
        paper.paragraph(told, indent=2, mark=f"{what.value}: ")
    _list(paper, made, Status.IMPOSSIBLE, "nowhere, as is proved: ")
    _list(paper, made, Status.NOT_FOUND, "not found: ")
    paper.print()


def _list(paper: Paper, made: Suite, status: Status, mark: str) -> None:
    """The parts of conditions and the boundaries that have a status."""
    listed = [each for each in made.shown if each.status is status and each.aim.subject is not None]
    for each in listed[:_LISTED]:
        reason = f": {each.reason}" if each.reason else ""
        paper.paragraph(label(made.rulebook, each.aim) + reason, indent=2, mark=mark)
    if listed[_LISTED:]:
        paper.paragraph(f"and {len(listed) - _LISTED} more", indent=2)
