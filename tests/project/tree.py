"""The files of the project, for tests that read them."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ROOMS = ("cli", "model", "proofs")
DATA_SUFFIXES = (".css", ".js", ".json", ".lark", ".md", ".yaml")
_CODE = re.compile(
    r'(?:tell\(|Diagnostic\(|code = |code: str = |, )\s*"([a-z0-9]+(?:-[a-z0-9]+)+|syntax|expansion|nesting)"'
)


def read_pyproject() -> dict[str, Any]:
    """Return the tables of `pyproject.toml`."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def list_files() -> list[Path]:
    """Return the regular files that git tracks or would track; links are left out."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    paths = (ROOT / name for name in listing.split("\0") if name)
    return sorted({path for path in paths if path.is_file() and not path.is_symlink()})


def list_packages() -> set[str]:
    """Return the names of the packages in the tree: `misdeal`, and the directories with an `__init__.py`."""
    inits = (path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("__init__.py"))
    return {"misdeal", *(".".join(("misdeal", *init.parent.parts)) for init in inits)}


def list_shipped() -> set[str]:
    """Return what a wheel has to hold, as paths inside it: each module and data file, and `py.typed`."""
    own = {f"misdeal/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}
    files = (path for room in ROOMS for path in (ROOT / room).rglob("*"))
    return own | {
        f"misdeal/{path.relative_to(ROOT).as_posix()}" for path in files if path.suffix in {".py", *DATA_SUFFIXES}
    }


def list_codes() -> set[str]:
    """Return the codes of every mistake that a rulebook can have, as the sources that tell them name them."""
    sources = (*(ROOT / "model" / "language").glob("*.py"), ROOT / "model" / "library.py")
    return {code for source in sources for code in _CODE.findall(source.read_text("utf-8"))}
