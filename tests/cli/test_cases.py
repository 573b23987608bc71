"""`misdeal cases`: what it writes is read back and passes, and nothing of a rulebook is code or a formula."""

import ast
import csv
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from misdeal.model.library import load, load_with_cases
from misdeal.proofs.precedents import try_cases

from ..strategies import seeded
from .running import environment, invoke, write_sample

GAP = """# A gap that is a value

```misdeal
rulebook house "=HYPERLINK(1) <b> ' + __import__('os').system('touch pwned') #"
fact cold: yes/no usually no "Is it cold?"
fact wet: yes/no usually no "Is it wet?"
ruling coup: {gap, void} "What?"
clause 1 "'); raise SystemExit #" when cold and not wet then coup is gap
clause 2 "Two" when cold and wet then coup is void
```
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written where nothing else is."""
    monkeypatch.chdir(tmp_path)


def pytest_of(path: str) -> subprocess.CompletedProcess[str]:
    """What pytest says of a file."""
    paths = os.pathsep.join(path for path in sys.path if path)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", ".", path)
    env = environment(PYTHONPATH=paths)
    return subprocess.run(command, env=env, capture_output=True, check=False, encoding="utf-8", timeout=120)


def test_a_suite_is_read_back_and_passes(tmp_path: Path) -> None:
    """Its file lies beside the rulebook, where `misdeal test` finds it."""
    book = write_sample(tmp_path)
    result = invoke("cases", book)
    assert result.exit_code == 0, result.output
    written = load_with_cases(book).cases
    assert f"wrote house.suite.cases.yaml: {len(written)} cases" in result.output
    assert len(written) > 10
    assert all(case.source == "misdeal cases house" for case in written)
    assert [each.problem for each in try_cases(load_with_cases(book))] == [""] * len(written)
    assert invoke("test", book).exit_code == 0


@pytest.mark.parametrize("seed", [1, 5])
def test_suites_of_generated_rulebooks_are_read_back_and_pass(seed: int, tmp_path: Path) -> None:
    """With every construct and every kind of outcome."""
    book = tmp_path / "generated.md"
    book.write_text(seeded(seed).text, "utf-8")
    assert invoke("cases", str(book), "-o", "suite.yaml").exit_code in {0, 3}
    before = len(load(str(book)).cases)
    tried = try_cases(load_with_cases(str(book), ["suite.yaml"]))[before:]
    assert tried
    assert [each.problem for each in tried] == [""] * len(tried)


def test_a_suite_notices_a_change(tmp_path: Path) -> None:
    """Six cards, or seven: the pair and the boundary fail."""
    book = write_sample(tmp_path)
    invoke("cases", book)
    path = Path(book)
    path.write_text(path.read_text("utf-8").replace("some p: cards[p] = 6", "some p: cards[p] >= 6"), "utf-8")
    failed = [each.case.title for each in try_cases(load_with_cases(book)) if each.problem]
    assert failed
    assert all("coup" in title or "fine" in title for title in failed)


def test_the_names_say_what_is_shown(tmp_path: Path) -> None:
    """Of what decides, matters, and changes."""
    book = write_sample(tmp_path)
    invoke("cases", book)
    cases = load_with_cases(book).cases
    told = " ".join(f"{case.title} {case.note}" for case in cases)
    assert len({case.title for case in cases}) == len(cases)
    for shown in (
        "1 decides coup",
        "coup is void by 1",
        "coup is gap",
        "4: `cards[p] = 6` matters to fine (yes)",
        "4: `cards[p] = 6` matters to fine (no)",
        "fine changes as `cards[p]` goes from 5 to 6 (5)",
        "coup changes as `found` goes from dealing to dealt (dealt)",
    ):
        assert shown in told


def test_the_file_of_pytest_passes(tmp_path: Path) -> None:
    """And fails once the rulebook rules otherwise."""
    book = write_sample(tmp_path)
    assert invoke("cases", book, "--to", "pytest", "--ruling", "coup").exit_code == 0
    result = pytest_of("test_house_suite.py")
    assert result.returncode == 0, result.stdout
    path = Path(book)
    path.write_text(path.read_text("utf-8").replace("then coup is void", "then coup is stands"), "utf-8")
    assert pytest_of("test_house_suite.py").returncode == 1


def test_nothing_of_a_rulebook_is_code_or_a_formula(tmp_path: Path) -> None:
    """Texts are string literals; no cell begins like a formula; a value named `gap` is not the outcome."""
    (tmp_path / "house.md").write_text(GAP, "utf-8")
    for target in ("yaml", "pytest", "csv"):
        assert invoke("cases", "house.md", "--to", target).exit_code == 0
    tree = ast.parse(Path("test_house_suite.py").read_text("utf-8"))
    assert [type(each).__name__ for each in tree.body] == [
        *("Expr", "ImportFrom", "Import", "ImportFrom", "Assign", "Assign", "Assign", "FunctionDef", "FunctionDef"),
    ]
    assert all(
        isinstance(ast.literal_eval(each.value), str | tuple) for each in tree.body if isinstance(each, ast.Assign)
    )
    assert pytest_of("test_house_suite.py").returncode == 0
    assert not Path("pwned").exists()
    rows = list(csv.reader(StringIO(Path("house.suite.csv").read_text("utf-8"))))
    assert len(rows) > 4
    assert not any(cell.startswith(tuple("=+-@")) for row in rows for cell in row)
    expected = [list(case.expected.values()) for case in load_with_cases("house.md").cases]
    assert [0] in expected
    assert "coup: a gap" in Path("house.suite.cases.yaml").read_text("utf-8").replace('"', "")
    assert all(each.passed for each in try_cases(load_with_cases("house.md")))


def test_csv_has_a_case_a_line(tmp_path: Path) -> None:
    """With what is given, what comes out, and by which clause."""
    result = invoke("cases", write_sample(tmp_path), "--to", "csv", "--ruling", "fine", "-o", "-")
    rows = list(csv.DictReader(StringIO(result.output)))
    decides = next(row for row in rows if row["case"] == "4 decides fine")
    assert (decides["ruling"], decides["comes out"], decides["by clause"]) == ("fine[1]", "1", "4")
    assert decides["given"] == "found=opened; cards[1]=6; wrong=few"


def test_no_file_is_overwritten_unasked(tmp_path: Path) -> None:
    """And none is written where something is wrong."""
    book = write_sample(tmp_path)
    Path("mine.yaml").write_text("mine", "utf-8")
    assert invoke("cases", book, "-o", "mine.yaml").exit_code == 2
    assert Path("mine.yaml").read_text("utf-8") == "mine"
    assert invoke("cases", book, "--ruling", "coop").exit_code == 2
    assert invoke("cases", book, "-o", "mine.yaml", "--force").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.md", "mine.yaml"]


def test_without_time_it_exits_3(tmp_path: Path) -> None:
    """What was found is written, and what was not is told."""
    result = invoke("cases", write_sample(tmp_path), "--timeout", "0.001")
    assert result.exit_code == 3
    assert "not found" in result.output
    assert all(each.passed for each in try_cases(load_with_cases("house.md")))
