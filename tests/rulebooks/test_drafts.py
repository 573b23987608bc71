"""Drafts for the shipped rulebooks, pasted into an amendment and checked: some in every run, all in deep ones."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from misdeal import FindingKind, Report, check, load, shipped
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.proofs.draft import Draft, DraftKind
from misdeal.proofs.finding import Finding
from misdeal.proofs.mend import MENDED, mend

from ..mending import Before, is_found, place_of, settles
from ..project.test_proved import report_of, some_situations


@cache
def of_first_regions(name: str) -> Report:
    """Drafts for the first region of every finding of a shipped rulebook."""
    report = report_of(name)
    firsts = tuple(replace(finding, regions=finding.regions[:1]) for finding in report.findings)
    return mend(replace(report, findings=firsts), FindingKind, timeout=240, jobs=2)


def drafts(report: Report) -> Iterator[tuple[Finding, Draft]]:
    """Every draft with its finding."""
    for finding in report.findings:
        for draft in finding.mending.drafts if finding.mending else ():
            yield finding, draft


def recheck(name: str, finding: Finding, draft: Draft, folder: Path) -> list[str]:
    """What is wrong with a draft that is pasted into a page as an editor would do it."""
    page = folder / "mended.md"
    page.write_text(
        f'```misdeal\nrulebook mended amends {name} "Mended"\n```\n\n```misdeal\n{draft.text}\n```\n', "utf-8"
    )
    after = check(load(str(page)), timeout=240)
    assert after.unknown == ()
    known = {each.message for each in report_of(name).findings}
    wrong = [each.message for each in after.findings if each.message not in known]
    for each in after.findings:
        for region in each.regions if (each.kind, each.ruling) == (finding.kind, finding.ruling) else ():
            before = Evaluation(report_of(name).rulebook, region.witness.situation)
            now = Evaluation(after.rulebook, region.witness.situation)
            place = place_of(each, region.witness)
            if is_found(finding, before, place) and settles(draft, now, place):
                wrong.append(f"still: {region.conditions}")
    return wrong


@pytest.mark.parametrize("name", shipped())
def test_every_finding_of_the_kinds_has_drafts_or_a_reason(name: str) -> None:
    """For each first region; and the seats of poker_it that no clause would name are the only ones without."""
    report = of_first_regions(name)
    for finding in report.findings:
        assert (finding.mending is not None) == (finding.kind in MENDED)
        if finding.mending and not finding.mending.drafts:
            assert finding.mending.lacking[0].reason
    lacking = {each.ruling for each in report.findings if each.mending and each.mending.lacking}
    assert lacking == ({"dealer"} if name == "poker_it" else set())


@pytest.mark.parametrize("name", shipped())
def test_drafts_settle_the_example_and_bring_nothing_to_random_situations(name: str) -> None:
    """The situation that is shown gets a ruling, and others stay as they were, says the reference evaluator."""
    before, some = Before(report_of(name).rulebook), some_situations(name)
    for finding, draft in drafts(of_first_regions(name)):
        assert draft.kind is DraftKind.CLAUSE
        after = before.amendable.amended(draft.text)
        witness = finding.regions[0].witness
        place = place_of(finding, witness)
        assert Evaluation(before.rulebook, witness.situation).outcome(place).kind is Kind.GAP
        assert Evaluation(after, witness.situation).outcome(place).kind is Kind.VALUE
        differing: set[str] = set()
        for evaluation in some:
            now = Evaluation(after, evaluation.situation)
            assert list(before.situation(finding, draft, evaluation, now, differing)) == []
        assert differing <= set(draft.changes)


@pytest.mark.parametrize("ruling", ["section", "action", "calls_stand"])
def test_a_pasted_draft_is_checked_again(ruling: str, tmp_path: Path) -> None:
    """The first draft for each gap of the smaller rulebook."""
    found = (pair for pair in drafts(of_first_regions("bridge_1987")) if pair[0].ruling == ruling)
    assert recheck("bridge_1987", *next(found), tmp_path) == []


@pytest.mark.deep
@pytest.mark.parametrize("name", shipped())
def test_every_pasted_draft_is_checked_again(name: str, tmp_path: Path) -> None:
    """All of them, for all regions."""
    report = mend(report_of(name), FindingKind, timeout=600, jobs=2)
    found = {draft.text: recheck(name, finding, draft, tmp_path) for finding, draft in drafts(report)}
    assert found
    assert {text: wrong for text, wrong in found.items() if wrong} == {}
