"""Drafts: every one mends what it says and brings nothing, and what has none is told why."""

import time

import pytest

from misdeal.model.language.reader import Amendable, read
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.check import check
from misdeal.proofs.draft import Candidate, Draft, DraftKind
from misdeal.proofs.finding import Finding, FindingKind
from misdeal.proofs.giving_way import settling
from misdeal.proofs.inquiry import Prover
from misdeal.proofs.mend import MENDED, mend
from misdeal.proofs.remedy import TOO_LATE, Refused, Remedies
from misdeal.proofs.report import Report
from misdeal.proofs.solve import Process
from misdeal.proofs.world import World

from ..amending import decided
from ..mending import Before
from ..strategies import seeded

MOST = 6  # drafts of one generated rulebook that are put to brute force


def mended(rulebook: Rulebook, *, timeout: float = 60) -> Report:
    """A report with drafts."""
    return mend(check(rulebook, jobs=1), FindingKind, timeout=timeout, jobs=1)


def drafts(report: Report) -> list[tuple[Finding, Draft]]:
    """Every draft with the finding that it mends."""
    return [
        (finding, draft)
        for finding in report.findings
        if finding.mending is not None
        for draft in finding.mending.drafts
    ]


def wrongs(rulebook: Rulebook, most: int) -> list[str]:
    """What is wrong with the drafts for a rulebook, by brute force."""
    before = Before(rulebook)
    return [
        f"{draft.text}: {wrong}"
        for finding, draft in drafts(mended(before.rulebook))[:most]
        for wrong in before.wrongs(finding, draft)
    ]


@pytest.mark.parametrize("seed", range(20))
def test_drafts_do_what_they_say_by_brute_force(seed: int) -> None:
    """The finding is gone, nothing else is wrong, and what comes out otherwise is told."""
    assert wrongs(seeded(seed).rulebook, MOST) == []


@pytest.mark.parametrize("seed", range(6))
def test_drafts_for_an_amendment_do_what_they_say_by_brute_force(seed: int) -> None:
    """The same of a rulebook that amends another."""
    assert wrongs(decided(seed), MOST) == []


LEFT_OUT: dict[str, tuple[int, object]] = {  # what a proof comes to that is left out, and a seed where that shows
    "_nowhere": (1, (0, ())),
    "_somewhere": (1, 0),
    "_cases": (14, 0),
    "_trace": (139, None),
    "_settled": (28, ()),
    "_changing": (12, ()),
}


LONG = {"_cases", "_trace", "_changing"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep) if name in LONG else name for name in LEFT_OUT]
)
def test_brute_force_notices_what_is_not_proved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each thing that is proved of a draft."""
    seed, instead = LEFT_OUT[name]
    assert wrongs(seeded(seed).rulebook, MOST) == []
    monkeypatch.setattr(Remedies, name, lambda *_: instead)
    assert wrongs(seeded(seed).rulebook, MOST) != []


@pytest.mark.deep
@pytest.mark.parametrize("first", range(1_000, 1_400, 20))
def test_drafts_for_many_do_what_they_say_by_brute_force(first: int) -> None:
    """The same on four hundred more generated rulebooks."""
    assert [wrong for seed in range(first, first + 20) for wrong in wrongs(seeded(seed).rulebook, 1_000)] == []


# What is drafted


def small(statements: str) -> Rulebook:
    """A rulebook of some statements."""
    return read(f'```misdeal\nrulebook small "Small"\n{statements}\n```', "small.md")


def told(statements: str) -> tuple[list[str], list[str]]:
    """The drafts for a rulebook, on one line each, and why others have none."""
    report = mended(small(statements))
    texts = [" ".join(draft.text.split()) for _, draft in drafts(report)]
    return texts, [each.reason for finding in report.findings if finding.mending for each in finding.mending.lacking]


SIZE = """fact size: 0..9 "How large?"
ruling r: {low, high} "What?"
"""
AROUND_FIVE = (
    SIZE
    + """clause 1 "Small" when size < 5 then r is low
clause 2 "Large" when size > 5 then r is high
"""
)
SEATS = """seats player 2..3
fact away[p]: yes/no "Away?"
ruling r[p]: {stays, leaves} "What?"
"""
CLASH = """fact warm: yes/no "Warm?"
fact wet: yes/no "Wet?"
ruling r: {out, within} "Where?"
"""


def test_a_gap_gets_a_clause_under_the_nearest() -> None:
    """The region is its condition; the values are those of the nearest clauses, the nearest first."""
    texts, lacking = told(AROUND_FIVE)
    head = 'clause 1.draft implied "Drafted, for no clause decides r" when size = 5 then r is'
    assert (texts, lacking) == ([f"{head} low", f"{head} high"], [])


def test_a_clause_runs_over_the_seats() -> None:
    """Where the ruling is indexed by a seat."""
    (*_, last), _ = told(SEATS + 'clause 1 "Here" for each q when not away[q] then r[q] is stays')
    assert last.endswith("for each p when away[p] then r[p] is leaves")


def test_a_value_in_other_names_is_put_into_those_of_the_draft() -> None:
    """A clause's own seat becomes that of the ruling; what needs another seat is not taken."""
    texts, _ = told(
        """seats player 3..3
        fact away[p]: yes/no "Away?"
        ruling r[p]: player "Who?"
        clause 1 "Next" for each q when not away[q] then r[q] is after(q)
        clause 2 "Pairs" for each p, q when away[p] and away[q] and p != q then r[p] is q"""
    )
    assert any(text.endswith("then r[p] is after(p)") for text in texts)
    assert not any(text.endswith("is q") for text in texts)


def test_every_small_value_is_tried() -> None:
    """Also of a number, and the first of a large one."""
    texts, _ = told(
        """fact size: 0..3 "How large?"
        ruling r: 5..1000000 when size > 0 "What?"
        claim "at least six": r > 6"""
    )
    assert [text.rsplit(" ", 1)[-1] for text in texts] == ["7", "8", "9"]


def test_every_draft_has_an_id_of_its_own() -> None:
    """Also where several are under one clause, and where an id has an underscore."""
    texts, _ = told(SIZE + 'clause at_ends "Ends" when size = 0 or size = 9 then r is low\nnote at_ends_draft "taken"')
    assert {text.split()[1] for text in texts} == {"at_ends_draft2"}


def test_a_draft_stands_by_itself_where_a_part_would_join_it() -> None:
    """Its id is under no part, and it says from where it is."""
    texts, _ = told(
        'source "The law" 6\n' + SIZE + 'part 6 "Odd" when size in {1, 3}\nclause 6.a "One" when size = 1 then r is low'
    )
    assert any(text.startswith('clause draft implied "Drafted, for no clause decides r" from 6 when') for text in texts)


def test_a_ruling_that_does_not_arise_is_asked_for() -> None:
    """What the region says in words a clause says with `decided`."""
    texts, _ = told(
        CLASH
        + """ruling s: {a, b} when warm "Which?"
        clause 1 "First" when wet then s is a
        clause 2 "Second" when not wet then s is b
        clause 3 "Out" when s = a then r is out
        clause 4 "Within" when s = b then r is within"""
    )
    assert any("when not decided(s) then r is" in text for text in texts)


def test_a_clash_gets_overrides_and_a_condition() -> None:
    """Either way, and each clause without what the other asks."""
    texts, lacking = told(
        CLASH
        + """clause 1 "Warm" when warm then r is out
        clause 2 "Wet" when wet then r is within
        clause 3 "Neither" when not warm and not wet then r is out"""
    )
    assert texts == [
        "override 2 over 1",
        "override 1 over 2",
        'restate clause 2 "Wet" when wet and not warm then r is within',
    ]
    assert lacking == []


def test_a_restated_clause_keeps_all_else() -> None:
    """`implied`, `from`, `for each`, other effects and `overrides`; each part of the other's condition is tried."""
    rulebook = small(
        """seats player 2..2
        fact warm[p]: yes/no "Warm?"
        fact size: 0..9 "How large?"
        ruling r[p]: {out, within} "Where?"
        ruling s[p]: {dried, left} otherwise left "And then?"
        clause 1 "Warm" for each p when warm[p] and size < 5 then r[p] is out
        clause 2.a implied "Wet" from 2, 3 for each q
          then r[q] is within, s[after(q)] is dried
          overrides 3
        clause 3 "Neither" when size = 0 then s[1] is left"""
    )
    candidates = [*settling(Amendable(rulebook), rulebook.rulings["r"], "1", "2.a")]
    narrowed = [each.text for each in candidates if each.kind is DraftKind.CONDITION]
    before = 'restate clause 2.a implied "Wet" from 2, 3 for each q\n  when '
    after = "\n  then r[q] is within, s[after(q)] is dried\n  overrides 3"
    conditions = ("not warm[q]", "size >= 5", "not (warm[q] and size < 5)")
    assert narrowed == [f"{before}{condition}{after}" for condition in conditions]


def test_what_changes_less_comes_first() -> None:
    """A value by which another ruling leaves its default comes after one by which it stays, though it is nearer."""
    report = mended(
        small(
            AROUND_FIVE
            + """ruling s: 0..1 otherwise 0 "How much?"
            clause 3 "Low" when size > 3 and r = low then s is 1"""
        )
    )
    found = [(draft.text.rsplit(" ", 1)[-1], draft.changes) for _, draft in drafts(report)]
    assert found == [("high", ()), ("low", ("s",))]


def test_what_else_is_settled_is_told() -> None:
    """An override over a clause means those under it too."""
    report = mended(
        small(
            CLASH
            + """clause 1 "Warm" when warm then r is out
            clause 1.b "Old" when old then r is out
            clause 2 "Wet" when wet then r is within
            clause 3 "Neither" when not warm and not wet and not old then r is out
            fact old: yes/no "Old?" """
        )
    )
    also = {draft.text: draft.also for _, draft in drafts(report)}
    assert also["override 2 over 1"] == ("`1.b` and `2` name different values for `r`",)
    assert also["override 1 over 2"] == ()


# What is refused


def refusal(statements: str, candidate: Candidate, region: int | None = None) -> str:
    """Why a candidate is no draft for the first finding of a rulebook, or a region of it."""
    report = check(small(statements), jobs=1)
    world = World(report.rulebook)
    amendable, deadline = Amendable(report.rulebook), time.monotonic() + 60
    with Process(deadline) as process:
        remedies = Remedies(report, amendable, world, Prover(world, process), world.terms.true, deadline)
        with pytest.raises(Refused) as refused:
            remedies.attempt(candidate, report.findings[0], region)
    return str(refused.value)


REFUSED = {
    "what it settles is settled only in part": (
        SIZE + 'clause 1 "Small" when size < 5 then r is low\nclause 2 "High" when size > 7 then r is high',
        'part d "Narrow" when size = 5\nclause d.1 "Five" when size in 5..7 then r is high',
        "d.1",
        "no clause decides `r` still",
    ),
    "it clashes": (
        AROUND_FIVE,
        'clause 3 "All" when size >= 4 then r is high',
        "3",
        "`1` and `3` name different values for `r`",
    ),
    "it has no effect where it is needed": (
        AROUND_FIVE,
        'clause 3 "Five" when size = 5 and size > 3 then r is high',
        "3",
        "`size > 3` in `3` makes no difference: the rest says as much",
    ),
    "a clause is of no use any more": (
        AROUND_FIVE,
        'clause 3 "Up to five" when size <= 5 then r is low',
        "3",
        "`1` could be left out: `r` would come out the same",
    ),
    "a claim is false": (
        AROUND_FIVE + 'claim "five is high": size = 5 implies r = high',
        'clause 3 "Five" when size = 5 then r is low',
        "3",
        "the claim “five is high” is false",
    ),
    "a case fails": (
        AROUND_FIVE + 'case "four" given size = 4 expect r is low',
        'clause 3 "Four and five" when size in 4..5 then r is high overrides 1',
        "3",
        "the case “four” fails: `r` must be low and is high",
    ),
    "it is from nowhere": (
        'source "The law" 1, 2\n' + AROUND_FIVE,
        'clause 3 "Five" when size = 5 then r is low',
        "3",
        "`3` encodes no paragraph that the source lists",
    ),
    "it cannot be read": (AROUND_FIVE, 'clause 1 "Again" then r is low', "1", "which this amends, has `clause 1`"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_brings_something_is_refused(name: str) -> None:
    """With what it brings."""
    statements, text, clause, reason = REFUSED[name]
    assert reason in refusal(statements, Candidate(DraftKind.CLAUSE, text, clause))


def test_what_leaves_the_example_as_it_was_is_refused() -> None:
    """Though wherever it applies there is a ruling."""
    statements = SIZE + 'clause 1 "Small" when size < 5 then r is low\nclause 2 "High" when size > 7 then r is high'
    candidate = Candidate(DraftKind.CLAUSE, 'clause 3 "Seven" when size = 7 then r is high', "3")
    assert refusal(statements, candidate, 0) == "no clause decides `r` still"


LACKING = {
    "two instances of one clause": (
        """seats player 2..2
        ruling r: player "Who?"
        clause 1 "Everybody" for each p then r is p""",
        "no clause gives way to itself: restate it, so that its instances never differ",
    ),
    "a region that only words can tell": (
        """seats player 2..3
        fact away[p]: yes/no "Away?"
        fact who: player or nobody "Who?"
        ruling r: {a, b} "What?"
        clause 1 "Here" when not away[who] then r is a
        clause 2 "Away" when away[who] then r is b""",
        "only words can say where it is: `away[who]` is undefined for want of such a seat at the table",
    ),
    "an index that no seat is": (
        """type side = {ours, theirs}
        fact bid[s: side]: yes/no "Bid?"
        ruling r[s: side]: {a, b} "What?"
        clause 1 "Bid" when bid[ours] then r[ours] is a
        clause 2 "Theirs" then r[theirs] is a""",
        "`for each` binds seats only, and the region speaks of `s`",
    ),
    "no value to take": (
        """seats player 2..3
        ruling r: player "Who?" """,
        "no clause says which value `r` could have",
    ),
    "overrides and conditions": (
        CLASH
        + """clause 1 "Warm" when warm then r is out
        clause 2 "Warm or wet" when warm or wet then r is within
        clause 3 "Neither" when not warm and not wet then r is out
        claim "c": decided(r) implies not warm""",
        "; ".join(
            f"`{gist}` would bring: the claim “c” is false"
            for gist in (
                "override 2 over 1",
                "override 1 over 2",
                "restate clause 2 when (warm or wet) and not warm",
            )
        ),
    ),
    "every value that there is": (
        AROUND_FIVE + 'claim "open": decided(r) implies size != 5',
        "`r is low` would bring: the claim “open” is false; `r is high` would bring: the claim “open” is false",
    ),
}


@pytest.mark.parametrize("name", LACKING)
def test_what_has_no_draft_is_told_why(name: str) -> None:
    """In the rulebook's words."""
    statements, reason = LACKING[name]
    assert told(statements) == ([], [reason])


def test_what_was_there_already_may_be_more() -> None:
    """Where each value opens a gap that the rulebook has elsewhere, a draft says so."""
    report = mended(
        small(
            AROUND_FIVE
            + """ruling s: {a, b} "Then?"
            fact warm: yes/no "Warm?"
            clause 3 "Warm" when warm and r = low then s is a
            clause 4 "High" when warm and r = high then s is b"""
        )
    )
    found = [draft for finding, draft in drafts(report) if finding.ruling == "r"]
    assert found
    assert {draft.further for draft in found} == {("no clause decides `s`",)}


def test_only_gaps_and_clashes_are_mended_and_those_asked_for() -> None:
    """Nothing is told of others."""
    report = check(small(AROUND_FIVE + 'fact idle: yes/no "Idle?"'), jobs=1)
    assert {finding.kind for finding in report.findings} > {FindingKind.GAP}
    for kinds in (FindingKind, [FindingKind.CLASH]):
        for finding in mend(report, kinds, timeout=60, jobs=1).findings:
            assert (finding.mending is not None) == (finding.kind in MENDED.intersection(kinds))


def test_without_time_nothing_is_a_draft() -> None:
    """And that is what is told."""
    report = mended(small(AROUND_FIVE), timeout=0)
    (mending,) = (finding.mending for finding in report.findings if finding.mending)
    assert (mending.drafts, [each.reason for each in mending.lacking]) == ((), [TOO_LATE])


def test_jobs_change_nothing() -> None:
    """Two work side by side, and tell the same."""
    report = check(seeded(12).rulebook, jobs=1)
    one, two = (mend(report, FindingKind, timeout=60, jobs=jobs) for jobs in (1, 2))
    assert [finding.mending for finding in one.findings] == [finding.mending for finding in two.findings]
