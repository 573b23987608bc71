"""`misdeal diff`: where two rulebooks rule differently."""

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import load
from misdeal.proofs.diff import REGIONS, TIMEOUT, Diff, Renames
from misdeal.proofs.diff import diff as compare
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
    "--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True,
    help="Text for people, Markdown, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "--regions", type=click.IntRange(1, 1000), default=REGIONS, show_default=True,
    help="How many regions at most are told of one ruling.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs may take. What is not found out by then is unknown.",
)  # fmt: skip
def diff(
    *, old: str, new: str, rulings: tuple[str, ...], names: str | None, form: str, regions: int, timeout: float
) -> ExitCode:
    """Show where two rulebooks rule differently.

    Every ruling that both have is compared over the facts of both: the regions in which it comes out differently,
    each with what came out in OLD and comes out in NEW, the clauses that lead there, and the most ordinary
    example. That nothing else moved is proven. Situations that are possible in one only are told apart, and what
    only one has is listed. `old.name` and `new.name` are a ruling or a `let` as each of the two has it. The exit
    code is 1 where something differs.
    """
    try:
        made = _made(old, new, rulings, names, regions, timeout)
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


def _made(old: str, new: str, rulings: tuple[str, ...], names: str | None, regions: int, timeout: float) -> Diff:
    """Read two rulebooks and compare them."""
    books = load(old), load(new)
    renames = Renames() if names is None else read_names(names)
    with progress(new) as tell:
        return compare(*books, renames, rulings=rulings, regions=regions, timeout=timeout, progress=tell)


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
