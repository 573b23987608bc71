"""The command `misdeal`: its subcommands by name, each imported only when it is called.

Every way to end passes through `failure.guarded`, so no command shows an error of its own making. Methods
that click calls take what click passes, wanted or not.
"""

import signal
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from .exits import ExitCode, write_exit_codes
from .failure import Unread, guarded

COMMANDS = {
    "check": "Prove rulebooks, or show the situations that get no ruling or two.",
    "rule": "Give the rulings of one situation, with the clauses that decide.",
    "ask": "Ask about a case until its rulings are settled.",
    "test": "Try the cases of rulebooks: what has to come out, and what does.",
    "cases": "Write a suite of cases, as the rulebook rules them now.",
    "mutate": "Show what no case and no claim of a rulebook protects.",
    "table": "Show a whole ruling as a decision table.",
    "diff": "Show where two rulebooks rule differently.",
    "compile": "Write rulings as Python, JavaScript or JSON.",
    "certify": "Write all that is proved of a rulebook, for others to check.",
    "recheck": "Check a certificate with a second solver.",
    "page": "Write a rulebook as a page for directors.",
    "draw": "Draw where each clause decides, or which clause overrides which.",
    "fmt": "Lay out the formal blocks of rulebooks.",
    "list": "List the shipped rulebooks.",
    "show": "Show the statements of a rulebook, or all about one of them.",
    "explain": "Explain a code: a kind of finding or a mistake in a rulebook.",
    "new": "Write a starter rulebook that checks clean.",
    "completion": "Print the script that completes `misdeal` in a shell.",
}
_BUILTIN = ("compile", "list")  # names of Python's own, so that the functions are called otherwise


class Commands(click.Group):
    """The group of all commands; it knows their names and a sentence on each without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, imported now; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{cmd_name}", __package__)
        command: click.Command = getattr(module, f"{cmd_name}_" if cmd_name in _BUILTIN else cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; a usage error with the nearest name where none does."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from misdeal.model.language.diagnostic import near  # noqa: PLC0415 - start-up stays small

            advice = near(args[0], COMMANDS)
            ctx.fail(f"there is no command `{args[0]}`{advice and ': '}{advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The table of commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The exit codes."""
        write_exit_codes(formatter)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names that begin so, or options."""
        begun = {name: told for name, told in COMMANDS.items() if name.startswith(incomplete)}
        named = [CompletionItem(name, help=told) for name, told in begun.items()]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> click.Context:
        """Read the arguments; `--help` writes already. Raises Unread."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except BrokenPipeError:
            raise Unread from None

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's signature
        """Run the command. Raises Unread."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise Unread from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - click's signature
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> Any:  # noqa: ANN401 - click's signature
        """Run, and exit with an ExitCode unless `standalone_mode` is false."""
        run = partial(super().main, args, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        sys.exit(guarded(run))


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's
    if wanted and not ctx.resilient_parsing:
        from misdeal import __version__  # noqa: PLC0415 - start-up stays small

        click.echo(f"misdeal {__version__}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Prove that every possible situation gets exactly one ruling.

    A rulebook is a Markdown page, law text beside formal clauses. BOOK is the file of one, or the name of a
    shipped rulebook (see `misdeal list`).
    """


def main() -> None:
    """Run `misdeal` with the arguments of this process."""
    if sys.stdout is None:  # it was closed before we began
        sys.exit(ExitCode.UNWRITTEN)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # what the terminal cannot show is no reason to fail
    cli(prog_name="misdeal")


def _terminate(*_: object) -> NoReturn:
    """End as if by an exception, so that the solver's process is ended too."""
    sys.exit(ExitCode.TERMINATED)
