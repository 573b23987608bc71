"""What was found out before changes how long an answer takes and never the answer, whatever was found out before."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from misdeal.cli.checked import Run, checked
from misdeal.cli.json_report import write_json
from misdeal.cli.terminal import Paper
from misdeal.cli.text_report import write_report
from misdeal.model.language import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.library import load
from misdeal.proofs import memory, recall
from misdeal.proofs.check import check, obligations
from misdeal.proofs.effort import REGIONS
from misdeal.proofs.finding import FindingKind, Severity
from misdeal.proofs.records import Records
from misdeal.proofs.replay_finding import replay_finding
from misdeal.proofs.report import Report
from misdeal.proofs.smtlib import Script
from misdeal.proofs.solve import Process
from misdeal.proofs.world import World
from tests.mutation import editions
from tests.shelf import Shelf
from tests.worlds import well_formed

HOUSE = """```misdeal
rulebook house "House"
fact late: yes/no usually no "Late?"
fact ahead: 0..9 usually 0 "How far ahead?"
option strict: yes/no "Strict?"
ruling game: {goes_on, ends} "Game?"
ruling fine: 0..3 otherwise 0 "Fine?"
clause 1 "One" when late and ahead > 2 then game is ends
clause 2 "Two" when not late then game is goes_on
clause 3 "Three" when ahead in 3..5 then game is goes_on
clause 4 "Four" when late and strict then fine is 2
claim "the fine is small": fine < 2
claim "late matters": game depends only on ahead
case "early"
  given late = no, strict = no
  expect game is ends
```
"""


@cache
def book(text: str) -> Rulebook:
    """The rulebook of a text."""
    return read(text, "house.md")


def house(old: str = "", new: str = "") -> Rulebook:
    """The rulebook, with something else in it."""
    assert old in HOUSE
    return book(HOUSE.replace(old, new, 1))


def agree(one: Report, other: Report) -> None:
    """Two reports on one rulebook are the same, to what is told of them."""
    assert one == other
    assert told(one) == told(other)


def told(report: Report) -> str:
    """All that is told of a report."""
    return write_json(Run((checked("book.md", report),), Severity.NOTE))


def text_of(report: Report) -> str:
    """What is told of a report as text."""
    paper = Paper(width=100, coloured=False)
    write_report(paper, checked("book.md", report))
    return paper.text()


def examine(seed: int, shelf: Shelf) -> None:
    """Check both editions of a seed with what others left on a shelf, and without."""
    for edition in editions(seed):
        plain = check(edition, jobs=1)
        agree(check(edition, jobs=1, cache=shelf), plain)
        again = recall.recall(shelf, edition, REGIONS)
        if not plain.unknown:
            assert again is not None, "what is known is kept, and passes its replay"
            agree(again, plain)


def test_a_cache_that_others_filled_changes_nothing() -> None:
    """Whichever rulebooks filled it: all of them share one shelf, and have many names in common."""
    shelf = Shelf()
    for seed in range(5):
        examine(seed, shelf)
    assert shelf.asked[True] > 100, "something has to be found there"


@pytest.mark.deep
@pytest.mark.parametrize("first", range(0, 1_000, 50))
def test_a_cache_that_many_filled_changes_nothing(first: int) -> None:
    """The same of many more."""
    shelf = Shelf()
    for seed in range(first, first + 50):
        examine(seed, shelf)


def test_jobs_beside_one_another_find_out_the_same() -> None:
    """However many there are: what one of them finds out is not known to the others before it is kept."""
    known = set[int]()
    for jobs in (1, 3):
        shelf = Shelf()
        check(house("ahead > 2", "ahead > 3"), jobs=jobs, cache=shelf)
        report = check(house(), jobs=jobs, cache=shelf)
        agree(report, check(house(), jobs=1))
        known.add(report.known)
    assert len(known) == 1


# What is looked at anew


def texts(rulebook: Rulebook) -> list[str]:
    """Of each obligation its formula as SMT-LIB text, by itself."""
    found = []
    for _, group in obligations(World(rulebook)):
        for obligation in group:
            script = Script()
            script.word(obligation.scene.formula)
            found.append(script.take()[1])
    return found


def looks_anew_only_at_what_changed(old: Rulebook, new: Rulebook) -> None:
    """A change of a clause: just those obligations are looked at whose text is new."""
    shelf = Shelf()
    check(old, cache=shelf)
    report = check(new, cache=shelf)
    before, now = set(texts(old)), texts(new)
    anew = sum(text not in before for text in now)
    counted = [tally for tally in report.tallies if tally.kind is not FindingKind.FAILED]
    assert 0 < anew < len(now) / 2
    assert len(counted) - report.known == anew


def test_a_change_of_a_clause_is_looked_at_where_it_matters() -> None:
    """The count is the number of obligations whose SMT-LIB text is new."""
    looks_anew_only_at_what_changed(house(), house("late and strict", "late or strict"))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("poker_it_settled", "when passed_out and pass_out = over", "when passed_out"),
        ("poker_it_settled", "when found < dealt\n  then coup is void", "when found < dealing\n  then coup is void"),
        ("poker_it", "when cut_by != cutter\n", "when cut_by != cutter and open\n"),
        ("bridge_1987_settled", "when surplus_played\n  then action", "when not surplus_played\n  then action"),
    ],
)
def test_a_change_of_a_clause_of_a_shipped_rulebook_is_looked_at_where_it_matters(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    """The same of rulebooks that people use."""
    page, text = tmp_path / "house.md", load(name).text
    assert text.count(old) == 1
    page.write_text(text, "utf-8")
    before = load(str(page))
    page.write_text(text.replace(old, new), "utf-8")
    looks_anew_only_at_what_changed(before, load(str(page)))


def test_a_change_of_prose_is_looked_at_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines move, and no solver is started."""
    shelf = Shelf()
    check(house(), cache=shelf, jobs=1)
    moved = book("Some prose.\n\n" + HOUSE)
    plain = check(moved, jobs=1)
    monkeypatch.setattr(Process, "start", lambda _: pytest.fail("a solver is started"))
    report = check(moved, cache=shelf, jobs=1)
    agree(report, plain)
    assert report.known == sum(tally.kind is not FindingKind.FAILED for tally in report.tallies)


# What is not believed


def forged(shelf: Shelf, forge: Callable[[Any], Any]) -> Shelf:
    """A shelf on which every witness is another one."""

    def walk(data: Any) -> Any:  # noqa: ANN401 - JSON
        if isinstance(data, list):
            return forge(data) if data[:1] == ["Witness"] else [walk(each) for each in data]
        return data

    other = Shelf()
    other.texts = {key: json.dumps(walk(json.loads(text))) for key, text in shelf.texts.items()}
    return other


def situations(book: Rulebook) -> Iterator[list[Any]]:
    """Every situation of a rulebook as it is written."""
    return (Records(book).plain(situation) for situation in well_formed(book))


def test_a_forged_witness_is_found_by_replay() -> None:
    """One that does not show its finding: the report is found out anew, to the letter."""
    plain, shelf = check(house(), jobs=1), Shelf()
    check(house(), jobs=1, cache=shelf)
    early = next(each for each in situations(house()) if each == [0, False, 0, False])
    lying = forged(shelf, lambda data: [data[0], early, *data[2:]])
    assert recall.recall(lying, house(), REGIONS) is None
    agree(check(house(), jobs=1, cache=lying), plain)


def test_what_fails_is_not_believed_without_its_finding() -> None:
    """Where every formula is said to hold somewhere, what must hold nowhere is asked anew."""
    shelf = Shelf()
    check(house(), jobs=1, cache=shelf)
    lying = Shelf()
    lying.texts = {key: "true" if text == "false" else text for key, text in shelf.texts.items()}
    del lying.texts[recall.report_key(house(), REGIONS)]
    errors = {FindingKind.GAP, FindingKind.CLASH, FindingKind.UNDEFINED, FindingKind.REFUTED}
    report, plain = check(house(), jobs=1, cache=lying), check(house(), jobs=1)
    found = [[each for each in one.findings if each.kind in errors] for one in (report, plain)]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "situation",
    [[], [0], [0, 1, 0, False], [0, False, 10, False], [0, False, 0, False, 0], [7, False, 0, False], "x", None],
)
def test_what_is_no_situation_is_a_miss(situation: object) -> None:
    """Another form, or values that its types have not."""
    shelf = Shelf()
    check(house(), jobs=1, cache=shelf)
    lying = forged(shelf, lambda data: [data[0], situation, *data[2:]])
    assert recall.recall(lying, house(), REGIONS) is None


def spoilt(data: Any, random: Random) -> Any:  # noqa: ANN401 - JSON
    """JSON in which some value is another one, or is missing."""
    spots, waiting = list[tuple[list[Any], int]](), [data]
    while waiting:
        this = waiting.pop()
        spots += ((this, at) for at in range(len(this)))
        waiting += (each for each in this if isinstance(each, list))
    within, at = random.choice(spots)
    others = [other[place] for other, place in spots if type(other[place]) is type(within[at])]
    odd: list[Any] = [None, True, 0, 1, -1, "", [], "gap"]
    within[at] = deepcopy(random.choice([*random.sample(others, min(8, len(others))), *odd]))
    if random.random() < 0.2:
        del within[random.randrange(len(within))]
    return data


@pytest.mark.parametrize("seed", range(2))
def test_what_is_spoilt_is_a_miss_or_is_replayed(seed: int) -> None:
    """Whatever a text says: no situation that does not show its finding comes back."""
    shelf, random = Shelf(), Random(seed)  # noqa: S311 - nothing secret
    edition = house() if seed == 0 else editions(seed)[0]
    check(edition, jobs=1, cache=shelf)
    kept = shelf.texts[recall.report_key(edition, REGIONS)]
    for _ in range(150):
        shelf.texts[recall.report_key(edition, REGIONS)] = json.dumps(spoilt(json.loads(kept), random))
        again = recall.recall(shelf, edition, REGIONS)
        for finding in again.findings if again else ():
            replay_finding(edition, finding)
        if again:
            told(again)
            text_of(again)


def test_what_is_no_record_is_a_miss() -> None:
    """Whatever is found there, the report is the same."""
    shelf, odd = Shelf(), Shelf()
    report = check(house(), jobs=1, cache=shelf)
    for text in ("", "{", "null", "[]", '["Kept"]', '["Kept",[],[]]', "[" * 100_000, '"\\ud800"', "NaN", "1"):
        odd.texts = dict.fromkeys(shelf.texts, text)
        assert recall.recall(odd, house(), REGIONS) is None
    agree(check(house(), jobs=1, cache=odd), report)


Forgery = Callable[[Any], object]


def reported(kept: list[Any]) -> dict[str, Any]:
    """The parts of a report that was kept: its findings of some kind by their codes, its tallies, its bearings."""
    return {"findings": kept[1], "tallies": kept[2], "bearings": kept[3], **{each[1]: each for each in kept[1]}}


# where the parts of a finding stand: 1 kind, 2 message, 3 span, 4 ruling, 5 clauses, 6 subject, 7 witness,
# 8 beside, 9 regions, 10 whole, 11 beyond, 12 options, 13 uncounted
FORGERIES: dict[str, Forgery] = {
    "findings are gone": lambda kept: kept["findings"].clear(),
    "one finding is gone": lambda kept: kept["findings"].remove(kept["refuted"]),
    "one finding stands twice": lambda kept: kept["findings"].append(kept["refuted"]),
    "tallies are gone": lambda kept: kept["tallies"].clear(),
    "all is gone": lambda kept: [kept[each].clear() for each in ("findings", "tallies", "bearings")],
    "options are gone": lambda kept: kept["bearings"].clear(),
    "an option changes nothing": lambda kept: kept["bearings"][0].__setitem__(2, []),
    "a verdict is unknown": lambda kept: kept["tallies"][1].__setitem__(3, "unknown"),
    "no such ruling": lambda kept: kept["gap"].__setitem__(4, "nothing"),
    "no such clause": lambda kept: kept["clash"].__setitem__(5, ["3", "nothing"]),
    "no such claim": lambda kept: kept["refuted"].__setitem__(6, "nothing"),
    "no such page": lambda kept: kept["gap"][3].__setitem__(1, "/etc/passwd"),
    "no such line": lambda kept: kept["gap"][3].__setitem__(2, 10_000),
    "no such column": lambda kept: kept["gap"][3].__setitem__(4, 10_000),
    "nothing is shown": lambda kept: (kept["gap"].__setitem__(7, None), kept["gap"][9].clear()),
    "a message steers the terminal": lambda kept: kept["gap"].__setitem__(2, "\x1b[2J"),
    "a message has lines": lambda kept: kept["gap"].__setitem__(2, "one\ntwo"),
    "a region steers the terminal": lambda kept: kept["gap"][9][0].__setitem__(1, ["\x9b2J"]),
    "an option is turned around": lambda kept: kept["gap"].__setitem__(12, ["\u202e"]),
    "a sentence steers the terminal": lambda kept: kept["tallies"][0].__setitem__(2, "\x07"),
    "what is found anew": lambda kept: kept["gap"].__setitem__(13, ["fine"]),
}


@pytest.mark.parametrize("how", FORGERIES)
def test_a_report_that_is_not_whole_is_a_miss(how: str) -> None:
    """Each failure has its finding, names and places are those of the rulebook, and texts are plain."""
    shelf, key = Shelf(), recall.report_key(house(), REGIONS)
    plain = check(house(), jobs=1, cache=shelf)
    kept = json.loads(shelf.texts[key])
    FORGERIES[how](reported(kept))
    assert json.dumps(kept) != json.dumps(json.loads(shelf.texts[key]))
    shelf.texts[key] = json.dumps(kept)
    assert recall.recall(shelf, house(), REGIONS) is None
    agree(check(house(), jobs=1, cache=shelf), plain)


@pytest.mark.parametrize(
    "forge",
    [
        lambda told: told.__setitem__(1, None) or told[3].clear() or told.__setitem__(5, None),
        lambda told: told[3] and told[3][0].__setitem__(1, ["\x1b[2J"]),
        lambda told: told.__setitem__(6, ["one\ntwo"]),
    ],
    ids=["nothing is shown", "a region steers the terminal", "an option has lines"],
)
def test_what_is_told_of_a_part_is_not_believed_either(forge: Forgery) -> None:
    """Where the report itself is not there."""
    shelf = Shelf()
    plain = check(house(), jobs=1, cache=shelf)
    del shelf.texts[recall.report_key(house(), REGIONS)]
    for key, text in shelf.texts.items():
        kept = json.loads(text)
        if isinstance(kept, list) and kept[0] == "Told":
            forge(kept)
            shelf.texts[key] = json.dumps(kept)
    agree(check(house(), jobs=1, cache=shelf), plain)


def test_another_version_has_entries_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Misdeal or of the solver."""
    shelf = Shelf()
    check(house(), jobs=1, cache=shelf)
    for module in (recall, memory):
        monkeypatch.setattr(module, "program", lambda: "another")
    assert recall.recall(shelf, house(), REGIONS) is None
    assert check(house(), jobs=1, cache=shelf).known == 0


def test_what_is_unknown_is_not_kept() -> None:
    """It may be found out the next time."""
    shelf = Shelf()
    assert check(house(), jobs=1, timeout=0.0001, cache=shelf).unknown
    assert recall.recall(shelf, house(), REGIONS) is None
    agree(check(house(), jobs=1, cache=shelf), check(house(), jobs=1))


def test_more_regions_are_another_report() -> None:
    """What is told of a finding depends on how many regions are."""
    shelf = Shelf()
    check(house(), jobs=1, cache=shelf, regions=1)
    assert recall.recall(shelf, house(), REGIONS) is None
    agree(check(house(), jobs=1, cache=shelf), check(house(), jobs=1))
