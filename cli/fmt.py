"""`misdeal fmt`: the formal blocks of rulebooks laid out in the one way."""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import click

from misdeal.model.language import RulebookError
from misdeal.model.language.diagnostic import escape
from misdeal.model.language.layout_page import format_page
from misdeal.model.language.limits import FILE_BYTES
from misdeal.model.library import read_bytes, shipped

from .exits import ExitCode, Judging
from .failure import show_rulebook_error
from .writing import rewrite

_STDIN = "-"


@click.command(cls=Judging)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=str), metavar="FILE...")
@click.option(
    "--check", "checks", is_flag=True, help="Write nothing; name the files that would change, and exit with 1."
)
@click.option("--diff", "differs", is_flag=True, help="Write nothing; show what would change, and exit with 1.")
def fmt(*, files: tuple[str, ...], checks: bool, differs: bool) -> ExitCode:
    """Lay out the formal blocks of rulebooks.

    Statements are put in lines and indented in one way, which docs/language.md describes; words, comments and
    their order, and everything outside the blocks, stay as they are. A file that has a statement which cannot
    be read is left alone, and so is one without a block marked `misdeal`. Of `-` standard input is read, and
    written to standard output.
    """
    found = [_laid_out(file, writes=not checks and not differs, differs=differs) for file in files]
    return max(found)  # of these three the worst is the greatest


def _laid_out(file: str, *, writes: bool, differs: bool) -> ExitCode:
    """Lay out one file, or tell what would change; FOUND where something would."""
    try:
        before = _read(file)
        after = format_page(before, file)
    except RulebookError as error:
        show_rulebook_error(error)
        return ExitCode.UNUSABLE
    if writes and file == _STDIN:
        click.echo(after, nl=False)
        return ExitCode.CLEAN
    if before == after:
        return ExitCode.CLEAN
    if writes:
        rewrite(Path(file), after)
    if differs:
        click.echo("\n".join(_diff(file, before, after)))
    else:
        click.echo(f"{'laid out' if writes else 'would be laid out'}: {escape(file)}")
    return ExitCode.CLEAN if writes else ExitCode.FOUND


def _read(file: str) -> bytes:
    if file == _STDIN:
        with click.open_file(_STDIN, "rb") as stdin:
            data: bytes = stdin.read(FILE_BYTES + 1)
            return data
    if file in shipped() and not Path(file).exists():
        raise click.UsageError(f"`{file}` is a shipped rulebook, and here stand files only")
    return read_bytes(file)


def _diff(file: str, before: bytes, after: bytes) -> Iterator[str]:
    """What changes, as `diff -u` shows it; line ends of two characters are shown as one."""
    for line in unified_diff(_lines(before), _lines(after), file, file):
        yield "\t".join(map(escape, line.rstrip("\r\n").split("\t")))
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _lines(data: bytes) -> list[str]:
    *lines, last = data.decode().split("\n")
    return [*(f"{line}\n" for line in lines), *([last] if last else [])]
