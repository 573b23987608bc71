"""A number of seconds on the command line."""

import math

import click

LONGEST = 86_400.0


class Seconds(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no argument there
    """A number of seconds above 0, at most a day."""

    name = "seconds"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; a usage error for anything else."""
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= LONGEST:
            self.fail(f"`{value}` is no number of seconds between 0 and {LONGEST:.0f}", param, ctx)
        return seconds
