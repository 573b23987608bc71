"""`misdeal new`: a starter rulebook."""

import re
from importlib.resources import files
from pathlib import Path

import click

from misdeal.model.language import RulebookError, read
from misdeal.model.library import shipped

from .exits import ExitCode
from .writing import write_all

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@click.command()
@click.argument("name")
def new(name: str) -> ExitCode:
    """Write a starter rulebook that checks clean.

    It is written to NAME.md in this directory. A file that is there already is never overwritten.
    """
    name = name.removesuffix(".md")
    text = _starter(name)
    target = Path(f"{name}.md")
    write_all({target: text}, advice="take another name")
    click.echo(f"wrote {target}; next: misdeal check {target}")
    return ExitCode.CLEAN


def _starter(name: str) -> str:
    """The text of the starter under a name; a usage error where it cannot be the name of a rulebook."""
    if not _NAME.fullmatch(name):
        told = f"`{name}` is no name for a rulebook: a name is made of letters, digits and `_`, as `house_rules`"
        raise click.UsageError(told)
    if name in shipped():
        raise click.UsageError(f"`{name}` is the name of a shipped rulebook: take another one")
    text = files("misdeal.cli").joinpath("starter.md").read_text(encoding="utf-8").replace("STARTER", name)
    try:
        read(text, f"{name}.md")
    except RulebookError as error:
        raise click.UsageError(f"`{name}` is no name for a rulebook: {error.diagnostics[0].message}") from None
    return text
