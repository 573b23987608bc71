"""`misdeal check --watch` looks again whenever a page is saved that was read, and nothing ends it but Ctrl-C."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from .running import COMMAND, environment, invoke, write_sample

BASE = """```misdeal
rulebook base "Base"
fact late: yes/no usually no "Late?"
ruling game: {on, ends} "Game?"
```
"""
HOUSE = """```misdeal
rulebook house amends base "House"
clause 1 "Late" when late then game is ends
```
"""
CLEAN = HOUSE.replace("game is ends\n", 'game is ends\nclause 2 "Early" when not late then game is on\n')
PATIENCE = 60.0  # seconds


class Watching:
    """A process that watches; a context manager, after which it has ended."""

    def __init__(self, *arguments: str) -> None:
        command = (*COMMAND, "check", *arguments, "--watch", "--jobs", "1")
        self.process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )
        self._lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        self._lines.extend(iter(self.process.stdout.readline, ""))

    def told(self) -> str:
        """What is told until it waits."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for at, line in enumerate(list(self._lines)):
                if "waiting for the next save" in line:
                    told, self._lines[: at + 1] = "".join(self._lines[:at]), []
                    return told
            time.sleep(0.02)
        pytest.fail(f"it does not wait: {self._lines}")

    def interrupt(self) -> int:
        """Press Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A rulebook beside the one that it amends."""
    (tmp_path / "base.md").write_text(BASE, "utf-8")
    (tmp_path / "house.md").write_text(HOUSE, "utf-8")
    return tmp_path / "house.md"


def in_place(page: Path, text: str) -> None:
    """Save as some editors do."""
    page.write_text(text, "utf-8")


def by_another(page: Path, text: str) -> None:
    """Save as others do: the page is gone for a moment, then another takes its name."""
    page.rename(page.with_suffix(".old"))
    time.sleep(0.4)
    half = page.with_suffix(".half")
    half.write_text(text, "utf-8")
    half.replace(page)


@pytest.mark.parametrize("save", [in_place, by_another])
def test_every_save_is_looked_at(house: Path, save: Callable[[Path, str], None]) -> None:
    """Of the page and of what it amends, mistakes too; the exit code is that of the last look."""
    with Watching(str(house)) as watching:
        assert "no clause decides `game`" in watching.told()
        save(house, CLEAN)
        told = watching.told()
        assert "nothing is wrong" in told
        assert "gone: house: gap: no clause decides `game`\n" in told
        save(house.with_name("base.md"), BASE.replace("fact", "fcat"))
        assert "`fcat` begins no statement" in watching.told()
        save(house.with_name("base.md"), BASE)
        told = watching.told()
        assert "nothing is wrong" in told
        assert "gone:" not in told
        assert "new:" not in told
        save(house, HOUSE)
        assert "new: house: gap: no clause decides `game`\n" in watching.told()
        assert watching.interrupt() == 1


def test_a_page_that_is_no_page_yet_is_waited_for(house: Path) -> None:
    """What cannot be read is told, and looked at again; so is a page that is gone for longer than a save takes."""
    in_place(house, "")
    with Watching(str(house)) as watching:
        assert "no block marked `misdeal`" in watching.told()
        in_place(house, CLEAN)
        assert "nothing is wrong" in watching.told()
        house.unlink()
        assert "is neither a file nor a shipped rulebook" in watching.told()
        in_place(house, CLEAN)
        assert "nothing is wrong" in watching.told()
        assert watching.interrupt() == 0


def test_a_file_that_was_never_there_is_not_waited_for(house: Path) -> None:
    """Its name is most likely misspelt."""
    result = invoke("check", str(house), str(house.with_name("huose.md")), "--watch")
    assert result.exit_code == 2
    assert "huose.md" in result.output
    assert "waiting" not in result.output


def test_a_baseline_is_watched_too(house: Path) -> None:
    """One that cannot be read ends nothing."""
    baseline = house.with_name("accepted.toml")
    baseline.write_text("format = 2\n", "utf-8")
    with Watching(str(house), "--baseline", str(baseline)) as watching:
        assert "`format` must be 1" in watching.told()
        in_place(baseline, "format = 1\n")
        assert "no clause decides `game`" in watching.told()
        assert watching.interrupt() == 1


def test_what_was_not_read_is_not_watched(house: Path) -> None:
    """Another page in the folder may be saved; a page that is only touched is looked at."""
    with Watching(str(house)) as watching:
        watching.told()
        in_place(house.with_name("other.md"), "another")
        time.sleep(1)
        os.utime(house, (1, 1))
        assert "`" + str(house) not in (told := watching.told())
        assert f"misdeal: {house} changed" in told
        assert "other.md" not in told


@pytest.mark.parametrize(
    "options", [("--format", "json"), ("--report", "json=found.json"), ("--write-baseline", "accepted.toml")]
)
def test_only_text_is_watched(options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written for programs is written once."""
    monkeypatch.chdir(tmp_path)
    result = invoke("check", write_sample(tmp_path), "--watch", *options)
    assert result.exit_code == 2
    assert "`--watch` shows text" in result.stderr


def test_a_shipped_rulebook_is_not_watched() -> None:
    """It does not change."""
    result = invoke("check", "bridge_1987", "--watch")
    assert result.exit_code == 2
    assert "needs the file of a rulebook" in result.stderr
