"""`misdeal diff`: where two rulebooks rule differently."""

from typing import Any

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import load
from misdeal.proofs.diff import REGIONS, TIMEOUT, Diff, Renames
from misdeal.proofs.diff import diff as compare
from misdeal.proofs.effort import JOBS
from misdeal.proofs.pairing import Misnamed
from misdeal.proofs.refusal import Refusal

from .book import Book
from .diff_account import ToldDiff, told
from .diff_names import read_names, where_named
from .exits import ExitCode, Judging
from .seconds import Seconds
from .terminal import Paper, progress

_FORMATS = ("text", "markdown", "json")


@click.command(cls=Judging)
@click.argument("old", type=Book(), metavar="OLD")
@click.argument("new", type=Book(), metavar="NEW")
@click.option(
    "--ruling", "rulings", multiple=True, metavar="NAME",
    help="Compare this ruling of OLD only; may be given several times.",
)  # fmt: skip
@click.option(
    "--names", type=click.Path(dir_okay=False), metavar="FILE",
    help="A TOML file that pairs names of OLD with other names of NEW, in tables [facts], [rulings] and"
    " [values.NAME] for the values of a type, fact or ruling. Equal names are paired in any case.",
)  # fmt: skip
@click.option(
    "--every-reading", is_flag=True,
    help="Compare under every value of what NEW decides, instead of reading OLD as NEW decides.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
    help="Text for people, Markdown, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--regions", type=click.IntRange(1, 1000), default=REGIONS, show_default=True,
    help="How many regions at most are told of one ruling.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=JOBS, show_default="the number of processors, 4 at most",
    help="How many processes work side by side.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs may take. What is not found out by then is unknown.",
)  # fmt: skip
def diff(  # noqa: PLR0913 - one an option
    *,
    old: str,
    new: str,
    rulings: tuple[str, ...],
    names: str | None,
    every_reading: bool,
    form: str,
    regions: int,
    jobs: int,
    timeout: float,
) -> ExitCode:
    """Show where two rulebooks rule differently.

    Every ruling that both have is compared over the facts of both: the regions in which it comes out differently,
    each with what came out in OLD and comes out in NEW, the clauses that lead there, and the most ordinary
    example. That nothing else moved is proven. Situations that are possible in one only are told apart, and what
    only one has is listed. What NEW decides of options and readings, OLD is taken to have decided too. `old.name` and
    `new.name` are a ruling or a `let` as each of the two has it. The exit code is 1 where something differs.
    """
    try:
        limits = {"rulings": rulings, "regions": regions, "jobs": jobs, "timeout": timeout}
        made = _made(old, new, names, as_decided=not every_reading, **limits)
    except Refusal as refusal:
        place = where_named(names, refusal.path) if names and isinstance(refusal, Misnamed) else ""
        click.echo(f"misdeal: {escape(f'{place}{refusal.message}')}", err=True)
        if refusal.advice:
            click.echo(f"  help: {escape(refusal.advice)}", err=True)
        return ExitCode.UNUSABLE
    _print(told(made, old, new), form)
    if made.differs:
        return ExitCode.FOUND
    return ExitCode.CLEAN if made.whole else ExitCode.UNKNOWN


def _made(old: str, new: str, names: str | None, **limits: Any) -> Diff:  # noqa: ANN401 - what `compare` takes
    """Read two rulebooks and compare them."""
    books = load(old), load(new)
    renames = Renames() if names is None else read_names(names)
    with progress(new) as tell:
        return compare(*books, renames, progress=tell, **limits)


def _print(shown: ToldDiff, form: str) -> None:
    match form:
        case "json":
            from .diff_json import write_json  # noqa: PLC0415 - start-up stays small

            click.echo(write_json(shown), nl=False)
        case "markdown":
            from .diff_markdown import write_markdown  # noqa: PLC0415 - start-up stays small

            click.echo(write_markdown(shown), nl=False)
        case _:
            from .diff_text import write_diff  # noqa: PLC0415 - start-up stays small

            paper = Paper()
            write_diff(paper, shown)
            paper.print()
