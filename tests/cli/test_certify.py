"""`misdeal certify`: what is written, and what is not."""

import json
import re
import stat
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from misdeal import load
from misdeal.cli import certificate_folder
from tests.certificates import Forger, certify, write_house
from tests.exchange.hostile import BOOK as HOSTILE

from .running import invoke

SCHEMA: dict[str, Any] = json.loads(files("misdeal.cli").joinpath("manifest.schema.json").read_text("utf-8"))
WORDS = re.compile(
    r"set|logic|QF_LIA|info|status|sat|unsat|check|declare|const|Int|Bool|define|fun|assert|and|or|not|ite|true|false"
    r"|n?players|n?[fsc]\d+_?|[bi]\d+"
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A rulebook that amends another, and is not settled."""
    return write_house(tmp_path)


def listing(folder: Path) -> dict[str, bytes]:
    """What is in a folder."""
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_a_certificate_holds_what_its_manifest_names(house: Path, tmp_path: Path) -> None:
    """Pages, files and manifest, by the schema, and nothing else."""
    result = invoke("certify", str(house), "-o", str(tmp_path / "out"))
    assert result.exit_code == 1
    manifest = Forger(tmp_path / "out").manifest
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(manifest)
    named = {"manifest.json", *(each["file"] for each in (*manifest["theses"], *manifest["rulebook"]["pages"]))}
    assert listing(tmp_path / "out").keys() == named
    assert [page["name"] for page in manifest["rulebook"]["pages"]] == ["house_today", "house"]
    refuted = sum(each["verdict"] == "refuted" for each in manifest["theses"])
    assert f"NOT PROVED: {refuted} refuted" in result.output


def test_it_is_the_same_every_run(house: Path, tmp_path: Path) -> None:
    """Byte for byte, however many processes prove."""
    certify(house, tmp_path / "one")
    certify(house, tmp_path / "other", "--jobs", "2")
    assert listing(tmp_path / "one") == listing(tmp_path / "other")


def test_situations_are_files_of_facts(house: Path, tmp_path: Path) -> None:
    """Each can be given to `misdeal rule`."""
    forger = Forger(certify(house, tmp_path / "out"))
    situation = forger.find(sentence="`1` applies somewhere")["situation"]
    (tmp_path / "facts.json").write_text(json.dumps(situation), encoding="utf-8")
    result = invoke("rule", str(house), "--facts", str(tmp_path / "facts.json"))
    assert result.exit_code in {0, 1}
    assert "Six cards" in result.output


def test_nothing_of_a_rulebook_is_part_of_a_script(tmp_path: Path) -> None:
    """Beside its comments, each of which is one line, a file has generated symbols only."""
    page = tmp_path / "hostile.md"
    page.write_text(HOSTILE.replace("// é 🂡", "(assert false) ; |é🂡"), encoding="utf-8")
    forger = Forger(certify(page, tmp_path / "out"))
    for entry in forger.theses:
        lines = forger.text(entry).splitlines()
        scripts = [line for line in lines if not line.startswith("; ")]
        assert any(line.startswith("; Thesis: ") for line in lines)
        for word in re.findall(r"[A-Za-z_|;\"]+[0-9]*|[^\x00-\x7f]", " ".join(scripts)):
            assert WORDS.fullmatch(word), word


def test_what_lies_there_is_left_alone(house: Path, tmp_path: Path) -> None:
    """Without --force an earlier certificate, and with it whatever is none."""
    out = certify(house, tmp_path / "out")
    before = listing(out)
    result = invoke("certify", str(house), "-o", str(out))
    assert result.exit_code == 2
    assert "--force" in result.output
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    assert invoke("certify", str(house), "-o", str(out), "--force").exit_code == 2
    (out / "notes.txt").unlink()
    assert listing(out) == before
    assert invoke("certify", str(house), "-o", str(out), "--force", "--option", "strict=yes").exit_code in {0, 1}
    assert listing(out) != before
    assert invoke("certify", str(house), "-o", str(house)).exit_code == 2
    assert invoke("certify", str(house), "-o", str(tmp_path / "none" / "out")).exit_code == 2
    (tmp_path / "link").symlink_to(out)
    assert invoke("certify", str(house), "-o", str(tmp_path / "link"), "--force").exit_code == 2
    assert {each.name for each in tmp_path.iterdir()} == {"house.md", "today.md", "out", "link"}


def test_an_empty_folder_is_filled(house: Path, tmp_path: Path) -> None:
    """It is no folder of somebody's."""
    (tmp_path / "out").mkdir()
    certify(house, tmp_path / "out")
    assert (tmp_path / "out" / "manifest.json").is_file()


@pytest.mark.parametrize("there", [False, True])
def test_a_run_that_fails_leaves_nothing_half(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    """Neither a half folder nor one beside it, and what was there stays."""
    before = listing(certify(house, tmp_path / "out")) if there else {}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(certificate_folder, "_put", full)
    result = invoke("certify", str(house), "-o", str(tmp_path / "out"), "--force", "--option", "strict=yes")
    assert result.exit_code == 74
    assert "cannot be written" in result.output
    assert (listing(tmp_path / "out") if there else {}) == before
    assert {each.name for each in tmp_path.iterdir()} == {"house.md", "today.md", *(["out"] if there else [])}


def test_others_may_read_it(house: Path, tmp_path: Path) -> None:
    """Folder and files have the usual modes."""
    out = certify(house, tmp_path / "out")
    (tmp_path / "usual").mkdir()
    (tmp_path / "usual" / "file").touch()
    for mine, usual in ((out, tmp_path / "usual"), (out / "manifest.json", tmp_path / "usual" / "file")):
        assert stat.S_IMODE(mine.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_of_nothing_nothing_is_certified(tmp_path: Path) -> None:
    """Where no situation is possible everything would be proved."""
    page = tmp_path / "none.md"
    page.write_text(
        '```misdeal\nrulebook none "None"\nfact a: yes/no "A?"\nalways a "so"\nalways not a "not so"\n```\n',
        encoding="utf-8",
    )
    result = invoke("certify", str(page), "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "no situation is possible" in result.output
    assert not (tmp_path / "out").exists()


def test_options_that_were_chosen_are_in_it(house: Path, tmp_path: Path) -> None:
    """In the manifest, and in every file."""
    forger = Forger(certify(house, tmp_path / "out", "--option", "strict=no"))
    assert forger.manifest["rulebook"]["options"] == {"strict": False}
    assert all("; Option: strict = no\n" in forger.text(each) for each in forger.theses)


def test_without_a_folder_it_is_named_after_the_rulebook(
    house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the folder that one works in."""
    monkeypatch.chdir(tmp_path)
    invoke("certify", str(house))
    assert (tmp_path / f"{load(str(house)).name}.certificate" / "manifest.json").is_file()


def test_without_time_nothing_is_written(house: Path, tmp_path: Path) -> None:
    """Not even a list."""
    result = invoke("certify", str(house), "-o", str(tmp_path / "out"), "--timeout", "0.000001")
    assert result.exit_code == 3
    assert "nothing was written" in result.output
    assert not (tmp_path / "out").exists()
