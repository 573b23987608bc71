"""Drafts by brute force: every situation before and after, by the reference evaluator alone."""

from collections.abc import Iterator
from functools import cached_property

from misdeal.model.language.reader import Amendable
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs.draft import Draft, DraftKind
from misdeal.proofs.finding import Finding, FindingKind, Witness

from .brute import Found, everything_wrong
from .worlds import World

UNRULED = frozenset({Kind.GAP, Kind.CLASH, Kind.UNDEFINED})
_NOWHERE = {FindingKind.GAP, FindingKind.CLASH, FindingKind.UNDEFINED, FindingKind.REFUTED}
Problem = tuple[FindingKind, str | None, tuple[str, ...], str | None]


def problem(found: Found) -> Problem:
    """What a finding is about, wherever it stands."""
    return found.kind, found.ruling, found.clauses, found.subject


class Before:
    """A rulebook, everything wrong with it, and everything possible under it."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.amendable = Amendable(rulebook)
        self.rulebook = rulebook

    @cached_property
    def possible(self) -> list[Evaluation]:
        return World(self.rulebook).possible

    @cached_property
    def problems(self) -> frozenset[Problem]:
        return frozenset(map(problem, everything_wrong(self.rulebook)))

    def wrongs(self, finding: Finding, draft: Draft) -> Iterator[str]:
        """What is wrong with a draft: nothing, as it should be."""
        after = self.amendable.amended(draft.text)
        problems = set(map(problem, everything_wrong(after)))
        if new := problems - self.problems:
            yield f"it brings {new}"
        gone = {each[:3] for each in self.problems - problems if each[0] in _NOWHERE}
        if not finding.regions[1:] and len(gone - {(finding.kind, finding.ruling, finding.clauses)}) != len(draft.also):
            yield f"{gone} are gone, and it says {draft.also}"
        differing: set[str] = set()
        for before in self.possible:
            now = Evaluation(after, before.situation)
            yield from self.situation(finding, draft, before, now, differing)
        if set(draft.changes) != differing:
            yield f"{differing} come out otherwise, and it says {draft.changes}"

    def situation(
        self, finding: Finding, draft: Draft, before: Evaluation, now: Evaluation, differing: set[str]
    ) -> Iterator[str]:
        """What is wrong with it in one situation; `differing` takes the rulings that come out otherwise there."""
        for place in ruling_places(self.rulebook, before.situation.players):
            was, comes = before.outcome(place), now.outcome(place)
            mended = is_found(finding, before, place) and settles(draft, now, place)
            if mended and is_found(finding, now, place):
                yield f"the finding is still at {place} in {before.situation}"
            if draft.kind is DraftKind.CLAUSE and mended and comes.kind is not Kind.VALUE:
                yield f"no value at {place} in {before.situation}"
            unruled = comes.kind in UNRULED and examined(now, place)
            if unruled and not draft.further and not (was.kind is comes.kind and examined(before, place)):
                yield f"{comes.kind} at {place} in {before.situation}"
            if was.kind not in UNRULED and told(was) != told(comes):
                differing.add(place.name)
        for claim in self.rulebook.claims:
            if now.fails(claim.condition) and not before.fails(claim.condition) and not draft.further:
                yield f"the claim {claim.title} is false in {before.situation}"


def place_of(finding: Finding, witness: Witness) -> Place:
    """Where a witness shows a finding about a ruling."""
    assert finding.ruling
    return Place(finding.ruling, witness.subject)


def is_found(finding: Finding, evaluation: Evaluation, place: Place) -> bool:
    """Whether a finding about a gap or a clash is at a place of a situation."""
    if place.name != finding.ruling or not examined(evaluation, place):
        return False
    outcome = evaluation.outcome(place)
    if finding.kind is FindingKind.GAP:
        return outcome.kind is Kind.GAP
    values = {clause: {i.value for i in outcome.deciding if i.clause.id == clause} for clause in finding.clauses}
    one, other = values[finding.clauses[0]], values[finding.clauses[-1]]
    return outcome.kind is Kind.CLASH and any(left != right for left in one for right in other)


def settles(draft: Draft, now: Evaluation, place: Place) -> bool:
    """Whether a draft says that it settles a place: a clause where its own condition holds."""
    if draft.kind is not DraftKind.CLAUSE:
        return True
    clause = now.rulebook.clauses[draft.text.split()[1]]
    names = {} if not clause.each or place.index is None else {clause.each[0].name: place.index}
    return clause.own is None or now.holds(clause.own, names)


def told(outcome: Outcome) -> tuple[Kind, object]:
    """What is to be the same where nothing changes: the kind of an outcome, and its value."""
    return outcome.kind, outcome.value
