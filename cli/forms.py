"""The formats of `misdeal check` but for text, and the argument FORMAT=FILE that writes one to a file."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from misdeal.model.language.diagnostic import escape

from .checked import Run
from .github_report import write_github
from .json_report import write_json
from .junit_report import write_junit
from .markdown_report import write_markdown
from .sarif import write_sarif
from .writing import rewrite

FORMS: Mapping[str, Callable[[Run], str]] = {
    "json": write_json,
    "sarif": write_sarif,
    "junit": write_junit,
    "github": write_github,
    "markdown": write_markdown,
}


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


def write_file(run: Run, form: str, file: Path) -> None:
    """Write a run to a file in a format: the whole of it or nothing. A usage error where it cannot be written."""
    rewrite(file, FORMS[form](run).encode(errors="backslashreplace"))
