"""Tasks side by side: every answer once, with its position; nothing is left running."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from misdeal.proofs.jobs import Broken, side_by_side


@contextmanager
def squaring() -> Generator[Callable[[int], int]]:
    """A job that squares, and cannot square 13."""

    def square(number: int) -> int:
        if number == 13:
            raise ValueError(number)
        return number * number

    yield square


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once(jobs: int) -> None:
    """Whatever the number of jobs, each position comes back with what was made of its task."""
    assert dict(side_by_side(squaring, range(8), jobs)) == {number: number * number for number in range(8)}


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_what_follows_is_done_after_what_waits(jobs: int) -> None:
    """Every square below 50 is squared in its turn, after all that was there first."""
    order = [
        item for item, _ in side_by_side(squaring, [2, 3, 4, 5], jobs, lambda _, made: [made] if made < 50 else [])
    ]
    assert sorted(order) == [2, 3, 4, 4, 5, 9, 16, 16, 25]
    if jobs == 1:
        assert order == [2, 3, 4, 5, 4, 9, 16, 25, 16]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_task_raises_is_raised(jobs: int) -> None:
    """A job's exception is not lost, and ends the others."""
    with pytest.raises(ValueError, match="13"):
        list(side_by_side(squaring, range(20), jobs))


@contextmanager
def ending() -> Generator[Callable[[int], int]]:
    """A job whose process is killed."""

    def end(_: int) -> int:
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    yield end


@pytest.mark.parametrize("items", [2, 50])
def test_a_job_that_is_killed_is_loud(items: int) -> None:
    """It is no end of a pipe that somebody read, whether it was dealt something before or after."""
    with pytest.raises(Broken, match="memory is short"):
        list(side_by_side(ending, range(items), 2))


def test_nothing_is_left_running_when_the_parent_is_killed() -> None:
    """A job sees that nobody deals any more, whoever holds copies of its pipe."""
    script = (
        "import os, time\n"
        "from contextlib import contextmanager\n"
        "from misdeal.proofs.jobs import Broken, side_by_side\n"
        "@contextmanager\n"
        "def telling():\n"
        "    os.write(1, f'{os.getpid()}\\n'.encode())\n"
        "    yield lambda task: time.sleep(task)\n"
        "list(side_by_side(telling, [0.2] * 150, 3))\n"
    )
    package = str(Path(__file__).parents[2] / ".package")
    environment = {**os.environ, "PYTHONPATH": package}
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout
        lines = [parent.stdout.readline() for _ in range(3)]
        parent.kill()
    jobs = [int(line) for line in lines]
    deadline = time.monotonic() + 30
    while any(_runs(job) for job in jobs) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [job for job in jobs if _runs(job)]
    for job in left:
        os.kill(job, signal.SIGKILL)
    assert not left


def _runs(process: int) -> bool:
    """Whether a process exists and has not ended."""
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)  # noqa: S607
    return bool(shown.stdout.strip()) and not shown.stdout.startswith("Z")
