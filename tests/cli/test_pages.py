"""`misdeal list`, `show`, `explain`, `new`, `completion`."""

import re
from pathlib import Path

import pytest

from misdeal.cli.codes import entries
from misdeal.model.library import load, shipped
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind
from tests.project.tree import list_codes

from .running import SAMPLE, invoke, run, write_sample


def test_list_names_every_shipped_rulebook() -> None:
    """Each with its title."""
    text = invoke("list").stdout
    for name in shipped():
        assert re.search(rf"^{name}\b", text, re.MULTILINE)
        assert load(name).title.split()[0] in text


def test_show_prints_every_statement_under_its_heading(tmp_path: Path) -> None:
    """The statements as they are written; the prose is left out."""
    text = invoke("show", write_sample(tmp_path, text=SAMPLE + "\nSome prose.\n")).stdout
    statements = re.findall(r"```misdeal\n(.*?)```", SAMPLE, re.DOTALL)
    for line in "".join(statements).splitlines():
        assert line in text.splitlines()
    assert "Five cards each" in text
    assert "prose" not in text


def test_show_tells_all_about_a_clause(tmp_path: Path) -> None:
    """Title, heading, place, condition with its part's, effects, overriding both ways, paragraphs."""
    more = """
source "Rules" 5
part 5 "Later" when found = opened
clause 5.1 "Five one" for each p when cards[p] = 7 then fine[p] is 2, coup is void overrides 1, 3
clause 5.2 "Five two" when some p: cards[p] = 8 then coup is void overrides 5.1
"""
    result = invoke("show", write_sample(tmp_path, clauses=more), "5.1")
    assert result.exit_code == 0
    assert re.sub(r" +", " ", result.stdout) == re.sub(
        r" +",
        " ",
        f"""clause 5.1: Five one
 under "Five cards each"
 {tmp_path}/house.md:29:1
 for each p
 when `cards[p] = 7`
 `found = opened` (part 5)
 then `fine[p] is 2`: What does the player pay?
 `coup is void`: What becomes of the coup?
 overrides 1 "Six cards"
 3 "A player is away"
 overridden by 5.2 "Five two"
 encodes 5
""",
    )


def test_show_tells_about_a_part_and_a_note() -> None:
    """Ids that are no clause's."""
    assert invoke("show", "bridge_1987", "14.2").stdout.startswith("part 14.2: ")
    assert invoke("show", "bridge_1987", "13.6").stdout.startswith("note 13.6: ")


def test_show_gives_the_near_id() -> None:
    """An unknown clause exits 2."""
    result = invoke("show", "bridge_1987", "13.1.c")
    assert result.exit_code == 2
    assert "did you mean `13.1." in result.stderr


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    """Findings and mistakes; nothing that is not reported."""
    codes = list_codes()
    assert len(codes) > 40
    assert set(entries()) == codes | {kind.value for kind in FindingKind}


def test_explain_shows_an_entry() -> None:
    """The entry, and how much it weighs."""
    assert invoke("explain", "gap").stdout.startswith("gap (error)\n\nIn some possible situation")
    assert invoke("explain", "unknown-name").stdout.startswith("unknown-name (the rulebook cannot be used)\n")


def test_explain_lists_all_codes() -> None:
    """Without a code, each has a line or more."""
    text = invoke("explain").stdout
    assert [code for code in entries() if not re.search(rf"^  {code} ", text, re.MULTILINE)] == []


def test_explain_gives_the_near_code() -> None:
    """An unknown code exits 2."""
    result = invoke("explain", "gaps")
    assert result.exit_code == 2
    assert "did you mean `gap`?" in result.stderr


def test_the_starter_checks_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a finding, not even a note; everything proved."""
    monkeypatch.chdir(tmp_path)
    assert invoke("new", "house_rules").stdout == "wrote house_rules.md; next: misdeal check house_rules.md\n"
    report = check(load("house_rules.md"))
    assert (report.findings, report.unknown) == ((), ())
    assert report.rulebook.name == "house_rules"
    assert "STARTER" not in report.rulebook.text
    assert [path.name for path in tmp_path.iterdir()] == ["house_rules.md"]


def test_new_overwrites_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a file nor a link that leads nowhere."""
    monkeypatch.chdir(tmp_path)
    Path("mine.md").write_text("mine", encoding="utf-8")
    Path("linked.md").symlink_to(tmp_path / "elsewhere")
    for name in ("mine", "mine.md", "linked"):
        result = invoke("new", name)
        assert result.exit_code == 2
        assert "is there already" in result.stderr
    assert Path("mine.md").read_text("utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["linked.md", "mine.md"]


@pytest.mark.parametrize("name", ["../out", "a b", "", "1st", "bridge_1987", "first", "é", "x" * 61, "a/b"])
def test_new_refuses_what_cannot_name_a_rulebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Paths, words of the language, names that are taken or too long."""
    monkeypatch.chdir(tmp_path)
    assert invoke("new", name).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_completion_prints_a_script_for_each_shell() -> None:
    """The script asks `misdeal` itself."""
    for shell in ("bash", "zsh", "fish"):
        result = invoke("completion", shell)
        assert result.exit_code == 0
        assert f"_MISDEAL_COMPLETE={shell}_complete" in result.stdout


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("misdeal che", {"check"}),
        ("misdeal check bri", {"bridge_1987", "bridge_1987_settled"}),
        ("misdeal show bridge_1987 13.3", {"13.3", "13.3.a", "13.3.b"}),
        (
            "misdeal explain unk",
            {"unknown-base", "unknown-clause", "unknown-name", "unknown-statement", "unknown-type"},
        ),
        ("misdeal check --only un", {"undefined", "untried", "uncited", "unencoded", "unused"}),
        ("misdeal check --fail", {"--fail-on"}),
        ("misdeal show nothing_such 1", set()),
    ],
)
def test_completion_completes(words: str, completed: set[str]) -> None:
    """Commands, shipped rulebooks, clauses, codes, options and their values."""
    count = len(words.split()) - 1
    result = run(_MISDEAL_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(count))
    kinds = [line.split(",", 1) for line in result.stdout.splitlines() if "," in line]
    assert {value for kind, value in kinds if kind == "plain"} == completed
