"""The folder in which proofs are kept, in the user's cache folder: a file for each text, written whole or not at all.

It is the user's own, and nobody else may write there. What cannot be read, or is not as it was written, is not there.
Several processes may use it at the same time.
"""

import hashlib
import os
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

FOLDER = "MISDEAL_CACHE"  # the variable that names another folder
MOST_BYTES = 100 << 20
MOST_FILES = 40_000
_ANY = "surrogatepass"  # a file may be named with what is no text
_HALF = ".half-"
_STALE = 3600.0  # seconds after which nobody writes half a file any more
_BLOCK = 4096  # what a file takes at least


def cache_folder() -> "CacheFolder | None":
    """The folder; None where `CI` is set, where there may be none, and where it cannot be or is not the user's own."""
    if os.environ.get("CI") or os.environ.get(FOLDER) == "":
        return None
    return CacheFolder.opened(Path(os.environ[FOLDER]) if FOLDER in os.environ else _usual())


def _usual() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415 - start-up stays small

    return user_cache_path("misdeal") / "proofs"


class CacheFolder:
    """A folder that is there and can be trusted; it gives and takes texts by their keys."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written = 0

    @classmethod
    def opened(cls, folder: Path) -> "CacheFolder | None":
        """The folder, made if there is none; None where it cannot be, or where others may write."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            found = folder.stat()
        except (OSError, ValueError):
            return None
        theirs = hasattr(os, "geteuid") and found.st_uid != os.geteuid()
        return None if theirs or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else cls(folder)

    def read(self, key: str) -> str | None:
        """The text of a key, None where there is none that is whole."""
        path = self._path(key)
        try:
            if not path.is_file():
                return None
            head, _, data = path.read_bytes().partition(b"\n")
            text = data.decode(errors=_ANY)
        except (OSError, ValueError):
            return None
        if head != _head(key, data):
            return None
        with suppress(OSError):
            os.utime(path)
        return text

    def write(self, key: str, text: str) -> None:
        """Keep a text, if that can be; another one of that key makes room."""
        path, data = self._path(key), text.encode(errors=_ANY)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=_HALF)
            half = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_head(key, data) + b"\n" + data)
                half.replace(path)
                self.written += 1
            finally:
                half.unlink(missing_ok=True)

    def tidy(self, most_bytes: int = MOST_BYTES, most_files: int = MOST_FILES) -> None:
        """Keep to the bounds, if anything was added: what was not used for longest goes first."""
        if not self.written:
            return
        found = sorted(self._files())
        size, number = sum(each for _, each, _ in found), len(found)
        for _, each, path in found:
            if size <= most_bytes and number <= most_files:
                return
            with suppress(OSError):
                path.unlink()
            size, number = size - each, number - 1

    def _files(self) -> list[tuple[float, int, Path]]:
        """When each file was used last, and how much room it takes; what was left half written goes at once."""
        found: list[tuple[float, int, Path]] = []
        for path in self._folder.glob("*/*"):
            with suppress(OSError):
                status = path.stat()
                if not path.name.startswith(_HALF):
                    found.append((status.st_mtime, -(-status.st_size // _BLOCK) * _BLOCK, path))
                elif status.st_mtime < time.time() - _STALE:
                    path.unlink()
        return found

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key


def _head(key: str, text: bytes) -> bytes:
    """What a file begins with: whose text it is, and that it is whole."""
    return f"misdeal {key} {hashlib.blake2b(text, digest_size=20).hexdigest()}".encode()
