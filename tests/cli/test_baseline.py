"""`misdeal check --baseline`: what is accepted does not count, and nothing more is accepted than was seen."""

import json
import re
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from misdeal.cli import check as command
from misdeal.cli.accepted import Standing
from misdeal.cli.baseline import FILE_BYTES
from misdeal.cli.fingerprint import covers, extent, identity, place_fingerprint
from misdeal.model.language import read
from misdeal.model.language.rulebook import Rulebook
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind
from misdeal.proofs.report import Report

from ..strategies import renamed, seeded
from .running import SAMPLE, invoke, write_sample

REASON = "the house has always lived with it"
DAY = date(2031, 5, 17)


_PROVED: dict[object, Report] = {}


@pytest.fixture(autouse=True)
def proved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same question is put to the solver once: here it is about what is made of the answer."""

    def prove(rulebook: Rulebook, **how: Any) -> Report:  # noqa: ANN401 - whatever the command says
        del how["progress"]
        asked = (
            rulebook.text,
            rulebook.file,
            *((each.fact.name, each.value) for each in rulebook.chosen),
            *how.items(),
        )
        if asked not in _PROVED:
            _PROVED[asked] = check(rulebook, **how)
        return _PROVED[asked]

    monkeypatch.setattr(command, "prove", prove)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A rulebook with two gaps, a clash, an untried claim and a note."""
    monkeypatch.chdir(tmp_path)
    return Path(write_sample(tmp_path)).name


@pytest.fixture
def accepted(tmp_path: Path, book: str) -> Path:
    """A baseline that accepts all that counts of it, each with a reason."""
    path = tmp_path / "accepted.toml"
    invoke("check", book, "--write-baseline", str(path))
    give_reasons(path)
    return path


def give_reasons(path: Path) -> None:
    """As somebody does who has thought about each."""
    text = path.read_text("utf-8")
    path.write_text(re.sub(r'reason = "TODO[^"]*"', f'reason = "{REASON}"', text), encoding="utf-8")


def entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a file."""
    return tomllib.loads(path.read_text("utf-8"))["accepted"]  # type: ignore[no-any-return]


def standings(book: str, path: Path, *arguments: str) -> dict[tuple[str, str | None], str]:
    """How each finding stands, by its kind and its ruling."""
    output = invoke("check", book, "--baseline", str(path), "--format", "json", *arguments).stdout
    (told,) = json.loads(output)["books"]
    return {(each["code"], each["ruling"]): each["standing"] for each in told["findings"]}


def rewrite(book: str, old: str, new: str) -> None:
    """Change a rulebook."""
    text = Path(book).read_text("utf-8")
    assert old in text
    Path(book).write_text(text.replace(old, new), encoding="utf-8")


def test_what_is_accepted_does_not_count(book: str, accepted: Path) -> None:
    """The exit code is 0, the findings are not told, and their number is."""
    result = invoke("check", book, "--baseline", str(accepted))
    assert result.exit_code == 0
    assert "error[" not in result.stdout
    assert "4 findings are accepted" in " ".join(result.stdout.split())
    assert invoke("check", book).exit_code == 1


def test_an_entry_without_a_reason_accepts_nothing(book: str, tmp_path: Path) -> None:
    """What is written asks for reasons; until they are there each finding counts, and it is said why."""
    path = tmp_path / "accepted.toml"
    written = invoke("check", book, "--write-baseline", str(path))
    assert written.exit_code == 1
    assert "4 accepted findings, 4 without a reason" in written.stderr
    assert {entry["reason"][:4] for entry in entries(path)} == {"TODO"}
    result = invoke("check", book, "--baseline", str(path))
    assert result.exit_code == 1
    assert result.stdout.count("no reason is given yet") == 4


def test_notes_are_accepted_where_they_count(book: str, tmp_path: Path) -> None:
    """What is below `--fail-on` needs no entry."""
    path = tmp_path / "accepted.toml"
    invoke("check", book, "--write-baseline", str(path), "--fail-on", "note")
    assert "unused" in {entry["kind"] for entry in entries(path)}
    path.unlink()
    invoke("check", book, "--write-baseline", str(path), "--fail-on", "error")
    assert {entry["kind"] for entry in entries(path)} == {"gap", "clash"}


UNRELATED = (
    ("# The house\n", "# The house\n\n\n\n"),
    ("# The house\n", "# Another house, with more to say\n\nMuch more.\n"),
    ('"What does the player pay?"', '"What is the fine?"'),
    ('clause 1 "Six cards"', 'clause 1 "Six cards in a hand"'),
    ("fact found", 'fact idle: yes/no usually no "Is it idle?"\nfact found'),
    ("clause 2", "# look here\nclause 2"),
    ("clause 4", 'ruling bell: yes/no otherwise no "Is there a bell?"\nclause 4'),
    ("clause 4", 'claim "so": every p: cards[p] >= 0\nclause 4'),
)


def test_what_has_nothing_to_do_with_a_finding_leaves_it_accepted(book: str, accepted: Path) -> None:
    """Lines move, prose is edited, other things are added."""
    for old, new in UNRELATED:
        rewrite(book, old, new)
    found = standings(book, accepted)
    assert {found[key] for key in (("gap", "coup"), ("gap", "fine"), ("clash", "coup"))} == {"accepted"}


RELATED = {
    "the gap grows": ("when cards[p] = 6 then fine", "when cards[p] = 6 and not away[p] then fine", "beyond"),
    "the scope grows": ("when found = opened", "when found >= dealt", "changed"),
    "a type grows": ("cards[p]: 0..8", "cards[p]: 0..9", "changed"),
    "the rulebook is another one": ("rulebook house", "rulebook home", "new"),
    "the ruling is another one": ("fine[p]", "penalty[p]", "new"),
}


@pytest.mark.parametrize("change", RELATED)
def test_what_becomes_another_finding_is_not_accepted(book: str, accepted: Path, change: str) -> None:
    """An accepted gap covers what was seen of it, and no more."""
    old, new, standing = RELATED[change]
    rewrite(book, old, new)
    found = standings(book, accepted)
    (gap,) = {found[key] for key in found if key[0] == "gap" and key[1] in {"fine", "penalty"}}
    assert gap == standing


def test_what_a_let_means_is_part_of_a_finding(tmp_path: Path) -> None:
    """A region that is told in one word is another one when the word has another meaning."""
    text = SAMPLE.replace(
        "reading wrong", 'let long(p) = cards[p] > 5 "Has the player too many?"\nreading wrong'
    ).replace("when cards[p] = 6 then fine", "when long(p) then fine")
    book, path = write_sample(tmp_path, text=text), tmp_path / "accepted.toml"
    invoke("check", book, "--write-baseline", str(path))
    give_reasons(path)
    (told,) = (entry["where"] for entry in entries(path) if entry.get("ruling") == "fine")
    assert any("long(p)" in condition for conditions in told for condition in conditions)
    rewrite(book, "cards[p] > 5", "cards[p] > 6")
    assert standings(book, path)["gap", "fine"] == "changed"


def test_a_gap_that_shrinks_stays_accepted_and_its_entry_is_stale(tmp_path: Path, book: str) -> None:
    """A region may be smaller than what is accepted; one that is no more is told: it must not grow back unseen."""
    path = tmp_path / "accepted.toml"
    stale = "stale: the `gap` of `fine`"
    rewrite(book, "cards[p] = 6 then fine", "cards[p] = 6 and not away[p] then fine")
    invoke("check", book, "--write-baseline", str(path))
    give_reasons(path)
    (where,) = (entry["where"] for entry in entries(path) if entry.get("ruling") == "fine")
    assert len(where) > 1
    assert stale not in " ".join(invoke("check", book, "--baseline", str(path)).stdout.split())
    rewrite(book, "cards[p] = 6 and not away[p] then fine", "cards[p] = 6 then fine")
    assert standings(book, path)["gap", "fine"] == "accepted"
    assert stale in " ".join(invoke("check", book, "--baseline", str(path)).stdout.split())
    clause = 'clause 5 "Away" for each p when away[p] and cards[p] != 6 then fine[p] is 0\nclause 4'
    rewrite(book, "clause 4", clause)
    assert standings(book, path)["gap", "fine"] == "accepted"


def test_stale_entries_are_told_and_do_not_fail(book: str, accepted: Path) -> None:
    """With the line of each."""
    rewrite(book, "clause 4", 'clause 5 "None" for each p when cards[p] != 6 then fine[p] is 0\nclause 4')
    result = invoke("check", book, "--baseline", str(accepted))
    assert result.exit_code == 0
    lines = accepted.read_text("utf-8").split("\n")
    told = " ".join(result.stdout.split())
    (line,) = re.findall(r":(\d+): stale: the `gap` of `fine` in `house`", told)
    assert lines[int(line) - 1] == "[[accepted]]"
    assert 'ruling = "fine"' in lines[int(line) : int(line) + 4]


def test_nothing_is_stale_that_was_not_looked_for(book: str, accepted: Path, tmp_path: Path) -> None:
    """Other kinds, other rulebooks, and whatever was not found out."""
    rewrite(book, "clause 4", 'clause 5 "None" for each p when cards[p] != 6 then fine[p] is 0\nclause 4')
    other = tmp_path / "other.md"
    other.write_text(SAMPLE.replace("rulebook house", "rulebook other"), encoding="utf-8")
    for arguments in ((book, "--only", "clash"), (str(other),), (book, "--timeout", "0.000001")):
        assert "stale:" not in invoke("check", *arguments, "--baseline", str(accepted)).stdout


@pytest.mark.parametrize(("today", "code"), [(DAY, 0), (date(2031, 5, 18), 1)])
def test_an_entry_accepts_up_to_its_last_day(
    book: str, accepted: Path, monkeypatch: pytest.MonkeyPatch, today: date, code: int
) -> None:
    """And on it; the day after it counts again, and says since when."""
    rewrite(accepted.as_posix(), f'reason = "{REASON}"', f'reason = "{REASON}"\nexpires = {DAY}')
    monkeypatch.setattr(command, "today", lambda: today)
    result = invoke("check", book, "--baseline", str(accepted))
    assert result.exit_code == code
    assert result.stdout.count("It was accepted until 2031-05-17") == 4 * code


def test_writing_again_keeps_reasons_and_days(book: str, accepted: Path) -> None:
    """Nothing changes where nothing has changed."""
    rewrite(accepted.as_posix(), f'reason = "{REASON}"', f'reason = "{REASON}"\nexpires = {DAY}')
    before = accepted.read_bytes()
    assert invoke("check", book, "--write-baseline", str(accepted)).exit_code == 0
    assert accepted.read_bytes() == before


def test_writing_again_asks_anew_about_what_has_grown(book: str, accepted: Path) -> None:
    """The old reason stands behind the question, and accepts nothing until somebody says so."""
    rewrite(book, "when cards[p] = 6 then fine", "when cards[p] = 6 and not away[p] then fine")
    assert invoke("check", book, "--write-baseline", str(accepted)).exit_code == 1
    reasons = {entry.get("ruling"): entry["reason"] for entry in entries(accepted) if entry["kind"] == "gap"}
    assert reasons["coup"] == REASON
    assert reasons["fine"].startswith("TODO")
    assert reasons["fine"].endswith(REASON)


def test_writing_drops_what_is_no_more_and_keeps_what_is_of_others(accepted: Path, tmp_path: Path) -> None:
    """One file serves several rulebooks, each checked when it is."""
    other = tmp_path / "other.md"
    other.write_text(SAMPLE.replace("rulebook house", "rulebook other"), encoding="utf-8")
    invoke("check", str(other), "--write-baseline", str(accepted))
    names = [entry["rulebook"] for entry in entries(accepted)]
    assert names == ["house"] * 4 + ["other"] * 4
    other.write_text(SAMPLE.replace("rulebook house", "rulebook other").split("## Five")[0], encoding="utf-8")
    invoke("check", str(other), "--write-baseline", str(accepted))
    kinds = [(entry["rulebook"], entry["kind"]) for entry in entries(accepted)]
    assert [kind for name, kind in kinds if name == "house"] == ["gap", "gap", "clash", "untried"]
    assert [kind for name, kind in kinds if name == "other"] == ["gap", "gap"]


def test_what_was_not_found_out_drops_nothing(book: str, accepted: Path) -> None:
    """A run without time is no reason to forget."""
    invoke("check", book, "--write-baseline", str(accepted), "--timeout", "0.000001")
    assert len(entries(accepted)) == 4


def test_what_is_not_whole_is_not_accepted_as_if_it_were(book: str, accepted: Path) -> None:
    """Where there are more regions than are told, an entry has to say so."""
    rewrite(accepted.as_posix(), "  [", "  [], [")
    assert standings(book, accepted, "--regions", "1")["gap", "fine"] == "accepted"
    rewrite(book, "when cards[p] = 6 then fine", "when cards[p] = 6 and not away[p] then fine")
    assert standings(book, accepted, "--regions", "1")["gap", "fine"] == "beyond"
    invoke("check", book, "--write-baseline", str(accepted), "--regions", "1")
    give_reasons(accepted)
    assert standings(book, accepted, "--regions", "1")["gap", "fine"] == "accepted"


def test_options_that_are_chosen_make_other_findings(tmp_path: Path) -> None:
    """What was accepted under one value was not under another."""
    text = SAMPLE.replace("when cards[p] = 6 then fine", "when cards[p] = 6 and wrong = few then fine")
    book, path = write_sample(tmp_path, text=text), tmp_path / "accepted.toml"
    invoke("check", book, "--write-baseline", str(path), "--option", "wrong=few")
    give_reasons(path)
    assert standings(book, path, "--option", "wrong=few")["gap", "fine"] == "accepted"
    assert standings(book, path, "--option", "wrong=any")["gap", "fine"] == "new"
    assert standings(book, path)["gap", "fine"] == "new"


# The file


REFUSED = {
    "no TOML": ("format = ", "accepted.toml: no TOML: invalid value"),
    "no format": ("", "`format` must be 1"),
    "another format": ("format = 2", "`format` must be 1"),
    "an unknown key": ("format = 1\nacepted = 3", "unknown key `acepted`"),
    "no tables": ("format = 1\naccepted = 3", "`accepted` must be tables"),
    "no reason": (
        'format = 1\n\n[[accepted]]\nrulebook = "x"\nkind = "gap"',
        ":3: an accepted finding has no `reason`",
    ),
    "an unknown kind": ("kind = 'gapp'", ":2: there is no kind `gapp`"),
    "a kind of no text": ("kind = 3", ":2: `kind` must be a text"),
    "a misspelt key": ("resaon = 'x'", ":2: unknown key `resaon`"),
    "a day in quotes": ("expires = '2030-01-01'", ":2: `expires` must be a day"),
    "a time": ("expires = 2030-01-01T00:00:00Z", ":2: `expires` must be a day"),
    "clauses of no list": ("clauses = 'P1'", ":2: `clauses` must be a list of texts"),
    "where of no lists": ("where = ['x']", ":2: `where` must be a list of texts"),
    "nowhere": ("where = []", ":2: `where` must be a list of lists"),
    "whole of no truth": ("whole = 1", ":2: `whole` must be `true` or `false`"),
    "a broken line": ("format = 1\nwhere = [\n  x\n", ":3: no TOML: invalid value"),
    "too many dots": (".".join("a" * 5000) + " = 1", "a key has more than 16 dots"),
    "nested": ("format = " + "[" * 50_000, "no TOML that can be read"),
    "many digits": ("format = " + "9" * 50_000, "no TOML that can be read"),
    "too large": ("#" * (FILE_BYTES + 1), "is larger than"),
}
ENTRY = {"rulebook": "'x'", "kind": "'gap'", "reason": "'y'", "fingerprint": "'z'"}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_baseline_is_refused_with_its_place(book: str, tmp_path: Path, name: str) -> None:
    """Before anything is proved; and `--write-baseline` leaves it as it is."""
    text, told = REFUSED[name]
    key = text.split(" ")[0]
    if not text.startswith(("format", "#")) and text:
        lines = [f"{each} = {value}" for each, value in ENTRY.items() if each != key]
        text = "\n".join(["format = 1", "[[accepted]]", *lines, text])
    path = tmp_path / "accepted.toml"
    path.write_text(text, encoding="utf-8")
    for option in ("--baseline", "--write-baseline"):
        result = invoke("check", book, option, str(path))
        assert result.exit_code == 2
        assert told in result.stderr
        assert result.stdout == ""
        assert path.read_text("utf-8") == text


def test_a_file_that_is_not_there_is_refused(book: str, tmp_path: Path) -> None:
    """A misspelt name accepts nothing."""
    result = invoke("check", book, "--baseline", str(tmp_path / "none.toml"))
    assert (result.exit_code, result.stdout) == (2, "")


def test_both_options_at_once_are_refused(book: str, accepted: Path) -> None:
    """For one of them reads what the other writes."""
    result = invoke("check", book, "--baseline", str(accepted), "--write-baseline", str(accepted))
    assert result.exit_code == 2


def test_any_text_survives_being_written(book: str, accepted: Path) -> None:
    """Quotes, backslashes, line ends and control characters of a reason."""
    reason = 'a "quoted" \\ reason\twith\nlines, \x7f and \u202e'
    escaped = json.dumps(reason).replace("\\u007f", "\\u007F")
    text = accepted.read_text("utf-8").replace(f'reason = "{REASON}"', f"reason = {escaped}")
    accepted.write_text(text.replace("\x7f", "\\u007f"), encoding="utf-8")
    assert {entry["reason"] for entry in entries(accepted)} == {reason}
    assert invoke("check", book, "--write-baseline", str(accepted)).exit_code == 0
    assert {entry["reason"] for entry in entries(accepted)} == {reason}
    assert not {"\u202e", "\x7f"} & set(accepted.read_text("utf-8"))  # whoever opens it sees what is in it
    assert "\u202e" not in invoke("check", book, "--baseline", str(accepted), "--format", "markdown").stdout


def test_a_link_stays_a_link_and_a_mode_a_mode(book: str, accepted: Path, tmp_path: Path) -> None:
    """The file is replaced as a whole, where it really is."""
    link = tmp_path / "link.toml"
    link.symlink_to(accepted)
    accepted.chmod(0o640)
    invoke("check", book, "--write-baseline", str(link))
    assert link.is_symlink()
    assert accepted.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"accepted.toml", "link.toml", "house.md"}


@pytest.mark.parametrize("path", ["no/such/folder/accepted.toml", "."])
def test_what_cannot_be_written_is_told(book: str, tmp_path: Path, path: str) -> None:
    """With exit code 2."""
    result = invoke("check", book, "--write-baseline", str(tmp_path / path))
    assert result.exit_code == 2


# Fingerprints


@pytest.mark.parametrize("seed", range(6))
def test_every_finding_of_a_generated_rulebook_is_told_apart(seed: int) -> None:
    """Each covers itself, and no other: only an operand that stands twice in one clause is one for this."""
    report = check(read(seeded(seed, most=25).text, "book.md"), jobs=1)
    findings = [each for each in report.findings if each.kind is not FindingKind.VACUOUS]
    found = [(identity(report.rulebook, each), extent(each)) for each in findings]
    assert all(covers(where, where) for _, where in found)
    assert len(set(found)) == len(found)
    marks = {place_fingerprint(report.rulebook, each) for each in findings}
    assert len(marks) == len(found)


@pytest.mark.parametrize("seed", range(2))
def test_a_fingerprint_is_the_same_wherever_statements_stand(seed: int) -> None:
    """The same statements, further down, with prose between them; under other names it is another one."""
    text = seeded(seed, most=25).text
    moved = text.replace("```misdeal\n", "More to say.\n\n```misdeal\n\n# a comment\n")
    one, two = (check(read(each, "book.md"), jobs=1) for each in (text, moved))
    marks = [[place_fingerprint(each.rulebook, finding) for finding in each.findings] for each in (one, two)]
    assert marks[0] == marks[1]
    other = check(read(seeded(seed, renamed, most=25).text, "book.md"), jobs=1)
    assert not set(marks[0]) & {place_fingerprint(other.rulebook, finding) for finding in other.findings}


def test_the_standings_are_ordered_by_how_far_they_go() -> None:
    """The best of several entries counts, so the last one is that which accepts."""
    assert next(iter(Standing)) is Standing.NEW
    assert max(Standing, key=[*Standing].index) is Standing.ACCEPTED
