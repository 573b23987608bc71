"""Certificates of others: a folder as one text, each file behind a line with its name.

Where a digest is to stand there is `@` with the name of a file: the digest of what that holds is put there, so that
what is changed is not refused for its digest alone.
"""

import hashlib
import json
import re
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from ..cli.running import invoke
from .target import Take, Target, commanded, filed, folder

MARK = b"=== "
PARTS = re.compile(b"^" + MARK, re.MULTILINE)
DIGEST = re.compile(rb'"@([^"\n]*)"')
BOOK = """# House

```misdeal
rulebook house "House"
seats player 2..3
fact late: yes/no usually no "Late?"
fact cards[p]: 0..6 usually 5 "How many?"
option strict: yes/no "Strict?"
ruling game: {goes_on, ends} "What?"
clause 1 "Late" when late and strict then game is ends
clause 2 "In time" when not late or not strict then game is goes_on
claim "it ends": game = ends implies late
```
"""
SHORT = BOOK.replace('clause 2 "In time" when not late or not strict then game is goes_on\n', "")
BRIEFLY = ("--timeout", "2", "--jobs", "1")


def seeds() -> list[bytes]:
    """Certificates of small rulebooks, one of which has a gap, one with an option decided."""
    return [_certificate(BOOK), _certificate(SHORT), _certificate(BOOK, "--option", "strict=yes")]


@cache
def _certificate(book: str, *arguments: str) -> bytes:
    """A certificate as one text."""
    page, place = filed("house.md", book.encode()), folder() / "certificate"
    result = invoke("certify", page, "-o", str(place), "--jobs", "1", *arguments)
    assert result.exit_code in {0, 1}, result.output
    files = {path.name: path.read_bytes() for path in sorted(place.iterdir())}
    shutil.rmtree(place)
    named = {hashlib.sha256(data).hexdigest().encode(): name.encode() for name, data in files.items()}
    manifest = files["manifest.json"]
    for digest, name in named.items():
        manifest = manifest.replace(digest, b"@" + name)
    return b"".join(MARK + name.encode() + b"\n" + data for name, data in {**files, "manifest.json": manifest}.items())


@contextmanager
def taking() -> Generator[Take]:
    """Checks folders: what is not what Misdeal writes is refused."""
    written = [_files(seed) for seed in seeds()]

    def take(data: bytes) -> str:
        files, place = _files(data), folder() / "certificate"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        for name, content in files.items():
            (place / name).write_bytes(content)
        came = commanded("recheck", str(place), *BRIEFLY)
        of_the_same = [_stated(each) for each in written if _pages(each) == _pages(files)]
        if came == "clean" and of_the_same:
            assert _stated(files) in of_the_same, "what was changed is accepted"
        return came

    yield take


def _pages(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    return {name: content for name, content in files.items() if name.endswith(".md")}


def _stated(files: Mapping[str, bytes]) -> object:
    """All that is stated; any situation that shows what it is to show will do."""
    manifest = json.loads(files["manifest.json"])
    theses = [{**thesis, "situation": None} for thesis in manifest["theses"]]
    return {**files, "manifest.json": {**manifest, "theses": theses}}


def _files(data: bytes) -> Mapping[str, bytes]:
    """The files of a folder, whose names can be names."""
    found: dict[str, bytes] = {}
    for part in PARTS.split(data)[1:]:
        name, _, content = part.partition(b"\n")
        told = name.decode("utf-8", "surrogateescape")
        if told not in {"", ".", ".."} and "\0" not in told and len(name) <= 255:
            found[Path(told).name or "x"] = content
    if manifest := found.get("manifest.json"):
        found["manifest.json"] = DIGEST.sub(lambda named: b'"' + _digest(found, named[1]) + b'"', manifest)
    return found


def _digest(files: Mapping[str, bytes], name: bytes) -> bytes:
    return hashlib.sha256(files.get(name.decode("utf-8", "replace"), b"")).hexdigest().encode()


WORDS = ('"proved"', '"refuted"', '"unknown"', "null", "true", "(assert false)", "(exit)", "(check-sat)", "=== x")
TARGETS = (Target("certificate", "certificates that are checked", seeds, taking, WORDS, by_clock=True),)
