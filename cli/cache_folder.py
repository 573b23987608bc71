"""The folder in which proofs are kept, in the user's cache folder: a file for each text, written whole or not at all.

It is the user's own, and nobody else may write there. What cannot be read, or is not as it was written, is not there.
Several processes may use it at the same time.
"""

import hashlib
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

FOLDER = "MISDEAL_CACHE"  # the variable that names another folder
MOST_BYTES = 100 << 20
MOST_FILES = 40_000
MOST_OF_ONE = 4 << 20  # bytes of an entry
_ANY = "surrogatepass"  # a file may be named with what is no text
_HALF = ".half-"
_KEY = re.compile(r"[0-9a-f]{40}")  # a digest
_HALVES = re.compile(r"\.half-[a-z0-9_]+")
_STALE = 3600.0  # seconds after which nobody writes half a file any more
# nothing of this is known everywhere: no link is followed, nothing is waited for, bytes are bytes
_READING = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY", "O_CLOEXEC"))
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
            return cls(folder) if _is_own(folder.stat(), stat.S_ISDIR) else None
        except (OSError, ValueError):
            return None

    def read(self, key: str) -> str | None:
        """The text of a key, None where there is none that is whole and the user's own."""
        path = self._path(key)
        try:
            if not _is_own(path.parent.lstat(), stat.S_ISDIR):
                return None
            head, _, data = _content(path).partition(b"\n")
            text = data.decode(errors=_ANY)
        except (OSError, ValueError):
            return None
        if head != _head(key, data):
            return None
        with suppress(OSError):
            os.utime(path, follow_symlinks=False)
        return text

    def write(self, key: str, text: str) -> None:
        """Keep a text, if that can be and it would be read again; another one of that key makes room."""
        path, data = self._path(key), text.encode(errors=_ANY)
        whole = _head(key, data) + b"\n" + data
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            if len(whole) > MOST_OF_ONE or not _is_own(path.parent.lstat(), stat.S_ISDIR):
                return
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=_HALF)
            half = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(whole)
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
        """When each entry was used last, and how much room it takes; what was left half written goes at once.

        What is not named as we name ours is somebody else's, and none of our business.
        """
        found: list[tuple[float, int, Path]] = []
        for path in self._entries():
            with suppress(OSError):
                status = path.lstat()
                if not stat.S_ISREG(status.st_mode):
                    continue
                if not path.name.startswith(_HALF):
                    found.append((status.st_mtime, -(-status.st_size // _BLOCK) * _BLOCK, path))
                elif status.st_mtime < time.time() - _STALE:
                    path.unlink()
        return found

    def _entries(self) -> Iterator[Path]:
        """What is named as entries are, or as what was left half written."""
        for below in self._folder.glob("[0-9a-f][0-9a-f]"):
            with suppress(OSError):
                if _is_own(below.lstat(), stat.S_ISDIR):
                    yield from (path for path in below.iterdir() if _is_ours(below.name, path.name))

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key


def _is_ours(folder: str, name: str) -> bool:
    """Whether we name a file so: by a key, or as the half of one."""
    return bool(_HALVES.fullmatch(name) or (_KEY.fullmatch(name) and name.startswith(folder)))


def _is_own(status: os.stat_result, is_kind: Callable[[int], bool]) -> bool:
    """Whether something is of a kind, the user's own, and nobody else's to write to; a link is of no kind."""
    if not is_kind(status.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # whose something is, is not known by its mode
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _content(path: Path) -> bytes:
    """What a file holds that is the user's own; empty where it is another, or larger than we write any.

    It is opened without following a link, and without waiting for whoever writes to a pipe.
    """
    handle = os.open(path, _READING)
    try:
        if not _is_own(os.fstat(handle), stat.S_ISREG):
            return b""
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(MOST_OF_ONE + 1)
    finally:
        os.close(handle)
    return data if len(data) <= MOST_OF_ONE else b""


def _head(key: str, text: bytes) -> bytes:
    """What a file begins with: whose text it is, and that it is whole."""
    return f"misdeal {key} {hashlib.blake2b(text, digest_size=20).hexdigest()}".encode()
