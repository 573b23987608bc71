"""Cases that were tried as text: few words where all is well, and everything about what is not."""

import shlex
from collections.abc import Mapping, Sequence

from misdeal.model.language.rulebook import Rulebook

from .terminal import Paper
from .tried import Compared, Tested, ToldCase, by_source
from .wording import listed

_COLOURS = {"failed": "red", "unknown": "yellow"}


def write_tested(paper: Paper, tested: Tested) -> None:
    """What came of the cases of one rulebook."""
    rulebook = tested.rulebook
    assert rulebook
    for told in tested.cases:
        if told.verdict != "passed":
            write_case(paper, rulebook, told)
            paper.gap()
    if not tested.cases:
        paper.paragraph(f"{tested.book}: no cases, neither in it nor beside it.")
        return
    passed, number = tested.count("passed"), len(tested.cases)
    colour = "green" if passed == number else "red" if tested.count("failed") else "yellow"
    counted = "1 case comes out as it must" if number == 1 else f"{number} cases come out as they must"
    paper.paragraph(f"{tested.book}: {passed} of {counted}.", fg=colour)
    _counts(paper, by_source(tested.cases))


def write_all(paper: Paper, tested: Sequence[Tested]) -> None:
    """The counts of several rulebooks together."""
    cases = [told for each in tested for told in each.cases]
    passed = sum(told.verdict == "passed" for told in cases)
    paper.gap()
    number = sum(each.rulebook is not None for each in tested)
    paper.paragraph(f"together: {passed} of {len(cases)} cases in {number} rulebooks.")
    _counts(paper, by_source(cases))


def _counts(paper: Paper, counts: Mapping[str, int]) -> None:
    widest = max(len(str(count)) for count in counts.values()) if counts else 0
    for source, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        paper.paragraph(source, indent=2, mark=f"{count:{widest}}  ")


def write_case(paper: Paper, rulebook: Rulebook, told: ToldCase) -> None:
    """Everything about one case."""
    case = told.tried.case
    paper.lead(told.verdict, f"“{case.title}”", fg=_COLOURS[told.verdict], bold=True)
    paper.paragraph(f"{case.source}, {case.span.line_from(rulebook.file)}", indent=4, mark="from ")
    if case.note:
        paper.paragraph(case.note, indent=4)
    if told.under:
        paper.paragraph(listed([f"`{each}`" for each in told.under]), indent=4, mark="under ")
    for each in told.compared:
        _compared(paper, each)
    for clause in told.tried.silent:
        paper.paragraph(f"{clause} must decide, and does not", indent=4)
    if not told.compared:
        paper.paragraph(told.tried.problem or f"not found out: {told.tried.unknown}", indent=4)
    if told.command:
        paper.command(map(shlex.quote, told.command), indent=4)


def _compared(paper: Paper, each: Compared) -> None:
    deciding = dict.fromkeys(one.clause for one in each.came.deciding)
    by = f", by {listed(list(deciding))}" if deciding else ""
    if each.right:
        paper.paragraph(f"{each.came.place} is {each.actual}{by}", indent=4)
        return
    paper.paragraph(f"{each.came.place}: expected {each.expected}", indent=4)
    paper.paragraph(f"{each.actual}{by}", indent=4 + len(each.came.place) + 2, mark="comes out ")
