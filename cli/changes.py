"""What amendments made of the statements of a rulebook, in words."""

from collections.abc import Iterator
from itertools import pairwise

from misdeal.model.language.rulebook import Passage, Rulebook
from misdeal.model.language.span import Span


class Changes:
    """Tells of the passages of one rulebook by which amendment they are as they are."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._names = {edition.file: edition.name for edition in rulebook.editions}
        self._first = rulebook.editions[-1].file
        self._head = ("rulebook", "")
        self._beneath = [
            f"{upper.name} amends {lower.name} ({lower.file}): {lower.title}"
            for upper, lower in pairwise(rulebook.editions)
        ]
        self._own = rulebook.file
        self._decided = {
            (decision.fact.span.file, decision.fact.span.line): (decision.span, decision.fact.name)
            for decision in rulebook.decisions
        }

    def lines(self, passage: Passage) -> Iterator[str]:
        """A statement as it is written, and in comments what was made of it; what holds no more in comments too."""
        if gone := self.gone(passage):
            yield f"# {gone}:"
            yield from _commented(passage)
        else:
            yield from (f"# {told}" for told in self.told(passage))
            yield from _lines(passage)
        while passage.restates:
            passage = passage.restates
            yield f"# before, in {self._place(passage.span)}:"
            yield from _commented(passage)

    def gone(self, passage: Passage) -> str:
        """Which amendment took a statement away, or empty."""
        if passage.repealed is not None:
            return f"repealed by {self._by(passage.repealed)}"
        if decision := self._decided.get((passage.span.file, passage.span.line)):
            span, name = decision
            return f"{name} is decided by {self._by(span)}"
        return ""

    def told(self, passage: Passage) -> Iterator[str]:
        """Which amendment added or restated a statement; of the `rulebook` statement what amends what."""
        if passage.subject == self._head:
            yield from self._beneath
        elif passage.restates is not None:
            yield f"restated by {self._by(passage.span)}"
        elif passage.span.file != self._first:
            yield f"added by {self._by(passage.span)}"

    def before(self, passage: Passage) -> Iterator[str]:
        """What a statement was before, the latest first."""
        while passage.restates:
            passage = passage.restates
            yield f"{self._place(passage.span)}: {' '.join(passage.text.split())}"

    def _by(self, span: Span) -> str:
        return f"{self._names[span.file]}, {self._place(span)}"

    def _place(self, span: Span) -> str:
        return span.line_from(self._own)


def _lines(passage: Passage) -> Iterator[str]:
    for line in passage.text.rstrip().split("\n"):
        yield line.rstrip().replace("\t", " ")


def _commented(passage: Passage) -> Iterator[str]:
    yield from (f"#   {line}".rstrip() for line in _lines(passage))
