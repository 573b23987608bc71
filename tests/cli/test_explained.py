"""`misdeal rule` with `--why`, `--why-not` and `--what-if`: what it prints, and that what it says can be tried."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from .running import invoke
from .test_rule import PAGE

Json = dict[str, Any]

READINGS = ("only_one=any_wrong_hand", "seen_when=as_held", "over_means=any_hands")
C01 = ("bridge_1987", "--usual", "found=play", "cards[north]=14", "cards[east]=12", *READINGS, "--ruling", "action")
POKER = ("poker_it", "--usual", "found=dealt", "turn=1", "cards[2]=6", "--ruling", "coup")
LAW = ("bridge_1987_settled", "--usual", "found=play", "cards[north]=14", "cards[east]=12", "--ruling", "law")
SETTLED = ("poker_it_settled", "--usual", "found=opened", "cards[2]=6", "cards[3]=4", "--ruling", "standing[2]")
FOURTEEN = ("bridge_1987_settled", "--usual", "found=auction", "cards[south]=14", "--ruling", "action")


@pytest.fixture
def book(tmp_path: Path) -> str:
    """The file of the parlour's rulebook."""
    path = tmp_path / "parlour.md"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def told(*words: str, code: int = 0) -> str:
    """What `misdeal rule` prints, in one line."""
    result = invoke("rule", *words)
    assert result.exit_code == code, result.output
    return " ".join(result.stdout.split())


def ruled(*words: str) -> Json:
    """The one ruling of what `misdeal rule` prints as JSON, valid by its schema."""
    result = invoke("rule", *words, "--format", "json")
    assert result.exit_code in {0, 1, 3}, result.output
    document = json.loads(result.stdout)
    schema = json.loads(files("misdeal.cli").joinpath("rule.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(document)
    (found,) = document["rulings"]
    return dict(found)


def refused(*words: str) -> str:
    """What is printed where it cannot be told."""
    result = invoke("rule", *words)
    assert result.exit_code == 2, result.output
    return result.output


# Why


def test_why_names_the_facts_that_force_it() -> None:
    """Three of six facts, with question and answer; clause, heading and reason stand above them."""
    text = told(*C01, "--why")
    assert "by 13.4.a “Artificial score” under “13.4 A call on a defective hand”" in text
    assert "why: 3 of the 6 facts given force it; no fewer do" in text
    assert "- `cards[north]=14`: How many cards is North found to hold, those already played counted in? 14" in text
    assert "- `seen_when" not in text


@pytest.mark.parametrize("words", [C01, pytest.param(POKER, marks=pytest.mark.deep), LAW])
def test_the_facts_that_force_it_are_enough(words: tuple[str, ...]) -> None:
    """With these alone, and nothing else taken as usual, the same comes out; without any of them it does not."""
    found = ruled(*words, "--why")
    assert found["why"]["size"] == "smallest"
    given = [f"{each['fact']}={each['value']}" for each in (*found["why"]["facts"], *found["why"]["usual"])]
    chosen = (words[0], "--ruling", found["place"])
    assert ruled(*chosen, *given)["outcomes"] == found["outcomes"]
    for left_out in given:
        others = [each for each in given if each != left_out]
        assert ruled(*chosen, *others)["outcomes"] != found["outcomes"]


def test_why_tells_what_is_taken_as_usual(book: str) -> None:
    """Where the facts given do not force it alone; and a clause that is overridden has its title."""
    text = told(book, "--usual", "found=opened", "cards[2]=6", "cards[1]=4", "strict=yes", "--ruling", "coup", "--why")
    assert "overrides 5 “the coup stands”" in text
    assert "why: 3 of the 4 facts given force it; no fewer do" in text
    text = told(book, "--usual", "found=opened", "strict=yes", "cards[2]=6", "--ruling", "coup", "--why")
    assert "why: 2 of the 3 facts given, with 4 facts as usual, force it; no fewer do" in text
    assert "- `cards[3]=5`, as usual: How many cards does player 3 hold? 5" in text


def test_what_is_so_whatever_the_facts_are_is_told(book: str) -> None:
    """No fact is named; a ruling that is open has no reason."""
    assert "why: so it is whatever the facts are" in told(book, "--ruling", "fine[theirs]", "--why")
    assert "why:" not in told(book, "--ruling", "coup", "--why", code=3)
    assert ruled(book, "--ruling", "coup", "--why")["why"] is None


def test_why_something_does_not_arise_is_told_where_it_is_asked(book: str) -> None:
    """Among all rulings it is left out."""
    facts = ("found=cutting", "players=3")
    assert "does not arise: coup" in told(book, *facts, "--why")
    text = told(book, *facts, "--why", "--ruling", "coup")
    assert "coup: does not arise" in text
    assert "why: 1 of the 2 facts given forces it - `found=cutting`" in text


# Why not


def test_why_not_tells_what_a_clause_lacks() -> None:
    """The fewest parts of its condition that fail, with what there is in their place."""
    text = told(*C01, "--why-not", "restored")
    assert "why not restored (the missing card is put back and counts as never having left the hand)?" in text
    assert "would give it, but for `law = law_14` (here “Law 13”) and `every p: missing[p] = elsewhere`" in text
    assert "(here not for East) under “14.3 The missing card”" in text


def test_why_not_tells_what_overrides_a_clause(book: str) -> None:
    """A clause that applies and gives way."""
    words = (book, "--usual", "found=opened", "cards[1]=6", "cards[2]=4", "strict=yes", "--ruling", "coup")
    assert "- 5 “the coup stands” applies, but 5.1 “More than one wrong hand” overrides it" in told(
        *words, "--why-not", "stands"
    )
    (way, *_) = ruled(*words, "--why-not", "stands")["why_not"]["ways"]
    assert (way["clause"], way["lacks"], way["overriding"]) == ("5", [], ["5.1"])


def test_why_not_tells_of_clauses_that_clash(book: str) -> None:
    """A clause that is in force beside another one."""
    words = (book, "--usual", "found=opened", "cards[2]=6", "strict=yes", "--ruling", "standing[2]")
    text = told(*words, "--why-not", "out", code=1)
    assert "- 7 “Six cards”, p = 2 applies, but so does 8 “Seven or eight cards”" in text


def test_why_not_tells_of_the_default(book: str) -> None:
    """And of a value that no clause gives."""
    words = (book, "--usual", "found=opened", "cards[1]=6", "cards[2]=4", "strict=yes", "--ruling", "fine[ours]")
    assert "- by default, but 5.1 “More than one wrong hand” decides" in told(*words, "--why-not", "0")
    assert "why not 3? no clause gives it at this table" in told(*words, "--why-not", "3")


def test_why_not_tells_why_a_ruling_does_not_arise(book: str) -> None:
    """And what a clause would lack even if it did."""
    text = told(book, "--usual", "found=dealt", "cards[2]=4", "--ruling", "standing[2]", "--why-not", "out")
    assert "why not out? - it does not arise, but for `found >= opened` (here dealt)" in text
    assert "- 7 “Six cards”, p = 2 would give it, but for `cards[p] = 6` (here 4)" in text


def test_why_not_of_what_comes_out_says_so(book: str) -> None:
    """Or that it may."""
    assert "why not void? it is what comes out" in told(
        book, "found=dealt", "cards[2]=4", "--ruling", "coup", "--why-not", "void"
    )
    assert "why not void? it may still come out" in told(
        book, "found=opened", "--ruling", "coup", "--why-not", "void", code=3
    )


def test_why_not_with_facts_missing_names_the_situation_that_is_looked_at(book: str) -> None:
    """It is one in which the value does not come out either."""
    words = (book, "found=cutting", "--ruling", "coup", "--why-not", "void")
    assert "This is so in the most ordinary situation with these facts: misdeal rule" in told(*words)
    command = ruled(*words)["why_not"]["sampled"]
    assert command[:2] == ["misdeal", "rule"]
    assert ruled(*command[2:], "--ruling", "coup")["outcomes"] == [{"outcome": "does not arise"}]


# What if


@pytest.mark.parametrize(
    ("words", "value"),
    [(C01, "may_play"), (C01, "restored"), (POKER, "stands"), (SETTLED, "may_stay"), (FOURTEEN, "dealt_anew")],
)
def test_what_would_lead_there_does(words: tuple[str, ...], value: str) -> None:
    """The command that is told with each situation rules as was asked, and has the facts that did not change."""
    found = ruled(*words, "--what-if", value)["what_if"]
    assert (found["value"], found["reason"], found["same_table"]) == (value, "", True)
    assert found["situations"]
    given = dict(word.split("=") for word in words if "=" in word)
    for each in found["situations"]:
        outcomes = ruled(*each["replay"][2:], "--ruling", words[-1])["outcomes"]
        assert [outcome.get("value") for outcome in outcomes] == [value]
        changed = {change["fact"]: change for change in each["changed"]}
        assert all(change["from"] == given[fact] != change["to"] for fact, change in changed.items())
        beside = dict(word.split("=") for word in each["replay"] if "=" in word)
        for fact in given.keys() & beside.keys() - changed.keys():
            assert beside[fact] == given[fact]


def test_what_if_is_told_with_questions_and_answers() -> None:
    """What changes, what has to be so beside, and the command."""
    text = told(*C01, "--what-if", "may_play")
    assert (
        "what if may_play (the Director may let the deal be played)? 1 of the 6 facts given would be otherwise:" in text
    )
    assert "- `found: play -> counting`: How far had the deal come when the wrong hand was found? counting" in text
    assert "- and with `saw[west]=yes`: Has West seen a card that lay in another player's hand? yes" in text
    assert "Otherwise an ordinary table. misdeal rule bridge_1987 --usual" in text


def test_other_ways_of_the_same_size_are_told(book: str) -> None:
    """The most ordinary one first."""
    text = told(book, "--usual", "found=opened", "cards[1]=6", "cards[2]=4", "--ruling", "coup", "strict=yes",
                "--what-if", "stands")  # fmt: skip
    assert text.count("1 of the 4 facts given would be otherwise:") == 3
    assert text.index("cards[1]: 6 -> 5") < text.index("or 1 of the 4")


def test_what_no_longer_arises_is_told(book: str) -> None:
    """It is not counted as changed."""
    text = told(
        book, "--usual", "found=dealt", "cards[2]=6", "cut_by=nobody", "--ruling", "coup", "--what-if", "stands"
    )
    assert "- `found: dealt -> opened`" in text
    assert "would not arise" not in text
    page = PAGE + '\n```misdeal\nclause 9 "No deal yet" when found = cutting then fine[theirs] is 3\n```\n'
    Path(book).write_text(page, encoding="utf-8")
    words = (book, "--usual", "found=dealt", "cards[2]=6", "--ruling", "fine[theirs]", "--what-if", "3")
    assert "- `found: dealt -> cutting`" in told(*words)
    assert "- `cards[2]` would not arise" in told(*words)


def test_a_table_changes_only_where_it_has_to(book: str) -> None:
    """And that no situation at this table leads there is told first."""
    page = PAGE + '\n```misdeal\nclause 9 "A table of five" when players = 5 then fine[theirs] is 3\n```\n'
    Path(book).write_text(page, encoding="utf-8")
    words = (book, "found=dealt", "players=4", "--ruling", "fine[theirs]", "--what-if", "3")
    text = told(*words)
    assert "what if 3? no situation at this table has it; 1 of the 2 facts given would be otherwise:" in text
    assert "- `players: 4 -> 5`: How many play? 5" in text
    assert ruled(*words)["what_if"]["same_table"] is False


def test_what_nothing_leads_to_is_told_as_such(book: str) -> None:
    """It is proved."""
    assert "what if 3? no situation has it" in told(book, "--ruling", "fine[ours]", "--what-if", "3", code=3)


def test_what_if_of_what_comes_out_says_so(book: str) -> None:
    """And where facts are missing, that nothing given has to change."""
    words = ("found=dealt", "cards[2]=4", "--ruling", "coup")
    assert "what if void? it is what comes out, as here:" in told(book, *words, "--what-if", "void")
    assert "what if void? nothing given has to be otherwise:" in told(
        book, "found=dealt", "--ruling", "coup", "--what-if", "void", code=3
    )


# What is given as sets, and for lets


def test_sets_and_lets_are_reasons_and_change_like_facts(book: str) -> None:
    """A range as it was given, and a `let` with its question, if it has one."""
    words = (book, "found=dealt,opened", "players=3", "wrong(1)=no", "cards[2]=4..5", "wrong(3)=no", "--ruling", "coup")
    text = told(book, "found=opened", "players=3", "cards[2]=6..8", "wrong(1)=no", "wrong(3)=no", "--ruling", "coup",
                "--why")  # fmt: skip
    assert "- `cards[2]=6..8`: How many cards does player 2 hold? 6..8" in text
    assert "- `wrong(1)=no`" in text
    found = ruled(*words, "--what-if", "void")["what_if"]["situations"]
    assert found[0]["changed"] == []
    assert any("wrong(1)" in json.dumps(each) for each in ruled(
        book, "found=opened", "players=3", "wrong(1)=no", "wrong(2)=yes", "wrong(3)=no", "--ruling", "coup",
        "--what-if", "void")["what_if"]["situations"])  # fmt: skip


# What cannot be told


@pytest.mark.parametrize("option", ["--why-not", "--what-if"])
def test_one_ruling_has_to_be_chosen(book: str, option: str) -> None:
    """It is told how, and among which."""
    told_of_all = refused(book, option, "void")
    assert f"`{option}` is asked about one ruling" in told_of_all
    assert "choose it, as by `--ruling coup`" in told_of_all
    told_of_some = " ".join(refused(book, "--ruling", "standing", option, "out").split())
    assert "choose it, as by `--ruling 'standing[1]'`; there are `standing[1]`, `standing[2]`" in told_of_some


@pytest.mark.parametrize("option", ["--why-not", "--what-if"])
@pytest.mark.parametrize("value", ["gap", "", "voidd", "void,stands", "?", "9" * 400, "\x1b[2Jvoid", "[red]", "nein\n"])
def test_a_value_has_to_be_one_of_the_ruling(book: str, option: str, value: str) -> None:
    """It is quoted harmlessly, and the values are named."""
    output = refused(book, "--ruling", "coup", option, value)
    assert "is no value of `coup`" in output
    assert "void" in output
    assert "\x1b" not in output
    assert len(output) < 400


@pytest.mark.parametrize("options", [("--why",), ("--why-not", "restored"), ("--what-if", "restored")])
def test_without_time_nothing_is_claimed(options: tuple[str, ...]) -> None:
    """Neither that it is the smallest nor that nothing leads there."""
    words = ("bridge_1987", "--usual", *C01[2:5], "--ruling", "calls_stand[north]", *options)
    words = tuple(word.replace("restored", "yes") for word in words)
    result = invoke("rule", *words, "--timeout", "0.001")
    assert result.exit_code in {0, 1, 3}
    assert "no fewer do" not in result.stdout
    assert "no situation has it" not in result.stdout


def test_the_same_is_told_every_run() -> None:
    """To the letter."""
    words = (*C01, "--why", "--why-not", "restored", "--what-if", "may_play")
    assert len({invoke("rule", *words, "--format", "json").stdout for _ in range(2)}) == 1


@pytest.mark.parametrize("option", ["--why-not", "--what-if"])
def test_one_value_is_asked_about_at_a_time(book: str, option: str) -> None:
    """Silently to forget the first would be to answer another question."""
    assert "given twice" in refused(book, option, "void", option, "stands")


def test_long_hints_are_wrapped() -> None:
    """To the width of a page, aligned with what they go on from."""
    lines = refused("poker_it", "--ruling", "none").split("\n")
    assert len(lines) > 3
    assert all(len(line) <= 80 for line in lines[1:])
