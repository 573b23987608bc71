"""How files are named for other programs: relative to where Misdeal runs, or as one that is shipped with it."""

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from misdeal.model.library import shipped


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file: its path with slashes, relative unless it lies elsewhere; or the name of one that is shipped."""

    path: str
    is_shipped: bool = False

    @property
    def uri(self) -> str:
        """The path as a URI; relative where the path is."""
        escaped = quote(os.fsencode(self.path))
        return f"file://{escaped}" if self.path.startswith("/") else escaped


def artifact(book: str, file: str) -> Artifact:
    """A file that a message about a book names."""
    if file != book and file in {f"{name}.md" for name in shipped()}:
        return Artifact(file, is_shipped=True)
    path = Path(os.path.abspath(file))  # noqa: PTH100 - no link is followed
    here = Path.cwd()
    return Artifact((path.relative_to(here) if path.is_relative_to(here) else path).as_posix())
