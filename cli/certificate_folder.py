"""The folder of a certificate: written whole or not at all, and read without trust in anything that is in it."""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import click

from misdeal.model.language.diagnostic import escape
from misdeal.proofs.rechecked import Unreadable
from misdeal.proofs.refusal import Refusal

from .certificate import is_certificate
from .writing import check_parent, half_folder, unwritten, usual_mode, within

_ADVICE = "name another folder, or use --force if that is an earlier certificate"


class Folder:
    """An open folder, which may be named by a link.

    Only regular files right in it are read, through no link, and no more than so many bytes.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            advice = "name a folder that `misdeal certify` has written"
            raise Refusal(f"`{escape(str(path))}` cannot be read as a folder: {reason.lower()}", advice) from None

    def __enter__(self) -> Self:
        """The folder."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        os.close(self._handle)

    def names(self, most: int) -> list[str]:
        """The names of what is in it, one more at most than so many, in order."""
        found = list[str]()
        with os.scandir(self._handle) as entries:
            for entry in entries:
                found.append(entry.name)
                if len(found) > most:
                    break
        return sorted(found)

    def read(self, name: str, most: int) -> bytes:
        """What a file holds. Raises Unreadable."""
        if os.sep in name or name in {"", ".", ".."} or "\0" in name:
            raise Unreadable("that is not the name of a file in the folder")
        try:
            handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self._handle)
        except FileNotFoundError:
            raise Unreadable("it is missing") from None
        except OSError:
            raise Unreadable("it cannot be read, or is a link") from None
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Unreadable("it is no regular file")
        with os.fdopen(handle, "rb") as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise Unreadable(f"it is larger than {most} bytes")
        return data

    def text(self, name: str, most: int) -> str:
        """The text that a file holds. Raises Unreadable."""
        try:
            return self.read(name, most).decode()
        except UnicodeDecodeError:
            raise Unreadable("it is not UTF-8") from None


def check_place(target: Path, sources: Iterable[Path] = (), *, force: bool) -> None:
    """A usage error where a certificate cannot be written to a folder, as where that holds a file that is read."""
    check_parent(target)
    if not os.path.lexists(target):
        return
    if target.is_symlink() or not target.is_dir():
        raise click.UsageError(f"`{target}` is there already, and is no folder: name another")
    if any(within(source, target) for source in sources):
        raise click.UsageError(f"`{target}` has a file in it that is read here: write elsewhere")
    try:
        names = os.listdir(target)  # noqa: PTH208 - names are all that is looked at
    except OSError as error:
        raise unwritten(target, error) from None
    if names and not (force and is_certificate(names)):
        raise click.UsageError(f"`{target}` is there already, and is left as it is: {_ADVICE}")


def write_folder(target: Path, files: Mapping[str, bytes], *, force: bool) -> None:
    """Write a folder of files, the whole of it or nothing. Raises `unwritten` where that cannot be."""
    check_place(target, force=force)
    try:
        with half_folder(target.parent) as made:
            for name, data in files.items():
                (made / name).write_bytes(data)
                (made / name).chmod(usual_mode())
            mode = usual_mode()
            made.chmod(mode | (mode & 0o444) >> 2)
            _put(made, target)
    except OSError as error:
        raise unwritten(target, error) from None


def _put(made: Path, target: Path) -> None:
    """Put a folder in the place of one that is there, if it is: that one is moved away first, and then removed.

    A run that is killed between the two leaves neither, and nothing that could be taken for a certificate.
    """
    if not target.is_dir() or not os.listdir(target):  # noqa: PTH208 - as above
        made.rename(target)
        return
    with half_folder(target.parent) as before:
        target.rename(before)
        try:
            made.rename(target)
        except OSError:
            before.rename(target)
            raise
