"""`misdeal draw`: pictures of a rulebook as SVG files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from misdeal.model.language.diagnostic import escape
from misdeal.proofs.refusal import Refusal, unknown_ruling
from misdeal.proofs.stage_map import TIMEOUT

from .book import Book, pages
from .chosen import Choice, choosing
from .exits import ExitCode, Judging
from .seconds import Seconds
from .terminal import progress
from .writing import check_targets, placed, write_all

if TYPE_CHECKING:
    from misdeal.model.language.rulebook import Rulebook
    from misdeal.proofs.map_records import StageMap

STDOUT = Path("-")
MAP, OVERRIDES = "map", "overrides"
_ADVICE = "name another, or use --force"


@click.command(cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@choosing
@click.option(
    "--what", type=click.Choice((MAP, OVERRIDES)), default=MAP, show_default=True,
    help="The map, stages against rulings with the clauses that decide in each cell, or which clauses override which.",
)  # fmt: skip
@click.option(
    "--ruling", "rulings", multiple=True, metavar="NAME", help="Only this ruling; may be given several times."
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it, NAME.map.svg or NAME.overrides.svg if left out; a directory takes a file of that name, "
    "and - is standard output.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the map may take. What is not found out by then is marked in its cells.",
)  # fmt: skip
def draw(
    *, book: str, choice: Choice, what: str, rulings: tuple[str, ...], output: Path | None, force: bool, timeout: float
) -> ExitCode:
    """Draw where each clause decides, or which clause overrides which.

    The picture is an SVG file. In the map a clause stands in a cell if, and only if, there is a possible situation at
    that stage in which it decides that ruling; so it is with gaps, clashes and default values. Neighbouring cells
    with the same content are joined. Of the overrides those that follow from others are left out.
    """
    rulebook = choice.load(book)
    for name in rulings:
        if name not in rulebook.rulings:
            raise unknown_ruling(rulebook, name)
    file = None if output == STDOUT else placed(output, f"{rulebook.name}.{what}.svg")
    check_targets([file] if file else [], [*pages(book, rulebook), *choice.paths], _ADVICE, force=force)
    text, code = _overrides(rulebook, rulings) if what == OVERRIDES else _map(book, rulebook, rulings, timeout)
    if file is None:
        click.echo(text, nl=False)
    else:
        write_all({file: text}, advice=_ADVICE, force=force)
        click.echo(f"wrote {escape(str(file))}")
    return code


def _map(book: str, rulebook: "Rulebook", rulings: tuple[str, ...], timeout: float) -> tuple[str, ExitCode]:
    """The map, and whether all of it was found out."""
    from misdeal.proofs.stage_map import stage_map  # noqa: PLC0415 - start-up stays small

    from .map_picture import map_picture  # noqa: PLC0415 - as above

    if not rulebook.rulings:
        raise Refusal("this rulebook has no rulings: there is nothing to draw")
    with progress(book) as tell:
        made = stage_map(rulebook, rulings, timeout=timeout, progress=tell)
    if made.whole:
        return map_picture(made), ExitCode.CLEAN
    _warn(made)
    return map_picture(made), ExitCode.UNKNOWN


def _warn(made: "StageMap") -> None:
    """Say on stderr for which rulings something was not found out."""
    for row in made.rows:
        reasons = dict.fromkeys(cell.reason for cell in row.cells if cell.unknown)
        for reason in reasons:
            click.echo(f"misdeal: `{row.ruling.name}`: not all was found out: {escape(reason)}", err=True)


def _overrides(rulebook: "Rulebook", rulings: tuple[str, ...]) -> tuple[str, ExitCode]:
    """The overrides."""
    from .layers import TooMany  # noqa: PLC0415 - start-up stays small
    from .override_picture import override_picture  # noqa: PLC0415 - as above

    try:
        return override_picture(rulebook, rulings), ExitCode.CLEAN
    except TooMany:
        raise Refusal(
            "there are too many overrides for one picture", "draw those of a ruling, with `--ruling`"
        ) from None
