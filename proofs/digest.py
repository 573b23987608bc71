"""Digests: short names for what an answer depends on, so that equal ones are the same answer."""

import hashlib
import json
import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_ROOMS = ("model", "proofs", "cli")
_SUFFIXES = (".py", ".json", ".lark", ".md")
_PASSED_OVER = {"__pycache__", "rulebooks"}


def digest(*parts: object) -> str:
    """A digest of what JSON can say."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=20).hexdigest()


@cache
def program() -> str:
    """A digest of Misdeal itself and of the solver, as far as both are files; empty where they are none."""
    package = Path(__file__).parents[1]
    try:
        sources = [
            (str(file.relative_to(package)), hashlib.blake2b(file.read_bytes(), digest_size=20).hexdigest())
            for room in _ROOMS
            for file in _sources(package / room)
        ]
        solver = list(_solver())
    except OSError:
        return ""
    return digest(sources, solver) if sources and solver else ""


def _sources(room: Path) -> Iterator[Path]:
    """The files of a room that say what it does, in order; rulebooks are read as any other."""
    for folder, beneath, names in os.walk(room):
        beneath[:] = sorted(set(beneath) - _PASSED_OVER)
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(_SUFFIXES))


def _solver() -> Iterator[str]:
    """The version of the solver, and its library: the file that it is. It is not loaded."""
    spec = find_spec("z3")
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent
    yield from sorted(path.name for path in folder.parent.glob("z3_solver-*"))
    for library in sorted((folder / "lib").iterdir()):
        found = library.stat()
        yield f"{library.name} {found.st_size} {found.st_mtime_ns}"
