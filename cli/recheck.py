"""`misdeal recheck`: a certificate checked, with a second solver."""

from pathlib import Path

import click

from misdeal.proofs.certified import Unlisted
from misdeal.proofs.effort import JOBS
from misdeal.proofs.rechecked import TIMEOUT
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.second import SecondSolver

from .book import Book
from .certificate_check import CertificateCheck, Effort, Refused
from .certificate_folder import Folder
from .exits import ExitCode, Judging
from .recheck_json import write_json
from .recheck_text import write_text
from .rechecked import Rechecked
from .seconds import Seconds
from .terminal import Paper, progress

_INSTALL = 'pip install "cvc5>=1.3,<2"'


@click.command(cls=Judging)
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--book", type=Book(), metavar="BOOK",
    help="A rulebook of your own, file or shipped: the pages in the certificate have to be the same, word for word."
    " Without it those that have the name of a shipped rulebook have to be the shipped ones.",
)  # fmt: skip
@click.option(
    "--solver", type=click.Choice([each.value for each in SecondSolver]), default=SecondSolver.CVC5.value,
    show_default=True,
    help="What solves the files. z3 is the lesser way: it is what Misdeal proves with.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Text for people, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long it may take. What is not found out by then is unknown.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default="the number of processors, 4 at most",
    help="How many processes work side by side.",
)  # fmt: skip
def recheck(*, folder: Path, book: str | None, solver: str, form: str, timeout: float, jobs: int) -> ExitCode:
    """Check a certificate with a second solver.

    Nothing in it is believed. Everything is derived anew from the pages in the folder, and compared: the whole list in
    its order, and each file to the letter. Each situation is put to the reference evaluator. Then each file is solved
    by cvc5.
    """
    used = SecondSolver(solver)
    if used.version is None:
        raise Refusal(f"{used.value} is not installed", f"{_INSTALL}; or --solver z3, the lesser way")
    with progress(str(folder)) as tell, Folder(folder) as opened:
        check = CertificateCheck(opened, str(folder), book, Effort(used, timeout, jobs, tell))
        found = _checked(check, str(folder), used)
    if form == "json":
        click.echo(write_json(found), nl=False)
    else:
        paper = Paper()
        write_text(paper, found)
        paper.print()
    return found.exit_code


def _checked(check: CertificateCheck, folder: str, used: SecondSolver) -> Rechecked:
    told = (folder, check.manifest, f"{used.value} {used.version}", used is SecondSolver.Z3)
    try:
        return Rechecked(*told, looked=check.check())
    except Refused as refused:
        return Rechecked(*told, objections=refused.objections)
    except Unlisted:
        return Rechecked(*told, unlisted=True)
