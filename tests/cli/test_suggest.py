"""`misdeal check --suggest`: what it prints is pasted, by nothing but what it says."""

import json
import re
from pathlib import Path

import pytest

from .running import SAMPLE, invoke, write_sample
from .test_json_report import read_json

_BLOCK = re.compile(r"^   ```misdeal\n(.*?)^   ```\n", re.MULTILINE | re.DOTALL)


def blocks(text: str) -> list[str]:
    """The blocks that a report prints, as they stand there."""
    return [match[0] for match in _BLOCK.finditer(text)]


def findings(book: str) -> list[str]:
    """What `check` finds."""
    document = json.loads(invoke("check", "--format", "json", book).stdout)
    return [finding["message"] for finding in document["books"][0]["findings"]]


def test_every_block_can_be_pasted_as_it_is_printed(tmp_path: Path) -> None:
    """Beneath the head that is printed too, in the file that is named: one finding less, and none more."""
    book = write_sample(tmp_path)
    before = findings(book)
    *drafts, head = blocks(invoke("check", "--suggest", book).stdout)
    assert 'rulebook house_mended amends house "Rules of the house, mended"' in head
    assert len(drafts) >= 3
    for draft in drafts:
        page = tmp_path / "house_mended.md"
        page.write_text(f"# Mended\n\n{head}\n{draft}\n", encoding="utf-8")
        after = findings(str(page))
        assert set(after) < set(before) or draft.startswith("   ```misdeal\n   clause")
        assert set(after) <= set(before)


def test_text_and_json_have_the_same_statements(tmp_path: Path) -> None:
    """The text breaks long conditions, and leaves out nothing but the clauses that differ in their value."""
    book = write_sample(tmp_path)
    *printed, _ = blocks(invoke("check", "--suggest", book).stdout)
    told = [
        draft["statements"]
        for finding in read_json("--suggest", book)["books"][0]["findings"]
        for draft in (finding["mending"] or {"drafts": []})["drafts"]
    ]
    shown = [" ".join(block.split()[1:-1]) for block in printed]
    assert set(shown) <= {" ".join(text.split()) for text in told}


def test_without_it_nothing_is_drafted(tmp_path: Path) -> None:
    """Neither in text nor in JSON."""
    book = write_sample(tmp_path)
    assert "draft" not in invoke("check", book).stdout
    assert {finding["mending"] for finding in read_json(book)["books"][0]["findings"]} == {None}


def test_findings_that_are_not_told_are_not_mended(tmp_path: Path) -> None:
    """`--only` says what is asked for."""
    text = invoke("check", "--suggest", "--only", "clash", write_sample(tmp_path)).stdout
    assert "override" in text
    assert "implied" not in text


def test_what_a_draft_does_besides_is_told(tmp_path: Path) -> None:
    """What it brings more of, and what else comes out otherwise."""
    text = invoke("check", "--suggest", "--only", "gap", write_sample(tmp_path)).stdout
    words = " ".join(text.split())
    assert "Proved: it brings no other finding, and changes nothing that was settled." in words
    assert re.search(r"Or `then \w+(\[p\])? is \w+`\. Proved: ", words)
    shipped = " ".join(invoke("check", "--suggest", "--only", "gap", "bridge_1987").stdout.split())
    assert "it brings no new finding, but more of what is told already (no clause decides `action`)" in shipped
    assert "and changes `non_offending` where that was settled." in shipped


def test_what_a_draft_settles_as_well_is_told(tmp_path: Path) -> None:
    """An override over a clause means those under it."""
    clauses = 'clause 3.b "Away, as told" when (some p: away[p]) and found = dealt then coup is stands'
    words = " ".join(invoke("check", "--suggest", write_sample(tmp_path, clauses=clauses)).stdout.split())
    assert "It also settles this: `1` and `3.b` name different values for `coup`." in words


def test_why_there_is_no_draft_is_told(tmp_path: Path) -> None:
    """Under the region that has none."""
    clauses = 'claim "fines": every p: decided(fine[p]) implies cards[p] = 6'
    words = " ".join(invoke("check", "--suggest", write_sample(tmp_path, clauses=clauses)).stdout.split())
    assert "There is no draft: `fine[p] is 1` would bring: the claim “nobody pays while the coup stands” is" in words
    assert "`fine[p] is 0` would bring: the claim “fines” is false" in words


def test_a_long_condition_is_broken(tmp_path: Path) -> None:
    """No line of a block is wider than the page, but for one with a title."""
    conditions = " and ".join(f"fact_with_a_long_name_{number}" for number in range(6))
    facts = "\n".join(f'fact fact_with_a_long_name_{number}: yes/no "Is it so?"' for number in range(6))
    page = tmp_path / "long.md"
    page.write_text(
        f'```misdeal\nrulebook long "Long"\n{facts}\nruling r: {{a, b}} when {conditions} "What?"\n'
        'fact size: 0..9 "How large?"\nclause 1 "One" when size < 3 then r is a\n'
        f'clause 2 "Two" when size > 3 then r is b\nclaim "c": {conditions} implies r = a or r = b\n```\n',
        encoding="utf-8",
    )
    *drafts, _ = blocks(invoke("check", "--suggest", str(page)).stdout)
    assert drafts
    assert all(len(line) <= 80 for block in drafts for line in block.splitlines() if '"' not in line)


@pytest.mark.parametrize(
    ("name", "said"),
    [("my-house.md", "A draft is a block of the page itself"), ("n" * 60 + ".md", "n" * 53 + "_mended")],
)
def test_where_a_draft_is_put(name: str, said: str, tmp_path: Path) -> None:
    """A file that no `amends` can name is mended itself; the name of an amendment is no longer than a name may be."""
    path = tmp_path / name
    path.write_text(SAMPLE, encoding="utf-8")
    assert said in invoke("check", "--suggest", "--only", "clash", str(path)).stdout


def test_what_is_not_proved_in_time_is_no_draft(tmp_path: Path) -> None:
    """The limit is for proofs and drafts together."""
    result = invoke("check", "--suggest", "--timeout", "0.001", write_sample(tmp_path))
    assert result.exit_code in {1, 3}
    assert blocks(result.stdout) == []
