"""What is measured: a part is a function that gives sections of the page, and tells each row as soon as it has it."""

import gc
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

from misdeal.cli.cache_folder import FOLDER
from misdeal.cli.witness import Mentioned, replay_words, tell
from misdeal.model.language import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.language.types import first_value
from misdeal.model.library import load, shipped
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import fact_places
from misdeal.proofs.check import check
from misdeal.proofs.effort import JOBS, REGIONS
from misdeal.proofs.finding import Witness
from misdeal.proofs.report import Report

from .asking import asking
from .cached import cached
from .compiled import rulings
from .page import Section, ratio, seconds
from .seats import seated
from .stages import STAGES, Measured, measure
from .tables import Column, Rule, Table, rulebook_of, sparse, tree

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "bench" / "tables.py"
TIMEOUT = 30.0  # seconds for the proofs of one rulebook
RUNS = 5

SEATS = (4, 6, 8, 12, 16, 20)
CLAUSES = (10, 30, 100, 300, 1_000, 1_500, 3_000)
FAMILIES: Mapping[str, Callable[[int, int], Table]] = {"tree": tree, "sparse": sparse}
TABLES = (
    ("tree", 100, 5),
    ("tree", 100, 7),
    ("tree", 500, 5),
    ("tree", 1_500, 3),
    ("tree", 1_500, 7),
    ("sparse", 20, 7),
    ("sparse", 40, 5),
    ("sparse", 40, 7),
)


def starting() -> Iterator[Section]:
    """How long it takes until anything happens."""
    commands = {
        "the interpreter": ("-c", "pass"),
        "`import misdeal`": ("-c", "import misdeal"),
        "`import z3`": ("-c", "import z3"),
        "`misdeal --version`": ("-m", "misdeal", "--version"),
    }
    rows = _told((name, seconds(_cold(words))) for name, words in commands.items())
    yield Section("Starting", f"Wall seconds of a fresh process: the median of {RUNS}.", ("what", "s"), rows)


def books() -> Iterator[Section]:
    """The shipped rulebooks, as a user meets them."""

    def row(name: str) -> tuple[str, ...]:
        rulebook = load(name)
        asked = _rule(name, rulebook)
        ruled = seconds(_cold(("-m", *asked))) if asked else "-"
        return name, str(len(rulebook.clauses)), seconds(_cold(("-m", "misdeal", "check", name))), ruled

    prose = (
        f"Wall seconds of a fresh process, start and all: the median of {RUNS}. "
        "`rule` is given a value for every fact, or takes the usual one."
    )
    head = ("rulebook", "clauses", "`check`", "`rule`")
    yield Section("Shipped rulebooks, cold", prose, head, _told(row(name) for name in shipped()))


def staged() -> Iterator[Section]:
    """The shipped rulebooks, by stage."""

    def row(name: str) -> tuple[str, ...]:
        measured = measure(partial(load, name), TIMEOUT)
        return name, *_stages(measured), str(measured.report.checks), _findings(measured.report)

    prose = (
        "Seconds in one process with a solver beside it. *Encode* is making terms, obligations and text; *solve* is "
        "waiting for the solver; *regions* is all that is done for them, questions and witnesses too; *other* is the "
        "rest, such as finding witnesses of claims."
    )
    head = ("rulebook", *STAGES, "whole", "questions", "findings")
    yield Section("Shipped rulebooks, by stage", prose, head, _told(row(name) for name in shipped()))


def by_seats() -> Iterator[Section]:
    """Growth with the number of seats."""
    prose = (
        "One rulebook of nine clauses with indexed facts, quantifiers, `first .. where` and clauses `for each p` and "
        "`for each p, q`, for tables of 2 up to so many. Seconds in one process; *times* compares with the first line."
    )
    made = ((str(most), seated(most)) for most in SEATS)
    yield _growth("Growth with the number of seats", prose, "seats", made)


def by_clauses() -> Iterator[Section]:
    """Growth with the number of clauses."""
    prose = (
        "Tables of seven columns, one clause a row, that cut up the whole space, with a planted gap and a planted "
        "overlap for every 25 rows. Seconds in one process; *times* compares with the first line."
    )
    made = ((str(rules), rulebook_of(tree(rules, 7))) for rules in CLAUSES)
    yield _growth("Growth with the number of clauses", prose, "clauses", made)


def tables() -> Iterator[Section]:
    """Decision tables: our own, and those of the shared generator where it is at hand."""
    prose = (
        "A table `tree_N_k` has N rows and k columns and cuts up the space, with planted gaps and overlaps; in "
        "`sparse_N_k` each row looks at two to four columns. Everything is looked for, every kind of finding. *Wall* "
        f"is with {JOBS} jobs, the stages are of one process. At most {REGIONS} regions are told of a finding (*more* "
        f"is how many findings have more), and what {TIMEOUT:.0f} s do not suffice for is unknown."
    )
    head = ("table", "wall", *STAGES, "one process", "questions", "findings", "regions", "more")
    rows = _told(_tabled(FAMILIES[family](rules, columns)) for family, rules, columns in TABLES)
    yield Section("Decision tables", prose, head, rows)
    if not SHARED.exists():
        print(f"no tables of the shared generator: {SHARED} is not at hand")
        return
    made = run_path(str(SHARED))
    rows = _told(
        _tabled(_ours(f"shared_{family}_{rules}_{columns}", made[family](rules, columns, 1)))
        for family, rules, columns in TABLES
    )
    yield Section("Decision tables of the shared generator", "The same, on tables that others made.", head, rows)


PARTS: Mapping[str, Callable[[], Iterator[Section]]] = {
    "start": starting,
    "books": books,
    "stages": staged,
    "seats": by_seats,
    "clauses": by_clauses,
    "tables": tables,
    "compiled": rulings,
    "asking": asking,
    "cache": cached,
}


def _told(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows, each printed as soon as it is there."""
    found = []
    for row in rows:
        print("  ".join(f"{cell:>10}" for cell in row), flush=True)
        found.append(row)
    return tuple(found)


def _cold(words: tuple[str, ...]) -> float:
    """The median wall seconds of a fresh interpreter; an exit code above 3 is a failure."""
    path = os.pathsep.join((str(ROOT / ".package"), os.environ.get("PYTHONPATH", "")))
    environment = os.environ | {"PYTHONPATH": path, FOLDER: ""}
    taken = []
    for _ in range(RUNS):
        start = time.perf_counter()
        done = subprocess.run((sys.executable, *words), capture_output=True, check=False, env=environment)
        taken.append(time.perf_counter() - start)
        assert done.returncode in range(4), done.stderr.decode()
    return statistics.median(taken)


def _rule(name: str, rulebook: Rulebook) -> tuple[str, ...]:
    """A command that rules on a quite ordinary situation; empty where there is no such."""
    players = rulebook.table.usual if rulebook.table else 0
    loose = [fact for fact in rulebook.facts.values() if fact.usually is None]
    given = {place: first_value(fact.type) for fact in loose for place in fact_places(fact, players)}
    settled = settle(rulebook, players, given, usual=True)
    if isinstance(settled, Unsettled):
        return ()
    return replay_words(name, tell(rulebook, Witness(settled), Mentioned(frozenset(rulebook.facts))))


def _growth(title: str, prose: str, what: str, texts: Iterable[tuple[str, str]]) -> Section:
    plotted: list[tuple[str, float]] = []

    def row(size: str, text: str) -> tuple[str, ...]:
        measured = measure(partial(read, text, f"{what}.md"), TIMEOUT)
        gc.collect()
        plotted.append((f"{size} {what}", measured.whole))
        times = ratio(measured.whole, plotted[0][1])
        return size, *_stages(measured), times, str(measured.report.checks), _findings(measured.report)

    head = (what, *STAGES, "whole", "times", "questions", "findings")
    rows = _told(row(size, text) for size, text in texts)
    return Section(title, prose, head, rows, tuple(plotted))


def _tabled(table: Table) -> tuple[str, ...]:
    text = rulebook_of(table)
    start = time.perf_counter()
    report = check(read(text, "table.md"), timeout=TIMEOUT)
    wall = time.perf_counter() - start
    measured = measure(partial(read, text, "table.md"), TIMEOUT)
    gc.collect()
    regions = sum(len(finding.regions) for finding in report.findings)
    more = sum(not finding.whole for finding in report.findings)
    counts = (str(report.checks), _findings(report), str(regions), str(more))
    return table.name, seconds(wall), *_stages(measured), *counts


def _ours(name: str, made: Mapping[str, Any]) -> Table:
    """A table of the shared generator as one of ours."""
    columns = tuple(Column(column["n"], choice=column["t"] == "e") for column in made["cols"])
    rules = tuple(
        Rule(tuple(None if cells is None else tuple(cells) for cells in box), output)
        for box, output in zip(made["rules"], made["out"], strict=True)
    )
    return Table(name, columns, rules)


def _stages(measured: Measured) -> tuple[str, ...]:
    return (*(seconds(measured.seconds[stage]) for stage in STAGES), seconds(measured.whole))


def _findings(report: Report) -> str:
    """How many there are of each kind, and how much was not found out."""
    counts = Counter(finding.kind.value for finding in report.findings)
    counts.update({"unknown": len(report.unknown)} if report.unknown else {})
    return ", ".join(f"{count} {kind}" for kind, count in counts.items()) or "none"
