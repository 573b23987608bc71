"""Rulebooks by name and from files, and what is said where there is none."""

import os
from pathlib import Path

import pytest

from misdeal.model.language import RulebookError
from misdeal.model.language.limits import FILE_BYTES
from misdeal.model.library import load, shipped

PARLOUR = (Path(__file__).parent / "good" / "parlour.md").read_bytes()


def refusal(book: str) -> str:
    with pytest.raises(RulebookError) as caught:
        load(book)
    return str(caught.value)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_rulebook_reads(name: str) -> None:
    """By the name that it has in its text."""
    assert load(name).name == name


def test_a_file_is_read_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a folder or without."""
    path = tmp_path / "parlour.md"
    path.write_bytes(PARLOUR)
    assert load(str(path)).file == str(path)
    monkeypatch.chdir(tmp_path)
    assert load("parlour.md").name == "parlour"


def test_an_unknown_name_is_told_with_the_nearest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the shipped rulebooks and the files beside."""
    (tmp_path / "parlour.md").write_bytes(PARLOUR)
    monkeypatch.chdir(tmp_path)
    assert "did you mean `parlour.md`?" in refusal("parlor.md")
    near = shipped()[0]
    assert f"did you mean `{near}`?" in refusal(near[:-1])
    assert "is neither a file nor a shipped rulebook" in refusal("")
    assert "\\u202e" in refusal("a\u202eb")


def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path) -> None:
    """A folder, a pipe that nobody writes to, an endless device, a name that cannot be one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "is a directory" in refusal(str(tmp_path))
    assert "is not a regular file" in refusal(str(pipe))
    assert "is not a regular file" in refusal("/dev/zero")
    assert "cannot be read" in refusal("a\0b")
    assert "cannot be read" in refusal("a" * 5000)


AMENDMENT = b'```misdeal\nrulebook parlour_2 amends %s "The second edition"\n```\n'


def amendment(folder: Path, base: str) -> str:
    """The path of a rulebook in a folder that amends another."""
    folder.mkdir(exist_ok=True)
    path = folder / "parlour_2.md"
    path.write_bytes(AMENDMENT % base.encode())
    return str(path)


def test_what_is_beside_a_file_can_be_amended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name of its file, wherever both are, and named in messages as the file itself is."""
    path = amendment(tmp_path, "parlour")
    (tmp_path / "parlour.md").write_bytes(PARLOUR)
    assert [each.file for each in load(path).editions] == [path, str(tmp_path / "parlour.md")]
    monkeypatch.chdir(tmp_path)
    assert [each.file for each in load("parlour_2.md").editions] == ["parlour_2.md", "parlour.md"]
    assert [each.file for each in load("./parlour_2.md").editions] == ["./parlour_2.md", "./parlour.md"]


def test_a_shipped_rulebook_can_be_amended(tmp_path: Path) -> None:
    """A file of its name beside the amendment changes nothing."""
    name = shipped()[0]
    (tmp_path / f"{name}.md").write_bytes(PARLOUR)
    assert load(amendment(tmp_path, name)).editions[1].name == name


def test_nothing_elsewhere_can_be_amended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what is in the current folder or in one above, nor what is no name."""
    (tmp_path / "parlour.md").write_bytes(PARLOUR)
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "parlour_3.md").write_bytes(PARLOUR)
    monkeypatch.chdir(tmp_path)
    told = refusal(amendment(tmp_path / "inner", "parlour"))
    assert "parlour_2.md:2:27: `parlour` is neither a shipped rulebook nor the name of a file beside this one" in told
    assert "did you mean `parlour_3`?" in told
    for path in ("../parlour", "/etc/passwd", '"../parlour"', "inner.parlour", "..", "parlour.md"):
        with pytest.raises(RulebookError) as caught:
            load(amendment(tmp_path / "inner", path))
        assert {each.code for each in caught.value.diagnostics} == {"syntax"}


def test_a_shipped_rulebook_amends_shipped_ones_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the current folder is nothing to it."""
    (tmp_path / "parlour.md").write_bytes(PARLOUR)
    monkeypatch.chdir(tmp_path)
    room = tmp_path / "room" / "rulebooks"
    room.mkdir(parents=True)
    (room / "parlour_2.md").write_bytes(AMENDMENT % b"parlour")
    (room / "parlour_3.md").write_bytes(AMENDMENT % b"parlour_4")
    (room / "parlour_4.md").write_bytes(PARLOUR)
    monkeypatch.setattr("misdeal.model.library.files", lambda _: tmp_path / "room")
    assert load("parlour_3").editions[1].file == "parlour_4.md"
    assert "no shipped rulebook is `parlour`" in refusal("parlour_2")


def test_a_base_that_cannot_be_read_is_told_where_it_is_named(tmp_path: Path) -> None:
    """A folder, a pipe that nobody writes to, a file that is too large, or not text, or the amendment itself."""
    path = amendment(tmp_path, "parlour")
    (tmp_path / "parlour.md").mkdir()
    assert f"{path}:2:27: `{tmp_path}/parlour.md` is a directory" in refusal(path)
    os.mkfifo(tmp_path / "pipe.md")
    assert f"{path}:2:27: `{tmp_path}/pipe.md` is not a regular file" in refusal(amendment(tmp_path, "pipe"))
    with (tmp_path / "large.md").open("wb") as file:
        file.truncate(FILE_BYTES * 1000)
    told = refusal(amendment(tmp_path, "large"))
    assert f"{path}:2:27: `large`, which this amends, cannot be used: it has a mistake, told below" in told
    assert f"{tmp_path}/large.md: the file has 1,000,001 bytes" in told
    (tmp_path / "other.md").write_bytes(b"```misdeal\n\xff\n```")
    assert f"{tmp_path}/other.md:2:1: the byte 0xff here is not UTF-8" in refusal(amendment(tmp_path, "other"))
    told = refusal(amendment(tmp_path, "parlour_2"))
    assert f"no rulebook can amend itself: `{path}` amends `{path}`" in told


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    """One byte more than the limit is enough to refuse it."""
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(FILE_BYTES * 1000)
    assert "1,000,000" in refusal(str(path))
