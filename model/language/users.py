"""What an amendment leaves without what it uses: told where the amendment says so, with each user and its line."""

from bisect import bisect_right
from collections.abc import Iterable

from . import tree as t
from .diagnostic import Report
from .entry import Entry, Subject, spelled
from .repealed import Repealed
from .rulebook import Case, Decision
from .span import Span

_SHOWN = 8


class Users:
    """The statements that stand, and the `cases` of files, by place."""

    def __init__(self, entries: Iterable[Entry], cases: Iterable[t.CaseStatement], report: Report) -> None:
        self._report = report
        self._standing: dict[str, list[tuple[Subject, Span]]] = {}
        standing = [(each.subject, each.span) for _, each in entries if each.repealed is None]
        standing += [(("case", each.title.text), each.span) for each in cases]
        for subject, span in sorted(standing, key=lambda each: each[1].line):
            self._standing.setdefault(span.file, []).append((subject, span))

    def tell_repealed(self, repealed: Repealed) -> None:
        """Tell what is repealed and still used."""
        for span, places in repealed.uses.items():
            message = f"`{spelled(repealed.subjects[span])}` is still used: by {_listed(self._at(places), span.file)}"
            self._report.tell("still-used", span, message, "restate or repeal what uses it as well")

    def tell_decided(self, decisions: Iterable[Decision], cases: Iterable[Case]) -> None:
        """Tell what is decided and has another value in a case."""
        values = {decision.fact.name: decision.value for decision in decisions}
        found: dict[str, list[Case]] = {}
        for case in cases:
            for place, value in case.given.items():
                if values.get(place.name, value) != value:
                    found.setdefault(place.name, []).append(case)
        for decision in decisions:
            name, span = decision.fact.name, decision.span
            if name in found:
                shown = f"decided as `{decision.fact.type.show(decision.value)}`"
                users = _listed([(("case", case.title), case.span) for case in found[name]], span.file)
                message = f"`{name}` is {shown}, and given otherwise by {users}"
                advice = "repeal what was a precedent for the other value, or restate it"
                self._report.tell("decided-otherwise", span, message, advice)

    def _at(self, places: Iterable[Span]) -> list[tuple[Subject, Span]]:
        """The statements in which places are."""
        found: dict[Span, Subject] = {}
        for place in places:
            standing = self._standing[place.file]
            subject, span = standing[bisect_right(standing, place.line, key=lambda each: each[1].line) - 1]
            found.setdefault(span, subject)
        return [(subject, span) for span, subject in found.items()]


def _listed(statements: Iterable[tuple[Subject, Span]], file: str) -> str:
    """Statements and where they are, for a reader of `file`."""
    told = [f"`{spelled(subject)}` ({span.line_from(file)})" for subject, span in statements]
    more = [f"{len(told) - _SHOWN} more"] if told[_SHOWN:] else []
    *most, last = [*told[:_SHOWN], *more]
    return f"{', '.join(most)} and {last}" if most else last
