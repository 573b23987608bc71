"""The text of files that anybody may have written: bounded, and UTF-8. Raises Refusal."""

import sys

from misdeal.model.files import read_file
from misdeal.model.language.diagnostic import escape
from misdeal.proofs.refusal import Refusal


def read_text_or_stdin(path: str, most: int) -> str:
    """The text of a file of at most so many bytes, or with `-` of standard input."""
    return read_text(path, most) if path != "-" else _decoded(path, _standard_input(most), most)


def read_text(path: str, most: int) -> str:
    """The text of a regular file of at most so many bytes."""
    try:
        data = read_file(path, most)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return _decoded(path, data, most)


def _standard_input(most: int) -> bytes:
    if sys.stdin is None:
        raise Refusal("standard input is closed")
    try:
        return sys.stdin.buffer.read(most + 1)
    except (OSError, ValueError) as error:
        raise _unreadable("-", error) from None


def _unreadable(path: str, error: OSError | ValueError) -> Refusal:
    reason = getattr(error, "strerror", None) or str(error)
    return Refusal(f"`{escape(path)}` cannot be read: {reason.lower()}")


def _decoded(path: str, data: bytes, most: int) -> str:
    if len(data) > most:
        raise Refusal(f"`{escape(path)}` is larger than {most} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refusal(f"{escape(path)}:{line}: this is not UTF-8", "save the file as UTF-8") from None
