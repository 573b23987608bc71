"""Puts inputs through a target, one after another, and notes what became of them."""

import json
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from .mutating import tokens
from .target import Take, Target

HARNESS = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Failure:
    """An input with which something is wrong; `key` is the same where the same is wrong."""

    number: int
    data: bytes
    key: str
    told: str


@dataclass(slots=True)
class Work:
    """What became of some inputs; `slowest` is how long one took, and its number."""

    inputs: int = 0
    seconds: float = 0.0
    became: Counter[str] = field(default_factory=Counter[str])
    slowest: tuple[float, int] = (0.0, -1)
    failures: list[Failure] = field(default_factory=list[Failure])

    def add(self, other: "Work") -> None:
        """What became of others too."""
        self.inputs += other.inputs
        self.seconds += other.seconds
        self.became += other.became
        self.slowest = max(self.slowest, other.slowest)
        self.failures += other.failures


def work(target: Target, take: Take, inputs: Iterable[tuple[int, bytes]]) -> Work:
    """Take some inputs, each with its number."""
    done = Work()
    for number, data in inputs:
        done.add(taken(target, take, number, data))
    return done


def taken(target: Target, take: Take, number: int, data: bytes) -> Work:
    """One input."""
    clock = time.monotonic if target.by_clock else time.process_time
    began, failures = clock(), list[Failure]()
    try:
        became = take(data)
    except Exception as error:  # noqa: BLE001 - whatever comes out is what is looked for
        became = "FAILED"
        failures.append(Failure(number, data, key(error), "".join(traceback.format_exception(error))))
    seconds = clock() - began
    if seconds > target.seconds and not failures:
        became = "LATE"
        failures.append(Failure(number, data, "late", f"it took {seconds:.1f} s"))
    return Work(1, seconds, Counter([became]), (seconds, number), failures)


def key(error: BaseException) -> str:
    """What an error is known by: its kind, and where it comes from."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = [frame for frame in frames if not Path(frame.filename).is_relative_to(HARNESS)] or frames
    return f"{type(error).__name__} in {Path(inner[-1].filename).stem}.{inner[-1].name}"


def shrunk(take: Take, failure: Failure, seconds: float = 60.0) -> bytes:
    """Less of an input with which the same is wrong: parts are left out as long as it is."""
    parts, size = tokens(failure.data.decode("utf-8", "surrogateescape")), 0
    until, size = time.monotonic() + seconds, max(1, len(parts) // 2)
    while size and time.monotonic() < until:
        at, less = 0, False
        while at < len(parts) and time.monotonic() < until:
            rest = parts[:at] + parts[at + size :]
            if _key_of(take, _joined(rest)) == failure.key:
                parts, less = rest, True
            else:
                at += size
        size = size if less and size == 1 else size // 2
    return _joined(parts)


def _joined(parts: Iterable[str]) -> bytes:
    return "".join(parts).encode("utf-8", "surrogateescape")


def _key_of(take: Take, data: bytes) -> str:
    try:
        take(data)
    except Exception as error:  # noqa: BLE001 - as above
        return key(error)
    return ""


# As lines of a file


def write(work: Work, file: TextIO) -> None:
    """Append what became of some inputs to a file."""
    failures = [[each.number, each.data.hex(), each.key, each.told] for each in work.failures]
    line = [work.inputs, work.seconds, work.became, work.slowest, failures]
    file.write(json.dumps(line) + "\n")
    file.flush()


def read(file: Path) -> Work:
    """What became of all that a file tells of."""
    found = Work()
    for line in file.read_text("utf-8").splitlines():
        inputs, seconds, became, (slowest, at), failures = json.loads(line)
        told = [Failure(number, bytes.fromhex(data), name, text) for number, data, name, text in failures]
        found.add(Work(inputs, seconds, Counter(became), (slowest, at), told))
    return found
