"""What an amendment leaves without what it uses: told where the amendment says so, with each user and its line."""

from bisect import bisect_right
from collections.abc import Iterable

from .diagnostic import Report
from .entry import Entry, spelled
from .repealed import Repealed
from .rulebook import Case, Decision, Passage
from .span import Span

_SHOWN = 8


class Users:
    """The statements that stand, by place."""

    def __init__(self, entries: Iterable[Entry], report: Report) -> None:
        self._report = report
        self._standing: dict[str, list[Passage]] = {}
        for _, passage in sorted(entries, key=lambda entry: entry.passage.span.line):
            if passage.repealed is None:
                self._standing.setdefault(passage.span.file, []).append(passage)

    def tell_repealed(self, repealed: Repealed) -> None:
        """Tell what is repealed and still used."""
        for span, places in repealed.uses.items():
            message = f"`{spelled(repealed.subjects[span])}` is still used: by {self._listed(places, span.file)}"
            self._report.tell("still-used", span, message, "restate or repeal what uses it as well")

    def tell_decided(self, decisions: Iterable[Decision], cases: Iterable[Case]) -> None:
        """Tell what is decided and has another value in a case."""
        values = {decision.fact.name: decision.value for decision in decisions}
        found: dict[str, list[Span]] = {}
        for case in cases:
            for place, value in case.given.items():
                if values.get(place.name, value) != value:
                    found.setdefault(place.name, []).append(case.span)
        for decision in decisions:
            name, span = decision.fact.name, decision.span
            if name in found:
                shown = f"decided as `{decision.fact.type.show(decision.value)}`"
                message = f"`{name}` is {shown}, and given otherwise by {self._listed(found[name], span.file)}"
                advice = "repeal what was a precedent for the other value, or restate it"
                self._report.tell("decided-otherwise", span, message, advice)

    def _listed(self, places: Iterable[Span], file: str) -> str:
        """The statements in which places are, for a reader of `file`."""
        found: dict[Span, Passage] = {}
        for place in places:
            standing = self._standing[place.file]
            passage = standing[bisect_right(standing, place.line, key=lambda each: each.span.line) - 1]
            found.setdefault(passage.span, passage)
        told = [f"`{spelled(each.subject)}` ({each.span.line_from(file)})" for each in found.values()]
        more = [f"{len(told) - _SHOWN} more"] if told[_SHOWN:] else []
        *most, last = [*told[:_SHOWN], *more]
        return f"{', '.join(most)} and {last}" if most else last
