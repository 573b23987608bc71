"""Reading files that anybody may have named: regular ones only, without waiting, and no more than is wanted."""

import errno
import os
import stat
from pathlib import Path


class Irregular(OSError):  # noqa: N818 - it says what the file is
    """What was to be read is a pipe, a device or a socket, which may have no end or keep one waiting."""


def read_file(path: str | Path, most: int) -> bytes:
    """The bytes of a regular file; where it has more than `most`, one more than these, which shows that.

    Raises Irregular for what is no file, OSError or ValueError where it cannot be read.
    """
    with open(path, "rb", opener=_open) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise Irregular(errno.EINVAL, "not a regular file")
        return file.read(most + 1)


def _open(path: str, flags: int) -> int:
    """Open without blocking: opening a pipe that nobody writes to would wait for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
