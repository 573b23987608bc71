"""What is written from the code: docs/cli.md, docs/findings.md, and pictures. `make docs` writes them anew."""

from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest

from misdeal import load
from misdeal.cli import codes
from misdeal.cli.cache_folder import FOLDER
from misdeal.cli.exits import ExitCode
from misdeal.cli.failure import TRACEBACK
from misdeal.cli.main import COMMANDS, cli
from misdeal.cli.map_picture import map_picture
from misdeal.proofs.stage_map import stage_map
from tests.project.tree import ROOT

WIDTH = 100

JSON = """## JSON

`--format json` of `misdeal check`, `misdeal rule`, `misdeal test`, `misdeal mutate`, `misdeal table`, `misdeal diff`
and `misdeal recheck` writes documents by the schemas [check.schema.json](../cli/check.schema.json),
[rule.schema.json](../cli/rule.schema.json), [test.schema.json](../cli/test.schema.json),
[mutate.schema.json](../cli/mutate.schema.json), [table.schema.json](../cli/table.schema.json),
[diff.schema.json](../cli/diff.schema.json) and [recheck.schema.json](../cli/recheck.schema.json). They hold no times,
are ASCII only, and are the same every run. `format` is raised when something is taken away or changes its meaning. So
it is with what `misdeal compile --to json` writes, by [compile.schema.json](../cli/compile.schema.json)
([compile.md](compile.md)), and with the manifest of a certificate, by
[manifest.schema.json](../cli/manifest.schema.json).
"""
ENVIRONMENT = f"""## Environment

| variable | effect |
|---|---|
| `NO_COLOR` | set to anything: no colour, on a terminal either |
| `{FOLDER}` | where `check` keeps what it proves ([cache.md](cache.md)); set to nothing: it keeps nothing |
| `CI` | set to anything: `check` proves everything anew and keeps nothing |
| `{TRACEBACK}` | set to anything: an internal error shows where in Misdeal it comes from |
| `_MISDEAL_COMPLETE` | how a shell asks for completions; `misdeal completion` prints a script that sets it |
"""


def help_of(name: str = "") -> str:
    """What `--help` of a command shows on a page of fixed width, or that of `misdeal` itself."""
    settings: dict[str, Any] = {**cli.context_settings, "terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(cli, info_name="misdeal", **settings)
    command = cli.get_command(context, name)
    if command is None:
        return cli.get_help(context)
    return command.get_help(click.Context(command, context, name, terminal_width=WIDTH, max_content_width=WIDTH))


def sections() -> Iterator[str]:
    """The page on the command line, section by section."""
    yield "# The command line\n"
    yield "This page is written from the code by `make docs`; a test keeps it current.\n"
    yield f"```text\n{help_of()}\n```\n"
    for name in COMMANDS:
        yield f"## `misdeal {name}`\n\n```text\n{help_of(name)}\n```\n"
    rows = "\n".join(f"| {code.value} | {code.sentence} |" for code in ExitCode)
    yield "## Exit codes\n\nWhere several fit, 2 comes before 1 and 1 before 3.\n"
    yield f"| code | meaning |\n|---|---|\n{rows}\n"
    yield JSON
    yield ENVIRONMENT


def cli_page() -> str:
    """The page on the command line."""
    return "\n".join(sections())


def picture() -> str:
    """The map of the bridge rulebook."""
    return map_picture(stage_map(load("bridge_1987")))


@pytest.mark.parametrize(
    ("name", "written"), [("cli.md", cli_page), ("findings.md", codes.page), ("bridge_1987.map.svg", picture)]
)
def test_a_generated_page_is_current(name: str, written: Callable[[], str], *, rewrite: bool) -> None:
    """The page in docs/ is what the code says now."""
    path = ROOT / "docs" / name
    if rewrite:
        path.write_text(written(), encoding="utf-8")
    assert path.read_text("utf-8") == written()
