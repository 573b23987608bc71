"""The report as text: what the author of a rulebook reads."""

import re
import shlex
from pathlib import Path
from unittest.mock import Mock

import pytest

from misdeal.cli import example
from misdeal.cli.account import account, count_cases, count_claims
from misdeal.cli.checked import checked
from misdeal.cli.terminal import Paper, display_width, wrap
from misdeal.cli.text_report import write_report
from misdeal.model.language import read
from misdeal.model.meaning.settle import settle
from misdeal.proofs.check import check

from .running import SAMPLE, invoke, write_sample

FULL_WIDTH = 80


def written(text: str, capsys: pytest.CaptureFixture[str], *, coloured: bool = False) -> str:
    """The report on a rulebook."""
    paper = Paper(width=FULL_WIDTH, coloured=coloured)
    write_report(paper, checked("house.md", check(read(text, "house.md"))))
    paper.print()
    return capsys.readouterr().out


def test_findings_stand_under_their_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    """The ruling's question is the heading; claims come after the rulings."""
    text = written(SAMPLE, capsys)
    headings = re.findall(r"^(?:`.*|Claims)$", text, re.MULTILINE)
    assert headings == ["`coup`: What becomes of the coup?", "`fine`: What does the player pay?", "Claims"]


def test_a_gap_is_told_with_its_situations(capsys: pytest.CaptureFixture[str]) -> None:
    """Place, region, seat, questions and answers, the nearest clause with the value there, the replay."""
    part = written(SAMPLE, capsys).split("`fine`: What does the player pay?")[1]
    assert part.startswith(
        """

  error[gap] no clause decides `fine`
      house.md:12
      For a player p, in every situation in which `found = opened` and
      `cards[p] != 6`.
      For instance: `p` is player 1.
        - When was the error found? opened
        Otherwise an ordinary table of five.
      - 4 "The fine" would decide, but for `cards[p] = 6`: here 5
      misdeal rule house.md --usual found=opened wrong=few
"""
    )


def test_a_clash_names_its_clauses_and_what_each_gives(capsys: pytest.CaptureFixture[str]) -> None:
    """The clauses with title and heading, and their values in the situation."""
    part = written(SAMPLE, capsys).split("error[clash]")[1]
    assert '1 "Six cards", under "Five cards each", line 18' in part
    assert "given different values: clause 1 gives “void” and clause 3 gives “stands”" in " ".join(part.split())


NEARLY = """```misdeal
rulebook nearly "Clauses that nearly decide"
type remedy = {none "nothing", warning "a warning", loss}
fact what: {leave "leave the table", stay "stay at the table", other} "What is done?"
fact ours: remedy "What is due to us?"
fact theirs: remedy "What is due to them?"
fact late: yes/no "Is it late?"
ruling deal: {played, redealt "dealt again"} when late otherwise played "What becomes of the deal?"
ruling coup: {stands, void} when what = leave and ours = none and theirs = none or what = other "What of the coup?"
{}
```"""


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("what = stay", "`what = stay`: here “leave the table”"),
        ("not (what = leave)", "`what != leave`: here “leave the table”"),
        ("what in {stay, other}", "`what in {stay, other}`: here “leave the table”"),
        ("ours != theirs", "`ours != theirs`: here `ours` is “nothing” and `theirs` is “nothing”"),
        ("deal = redealt", "`deal = redealt`: here `deal` does not arise"),
        ("what = stay and late", "`what = stay`: here “leave the table”; and for `late`"),
    ],
)  # fmt: skip
def test_what_a_clause_lacks_is_told_in_labels(capsys: pytest.CaptureFixture[str], condition: str, told: str) -> None:
    """A value that has a label by that, and a ruling that does not arise as such."""
    text = NEARLY.replace("{}", f'clause 1 "One" when {condition} then coup is void')
    assert f'1 "One" would decide, but for {told}' in " ".join(written(text, capsys).split())


def test_a_value_without_a_label_is_told_as_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    """As in the condition beside it."""
    text = NEARLY.replace("{}", 'clause 1 "One" when what != other then coup is void')
    assert "but for `what != other`: here other" in " ".join(written(text, capsys).split())


def test_a_region_in_words_quotes_its_conditions(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a ruling does not arise, beside the values that it has."""
    text = NEARLY.replace("{}", 'clause 1 "One" when deal = played then coup is void')
    text = (
        text.replace(" otherwise played", "")
        + """

```misdeal
clause 2 "Two" when ours = none then deal is redealt
clause 3 "Three" when ours != none then deal is played
```"""
    )
    assert "`deal = redealt` or `deal` does not arise" in " ".join(written(text, capsys).split())


def test_a_question_is_put_about_the_seat(capsys: pytest.CaptureFixture[str]) -> None:
    """`the player` becomes the player with his number."""
    assert "Is player 5 away from the table now? yes" in written(SAMPLE, capsys)


def test_a_named_seat_is_called_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """North, and not player north."""
    named = SAMPLE.replace("seats player 2..6 usually 5", "seats hand = north, east, south, west")
    text = written(named.replace("the player hold", "the hand hold"), capsys)
    assert "Is West away from the table now? yes" in text
    assert "`p` is North." in text
    assert "Otherwise an ordinary table.\n" in text
    assert "away[west]=yes" in text


def test_a_reading_is_told_with_its_ambiguity(capsys: pytest.CaptureFixture[str]) -> None:
    """A finding that depends on a reading names the ambiguity."""
    depends = SAMPLE.replace("when some p: cards[p] = 6 then", "when wrong = any and (some p: cards[p] = 6) then")
    assert "`wrong = any` (R-1)" in written(depends, capsys)


NEEDS = """```misdeal
rulebook needs "One ruling by way of another"
timeline stage = dealing < dealt
fact found: stage "When was it found?"
fact wrong: yes/no usually no "Is anything wrong?"
reading reach "R-1": {early, always_so} "How far does it reach?"
reading rest "R-2": {kept, lost} "What becomes of the rest?"
ruling coup: {stands, void} otherwise stands "What becomes of the coup?"
ruling fine: {paid, free} "Is there a fine?"
clause 1 "Wrong" when wrong and (reach = always_so and found = dealt) then coup is void
clause 2 "In order" when coup = stands and rest = kept then fine is free
clause 3 "The rest" when coup = stands and rest = lost then fine is paid
```"""


def test_what_an_example_needs_is_told_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A stage and a reading that the region does not mention, but by which the ruling that it mentions is so.

    Left out is a reading by any value of which the example would be one.
    """
    part = written(NEEDS, capsys).split("`fine`: Is there a fine?")[1]
    told, replay = part.split("      misdeal rule")
    assert (
        """
      In every situation in which `coup = void`.
      For instance:
        - When was it found? dealt
        - Is anything wrong? yes
        - How far does it reach? always so
        Otherwise everything is as usual.
"""
        in told
    )
    assert "rest=kept" in replay


def test_the_effort_for_an_example_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many facts there are without a usual value, so many situations are tried; facts of few values first."""
    many = "".join(f'fact many_{number}: 0..40 "How many?"\n' for number in range(20))
    all_many = " + ".join(f"many_{number}" for number in range(20)) + " = 800"  # a sum reads them all
    text = NEEDS.replace("ruling coup", many + "ruling coup").replace(
        "found = dealt)", f"found = dealt) and not ({all_many})"
    )
    report = check(read(text, "house.md"))
    fine = next(finding for finding in report.findings if finding.ruling == "fine" and finding.regions)
    for effort, fewest, most in ((example.EFFORT, 20 * 40, 20 * 41 + 6), (300, 1, 6)):
        tried = Mock(wraps=settle)
        monkeypatch.setattr(example, "settle", tried)
        monkeypatch.setattr(example, "EFFORT", effort)
        example.found_before(report.rulebook).clear()
        answers = account(report.rulebook, fine).areas[0].telling.answers
        assert [answer.fact for answer in answers] == ["found", "wrong", "reach"]
        assert fewest <= tried.call_count <= most


def test_a_claim_is_quoted_under_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    """What it says, in the words of the rulebook, whether it is false or nothing puts it to the test."""
    for claim, told in (
        ("every p: away[p] or cards[p] = 5", "error[refuted] the claim “so” is false"),
        ("players > 6 implies away[1]", "warning[untried] nothing puts the claim “so” to the test"),
    ):
        lines = written(f'{SAMPLE}\n```misdeal\nclaim "so": {claim}\n```\n', capsys).splitlines()
        at = lines.index(f"  {told}")
        assert lines[at + 1 : at + 3] == ["      house.md:26", f"      `{claim}`"]


def test_the_summary_counts_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Findings by kind, obligations, claims, cases, implied clauses and notes."""
    more = """
```misdeal
clause 5 implied "Taken for granted" for each p when found = opened then fine[p] is 0 overrides 1
note 6 "asks for courtesy"
case "five each" given found = dealt, wrong = few expect coup is stands
```
"""
    text = " ".join(written(SAMPLE + more, capsys).split("\nhouse: ")[1].split())
    assert re.search(r"\d+ of \d+ obligations are proved\.", text)
    assert "claim" in text
    assert "1 of 1 cases come out as they must." in text
    assert "Of 5 clauses, 1 is `implied`. 1 paragraph is without a ruling (`note`)." in text


CONTRADICTION = """```misdeal
rulebook bad "Nothing is so"
fact found: yes/no "Was it found?"
option strict: yes/no "Is the strict rule played?"
always found "it always is"
always not found "it never is"
ruling coup: {stands, void} "What becomes of the coup?"
clause 1 "One" when found or strict then coup is stands
claim "so": coup = void
case "so" given found = yes expect coup is void
```"""


def test_where_nothing_is_possible_nothing_is_said_of_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    """No claim or case was tried; where some options leave something possible, the others were."""
    text = written(CONTRADICTION, capsys)
    assert (
        "bad: 1 contradiction.\n  No ruling, claim or case was looked at, for no situation is possible.\n"
        "  Of 1 clauses, none are `implied`.\n"
    ) in text
    text = written(CONTRADICTION.replace("always not", "always strict implies not"), capsys)
    assert "Only under `strict`." in text
    assert "bad: 1 contradiction, 1 refuted claim, 1 failed case" in " ".join(text.split())
    assert "obligations are proved" in text


def test_where_nothing_is_possible_no_claim_or_case_counts() -> None:
    """Though no case failed."""
    report = check(read(CONTRADICTION, "house.md"))
    assert (count_claims(report), count_cases(report)) == ((0, 1), (0, 1))


BASE = """```misdeal
rulebook base "What others build on"
fact found: yes/no "Was it found?"
always found "it always is"
```"""


def test_a_rulebook_without_rulings_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """It may be meant as a base for others; that nothing is wrong with it must not sound like more than it is."""
    told = "  It declares no ruling: there is nothing to decide.\n"
    assert written(BASE, capsys).endswith("base: nothing is wrong.\n  2 of 2 obligations are proved.\n" + told)
    noted = BASE.replace("always found", 'note 1 "asks for courtesy"\nalways found')
    assert written(noted, capsys).endswith(told + "  1 paragraph is without a ruling (`note`).\n")
    assert told not in written(SAMPLE, capsys)


def test_a_rulebook_without_rulings_says_so_of_one_kind(tmp_path: Path) -> None:
    """Under `--only` as well."""
    assert "there is nothing to decide" in invoke("check", "--only", "gap", write_sample(tmp_path, text=BASE)).stdout


def test_lines_fit_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """80 columns, for what is told and for commands."""
    assert max(display_width(line) for line in written(SAMPLE, capsys).splitlines()) <= FULL_WIDTH


def test_a_command_that_is_continued_is_one_command(capsys: pytest.CaptureFixture[str]) -> None:
    """What a shell makes of the lines is the words again."""
    words = ["misdeal", "rule", *(f"fact_number_{number}[{number}]=yes" for number in range(12))]
    paper = Paper(width=40, coloured=False)
    paper.command([shlex.quote(word) for word in words], indent=4)
    paper.print()
    assert shlex.split(capsys.readouterr().out.replace("\\\n", "")) == words


def test_colour_stands_around_the_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    """With colour the report is the same, letter by letter."""
    paper = Paper(coloured=True)
    paper.line("red", fg="red")
    assert paper.coloured
    plain, coloured = written(SAMPLE, capsys), written(SAMPLE, capsys, coloured=True)
    assert "\x1b[31m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\x1b[2J", "\u202egnp", "\x9b31m", "\u2028"])
def test_control_characters_of_a_heading_are_escaped(tmp_path: Path, hostile: str) -> None:
    """A heading is prose and may hold anything; on paper it does nothing."""
    text = SAMPLE.replace("## Five cards each", f"## Five {hostile} cards")
    result = invoke("check", write_sample(tmp_path, text=text))
    assert result.exit_code == 1
    assert not set(hostile) & set(result.stdout) & set("\x1b\x07\x9b\u202e\u2028")
    assert f"Five \\u{ord(hostile[0]):04x}" in result.stdout


def test_a_hostile_file_name_is_escaped(tmp_path: Path) -> None:
    """The name of a file is shown in messages and in the line that replays."""
    path = tmp_path / "a\x1b[31m b.md"
    path.write_text(SAMPLE, encoding="utf-8")
    result = invoke("check", str(path))
    assert "\x1b" not in result.stdout
    assert "\x1b" not in invoke("check", str(tmp_path / "no\x1b[31m.md")).stderr


def test_wrapping_keeps_short_code_together() -> None:
    """What stands between backticks is not torn, and nothing is lost."""
    text = "a finding in every situation in which `found >= opened` and `cards[p] != 6` hold"
    for width in range(20, 90):
        lines = wrap(text, width)
        assert " ".join(lines) == text
        assert all(line.count("`") % 2 == 0 for line in lines)


def test_wide_characters_take_two_columns() -> None:
    """Titles are in any language."""
    assert display_width("牌e\u0301") == 3
    assert wrap("牌牌 牌牌", 5) == ["牌牌", "牌牌"]


def test_what_an_option_changes_is_told_with_all_that_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    """Facts that have no usual value stand among the answers: without them nobody could say what comes out."""
    page = """```misdeal
rulebook scores "Scores"
fact ours: 0..100 "What is our score?"
option limit: 0..100 "What is the limit?"
ruling wins: yes/no "Do we win?"
clause 1 "Above the limit" when ours > limit then wins is yes
clause 2 "Not above the limit" when ours <= limit then wins is no
```"""
    part = written(page, capsys).split("Options and readings")[1]
    assert re.search(r"- What is our score\? \d+\n", part)
    assert re.search(r"misdeal rule house.md --usual ours=\d+\n", part)
