"""Amendments on the command line: what is shown of them, and the files that are named."""

import json
import re
from pathlib import Path

import pytest

from misdeal.model.language import Written, read
from misdeal.model.language.reader import nothing_beside
from misdeal.model.language.rulebook import Rulebook

from .running import SAMPLE, invoke, write_sample

SECOND = """# The second edition

```misdeal
rulebook house_2 amends house "Rules of the house, second edition"
repeal clause 3
restate clause 4 "The fine" for each p when cards[p] > 6 then fine[p] is 1
```
"""
THIRD = """# The third edition

```misdeal
rulebook house_3 amends house_2 "Rules of the house, third edition"
decide wrong = few "too few are wrong"
restate clause 4 "The high fine"
  for each p when cards[p] > 6 then fine[p] is 2
```

## What is new

```misdeal
clause 5 "No fine" for each p when cards[p] <= 5 then fine[p] is 0
clause 6 "Seven" when some p: cards[p] = 7 then coup is stands
```
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The third edition, beside what it amends, in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_sample(tmp_path)
    Path("house_2.md").write_text(SECOND, encoding="utf-8")
    Path("house_3.md").write_text(THIRD, encoding="utf-8")
    return "house_3.md"


def test_show_marks_what_was_changed_by_what(book: str) -> None:
    """What holds no more stands in comments, each statement where it first stood."""
    text = invoke("show", book).stdout
    assert text.startswith(
        """The third edition

# house_3 amends house_2 (house_2.md): Rules of the house, second edition
# house_2 amends house (house.md): Rules of the house
rulebook house_3 amends house_2 "Rules of the house, third edition"

The house

seats player 2..6 usually 5
"""
    )
    assert (
        """# wrong is decided by house_3, line 5:
#   reading wrong "R-1": {few "too few", any "any number"}  "What is a wrong hand?"
ruling coup"""
        in text
    )
    assert text.endswith(
        """
# repealed by house_2, line 5 of house_2.md:
#   clause 3 "A player is away" when some p: away[p] then coup is stands
# restated by house_3, line 6
clause 4 "The high fine"
  for each p when cards[p] > 6 then fine[p] is 2
# before, in line 6 of house_2.md:
#   clause 4 "The fine" for each p when cards[p] > 6 then fine[p] is 1
# before, in line 21 of house.md:
#   clause 4 "The fine" for each p when cards[p] = 6 then fine[p] is 1
claim "nobody pays while the coup stands": coup = stands implies every p: fine[p] = 0

The third edition

# added by house_3, line 5
decide wrong = few "too few are wrong"

What is new

# added by house_3, line 13
clause 5 "No fine" for each p when cards[p] <= 5 then fine[p] is 0
# added by house_3, line 14
clause 6 "Seven" when some p: cards[p] = 7 then coup is stands
"""
    )


def test_show_tells_where_a_clause_is_from(book: str) -> None:
    """Restated twice, added, as it was at first, and repealed."""
    text = re.sub(r"\s+", " ", invoke("show", book, "4").stdout)
    assert 'clause 4: The high fine under "The third edition" house_3.md:6:9 for each p' in text
    assert 'amended restated by house_3, line 6 before line 6 of house_2.md: clause 4 "The fine"' in text
    assert "line 21 of house.md: clause 4" in text
    assert "added by house_3, line 13" in invoke("show", book, "5").stdout
    assert "amended" not in invoke("show", book, "1").stdout
    assert invoke("show", book, "3").stdout.startswith("# repealed by house_2, line 5 of house_2.md:\n#   clause 3 ")


def test_findings_name_the_file_that_a_clause_is_from(book: str) -> None:
    """In the text where it is another one, in JSON always."""
    text = invoke("check", book, "--only", "clash").stdout
    assert '1 "Six cards", under "Five cards each", line 18 of house.md\n' in text
    assert '6 "Seven", under "What is new", line 14\n' in text
    (checked,) = json.loads(invoke("check", book, "--only", "clash", "--format", "json").stdout)["books"]
    cited = {each["id"]: (each["file"], each["line"]) for each in checked["findings"][0]["clauses"]}
    assert (checked["file"], cited) == ("house_3.md", {"1": ("house.md", 18), "6": ("house_3.md", 14)})


def test_what_is_decided_can_still_be_named_in_a_condition(book: str) -> None:
    """As the constant that it is; it is no fact any more."""
    wanted = invoke("table", book, "coup", "--where", "found = dealt")
    assert wanted.exit_code == 1
    shown = invoke("table", book, "coup", "--where", "wrong = few and found = dealt")
    assert shown.stdout == wanted.stdout
    result = invoke("rule", book, "wrong=few")
    assert result.exit_code == 2
    assert "`wrong` is decided as `few` and no fact any more" in result.stderr


def test_list_says_what_amends_what(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the title."""

    def load(name: str) -> Rulebook:
        base = Written(SAMPLE, "house.md", nothing_beside)
        return read(SAMPLE, "house.md") if name == "house" else read(SECOND, "house_2.md", lambda _: base)

    monkeypatch.setattr("misdeal.cli.list.shipped", lambda: ("house", "house_2"))
    monkeypatch.setattr("misdeal.cli.list.load", load)
    assert invoke("list").stdout == (
        "house    Rules of the house\nhouse_2  Rules of the house, second edition (amends house)\n"
    )


def test_the_mistakes_of_what_is_amended_quote_its_lines(book: str) -> None:
    """In the file where they are."""
    Path("house_2.md").write_text(SECOND.replace("clause 3", "clause 33"), encoding="utf-8")
    result = invoke("check", book)
    assert result.exit_code == 2
    assert (
        """house_3.md:4:25: `house_2`, which this amends, cannot be used: it has a mistake, told below
    rulebook house_3 amends house_2 "Rules of the house, third edition"
                            ^^^^^^^
"""
        in result.stderr
    )
    assert "house_2.md:5:1: `house`, which this amends, has no `clause 33`\n    repeal clause 33\n" in result.stderr
