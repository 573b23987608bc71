"""How long `misdeal check` takes where much was proved before: whole processes, on copies of the shipped rulebooks."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from misdeal.cli.cache_folder import FOLDER
from misdeal.model.library import load, shipped

from .page import Section, seconds

ROOT = Path(__file__).parents[2]
RUNS = 5
_CONDITION = re.compile(r"(\nclause .+\n  when )(.+)(\n  then )")


def cached() -> Iterator[Section]:
    """Nothing known, everything, and all but what a change of prose or of one clause brings."""
    prose = (
        f"Wall seconds of `misdeal check` as a fresh process, start and all: the median of {RUNS}, of the second column"
        " also the least. Then a line of prose is added, or the first condition of a clause that stands on one line is "
        "negated; the last column says how many obligations of how many that leaves to be looked at."
    )
    head = ("rulebook", "nothing known", "nothing changed", "at least", "prose changed", "a clause changed", "anew")
    rows = tuple(_row(name) for name in shipped())
    yield Section("Shipped rulebooks, where much is known", prose, head, rows)


def _row(name: str) -> tuple[str, ...]:
    text = load(name).text
    changed = _CONDITION.sub(r"\1not (\2)\3", text, count=1)
    with TemporaryDirectory() as folder:
        house = _House(Path(folder))
        cold = [house.check(text, known=False)[0] for _ in range(RUNS)]
        warm = [house.check(text)[0] for _ in range(RUNS)]
        moved = [house.check(f"Some prose.\n\n{text}")[0] for _ in range(RUNS)]
        anew = [house.check(changed) for _ in range(RUNS)]
    told = re.search(r"of (\d+) obligations \(cases apart\) (?:\d+) known from before, (\d+) looked", anew[0][1])
    counted = f"{told[2]} of {told[1]}" if told else "-"
    times = (statistics.median(cold), statistics.median(warm), min(warm), statistics.median(moved))
    row = (name, *map(seconds, times), seconds(statistics.median(each for each, _ in anew)), counted)
    print("  ".join(row), flush=True)
    return row


class _House:
    """A rulebook in a folder, beside what is known of it."""

    def __init__(self, folder: Path) -> None:
        self._page = folder / "house.md"
        self._known = folder / "known"

    def check(self, text: str, *, known: bool = True) -> tuple[float, str]:
        """How long it takes, and what standard error says; from what is `known`, else from nothing, which is kept."""
        self._page.write_text(text, "utf-8")
        used = self._known if not known else self._known.with_name("used")
        shutil.rmtree(used, ignore_errors=True)
        if known:
            shutil.copytree(self._known, used)
        path = os.pathsep.join((str(ROOT / ".package"), os.environ.get("PYTHONPATH", "")))
        environment = os.environ | {"PYTHONPATH": path, FOLDER: str(used), "CI": ""}
        command = (sys.executable, "-m", "misdeal", "check", str(self._page))
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=False, env=environment, encoding="utf-8")
        taken = time.perf_counter() - start
        assert done.returncode in range(4), done.stderr
        return taken, done.stderr
