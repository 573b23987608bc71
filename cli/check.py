"""`misdeal check`: prove rulebooks, and tell what is wrong with them, and what would mend it."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict, Unpack

import click

from misdeal.model.language import RulebookError
from misdeal.proofs.check import REGIONS, TIMEOUT
from misdeal.proofs.check import check as prove
from misdeal.proofs.finding import FindingKind, Severity
from misdeal.proofs.jobs import JOBS
from misdeal.proofs.mend import mend
from misdeal.proofs.report import Report

from .book import Book
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .failure import show_rulebook_error
from .json_report import Looked, write_json
from .seconds import Seconds
from .terminal import Paper, progress
from .text_report import write_report

KINDS = tuple(kind.value for kind in FindingKind)
SEVERITIES = tuple(severity.name.lower() for severity in Severity)
_PRECEDENCE = (ExitCode.CLEAN, ExitCode.UNKNOWN, ExitCode.FOUND, ExitCode.UNUSABLE)


class Effort(TypedDict):
    """What a check may take, and whether it drafts what would mend the findings."""

    timeout: float
    regions: int
    jobs: int
    suggest: bool


@click.command(cls=Judging)
@click.argument("books", nargs=-1, required=True, type=Book(), metavar="BOOK...")
@choosing
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Text for people, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--only", multiple=True, type=click.Choice(KINDS), metavar="KIND",
    help="Tell findings of this kind only; may be given several times. `impossible` is always told,"
    " for beside it nothing else means much. `misdeal explain` lists the kinds.",
)  # fmt: skip
@click.option(
    "--fail-on", type=click.Choice(SEVERITIES), default="warning", show_default=True,
    help="The least severity of a finding that makes the exit code 1.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs of one rulebook may take, reading it not counted. What is not found out by then is"
    " unknown.",
)  # fmt: skip
@click.option(
    "--regions", type=click.IntRange(1, 1000), default=REGIONS, show_default=True,
    help="How many regions at most are told of one finding.",
)  # fmt: skip
@click.option(
    "--suggest", is_flag=True,
    help="Draft statements that mend each gap and each clash, each proved to do so and to bring no other finding,"
    " those that change least first. This takes longer, within the same --timeout.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default="the number of processors, 4 at most",
    help="How many processes work side by side.",
)  # fmt: skip
def check(
    *,
    books: tuple[str, ...],
    choice: Choice,
    form: str,
    only: tuple[str, ...],
    fail_on: str,
    **effort: Unpack[Effort],
) -> ExitCode:
    """Prove rulebooks, or show the situations that get no ruling or two.

    Gaps, clashes and undefined values are told with all situations in which they occur, and every finding with
    the most ordinary one; of every option and reading, which rulings it changes. Where several books are named,
    one that cannot be used does not keep the others from being checked.
    """
    looked: list[Looked] = []
    for book in books:
        each = _look(book, choice, [FindingKind(code) for code in only], effort)
        looked.append(each)
        if form == "text":
            _show(each, only, first=len(looked) == 1)
    if form == "json":
        click.echo(write_json(looked), nl=False)
    return max((_exit_code(each.found, fail_on) for each in looked), key=_PRECEDENCE.index)


def _look(book: str, choice: Choice, only: Sequence[FindingKind], effort: Effort) -> Looked:
    """Read a rulebook and prove it; draft what would mend it."""
    try:
        rulebook = choice.load(book)
    except RulebookError as error:
        return Looked(book, error)
    deadline, jobs = time.monotonic() + effort["timeout"], effort["jobs"]
    with progress(book) as tell:
        report = prove(rulebook, timeout=effort["timeout"], regions=effort["regions"], jobs=jobs, progress=tell)
        if effort["suggest"]:
            left = deadline - time.monotonic()
            report = mend(report, only or FindingKind, timeout=left, jobs=jobs, progress=tell)
    return Looked(book, _restricted(report, only))


def _restricted(report: Report, only: Sequence[FindingKind]) -> Report:
    """The report, with the kinds that were asked for and `impossible`."""
    if not only:
        return report
    kept = {*only, FindingKind.IMPOSSIBLE}
    findings = tuple(finding for finding in report.findings if finding.kind in kept)
    tallies = tuple(tally for tally in report.tallies if tally.kind in kept)
    return replace(report, findings=findings, tallies=tallies, bearings=())


def _show(looked: Looked, only: Sequence[str], *, first: bool) -> None:
    if isinstance(looked.found, RulebookError):
        show_rulebook_error(looked.found)
        return
    if not first:
        click.echo()
    paper = Paper()
    write_report(paper, looked.found, looked.book, only=[FindingKind(code) for code in only])
    paper.print()


def _exit_code(found: object, fail_on: str) -> ExitCode:
    """What one rulebook comes to."""
    if not isinstance(found, Report):
        return ExitCode.UNUSABLE
    worst = found.worst()
    if worst is not None and worst >= Severity[fail_on.upper()]:
        return ExitCode.FOUND
    unknown = found.unknown or any(bearing.reason for bearing in found.bearings)
    return ExitCode.UNKNOWN if unknown else ExitCode.CLEAN
