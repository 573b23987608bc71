"""What is told of books that were checked before: the text that was told then, as long as it would be the same.

Findings take longer to put into words than to be read and replayed, so the words are kept beside them.
"""

import os
from collections.abc import Callable, Sequence

from misdeal.proofs.cache import Cache
from misdeal.proofs.digest import digest
from misdeal.proofs.finding import FindingKind
from misdeal.proofs.recall import report_key
from misdeal.proofs.report import Report

from .checked import Checked, Looked


class Told:
    """Gives what was told before, and keeps what is told now; without a cache neither."""

    def __init__(self, cache: Cache | None, regions: int) -> None:
        self._cache = cache
        self._regions = regions

    def text(self, how: Sequence[object], books: Sequence[Looked], write: Callable[[], str]) -> str:
        """What `write` gives, which must depend on nothing but how it is told, what was found, and where we are."""
        known = [each for each in books if isinstance(each, Checked) and not each.leaves_open]
        if self._cache is None or len(known) < len(books):
            return write()
        key = digest("told", *map(repr, how), _here(), [self._found(each) for each in known])
        text = self._cache.read(key)
        if text is None:
            text = write()
            self._cache.write(key, text)
        return text

    def _found(self, checked: Checked) -> list[str]:
        """All that was found out about a book, and what it stands beside."""
        report = checked.report
        found = (checked.judged, checked.stale, report.tallies, report.bearings)
        return [checked.book, report_key(report.rulebook, self._regions), repr(found)]


def known_in_words(report: Report) -> str:
    """How many obligations were proved or refuted anew, and how many had been before; cases are tried in any case."""
    number = sum(tally.kind is not FindingKind.FAILED for tally in report.tallies)
    obligations = "1 obligation" if number == 1 else f"{number} obligations"
    return f"of {obligations} {report.known} known from before, {number - report.known} looked at anew"


def _here() -> str:
    """The folder one works in; nothing where that is gone."""
    try:
        return os.getcwd()  # noqa: PTH109 - a text
    except OSError:
        return ""
