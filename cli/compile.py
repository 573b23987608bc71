"""`misdeal compile`: rulings as Python, JavaScript or JSON, proved equal to the rulebook."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from misdeal.model.language.diagnostic import escape
from misdeal.model.library import load
from misdeal.proofs.compiled import TIMEOUT, Compiled, compiled
from misdeal.proofs.diagram_grow import NODES
from misdeal.proofs.refusal import Refusal, unknown_ruling

from .book import Book, pages
from .exits import ExitCode, Judging
from .seconds import Seconds
from .terminal import progress
from .writing import check_targets, placed, write_all

if TYPE_CHECKING:
    from misdeal.model.exchange.unit import Unit

STDOUT = Path("-")
_SUFFIXES = {"python": (".py",), "javascript": (".mjs", ".d.mts"), "json": (".json",)}
_ADVICE = "name another, or use --force"


@click.command("compile", cls=Judging)
@click.argument("book", type=Book(), metavar="BOOK")
@click.option(
    "--to", "target", type=click.Choice(tuple(_SUFFIXES)), required=True,
    help="A Python module, an ES module with type declarations beside it, or JSON by the schema in docs/cli.md.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write it, NAME.py, NAME.mjs or NAME.json if left out; a directory takes a file of that name, and - "
    "is standard output.",
)  # fmt: skip
@click.option(
    "--ruling", "rulings", multiple=True, metavar="NAME", help="Only this ruling; may be given several times."
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there already.")
@click.option(
    "--nodes", type=click.IntRange(0, 20_000), default=NODES, show_default=True,
    help="How large the diagram of a ruling may be; what takes the place of a larger one is told in docs/compile.md.",
)  # fmt: skip
@click.option(
    "--timeout", type=Seconds(), default=TIMEOUT, show_default=True,
    help="How long the proofs may take. Without all of them nothing is written.",
)  # fmt: skip
def compile_(
    *,
    book: str,
    target: str,
    output: Path | None,
    rulings: tuple[str, ...],
    force: bool,
    nodes: int,
    timeout: float,
) -> ExitCode:
    """Write rulings as Python, JavaScript or JSON.

    Each ruling becomes a decision diagram, proven equal to the rulebook in every possible situation, in a program
    that needs nothing else and answers with what comes out and the clauses that decide. docs/compile.md shows how
    it is called.
    """
    return _compiled(book, target, output, rulings, nodes, timeout, force=force)


def _compiled(
    book: str, target: str, output: Path | None, rulings: Sequence[str], nodes: int, timeout: float, *, force: bool
) -> ExitCode:
    from misdeal.model.exchange.unit import rulings_needed, unit  # noqa: PLC0415 - start-up stays small

    rulebook = load(book)
    for name in rulings:
        if name not in rulebook.rulings:
            raise unknown_ruling(rulebook, name)
    asked = rulings or tuple(rulebook.rulings)
    if not asked:
        raise Refusal("this rulebook has no rulings: there is nothing to compile")
    files = {} if output == STDOUT else _files(output, rulebook.name, target)
    check_targets(files.values(), pages(book, rulebook), _ADVICE, force=force)
    with progress(book) as tell:
        found = compiled(rulebook, rulings_needed(rulebook, asked), nodes=nodes, timeout=timeout, progress=tell)
    if unproved(found):
        return ExitCode.UNKNOWN
    texts = _texts(unit(rulebook, {each.ruling.name: each.form for each in found}, asked), target)
    if not files:
        click.echo(texts[_SUFFIXES[target][0]], nl=False)
        return ExitCode.CLEAN
    write_all({path: texts[suffix] for suffix, path in files.items()}, advice=_ADVICE, force=force)
    click.echo("wrote " + ", ".join(escape(str(path)) for path in files.values()))
    return ExitCode.CLEAN


def unproved(found: Iterable[Compiled]) -> bool:
    """Whether something is not proved; told, and also which rulings are worked out clause by clause."""
    missing = False
    for each in found:
        if each.form is None and not each.reason:
            told = "its diagram would be too large, so it is worked out clause by clause, without a proof (see --nodes)"
            click.echo(f"misdeal: `{each.ruling.name}`: {told}", err=True)
        elif each.reason:
            missing = True
            click.echo(f"misdeal: `{each.ruling.name}` is not proved: {escape(each.reason)}", err=True)
    if missing:
        click.echo("misdeal: nothing was written", err=True)
    return missing


def _texts(made: "Unit", target: str) -> dict[str, str]:
    """The files of a target by their suffixes, the main one first."""
    from misdeal import __version__  # noqa: PLC0415 - start-up stays small

    match target:
        case "python":
            from misdeal.model.exchange.python import python  # noqa: PLC0415 - as above

            return {".py": python(made, __version__)}
        case "javascript":
            from misdeal.model.exchange.declarations import declarations  # noqa: PLC0415 - as above
            from misdeal.model.exchange.javascript import javascript  # noqa: PLC0415 - as above

            return {".mjs": javascript(made, __version__), ".d.mts": declarations(made, __version__)}
        case _:
            from misdeal.model.exchange.json_form import json_form  # noqa: PLC0415 - as above

            return {".json": json_form(made, __version__)}


def _files(output: Path | None, name: str, target: str) -> dict[str, Path]:
    """Of each suffix of a target the file for it: the main one as it is named, the others beside it."""
    first, *others = _SUFFIXES[target]
    main = placed(output, name + first)
    stem = main.name.removesuffix(main.suffix)
    declared = {".js": ".d.ts"}  # where the suffix is not the one that we give
    return {first: main, **{suffix: main.with_name(stem + declared.get(main.suffix, suffix)) for suffix in others}}
