"""The short cut by which mutants are compared: it says that a report differs only where `check` says so too."""

import pytest

from misdeal.model.language.reader import read
from misdeal.proofs.alterations import Manner
from misdeal.proofs.check import check
from misdeal.proofs.mutants import mutants
from misdeal.proofs.report import Report

from ..cli.running import SAMPLE
from ..differing import comparing
from ..project.tree import ROOT
from .test_check import OPEN

MANNERS = {Manner.DROPPED, Manner.SHIFTED, Manner.UNBOUND}
STARTER = (ROOT / "cli" / "starter.md").read_text("utf-8").replace("STARTER", "starter")


def kinds(report: Report) -> list[tuple[str, str]]:
    """What is found, and not where."""
    return [(finding.kind.value, finding.message) for finding in report.findings]


def told(report: Report) -> list[str]:
    """All that is found, with witnesses and regions."""
    return [repr((each.kind, each.message, each.witness, each.regions, each.options)) for each in report.findings]


@pytest.mark.parametrize("text", [STARTER, SAMPLE, OPEN], ids=["starter", "sample", "open"])
def test_a_difference_is_one_of_reports(text: str) -> None:
    """Where it names a difference two whole reports differ; where it names none they find the same."""
    rulebook = read(text, "test.md")
    before = check(rulebook, jobs=1)
    differences = []
    with comparing(rulebook) as comparison:
        for mutant in mutants(rulebook):
            if mutant.manner not in MANNERS or mutant.subject.keyword not in {"clause", "part"}:
                continue
            after = check(mutant.rulebook, jobs=1)
            differences.append(comparison.difference(mutant))
            assert told(after) != told(before) if differences[-1] else kinds(after) == kinds(before), mutant.name
    assert len([difference for difference in differences if difference]) > len(differences) / 2


def test_what_comes_out_is_told_apart_from_what_is_found() -> None:
    """A mutant may rule otherwise and nothing be found; one that says the same rules the same."""
    with comparing(read(STARTER, "test.md")) as comparison:
        by_name = {mutant.name: mutant for mutant in mutants(comparison.rulebook)}
        silent = by_name["clause 3: without `found = opened`"]
        assert not comparison.difference(silent)
        assert comparison.differs(silent)
    both = OPEN.replace("when some p: away[p] then", "when (some p: away[p]) and players < 4 then")
    with comparing(read(both, "test.md")) as comparison:
        same = next(each for each in mutants(comparison.rulebook) if each.name == "clause 1: without `players < 4`")
        assert not comparison.differs(same)
