"""Fuzz a target: `python -m tests.fuzz.run TARGET --inputs N --seed S`, or all targets where none is named.

The inputs are taken in a process of its own, which is ended where it does not answer; the rest goes on in another. What
fails is saved beside this file, in corpus/, as small as it could be made; the exit code is 1 then.
"""

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from faulthandler import register
from pathlib import Path

from ..project.tree import ROOT
from .mutating import Mutator
from .target import CORPUS, Target
from .targets import PLANTED, TARGETS
from .working import Failure, Work, read, shrunk, taken, write

PORTION = 5_000  # inputs that one process takes
PATIENCE = 60.0  # seconds after which an input is given up
STARTING = 300.0  # seconds that a process may take before its first input
MOST_TOLD = 3_000  # characters of a traceback
MEMORY = 4 * 2**30  # bytes
_NUMBER = 8  # bytes


def main(arguments: list[str] | None = None) -> int:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--inputs", type=int, default=10_000, help="how many for each target")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long for each target at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the number of the first input")
    parser.add_argument("--worker", metavar="FOLDER", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    known = {**TARGETS, PLANTED.name: PLANTED}
    if unknown := set(asked.targets) - known.keys():
        parser.error(f"no such target: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    numbers = range(asked.start, asked.start + asked.inputs)
    targets = [known[name] for name in asked.targets or TARGETS]
    if asked.worker:
        _work(targets[0], asked.seed, numbers, Path(asked.worker))
        return 0
    return max([_run(target, asked.seed, numbers, asked.seconds) for target in targets])


def _run(target: Target, seed: int, numbers: range, seconds: float) -> int:
    """Fuzz one target and tell of it."""
    began, done = time.monotonic(), Work()
    for part in portions(target, seed, numbers, time.monotonic() + seconds):
        tell_failures(target, seed, part, {each.key for each in done.failures})
        done.add(part)
        print(_line(target, seed, done, time.monotonic() - began), file=sys.stderr, flush=True)
    tell(target, seed, done, time.monotonic() - began)
    return int(bool(done.failures))


def tell(target: Target, seed: int, done: Work, seconds: float) -> None:
    """Print what became of the inputs."""
    print(_line(target, seed, done, seconds))
    for name, times in done.became.most_common():
        print(f"  {times:9,} {name}", flush=True)


def tell_failures(target: Target, seed: int, done: Work, known: Collection[str]) -> None:
    """Print and save the first failure of each kind, but for those that are known."""
    for failure in {each.key: each for each in reversed(done.failures) if each.key not in known}.values():
        told = failure.told.strip()[-MOST_TOLD:].replace("\n", "\n    ")
        print(f"  input {failure.number} of seed {seed}: {failure.key}: {_save(target, seed, failure)}")
        print(f"    {told}", flush=True)


def _line(target: Target, seed: int, done: Work, seconds: float) -> str:
    slowest, at = done.slowest
    rate = done.inputs / max(seconds, 0.001)
    failed = len(done.failures)
    return (
        f"{target.name}: seed {seed}, {done.inputs:,} inputs in {seconds:.0f} s ({rate:.0f} a second), "
        f"slowest {slowest:.2f} s (input {at}), {failed} failed"
    )


def _save(target: Target, seed: int, failure: Failure) -> Path:
    """Keep an input that fails, made smaller where that can be."""
    data = failure.data
    if failure.key not in {"late", "silent", "ended"}:
        with target.taking() as take:
            data = shrunk(take, failure)
    slug = re.sub(r"\W+", "_", failure.key).strip("_").lower()
    path = CORPUS / target.name / f"{slug}_{seed}_{failure.number}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path.relative_to(ROOT)


# Processes that are watched


def portions(target: Target, seed: int, numbers: range, until: float) -> Iterator[Work]:
    """What became of the inputs, portion by portion, up to a time."""
    waiting = numbers
    while waiting and time.monotonic() < until:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            reached, failure = _watched(target, seed, waiting[:PORTION], folder, until)
            yield read(folder / "found")
            if failure is not None:
                key, told = failure
                data = inputs_of(target).made(name_of(target, seed), reached)
                yield Work(1, failures=[Failure(reached, data, key, told)])
        waiting = waiting[waiting.index(reached) + 1 :]


def _watched(
    target: Target, seed: int, numbers: range, folder: Path, until: float
) -> tuple[int, tuple[str, str] | None]:
    """Let a process take inputs: the last number that it reached, and what happened to it if something did."""
    for name in ("found", "place", "stacks"):
        (folder / name).touch()
    words = ["--seed", str(seed), "--start", str(numbers[0]), "--inputs", str(len(numbers)), "--worker", str(folder)]
    with (folder / "stacks").open("wb") as stacks:
        process = subprocess.Popen(
            (sys.executable, "-m", "tests.fuzz.run", target.name, *words), cwd=ROOT, stderr=stacks
        )
        reached, since = numbers[0], time.monotonic() + STARTING
        while process.poll() is None:
            time.sleep(0.05)
            place = (folder / "place").read_bytes()
            if place and (since > time.monotonic() or int.from_bytes(place, "big") != reached):
                reached, since = int.from_bytes(place, "big"), time.monotonic()
            if time.monotonic() > until:
                process.terminate()
                process.wait()
                return numbers[-1], None
            if time.monotonic() - since > PATIENCE:
                process.send_signal(signal.SIGUSR1)
                time.sleep(1)
                process.kill()
                process.wait()
                return reached, ("silent", f"no answer in {PATIENCE:.0f} s\n" + (folder / "stacks").read_text("utf-8"))
    if process.returncode == 0:
        return numbers[-1], None
    reached = int.from_bytes((folder / "place").read_bytes()[:_NUMBER], "big")
    return reached, ("ended", f"the process ended with {process.returncode}\n" + (folder / "stacks").read_text("utf-8"))


def _work(target: Target, seed: int, numbers: range, folder: Path) -> None:
    """Take inputs in this process, and write what became of each portion of them into a folder."""
    register(signal.SIGUSR1)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    inputs, place = inputs_of(target), os.open(folder / "place", os.O_WRONLY)
    with target.taking() as take, (folder / "found").open("w", encoding="utf-8") as found:
        for number in numbers:
            data = inputs.made(name_of(target, seed), number)
            os.pwrite(place, number.to_bytes(_NUMBER, "big"), 0)
            write(taken(target, take, number, data), found)


def inputs_of(target: Target) -> Mutator:
    """What makes inputs for a target; those of its corpus are among the good ones."""
    return Mutator([*target.seeds(), *target.corpus.values()], target.words)


def name_of(target: Target, seed: int) -> str:
    """What the inputs of a run depend on, beside their numbers and the good ones."""
    return f"{target.name}:{seed}"


if __name__ == "__main__":
    sys.exit(main())
