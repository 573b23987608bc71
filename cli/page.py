"""`misdeal page`: a rulebook as one HTML file, with the interview, the text, and what is found in it."""

import time
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import load, shipped
from misdeal.proofs.check import check
from misdeal.proofs.compiled import compiled
from misdeal.proofs.effort import JOBS

from .book import Book, pages
from .compile import STDOUT, unproved
from .exits import ExitCode, Judging
from .seconds import Seconds
from .terminal import progress
from .writing import check_targets, placed, write_all

if TYPE_CHECKING:
    from collections.abc import Mapping

    from misdeal.model.exchange.diagram import Form
    from misdeal.proofs.report import Report

TIMEOUT = 120.0  # seconds
_SUFFIX = ".html"
_ADVICE = "name another, or use --force"


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it, NAME.html if left out; a directory takes a file of that name, and - is standard output.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs may take. Without those of the rulings nothing is written; what else is not found out by"
    " then stands on the page as unknown.",
)  # fmt: skip
def page(*, book: str, output: Path | None, force: bool, timeout: float) -> ExitCode:
    """Write a rulebook as a page for directors.

    One HTML file that loads nothing from anywhere: an interview that asks what matters and gives the rulings, proven
    equal to the rulebook; the rulebook to be read, with the status of every clause; and what `misdeal check` finds
    in it. It may be mailed, put on any web server, or opened from a disk.
    """
    return _page(book, output, timeout, force=force)


def _page(book: str, output: Path | None, timeout: float, *, force: bool) -> ExitCode:
    rulebook = load(book)
    target = None if output == STDOUT else placed(output, f"{rulebook.name}{_SUFFIX}")
    check_targets([target] if target else [], pages(book, rulebook), _ADVICE, force=force)
    deadline = time.monotonic() + timeout
    with progress(book) as tell:
        found = compiled(rulebook, rulebook.reading_order, timeout=timeout, progress=tell)
        if any(each.reason for each in found):
            report = None
        else:
            left = max(0.001, deadline - time.monotonic())
            report = check(rulebook, timeout=left, jobs=JOBS, progress=tell)
    if unproved(found) or report is None:
        return ExitCode.UNKNOWN
    text = made(report, {each.ruling.name: each.form for each in found}, _called(book))
    if target is None:
        click.echo(text, nl=False)
    else:
        write_all({target: text}, advice=_ADVICE, force=force)
        click.echo(f"wrote {escape(str(target))}")
    if report.unknown or any(bearing.reason for bearing in report.bearings):
        click.echo("misdeal: not everything was found out, and the page says so", err=True)
        return ExitCode.UNKNOWN
    return ExitCode.CLEAN


def made(report: "Report", forms: "Mapping[str, Form | None]", book: str) -> str:
    """The page of a rulebook; `book` is what the commands on it call it."""
    from misdeal import __version__  # noqa: PLC0415 - start-up stays small
    from misdeal.model.exchange.interview_form import interview_document  # noqa: PLC0415 - as above
    from misdeal.model.exchange.stamp import stamp  # noqa: PLC0415 - as above

    from .checked import checked  # noqa: PLC0415 - as above
    from .page_document import Parts, document  # noqa: PLC0415 - as above
    from .page_findings import findings_by_anchor, findings_part  # noqa: PLC0415 - as above
    from .page_places import Places  # noqa: PLC0415 - as above
    from .page_rulebook import rulebook_part  # noqa: PLC0415 - as above
    from .page_status import Status  # noqa: PLC0415 - as above
    from .page_words import interview_words  # noqa: PLC0415 - as above
    from .table_picture import STYLE  # noqa: PLC0415 - as above

    rulebook, places, looked = report.rulebook, Places(report.rulebook), checked(book, report)
    anchors = findings_by_anchor(looked)
    return document(
        Parts(
            rulebook.title,
            rulebook.name,
            stamp(rulebook).hash,
            __version__,
            interview_document(rulebook, forms),
            interview_words(rulebook, book, places, anchors),
            rulebook_part(rulebook, places, Status(report, places, anchors)),
            findings_part(looked, places, anchors),
        ),
        STYLE,
    )


def _called(book: str) -> str:
    """What a reader of the page calls the rulebook: its name where it is shipped, else its file, wherever that lies."""
    return book if book in shipped() else PurePath(book).name
