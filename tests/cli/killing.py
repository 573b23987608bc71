"""Runs a command again and again, killed at its first step that touches a file, at its second, until it gets through.

`python -m tests.cli.killing FOLDER COMMAND NEXT` prints how each run left a copy of a folder, and how the next command
did, as JSON. It is a process of its own, for it forks.
"""

import json
import os
import resource
import shutil
import signal
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from misdeal.cli.main import cli

Left: TypeAlias = dict[str, str]  # the texts of files by their names

STEPS = frozenset({
    "open", "os.chmod", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.truncate",
    "fcntl.flock",
})  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
SMALLEST = 100  # bytes after which a run is killed in the midst of writing
NEVER = -1


def main(folder: Path, command: str, after: str) -> None:
    """Print how each run left the folder: killed in the midst of writing, at each step, and not at all."""
    __import__("misdeal.cli.check")  # loaded once
    found = list[tuple[bool, Left, Left]]()
    step = 0
    while not found or found[-1][0]:
        with TemporaryDirectory() as name:
            place = Path(name) / "here"
            shutil.copytree(folder, place, symlinks=True)
            killed = _run(place, command.split(), step)
            left = _left(place)
            _run(place, after.split(), NEVER)
            found.append((killed or step == 0, left, _left(place)))
        step += 1
    sys.stdout.write(json.dumps(found))


def _left(folder: Path) -> Left:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


def _run(place: Path, arguments: list[str], step: int) -> bool:
    """Run the command in a process of its own; whether it was killed at a step, or at step 0 within one."""
    child = os.fork()
    if child == 0:
        try:
            _command(place, arguments, step)
        finally:  # nothing of its parent's is to be tidied up
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def _command(place: Path, arguments: list[str], step: int) -> None:
    """The command, in this process, which is killed at a step."""
    os.chdir(place)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if step == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (SMALLEST, SMALLEST))
    elif step != NEVER:
        _kill_at(step)
    cli(arguments, prog_name="misdeal")


def _kill_at(step: int) -> None:
    """Kill this process when it is about to take a step; those that it starts are not meant."""
    taken, this = 0, os.getpid()

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal taken
        if (
            event in STEPS
            and os.getpid() == this
            and not (event == "open" and not (isinstance(arguments[2], int) and arguments[2] & WRITES))
        ):
            taken += 1
            if taken == step:
                os.kill(this, signal.SIGKILL)

    sys.addaudithook(watch)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
