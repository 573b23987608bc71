"""How a command that fails says so, in one place: what is shown, and the exit code.

An error is raised anywhere and shown here. A traceback is shown only where `MISDEAL_TRACEBACK` is set.
"""

import errno
import os
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exits import ExitCode, Unwritten

if TYPE_CHECKING:
    from misdeal.model.exchange.work import Uncompilable
    from misdeal.model.language import RulebookError
    from misdeal.proofs.refusal import Refusal

TRACEBACK = "MISDEAL_TRACEBACK"
_LINE_END = re.compile(r" *\n\s*")
_HELP = "  help: "  # begins a hint


class Unread(Exception):  # noqa: N818 - no error of ours
    """Whoever read the output stopped reading. click makes an error of BrokenPipeError."""


def guarded(run: Callable[[], object]) -> int:
    """Run a command; its exit code, or the one of the error that it raised, once that is shown."""
    try:
        return _guarded(run)
    except OSError:  # it could not be shown
        return _drop_output(ExitCode.UNWRITTEN)


def _guarded(run: Callable[[], object]) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        _show_usage(error)
        return ExitCode.UNWRITTEN if isinstance(error, Unwritten) else ExitCode.UNUSABLE
    except Unread:
        return _drop_output(ExitCode.BROKEN_PIPE)
    except OSError as error:
        return _show_os_error(error)
    except Exception as error:  # noqa: BLE001 - a mistake of ours, told to the reader
        return _show_any(error)
    return code if isinstance(code, int) else ExitCode.CLEAN


def show_rulebook_error(error: "RulebookError") -> None:
    """The diagnostics of a rulebook that cannot be used, on stderr, each with its line and a caret."""
    from misdeal.model.language import render  # noqa: PLC0415 - start-up stays small

    codes = dict.fromkeys(each.code for each in error.diagnostics)
    number = len(error.diagnostics) + error.left_out
    counted = "1 mistake" if number == 1 else f"{number} mistakes"
    told = f"{counted}; `misdeal explain CODE` tells more about " + ", ".join(f"`{code}`" for code in codes)
    click.echo(f"{_wrapped(render(error))}\n\n{told}", err=True)


def show_refusal(refusal: "Refusal | Uncompilable") -> None:
    """What was given and cannot be used, on stderr, line by line."""
    from misdeal.model.language.diagnostic import escape  # noqa: PLC0415 - start-up stays small

    click.echo("misdeal: " + "\n".join(escape(line) for line in refusal.message.split("\n")), err=True)
    if refusal.advice:
        click.echo(_wrapped(_HELP + escape(refusal.advice)), err=True)


def _wrapped(text: str) -> str:
    """Text with its hints wrapped to the width of a page; it is escaped already."""
    from .terminal import page_width, wrap  # noqa: PLC0415 - start-up stays small

    width, hanging, told = page_width() - len(_HELP), "\n" + " " * len(_HELP), list[str]()
    for line in text.split("\n"):
        hint = line.removeprefix(_HELP)
        told.append(line if hint == line else _HELP + hanging.join(wrap(hint, width)))
    return "\n".join(told)


def _show_usage(error: click.ClickException) -> None:
    from misdeal.model.language.diagnostic import escape  # noqa: PLC0415 - start-up stays small

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        click.echo(f"Try `{error.ctx.command_path} --help`.\n", err=True)
    message = _LINE_END.sub(" ", error.format_message())  # click lists choices in lines
    click.echo(f"misdeal: {escape(message)}", err=True)


def _show_os_error(error: OSError) -> ExitCode:
    if error.errno == errno.EPIPE:
        return _drop_output(ExitCode.BROKEN_PIPE)
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG}:
        click.echo(f"misdeal: the output could not be written: {error.strerror}", err=True)
        return _drop_output(ExitCode.UNWRITTEN)
    return _show_internal(error)


def _drop_output(code: ExitCode) -> ExitCode:
    """Throw away what is still to be written, else the interpreter complains at its end, with a code of its own."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
    return code


def _show_any(error: Exception) -> ExitCode:
    from misdeal.model.exchange.work import Uncompilable  # noqa: PLC0415 - start-up stays small
    from misdeal.model.language import RulebookError  # noqa: PLC0415 - start-up stays small
    from misdeal.proofs.refusal import Refusal  # noqa: PLC0415

    if isinstance(error, RulebookError):
        show_rulebook_error(error)
        return ExitCode.UNUSABLE
    if isinstance(error, Refusal | Uncompilable):
        show_refusal(error)
        return ExitCode.UNUSABLE
    return _show_internal(error)


def _show_internal(error: Exception) -> ExitCode:
    """Loud: what Misdeal says elsewhere in this run is not to be trusted either."""
    from misdeal import __version__  # noqa: PLC0415 - start-up stays small
    from misdeal.model.language.diagnostic import escape  # noqa: PLC0415 - start-up stays small

    if os.environ.get(TRACEBACK):
        traceback.print_exception(error)
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    click.echo(
        f"\nmisdeal: INTERNAL ERROR, a mistake in Misdeal and not in your rulebook{_place(error)}:\n"
        f"  {escape(told[:2000])}\n"
        "Nothing that this run says of the rulebook is to be trusted. Please report it, with the\n"
        f"rulebook, the command and the version ({__version__}).\n"
        f"{TRACEBACK}=1 in the environment shows where it comes from.",
        err=True,
    )
    return ExitCode.INTERNAL


def _place(error: Exception) -> str:
    """Where in Misdeal an error was raised."""
    package = Path(__file__).parents[1]
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(package):
            return f" ({path.relative_to(package).as_posix()}:{frame.lineno})"
    return ""
