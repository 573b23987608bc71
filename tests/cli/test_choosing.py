"""`--option` and `--with`: rulebooks under some values of their options."""

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from .running import invoke, write_sample
from .test_rule import PAGE

STATEMENTS = """
```misdeal
reading late "R-1": {never, always_so "always"} "Does it matter when?"
option most: 1..9 "How many?"
case "for the strict" given found = opened, strict = yes, cards[1] = 4, cards[2] = 4 expect coup is void
case "for others" given found = opened, strict = no, cards[1] = 4, cards[2] = 4 expect coup is stands
```
"""

Saved = Callable[[str], str]


@pytest.fixture
def parlour(tmp_path: Path) -> str:
    """The path of a rulebook with options."""
    path = tmp_path / "parlour.md"
    path.write_text(PAGE + STATEMENTS, encoding="utf-8")
    return str(path)


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Saved:
    """Writes a file of saved options beside the rulebook, where the command runs; its path."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        path = tmp_path / "saved.toml"
        path.write_text(text, encoding="utf-8")
        return path.name

    return write


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def document(schema: str, *arguments: str) -> Any:  # noqa: ANN401 - JSON
    """What a command prints as JSON, which keeps to its schema."""
    made = json.loads(invoke(*arguments, "--format", "json").output)
    Draft202012Validator(json.loads(files("misdeal.cli").joinpath(schema).read_text("utf-8"))).validate(made)
    return made


def test_a_report_says_what_was_chosen(parlour: str) -> None:
    """The options stand above the findings, and cases for other values are counted."""
    shown = flat(invoke("check", parlour, "--option", "strict=yes", "--option", "late=always_so").output)
    assert "Parlour draw Under `strict = yes` and `late = always_so` (R-1)." in shown
    assert "1 of 1 cases come out as they must. 1 case is left out, for other values of these options." in shown


def test_what_is_chosen_varies_no_more(parlour: str) -> None:
    """Under one value a finding of the other is gone."""
    clash = "`7` and `8` name different values for `standing`"
    assert clash in flat(invoke("check", parlour, "--option", "strict=yes").output)
    assert clash not in flat(invoke("check", parlour, "--option", "strict=no").output)


def test_a_witness_is_replayed_under_what_was_chosen(parlour: str) -> None:
    """The command below a witness gives the options again."""
    (book,) = document("check.schema.json", "check", parlour, "--option", "strict=yes")["books"]
    (gap,) = [each for each in book["findings"] if each["code"] == "gap"]
    (region,) = gap["regions"]
    assert "strict=yes" in region["situation"]["replay"]
    assert invoke(*region["situation"]["replay"][1:]).exit_code == 1


def test_json_says_what_was_chosen(parlour: str, saved: Saved) -> None:
    """As yes/no, number or name; of `check` also the cases that are left out."""
    given = ("--with", saved('strict = true\nmost = 3\n[options]\nlate = "never"'))
    wanted = {"strict": True, "late": "never", "most": 3}
    (book,) = document("check.schema.json", "check", parlour, *given)["books"]
    assert (book["options"], book["unfit_cases"]) == (wanted, ["for others"])
    table = document("table.schema.json", "table", parlour, "coup", *given)
    assert table["options"] == wanted
    assert document("rule.schema.json", "rule", parlour, *given)["given"] == wanted


def test_a_table_is_made_under_what_was_chosen(parlour: str) -> None:
    """Its condition may speak of the option still, and no row does."""
    shown = flat(invoke("table", parlour, "coup", "--option", "strict=yes", "--where", "strict").output)
    assert "Under `strict = yes`." in shown
    assert "when strict" not in shown


def test_an_argument_comes_before_a_file(parlour: str, saved: Saved) -> None:
    """`--option` replaces what a file says."""
    path = saved('strict = "no"')
    assert "Under `strict = no`." in invoke("check", parlour, "--with", path).output
    assert "Under `strict = yes`." in invoke("check", parlour, "--with", path, "--option", "strict=yes").output


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("strickt=yes", "unknown option `strickt` help: did you mean `strict`?"),
        ("zzz=1", "unknown option `zzz` help: the options are `strict`, `late`, `most`"),
        ("strict=maybe", "`maybe` is no value of `strict` help: it is one of `yes`, `no`"),
        ("late=nevr", "`nevr` is no value of `late` help: did you mean `never`?"),
        ("most=10", "`10` is no value of `most` help: it is a whole number in `1..9`"),
        ("strict", "`--option` `strict` gives no value help: write `--option strict=no`"),
        ("found=dealt", "`found` is a fact, and here stand options only"),
        ("coup=void", "`coup` is a ruling, not a fact"),
        ("wrong=1", "`wrong` is a let, and here stand options only"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("table", "coup"), ("rule",)])
def test_what_is_no_option_is_refused(parlour: str, command: tuple[str, ...], option: str, message: str) -> None:
    """With the near name, or what there is."""
    result = invoke(command[0], parlour, *command[1:], "--option", option)
    assert result.exit_code == 2
    assert message in flat(result.stderr)


def test_an_option_given_twice_is_refused(parlour: str) -> None:
    """Unless it is given the same."""
    result = invoke("check", parlour, "--option", "strict=yes", "--option", "strict=no")
    assert result.exit_code == 2
    assert "`strict` is given twice: `strict=yes` and `strict=no`" in result.stderr


def test_without_options_nothing_can_be_chosen(tmp_path: Path) -> None:
    """It is said that there are none."""
    path = tmp_path / "plain.md"
    path.write_text('```misdeal\nrulebook plain "Plain"\n```\n', encoding="utf-8")
    assert "this rulebook has no options" in invoke("check", str(path), "--option", "strict=yes").stderr
    assert "write `--option name=value`" in invoke("check", str(path), "--option", "strict").stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strict = maybe", "is no TOML: invalid value (at line 1, column 10)"),
        ("strict = true\nstrict = false", "is no TOML: cannot overwrite a value"),
        ("most = " + "9" * 5000, "has a number with too many digits"),
        ("x = " + "[" * 8000, "is nested too deep"),
        ("x = {" + "a={" * 5000, "is nested too deep"),
        ("strict = 1", "`1` is no value of `strict`"),
        ("strict = 1979-05-27", '`"1979-05-27"` is no value of `strict`'),
        ("most = 2.5", "`2.5` is no value of `most`"),
        ("stirct = true", "unknown option `stirct` help: did you mean `strict`?"),
        ("found = 'dealt'", "`found` is a fact, and here stand options only"),
        ("strict = ['yes']", "`strict` has more than one value"),
        ("strict" + ".a" * 5000 + " = 1", "`strict` has more than one value"),
        ("options = 1", "unknown option `options`"),
        ("strict = true\n[options]\nstrict = true", "`strict` stands at the top and under `[options]`"),
        ("#" * 20_000, "is larger than 16000 bytes"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(parlour: str, saved: Saved, text: str, message: str) -> None:
    """With its name, and the key that is wrong."""
    result = invoke("rule", parlour, "--with", saved(text))
    assert result.exit_code == 2
    assert result.stderr.startswith("misdeal: `saved.toml`")
    assert message in flat(result.stderr)


def test_files_that_contradict_each_other_are_refused(parlour: str, saved: Saved, tmp_path: Path) -> None:
    """Of two files neither comes first."""
    other = tmp_path / "other.toml"
    other.write_text("strict = false", encoding="utf-8")
    result = invoke("check", parlour, "--with", saved("strict = true"), "--with", str(other))
    assert "`strict` is given twice: `strict=yes` and `strict=no`" in result.stderr


def test_a_file_that_is_not_there_is_refused(parlour: str) -> None:
    """With the reason."""
    result = invoke("check", parlour, "--with", "nowhere.toml")
    assert (result.exit_code, result.stderr) == (
        2,
        "misdeal: `nowhere.toml` cannot be read: no such file or directory\n",
    )


WRONG = ("--usual", "found=opened", "cards[1]=6", "cards[2]=4")


def test_a_report_says_what_options_change(parlour: str) -> None:
    """An example with both outcomes, a command that rules on it under both, and that the rest is the same."""
    shown = invoke("check", parlour).output
    section = flat(shown[shown.index("Options and readings") : shown.index("\nparlour:")])
    assert "`strict`: Does the house play the strict rule? It changes `coup` and `fine`. For instance:" in section
    assert (
        "under `no`: `coup` is “the coup stands” by 5; `fine[ours]` is “0” by default"
        " under `yes`: `coup` is “void” by 5.1; `fine[ours]` is “1” by 5.1" in section
    )
    assert "`late` (R-1): Does it matter when? It changes nothing. `most`" in section


def test_the_command_below_a_change_tells_both(parlour: str) -> None:
    """The option is left out of it, and the answer has a branch for each value."""
    (book,) = document("check.schema.json", "check", parlour)["books"]
    bearing = book["bearings"][0]
    change = bearing["changes"][0]
    assert (bearing["option"], change["rulings"]) == ("strict", ["coup", "fine"])
    assert not any("strict" in word for word in change["situation"]["replay"])
    answer = invoke(*change["situation"]["replay"][1:], "--ruling", "coup", "--format", "json")
    (coup,) = json.loads(answer.output)["rulings"]
    assert [each["outcomes"][0]["value"] for each in coup["branches"]] == ["stands", "void"]
    assert [under["value"] for under in change["under"]] == ["no", "yes"]


def test_what_options_change_is_not_told_beside_one_kind(parlour: str) -> None:
    """`--only` leaves it out."""
    assert "Options and readings" not in invoke("check", parlour, "--only", "gap").output


def test_what_is_not_found_out_of_options_exits_3(tmp_path: Path) -> None:
    """And is never called unchanged."""
    page = '```misdeal\nrulebook single "One"\noption strict: yes/no "Strict?"\nruling r: {a, b} otherwise b "What?"\n'
    (tmp_path / "one.md").write_text(page + 'clause 1 "One" when strict then r is a\n```\n', encoding="utf-8")
    result = invoke("check", str(tmp_path / "one.md"), "--timeout", "0.000001")
    assert result.exit_code == 3
    assert "Whether it changes `r` was not found out: " in flat(result.output)


def test_a_ruling_is_told_under_each_value_of_an_option_left_out(parlour: str) -> None:
    """A line for each region of options, with what comes out and by which clauses."""
    result = invoke("rule", parlour, *WRONG, "--ruling", "coup", "--ruling", "standing[1]")
    shown = flat(result.output)
    assert result.exit_code == 3
    assert "under `not strict`: stands (the coup stands) by 5 “the coup stands”, implied" in shown
    assert "under `strict`: void by 5.1 “More than one wrong hand”" in shown
    assert "under `strict`: clauses in force name different values by 7 “Six cards”, p = 1" in shown
    assert "may still be" not in shown


def test_a_ruling_that_options_do_not_change_says_so(parlour: str) -> None:
    """Those that it depends on are named, and no others."""
    result = invoke("rule", parlour, "--usual", "found=opened", "cards[1]=6", "--ruling", "coup")
    assert result.exit_code == 0
    assert "the same whatever `strict` is by 5 “the coup stands”" in flat(result.output)


def test_what_is_open_under_an_option_is_told_as_open(parlour: str) -> None:
    """A fact that is not known may keep it open, under one value of the option and not under another."""
    known = [f"cards[{seat}]=6" for seat in (1, 2, 3, 4)]
    shown = flat(invoke("rule", parlour, "players=4", "found=dealt", "dealer=1", "cut_by=nobody", *known[1:]).output)
    assert "coup: void What becomes of the coup?" in shown
    shown = flat(invoke("rule", parlour, "players=4", "found=opened", "dealer=1", "cut_by=nobody", "cards[2]=6",
                        "cards[3]=5", "cards[4]=5", "--ruling", "coup").output)  # fmt: skip
    assert "under `not strict`: stands (the coup stands)" in shown
    assert "under `strict` still open may still be: stands (the coup stands); void" in shown


def test_json_tells_of_options_left_out(parlour: str) -> None:
    """What comes out under which, and which change nothing."""
    coup, *_, fine = document("rule.schema.json", "rule", parlour, *WRONG)["rulings"]
    assert [(each["options"], each["standing"], each["outcomes"][0]["value"]) for each in coup["branches"]] == [
        (["not strict"], "settled", "stands"),
        (["strict"], "settled", "void"),
    ]
    assert (coup["whichever"], fine["whichever"]) == ([], ["strict"])


def test_many_options_that_change_nothing_are_counted(tmp_path: Path) -> None:
    """Four are not named one by one."""
    options = "\n".join(f'option o{number}: yes/no "Number {number}?"' for number in range(4))
    page = f'```misdeal\nrulebook many "Many"\nfact at: 0..1 "At?"\n{options}\nruling r: {{a, b}} otherwise b "What?"\n'
    page += 'clause 1 "One" when at = 1 and (o0 or o1 or o2 or o3) then r is a\n```\n'
    (tmp_path / "many.md").write_text(page, encoding="utf-8")
    shown = flat(invoke("rule", str(tmp_path / "many.md"), "at=0").output)
    assert "the same whatever the 4 options and readings are that it depends on" in shown
    shown = flat(invoke("rule", str(tmp_path / "many.md"), "at=1").output)
    assert "under `not o0 and not o1 and not o2 and not o3`: b, by default" in shown
    assert "under `o3` or `o2` or `o1` or `o0`: a by 1 “One”" in shown


@pytest.mark.parametrize("number", ["0x" + "f" * 4_000, "9" * 5_000])
def test_a_number_of_any_size_is_refused_in_words(tmp_path: Path, number: str) -> None:
    """Nothing is said of the interpreter's own limits."""
    saved = tmp_path / "saved.toml"
    saved.write_text(f"wrong = {number}\n", encoding="utf-8")
    result = invoke("check", write_sample(tmp_path), "--with", str(saved))
    assert result.exit_code == 2
    assert "number" in result.stderr
    assert "sys." not in result.stderr
