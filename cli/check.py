"""`misdeal check`: prove rulebooks, and tell what is wrong with them, and what would mend it."""

import os
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import filterfalse
from pathlib import Path
from typing import TypedDict, Unpack

import click

from misdeal.model.language import RulebookError
from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import cases_beside, is_shipped
from misdeal.proofs.effort import JOBS, REGIONS, TIMEOUT
from misdeal.proofs.finding import FindingKind, Severity
from misdeal.proofs.recall import recall
from misdeal.proofs.report import Report

from .accepted import Baseline
from .baseline import read_baseline, renewed, written
from .book import Book, is_rulebook, pages, pages_in_error
from .cache_folder import CacheFolder, cache_folder
from .checked import Checked, Looked, Run, Unusable, checked, judged, restricted
from .chosen import Choice, choosing
from .examples import Examples
from .exits import Judging
from .failure import show_rulebook_error
from .forms import FORMS, Filed, write
from .seconds import Seconds
from .terminal import Paper, progress
from .writing import check_targets, rewrite

KINDS = tuple(kind.value for kind in FindingKind)
SEVERITIES = tuple(severity.name.lower() for severity in Severity)


class Effort(TypedDict):
    """What a check may take, and whether it drafts what would mend the findings."""

    timeout: float
    regions: int
    jobs: int
    suggest: bool
    no_cache: bool


class Proving(TypedDict):
    """What proving is told."""

    timeout: float
    regions: int
    jobs: int
    progress: Callable[[str], None]
    cache: CacheFolder | None


class Asked(Effort):
    """What a check is asked for."""

    form: str
    reports: tuple[tuple[str, Path], ...]
    rulebooks_only: bool
    only: tuple[str, ...]
    fail_on: str
    baseline: str | None
    write_baseline: str | None
    watch: bool


@click.command(cls=Judging)
@click.argument("books", nargs=-1, required=True, type=Book(), metavar="BOOK...")
@choosing
@click.option(
    "--format", "form", type=click.Choice(["text", *FORMS]), default="text", show_default=True,
    help="Text for people, JSON by the schema in docs/cli.md, SARIF 2.1.0, JUnit's XML, commands that annotate a pull"
    " request on GitHub, or Markdown to be pasted. docs/reports.md tells more.",
)  # fmt: skip
@click.option(
    "--report", "reports", multiple=True, type=Filed(), metavar="FORMAT=FILE",
    help="Write the same in another format to a file too, as `--report sarif=found.sarif`, in the place of one that is"
    " there; may be given several times.",
)  # fmt: skip
@click.option(
    "--rulebooks-only", is_flag=True,
    help="Pass over files without a block marked `misdeal`, which are pages of something else.",
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
    "--baseline", metavar="FILE",
    help="A TOML file of accepted findings, each with its reason: only others count. Entries whose finding is no more"
    " are told.",
)  # fmt: skip
@click.option(
    "--write-baseline", metavar="FILE",
    help="Write such a file, with an entry for each finding of the severity in --fail-on or more; where there is one,"
    " its reasons and days are kept. An entry accepts nothing until its reason is written.",
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
    "--watch", is_flag=True,
    help="Stay, and look again whenever a page is saved that was read, until Ctrl-C. The exit code is that of the last"
    " look.",
)  # fmt: skip
@click.option(
    "--no-cache", is_flag=True,
    help="Prove everything anew: neither look at what was proved before nor keep what is proved now. So it is anyway"
    " where `CI` is set in the environment. docs/cache.md tells more.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default="the number of processors, 4 at most",
    help="How many processes work side by side.",
)  # fmt: skip
def check(*, books: tuple[str, ...], choice: Choice, **asked: Unpack[Asked]) -> int:
    """Prove rulebooks, or show the situations that get no ruling or two.

    Gaps, clashes and undefined values are told with all situations in which they occur, and every finding with
    the most ordinary one; of every option and reading, which rulings it changes. Where several books are named,
    one that cannot be used does not keep the others from being checked.
    """
    _check_asked(asked)
    beside = (file for book in books for file in cases_beside(book))
    _check_targets(asked, [*map(Path, filterfalse(is_shipped, books)), *map(Path, beside), *_others(choice, asked)])
    run = partial(_run, books, choice, asked, None if asked["no_cache"] else cache_folder())
    if not asked["watch"]:
        return run().exit_code
    from .watch import watch  # noqa: PLC0415 - start-up stays small

    return watch(books, map(str, _others(choice, asked)), run)


def _check_asked(asked: Asked) -> None:
    """A usage error where one option excludes another."""
    baseline, written = asked["baseline"], asked["write_baseline"]
    if baseline is not None and written is not None:
        raise click.UsageError("`--write-baseline` reads its file itself: leave `--baseline` out")
    if written == "-":
        raise click.UsageError("`--write-baseline` needs a file, for its reasons are filled in there")
    if asked["watch"] and (asked["form"] != "text" or asked["reports"] or written is not None):
        raise click.UsageError("`--watch` shows text: leave `--format`, `--report` and `--write-baseline` out")


def _others(choice: Choice, asked: Asked) -> tuple[Path, ...]:
    """The files that are read beside the books."""
    return (*choice.paths, *map(Path, filter(None, [asked["baseline"]])))


def _check_targets(asked: Asked, sources: Iterable[Path]) -> None:
    """A usage error where what is asked for would be written over one of these files. Other reports are replaced."""
    written = filter(None, [asked["write_baseline"]])
    check_targets([*(file for _, file in asked["reports"]), *map(Path, written)], sources, "", force=True)


def _run(books: Sequence[str], choice: Choice, asked: Asked, cache: CacheFolder | None) -> Run:
    """Look at all books, and tell and write what was found."""
    kinds, least = [FindingKind(code) for code in asked["only"]], Severity[asked["fail_on"].upper()]
    accepted = _accepted(asked["baseline"], asked["write_baseline"])
    wanted = [book for book in books if not asked["rulebooks_only"] or is_rulebook(book)]
    found: Iterable[Looked] = (_look(book, choice, kinds, asked, cache) for book in wanted)
    if asked["write_baseline"] is not None:
        found = [*found]
        accepted = _renew(accepted or Baseline(asked["write_baseline"], (), today()), found, kinds, least)
    looked, examples = list[Looked](), Examples(cache)
    for each in found:
        looked.append(judged(each, accepted, kinds or FindingKind))
        if isinstance(each, Checked):
            examples.recall(each.report.rulebook)
        if asked["form"] == "text":
            _show(looked[-1], kinds, accepted, first=len(looked) == 1)
    run = Run(tuple(looked), least, accepted.file if accepted else "")
    if asked["form"] != "text":
        click.echo(write(run, asked["form"]), nl=False)
    for form, file in asked["reports"]:
        rewrite(file, write(run, form).encode(errors="backslashreplace"))
    examples.keep()
    if cache is not None:
        cache.tidy()
    return run


def today() -> date:
    """The day it is in UTC."""
    return datetime.now(UTC).date()


def _accepted(baseline: str | None, write_baseline: str | None) -> Baseline | None:
    """What is accepted before anything is looked at."""
    if baseline is not None:
        return read_baseline(baseline, today())
    if write_baseline is not None and os.path.lexists(write_baseline):
        return read_baseline(write_baseline, today())
    return None


def _renew(baseline: Baseline, found: Sequence[Looked], kinds: Sequence[FindingKind], least: Severity) -> Baseline:
    """The baseline, once it is written anew."""
    reports = [each.report for each in found if isinstance(each, Checked)]
    entries = renewed(baseline, reports, kinds or FindingKind, least)
    rewrite(Path(baseline.file), written(entries).encode())
    told = "1 accepted finding" if len(entries) == 1 else f"{len(entries)} accepted findings"
    lacking = sum(not entry.is_reasoned for entry in entries)
    reasons = f", {lacking} without a reason, which accept nothing yet" if lacking else ""
    click.echo(f"misdeal: wrote {escape(baseline.file)}: {told}{reasons}", err=True)
    return read_baseline(baseline.file, baseline.today)


def _look(book: str, choice: Choice, only: Sequence[FindingKind], asked: Asked, cache: CacheFolder | None) -> Looked:
    """Read a rulebook and prove it; draft what would mend it."""
    try:
        rulebook = choice.load(book)
    except RulebookError as error:
        _check_targets(asked, pages_in_error(book, error))
        return Unusable(book, error)
    _check_targets(asked, pages(book, rulebook))
    deadline = time.monotonic() + asked["timeout"]
    with progress(book) as tell:
        report = _proved(rulebook, asked, cache, tell)
        if asked["suggest"]:
            from misdeal.proofs.mend import mend  # noqa: PLC0415 - start-up stays small

            left = deadline - time.monotonic()
            report = mend(report, only or FindingKind, timeout=left, jobs=asked["jobs"], progress=tell)
    if report.known and asked["form"] == "text":
        click.echo(f"misdeal: {escape(book)}: {known_in_words(report)}", err=True)
    return checked(book, restricted(report, only))


def prove(rulebook: Rulebook, **effort: Unpack[Proving]) -> Report:
    """The report on a rulebook, found out now."""
    from misdeal.proofs.check import check  # noqa: PLC0415 - start-up stays small

    return check(rulebook, **effort)


def _proved(rulebook: Rulebook, effort: Effort, cache: CacheFolder | None, tell: Callable[[str], None]) -> Report:
    """The report on a rulebook, as it was found before or found out now."""
    regions = effort["regions"]
    report = None if cache is None else recall(cache, rulebook, regions)
    if report is None:
        timeout, jobs = effort["timeout"], effort["jobs"]
        report = prove(rulebook, timeout=timeout, regions=regions, jobs=jobs, progress=tell, cache=cache)
    return report


def known_in_words(report: Report) -> str:
    """How many obligations were proved or refuted anew, and how many had been before; cases are not counted."""
    number = sum(tally.kind is not FindingKind.FAILED for tally in report.tallies)
    obligations = "1 obligation" if number == 1 else f"{number} obligations"
    return f"of {obligations} (cases apart) {report.known} known from before, {number - report.known} looked at anew"


def _show(looked: Looked, only: Sequence[FindingKind], accepted: Baseline | None, *, first: bool) -> None:
    if isinstance(looked, Unusable):
        show_rulebook_error(looked.error)
        return
    if not first:
        click.echo()
    from .text_report import write_report  # noqa: PLC0415 - start-up stays small

    paper = Paper()
    write_report(paper, looked, only=only, baseline=accepted.file if accepted else "")
    click.echo(paper.text(), color=paper.coloured)
