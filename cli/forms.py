"""The formats of `misdeal check` but for text, each imported only when it is written; the argument FORMAT=FILE."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from misdeal.model.language.diagnostic import escape

from .checked import Run

FORMS = ("json", "sarif", "junit", "github", "markdown")
_HOMES = {form: f".{form}_report" for form in FORMS} | {"sarif": ".sarif"}


def write(run: Run, form: str) -> str:
    """A run in a format."""
    text: str = getattr(import_module(_HOMES[form], __package__), f"write_{form}")(run)
    return text


class Filed(click.ParamType):  # type: ignore[type-arg]  # click 8.1 has no argument there
    """A format and the file that it is written to."""

    name = "report"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - click's signature
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, Path]:
        """Both. A usage error where there is no such format, or no file."""
        form, equals, file = str(value).partition("=")
        if form not in FORMS or not equals or not file:
            known = ", ".join(f"`{each}=FILE`" for each in FORMS)
            self.fail(f"`{escape(str(value))}`: write one of {known}", param, ctx)
        return form, Path(file)
