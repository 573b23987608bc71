"""The tutorial, from top to bottom: its files grow, and its commands print what it shows.

A block marked `markdown` goes to the end of the one file, or of that whose name stands beside the mark.
"""

from pathlib import Path

import pytest

from misdeal.model.language.source import Chunk, paginate

from .pages import DOCS, Block, blocks, read_page, run_shown, shown_commands

FILE = "late.md"


def identity(chunk: Chunk) -> str:
    """What a statement is: its keyword and its name or title."""
    return chunk.text.split('"')[1] if chunk.text.startswith(("claim", "case")) else " ".join(chunk.text.split()[:2])


def edited(page: str, block: Block) -> str:
    """A page with the statements of a block in place of the one statement that is of the same name as one of them."""
    known = {identity(chunk): chunk.text for chunk in paginate(page, FILE).chunks}
    statements = paginate(f"```misdeal\n{block.text}```\n", FILE).chunks
    (old,) = [known[identity(chunk)] for chunk in statements if identity(chunk) in known]
    return page.replace(old, block.text.rstrip("\n"))


def printed(block: Block, last: int) -> tuple[str, int]:
    """A `console` block with what its commands print now, and the exit code of the last one."""
    text = ""
    for shown in shown_commands(block):
        if shown.command == "echo $?":
            output = f"{last}\n"
        else:
            output, last = run_shown(shown.words)
        text += f"$ {shown.command}\n{output}"
    return text, last


def test_the_tutorial_prints_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, rewrite: bool) -> None:
    """Every command of the page, at its place in the story, prints every letter that stands beneath it."""
    monkeypatch.chdir(tmp_path)
    tutorial = read_page("docs/tutorial.md")
    file, current, place, code = Path(FILE), "", 0, 0
    for block in blocks(tutorial):
        match block.mark:
            case "markdown":
                with (Path(block.words[1]) if block.words[1:] else file).open("a", encoding="utf-8") as end:
                    end.write(block.text)
            case "misdeal":
                file.write_text(edited(file.read_text("utf-8"), block), encoding="utf-8")
            case "console":
                text, code = printed(block, code)
                current += tutorial[place : block.start] + text
                place = block.start + len(block.text)
            case _:
                pytest.fail(f"nothing is known of blocks marked {block.mark!r}")
    current += tutorial[place:]
    if rewrite:
        (DOCS / "tutorial.md").write_text(current, encoding="utf-8")
    assert read_page("docs/tutorial.md") == current
    assert code != 0, "the page ends with an answer that is open"


def test_the_tutorial_shows_each_kind_of_trouble_and_its_end() -> None:
    """A gap, a clash, a refuted claim, a failed case, and nothing wrong."""
    outputs = "".join(block.text for block in blocks(read_page("docs/tutorial.md"), "console"))
    told = ("error[gap]", "error[clash]", "error[refuted]", "error[failed]", "late: nothing is wrong")
    assert [each for each in told if each not in outputs] == []
