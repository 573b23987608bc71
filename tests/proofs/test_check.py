"""What `check` may say: unknown is never proved, false witnesses are refused, obligations need no solver."""

import json
import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.meaning.situation import Situation
from misdeal.proofs import decide
from misdeal.proofs.check import check, obligations
from misdeal.proofs.examiner import Examiner
from misdeal.proofs.finding import Finding, FindingKind, Severity, Verdict, Witness
from misdeal.proofs.obligation import Obligation, Sense
from misdeal.proofs.replay import Disagreement, replay
from misdeal.proofs.solve import Answer, Process, Solver, Unknown
from misdeal.proofs.telling import plain
from misdeal.proofs.world import World

from ..strategies import renamed, seeded
from ..worlds import well_formed

OPEN = """```misdeal
rulebook open_ended "A gap, a clash and a false claim"
seats player 2..3
fact dealer: player usually 1 "Who deals?"
fact away[p]: yes/no usually no "Is the player away?"
option strict: yes/no "Strict?"
ruling coup: {stands, void} "What becomes of the coup?"
clause 1 "Away" when some p: away[p] then coup is void
clause 2 "The dealer" when away[dealer] and strict then coup is stands
claim "never void": coup != void
```"""


def rulebook(text: str) -> Rulebook:
    """The rulebook of a text."""
    return read(text, "test.md")


def obligation(book: Rulebook, kind: FindingKind) -> Obligation:
    """The first obligation of a kind."""
    return next(each for _, group in obligations(World(book)) for each in group if each.kind is kind)


# Unknown


def test_without_time_nothing_is_proved() -> None:
    """With no time at all every obligation is unknown with a reason, and no finding needs a solver."""
    report = check(rulebook(OPEN), timeout=0)
    assert {tally.verdict for tally in report.tallies} == {Verdict.UNKNOWN}
    assert all(tally.reason for tally in report.unknown)
    assert not report.findings


@pytest.mark.parametrize("seed", range(8))
def test_unknown_is_never_shown_as_proved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever answers fail to come, each verdict is the true one or unknown, and no finding is made up."""
    book = seeded(seed).rulebook
    whole = check(book)
    true: dict[tuple[FindingKind, str], set[Verdict]] = {}
    for tally in whole.tallies:
        true.setdefault((tally.kind, tally.sentence), {Verdict.UNKNOWN}).add(tally.verdict)
    random, ask = Random(seed), Solver.check  # noqa: S311

    def fail(self: Solver, *question: Sequence[Any]) -> Answer:
        return Unknown("planted") if random.random() < 0.15 else ask(self, *question)

    monkeypatch.setattr(Solver, "check", fail)
    for _ in range(3):
        report = check(book)
        for tally in report.tallies:
            assert tally.verdict in true.get((tally.kind, tally.sentence), {Verdict.UNKNOWN})
        told = {
            (finding.kind, finding.message) for finding in report.findings if finding.kind.severity is Severity.ERROR
        }
        assert told <= {(finding.kind, finding.message) for finding in whole.findings}


# Obligations as data


def test_obligations_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Obligations can be listed and counted where no solver can be started."""
    monkeypatch.setattr(Process, "start", None)
    every = [each for _, group in obligations(World(rulebook(OPEN))) for each in group]
    assert {each.sense for each in every} == set(Sense)
    assert all(each.sentence and each.problem for each in every)
    assert {FindingKind.GAP, FindingKind.CLASH, FindingKind.REFUTED, FindingKind.DEAD} <= {each.kind for each in every}


def test_every_obligation_is_tallied() -> None:
    """A report has a verdict for each obligation."""
    for seed in range(5):
        book = seeded(seed).rulebook
        report = check(book)
        if any(tally.kind is FindingKind.IMPOSSIBLE and tally.verdict is Verdict.REFUTED for tally in report.tallies):
            continue
        sentences = {each.sentence for _, group in obligations(World(book)) for each in group}
        assert sentences <= {tally.sentence for tally in report.tallies}


def test_no_text_of_a_rulebook_reaches_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent to the solver has generated symbols only: no name, no title, no text."""
    sent: list[str] = []
    tell, define = Process.tell, Process.define

    def listen(self: Process, message: Mapping[str, Any]) -> None:
        sent.append(json.dumps(message))
        tell(self, message)

    monkeypatch.setattr(Process, "tell", listen)

    def hear(self: Process, *words: Any) -> None:  # noqa: ANN401 - whatever it is told
        sent.append(json.dumps(words))
        define(self, *words)

    monkeypatch.setattr(Process, "define", hear)
    for seed in range(5):
        book = seeded(seed, renamed)
        sent.clear()
        check(book.rulebook)
        words = set(re.findall(r"[A-Za-z_][\w.]*", "\n".join(sent)))
        assert words.isdisjoint(book.names)
        assert not [word for word in words if word.startswith("z")]


# Replay


def test_true_witnesses_are_replayed() -> None:
    """The witness of a finding passes its replay."""
    book = rulebook(OPEN)
    for finding in check(book).findings:
        if finding.witness and finding.kind is FindingKind.GAP:
            replay(book, finding, finding.witness)


def test_false_witnesses_are_refused() -> None:
    """A situation that does not show a gap is a disagreement, loud."""
    book = rulebook(OPEN)
    gap = plain(obligation(book, FindingKind.GAP))
    refused = 0
    for situation in well_formed(book):
        try:
            replay(book, gap, Witness(situation))
        except Disagreement:
            refused += 1
    assert 0 < refused < sum(1 for _ in well_formed(book))


def test_impossible_witnesses_are_refused() -> None:
    """A situation that an `always` denies shows nothing."""
    book = rulebook(OPEN.replace("ruling coup", 'always dealer = 1 "he always does"\nruling coup'))
    gap = plain(obligation(book, FindingKind.GAP))
    allowed = next(each for each in well_formed(book) if not any(value is True for value in each.values.values()))
    replay(book, gap, Witness(allowed))
    denied = Situation(
        allowed.players,
        {place: 2 if place.name == "dealer" else value for place, value in allowed.values.items()},
    )
    with pytest.raises(Disagreement):
        replay(book, gap, Witness(denied))


def test_a_broken_encoder_is_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the encoder loses an override, the clash that it then sees is refused by the replay."""
    book = rulebook(OPEN.replace("then coup is stands", "then coup is stands overrides 1"))
    assert not [finding for finding in check(book).findings if finding.kind is FindingKind.CLASH]
    monkeypatch.setattr(decide, "_overriders", lambda clauses: {clause.id: [] for clause in clauses})
    monkeypatch.setattr("misdeal.proofs.outcomes.Outcomes._may_clash", lambda *_: True)
    with pytest.raises(Disagreement):
        check(book)


# One hole is one finding

READ = """```misdeal
rulebook pair "One ruling reads another"
fact size: 0..3 usually 0 "How large?"
fact late: yes/no usually no "Is it late?"
ruling coup: {stands, void} "What becomes of the coup?"
ruling deal: {stays, passes} SCOPE "What becomes of the deal?"
clause 1 "Small" when size < 2 then coup is stands
clause 2 "Two" when size = 2 then coup is void
clause 3 "Three" when size = 3 then coup is void
clause 4 "In time" when not late CONDITION then deal is passes
```"""


@pytest.mark.parametrize("struck", ["1", "3"])
@pytest.mark.parametrize(
    ("scope", "condition"),
    [
        ("", "and (coup = stands or coup = void)"),
        ("", "and (decided(coup) or coup = void)"),
        ("", "and (if coup = stands then size < 2 else size >= 2)"),
        ("when coup = stands or coup = void", ""),
        ("when not late or coup = stands or coup = void", ""),
    ],
)
def test_a_hole_shows_once(scope: str, condition: str, struck: str) -> None:
    """A ruling that reads one which becomes undecided has the gap that it had, in the same words.

    Its example is the same too, unless it lies in the new gap: that of the usual size does.
    """
    text = READ.replace("SCOPE", scope).replace("CONDITION", condition)
    (before,) = errors(rulebook(text))
    hole, after = errors(rulebook(re.sub(rf"clause {struck} .*", "", text)))
    assert (hole.kind, hole.ruling) == (FindingKind.GAP, "coup")
    for each in (before, after):
        assert (each.kind, each.ruling) == (FindingKind.GAP, "deal")
        assert [region.conditions for region in each.regions] == [("late",)]
    assert (after.witness == before.witness) == (struck != "1")


def errors(book: Rulebook) -> list[Finding]:
    """The findings that are errors."""
    return [finding for finding in check(book, jobs=1).findings if finding.kind.severity is Severity.ERROR]


# What is told


def test_options_are_told() -> None:
    """A finding says under which options it occurs."""
    clash = next(finding for finding in check(rulebook(OPEN)).findings if finding.kind is FindingKind.CLASH)
    assert clash.options == ("strict",)


def test_regions_beyond_the_limit_are_not_called_the_whole() -> None:
    """Where regions are left out a situation outside them is told, and the list is not called whole."""
    text = """```misdeal
rulebook many "Many gaps"
fact kind: 0..8 "What kind?"
ruling coup: {stands, void} "What?"
clause 1 "Odd" when kind = 1 or kind = 3 or kind = 5 or kind = 7 then coup is void
clause 2 "Or" when kind != 0 and kind != 2 and kind != 4 and kind != 6 and kind != 8 then coup is void
fact size: 0..2 "How large?"
clause 3 "Small" when size = 1 and kind in {0, 4, 8} then coup is stands
clause 4 "Large" when size = 2 and kind in {2, 6} then coup is stands
```"""
    gap = next(finding for finding in check(rulebook(text), regions=1).findings if finding.kind is FindingKind.GAP)
    assert len(gap.regions) == 1
    assert not gap.whole
    assert gap.beyond
    gap = next(finding for finding in check(rulebook(text)).findings if finding.kind is FindingKind.GAP)
    assert gap.whole
    assert gap.beyond is None
    assert len(gap.regions) > 1


# Large numbers


@pytest.mark.parametrize("high", [1_000, 10**9])
def test_the_width_of_a_range_costs_nothing(high: int) -> None:
    """Sums of numbers of any size are reckoned with; no step is made for each of their values."""
    page = f"""```misdeal
rulebook wide "Wide sums"
seats hand = north, east
fact points[p]: 0..{high} usually 0 "How many points has the player?"
ruling pays[p]: yes/no "Does the player pay?"
clause 1 "Exact" for each p when (total q: points[q]) = 983 and points[p] > 7 then pays[p] is yes
```"""
    report = check(rulebook(page), timeout=20)
    assert not report.unknown
    (gap,) = report.findings
    assert [region.conditions for region in gap.regions] == [("(total q: points[q]) != 983",), ("points[p] <= 7",)]
    assert sum(gap.regions[1].witness.situation.values.values()) == 983


def test_time_that_is_short_is_short_for_regions_not_for_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is told after every verdict."""
    done: list[str] = []
    for name in ("examine", "tell"):
        plain = getattr(Examiner, name)

        def noted(self: Examiner, given: Any, name: str = name, plain: Any = plain) -> Any:  # noqa: ANN401
            done.append(name)
            return plain(self, given)

        monkeypatch.setattr(Examiner, name, noted)
    check(rulebook(OPEN), jobs=1)
    assert done == sorted(done)
    assert done.count("tell") >= 2
