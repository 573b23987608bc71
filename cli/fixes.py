"""Drafts as changes of a page: what `--suggest` drafts as an amendment, written into the rulebook itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.model.language.rulebook import Passage, Rulebook
from misdeal.model.language.source import Page, paginate
from misdeal.proofs.draft import Draft
from misdeal.proofs.finding import Finding

_RESTATED = re.compile(r"restate clause (\S+)")
_CODE = re.compile(r'(?:[^"#]|"[^"]*")*')


@dataclass(frozen=True, slots=True)
class Change:
    """Text in the place of what stands from one line and column to another, which is left out."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the rulebook's own page that settles a finding, or only one of its regions."""

    change: Change
    draft: Draft
    region: int | None


def fixes(rulebook: Rulebook, finding: Finding) -> Iterator[Fix]:
    """The drafts for a finding that can stand on the rulebook's own page."""
    if finding.mending is None:
        return
    page = paginate(rulebook.text, rulebook.file)
    several = len(finding.regions) > 1
    for draft in finding.mending.drafts:
        yield Fix(_change(rulebook, page, draft), draft, draft.region if several else None)


def _change(rulebook: Rulebook, page: Page, draft: Draft) -> Change:
    restated = _RESTATED.match(draft.text)
    passage = next((each for each in rulebook.passages if restated and each.subject == ("clause", restated[1])), None)
    if passage is not None and passage.span.file == rulebook.file:
        return _in_place(page, passage, draft.text)
    return _added(page, draft.text)


def _added(page: Page, text: str) -> Change:
    """A block of its own behind the last one."""
    lines = page.text.split("\n")
    line = page.blocks[-1].closes
    end = "\r\n" if lines[line - 1].endswith("\r") else "\n"
    column = len(lines[line - 1].removesuffix("\r")) + 1
    return Change(line, column, line, column, end.join(["", "", "```misdeal", *text.split("\n"), "```"]))


def _in_place(page: Page, passage: Passage, text: str) -> Change:
    """In the place of a statement of the page itself; comments behind it stay."""
    chunk = next(each for each in page.chunks if each.line == passage.span.line)
    code = [_CODE.match(line) for line in chunk.text.split("\n")]
    ends = [len(match[0].rstrip()) if match else 0 for match in code]
    last = max(at for at, end in enumerate(ends) if end)
    said = text if passage.restates else text.removeprefix("restate ")
    end = "\r\n" if page.text.split("\n")[chunk.line - 1].endswith("\r") else "\n"
    return Change(chunk.line, 1, chunk.line + last, ends[last] + 1, said.replace("\n", end))
