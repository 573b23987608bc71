"""A case file to `case` statements: what stands beside a rulebook is a case like one that stands in it.

It is YAML (`document`): the name of the rulebook and a list of cases, each with the name by which it is known, its
source, what is given, and what has to come out.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from . import tree as t
from .diagnostic import Report, near
from .document import Entries, Items, Node, Text, read_document
from .limits import MAGNITUDE
from .span import Span

_TOP = ("rulebook", "cases")
KEYS = ("name", "source", "given", "expect", "clause", "note")
_NEEDED = ("name", "source", "expect")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What a case file says: the rulebook that its cases are about, None where that is told, and these."""

    file: str
    text: str
    rulebook: t.Name | None
    cases: tuple[t.CaseStatement, ...]


def read_cases(text: str, file: str, report: Report) -> CaseFile:
    """The cases of a file; what is wrong with one of them is told, and it is left out.

    Raises RulebookError where the file is no YAML, or not of that form.
    """
    rulebook, cases = _Reader(report).read(read_document(text, file))
    return CaseFile(file, text, rulebook, cases)


class _Reader:
    """Makes statements of nodes; a function gives None where it told a mistake."""

    def __init__(self, report: Report) -> None:
        self._report = report

    def read(self, root: Node) -> tuple[t.Name | None, tuple[t.CaseStatement, ...]]:
        fields = self._fields(root, _TOP, _TOP, "a case file")
        name = fields.get("rulebook")
        named = None if name is None else self._text(name, "the name of a rulebook")
        cases = fields.get("cases")
        listed = () if cases is None else self._items(cases, "the cases")
        return named, tuple(case for each in listed if (case := self._case(each)) is not None)

    def _case(self, node: Node) -> t.CaseStatement | None:
        fields = self._fields(node, KEYS, _NEEDED, "a case")
        if not set(_NEEDED) <= fields.keys():
            return None
        name, source = (self._text(fields[key], f"the {key} of a case") for key in ("name", "source"))
        given = self._spots(fields["given"], "what is given") if "given" in fields else ()
        expected = self._spots(fields["expect"], "what is expected")
        clauses = self._clauses(fields["clause"]) if "clause" in fields else ()
        note = self._text(fields["note"], "the note of a case") if "note" in fields else t.Name("", node.span)
        if name is None or source is None or note is None:
            return None
        if not expected:
            self._tell(fields["expect"].span, "this case expects nothing", "write what has to come out: `coup: void`")
        return t.CaseStatement(name, tuple(given), tuple(expected), node.span, source, clauses, note)

    def _spots(self, node: Node, what: str) -> list[tuple[t.Spot, t.Constant]]:
        """Facts or rulings with their values; of an indexed one each index by itself."""
        if isinstance(node, Text) and not node.text:
            return []
        return list(self._pairs(node, what))

    def _pairs(self, node: Node, what: str) -> Iterator[tuple[t.Spot, t.Constant]]:
        for key, value in self._entries(node, f"{what} is a mapping", "write `found: play`"):
            name = t.Name(key.text, key.span)
            if isinstance(value, Text):
                yield t.Spot(name, None, key.span), _phrase(value)
                continue
            for at, inner in self._entries(value, f"`{key.text}` has one value, or one an index", "write `{1: 6}`"):
                if isinstance(inner, Text):
                    yield t.Spot(name, _phrase(at), at.span), _phrase(inner)
                else:
                    self._tell(inner.span, "here has to stand one value", "facts have one index at most")

    def _clauses(self, node: Node) -> tuple[t.Name, ...]:
        """One id, or a list of ids."""
        items = node.items if isinstance(node, Items) else (node,)
        named = [self._text(each, "the id of a clause") for each in items]
        return tuple(each for each in named if each is not None)

    def _fields(self, node: Node, known: tuple[str, ...], needed: tuple[str, ...], what: str) -> Mapping[str, Node]:
        """What a mapping of known keys holds; unknown ones and those that lack are told."""
        found: dict[str, Node] = {}
        for key, value in self._entries(node, f"{what} is a mapping", f"write `{known[0]}: ...`"):
            if key.text in known:
                found[key.text] = value
            else:
                listed = ", ".join(f"`{each}`" for each in known)
                advice = near(key.text, known) or f"here can stand {listed}"
                self._tell(key.span, f"{what} has no `{key.text}`", advice)
        for lacking in needed if isinstance(node, Entries) else ():
            if lacking not in found:
                self._tell(node.span, f"this is {what} without `{lacking}`", f"write `{lacking}: ...`")
        return found

    def _entries(self, node: Node, message: str, advice: str) -> tuple[tuple[Text, Node], ...]:
        if isinstance(node, Entries):
            return node.entries
        self._tell(node.span, message, advice)
        return ()

    def _items(self, node: Node, what: str) -> tuple[Node, ...]:
        if isinstance(node, Items):
            return node.items
        self._tell(node.span, f"{what} are a list", "begin each with `- name: ...`")
        return ()

    def _text(self, node: Node, what: str) -> t.Name | None:
        if isinstance(node, Text) and node.text.strip():
            return t.Name(node.text.strip(), node.span)
        self._tell(node.span, f"{what} is a text", "write it in quotes where it has a colon or a `#` in it")
        return None

    def _tell(self, span: Span, message: str, advice: str) -> None:
        self._report.tell("unread-cases", span, message, advice)


def _phrase(text: Text) -> t.Constant:
    """A value or an index as it would stand in a statement: a number is written without zeros before it."""
    if _NUMBER.fullmatch(text.text) and abs(int(text.text)) <= MAGNITUDE:
        return t.Digits(int(text.text), text.span)
    return t.Word(text.text, text.span)
