"""`misdeal list`: the shipped rulebooks."""

import click

from misdeal.model.library import load, shipped

from .exits import ExitCode
from .terminal import Paper


@click.command("list")
def list_() -> ExitCode:
    """List the shipped rulebooks.

    Their names can be given wherever a command takes a BOOK.
    """
    paper = Paper()
    names = shipped()
    widest = max((len(name) for name in names), default=0)
    for name in names:
        paper.paragraph(load(name).title, mark=f"{name:{widest}}  ")
    paper.print()
    return ExitCode.CLEAN
