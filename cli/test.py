"""`misdeal test`: the cases of rulebooks, what has to come out and what does."""

from collections.abc import Iterable

import click

from misdeal.model.language import RulebookError
from misdeal.model.library import CASES, books_beside, load_with_cases, shipped
from misdeal.proofs.precedents import TIMEOUT, try_cases

from .book import Book, is_rulebook
from .exits import ExitCode, Judging
from .failure import show_rulebook_error
from .seconds import Seconds
from .terminal import Paper, progress
from .tried import Tested, tell_case
from .tried_text import write_all, write_tested

_FORMATS = ("text", "json", "junit")
_PRECEDENCE = (ExitCode.CLEAN, ExitCode.UNKNOWN, ExitCode.FOUND, ExitCode.UNUSABLE)


@click.command(cls=Judging)
@click.argument("books", nargs=-1, type=Book(), metavar="[BOOK]...")
@click.option("--all", "every", is_flag=True, help="Test every shipped rulebook.")
@click.option(
    "--cases", "files", multiple=True, metavar="FILE",
    help="Take cases from this file, and not from those that lie beside the rulebook; may be given several times.",
)  # fmt: skip
@click.option(
    "--rulebooks-only", is_flag=True,
    help="Pass over files without a block marked `misdeal`, and case files that lie beside no rulebook.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
    help="Text for people, JSON by the schema in docs/cli.md, or JUnit XML for build servers.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long a solver may look at cases that leave many options open. What is not found out by then is unknown.",
)  # fmt: skip
def test(
    *, books: tuple[str, ...], every: bool, files: tuple[str, ...], rulebooks_only: bool, form: str, timeout: float
) -> ExitCode:
    """Try the cases of rulebooks: what has to come out, and what does.

    The cases are the `case` statements of a rulebook, and those of the case files beside it: of house.md those of
    house.cases.yaml and of every house.WORD.cases.yaml, as docs/cases.md describes them. Where all is well only
    counts by source are told; of a case that fails, what was expected, what comes out, and by which clauses. A case
    file that is named in place of a rulebook stands for the rulebook beside it.
    """
    if bool(books) == every:
        raise click.UsageError("name rulebooks, or else give --all")
    if files and len(books) != 1:
        raise click.UsageError("--cases is about one rulebook: name one")
    tested: list[Tested] = []
    for book in shipped() if every else _meant(books, rulebooks_only=rulebooks_only):
        each = _tested(book, files, timeout)
        tested.append(each)
        if form == "text":
            _show(each)
    _print(tested, form)
    return max(map(_exit_code, tested), key=_PRECEDENCE.index, default=ExitCode.CLEAN)


def _meant(books: Iterable[str], *, rulebooks_only: bool) -> Iterable[str]:
    """The rulebooks that are meant, each once. A usage error for a case file that lies beside none."""
    found = dict[str, None]()
    for book in books:
        meant = books_beside(book) if book.endswith(CASES) else (book,)
        if rulebooks_only:
            meant = tuple(filter(is_rulebook, meant))
        elif not meant:
            raise click.UsageError(f"`{book}` lies beside no rulebook: of house{CASES} that is house.md")
        found |= dict.fromkeys(meant)
    return found


def _tested(book: str, files: tuple[str, ...], timeout: float) -> Tested:
    """Read a rulebook with its cases, and try these."""
    try:
        rulebook = load_with_cases(book, files or None)
    except RulebookError as error:
        return Tested(book, None, error=error)
    with progress(book) as tell:
        tried = try_cases(rulebook, timeout=timeout, progress=tell)
    return Tested(book, rulebook, tuple(tell_case(book, rulebook, each) for each in tried))


def _show(tested: Tested) -> None:
    if tested.error is not None:
        show_rulebook_error(tested.error)
        return
    paper = Paper()
    write_tested(paper, tested)
    paper.print()


def _print(tested: list[Tested], form: str) -> None:
    match form:
        case "json":
            from .tried_json import write_json  # noqa: PLC0415 - start-up stays small

            click.echo(write_json(tested), nl=False)
        case "junit":
            from .tried_junit import write_junit  # noqa: PLC0415 - start-up stays small

            click.echo(write_junit(tested), nl=False)
        case _:
            if len(tested) > 1:
                click.echo()
                paper = Paper()
                write_all(paper, tested)
                paper.print()


def _exit_code(tested: Tested) -> ExitCode:
    """What one rulebook comes to."""
    if tested.rulebook is None:
        return ExitCode.UNUSABLE
    if tested.count("failed"):
        return ExitCode.FOUND
    return ExitCode.UNKNOWN if tested.count("unknown") else ExitCode.CLEAN
