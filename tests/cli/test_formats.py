"""JUnit, GitHub and Markdown of `misdeal check`: they tell the same, and no words of a rulebook leave their place."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from misdeal.cli import check as command
from misdeal.cli.accepted import Baseline, entry_for
from misdeal.cli.checked import Checked, Run, Unusable, checked, judged
from misdeal.cli.exits import ExitCode
from misdeal.cli.fingerprint import Identity
from misdeal.cli.github_report import MOST, Command, write_github
from misdeal.cli.json_report import write_json
from misdeal.cli.junit import Item, Suite, write_suites
from misdeal.cli.junit_report import write_junit
from misdeal.cli.markdown_report import MOST as ROOM
from misdeal.cli.markdown_report import write_markdown
from misdeal.cli.sarif import write_sarif
from misdeal.model.language import RulebookError, read
from misdeal.proofs.check import check
from misdeal.proofs.finding import FindingKind, Severity

from .running import SAMPLE, invoke

WRITERS = {
    "json": write_json,
    "sarif": write_sarif,
    "junit": write_junit,
    "github": write_github,
    "markdown": write_markdown,
}
HOSTILE = SAMPLE.replace("Five cards each", "Five,x:y%0A::error::cards <b>]]>&\x1b[2J\u202e\ufffe").replace(
    'clause 3 "A player is away"', 'clause 3 "::add-mask::x, <img src=y> ]]> & %0A ${{ z }} @all | a"'
)


def prove(text: str, *, timeout: float = 60) -> Checked:
    """What is found in a rulebook."""
    return checked("house.md", check(read(text, "house.md"), timeout=timeout))


@pytest.fixture(scope="module")
def house() -> Checked:
    """The sample: two gaps, a clash, an untried claim, a note."""
    return prove(SAMPLE)


@pytest.fixture(scope="module")
def hostile() -> Checked:
    """The sample with words in it that mean something elsewhere."""
    return prove(HOSTILE)


def unusable(text: str = '```misdeal\nrulebook x "y"\nclause 1 "z" then nothing is 3\n```\n') -> Unusable:
    """A rulebook with a mistake."""
    with pytest.raises(RulebookError) as caught:
        read(text, "bad.md")
    return Unusable("bad.md", caught.value)


def run(*books: Checked | Unusable, least: Severity = Severity.WARNING, baseline: str = "") -> Run:
    """A run over some books."""
    return Run(books, least, baseline)


def accepting(house: Checked, expires: date | None = None) -> Checked:
    """The sample beside a baseline that accepts its gaps, and a gap of another ruling, which is no more."""
    rulebook = house.report.rulebook
    gaps = [each for each in house.report.findings if each.kind is FindingKind.GAP]
    entries = [entry_for(rulebook, each, "we live with it", expires) for each in gaps]
    gone = Identity("house", (), FindingKind.DEAD, "", ("7",), "")
    stale = replace(entries[0], identity=gone)
    baseline = Baseline("accepted.toml", (*entries, stale), date(2030, 1, 1))
    found = judged(house, baseline, FindingKind)
    assert isinstance(found, Checked)
    return found


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_is_one_of_the_command(
    form: str, house: Checked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the command prints is what the module writes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "prove", lambda *_, **__: house.report)
    (tmp_path / "house.md").write_text(SAMPLE, encoding="utf-8")
    result = invoke("check", "house.md", "--format", form)
    assert result.exit_code == ExitCode.FOUND
    assert result.stdout == WRITERS[form](run(house))


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_tells_every_finding(form: str, house: Checked) -> None:
    """By its message, as far as that medium can have it."""
    text = re.sub(r"\\(?=[`\[\]*_<>|~&#@$])", "", WRITERS[form](run(house, unusable())))
    for finding in house.report.findings:
        plain = finding.message.replace("“", "").replace("”", "")
        assert plain in re.sub(r"[“”]|&#822[01];|\\u201[cd]", "", text)
    assert "unknown ruling `nothing`" in text


def test_one_run_writes_several_reports(tmp_path: Path, house: Checked, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the text; a file that is there is replaced, and what cannot be written is told."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "prove", lambda *_, **__: house.report)
    Path("house.md").write_text(SAMPLE, encoding="utf-8")
    Path("found.md").write_text("before", encoding="utf-8")
    result = invoke("check", "house.md", "--report", "sarif=found.sarif", "--report", "markdown=found.md")
    assert result.exit_code == ExitCode.FOUND
    assert "error[gap]" in result.stdout
    assert Path("found.sarif").read_text("utf-8") == write_sarif(run(house))
    assert Path("found.md").read_text("utf-8") == write_markdown(run(house))
    for wrong in ("sarif", "serif=x", "sarif=", "sarif=no/such/folder"):
        assert invoke("check", "house.md", "--report", wrong).exit_code == ExitCode.UNUSABLE


def test_other_pages_are_passed_over_if_so_wanted(
    tmp_path: Path, house: Checked, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not what is misspelt or cannot be read; of nothing the exit code is 0, in every format."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "prove", lambda *_, **__: house.report)
    Path("notes.md").write_text("# Notes\n\n```\nsource x\n```\n", encoding="utf-8")
    Path("house.md").write_text(SAMPLE, encoding="utf-8")
    assert invoke("check", "notes.md").exit_code == ExitCode.UNUSABLE
    for form in ("text", *WRITERS):
        assert invoke("check", "notes.md", "--rulebooks-only", "--format", form).exit_code == ExitCode.CLEAN
    assert invoke("check", "notes.md", "house.md", "--rulebooks-only").exit_code == ExitCode.FOUND
    assert invoke("check", "none.md", "--rulebooks-only").exit_code == ExitCode.UNUSABLE
    Path("notes.md").write_text("```misdael\nrulebook x\n```\n", encoding="utf-8")
    assert invoke("check", "notes.md", "--rulebooks-only").exit_code == ExitCode.UNUSABLE


# JUnit


def suites(run: Run) -> list[Element]:
    """The suites of a document, with their numbers as they are."""
    root = fromstring(write_junit(run))  # noqa: S314 - our own
    assert root.tag == "testsuites"
    for suite in (root, *root):
        tests = list(suite.iter("testcase"))
        numbers = {"tests": len(tests)}
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            numbers[name] = sum(test.find(tag) is not None for test in tests)
        assert {name: int(suite.attrib[name]) for name in numbers} == numbers
    return list(root)


def test_junit_has_a_suite_a_rulebook_and_a_test_a_finding(house: Checked) -> None:
    """What fails the run fails a test, what does not passes; a kind that was not found passes too."""
    good, bad = suites(run(house, unusable()))
    assert (good.attrib["name"], bad.attrib["name"]) == ("house", "bad.md")
    failing = {test.attrib["name"] for test in good if test.find("failure") is not None}
    found = house.report.findings
    assert failing == {each.message for each in found if each.kind.severity >= Severity.WARNING}
    assert "dead: none" in {test.attrib["name"] for test in good}
    assert "gap: none" not in {test.attrib["name"] for test in good}
    assert [test.find("error") is not None for test in bad] == [True]


def test_junit_follows_the_threshold(house: Checked) -> None:
    """A note fails where notes do, and a warning passes where only errors fail."""
    numbers = {least: int(suites(run(house, least=least))[0].attrib["failures"]) for least in Severity}
    assert numbers == {Severity.NOTE: 5, Severity.WARNING: 4, Severity.ERROR: 3}


def test_junit_has_an_error_for_what_is_unknown() -> None:
    """And calls nothing passed that was not proved."""
    (suite,) = suites(run(prove(SAMPLE, timeout=0.000001)))
    unknown = [test for test in suite if test.find("error") is not None]
    assert unknown
    kinds = {test.attrib["classname"] for test in unknown}
    assert not any(test.attrib["name"].endswith(": none") and test.attrib["classname"] in kinds for test in suite)


def test_junit_skips_what_is_accepted(house: Checked) -> None:
    """With the reason."""
    (suite,) = suites(run(accepting(house), baseline="accepted.toml"))
    skipped = [test.find("skipped") for test in suite]
    told = [each.attrib["message"] for each in skipped if each is not None]
    assert [message for message in told if "we live with it" in message] == told[:2]
    assert told[2:] == ["stale"]


def test_junit_is_xml_whatever_stands_in_it(hostile: Checked) -> None:
    """Every character that XML 1.0 does not have is written as its code, or left out."""
    text = write_junit(run(hostile))
    assert text.isascii()
    assert suites(run(hostile))
    every = "".join(map(chr, [*range(0x300), 0x2028, 0x202E, 0xD800, 0xFFFE, 0xFFFF, 0x1F600]))
    document = write_suites(every, [Suite(every, (Item(every, every, "failure", every, every, "k", every, 1),))])
    (suite,) = fromstring(document)  # noqa: S314 - our own
    assert suite.attrib["name"].endswith("\U0001f600")
    assert "&<>\"'" not in document


# GitHub


COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:\n\r]*)(?:,[a-zA-Z]+=[^,:\n\r]*)*)::([^\n\r]*)")


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands in a log: level, properties and message; every line that begins one is one."""
    found = []
    for line in text.splitlines():
        if line.lstrip().startswith("::") or "##[" in line:
            match = COMMAND.fullmatch(line)
            assert match, line
            properties = dict(part.split("=", 1) for part in match[2].split(","))
            found.append(
                (match[1], {name: unescaped(value) for name, value in properties.items()}, unescaped(match[3]))
            )
    return found


def unescaped(text: str) -> str:
    """As GitHub reads it."""
    for coded, meant in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(coded, meant)
    return text


def test_github_annotates_the_line(house: Checked) -> None:
    """Of each finding, by its severity."""
    found = commands(write_github(run(house)))
    levels = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
    told = {(level, place["file"], int(place["line"]), message.split("\n")[0]) for level, place, message in found}
    assert told == {
        (levels[each.kind.severity], "house.md", each.span.line, each.message) for each in house.report.findings
    }


def test_github_reads_back_what_was_written() -> None:
    """Whatever it is: line ends, commas, colons and percent signs are where they were."""
    message, title = "a%0A\nb::c,d\r%25 %", "x:y,z%3A\n::error::"
    ((level, properties, read_back),) = commands(Command("error", title, message, (("file", "a,b:c%.md"),)).written())
    assert (level, read_back) == ("error", message.replace("\r", "\\u000d"))
    assert properties == {"file": "a,b:c%.md", "title": title}


def test_github_obeys_no_rulebook(hostile: Checked) -> None:
    """Commands and properties that stand in one are text."""
    found = commands(write_github(run(hostile)))
    assert {level for level, _, _ in found} <= {"error", "warning", "notice"}
    assert {frozenset(properties) for _, properties, _ in found} <= {
        frozenset({"file", "line", "endLine", "col", "endColumn", "title"})
    }
    assert len(found) == len(hostile.report.findings)


def test_github_says_how_many_more_there_are(house: Checked) -> None:
    """For it drops what is over its limit without a word."""
    many = [house] * 4
    found = commands(write_github(run(*many)))
    errors = [properties["title"] for level, properties, _ in found if level == "error"]
    assert len(errors) == MOST
    assert errors[-1] == f"and {4 * 3 - (MOST - 1)} more of level error"


def test_github_names_no_file_of_a_shipped_rulebook() -> None:
    """There is none in the workspace."""
    text = '```misdeal\nrulebook x "y"\n```\n'
    found = checked("bridge_1987", check(read(text + SAMPLE.replace("rulebook", "#"), "bridge_1987.md")))
    assert found.report.findings
    assert not any("file" in properties for _, properties, _ in commands(write_github(run(found))))


def test_github_does_not_annotate_what_is_accepted(house: Checked) -> None:
    """The stale entry is a warning at its line."""
    found = commands(write_github(run(accepting(house), baseline="accepted.toml")))
    assert not any("no clause decides" in message for _, _, message in found)
    assert any(properties["title"] == "stale" and properties["file"] == "accepted.toml" for _, properties, _ in found)


# Markdown


def test_markdown_tells_regions_examples_and_commands(house: Checked) -> None:
    """What an author needs beside the pull request."""
    text = write_markdown(run(house))
    assert "### error `gap`: no clause decides `fine`" in text
    assert "For a player p, in every situation in which `found = opened` and `cards[p] != 6`." in text
    assert "```sh\nmisdeal rule house.md --usual found=opened wrong=few\n```" in text
    assert '- 4 "The fine" would decide, but for `cards[p] = 6`: here 5' in text


def test_markdown_has_nothing_of_a_rulebook_as_markup(hostile: Checked) -> None:
    """Neither tags nor mentions, nor what a terminal obeys."""
    text = write_markdown(run(hostile))
    outside = re.sub(r"(?s)^```.*?^```$|`[^`\n]*`|</?(?:details|summary)>", "", text, flags=re.MULTILINE)
    assert not re.search(r"(?<!\\)[<>@]", outside)
    assert all(each.isprintable() or each in "\n\ufffe" for each in text)


def test_markdown_folds_what_is_accepted(house: Checked) -> None:
    """With reasons; the stale entry stands in the open."""
    text = write_markdown(run(accepting(house), baseline="accepted.toml"))
    opened, folded = text.split("<details>")
    assert "no clause decides" not in opened
    assert folded.count("we live with it") == 2
    assert "stale" in folded.split("</details>")[1]


def test_markdown_stays_below_what_a_comment_takes(house: Checked) -> None:
    """And says how much there was no room for."""
    long = SAMPLE.replace("A player is away", "A player is away " + "very " * 400)
    text = write_markdown(run(prove(long)))
    assert len(text) < ROOM
    wide = Checked("house.md", house.report, house.judged * 40)
    text = write_markdown(run(wide))
    assert len(text) < ROOM + 2_000
    (more,) = re.findall(r"\*\*And (\d+) more\*\*", text)
    assert text.count("\n### ") + int(more) == len(wide.judged)


# Exit codes


def test_an_accepted_finding_that_has_expired_counts(house: Checked) -> None:
    """The last day was yesterday."""
    only_gaps = [each for each in accepting(house, date(2029, 12, 31)).judged if each.finding.kind is FindingKind.GAP]
    assert all(each.counts for each in only_gaps)
    kept = [each for each in accepting(house, date(2030, 1, 1)).judged if each.finding.kind is FindingKind.GAP]
    assert not any(each.counts for each in kept)


def test_github_says_in_the_log_what_was_not_found_out() -> None:
    """In the line on each book, where annotations may have been dropped."""
    last = write_github(run(prove(SAMPLE, timeout=0.001))).rstrip().split("\n")[-1]
    assert re.search(r"misdeal: house: .* \d+ things were not found out\.", last)
