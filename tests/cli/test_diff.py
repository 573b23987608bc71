"""`misdeal diff`: what it shows in each format, what it refuses, and how it ends."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal.cli.terminal import WIDTH, display_width
from misdeal.model.meaning.evaluate import Kind
from misdeal.proofs.allowed import Why
from misdeal.proofs.diff import What
from misdeal.proofs.finding import Verdict

from .running import SAMPLE, invoke

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("diff.schema.json").read_text("utf-8"))
CHECK: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("check.schema.json").read_text("utf-8"))
NEW = (
    SAMPLE.replace("cards[p] = 6 then coup is void", "cards[p] = 6 and not away[p] then coup is void")
    .replace("0..8", "0..9")
    .replace("fact away", 'fact late: yes/no "Was it late?"\nfact away')
    .replace("then fine[p] is 1", "then fine[p] is 1 + count q: away[q]")
    .replace('clause 3 "A player is away"', 'clause 3b "A player is away"')
)
ALLOWED = SAMPLE.replace("ruling coup", 'always not (found = dealt and some p: away[p]) "they come back"\nruling coup')


@pytest.fixture
def books(tmp_path: Path) -> tuple[str, str]:
    """Two editions of a rulebook."""
    return write(tmp_path, "old.md", SAMPLE), write(tmp_path, "new.md", NEW)


def write(directory: Path, name: str, text: str) -> str:
    """The path of a file."""
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def read_json(*arguments: str) -> dict[str, Any]:
    """The document of a comparison, valid by the schema."""
    document: dict[str, Any] = json.loads(invoke("diff", "--format", "json", *arguments).stdout)
    Draft202012Validator(SCHEMA).validate(document)
    return document


# Text


def test_a_region_has_both_outcomes_their_clauses_and_an_example(books: tuple[str, str]) -> None:
    """A block a region, then what only one has, then what is proved."""
    result = invoke("diff", *books)
    assert (
        """\
`coup`: What becomes of the coup?

  1. CLASH: clauses give different values -> stands
     old by 1 "Six cards" and 3 "A player is away"
     new by 3b "A player is away"
     when (some p: cards[p] = 6)
      and not some p: cards[p] = 6 and not away[p]
     e.g. found=dealt, away[5]=yes, cards[5]=6, otherwise an ordinary table of
          five
"""
        in result.stdout
    )
    assert (
        """\
Only the old rulebook has the clause: `3`
Only the new rulebook has the fact: `late`
Only the new rulebook has the value: `9` of cards
Only the new rulebook has the clause: `3b`

house: 2 rulings compared, of which 2 come out differently.
  - proved: `coup` comes out differently nowhere else
  - proved: `fine` comes out differently nowhere else
  - proved: no other situation is possible in the new rulebook where the old one
    has no such value
"""
        in result.stdout
    )
    assert result.exit_code == 1


def test_a_computed_value_is_told_with_what_it_comes_to(books: tuple[str, str]) -> None:
    """The expression in the outcome, the values in the example."""
    text = " ".join(invoke("diff", *books, "--ruling", "fine").stdout.split())
    assert "1. 1 -> `(count q: away[q]) + 1` old by 4" in text
    assert "there “1” becomes “2”" in text


def test_what_only_one_allows_stands_apart(tmp_path: Path) -> None:
    """With the reason, for either rulebook."""
    old, new = write(tmp_path, "old.md", SAMPLE), write(tmp_path, "new.md", ALLOWED)
    for pair, which, other in (((old, new), "old", "new"), ((new, old), "new", "old")):
        result = invoke("diff", *pair)
        assert (
            f"""\
Possible only in the {which} rulebook: the {other} one denies it by an `always`

  1. when found = dealt
      and some p: away[p]
     e.g. found=dealt, away[5]=yes, otherwise an ordinary table of five
"""
            in result.stdout
        )
        assert "proved: the same comes out everywhere for `coup`, `fine`" in result.stdout
        assert result.exit_code == 1


def test_what_follows_is_told(tmp_path: Path) -> None:
    """A ruling that moves because another one does says so, in every format."""
    reading = (
        SAMPLE
        + '```misdeal\nruling again: yes/no otherwise no "Again?"\nclause 7 when coup = void then again is yes\n```\n'
    )
    reading = reading.replace("clause 7 when", 'clause 7 "Again" when')
    pair = (
        write(tmp_path, "old.md", reading),
        write(
            tmp_path,
            "new.md",
            reading.replace("every p: cards[p] = 5 then coup is stands", "every p: cards[p] = 5 then coup is void"),
        ),
    )
    told = "Its own clauses are the same; it follows `coup`."
    assert told in invoke("diff", *pair).stdout
    assert told in invoke("diff", *pair, "--format", "markdown").stdout
    assert [each["follows"] for each in read_json(*pair)["rulings"]] == [[], [], ["coup"]]


def test_lines_fit_the_page(books: tuple[str, str]) -> None:
    """80 columns."""
    lines = invoke("diff", *books).stdout.splitlines()[2:]
    assert max(display_width(line) for line in lines) <= WIDTH


def test_the_same_rulebook_is_the_same() -> None:
    """It exits 0, and no region is shown."""
    result = invoke("diff", "bridge_1987", "bridge_1987")
    assert "of which none comes out differently." in result.stdout
    assert "->" not in result.stdout
    assert result.exit_code == 0


def test_nothing_in_common_is_said(tmp_path: Path) -> None:
    """It is not called the same."""
    old = write(tmp_path, "old.md", SAMPLE.replace("ruling coup", 'always found = opened "so"\nruling coup'))
    new = SAMPLE.replace("ruling coup", 'always found = dealt "so"\nruling coup').replace(
        "= 6 then coup", "= 7 then coup"
    )
    result = invoke("diff", old, write(tmp_path, "new.md", new))
    assert "no situation is possible in both, so that no ruling can be compared" in " ".join(result.stdout.split())
    assert "- vacuous: `coup` comes out differently nowhere" in result.stdout
    assert result.exit_code == 1


# What is not found out


def test_what_is_left_out_is_told_in_every_format(tmp_path: Path) -> None:
    """More regions than are told: one situation outside them is, and nothing is called whole."""
    pair = (
        write(tmp_path, "old.md", SAMPLE),
        write(tmp_path, "new.md", SAMPLE.replace("cards[p] = 6 then coup", "cards[p] = 4 then coup")),
    )
    short = (*pair, "--regions", "1", "--ruling", "coup")
    text = invoke("diff", *short).stdout
    assert "And more: these are not all regions.\n     e.g. " in text
    assert "not so: `coup` comes out differently nowhere else (there are more regions" in text
    assert (
        "**And more: these are not all regions.** For instance "
        in invoke("diff", "--format", "markdown", *short).stdout
    )
    document = read_json(*short)
    assert (document["whole"], document["rulings"][0]["proof"]["verdict"]) == (False, "refuted")
    assert document["rulings"][0]["beyond"]["answers"]


def test_without_time_nothing_is_claimed(tmp_path: Path) -> None:
    """Unknown is not shown as proved, and exits 3."""
    pair = (
        write(tmp_path, "old.md", SAMPLE),
        write(tmp_path, "new.md", SAMPLE.replace("cards[p] = 6 then coup", "cards[p] = 4 then coup")),
    )
    result = invoke("diff", *pair, "--timeout", "0.000001", "--ruling", "coup")
    assert "There may be more: not everything was found out." in result.stdout
    assert "proved" not in result.stdout
    assert result.exit_code == 3
    markdown = invoke("diff", *pair, "--timeout", "0.000001", "--format", "markdown")
    assert "**There may be more: not everything was found out.**" in markdown.stdout
    assert markdown.exit_code == 3


# Other formats


def test_json_says_what_the_text_says(books: tuple[str, str]) -> None:
    """By the schema; every region has both outcomes, and how each rulebook is asked about the example."""
    document = read_json(*books)
    assert (document["differs"], document["whole"]) == (True, True)
    assert [each["old"] for each in document["rulings"]] == ["coup", "fine"]
    assert {(each["book"], each["what"], each["name"], each["of"]) for each in document["only"]} == {
        ("old", "clause", "3", None),
        ("new", "fact", "late", None),
        ("new", "value", "9", "cards"),
        ("new", "clause", "3b", None),
    }
    (only,) = document["possible_only"]
    assert (only["book"], only["why"]) == ("new", "values")
    assert set(only["regions"][0]["situation"]["replay"]) == {"new"}


def test_the_examples_replay(books: tuple[str, str]) -> None:
    """`misdeal rule` comes to the outcome of the region in each rulebook, by its clauses."""
    for compared in read_json(*books)["rulings"]:
        assert compared["regions"]
        for region in compared["regions"]:
            for edition in ("old", "new"):
                _, command, *words = region["situation"]["replay"][edition]
                ruling = compared[edition]
                answer = json.loads(invoke(command, *words, "--ruling", ruling, "--format", "json").stdout)
                at = [each for each in answer["rulings"] if each["place"] in {ruling, f"{ruling}[1]"}]
                assert [each["outcome"] for each in at[0]["outcomes"]] == [region[edition]["outcome"]]
                assert {each["id"] for each in region[edition]["clauses"]} <= {
                    each["clause"] for each in at[0]["deciding"]
                }


def test_markdown_has_a_table_a_ruling(books: tuple[str, str]) -> None:
    """Every line of it has as many cells as its head."""
    page = invoke("diff", "--format", "markdown", *books)
    lines = [line for line in page.stdout.splitlines() if line[:1] == "|"]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {6, 4}
    assert "## `coup`: What becomes of the coup?" in page.stdout
    assert "- Only the new rulebook has the fact: `late`" in page.stdout
    assert page.exit_code == 1


def test_the_schema_has_the_words_of_the_code() -> None:
    """Kinds, reasons, verdicts; answers and clauses are those of `check`."""
    Draft202012Validator.check_schema(SCHEMA)
    parts = SCHEMA["$defs"]
    assert set(parts["outcome"]["properties"]["outcome"]["enum"]) == {kind.value for kind in Kind}
    assert parts["possible_only"]["properties"]["why"]["enum"] == [why.name.lower() for why in Why]
    assert parts["unpaired"]["properties"]["what"]["enum"] == [what.value for what in What]
    assert parts["proof"]["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert {name: parts[name] for name in ("answer", "clause")} == {
        name: CHECK["$defs"][name] for name in ("answer", "clause")
    }


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_hostile_text_does_nothing(tmp_path: Path, form: str) -> None:
    """Control characters of a heading, markup in a question."""
    hostile = SAMPLE.replace("## Five cards each", "## Five \x1b[2J cards").replace(
        "What becomes of the coup?", "<script>alert(1)</script> | [x](javascript:1)"
    )
    old, new = (
        write(tmp_path, "old.md", hostile),
        write(tmp_path, "new.md", hostile.replace("] = 6 then", "] = 7 then")),
    )
    shown = invoke("diff", "--format", form, old, new).stdout
    assert "script" in shown
    assert all(character.isprintable() or character == "\n" for character in shown)
    if form == "markdown":
        assert not re.search(r"(?<!\\)<(?!br>)", shown)


# Names


def test_a_file_pairs_names_that_differ(tmp_path: Path) -> None:
    """Facts, rulings, values of a type and of a ruling."""
    text = (
        SAMPLE.replace("away", "absent").replace("coup", "deal").replace("stands", "is_good").replace("few", "too_few")
    )
    old, new = write(tmp_path, "old.md", SAMPLE), write(tmp_path, "new.md", text)
    names = """
[facts]
away = "absent"
[rulings]
coup = "deal"
[values.coup]
stands = "is_good"
[values.wrong]
few = "too_few"
"""
    result = invoke("diff", old, new, "--names", write(tmp_path, "names.toml", names))
    assert result.exit_code == 0
    assert invoke("diff", old, new).exit_code == 1
    changed = write(tmp_path, "changed.md", text.replace("] = 6 then deal", "] = 7 then deal"))
    shown = invoke("diff", old, changed, "--names", str(tmp_path / "names.toml")).stdout
    assert "`coup` (new: `deal`): What becomes of the coup?" in shown
    assert "CLASH: clauses give different values -> is good" in shown


@pytest.mark.parametrize(
    ("text", "place", "told", "advice"),
    [
        ('[facts]\n\nawai = "away"', ":3: ", "the old rulebook has no fact `awai`", "did you mean `away`?"),
        ('[facts]\naway = "awai"', ":2: ", "the new rulebook has no fact `awai`", "did you mean `away`?"),
        ('[rulings]\ncoop = "coup"', ":2: ", "the old rulebook has no ruling `coop`", "did you mean `coup`?"),
        ('rulings = { coop = "coup" }', ": ", "the old rulebook has no ruling `coop`", "did you mean `coup`?"),
        ('[values.coup]\n"viod" = "void"', ":2: ", "the old rulebook has no value `viod`", "did you mean `void`?"),
        ('[values.coop]\nvoid = "void"', ":1: ", "the old rulebook has no type, fact or ruling `coop`", "`coup`"),
        ('[fact]\naway = "away"', ":1: ", "unknown table `fact`", "did you mean `facts`?"),
        ("[facts]\naway = 1", ":2: ", "`away` is paired with no name", "write tables of names"),
        ("facts = 1", ":1: ", "`facts` is no table", "write tables of names"),
        ("values.coup = 1", ":1: ", "`values.coup` is no table", "write tables of names"),
        ('[facts]\naway = x"', ":2: ", "no TOML: invalid value", "write tables of names"),
        ("[facts", ": ", "no TOML: expected ']'", "write tables of names"),
        ("a = " + "[" * 5000, ": ", "no TOML that can be read", "write tables of names"),
        ("#" * 100_001, " ", "is larger than 100000 bytes", ""),
    ],
)
def test_a_name_that_cannot_be_used_is_located(
    books: tuple[str, str], tmp_path: Path, text: str, place: str, told: str, advice: str
) -> None:
    """With the line where it stands, and nothing is printed."""
    names = write(tmp_path, "names.toml", text)
    result = invoke("diff", *books, "--names", names)
    assert f"{names}{place}" in result.stderr.replace("`", "")
    assert told.replace("`", "") in result.stderr.replace("`", "")
    assert advice in result.stderr
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_file_of_names_that_cannot_be_read_is_refused(books: tuple[str, str], tmp_path: Path) -> None:
    """It is not there, or it is not text."""
    result = invoke("diff", *books, "--names", str(tmp_path / "none.toml"))
    assert "none.toml` cannot be read: no such file or directory" in result.stderr
    assert result.exit_code == 2
    (tmp_path / "names.toml").write_bytes(b"[facts]\n\xff = 1")
    result = invoke("diff", *books, "--names", str(tmp_path / "names.toml"))
    assert "names.toml:2: this is not UTF-8" in result.stderr
    assert result.exit_code == 2


def test_what_cannot_be_used_exits_2(books: tuple[str, str], tmp_path: Path) -> None:
    """An unknown ruling, a rulebook with a mistake, two that cannot be compared; before any difference."""
    result = invoke("diff", *books, "--ruling", "coop")
    assert "did you mean `coup`?" in result.stderr
    assert result.exit_code == 2
    broken = write(tmp_path, "broken.md", NEW.replace("then coup", "then coop"))
    assert invoke("diff", books[0], broken).exit_code == 2
    other = write(
        tmp_path, "other.md", SAMPLE.replace("away[p]: yes/no usually no", "away: yes/no").replace("away[p]", "away")
    )
    result = invoke("diff", books[0], other)
    assert "`away`: only the old rulebook has an index there" in result.stderr
    assert (result.stdout, result.exit_code) == ("", 2)


# What an amendment means to change

MEANT = """```misdeal
rulebook parlour_2 amends base "The next edition"
restate clause 1 "Six cards" when some p: cards[p] = 6 and not away[p] then coup is void
{changes}
```
"""


def amended(directory: Path, *changes: str) -> tuple[str, str]:
    """A rulebook, and an amendment that declares changes."""
    base = SAMPLE.replace("rulebook house", "rulebook base")
    return write(directory, "base.md", base), write(directory, "next.md", MEANT.format(changes="\n".join(changes)))


def meanings(books: tuple[str, str]) -> tuple[dict[str, list[bool | None]], int, list[str]]:
    """Of each ruling whether its regions are meant; how many are not; what is meant of rulings and did not change."""
    document = read_json(*books)
    regions = {
        each["old"]: [one["meant"] for one in each["regions"]] for each in document["rulings"] if each["regions"]
    }
    return regions, document["unintended"], [each["ruling"] for each in document["idle"]]


def test_without_changes_nothing_is_said_of_what_is_meant(tmp_path: Path) -> None:
    """An amendment need not declare anything."""
    books = amended(tmp_path)
    regions, unintended, idle = meanings(books)
    assert {each for found in regions.values() for each in found} == {None}
    assert (unintended, idle) == (0, [])
    assert "meant" not in invoke("diff", *books).stdout


def test_what_is_declared_is_meant(tmp_path: Path) -> None:
    """Everywhere, or where it happens."""
    for declared in ('changes coup "no fault of his"', 'changes coup where some p: away[p] "no fault of his"'):
        books = amended(tmp_path, declared)
        regions, unintended, idle = meanings(books)
        assert set(regions["coup"]) == {True}
        assert (unintended, idle) == (0, [])
        assert "Nothing changed but what the new rulebook declares." in invoke("diff", *books).stdout


def test_what_is_not_declared_is_told_apart(tmp_path: Path) -> None:
    """Part of a difference may be meant and part not; and what is meant may not happen."""
    books = amended(tmp_path, 'changes coup where away[1] "no fault of his"', 'changes fine "nobody pays"')
    regions, unintended, idle = meanings(books)
    assert set(regions["coup"]) == {True, False}
    assert unintended == regions["coup"].count(False)
    assert idle == ["fine"]
    shown = invoke("diff", *books).stdout
    assert "not meant: the new rulebook declares no such change" in shown
    assert "`fine` does not come out differently where `changes` says so: “nobody pays”." in shown
    assert "**not meant**" in invoke("diff", "--format", "markdown", *books).stdout


def test_an_index_may_be_named(tmp_path: Path) -> None:
    """By any name; the condition is about it."""
    fined = 'restate clause 4 "The fine" for each p when cards[p] >= 6 then fine[p] is 1'
    regions, unintended, _ = meanings(amended(tmp_path, fined, 'changes fine[q] where cards[q] > 6 "more cards"'))
    assert set(regions["fine"]) == {True}
    assert unintended == len(regions["coup"])
    regions, _, _ = meanings(amended(tmp_path, fined, 'changes fine[q] where cards[q] > 7 "more cards"'))
    assert set(regions["fine"]) == {True, False}


# What an amendment decides

READ = SAMPLE.replace("cards[p] = 6 then coup", "(wrong = any or cards[p] = 6) then coup").replace(
    "rulebook house", "rulebook base"
)
DECIDED = """```misdeal
rulebook base_2 amends base "Decided"
decide wrong = few "a hand of six is meant"
```
"""


def test_the_old_rulebook_is_read_as_the_new_one_decides(tmp_path: Path) -> None:
    """So that a decided reading is no difference of whatever depends on it; it is listed, and can be compared too."""
    books = write(tmp_path, "base.md", READ), write(tmp_path, "next.md", DECIDED)
    document = read_json(*books)
    assert document["decided"] == [
        {"name": "wrong", "value": "few", "ambiguity": "R-1", "reason": "a hand of six is meant"}
    ]
    assert not document["differs"]
    shown = invoke("diff", *books)
    assert "The old rulebook is read as the new one decides:" in shown.stdout
    assert "- `wrong = few` (R-1): a hand of six is meant" in shown.stdout
    assert shown.exit_code == 0
    assert "`wrong = few`" in invoke("diff", "--format", "markdown", *books).stdout


def test_every_reading_can_be_compared(tmp_path: Path) -> None:
    """Then the old rulebook rules otherwise where its reading is another one."""
    books = write(tmp_path, "base.md", READ), write(tmp_path, "next.md", DECIDED)
    document = read_json("--every-reading", *books)
    assert document["decided"] == []
    assert document["differs"]
    (coup,) = (each for each in document["rulings"] if each["old"] == "coup")
    assert coup["regions"]
    assert all("wrong=any" in region["situation"]["replay"]["old"] for region in coup["regions"])


def test_what_is_decided_stands_in_the_command_for_the_old_rulebook(tmp_path: Path) -> None:
    """There the reading is still open."""
    changed = DECIDED.replace("\n```\n", '\nrestate clause 3 "Away" when some p: away[p] then coup is void\n```\n', 1)
    changed = changed.replace("```misdeal\nrestate", "```misdeal\n")
    books = write(tmp_path, "base.md", READ), write(tmp_path, "next.md", changed)
    (region, *_) = (each for ruling in read_json(*books)["rulings"] for each in ruling["regions"])
    assert "wrong=few" in region["situation"]["replay"]["old"]
    assert "wrong=few" not in region["situation"]["replay"]["new"]
