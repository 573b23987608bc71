"""Running the command line in tests: in this process by click's runner, or as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

import misdeal
from misdeal.cli.main import cli

HOME = Path(misdeal.__file__).parents[1]
COMMAND = (sys.executable, "-m", "misdeal")

SAMPLE = """# The house

```misdeal
rulebook house "Rules of the house"
seats player 2..6 usually 5
timeline stage = dealing < dealt < opened
fact found: stage                                       "When was the error found?"
fact away[p]: yes/no usually no                         "Is the player away from the table now?"
fact cards[p]: 0..8 when found >= dealt usually 5       "How many cards does the player hold?"
reading wrong "R-1": {few "too few", any "any number"}  "What is a wrong hand?"
ruling coup: {stands, void} when found >= dealt         "What becomes of the coup?"
ruling fine[p]: 0..3 when found = opened                "What does the player pay?"
```

## Five cards each

```misdeal
clause 1 "Six cards" when some p: cards[p] = 6 then coup is void
clause 2 "All is well" when every p: cards[p] = 5 then coup is stands
clause 3 "A player is away" when some p: away[p] then coup is stands
clause 4 "The fine" for each p when cards[p] = 6 then fine[p] is 1
claim "nobody pays while the coup stands": coup = stands implies every p: fine[p] = 0
```
"""


def invoke(*arguments: str, env: dict[str, str] | None = None) -> Result:
    """The result of a command in this process."""
    return CliRunner().invoke(cli, arguments, prog_name="misdeal", env=env)


def write_sample(directory: Path, *, clauses: str = "", text: str = SAMPLE) -> str:
    """The path of a rulebook with findings, with more statements at its end."""
    path = directory / "house.md"
    path.write_text(f"{text}\n```misdeal\n{clauses}\n```\n" if clauses else text, encoding="utf-8")
    return str(path)


def environment(**more: str) -> dict[str, str]:
    """The environment of a process that runs this checkout."""
    return {**os.environ, "PYTHONPATH": str(HOME), **more}


def run(*arguments: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        (*COMMAND, *arguments),
        cwd=cwd,
        env=environment(**env),
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=60,
    )
