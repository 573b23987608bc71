"""Writing files: the whole of each or nothing, and over none that is there unless that is wanted.

So it is wherever a run is killed, too. What takes the place of another file is first written beside it. A run that is
killed before that is in its place leaves it behind under a name of its own; the next run that writes there deletes it.
"""

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

_PREFIX, _SUFFIX = ".misdeal-", ".half"  # of the name of a file that is not in its place yet


def placed(output: Path | None, name: str) -> Path:
    """The file that `-o` leads to: one of that name here where it is left out, or in the folder that it names."""
    return Path(name) if output is None else output / name if output.is_dir() else output


def check_targets(targets: Iterable[Path], sources: Iterable[Path], advice: str, *, force: bool) -> None:
    """A usage error where files cannot be written as they should be.

    That is where one is among the files that are read or stands twice, where its folder is not there, and where it is
    there already, unless `force`.
    """
    read, seen = {_real(source) for source in sources}, set[Path]()
    for target in targets:
        if _real(target) in read:
            raise click.UsageError(f"`{target}` is a file that is read here: write elsewhere")
        if target in seen:
            raise click.UsageError(f"`{target}` would be written twice: name another file")
        if not target.parent.is_dir():
            raise click.UsageError(f"`{target}` cannot be written: there is no folder `{target.parent}`")
        if not force and os.path.lexists(target):
            raise _there(target, advice)
        seen.add(target)


def write_all(files: Mapping[Path, str], *, advice: str, force: bool = False) -> None:
    """Write some files. A usage error where one is there already, unless `force`, or cannot be written."""
    if force:
        for target, text in files.items():
            rewrite(target, text.encode())
        return
    for target, text in files.items():
        try:
            _write(target, text.encode())
        except FileExistsError:
            raise _there(target, advice) from None
        except OSError as error:
            raise click.UsageError(f"`{target}` cannot be written: {error.strerror}") from None


def rewrite(target: Path, data: bytes) -> None:
    """Write a file, or put new contents in one: the whole of it or nothing. A usage error where that cannot be.

    A file that is there keeps its mode, and a link goes on leading to it.
    """
    try:
        if not os.path.lexists(target):
            with suppress(FileExistsError):  # somebody else was quicker
                _write(target, data)
                return
        real = Path(os.path.realpath(target, strict=True))
        found = real.stat().st_mode
        reason = "" if stat.S_ISREG(found) else "it is not a regular file"
        if not reason:
            _replace(real, data, stat.S_IMODE(found))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
    if reason:
        raise click.UsageError(f"`{target}` cannot be written: {reason}")


def _real(path: Path) -> str:
    """Where a file is, links followed; as it is named where the folder one works in is gone."""
    try:
        return os.path.realpath(path)
    except OSError:
        return os.fspath(path)


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
        _put(file, data)
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
            _put(file, data)
            half.chmod(mode)
            yield half
        finally:
            half.unlink(missing_ok=True)


def _put(file: FileIO, data: bytes) -> None:
    """Write all of it."""
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
