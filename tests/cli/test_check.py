"""`misdeal check`: exit codes, options, several books."""

from pathlib import Path

import pytest

from misdeal.proofs.finding import FindingKind

from .running import invoke, run, write_sample

CLEAN = """# Clean

```misdeal
rulebook clean "Nothing is wrong here"
fact late: yes/no "Is it late?"
ruling end: yes/no "Does the game end?"
clause 1 "It does" when late then end is yes
clause 2 "It does not" when not late then end is no
```
"""
NOTED = CLEAN.replace("ruling end", 'fact idle: yes/no "Does it matter?"\nruling end')


def test_a_clean_rulebook_exits_0(tmp_path: Path) -> None:
    """Nothing found and nothing unknown."""
    result = invoke("check", write_sample(tmp_path, text=CLEAN))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "clean: nothing is wrong." in result.stdout


def test_a_finding_exits_1(tmp_path: Path) -> None:
    """A gap is an error, and an error fails."""
    assert invoke("check", write_sample(tmp_path)).exit_code == 1


def test_what_is_unknown_exits_3_and_is_never_called_proved(tmp_path: Path) -> None:
    """Without time nothing is proved, and the reason is told."""
    result = invoke("check", "--timeout", "0.000001", write_sample(tmp_path, text=CLEAN))
    assert result.exit_code == 3
    assert "nothing is wrong" not in result.stdout
    assert "nothing was found, but not everything was looked at" in result.stdout
    assert "the time limit was reached" in result.stdout


def test_an_unusable_book_exits_2_and_the_others_are_checked(tmp_path: Path) -> None:
    """2 comes before 1, and every unusable book is reported."""
    result = invoke("check", "nothing_such", write_sample(tmp_path), str(tmp_path))
    assert result.exit_code == 2
    assert "`nothing_such` is neither a file nor a shipped rulebook" in result.stderr
    assert "is a directory" in result.stderr
    assert "error[gap]" in result.stdout


def test_findings_come_before_the_unknown(tmp_path: Path) -> None:
    """1 comes before 3: a failed case needs no solver."""
    case = 'case "five" given found = dealt, wrong = few expect coup is void'
    result = invoke("check", "--timeout", "0.000001", write_sample(tmp_path, clauses=case))
    assert "error[failed]" in result.stdout
    assert result.exit_code == 1


@pytest.mark.parametrize(("least", "code"), [("note", 1), ("warning", 0), ("error", 0)])
def test_fail_on_says_from_where_a_finding_fails(tmp_path: Path, least: str, code: int) -> None:
    """A note is shown in any case, and fails only where notes are to."""
    result = invoke("check", "--fail-on", least, write_sample(tmp_path, text=NOTED))
    assert "note[unused]" in result.stdout
    assert result.exit_code == code


def test_only_leaves_out_other_kinds(tmp_path: Path) -> None:
    """The findings, the counts and the exit code are about the kinds that were asked for."""
    book = write_sample(tmp_path)
    result = invoke("check", "--only", "clash", "--only", "dead", book)
    assert "error[clash]" in result.stdout
    assert "gap" not in result.stdout
    assert invoke("check", "--only", "dead", book).exit_code == 0


def test_every_kind_can_be_asked_for() -> None:
    """`--only` takes every kind of finding, and nothing else."""
    for kind in FindingKind:
        assert invoke("check", "--only", kind.value, "nothing_such").exit_code == 2
    assert "is not one of" in invoke("check", "--only", "hole", "nothing_such").stderr


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon", "1e9"])
def test_a_timeout_is_a_number_of_seconds(seconds: str) -> None:
    """Anything else is a usage error."""
    result = invoke("check", "--timeout", seconds, "bridge_1987")
    assert result.exit_code == 2
    assert "is no number of seconds" in result.stderr


def test_regions_limits_what_is_told_and_says_so(tmp_path: Path) -> None:
    """One region of several: the rest is not hidden."""
    gap = CLEAN.replace("when not late", "when not late and hot").replace("when late", "when late and hot")
    gap = gap.replace("ruling end", 'fact hot: yes/no "Hot?"\nfact cold: yes/no "Cold?"\nruling end')
    gap = gap.replace("and hot then end is yes", "and (hot or cold) then end is yes")
    result = invoke("check", "--regions", "1", "--only", "gap", write_sample(tmp_path, text=gap))
    assert "And more, in situations of other kinds." in result.stdout


def test_a_mistake_is_quoted_with_a_caret(tmp_path: Path) -> None:
    """A rulebook that cannot be read: place, line, caret, code."""
    result = invoke("check", write_sample(tmp_path, clauses='claim "x": cart[1] = 5'))
    assert result.exit_code == 2
    assert 'claim "x": cart[1] = 5\n               ^^^^' in result.stderr
    assert "did you mean `cards`?" in result.stderr
    assert "`misdeal explain CODE` tells more about `unknown-name`" in result.stderr


def test_a_file_that_is_not_utf_8_is_told(tmp_path: Path) -> None:
    """The byte is named, with its line."""
    path = tmp_path / "latin.md"
    path.write_bytes(b'# A\n```misdeal\nrulebook a "Caf\xe9"\n```\n')
    result = invoke("check", str(path))
    assert result.exit_code == 2
    assert "latin.md:3:16: the byte 0xe9 here is not UTF-8" in result.stderr


def test_a_missing_book_gets_the_near_name() -> None:
    """A shipped rulebook that is misspelt."""
    result = invoke("check", "bridge_1978")
    assert result.exit_code == 2
    assert "did you mean `bridge_1987`?" in result.stderr


def test_check_needs_a_book() -> None:
    """Without a book it is a usage error, told with the usage."""
    result = invoke("check")
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: misdeal check [OPTIONS] BOOK...\n")


def test_nothing_but_the_report_goes_to_a_pipe(tmp_path: Path) -> None:
    """No progress and no colour where nobody watches."""
    result = run("check", write_sample(tmp_path))
    assert result.returncode == 1
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
