"""`misdeal completion`: the script that completes `misdeal` in a shell."""

import click
from click.shell_completion import get_completion_class

from .exits import ExitCode

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> ExitCode:
    """Print the script that completes `misdeal` in a shell.

    For bash put `eval "$(misdeal completion bash)"` into ~/.bashrc, for zsh the same with zsh into ~/.zshrc.
    For fish run `misdeal completion fish > ~/.config/fish/completions/misdeal.fish`. Commands,
    options, shipped rulebooks, the clauses of a rulebook, and codes are completed.
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"this version of click completes nothing in {shell}")
    click.echo(kind(ctx.find_root().command, {}, "misdeal", "_MISDEAL_COMPLETE").source())
    return ExitCode.CLEAN
