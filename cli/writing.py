"""Writing files: the whole of each or nothing, and over none that is there unless that is wanted."""

import os
import stat
import tempfile
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path

import click


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
            _replace(target, data, _usual_mode())
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
    with _half(target, data, _usual_mode()) as half:
        os.link(half, target)


def _replace(target: Path, data: bytes, mode: int) -> None:
    with _half(target, data, mode) as half:
        half.replace(target)


@contextmanager
def _half(target: Path, data: bytes, mode: int) -> Generator[Path]:
    """A file beside another, with what that is to hold; gone in the end, unless it was put in its place."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    half = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        half.chmod(mode)
        yield half
    finally:
        half.unlink(missing_ok=True)


def _usual_mode() -> int:
    """The mode of a new file."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
