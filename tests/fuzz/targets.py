"""Every target, by its name."""

import os
import signal
import time

from . import certificates, files, given, kept, rulebooks
from .target import Target, simply

ALL = (*rulebooks.TARGETS, *given.TARGETS, *files.TARGETS, *certificates.TARGETS, *kept.TARGETS)
TARGETS: dict[str, Target] = {each.name: each for each in ALL}


def take_planted(data: bytes) -> str:
    """What must not be: with some inputs it hangs, ends the process, or takes all memory."""
    if data.startswith(b"hang"):
        time.sleep(3600)
    if data.startswith(b"end"):
        os.kill(os.getpid(), signal.SIGKILL)
    if data.startswith(b"grow"):
        return str(len(bytearray(2**40)))
    return "taken"


PLANTED = Target("planted", "what is wrong on purpose", lambda: [b"hang", b"end", b"grow"], simply(take_planted))
