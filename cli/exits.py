"""The exit codes of `misdeal`, each with the sentence that `--help` prints."""

from enum import IntEnum

import click


class ExitCode(IntEnum):
    """How a command ended. Where several fit, UNUSABLE comes before FOUND, and FOUND before UNKNOWN."""

    CLEAN = 0
    FOUND = 1
    UNUSABLE = 2
    UNKNOWN = 3
    INTERNAL = 70
    UNWRITTEN = 74
    INTERRUPTED = 130
    BROKEN_PIPE = 141
    TERMINATED = 143

    @property
    def sentence(self) -> str:
        """What the code says."""
        return _SENTENCES[self]


_SENTENCES = {
    ExitCode.CLEAN: "Nothing is wrong, under `diff` nothing differs, under `mutate` enough is killed.",
    ExitCode.FOUND: "Something was found: a finding of `check`, a gap or a clash under `rule` or `table`, a case that"
    " fails under `test`, a difference under `diff`, too many survivors under `mutate`, a file that `fmt --check` would"
    " change, what is not proved under `certify`, what is refused under `recheck`.",
    ExitCode.UNUSABLE: "The input cannot be used: a rulebook with mistakes, an unknown name, a wrong option.",
    ExitCode.UNKNOWN: "Something was not found out: the time limit was reached, or facts are missing.",
    ExitCode.INTERNAL: "Misdeal itself has a mistake; its answer must not be trusted. Please report it.",
    ExitCode.UNWRITTEN: "The output could not be written.",
    ExitCode.INTERRUPTED: "It was interrupted (Ctrl-C).",
    ExitCode.BROKEN_PIPE: "Whoever read the output stopped reading.",
    ExitCode.TERMINATED: "It was told to end (SIGTERM).",
}


def write_exit_codes(formatter: click.HelpFormatter) -> None:
    """Add the exit codes to a page of help."""
    with formatter.section("Exit codes"):
        formatter.write_dl([(str(code.value), code.sentence) for code in ExitCode])


class Unwritten(click.ClickException):
    """The system refuses to write what could have been written: there is no space, it is not allowed."""

    exit_code = ExitCode.UNWRITTEN


class Judging(click.Command):
    """A command whose exit code is its answer: its help ends with the codes."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """The exit codes."""
        write_exit_codes(formatter)
