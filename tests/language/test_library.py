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


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    """One byte more than the limit is enough to refuse it."""
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(FILE_BYTES * 1000)
    assert "1,000,000" in refusal(str(path))
