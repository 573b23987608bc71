"""The bridge rulebook as written shows every known trouble of its source, and nothing that is not one.

For each entry of `sources/bridge.md` (BA-01 to BA-21) the table says what shows it: a gap in an ordinary
situation that has the trouble, a claim refuted, a claim proved, a reading that changes a ruling; or why no
finding can.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import pytest

from misdeal import Finding, Report, check, load
from misdeal.model.language import read
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome
from misdeal.model.meaning.examine import examined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.situation import Situation, fact_places

PAGE = Path(__file__).parents[2] / "model" / "rulebooks" / "bridge_1987.md"

Given: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Hole:
    """A ruling has a gap in the ordinary situation that departs in `given`, and the report says so."""

    ruling: str
    given: Given = field(hash=False)


@dataclass(frozen=True)
class Read:
    """A reading bears the entry's id, and a ruling comes out differently by it where `given` holds."""

    ruling: str
    given: Given = field(hash=False)


@dataclass(frozen=True)
class Refuted:
    """A claim that names the entry is refuted."""


@dataclass(frozen=True)
class Proved:
    """A claim that names the entry holds: the source settles it."""


@dataclass(frozen=True)
class Told:
    """No finding can show it; why."""

    why: str


Shown: TypeAlias = Hole | Read | Refuted | Proved | Told

FOURTEEN: Given = {"cards[south]": "14"}
TWELVE: Given = {"cards[north]": "12"}
BOTH: Given = {**FOURTEEN, **TWELVE}

SHOWN: Mapping[str, tuple[Shown, ...]] = {
    "BA-01": (Told("which edition is meant is no situation: the name bears the year, and the page says why"),),
    "BA-02": (Refuted(),),
    "BA-03": (
        Hole("action", {**FOURTEEN, "only_one": "any_wrong_hand"}),
        Hole("action", {**FOURTEEN, "only_one": "a_short_hand"}),
        Read("law", FOURTEEN),
    ),
    "BA-04": (Hole("action", {**FOURTEEN, "found": "play", "foreign[south]": "yes"}), Refuted()),
    "BA-05": (Refuted(),),
    "BA-06": (Refuted(),),
    "BA-07": (Proved(),),
    "BA-08": (Proved(), Told("the guard of 13.3 keeps the two apart; striking it shows the clash (below)")),
    "BA-09": (Hole("action", {**BOTH, "saw[south]": "yes", "refuses[east]": "yes"}),),
    "BA-10": (Read("section", {**BOTH, "looked[south]": "yes"}), Refuted()),
    "BA-11": (
        Hole("action", BOTH),
        Hole("calls_stand[west]", {**BOTH, "found": "auction", "called[west]": "yes"}),
    ),
    "BA-12": (Hole("section", {**TWELVE, "found": "auction_over", "passed_out": "yes"}),),
    "BA-13": (
        Read("section", {**TWELVE, "cards[south]": "12", "found": "played"}),
        Hole("section", {**TWELVE, "cards[south]": "12", "found": "played", "over_means": "long_and_short"}),
        Refuted(),
    ),
    "BA-14": (Proved(),),
    "BA-15": (Told("what a Director may do is a value of `penalty`; the amounts are 12C1's, not of this source"),),
    "BA-16": (Proved(), Hole("action", {**TWELVE, "found": "play", "missing[north]": "in_tricks"})),
    "BA-17": (Refuted(),),
    "BA-18": (Told("a duty decides nothing: 13.6 is a note, and no ruling waits for it"),),
    "BA-19": (Told("an implied clause supplies the end of the sentence; striking it shows the gap (below)"),),
    "BA-20": (Proved(),),
    "BA-21": (Told("thirteen cards each: nothing is to be decided under these Laws (below)"),),
}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    """The rulebook as it is shipped."""
    return load("bridge_1987")


@pytest.fixture(scope="module")
def report(rulebook: Rulebook) -> Report:
    """What is found in it."""
    return check(rulebook)


def place_of(rulebook: Rulebook, written: str) -> Place:
    """`name` or `name[south]` as a place."""
    assert rulebook.table
    name, _, index = written.rstrip("]").partition("[")
    return Place(name, rulebook.table.names.index(index) + 1 if index else None)


def value_of(fact: Fact, written: str) -> int:
    """The value of a fact that is written so."""
    return next(each for each in range(fact.type.low, fact.type.high + 1) if fact.type.show(each) == written)


def ordinary(rulebook: Rulebook, given: Given) -> Situation:
    """The situation in which everything not given is usual, or first of its type."""
    assert rulebook.table
    players = rulebook.table.usual
    wanted = {place_of(rulebook, written): value for written, value in given.items()}
    facts = rulebook.facts.values()
    values = {place: fact.type.low for fact in facts for place in fact_places(fact, players)}
    for name in rulebook.settling_order:
        fact = rulebook.facts[name]
        for place in fact_places(fact, players):
            evaluation = Evaluation(rulebook, Situation(players, dict(values)))
            asked = arises(evaluation, fact, place)
            if place in wanted:
                assert asked
                values[place] = value_of(fact, wanted[place])
            elif asked and (usual := usual_value(evaluation, fact, place)) is not None:
                values[place] = int(usual)
    return Situation(players, values)


def outcome(rulebook: Rulebook, ruling: str, given: Given) -> Outcome:
    """What comes out in the ordinary situation that departs in `given`, which is possible and examined."""
    evaluation = Evaluation(rulebook, ordinary(rulebook, given))
    assert evaluation.possible
    assert examined(evaluation, place_of(rulebook, ruling))
    return evaluation.outcome(place_of(rulebook, ruling))


def findings(report: Report, kind: str, ruling: str | None = None) -> list[Finding]:
    """The findings of a kind, or those about one ruling."""
    return [finding for finding in report.findings if finding.kind.value == kind and ruling in {None, finding.ruling}]


def claims_about(rulebook: Rulebook, entry: str) -> set[str]:
    """The titles of the claims that name an entry."""
    return {claim.title for claim in rulebook.claims if f"({entry})" in claim.title}


def is_shown(rulebook: Rulebook, report: Report, entry: str, shown: Shown) -> bool:
    """Whether the rulebook and its report show an entry in the way that the table says."""
    refuted = {finding.subject for finding in findings(report, "refuted")}
    match shown:
        case Hole(ruling, given):
            told = findings(report, "gap", ruling.partition("[")[0])
            return outcome(rulebook, ruling, given).kind is Kind.GAP and len(told) == 1 and told[0].whole
        case Read(ruling, given):
            reading = next(option for option in rulebook.options if option.ambiguity == entry)
            values = [reading.type.show(value) for value in range(reading.type.low, reading.type.high + 1)]
            outcomes = [outcome(rulebook, ruling, {**given, reading.name: value}) for value in values]
            return len({(each.kind, each.value) for each in outcomes}) > 1
        case Refuted():
            return bool(claims_about(rulebook, entry) & refuted)
        case Proved():
            return bool(claims_about(rulebook, entry) - refuted)
        case Told(why):
            return bool(why)


def struck(passage: str) -> Report:
    """What is found in the rulebook after the first occurrence of a passage is struck out."""
    text = PAGE.read_text(encoding="utf-8")
    assert passage in text
    return check(read(text.replace(passage, "", 1), "struck.md"))


@pytest.mark.parametrize("entry", SHOWN)
def test_each_known_trouble_is_shown(rulebook: Rulebook, report: Report, entry: str) -> None:
    """Every entry is shown in each way that the table says."""
    assert [shown for shown in SHOWN[entry] if not is_shown(rulebook, report, entry, shown)] == []


def test_the_table_has_every_entry() -> None:
    """BA-01 to BA-21, none left out."""
    assert list(SHOWN) == [f"BA-{number:02}" for number in range(1, 22)]


def test_every_reading_and_refuted_claim_stands_in_the_table(rulebook: Rulebook, report: Report) -> None:
    """No reading and no refuted claim is there for a reason of its own."""
    for reading in rulebook.options:
        assert any(isinstance(shown, Read) for shown in SHOWN[reading.ambiguity])
    for finding in findings(report, "refuted"):
        named = re.findall(r"\((BA-\d\d)\)", finding.subject or "")
        assert len(named) == 1
        assert Refuted() in SHOWN[named[0]]


def test_there_is_nothing_but_gaps_and_refuted_claims(report: Report) -> None:
    """No clash, failed case, dead clause, nothing stray or unused: what is found is the source's doing."""
    assert {finding.kind.value for finding in report.findings} == {"gap", "refuted"}
    assert {finding.ruling for finding in findings(report, "gap")} == {"section", "action", "calls_stand"}


def test_a_passed_out_deal_is_told_with_a_hand_of_twelve(rulebook: Rulebook, report: Report) -> None:
    """One region of the gap of `section` is the passed-out deal, told with one short hand (BA-12)."""
    (finding,) = findings(report, "gap", "section")
    told = [
        region.witness.situation for region in finding.regions if region.witness.situation.values[Place("passed_out")]
    ]
    assert told == [ordinary(rulebook, {**TWELVE, "found": "auction_over", "passed_out": "yes"})]


def test_the_most_ordinary_deal_without_a_ruling_has_a_fourteenth_card(report: Report) -> None:
    """The gap of `action` is told with fourteen cards beside three times thirteen, while counting (BA-03)."""
    (finding,) = findings(report, "gap", "action")
    assert finding.witness
    values = finding.witness.situation.values
    assert values[Place("found")] == 0
    assert sorted(values[Place("cards", seat)] for seat in range(1, 5)) == [13, 13, 13, 14]


def test_an_objection_under_13b_is_a_region_of_its_own(rulebook: Rulebook, report: Report) -> None:
    """One region of the gap of `action` is all of 13B in which somebody objects (BA-09)."""
    (finding,) = findings(report, "gap", "action")
    section = Place("section")
    sections = [Evaluation(rulebook, region.witness.situation).outcome(section).value for region in finding.regions]
    names = [rulebook.rulings["section"].type.show(value) for value in sections if value is not None]
    assert names.count("s13B") == 1


def test_two_short_hands_get_an_artificial_score(rulebook: Rulebook) -> None:
    """Twelve cards in two hands, none long, a call on one of them: 13.4, not Law 14 (BA-05)."""
    found = outcome(rulebook, "action", {**TWELVE, "cards[east]": "12", "found": "auction", "called[north]": "yes"})
    assert rulebook.rulings["action"].type.show(found.value or 0) == "artificial_score"
    assert [instance.clause.id for instance in found.deciding] == ["13.4.a"]


def test_striking_the_guard_of_13_3_makes_a_clash() -> None:
    """A call on a defective hand and a card seen would come under 13.3 and 13.4 at once (BA-08)."""
    clashes = findings(struck(" and not call_on_defective"), "clash")
    assert {finding.ruling for finding in clashes} == {"section"}
    assert {"13.3.b", "13.4.b"} <= {clause for finding in clashes for clause in finding.clauses}


def test_striking_what_is_implied_of_the_broken_sentence_makes_a_gap(rulebook: Rulebook) -> None:
    """Without the implied end of 14.3 nothing says that the calls on the restored hand stand (BA-19)."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = text.index("clause 14.3.b"), text.index("clause 14.3.c")
    (finding,) = findings(struck(text[begin:end]), "gap", "calls_stand")
    called = [region.witness for region in finding.regions]
    assert any(witness.situation.values[Place("cards", witness.subject)] != 13 for witness in called)
    assert (
        outcome(rulebook, "calls_stand[north]", {**TWELVE, "found": "auction", "called[north]": "yes"}).kind
        is Kind.VALUE
    )


def test_thirteen_cards_each_leave_nothing_to_decide(rulebook: Rulebook) -> None:
    """A wrong pack with right counts is no matter of these Laws (BA-21)."""
    evaluation = Evaluation(rulebook, ordinary(rulebook, {}))
    rulings = [Place(name) for name, ruling in rulebook.rulings.items() if ruling.index is None]
    assert {evaluation.outcome(place).kind for place in rulings} == {Kind.DOES_NOT_ARISE}
