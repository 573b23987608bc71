"""Fuzz a target guided by coverage: `python -m tests.fuzz.guided TARGET --inputs N --seed S`; needs the extra `fuzz`.

libFuzzer keeps every input that reaches something new, and goes on from it; what is made of one is made as in every run
(`mutating`). With `--plain` it goes on from nothing: the difference is what guiding is good for.
"""

import argparse
import sys
import tempfile
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

LONGEST = 20_000  # bytes


def main() -> int:
    """Run what the arguments say."""
    atheris: Any = import_module("atheris")  # an extra that has no types
    with atheris.instrument_imports(include=["misdeal"]):
        from .run import inputs_of, name_of, tell, tell_failures  # noqa: PLC0415 - what is loaded now is instrumented
        from .targets import TARGETS  # noqa: PLC0415 - as above
        from .working import Work, taken  # noqa: PLC0415 - as above

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.guided", description=__doc__)
    parser.add_argument("target", choices=list(TARGETS))
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="go on from nothing, for comparison")
    asked = parser.parse_args()
    target, done = TARGETS[asked.target], Work()
    inputs, numbers = inputs_of(target), count()

    def changed(data: bytes, most: int, seed: int) -> bytes:
        made = inputs.made(name_of(target, asked.seed), seed) if asked.plain else inputs.changed(data, seed)
        return made[:most]

    def one(data: bytes) -> None:  # `take` is there before it is called
        done.add(taken(target, take, next(numbers), data))
        if done.inputs == asked.inputs:  # libFuzzer ends the process itself
            tell(target, asked.seed, done, done.seconds)
            tell_failures(target, asked.seed, done, ())

    with tempfile.TemporaryDirectory() as name, target.taking() as take:
        for at, data in enumerate(inputs.seeds):
            (Path(name) / str(at)).write_bytes(data)
        words = (f"-runs={asked.inputs}", f"-seed={asked.seed}", f"-max_len={LONGEST}", "-rss_limit_mb=4096")
        atheris.Setup([sys.argv[0], *words, name], one, custom_mutator=changed)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
