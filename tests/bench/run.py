"""Measure how long things take, each in a fresh interpreter: the median of several runs, in seconds."""

import statistics
import subprocess
import sys
import time

RUNS = 7

BENCHES = {
    "start of the interpreter": ("-c", "pass"),
    "import misdeal": ("-c", "import misdeal"),
    "misdeal --version": ("-m", "misdeal", "--version"),
}


def measure(arguments: tuple[str, ...]) -> float:
    """Return the seconds that one run of the interpreter takes; raise CalledProcessError where it fails."""
    start = time.perf_counter()
    subprocess.run((sys.executable, *arguments), check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Print a line for each bench."""
    for name, arguments in BENCHES.items():
        seconds = statistics.median(measure(arguments) for _ in range(RUNS))
        print(f"{name:<28}{seconds:8.3f}")


if __name__ == "__main__":
    main()
