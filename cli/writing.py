"""Writing files: the whole of each or nothing, and over none that is there unless that is wanted.

So it is wherever a run is killed, too. What takes the place of another file is first written beside it. A run that is
killed before that is in its place leaves it behind under a name of its own; the next run that writes there deletes it.
"""

import errno
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path

import click

from .exits import Unwritten

_MISNAMED = {errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG}
_PREFIX, _SUFFIX = ".misdeal-", ".half"  # of the name of a file that is not in its place yet


def placed(output: Path | None, name: str) -> Path:
    """The file that `-o` leads to: one of that name here where it is left out, or in the folder that it names."""
    if output is None:
        return Path(name)
    return output / name if os.path.isdir(output) else output  # noqa: PTH112 - what cannot be looked at is told later


def check_targets(targets: Iterable[Path], sources: Iterable[Path], advice: str, *, force: bool) -> None:
    """A usage error where files cannot be written as they should be.

    That is where one is among the files that are read or stands twice, links followed, where its folder is not there,
    where it is no file, and where it is there already, unless `force`.
    """
    read, seen = {_real(source) for source in sources}, set[str]()
    for target in targets:
        real = _real(target)
        if real in read:
            raise click.UsageError(f"`{target}` is a file that is read here: write elsewhere")
        if real in seen:
            raise click.UsageError(f"`{target}` would be written twice: name another file")
        check_parent(target)
        if not force and os.path.lexists(target):
            raise _there(target, advice)
        _check_kind(target)
        seen.add(real)


def check_parent(target: Path) -> None:
    """A usage error where there is no folder to write something in; `unwritten` where that may not be looked at."""
    try:
        is_folder = stat.S_ISDIR(target.parent.stat().st_mode)
    except (OSError, ValueError) as error:
        if not _is_misnamed(error):
            raise unwritten(target, error) from None
        is_folder = False
    if not is_folder:
        raise click.UsageError(f"`{target}` cannot be written: there is no folder `{target.parent}`")


def write_all(files: Mapping[Path, str], *, advice: str, force: bool = False) -> None:
    """Write some files. A usage error where one is there already, unless `force`; `unwritten` where that cannot be."""
    if force:
        for target, text in files.items():
            rewrite(target, text.encode())
        return
    for target, text in files.items():
        try:
            _write(target, text.encode())
        except FileExistsError:
            raise _there(target, advice) from None
        except (OSError, ValueError) as error:
            raise unwritten(target, error) from None


def rewrite(target: Path, data: bytes) -> None:
    """Write a file, or put new contents in one: the whole of it or nothing. Raises `unwritten` where that cannot be.

    A file that is there keeps its mode, and a link goes on leading to it.
    """
    try:
        if not os.path.lexists(target):
            with suppress(FileExistsError):  # somebody else was quicker
                _write(target, data)
                return
        _check_kind(target)
        real = Path(os.path.realpath(target, strict=True))
        _replace(real, data, stat.S_IMODE(real.stat().st_mode))
    except (OSError, ValueError) as error:
        raise unwritten(target, error) from None


def unwritten(target: Path, error: OSError | ValueError) -> click.ClickException:
    """What is raised where something cannot be written, with the system's own words.

    A usage error where it was named wrongly, so that nothing could be written there; else the system refuses it.
    """
    reason = getattr(error, "strerror", None) or str(error)
    return (click.UsageError if _is_misnamed(error) else Unwritten)(f"`{target}` cannot be written: {reason}")


def _is_misnamed(error: OSError | ValueError) -> bool:
    return not isinstance(error, OSError) or error.errno in _MISNAMED


def _check_kind(target: Path) -> None:
    """A usage error where something is there that is no file, or a link to nothing."""
    try:
        is_file = stat.S_ISREG(target.stat().st_mode)
    except FileNotFoundError:
        if os.path.lexists(target):
            raise click.UsageError(f"`{target}` cannot be written: it is a link to nothing") from None
        return
    except (OSError, ValueError) as error:
        raise unwritten(target, error) from None
    if not is_file:
        raise click.UsageError(f"`{target}` cannot be written: it is not a regular file")


def _real(path: Path) -> str:
    """Where a file is, links followed; as it is named where that is nowhere, or the folder one works in is gone."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def within(path: Path, folder: Path) -> bool:
    """Whether a file is somewhere in a folder, links followed."""
    return Path(_real(path)).is_relative_to(_real(folder))


def _there(target: Path, advice: str) -> click.UsageError:
    return click.UsageError(f"`{target}` is there already, and is left as it is: {advice}")


def _write(target: Path, data: bytes) -> None:
    """Write the whole of a new file or nothing. Raises FileExistsError where there is one."""
    _sweep(target.parent)
    if not _write_nameless(target, data):
        with _half(target, data, usual_mode()) as half:
            os.link(half, target)


def _write_nameless(target: Path, data: bytes) -> bool:
    """The same by way of a file that has no name while it is written; False where the system has none such."""
    try:
        handle = os.open(target.parent, os.O_WRONLY | os.O_TMPFILE, 0o666)
    except (AttributeError, OSError):  # only Linux has them, and not on every file system
        return False
    with os.fdopen(handle, "wb", buffering=0) as file:
        put(file, data)
        try:
            _name(f"/proc/self/fd/{handle}", target)
        except FileExistsError:
            raise
        except OSError:  # no /proc
            return False
    return True


def _name(nameless: str, target: Path) -> None:
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.link(nameless, target.name, src_dir_fd=folder, dst_dir_fd=folder)  # only with these the link is followed
    finally:
        os.close(folder)


def _replace(target: Path, data: bytes, mode: int) -> None:
    _sweep(target.parent)
    with _half(target, data, mode) as half:
        half.replace(target)


@contextmanager
def _half(target: Path, data: bytes, mode: int) -> Generator[Path]:
    """A file beside another, with what that is to hold; gone in the end, unless it was put in its place.

    A process that is killed leaves it behind. It is locked as long as somebody needs it, so that `_sweep` knows.
    """
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=_PREFIX, suffix=_SUFFIX)
    half = Path(name)
    with os.fdopen(handle, "wb", buffering=0) as file:
        try:
            with suppress(OSError):  # where there are no locks it is not swept either
                fcntl.flock(file, fcntl.LOCK_EX)
            put(file, data)
            half.chmod(mode)
            yield half
        finally:
            half.unlink(missing_ok=True)


def put(file: FileIO, data: bytes) -> None:
    """Write all of it to a file that is open. Raises OSError."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) or 0 :]


@contextmanager
def half_folder(parent: Path) -> Generator[Path]:
    """A folder in another, to be filled; gone in the end, unless it was put in its place."""
    _sweep(parent)
    half = Path(tempfile.mkdtemp(dir=parent, prefix=_PREFIX, suffix=_SUFFIX))
    handle = os.open(half, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield half
    finally:
        os.close(handle)
        shutil.rmtree(half, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Delete what processes left behind that were killed while they wrote into a folder."""
    for half in folder.glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):
            _delete(half)


def _delete(half: Path) -> None:
    """Delete a file or a folder, unless somebody needs it, which raises OSError; links are not followed."""
    handle = os.open(half, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            shutil.rmtree(half)
        elif stat.S_ISREG(os.fstat(handle).st_mode):
            half.unlink()
    finally:
        os.close(handle)


def usual_mode() -> int:
    """The mode of a new file."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
