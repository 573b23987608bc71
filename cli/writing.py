"""Writing files: the whole of each or nothing, and over none that is there unless that is wanted."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import click


def check_free(targets: Iterable[Path], advice: str) -> None:
    """A usage error where one of some files is there already."""
    for target in targets:
        if os.path.lexists(target):
            raise _there(target, advice)


def write_all(files: Mapping[Path, str], *, advice: str, force: bool = False) -> None:
    """Write some files. A usage error where one is there already, unless `force`, or cannot be written."""
    if not force:
        check_free(files, advice)
    for target, text in files.items():
        try:
            _write(target, text, force=force)
        except FileExistsError:
            raise _there(target, advice) from None
        except OSError as error:
            raise click.UsageError(f"`{target}` cannot be written: {error.strerror}") from None


def _there(target: Path, advice: str) -> click.UsageError:
    return click.UsageError(f"`{target}` is there already, and is left as it is: {advice}")


def _write(target: Path, text: str, *, force: bool) -> None:
    """Write the whole file or nothing. Raises FileExistsError where there is one, unless `force`."""
    handle, half = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        Path(half).chmod(0o666 & ~umask)
        if force:
            Path(half).replace(target)
        else:
            os.link(half, target)
    finally:
        Path(half).unlink(missing_ok=True)
