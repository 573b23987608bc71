"""Bad rulebooks, one per kind of mistake, with what is told about each beside it; and good ones, which read.

What they amend is in `bases`; some have a case file beside them.
`pytest tests/language --rewrite` writes the expectations anew, for review by `git diff`.
"""

import re
from pathlib import Path

import pytest

from misdeal.model.language import RulebookError, Written, WrittenCases, read
from misdeal.model.language.reader import nothing_beside

from ..project.tree import list_codes

HERE = Path(__file__).parent
BAD = sorted((HERE / "bad").glob("*.md"))
GOOD = sorted((HERE / "good").glob("*.md"))
TOLD_ELSEWHERE = {"file-too-large", "unreadable-file"}


def told(path: Path) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        read(path.read_bytes(), path.name, base, beside(path))
    return caught.value


def beside(path: Path) -> tuple[WrittenCases, ...]:
    """The case file beside a rulebook of the corpus, if there is one."""
    cases = path.with_suffix(".cases.yaml")
    return (WrittenCases(cases.read_bytes(), cases.name),) if cases.exists() else ()


def base(name: str) -> Written:
    """What a rulebook of the corpus amends, which is in `bases`."""
    path = HERE / "bases" / f"{name}.md"
    return Written(path.read_bytes(), path.name, base) if path.exists() else nothing_beside(name)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_rulebook_is_told_what_is_wrong_with_it(path: Path, *, rewrite: bool) -> None:
    """The rendered diagnostics are those in the file beside it."""
    error = told(path)
    codes = " ".join(sorted({each.code for each in error.diagnostics}))
    text = f"{codes}\n\n{error}\n"
    expected = path.with_suffix(".txt")
    if rewrite:
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_message_speaks_the_language_of_its_reader(path: Path) -> None:
    """Lower case, no final stop, every place inside the file, no word of Python or of the parser."""
    error = told(path)
    for each in error.diagnostics:
        assert not each.message[0].isupper(), each.message
        assert not each.message.endswith("."), each.message
        ours = re.sub(r"`[^`]*`", "", each.message + each.help)
        assert not re.search(r"\b(None|True|NAME|NUMBER|STRING|END|ID|Token|int|bool|str|tuple|LALR)\b|__", ours)
        lines = error.texts[each.span.file].split("\n")
        assert 1 <= each.span.line <= len(lines)
        assert 1 <= each.span.column <= len(lines[each.span.line - 1]) + 1


def test_every_code_occurs_in_the_corpus() -> None:
    """Each code that the source names is told about some bad rulebook."""
    named = list_codes()
    seen = {each.code for path in BAD for each in told(path).diagnostics}
    assert seen <= named
    assert named - seen == TOLD_ELSEWHERE


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_rulebook_reads(path: Path) -> None:
    """Every construct of the language occurs in one of them."""
    assert read(path.read_bytes(), path.name, base).name
