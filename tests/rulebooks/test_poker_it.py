"""The poker rulebook as written shows every known trouble of its source, and nothing that is not one.

For each entry of `sources/poker.md` (PA-01 to PA-34) the table says what shows it: a gap in an ordinary
situation that has the trouble, a refuted claim, a reading that changes a ruling; or why no finding can.
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import pytest

from misdeal import Finding, Report, check, load
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, Type, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.settle import settle
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.effort import REGIONS
from misdeal.proofs.examiner import Examiner, Task
from misdeal.proofs.inquiry import Prover
from misdeal.proofs.mutants import struck
from misdeal.proofs.outcomes import Outcomes
from misdeal.proofs.solve import Process
from misdeal.proofs.world import World

PAGE = Path(__file__).parents[2] / "model" / "rulebooks" / "poker_it.md"
PATIENCE = 300.0  # seconds

Given: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Hole:
    """A ruling has a gap in an ordinary situation that departs in `given`, and the report says so."""

    ruling: str
    given: Given = field(hash=False)


@dataclass(frozen=True)
class Refuted:
    """A claim that names the entry is refuted."""


@dataclass(frozen=True)
class Read:
    """A reading bears the entry's id, and a ruling comes out differently by it where `given` holds."""

    ruling: str
    given: Given = field(hash=False)


@dataclass(frozen=True)
class Told:
    """No finding can show it; why."""

    why: str


Shown: TypeAlias = Hole | Refuted | Read | Told

SHOWN: Mapping[str, tuple[Shown, ...]] = {
    "PA-01": (Told("only one reading is consistent: the right of the absent player"),),
    "PA-02": (Hole("cutter", {"presence[5]": "away", "presence[4]": "away"}),),
    "PA-03": (Refuted(), Read("cutter", {"presence[5]": "sits_out"})),
    "PA-04": (Hole("cutter", {"presence[5]": "away", "presence[4]": "sits_out"}),),
    "PA-05": (Refuted(),),
    "PA-06": (
        Read("deal", {"found": "dealt", "slip": "yes"}),
        Hole("deal", {"found": "dealt", "slip": "yes", "every_other": "while_dealing"}),
    ),
    "PA-07": (
        Hole("coup", {"found": "dealing", "slip": "yes"}),
        Hole("coup", {"found": "first_round", "masked": "yes"}),
    ),
    "PA-08": (Refuted(),),
    "PA-09": (Refuted(), Read("coup", {"found": "dealt", "blind": "yes", "pack": "35"})),
    "PA-10": (
        Hole("coup", {"found": "dealt", "passed_out": "yes", "pass_out": "over", "pack": "35"}),
        Read("coup", {"found": "dealt", "passed_out": "yes", "pack": "35"}),
    ),
    "PA-11": (Read("coup", {"found": "dealt", "slip": "yes"}),),
    "PA-12": (
        Hole("coup", {"found": "drawn", "pack": "35", "every_coup": "not_the_pack", "at_draw": "that_moment"}),
        Read("coup", {"found": "drawn", "pack": "35"}),
    ),
    "PA-13": (Told("a question of fact: whoever enters `acted` has to know who speaks first"),),
    "PA-14": (Told("the text resolves it by rule and exception; striking P7.1's override shows it (below)"),),
    "PA-15": (
        Hole("coup", {"found": "opened", "pack": "35", "every_coup": "not_the_pack"}),
        Read("coup", {"found": "opened", "pack": "35"}),
    ),
    "PA-16": (Read("coup", {"found": "drawing", "cards[3]": "6"}),),
    "PA-17": tuple(
        Hole("standing[3]", {"found": found, **cards})
        for found in ("opened", "showdown")
        for cards in (
            {"cards[3]": "6"},
            {"cards[3]": "4"},
            {"cards[3]": "7", "cards[4]": "4"},
            {"cards[3]": "6", "cards[5]": "4"},
        )
    ),
    "PA-18": (
        Hole("stake[3]", {"found": "drawing", "pack": "35"}),
        Told("no sentence touches the completing of a hand of four, or an opening by a hand of six"),
    ),
    "PA-19": (Refuted(),),
    "PA-20": (Refuted(), Read("standing[3]", {"found": "drawn", "cards[3]": "6", "cards[4]": "4"})),
    "PA-21": (Read("ante[2]", {"found": "dealt", "pack": "35", "thrown_in[2]": "before_call", "raised_by": "3"}),),
    "PA-22": (
        Hole("right[2]", {"found": "dealt", "thrown_in[2]": "after_call", "raised_by": "3"}),
        Hole("ante[2]", {"found": "dealt", "pack": "35", "raised_by": "3"}),
    ),
    "PA-23": (Hole("may_annul", {"found": "dealt", "pack": "35", "discussion": "disputed"}),),
    "PA-24": (Hole("dealer", {"presence[1]": "joined", "presence[2]": "joined"}),),
    "PA-25": (Told("a question of fact: whoever enters `joined` has to know what `just now` means"),),
    "PA-26": (
        Hole("absent_ante", {"presence[1]": "away", "charged": "yes", "once": "leave"}),
        Read("absent_ante", {"presence[1]": "away", "charged": "yes"}),
    ),
    "PA-27": (Hole("dealer", {"presence[1]": "away"}),),
    "PA-28": (Told("it takes two coups, and a situation is one: P1.2 and P2.2 each rule their own"),),
    "PA-29": (Told("a question of fact, `stripped`, player by player; who decides it is no ruling"),),
    "PA-30": (
        Hole("deal", {"found": "dealt", "dealt_by": "2"}),
        Hole("deal", {"found": "dealing", "dealt_by": "2"}),
    ),
    "PA-31": (Told("a harmless overlap: P5.d and P5.e say the same (below)"),),
    "PA-32": (Told("a question of fact, `sixth_begun`; found after the opening it is PA-17"),),
    "PA-33": (
        Read("deal", {"found": "first_round", "cut_by": "nobody"}),
        Hole("deal", {"found": "first_round", "cut_by": "nobody", "uncut": "does_not"}),
    ),
    "PA-34": (Told("a question of fact, `masked`, which keeps the word of the source undefined"),),
}

HOLES = {"dealer", "cutter", "absent_ante", "right", "coup", "may_annul"} | {
    "deal",
    "deals_again",
    "ante",
    "stake",
    "standing",
}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    """The rulebook as it is shipped."""
    return load("poker_it")


@pytest.fixture(scope="module")
def report(rulebook: Rulebook) -> Report:
    """What is found in it."""
    return check(rulebook, timeout=PATIENCE)


def ordinary(rulebook: Rulebook, given: Given) -> Situation:
    """The usual table, player 1's turn to deal, every passage read in the first way, departing in `given`."""
    assert rulebook.table
    first = {reading.name: reading.type.show(reading.type.low) for reading in rulebook.options}
    written = {"found": "cutting", "turn": "1", **first, **given}
    places = {place_of(name): value for name, value in written.items()}
    known = {place: value_of(rulebook.facts[place.name].type, value) for place, value in places.items()}
    situation = settle(rulebook, rulebook.table.usual, known, usual=True)
    assert isinstance(situation, Situation)
    return situation


def value_of(kind: Type, written: str) -> Value:
    """The value of a type that is written so."""
    values: list[Value] = [False, True] if isinstance(kind, Flag) else list(range(kind.low, kind.high + 1))
    return next(value for value in values if kind.show(value) == written)


def place_of(written: str) -> Place:
    """`name` or `name[3]` as a place."""
    name, _, index = written.rstrip("]").partition("[")
    return Place(name, int(index) if index else None)


def outcome(rulebook: Rulebook, ruling: str, given: Given) -> Outcome:
    """What comes out for a ruling where `given` holds, which has to be possible and examined."""
    evaluation = Evaluation(rulebook, ordinary(rulebook, given))
    assert evaluation.possible
    assert examined(evaluation, place_of(ruling))
    return evaluation.outcome(place_of(ruling))


def findings(report: Report, kind: str, ruling: str | None = None) -> list[Finding]:
    """The findings of a kind, or those about one ruling."""
    return [each for each in report.findings if each.kind.value == kind and ruling in {None, each.ruling}]


def looked_at(rulebook: Rulebook, rulings: Sequence[str]) -> Iterator[Finding]:
    """The gaps, clashes and undefined values of some rulings, no others looked for."""
    world = World(rulebook)
    with Process(time.monotonic() + PATIENCE) as process:
        examiner = Examiner(world, Prover(world, process), world.terms.true, REGIONS)
        for ruling in rulings:
            outcomes = Outcomes(rulebook, world.decider, rulebook.rulings[ruling])
            obligations = (*outcomes.gap(), *outcomes.clashes(), *outcomes.undefined())
            for failed in examiner.examine(Task(ruling, nowhere=obligations)).failed:
                yield from examiner.tell(obligations[failed]).findings


def is_shown(rulebook: Rulebook, report: Report, entry: str, shown: Shown) -> bool:
    """Whether the rulebook and its report show an entry in the way that the table says."""
    match shown:
        case Hole(ruling, given):
            told = findings(report, "gap", place_of(ruling).name)
            return outcome(rulebook, ruling, given).kind is Kind.GAP and len(told) == 1 and told[0].whole
        case Refuted():
            return any(f"({entry})" in (finding.subject or "") for finding in findings(report, "refuted"))
        case Read(ruling, given):
            reading = next(option for option in rulebook.options if option.ambiguity == entry)
            values = [reading.type.show(value) for value in range(reading.type.low, reading.type.high + 1)]
            outcomes = [outcome(rulebook, ruling, {**given, reading.name: value}) for value in values]
            return len({(each.kind, each.value) for each in outcomes}) > 1
        case Told(why):
            return bool(why)


@pytest.mark.parametrize("entry", SHOWN)
def test_each_known_trouble_is_shown(rulebook: Rulebook, report: Report, entry: str) -> None:
    """Every entry is shown in each way that the table says."""
    assert all(is_shown(rulebook, report, entry, shown) for shown in SHOWN[entry])


def test_the_table_has_every_entry() -> None:
    """PA-01 to PA-34, none left out."""
    assert list(SHOWN) == [f"PA-{number:02}" for number in range(1, 35)]


def test_every_reading_and_refuted_claim_stands_in_the_table(rulebook: Rulebook, report: Report) -> None:
    """No reading and no refuted claim is there for a reason of its own."""
    for reading in rulebook.options:
        assert any(isinstance(shown, Read) for shown in SHOWN[reading.ambiguity])
    for finding in findings(report, "refuted"):
        named = re.findall(r"\((PA-\d\d)\)", finding.subject or "")
        assert len(named) == 1
        assert Refuted() in SHOWN[named[0]]


def test_there_is_nothing_but_gaps_and_refuted_claims(report: Report) -> None:
    """No clash, no dead clause, nothing stray or unused: what is found is the source's doing."""
    assert {finding.kind.value for finding in report.findings} == {"gap", "refuted"}
    assert {finding.ruling for finding in findings(report, "gap")} == HOLES


def test_wrong_counts_are_told_in_four_regions(report: Report) -> None:
    """One list about "a player p", never one per seat (PA-17)."""
    (finding,) = findings(report, "gap", "standing")
    assert finding.whole
    assert len(finding.regions) <= 4


def test_two_newcomers_are_the_ordinary_example(report: Report) -> None:
    """A gap of `dealer` shows the turn away, another two joiners in a row (PA-24, PA-27)."""
    (finding,) = findings(report, "gap", "dealer")
    seen = []
    for region in finding.regions:
        situation = region.witness.situation
        turn = situation.values[Place("turn")]
        following = turn % situation.players + 1
        seen.append([situation.values[Place("presence", seat)] for seat in (turn, following)])
    away, joined, plays = 3, 1, 0
    assert [away, plays] in seen
    assert [joined, joined] in seen


def test_striking_the_override_of_the_draw_makes_a_clash(tmp_path: Path) -> None:
    """P6.3 and P7.1 contradict each other where nothing says which comes first (PA-14)."""
    text = PAGE.read_text(encoding="utf-8")
    struck = text.replace("  overrides P6.3.a\n", "")
    assert struck != text
    page = tmp_path / "poker_it.md"
    page.write_text(struck, encoding="utf-8")
    (finding,) = findings(check(load(str(page)), timeout=PATIENCE), "clash")
    assert finding.ruling == "coup"
    assert set(finding.clauses) == {"P6.3.a", "P7.1"}


@pytest.mark.parametrize(
    ("clause", "ruling", "readers"),
    [
        ("P1.1.c", "cutter", ["may_deal"]),
        ("P2.1.b", "dealer", ["cutter", "flaw", "right", "deals_again"]),
        ("P5.0.b", "coup", ["may_annul", "deals_again", "ante", "stake"]),
    ],
)
def test_a_hole_does_not_show_in_what_reads_it(
    rulebook: Rulebook, report: Report, clause: str, ruling: str, readers: list[str]
) -> None:
    """Strike a clause: of what it decides more is found, and of the rulings that read that, word for word the same.

    But for what is said of situations that are not counted, which is known only once all rulings are looked at.
    """
    found = list(looked_at(struck(rulebook, clause).rulebook, [ruling, *readers]))
    own = [finding for finding in found if finding.ruling == ruling]
    before = [finding for finding in report.findings if finding.kind.value in {"gap", "clash", "undefined"}]
    assert own != [finding for finding in before if finding.ruling == ruling]
    for reader in readers:
        of_it = [finding for finding in found if finding.ruling == reader]
        assert of_it == [replace(finding, uncounted=()) for finding in before if finding.ruling == reader]


def test_a_sixth_card_that_was_given_is_one_error(rulebook: Rulebook) -> None:
    """P5.d and P5.e both speak of it, and say the same (PA-31)."""
    found = outcome(rulebook, "flaw", {"found": "dealt", "cards[2]": "6", "sixth_begun": "yes"})
    assert found.kind is Kind.VALUE
    assert {instance.clause.id for instance in found.deciding} == {"P5.d", "P5.e"}
