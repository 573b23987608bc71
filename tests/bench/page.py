"""What the benches found out, as a page: sections with tables and bars, and the machine that they ran on."""

import importlib.metadata
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log10
from pathlib import Path

WIDTH = 48  # characters of the longest bar
OPENING = """# Benchmarks

This page is written by `make bench`. The figures come from one run on the machine below: compare them with each other
rather than with those of another page, and take ratios under 2 for noise. No figure fails a build.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: what was measured, and a table of it; `plotted` is a label and seconds for each bar."""

    title: str
    prose: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    plotted: tuple[tuple[str, float], ...] = ()

    @property
    def markdown(self) -> str:
        """The section as Markdown."""
        lines = [f"## {self.title}", "", self.prose, "", *_table(self.head, self.rows)]
        if self.plotted:
            lines += ["", "```text", *_bars(self.plotted), "```"]
        return "\n".join([*lines, ""])


def page(sections: Sequence[Section]) -> str:
    """The whole page."""
    return "\n".join([OPENING, *_table(("machine", ""), machine()), "", *(section.markdown for section in sections)])


def machine() -> tuple[tuple[str, str], ...]:
    """What the figures depend on."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("misdeal", "z3-solver", "lark"))
    busy = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    return (
        ("date", datetime.now(UTC).date().isoformat()),
        ("processor", f"{_processor()}, {os.cpu_count()} of them"),
        ("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        ("busy", f"load {busy} over the last 1, 5 and 15 minutes, the benches counted in"),
        ("versions", f"{platform.python_implementation()} {platform.python_version()}, {versions}"),
    )


def seconds(value: float) -> str:
    """Seconds as they are written in tables."""
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def ratio(value: float, base: float) -> str:
    """How many times one figure is another."""
    return f"{value / base:.1f}" if base else "-"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def _bars(plotted: Sequence[tuple[str, float]]) -> list[str]:
    """A bar for each figure, on a logarithmic scale from a hundredth of a second."""
    longest = max(len(label) for label, _ in plotted)
    most = max(_decades(value) for _, value in plotted)
    return [
        f"{label:>{longest}} |{'#' * max(1, round(WIDTH * _decades(value) / most))} {seconds(value)} s"
        for label, value in plotted
    ]


def _decades(value: float) -> float:
    return max(0.02, log10(max(value, 0.01) / 0.01))


def _processor() -> str:
    """The name of the processor, where the system tells it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"
