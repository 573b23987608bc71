"""`misdeal rule`: what it prints and how it ends."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from misdeal.cli.main import cli
from misdeal.cli.terminal import display_width

PAGE = """# Parlour

## Errors in the deal

```misdeal
rulebook parlour "Parlour draw"
seats player 3..5 usually 4
timeline stage = cutting < dealt < opened
type side = {ours "our side", theirs}

fact found: stage                                "When was the error found?"
fact dealer: player usually 1                    "Who deals?"
fact cut_by: player or nobody usually nobody     "Who has cut?"
fact cards[p]: 0..8 when found >= dealt usually 5  "How many cards does the player hold?"
option strict: yes/no                            "Does the house play the strict rule?"

let wrong(p) = cards[p] != 5
let beside(p, q) = neighbours(p, q) and wrong(p) and wrong(q)
always found > cutting or cut_by = nobody        "before the cut nobody has cut"
always cards[dealer] <= 6                        "the dealer looks after his own hand"

ruling coup: {stands "the coup stands", void} when found >= dealt and some p: wrong(p)
  "What becomes of the coup?"
ruling standing[p]: {plays, out} when found >= opened and wrong(p)  "Does the player stay in?"
ruling fine[s: side]: 0..3 otherwise 0                                                  "What is the fine?"

clause 4 "A wrong hand before the opening"
  when found = dealt
  then coup is void
clause 5 implied "the coup stands"
  when found = opened
  then coup is stands
clause 5.1 "More than one wrong hand"
  when strict and found = opened and (count p: wrong(p)) > 1
  then coup is void, fine[ours] is 1
  overrides 5
clause 7 "Six cards" for each p
  when cards[p] = 6
  then standing[p] is out
clause 8 "Seven or eight cards" for each p
  when cards[p] in 6..8 and strict
  then standing[p] is plays
```
"""


@pytest.fixture
def book(tmp_path: Path) -> str:
    """The file of the rulebook."""
    path = tmp_path / "parlour.md"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def ask(*words: str, stdin: str | bytes | None = None) -> Result:
    """Run `misdeal rule`."""
    return CliRunner().invoke(cli, ["rule", *words], input=stdin)


def asked(*words: str) -> dict[str, Any]:
    """The JSON that `misdeal rule` prints, valid by its schema."""
    result = ask(*words, "--format", "json")
    document: dict[str, Any] = json.loads(result.stdout)
    schema = json.loads(files("misdeal.cli").joinpath("rule.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(document)
    return document


def ruled(document: dict[str, Any], place: str) -> dict[str, Any]:
    """One ruling of a document."""
    (found,) = [each for each in document["rulings"] if each["place"] == place]
    return dict(found)


TWO_WRONG = ("--usual", "found=opened", "cards[1]=6", "cards[2]=4", "strict=yes")
GAP = ("--usual", "found=opened", "cards[2]=4", "strict=no")
CLASH = ("--usual", "found=opened", "cards[2]=6", "strict=yes")


def test_a_settled_ruling_names_its_clause_and_its_reason(book: str) -> None:
    """Value, label, clause, heading, the parts that hold, what is overridden."""
    result = ask(book, "--usual", "found=opened", "cards[2]=6", "strict=no")
    assert result.exit_code == 0, result.output
    assert "coup: stands (the coup stands)" in result.stdout
    assert "by 5 “the coup stands”, implied" in result.stdout
    assert "under “Errors in the deal”" in result.stdout
    assert "by 7 “Six cards”, p = 2" in result.stdout
    assert "because `cards[2] = 6`" in result.stdout
    assert "fine[ours]: 0, by default" in result.stdout
    assert "does not arise: standing[1, 3, 4]" in result.stdout


def test_what_is_overridden_is_named(book: str) -> None:
    """A clause that applies and gives way stands under the one that overrides it."""
    document = asked(book, *TWO_WRONG)
    (deciding,) = ruled(document, "coup")["deciding"]
    assert (deciding["clause"], deciding["overrides"]) == ("5.1", ["5"])
    assert deciding["because"] == ["strict", "found = opened", "(count p: wrong(p)) > 1"]
    assert "overrides 5 “the coup stands”\n" in ask(book, *TWO_WRONG).stdout


def test_a_gap_shows_the_nearest_clauses(book: str) -> None:
    """Exit 1, and what the nearest clause lacks."""
    result = ask(book, *GAP)
    assert result.exit_code == 1
    assert "standing[2]: no clause decides it" in result.stdout
    told = "nearest: 7 “Six cards”, p = 2 would decide it, but for `cards[p] = 6` (here 4)"
    assert told in " ".join(result.stdout.split())


def test_a_clash_shows_what_each_clause_gives(book: str) -> None:
    """Exit 1, and the values."""
    result = ask(book, *CLASH)
    assert result.exit_code == 1
    assert "by 7 “Six cards”, p = 2: out" in result.stdout
    assert "by 8 “Seven or eight cards”, p = 2: plays" in result.stdout
    assert ruled(asked(book, *CLASH), "standing[2]")["outcomes"] == [{"outcome": "clash"}]


def test_what_holds_whatever_is_missing_is_settled(book: str) -> None:
    """The coup is void whoever deals and whatever the house plays, and that is all that was asked."""
    result = ask(book, "found=dealt", "cards[2]=4", "players=4", "--ruling", "coup")
    assert result.exit_code == 0, result.output
    assert "coup: void" in result.stdout
    assert "by 4 “A wrong hand before the opening”" in result.stdout
    assert "6 facts are not known: dealer, cut_by, cards[1, 3, 4], strict" in " ".join(result.stdout.split())


def test_open_rulings_say_what_they_may_still_be(book: str) -> None:
    """Exit 3, and every outcome that is possible."""
    result = ask(book, "cards[2]=6", "--usual")
    assert result.exit_code == 3
    assert "standing[2]: open" in result.stdout
    assert "may still be: out; it does not arise" in result.stdout
    assert "may still be: it does not arise; more than one ruling (a clash)" in result.stdout
    assert "2 facts are not known: found, strict" in result.stdout


def test_open_rulings_say_which_facts_still_matter(book: str) -> None:
    """Options among them; what is settled hangs on nothing."""
    document = asked(book, "cards[2]=6", "--usual")
    assert ruled(document, "standing[2]")["mattering"] == {"facts": ["found", "strict"], "whole": True}
    assert ruled(document, "fine[theirs]")["mattering"] == {"facts": [], "whole": True}
    result = ask(book, "cards[2]=6", "--usual", "cards[3]=4..6")
    assert "still matters: found, cards[3]" in result.stdout
    assert ruled(asked(book, "found=dealt..opened"), "coup")["mattering"]["facts"] == [
        "players",
        "found",
        *(f"cards[{seat}]" for seat in range(1, 6)),
        "strict",
    ]


def test_unruled_comes_before_open(book: str) -> None:
    """A gap that is sure is told by the exit code, whatever else is open."""
    result = ask(book, "found=opened", "cards[2]=4", "players=3")
    assert "coup: open" in result.stdout
    assert result.exit_code == 1


def test_nothing_given_is_open(book: str) -> None:
    """Without a number of players every seat that may be at the table is answered."""
    document = asked(book)
    assert document["players"] is None
    assert document["missing"][0] == "players"
    assert ruled(document, "standing[3]")["seated"] is True
    assert ruled(document, "standing[5]")["seated"] is False
    assert {"outcome": "does not arise"} in ruled(document, "standing[5]")["outcomes"]
    assert ask(book).exit_code == 3
    assert "if player 5 is at the table" in ask(book).stdout


def test_out_of_time_is_open(book: str) -> None:
    """What was not found out is never shown as settled."""
    result = ask(book, "--timeout", "0.000001")
    assert result.exit_code == 3
    assert "coup: open" in result.stdout
    assert "something else" in result.stdout
    assert "still matters, at least: " in result.stdout
    assert "not everything was found out: the time limit was reached" in result.stdout
    assert not any(each["whole"] for each in asked(book, "--timeout", "0.000001")["rulings"])


def test_rulings_asked_for_alone(book: str) -> None:
    """By name, or at one index, in order of declaration; the exit code is about these."""
    assert [each["place"] for each in asked(book, *CLASH, "--ruling", "fine", "--ruling", "coup")["rulings"]] == [
        "coup",
        "fine[ours]",
        "fine[theirs]",
    ]
    assert ask(book, *CLASH, "--ruling", "standing[1]").exit_code == 0
    assert ask(book, *CLASH, "--ruling", "standing[2]").exit_code == 1
    result = ask(book, *CLASH, "--ruling", "standing[5]")
    assert (result.exit_code, "there is no ruling `standing[5]` here" in result.stderr) == (2, True)


@pytest.mark.parametrize("words", [TWO_WRONG, GAP, CLASH, (), ("found=opened",), ("--usual", "found=cutting")])
def test_json_is_valid_and_pages_are_narrow(book: str, words: tuple[str, ...]) -> None:
    """Every document fits the schema, every page 80 columns, without colour where it goes to no terminal."""
    assert asked(book, *words)["standing"] in {"settled", "unruled", "open"}
    page = ask(book, *words).stdout
    assert max(map(display_width, page.splitlines())) <= 80
    assert "\x1b" not in page


def test_facts_of_json_go_in_again(book: str, tmp_path: Path) -> None:
    """What JSON says was given and taken is a file of facts that is ruled on alike."""
    document = asked(book, *TWO_WRONG)
    again = tmp_path / "facts.json"
    again.write_text(json.dumps({**document["given"], **document["taken"], "players": document["players"]}))
    assert asked(book, "--facts", str(again))["rulings"] == document["rulings"]


# Refusals


@pytest.mark.parametrize(
    ("words", "message", "advice"),
    [
        (("fund=dealt",), "unknown fact `fund`", "did you mean `found`?"),
        (("coup=void",), "`coup` is a ruling, not a fact", "rulings are what is asked for"),
        (("wrong=yes",), "`wrong` needs an index", "say of which player: `wrong(1)=yes`"),
        (("found",), "`found` gives no fact", "write `found=cutting`"),
        (("=3",), "`=3` gives no fact", "write `found=cutting`"),
        (("cards[1=3",), "`cards[1=3` gives no fact", "write `cards[1]=0`"),
        (("found=",), "an empty text is no value of `found`", "it is one of `cutting`, `dealt`, `opened`"),
        (("found=opend",), "`opend` is no value of `found`", "did you mean `opened`?"),
        (("cards[1]=9",), "`9` is no value of `cards[1]`", "it is a whole number in `0..8`"),
        (("cards[1]=5.0",), "`5.0` is no value of `cards[1]`", "it is a whole number in `0..8`"),
        (("cards[1]=" + "9" * 5000,), "...` is no value of `cards[1]`", "it is a whole number in `0..8`"),
        (("strict=true",), "`true` is no value of `strict`", "it is one of `yes`, `no`"),
        (("cut_by=none",), "`none` is no value of `cut_by`", "it is one of `1..5`, `nobody`"),
        (("cards=5",), "`cards` needs an index", "say of which player: `cards[1]=0`"),
        (("found[1]=dealt",), "`found` has no index", "write `found=cutting`"),
        (("cards[north]=5",), "`north` is no value of the index of `cards`", "it is in `1..5`"),
        (("players=9",), "`9` is no value of `players`", "it is a whole number in `3..5`"),
        (("players[1]=4",), "`players` has no index", "write `players=4`"),
        (("players=3", "cards[4]=5"), "`cards[4]=5`: seat 4 is not at the table of 3", "`players=4`"),
        (("--usual", "dealer=5"), "`dealer=5`: seat 5 is not at the table of 4, as is usual", "`players=5`"),
        (
            ("found=dealt", "found=opened"),
            "`found` is given twice: `found=dealt` and `found=opened`",
            "leave one",
        ),
        (("cards[1]=6..4",), "the range `6..4` of `cards[1]` is empty", "write `4..6`"),
        (("cards[1]=4..",), "the range `4..` of `cards[1]` lacks an end", "write `4..8`"),
        (("cards[1]=..",), "the range `..` of `cards[1]` lacks an end", "write `0..8`"),
        (("cards[1]=4..9",), "`4..9`: `9` is no value of `cards[1]`", "it is a whole number in `0..8`"),
        (("cards[1]=4,4..6",), "`4,4..6` gives `4` of `cards[1]` twice", "write `4..6`"),
        (("cards[1]=4,,6",), "`4,,6`: an empty text is no value of `cards[1]`", ""),
        (("found=dealt,opend",), "`dealt,opend`: `opend` is no value of `found`", "did you mean `opened`?"),
        (("found=opened..dealt",), "the range `opened..dealt` of `found` is empty", "write `dealt..opened`"),
        (("strict=no..yes",), "`no..yes` is no range: `strict` has no order", "write the values, as `yes,no`"),
        (("cut_by=1..nobody",), "`1..nobody` is no range of `cut_by`: `nobody` is no seat", "write `1..5,nobody`"),
        (("players=3", "dealer=4,5"), "`dealer=4,5`: seat 4 is not at the table of 3", "`players=4`"),
        (("wrong[1]=yes",), "`wrong` is a let: its index stands in parentheses", "write `wrong(1)=yes`"),
        (("cards(1)=5",), "`cards` is a fact: its index stands in brackets", "write `cards[1]=0`"),
        (("wrong(6)=yes",), "`6` is no value of the index of `wrong`", "it is in `1..5`"),
        (("beside(1)=yes",), "`beside(p, q)` has 2 parameters and cannot be given", "give what is beneath this one"),
        (("found=?", "found=dealt"), "`found` is given twice: `found=?` and `found=dealt`", "leave one"),
        (("--ruling", "cop"), "unknown ruling `cop`", "did you mean `coup`?"),
        (("found=\x1b[31m",), "`\\u001b[31m` is no value of `found`", ""),
        (("\u202efound=dealt",), "unknown fact `\\u202efound`", ""),
    ],
)
def test_facts_that_are_none_are_refused(book: str, words: tuple[str, ...], message: str, advice: str) -> None:
    """Each with a message in the reader's words, and what to do."""
    result = ask(book, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert advice in " ".join(result.stderr.split())
    assert "\x1b" not in result.stderr


def test_the_same_fact_twice_alike_is_no_mistake(book: str) -> None:
    """Nothing is contradicted."""
    assert ask(book, *TWO_WRONG, "found=opened").stdout == ask(book, *TWO_WRONG).stdout


@pytest.mark.parametrize("more", [(), ("--usual",), ("players=3", "cards[1]=5", "cards[2]=5", "cards[3]=5")])
def test_impossible_facts_name_the_always_and_the_smallest_set(book: str, more: tuple[str, ...]) -> None:
    """Quoted with its reason and its place, with just the facts that break it."""
    result = ask(book, "found=cutting", "cut_by=2", "dealer=3", "strict=no", *(w for w in more if "cards" not in w))
    assert result.exit_code == 2
    assert "these facts are impossible" in result.stderr
    assert "`found=cutting` and `cut_by=2` break" in result.stderr
    line = PAGE[: PAGE.index("always found")].count("\n") + 1
    assert f"{book}:{line}:1: always found > cutting or cut_by = nobody" in result.stderr
    assert "“before the cut nobody has cut”" in result.stderr
    assert "dealer" not in result.stderr


def test_usual_values_that_are_impossible_are_named(book: str) -> None:
    """The usual dealer is seat 1, so the hand of seat 1 breaks an always."""
    result = ask(book, "--usual", "found=dealt", "cards[1]=8", "strict=no")
    assert result.exit_code == 2
    assert "impossible with the usual values for the rest" in result.stderr
    assert "`cards[1]=8` and `dealer=1` (as usual) break" in result.stderr
    assert "leave out `--usual`" in result.stderr


def test_a_fact_that_does_not_arise_is_refused(book: str) -> None:
    """With its `when`; its first value may be given."""
    result = ask(book, "--usual", "found=cutting", "cards[2]=3")
    assert result.exit_code == 2
    assert "`found=cutting` and `cards[2]=3` cannot be together" in result.stderr
    assert "`cards` arises only where found >= dealt" in result.stderr
    assert ask(book, "--usual", "found=cutting", "cards[2]=0", "strict=no").exit_code == 0


# Files


def facts_file(tmp_path: Path, text: str | bytes) -> str:
    path = tmp_path / "facts.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_facts_come_from_a_file_and_from_arguments(book: str, tmp_path: Path) -> None:
    """Nested or not, numbers or text, true and false."""
    path = facts_file(
        tmp_path,
        '{"found": "opened", "cards": {"1": 6, "2": "4"}, "cards[3]": 5, "strict": true, "dealer": 1}',
    )
    given = asked(book, "--usual", "--facts", path, "players=5")["given"]
    assert given == {
        "found": "opened",
        "cards[1]": 6,
        "cards[2]": 4,
        "cards[3]": 5,
        "strict": True,
        "dealer": 1,
        "players": 5,
    }


def test_sets_and_lets_come_from_a_file_too(book: str, tmp_path: Path) -> None:
    """A list of values and ranges, or `?` or null where it is not known; what JSON says was given goes in again."""
    path = facts_file(
        tmp_path,
        '{"found": ["dealt", "opened"], "cards": {"1": "0..4,6", "2": [4, "6..8"]}, "wrong": {"3": true, "2": true},'
        ' "cut_by": null, "strict": "?", "players": [3, 4, 5]}',
    )
    given = asked(book, "--facts", path)["given"]
    assert given == {
        "players": "?",
        "found": ["dealt", "opened"],
        "cards[1]": ["0..4", 6],
        "cards[2]": [4, "6..8"],
        "cut_by": "?",
        "strict": "?",
        "wrong(3)": True,
        "wrong(2)": True,
    }
    again = facts_file(tmp_path, json.dumps(given))
    assert asked(book, "--facts", again)["given"] == given


def test_what_is_said_not_to_be_known_is_not_taken_as_usual(book: str) -> None:
    """Of a fact; of a `let` nothing is taken, so that nothing is said."""
    words = ("--usual", "found=dealt", "strict=no", "cards[2]=4")
    assert asked(book, *words)["missing"] == []
    assert asked(book, *words, "cards[3]=?", "players=?")["missing"] == ["players", "cards[3]"]
    assert asked(book, *words, "wrong(3)=?")["given"] == asked(book, *words)["given"]


def test_sets_of_many_values_take_no_time(tmp_path: Path) -> None:
    """All values of a large number are not listed."""
    path = tmp_path / "large.md"
    path.write_text(
        '```misdeal\nrulebook large "Large"\nfact pot: 0..1000000000 "What is in the pot?"\nruling go: yes/no "Go?"\n'
        'clause 1 "Little" when pot < 7 then go is no\nclause 2 "Much" when pot >= 7 then go is yes\n```\n'
    )
    assert ask(str(path), "pot=?").exit_code == 3
    assert ask(str(path), "pot=7..1000000000").exit_code == 0
    assert ask(str(path), "pot=0..3,5").exit_code == 0


def test_settled_whatever_is_true(book: str) -> None:
    """The answer holds for all values of a set, and for all that a `let` leaves open."""
    assert ask(book, "found=dealt", "wrong(2)=yes", "--ruling", "coup").exit_code == 0
    assert ask(book, "found=dealt", "cards[2]=0..4,6..8", "--ruling", "coup").exit_code == 0
    assert ask(book, "found=dealt,opened", "cards[2]=0..4", "strict=no", "--ruling", "coup").exit_code == 3
    assert "`cards[2]=5` and `wrong(2)=yes` cannot be together" in ask(book, "cards[2]=5", "wrong(2)=yes").stderr


def test_facts_come_from_standard_input(book: str) -> None:
    """The file `-`."""
    assert ask(book, "--usual", "--facts", "-", stdin='{"found": "cutting", "strict": false}').exit_code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "facts.json:1:2: no JSON: expecting property name"),
        ("[1]", "holds no object"),
        ("null", "holds no object"),
        ('{"found": "dealt", "found": "dealt"}', "`found` stands twice in one object"),
        ('{"cards": {"1": 5, "1": 6}}', "`1` stands twice in one object"),
        ('{"cards": {"1": 5}, "cards[1]": 6}', "`cards[1]` is given twice: `cards[1]=5` and `cards[1]=6`"),
        ('{"cards": {"1": {"2": 5}}}', "is no value of `cards[1]`"),
        ('{"cards[1]": {"2": 5}}', "`cards[1]` has an index already"),
        ('{"found": {}}', ""),
        ('{"cards[": 5}', "`cards[` names no fact"),
        ('{"cards[1]": 5.5}', "`5.5` is no value of `cards[1]`"),
        ('{"cards[1]": true}', "`true` is no value of `cards[1]`"),
        ('{"strict": 1}', "`1` is no value of `strict`"),
        ('{"cards[1]": []}', "`[]` gives no value of `cards[1]`"),
        ('{"cards[1]": [null]}', "`[null]`: `null` is no value of `cards[1]`"),
        ('{"cards[1]": [4, [5]]}', "`[4, [5]]`: `[5]` is no value of `cards[1]`"),
        ('{"cards[1]": [4, "4..6"]}', "gives `4` of `cards[1]` twice"),
        ('{"wrong(1)": {"1": true}}', "`wrong(1)` has an index already"),
        ('{"cards[1]": NaN}', "`NaN` is no number"),
        ('{"cards[1]": ' + "9" * 5000 + "}", "is too large a number"),
        ("[" * 100_000, "is nested too deep"),
        (b'{"found": "\xff"}', "facts.json:1: this is not UTF-8"),
        (b" " * 1_000_001, "is larger than 1000000 bytes"),
        ('{"nobody_knows": 1}', "unknown fact `nobody_knows`"),
    ],
)
def test_hostile_files_are_refused(book: str, tmp_path: Path, text: str | bytes, message: str) -> None:
    """Each with a message, none with a traceback."""
    result = ask(book, "--facts", facts_file(tmp_path, text))
    if text == '{"found": {}}':  # gives nothing
        assert result.exit_code == 3
        return
    assert result.exit_code == 2, result.output
    assert message in result.stderr


def test_a_file_that_is_not_there_is_refused(book: str, tmp_path: Path) -> None:
    """And so is a directory."""
    assert "cannot be read: no such file" in ask(book, "--facts", str(tmp_path / "none.json")).stderr
    assert "cannot be read: is a directory" in ask(book, "--facts", str(tmp_path)).stderr


def test_a_rulebook_without_a_table_has_no_players(tmp_path: Path) -> None:
    """`players` is unknown there."""
    path = tmp_path / "small.md"
    path.write_text(
        '```misdeal\nrulebook small "Small"\nfact wet: yes/no "Is it wet?"\nruling go: yes/no "Go?"\n'
        'clause 1 "Stay" when wet then go is no\nclause 2 "Go" when not wet then go is yes\n```\n'
    )
    assert ask(str(path), "wet=yes").exit_code == 0
    assert ask(str(path)).exit_code == 3
    assert "unknown fact `players`" in ask(str(path), "players=3").stderr


# Starting


def test_complete_facts_load_no_solver(book: str) -> None:
    """Neither z3 nor the encoder is imported, nor is a process started."""
    program = (
        "import sys\n"
        "from misdeal.cli.main import cli\n"
        "code = cli.main(sys.argv[1:], standalone_mode=False)\n"
        "heavy = {'z3', 'lark', 'subprocess', 'misdeal.proofs.solve', 'misdeal.proofs.encode'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "rule", book, *TWO_WRONG],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.endswith("[]\n"), done.stdout
