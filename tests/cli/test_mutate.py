"""`misdeal mutate`: survivors with the cases that they want, scores, and a journal by which a run goes on."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal.cli import journal
from misdeal.cli.mutate import bar
from misdeal.model.library import load_with_cases
from misdeal.proofs.judge import Judge
from misdeal.proofs.mutants import Mutant
from misdeal.proofs.mutation_records import Fate

from .running import COMMAND, SAMPLE, environment, invoke, write_sample

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("mutate.schema.json").read_text("utf-8"))
CASE = 'case "six" given found = opened, cards[2] = 6 expect coup is void, fine[2] is 1'


def document(*arguments: str) -> tuple[dict[str, Any], int]:
    """What it prints as JSON, valid by the schema, and the exit code."""
    result = invoke("mutate", *arguments, "--jobs", "1", "--format", "json")
    made: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator(SCHEMA).validate(made)
    return made, result.exit_code


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A rulebook with one case."""
    return write_sample(tmp_path, clauses=CASE)


@dataclass(frozen=True)
class Done:
    """A run that was left alone: the rulebook, the report, and what was kept."""

    book: str
    text: str
    kept: bytes

    def lines(self) -> list[str]:
        """The lines that were kept, the head first."""
        return self.kept.decode().splitlines()

    def copied(self, folder: Path) -> str:
        """A journal of all that was found."""
        (folder / "kept").write_bytes(self.kept)
        return str(folder / "kept")


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Done:
    """Of the rulebook with one case."""
    folder = tmp_path_factory.mktemp("done")
    book, kept = write_sample(folder, clauses=CASE), folder / "kept"
    return Done(book, invoke("mutate", book, "--jobs", "1", "--resume", str(kept)).stdout, kept.read_bytes())


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the mutants that are judged."""
    names: list[str] = []
    real = Judge.fate

    def fate(self: Judge, mutant: Mutant) -> Fate:
        names.append(mutant.name)
        return real(self, mutant)

    monkeypatch.setattr(Judge, "fate", fate)
    return names


def test_the_schema_is_a_schema() -> None:
    """By which the documents are."""
    Draft202012Validator.check_schema(SCHEMA)


def test_survivors_are_told_with_the_cases_that_they_want(done: Done, tmp_path: Path, book: str) -> None:
    """Each of these cases, put beside the rulebook, comes out and kills its mutant."""
    before, _ = document(done.book, "--resume", done.copied(tmp_path))
    survivors = [each for each in before["mutants"] if each["standing"] == "survives"]
    assert len(survivors) == before["counts"]["survives"] > 5
    lines = ["rulebook: house", "cases:"]
    for number, each in enumerate(survivors):
        lines += [f"  - name: {number}", "    source: here", *(f"    {line}" for line in each["difference"]["case"])]
        assert each["difference"]["now"] != each["difference"]["mutant"]
        command = each["difference"]["command"][1:]
        assert each["difference"]["now"]["outcome"] in json.dumps(json.loads(invoke(*command, "--format=json").stdout))
    (tmp_path / "house.cases.yaml").write_text("\n".join(lines) + "\n", "utf-8")
    assert invoke("test", book).exit_code == 0
    after, code = document(book)
    assert after["counts"]["survives"] == 0
    assert code == 0
    assert after["scores"]["by_hand"]["percent"] == 100


def test_text_says_what_json_says(done: Done, tmp_path: Path) -> None:
    """Every survivor with its statement, and the scores."""
    made, _ = document(done.book, "--resume", done.copied(tmp_path))
    text = " ".join(done.text.split())
    for each in made["mutants"]:
        told = f"- {each['told']} "
        assert (told in text) or each["standing"] != "survives"
    for score in made["scores"].values():
        assert f"{score['killed']} of {score['all']}, {score['percent']} %" in text
    assert f"{len(made['mutants'])} mutants" in text
    assert (f"of which {made['counts']['same']} are proved to change nothing" in text) == (made["counts"]["same"] > 0)
    noticed = sum(each["noticed"] is True for each in made["mutants"])
    assert f"Of the {made['counts']['survives']} that survive" in text
    assert f"would notice {noticed}" in text


def test_exit_codes(done: Done, tmp_path: Path) -> None:
    """Enough, too few, and what depends on what was not found out; what cannot be used."""
    book, kept = done.book, ("--resume", done.copied(tmp_path))
    made, code = document(book, *kept)
    score = made["scores"]["by_hand"]
    assert code == 1
    exact = 100 * score["killed"] / score["all"]
    assert document(book, *kept, "--at-least", str(exact - 0.01))[1] == 0
    assert document(book, *kept, "--at-least", str(exact + 0.01))[1] == 1
    late, code = document(book, "--timeout", "0.001")
    assert (late["counts"]["unknown"], code) == (len(late["mutants"]), 3)
    assert document(book, "--timeout", "0.001", "--at-least", "0")[1] == 0
    assert invoke("mutate", book, "--at-least", "101").exit_code == 2
    assert invoke("mutate", f"{book}.md").exit_code == 2


def test_some_statements_alone(book: str) -> None:
    """A clause, those under an id, a ruling; what is none is refused with the nearest."""
    names = {
        (each["keyword"], each["id"]) for each in document(book, "--clause", "4", "--clause", "coup")[0]["mutants"]
    }
    assert names == {("clause", "4"), ("ruling", "coup")}
    under = {each["id"] for each in document("bridge_1987", "--clause", "14.1", "--timeout", "0.001")[0]["mutants"]}
    assert under == {"14.1.a", "14.1.b"}
    result = invoke("mutate", book, "--clause", "cuop")
    assert result.exit_code == 2
    assert "`coup`" in result.output


def test_only_the_cases_named_count(book: str, tmp_path: Path) -> None:
    """As under `misdeal test`."""
    elsewhere = tmp_path / "other.yaml"
    elsewhere.write_text(
        "rulebook: house\ncases:\n  - {name: x, source: y, given: {found: opened}, expect: {coup: stands}}\n"
    )
    made, _ = document(book, "--clause", "2", "--cases", str(elsewhere))
    assert any(each["by"] == {"means": "case", "title": "x"} for each in made["mutants"])


def test_what_is_kept_is_not_looked_at_again(done: Done, tmp_path: Path, judged: list[str]) -> None:
    """The report is the same, and without any mutant being judged."""
    kept = done.copied(tmp_path)
    again = invoke("mutate", done.book, "--jobs", "1", "--resume", kept)
    assert (again.stdout, again.exit_code, again.stderr, judged) == (done.text, 1, "", [])
    assert Path(kept).read_bytes() == done.kept


CHANGES: tuple[Callable[[str], str], ...] = (
    lambda line: line[: len(line) // 2],
    lambda line: line.replace('"standing": "', '"standing": "S'),
    lambda line: line.replace("KILLED", "SAME").replace("SURVIVES", "SAME"),
    lambda line: line.replace('["', '["0', 1),
    lambda _: "[" * 100_000,
    lambda _: '["", {"mutant": []}]',
    lambda _: "\x00\udcff",
    lambda _: "{}",
    lambda _: "1e400",
)


def test_lines_that_are_not_whole_are_done_anew(done: Done, tmp_path: Path, judged: list[str]) -> None:
    """And told; all other lines count, and one more is never joined to a line that was cut off."""
    lines = done.lines()
    lost = []
    for at, change in enumerate(CHANGES, 3):
        lost.append(json.loads(lines[at])[1]["mutant"])
        lines[at] = change(lines[at])
    cut = lines.pop()
    lost.append(json.loads(cut)[1]["mutant"])
    kept = tmp_path / "kept"
    kept.write_bytes("\n".join([*lines, cut[:40]]).encode("utf-8", "surrogateescape"))
    again = invoke("mutate", done.book, "--jobs", "1", "--resume", str(kept))
    assert again.stdout == done.text
    assert sorted(judged) == sorted(lost)
    assert f"{len(lost)} lines " in again.stderr
    judged.clear()
    assert invoke("mutate", done.book, "--jobs", "1", "--resume", str(kept)).stdout == done.text
    assert judged == []


def test_what_the_evaluator_does_not_confirm_is_done_anew(done: Done, tmp_path: Path, judged: list[str]) -> None:
    """Though whoever changed it made its check anew: no difference, a value of another type, a number without end."""
    lines, kept, lost = done.lines(), tmp_path / "kept", []
    survivors = [at for at, line in enumerate(lines) if "SURVIVES" in line]
    for at, wrong in zip(survivors, (0, True, float("inf"), "x"), strict=False):
        entry = json.loads(lines[at])[1]
        entry["difference"]["values"] = [wrong for _ in entry["difference"]["values"]]
        lines[at] = json.dumps([journal.Journal(load_with_cases(done.book), [], kept).check(entry), entry])
        lost.append(entry["mutant"])
    entry = json.loads(lines[survivors[4]])[1]
    entry["difference"]["players"] = float("inf")
    lines[survivors[4]] = json.dumps([journal.Journal(load_with_cases(done.book), [], kept).check(entry), entry])
    lost.append(entry["mutant"])
    kept.write_text("\n".join(lines) + "\n", "utf-8")
    again = invoke("mutate", done.book, "--jobs", "1", "--resume", str(kept))
    assert again.stdout == done.text
    assert sorted(judged) == sorted(lost)


def test_lines_of_other_rulebooks_cases_and_versions_say_nothing(
    book: str, tmp_path: Path, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is otherwise, all is looked at anew, and the lines stay for whom they are of."""
    kept = tmp_path / "kept"
    words = ("mutate", book, "--clause", "1", "--jobs", "1", "--resume", str(kept))
    invoke(*words)
    every = list(judged)
    write_sample(tmp_path, clauses=CASE, text=SAMPLE.replace("Five cards each", "Five cards each."))
    judged.clear()
    assert "of no use here" in invoke(*words).stderr
    assert judged == every
    write_sample(tmp_path, clauses=CASE)
    (tmp_path / "house.cases.yaml").write_text(
        "rulebook: house\ncases:\n  - {name: x, source: y, given: {found: opened}, expect: {coup: stands}}\n"
    )
    judged.clear()
    invoke(*words)
    assert judged == every
    (tmp_path / "house.cases.yaml").unlink()
    judged.clear()
    invoke(*words)
    assert judged == []
    monkeypatch.setattr(journal, "__version__", "another")
    invoke(*words)
    assert judged == every


def test_what_is_no_journal_is_left_alone(book: str, tmp_path: Path) -> None:
    """A rulebook given by mistake, a folder, and a file in no folder."""
    before = Path(book).read_bytes()
    for path in (book, str(tmp_path), str(tmp_path / "none" / "kept")):
        result = invoke("mutate", book, "--jobs", "1", "--resume", path)
        assert result.exit_code == 2, path
        assert path in result.output
        assert Path(book).read_bytes() == before


def test_unknown_is_not_kept(book: str, tmp_path: Path, judged: list[str]) -> None:
    """The next run has its own time."""
    kept = str(tmp_path / "kept")
    assert document(book, "--resume", kept, "--timeout", "0.001")[1] == 3
    assert Path(kept).read_text("utf-8") == journal.HEAD
    made, code = document(book, "--resume", kept)
    assert (made["counts"]["unknown"], code) == (0, 1)
    assert len(judged) == len(made["mutants"])


def test_what_is_kept_of_other_mutants_is_let_be(done: Done, tmp_path: Path, judged: list[str]) -> None:
    """Nothing is told of it, and it is there when it is wanted."""
    kept = done.copied(tmp_path)
    some = invoke("mutate", done.book, "--clause", "4", "--jobs", "1", "--resume", kept)
    assert (some.stderr, judged) == ("", [])
    assert Path(kept).read_bytes() == done.kept


def test_what_is_hostile_in_a_name_does_nothing_to_a_terminal(tmp_path: Path) -> None:
    """The name of a file is anybody's."""
    path = tmp_path / "evil\x1b[31m.md"
    path.write_text(SAMPLE, "utf-8")
    words = ("mutate", str(path), "--timeout", "0.001", "--clause", "4")
    for more in ((), ("--format", "json"), ("--resume", str(path))):
        result = invoke(*words, *more)
        assert "31m" in result.output
        assert "\x1b" not in result.output


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_goes_on(done: Done, tmp_path: Path, judged: list[str], sent: signal.Signals) -> None:
    """The report is that of a run that was left alone, and what was done is not done again."""
    kept = tmp_path / "kept"
    words = (*COMMAND, "mutate", done.book, "--jobs", "2", "--resume", str(kept))
    with subprocess.Popen(words, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + 60
        while process.poll() is None and (not kept.exists() or kept.read_bytes().count(b"\n") < 5):
            assert time.monotonic() < until
            time.sleep(0.002)
        process.send_signal(sent)
    found = kept.read_bytes().count(b"\n") - 1
    assert found >= 4
    again = invoke("mutate", done.book, "--jobs", "1", "--resume", str(kept))
    assert again.stdout == done.text
    assert len(judged) == len(done.lines()) - 1 - found


def test_the_bar_grows() -> None:
    """From nothing to full."""
    bars = [bar(done, 7) for done in range(8)]
    assert bars[0].startswith("[....")
    assert bars[-1].endswith("#] 7 of 7 mutants")
    assert bar(0, 0).endswith("0 of 0 mutants")
    assert [each.count("#") for each in bars] == sorted(each.count("#") for each in bars)
