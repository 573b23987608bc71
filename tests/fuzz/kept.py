"""What Misdeal keeps for itself and reads again: what was proved before, and the journal of `misdeal mutate`.

Both have checks of what they hold, which whoever forges one can work out; here they are always right.
"""

import json
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import click

from misdeal.cli.checked import Run, checked
from misdeal.cli.journal import HEAD, Journal
from misdeal.cli.json_report import write_json
from misdeal.cli.terminal import Paper
from misdeal.cli.text_report import write_report
from misdeal.model.language import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.check import check
from misdeal.proofs.effort import REGIONS
from misdeal.proofs.finding import Severity
from misdeal.proofs.mutants import mutants
from misdeal.proofs.recall import recall

from ..cli.running import SAMPLE, invoke
from .certificates import BOOK
from .mutating import decoded
from .target import Take, Target, filed, folder, harmless, simply


class Shelf:
    """A cache that has the same text under every key."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.texts = list[str]()

    def read(self, key: str) -> str | None:  # noqa: ARG002 - of every key
        """That text."""
        return self.text

    def write(self, key: str, text: str) -> None:  # noqa: ARG002 - of every key
        """Note a text."""
        self.texts.append(text)


@cache
def house() -> Rulebook:
    """A rulebook with findings of several kinds, and an option."""
    return read(SAMPLE, "house.md")


def cache_seeds() -> list[bytes]:
    """All that is kept of one rulebook; what is kept of its report is told last, and often."""
    shelf = Shelf()
    check(house(), jobs=1, cache=shelf)
    longest = max(shelf.texts, key=len)
    return [text.encode() for text in (*dict.fromkeys(shelf.texts), *[longest] * 20)]


def take_cache(data: bytes) -> str:
    """What is no report, or shows what the evaluator does not see, is not there; all others can be told."""
    report = recall(Shelf(data.decode(errors="replace")), house(), REGIONS)
    if report is None:
        return "a miss"
    paper, found = Paper(width=100, coloured=False), checked("house.md", report)
    write_report(paper, found)
    harmless(paper.text())
    harmless(write_json(Run((found,), Severity.NOTE)))
    return "recalled"


# The journal

CHECKED = '["@", '


def journal_seeds() -> list[bytes]:
    """A journal, with `@` in place of what it checks itself by."""
    page, path = filed("house.md", BOOK.encode()), folder() / "seed.journal"
    result = invoke("mutate", page, "--jobs", "1", "--resume", str(path))
    assert result.exit_code in {0, 1}, result.output
    head, *lines = path.read_text("utf-8").splitlines()
    path.unlink()
    entries = [CHECKED + json.dumps(json.loads(line)[1]) + "]" for line in lines]
    return ["\n".join([head, *entries[at : at + 6]]).encode() for at in range(0, len(entries), 6)]


@contextmanager
def taking_journals() -> Generator[Take]:
    """Reads journals."""
    rulebook = read(BOOK, "house.md")
    known = list(mutants(rulebook))
    checking = Journal(rulebook, known, Path(filed("none.journal", HEAD.encode())))

    def line(text: str) -> str:
        if not text.startswith(CHECKED):
            return text
        try:
            entry = json.loads(text.removeprefix(CHECKED).removesuffix("]"))
        except (ValueError, RecursionError):
            return text
        return json.dumps([checking.check(entry), entry])  # what a forger would work out

    def take(data: bytes) -> str:
        text = "\n".join(map(line, decoded(data).split("\n")))
        path = Path(filed("own.journal", text.encode("utf-8", "surrogateescape")))
        try:
            found = Journal(rulebook, known, path)
        except click.UsageError as error:
            harmless(error.message)
            return "refused"
        return "read" if found.known else "nothing"

    yield take


WORDS = ("null", "true", "-1", "[]", "{}", '""', "1e9", '"SURVIVES"', '"KILLED"')
TARGETS = (
    Target("cache", "what was proved before", cache_seeds, simply(take_cache), WORDS),
    Target("journal", "journals of `misdeal mutate`", journal_seeds, taking_journals, WORDS),
)
