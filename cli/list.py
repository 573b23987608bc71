"""`misdeal list`: the shipped rulebooks."""

import click

from misdeal.model.library import load, shipped

from .exits import ExitCode
from .terminal import Paper


@click.command("list")
def list_() -> ExitCode:
    """List the shipped rulebooks.

    Their names can be given wherever a command takes a BOOK. Of an amendment stands what it amends.
    """
    paper = Paper()
    names = shipped()
    widest = max((len(name) for name in names), default=0)
    for name in names:
        rulebook = load(name)
        base = f" (amends {rulebook.editions[1].name})" if rulebook.editions[1:] else ""
        paper.paragraph(rulebook.title + base, mark=f"{name:{widest}}  ")
    paper.print()
    return ExitCode.CLEAN
