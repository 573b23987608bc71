"""`misdeal recheck`: what it accepts, what it cannot use, and what it does not find out."""

import json
import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal.model.library import shipped
from misdeal.proofs.certified import Certified
from misdeal.proofs.finding import Verdict
from misdeal.proofs.thesis import theses
from misdeal.proofs.world import World
from tests.certificates import OWN, Forger, certify, copied, write_house
from tests.project.tree import ROOT
from tests.strategies import seeded

from .running import SAMPLE, invoke

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("recheck.schema.json").read_text("utf-8"))
SMALL = SAMPLE.replace("2..6 usually 5", "2..3 usually 2").replace("rulebook house", "rulebook small")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a rulebook, what it amends, and its certificate `own`."""
    home = tmp_path_factory.mktemp("house")
    certify(write_house(home), home / "own")
    return home


def document(*arguments: str) -> dict[str, Any]:
    """The JSON that is printed, valid by its schema."""
    result = invoke("recheck", *arguments, "--format", "json")
    found: dict[str, Any] = json.loads(result.output)
    Draft202012Validator(SCHEMA).validate(found)
    assert result.output.isascii()
    assert {"accepted": 0, "refused": 1, "unknown": 3}[found["verdict"]] == result.exit_code
    return found


def test_its_own_certificates_are_accepted(house: Path) -> None:
    """With what is not proved told as that, and with several processes."""
    found = document(str(house / "own"), "--jobs", "2")
    theses = Forger(house / "own").theses
    assert found["verdict"] == "accepted"
    assert found["standing"] == len(theses)
    assert found["theses"]["refuted"] == sum(each["verdict"] == "refuted" for each in theses) > 0
    assert found["solver"].startswith("cvc5 ")
    text = invoke("recheck", str(house / "own"))
    assert text.exit_code == 0
    assert "NOT PROVED, as it says itself" in text.output
    assert "wherever `coup` arises some clause decides it" in " ".join(text.output.split())


def accept_generated(seed: int, folder: Path) -> None:
    """Certify a generated rulebook, and accept that, if there is anything to certify."""
    page = folder / "generated.md"
    page.write_text(seeded(seed).text, encoding="utf-8")
    result = invoke("certify", str(page), "-o", str(folder / "out"), "--jobs", "1")
    if result.exit_code == 2:
        assert "no situation is possible" in result.output
    else:
        assert document(str(folder / "out"), "--jobs", "1")["verdict"] == "accepted"


@pytest.mark.parametrize("seed", range(20, 22))
def test_certificates_of_generated_rulebooks_are_accepted(seed: int, tmp_path: Path) -> None:
    """Whatever is in them."""
    accept_generated(seed, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(400, 600))
def test_certificates_of_very_many_generated_rulebooks_are_accepted(seed: int, tmp_path: Path) -> None:
    """Whatever is in them."""
    accept_generated(seed, tmp_path)


def test_the_first_solver_is_the_lesser_way(house: Path) -> None:
    """It is said so."""
    found = document(str(house / "own"), "--solver", "z3")
    assert (found["verdict"], found["same_solver"]) == ("accepted", True)
    assert "with which Misdeal proves too" in " ".join(
        invoke("recheck", str(house / "own"), "--solver", "z3").output.split()
    )


def test_without_a_second_solver_it_says_what_to_install(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The requirement is that of the extra."""
    monkeypatch.setattr("misdeal.proofs.second.version", _not_installed)
    result = invoke("recheck", str(house / "own"))
    (wanted,) = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"][
        "recheck"
    ]
    assert result.exit_code == 2
    assert f'pip install "{wanted}"' in result.output


def _not_installed(name: str) -> str:
    raise PackageNotFoundError(name)


def test_a_rulebook_of_ones_own_is_compared(house: Path, tmp_path: Path) -> None:
    """Word for word, and with what it amends."""
    assert document(str(house / "own"), "--book", str(house / "today.md"))["verdict"] == "accepted"
    found = document(str(house / "own"), "--book", str(house / "house.md"))
    assert found["objections"][0]["file"] == "page1.house_today.md"
    write_house(tmp_path)
    (tmp_path / "today.md").write_text(OWN + "\nMore prose.\n", encoding="utf-8")
    first = len(OWN.splitlines()) + 2
    found = document(str(house / "own"), "--book", str(tmp_path / "today.md"))
    assert found["objections"] == [
        {
            "entry": None,
            "file": "page1.house_today.md",
            "message": f"it is not the page of `{_cut(tmp_path / 'today.md')}`: line {first} is the first that differs",
        }
    ]


def _cut(path: Path) -> str:
    return str(path) if len(str(path)) <= 60 else f"{str(path)[:60]}..."


def test_the_name_of_a_shipped_rulebook_stands_for_its_text(tmp_path: Path) -> None:
    """Without being asked; who wants his own under that name compares with that."""
    name = shipped()[0]
    page = tmp_path / "mine.md"
    page.write_text(SMALL.replace("rulebook small", f"rulebook {name}"), encoding="utf-8")
    folder = certify(page, tmp_path / "out")
    found = document(str(folder))
    assert found["verdict"] == "refused"
    assert "shipped with Misdeal" in found["objections"][0]["message"]
    assert document(str(folder), "--book", str(page))["verdict"] == "accepted"


def test_what_was_not_found_out_is_unknown(house: Path, tmp_path: Path) -> None:
    """In the certificate or in checking it, each told with its reason."""
    forger = Forger(copied(house / "own", tmp_path / "own"))
    entry = forger.theses[4]
    (forger.folder / entry["file"]).unlink()
    entry.update(verdict="unknown", reason="the time limit was reached", file=None, sha256=None, situation=None)
    forger.save()
    found = document(str(forger.folder))
    assert found["verdict"] == "unknown"
    assert [each["entry"] for each in found["unknown"]] == [5]
    assert found["standing"] == len(forger.theses) - 1
    late = document(str(house / "own"), "--timeout", "0.000001")
    assert (late["verdict"], late["standing"]) == ("unknown", 0)


def test_what_is_no_certificate_is_refused(house: Path, tmp_path: Path) -> None:
    """With exit code 2 and what to do."""
    for path in (tmp_path, tmp_path / "none", house / "today.md"):
        result = invoke("recheck", str(path))
        assert result.exit_code == 2, result.output
        assert "misdeal certify" in result.output


def test_a_certificate_of_what_is_unknown_says_so(house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its theses have no files, and it is accepted by nobody."""

    def late(world: World, **_: object) -> tuple[Certified, ...]:
        return tuple(Certified(thesis, Verdict.UNKNOWN, None, "no time") for thesis in theses(world))

    monkeypatch.setattr("misdeal.cli.certify.prove", late)
    result = invoke("certify", str(house / "today.md"), "-o", str(tmp_path / "out"))
    assert result.exit_code == 3
    assert "unknown" in result.output
    assert len(list((tmp_path / "out").iterdir())) == 3
    assert document(str(tmp_path / "out"))["verdict"] == "unknown"
