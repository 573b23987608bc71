"""`misdeal table`: what it shows in each format, what it refuses, and how it ends."""

import csv
import json
import re
from importlib.resources import files
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal.cli.markdown import code, prose
from misdeal.cli.table_csv import harmless
from misdeal.cli.terminal import WIDTH, display_width
from misdeal.proofs.finding import Verdict

from .running import SAMPLE, invoke, write_sample

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("table.schema.json").read_text("utf-8"))
CHECK: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("check.schema.json").read_text("utf-8"))
WHOLE = """
```misdeal
ruling seat: player  "Who pays?"
clause 8 "The first"        then seat is first q from 1 where not away[q]
clause 9 "=HYPERLINK(1)" when every q: away[q] then seat is 1 overrides 8
ruling late: yes/no otherwise no  "Was it late?"
clause 10 when found = opened then late is yes
```
""".replace("clause 10 when", 'clause 10 "Late" when')


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A rulebook with gaps, clashes, a default and a computed value."""
    return write_sample(tmp_path, text=SAMPLE + WHOLE)


def read_json(*arguments: str) -> dict[str, Any]:
    """The document of a table, valid by the schema."""
    document: dict[str, Any] = json.loads(invoke("table", "--format", "json", *arguments).stdout)
    Draft202012Validator(SCHEMA).validate(document)
    return document


def read_csv(*arguments: str) -> list[dict[str, str]]:
    """The rows of a table in CSV."""
    return list(csv.DictReader(StringIO(invoke("table", "--format", "csv", *arguments).stdout), strict=True))


# Text


def test_a_row_has_conditions_outcome_clause_and_example(book: str) -> None:
    """A block a row, and at the end what is proved."""
    result = invoke("table", book, "fine")
    assert (
        """\
`fine`, for a player p: What does the player pay?
It has to be decided when `found = opened`.

  1. GAP: no clause decides
     when cards[p] != 6
     e.g. p is player 1: found=opened, otherwise an ordinary table of five

  2. 1
     by 4 "The fine"
     when cards[p] = 6
     e.g. p is player 1: found=opened, cards[1]=6, otherwise an ordinary table
          of five

house, fine: 2 rows: 1 with a ruling, 1 gap.
  - proved: every situation in which `fine` is to be decided lies in a row
  - proved: no situation lies in two rows
"""
        in result.stdout
    )
    assert result.exit_code == 1


def test_a_clash_names_what_each_clause_gives(book: str) -> None:
    """Both clauses, with their values."""
    text = invoke("table", book, "coup").stdout
    assert "CLASH: clauses give different values" in text
    assert 'by 1 "Six cards" gives “void”' in text
    assert 'by 3 "A player is away" gives “stands”' in text


def test_a_computed_value_is_an_expression(book: str) -> None:
    """With what comes out in the example."""
    result = invoke("table", book, "seat")
    assert "`first q from 1 where not away[q]`" in result.stdout
    assert "there “player 1”" in " ".join(result.stdout.split())
    assert result.exit_code == 0


def test_a_default_is_a_row(book: str) -> None:
    """It is told apart, and has no clause."""
    assert "no, by default\n     when found <= dealt" in invoke("table", book, "late").stdout


@pytest.mark.parametrize("ruling", ["coup", "fine", "seat", "late"])
def test_lines_fit_the_page(book: str, ruling: str) -> None:
    """80 columns."""
    assert max(display_width(line) for line in invoke("table", book, ruling).stdout.splitlines()) <= WIDTH


def test_the_example_names_what_decides_it() -> None:
    """Readings that no condition names are told where the example turns on them."""
    text = invoke("table", "bridge_1987", "action", "--where", "some_long and not some_short").stdout
    assert "when law = law_14\n     e.g. cards[west]=14, only_one=any_wrong_hand" in text


# Narrowed


def test_where_narrows_the_table(book: str) -> None:
    """The condition is shown, may speak of the index, and is no condition of the rows."""
    result = invoke("table", book, "fine", "--where", "cards[p] = 6")
    assert "Only where `cards[p] = 6`." in result.stdout
    assert "always" in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("condition", "place", "told", "advice"),
    [
        ("found = openedd", "1:9", "unknown name `openedd`", "did you mean `opened`?"),
        ("found =", "1:8", "the condition ends too early", ""),
        ("", "1:1", "the condition ends too early", ""),
        ("players", "1:1", "a condition has to be `yes` or `no`", ""),
        ('found = opened claim "x": yes', "1:16", "`claim` begins a statement", ""),
        ("wrong = few and\nfound = = opened", "2:9", "found `=`", ""),
        ("wrong = few and \u202efound = opened", "1:17", "the character U+202E is not allowed", "delete it"),
        ("(" * 200 + "yes" + ")" * 200, "1:", "nested more than 100 deep", ""),
        ("some a: some b: some c: some d: some e: some f: some g: a = b and c = d and e = f and g = a", "1:1", "", ""),
    ],
)
def test_a_condition_with_a_mistake_is_located(book: str, condition: str, place: str, told: str, advice: str) -> None:
    """The line is quoted, in the condition's own lines and columns, and nothing is printed."""
    result = invoke("table", book, "fine", "--where", condition)
    assert f"--where:{place}" in result.stderr
    assert told in result.stderr
    assert advice in result.stderr
    assert "\u202e" not in result.stderr
    assert 'claim "' not in result.stderr.replace(condition, "")
    assert (result.stdout, result.exit_code) == ("", 2)


def test_a_condition_that_never_holds_leaves_no_rows(book: str) -> None:
    """Said in words, not shown as a complete table."""
    result = invoke("table", book, "coup", "--where", "found = dealing")
    assert "`coup` never has to be decided there, so the table has no rows." in result.stdout
    assert "proved" not in result.stdout
    assert result.exit_code == 0


@pytest.mark.parametrize("condition", ["found < dealing", "found = dealt and found = opened"])
def test_a_condition_that_is_impossible_is_told_as_such(book: str, condition: str) -> None:
    """It is not the ruling that does not arise: most often the condition is mistyped."""
    told = f"No situation is possible in which `{condition}`, so the table has no rows."
    result = invoke("table", book, "coup", "--where", condition)
    assert told in " ".join(result.stdout.split())
    assert "never has to be decided" not in result.stdout
    assert read_json(book, "coup", "--where", condition)["remarks"] == [told]
    assert told in invoke("table", "--format", "csv", book, "coup", "--where", condition).stderr


def test_what_is_no_ruling_is_called_what_it_is(book: str) -> None:
    """With the rulings that there are."""
    named = "the rulings are `coup`, `fine`, `seat`, `late`"
    for name, told in (("found", "a fact"), ("wrong", "a reading"), ("some_wrong", "a let")):
        let = "\n```misdeal\nlet some_wrong = some p: cards[p] != 5\n```\n"
        path = Path(book).with_name("more.md")
        path.write_text(Path(book).read_text("utf-8") + let, encoding="utf-8")
        result = invoke("table", str(path), name)
        assert f"`{name}` is {told}, not a ruling\n  help: {named}\n" in result.stderr
        assert (result.stdout, result.exit_code) == ("", 2)
    assert f"unknown ruling `entirely_else`\n  help: {named}\n" in invoke("table", book, "entirely_else").stderr


# Other formats


def test_csv_has_a_column_for_each_criterion(book: str) -> None:
    """What is read back is the table."""
    gap, fine = read_csv(book, "fine")
    assert gap["kind of outcome"] == "gap"
    assert (fine["row no."], fine["cards[p]"], fine["what comes out"], fine["by clause"]) == (
        "2",
        "6",
        "1",
        "4",
    )


@pytest.mark.parametrize(
    ("name", "ruling"),
    [pytest.param("poker_it", "coup", marks=pytest.mark.deep), ("poker_it", "deal"), ("bridge_1987", "action")],
)
def test_a_cell_of_csv_holds_the_values_alone(name: str, ruling: str) -> None:
    """With the title of its column it says what the other formats say; yes and no say whether the title is so."""
    table, spoken = read_json(name, ruling), set[str]()
    lines = {int(line["row no."]): line for line in read_csv(name, ruling)}
    assert len(lines) == len(table["rows"])
    for number, row in enumerate(table["rows"], 1):
        for title, said in zip(table["criteria"], row["cells"], strict=True):
            cell = lines[number][title]
            if said is None:
                assert cell == ""
            elif cell in {"yes", "no"}:
                assert (cell == "yes") == (said == title)
                spoken.add(cell)
            else:
                assert said in {f"{title} = {cell}", f"{title} in {cell}", f"{title} {cell}"}
                assert not cell.startswith((f"{title} ", "= ", "in "))
                spoken.add("value")
    assert spoken == {"yes", "no", "value"}


def test_the_lines_of_csv_are_in_the_order_of_stages() -> None:
    """Those that begin at one stage as in the other formats, and those of any stage last."""
    stages = ("first_round", "dealt", "opened", "drawing", "drawn", ">= acted", "")
    begun = [
        (stages.index(line["found"].split("..")[0]), int(line["row no."])) for line in read_csv("poker_it", "coup")
    ]
    assert begun == sorted(begun)
    assert [number for _, number in begun] != sorted(number for _, number in begun)
    assert {stage for stage, _ in begun} == set(range(len(stages)))
    unstaged = [int(line["row no."]) for line in read_csv("bridge_1987", "action")]
    assert unstaged == list(range(1, len(unstaged) + 1))


def test_json_says_what_the_text_says(book: str) -> None:
    """By the schema; every row has its conditions and the command that replays its example."""
    document = read_json(book, "coup")
    assert document["whole"]
    assert {row["outcome"] for row in document["rows"]} == {"value", "gap", "clash"}
    for row in document["rows"]:
        assert [cell for cell in row["cells"] if cell] == row["conditions"]
        assert row["situation"]["replay"][:2] == ["misdeal", "rule"]
        assert row["situation"]["rulings"][-1]["outcome"] == row["outcome"]


@pytest.mark.parametrize("ruling", ["coup", "seat", "late"])
def test_the_examples_replay(book: str, ruling: str) -> None:
    """`misdeal rule` comes to the outcome of the row, by its clause."""
    for row in read_json(book, ruling)["rows"]:
        _, command, *words = row["situation"]["replay"]
        answer = json.loads(invoke(command, *words, "--ruling", ruling, "--format", "json").stdout)
        (ruled,) = answer["rulings"]
        assert [each["outcome"] for each in ruled["outcomes"]] == [row["outcome"]]
        assert {each["clause"]["id"] for each in row["deciding"] if each["throughout"]} <= {
            each["clause"] for each in ruled["deciding"]
        }


def test_markdown_is_a_table_of_five_columns(book: str) -> None:
    """Every line of it has as many cells as its head."""
    lines = [
        line for line in invoke("table", "--format", "markdown", book, "coup").stdout.splitlines() if line[:1] == "|"
    ]
    assert len(lines) > 2
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines} == {6}


def test_a_table_that_is_not_whole_says_so_in_every_format(book: str) -> None:
    """And ends with 3, or with 1 where a row shown has no ruling."""
    short = ("--rows", "1", book, "late")
    assert "And more: this is not the whole table." in invoke("table", *short).stdout
    assert "this is not the whole table" in invoke("table", "--format", "markdown", *short).stdout
    assert [row["kind of outcome"] for row in read_csv(*short)] == ["default", "more"]
    document = read_json(*short)
    assert (document["whole"], document["proofs"][0]["verdict"]) == (False, "refuted")
    assert document["beyond"]["answers"]
    assert invoke("table", *short).exit_code == 3
    assert invoke("table", "--rows", "1", book, "fine").exit_code == 1


def test_without_time_nothing_is_claimed(book: str) -> None:
    """Unknown is not shown as proved, and exits 3."""
    result = invoke("table", "--timeout", "0.000001", book, "late")
    assert "This may not be the whole table" in result.stdout
    assert "- proved" not in result.stdout
    assert result.exit_code == 3


def test_the_schema_shares_what_check_has() -> None:
    """Situations and clauses are those of `check`; verdicts are those of the proofs."""
    Draft202012Validator.check_schema(SCHEMA)
    for name in ("clause", "situation", "optional_situation", "answer", "ruling"):
        assert SCHEMA["$defs"][name] == CHECK["$defs"][name]
    assert SCHEMA["$defs"]["proof"]["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]


# Hostile text


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"])  # noqa: RUF001
def test_a_cell_is_no_formula(cell: str) -> None:
    """A spreadsheet takes it for text."""
    assert not harmless(cell).lstrip().startswith(tuple("=+-@\t\r＝"))  # noqa: RUF001
    assert harmless("cards[p] = 6") == "cards[p] = 6"


def test_words_of_a_rulebook_are_text_in_markdown() -> None:
    """No markup, no links, no cells of their own."""
    assert prose("a | <b> [c](d) *e* `f` @g www.h.i http://j") == (
        r"a \| \<b\> \[c\](d) \*e\* \`f\` \@g www\.h.i http\://j"
    )
    assert code("a | b") == r"`a \| b`"
    assert code("`1` and `2` name *different* values") == r"`1` and `2` name \*different\* values"


@pytest.mark.parametrize("form", ["text", "markdown", "csv", "json"])
def test_hostile_text_does_nothing(tmp_path: Path, form: str) -> None:
    """Control characters of a heading, a title like a formula, markup in a question."""
    hostile = (
        (SAMPLE + WHOLE)
        .replace("## Five cards each", "## Five \x1b[2J cards")
        .replace("What becomes of the coup?", "<script>alert(1)</script> | [x](javascript:1)")
    )
    path = write_sample(tmp_path, text=hostile)
    shown = (
        invoke("table", "--format", form, path, "coup").stdout + invoke("table", "--format", form, path, "seat").stdout
    )
    assert all(character.isprintable() or character == "\n" for character in shown)
    if form == "markdown":
        assert not re.search(r"(?<!\\)<(?!br>)", shown)
    if form == "csv":
        assert not re.search(r'(?:^|,)"[=+@-]', shown, re.MULTILINE)
    if form == "json":
        assert shown.isascii()


def test_an_unknown_ruling_gets_the_near_name(book: str) -> None:
    """It exits 2."""
    result = invoke("table", book, "coop")
    assert "unknown ruling `coop`" in result.stderr
    assert "did you mean `coup`?" in result.stderr
    assert result.exit_code == 2
