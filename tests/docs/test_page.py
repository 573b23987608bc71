"""docs/page.md shows a command that does what it says."""

from pathlib import Path

import pytest

from .pages import blocks, read_page, run_shown, shown_commands


def test_the_command_writes_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file that is named, and nothing else."""
    monkeypatch.chdir(tmp_path)
    (block,) = blocks(read_page("docs/page.md"), "console")
    (shown,) = shown_commands(block)
    assert run_shown(shown.words) == (shown.output, 0)
    assert [path.name for path in tmp_path.iterdir()] == [shown.output.split()[1]]
