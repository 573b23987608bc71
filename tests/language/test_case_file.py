"""Case files: scalars stay as they are written, a case is a case wherever it stands, and nothing hostile gets in."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misdeal.model.language import RulebookError, Written, WrittenCases, read, render
from misdeal.model.language.diagnostic import is_unprintable
from misdeal.model.language.document import Entries, Items, Node, Text, read_document
from misdeal.model.language.limits import DOCUMENT_BYTES, DOCUMENT_NESTING, TEXT_LENGTH
from misdeal.model.language.overriding import is_under
from misdeal.model.language.reader import nothing_beside
from misdeal.model.language.rulebook import Place, Rulebook, Unruled
from misdeal.model.library import load, load_with_cases, shipped

BOOK = """# Parlour

## The usual table

```misdeal
rulebook parlour "Parlour"
seats player 2..6 usually 4
type side = {ours, theirs}
fact cards[p]: 0..8 usually 5 "How many?"
fact away: yes/no usually no "Away?"
option strict: yes/no "Strict?"
ruling coup: {stands, void, gap} when not away "What?"
ruling fine[s: side]: 0..3 "How much?"
clause 5.1 "Six" when some p: cards[p] = 6 then coup is void
clause 5.10 "Seven" when some p: cards[p] = 7 then coup is void, fine[ours] is 2
case "in the page" given cards[2] = 6, strict = no expect coup is void
```
"""
CASE = {"name": "a case", "source": "the house", "expect": "{coup: void}"}


def cases_of(text: str | bytes) -> Rulebook:
    return read(BOOK, "parlour.md", cases=(WrittenCases(text, "parlour.cases.yaml"),))


def written(**parts: str) -> str:
    """A case file with one case; what is empty is left out."""
    lines = [f"{key}: {value}" for key, value in {**CASE, **parts}.items() if value]
    return "rulebook: parlour\ncases:\n  - " + "\n    ".join(lines) + "\n"


def refusal(text: str | bytes) -> RulebookError:
    with pytest.raises(RulebookError) as raised:
        cases_of(text)
    return raised.value


def refused(text: str | bytes) -> RulebookError | None:
    """What is told of a text, None where it is read."""
    try:
        cases_of(text)
    except RulebookError as error:
        return error
    return None


def plain(node: Node) -> object:
    match node:
        case Text(text):
            return text
        case Items(items):
            return [plain(each) for each in items]
        case Entries(entries):
            return {key.text: plain(value) for key, value in entries}


@pytest.mark.parametrize(
    "scalar",
    ["yes", "no", "on", "07", "0o7", "1e3", "1_000", "5.10", "2024-05-01", "null", "~", "true", "12:30:00", "0x1f"],
)
def test_every_scalar_stays_as_it_is_written(scalar: str) -> None:
    """As a value, in a list, and as a key; quotes make no difference."""
    text = f"{scalar}: [{scalar}, '{scalar}', \"{scalar}\"]\nsecond:\n  - {scalar}\n"
    assert plain(read_document(text, "x.yaml")) == {scalar: [scalar] * 3, "second": [scalar]}


def test_a_case_is_the_same_wherever_it_stands() -> None:
    """Only its place, its name and its source tell a case of a file from one of a page."""
    beside = written(given="{cards: {2: 6}, strict: no}")
    first, second = cases_of(beside).cases
    assert (first.players, first.given, first.expected) == (second.players, second.given, second.expected)
    assert (first.source, second.source) == ("The usual table", "the house")
    assert second.span.file == "parlour.cases.yaml"


def test_all_that_a_case_may_say() -> None:
    """Outcomes that are no value, clauses by their ids as they are written, players, a note over several lines."""
    text = written(
        name='"seven"',
        given="{players: 5, cards: {5: 7}}",
        expect="{coup: a gap, fine: {ours: 2, theirs: gap}}",
        clause="[5.10, '5.1']",
        note="|\n      two\n      lines",
    )
    case = cases_of(text).cases[-1]
    assert (case.title, case.players, dict(case.given)) == ("seven", 5, {Place("cards", 5): 7})
    assert dict(case.expected) == {Place("coup"): Unruled.GAP, Place("fine", 0): 2, Place("fine", 1): Unruled.GAP}
    assert case.clauses == ("5.10", "5.1")
    assert case.note == "two\nlines"


def test_a_value_of_a_ruling_comes_before_an_outcome_of_its_name() -> None:
    """`gap` is a value of the one ruling and none of the other."""
    case = cases_of(written(expect="{coup: gap, fine: {ours: gap, theirs: clash}}")).cases[-1]
    assert list(case.expected.values()) == [2, Unruled.GAP, Unruled.CLASH]


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("a: &x [1]\nb: *x\n", (1, 4), "anchor"),
        ("a: *x\n", (1, 4), "alias"),
        ("a: !!python/object/apply:os.system [ls]\n", (1, 4), "tag"),
        ("a: !own b\n", (1, 4), "tag"),
        ("%YAML 1.1\n---\na: b\n", (2, 1), "directives"),
        ("a: b\n---\na: c\n", (2, 1), "second document"),
        ("a: b\nc: d\na: e\n", (3, 1), "`a` stands twice"),
        ("? [a, b]\n: c\n", (1, 3), "a key is a text"),
        ("a: [1,\n", (2, 1), "no YAML"),
        ("a:\n\t- b\n", (2, 1), "no YAML"),
        ("", (1, 1), "holds nothing"),
        ("a: \u202eb\n", (1, 4), "U+202E"),
        ("a: \x07\n", (1, 4), "no YAML"),
        ("a: b\rc: *x\n", (1, 9), "alias"),
        ("a: b\r\nc: [\r\n", (3, 1), "no YAML"),
        ('a: "\\u202e"\n', (1, 4), "U+202E"),
        ("[" * 100_000, (1, DOCUMENT_NESTING + 1), "nested"),
        ("- " * 100_000, None, "nested"),
        ("{a: " * 100_000, None, "nested"),
        (f"a: {'b' * (TEXT_LENGTH + 1)}\n", (1, 4), "characters"),
        ("a: [" + "b," * 50_000 + "]\n", None, "values and keys"),
        ("a: b\n" * 40_000, None, "values and keys"),
        ("a: b\n" + " " * DOCUMENT_BYTES, (0, 0), "bytes"),
        ("'" + "a\n" * 50_000, None, "no YAML"),
    ],
)
def test_what_is_hostile_is_refused_with_its_place_and_soon(
    text: str, place: tuple[int, int] | None, told: str
) -> None:
    """Neither memory nor time is lost to it."""
    before = time.process_time()
    (found,) = refusal(text).diagnostics
    assert time.process_time() - before < 5
    assert told in found.message
    assert place is None or (found.span.line, found.span.column) == place


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200)))
@settings(max_examples=50)
def test_anything_is_read_or_refused_with_a_message(data: str | bytes) -> None:
    """No other exception, and nothing shown can steer a terminal."""
    error = refused(data)
    assert error is not None
    assert not any(is_unprintable(character) for character in render(error) if character != "\n")


PIECES = (
    *("rulebook: parlour", "cases:", "- name: a", "source: b", "expect:", "{coup: void}", "given: {cards: {2: 6}}"),
    *("[", "}", ": ", "&a", "*a", "!t", "|", ">", "'", '"', "#", "---", "?", "- ", "  ", "\n", "\n  ", "clause: [5.1]"),
)


@given(st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=100)
def test_pieces_of_case_files_are_read_or_refused(pieces: list[str]) -> None:
    """However they are put together; every place is in the file."""
    text = "".join(pieces)
    error = refused(text)
    assert error is None or all(each.span.line <= text.count("\n") + 2 for each in error.diagnostics)


def test_several_mistakes_are_told_in_one_run() -> None:
    """Each with its code, in the order of the text."""
    text = written(given="{cards: {9: 5, 2: six}, coup: void}", clause="5.2")
    assert [each.code for each in refusal(text).diagnostics] == [
        "outside-domain",
        "unknown-name",
        "misplaced-name",
        "unknown-clause",
    ]


@pytest.mark.parametrize("lacking", ["name", "source", "expect"])
def test_a_case_without_what_it_needs_is_told(lacking: str) -> None:
    """One mistake, at the case."""
    (found,) = refusal(written(**{lacking: ""})).diagnostics
    assert found.message == f"this is a case without `{lacking}`"


def test_what_an_amendment_decides_is_told_with_the_case_that_has_it_otherwise() -> None:
    """At the `decide`, as of a `case` statement."""
    amended = '```misdeal\nrulebook two amends parlour "Two"\ndecide strict = no "no"\n```\n'
    beside = written(given="{strict: yes}").replace("rulebook: parlour", "rulebook: two")
    with pytest.raises(RulebookError) as raised:
        read(
            amended,
            "two.md",
            lambda name: Written(BOOK, f"{name}.md", nothing_beside),
            (WrittenCases(beside, "two.cases.yaml"),),
        )
    (found,) = raised.value.diagnostics
    assert found.code == "decided-otherwise"
    assert '`case "a case"` (line 3 of two.cases.yaml)' in found.message


def test_what_an_amendment_repeals_is_told_with_the_case_that_uses_it() -> None:
    """Facts, rulings and clauses, wherever in its case the name stands."""
    amended = '```misdeal\nrulebook two amends parlour "Two"\nrepeal clause 5.10\nrepeal ruling fine\n```\n'
    beside = """rulebook: two
cases:
  - source: one
    expect: {coup: void}
    name: a first case
  - expect: {fine: {ours: 2}}
    clause: "5.10"
    source: two
    name: a second case
"""
    with pytest.raises(RulebookError) as raised:
        read(
            amended,
            "two.md",
            lambda name: Written(BOOK, f"{name}.md", nothing_beside),
            (WrittenCases(beside, "two.cases.yaml"),),
        )
    told = [each.message for each in raised.value.diagnostics]
    assert [each.split(" is still used")[0] for each in told] == ["`clause 5.10`", "`ruling fine`"]
    assert all(each.endswith('`case "a second case"` (line 6 of two.cases.yaml)') for each in told)


def test_files_beside_a_rulebook_are_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`house.cases.yaml` and `house.WORD.cases.yaml`, and nothing else; explicit ones take their place."""
    folder = tmp_path_factory.mktemp("books")
    book = folder / "parlour.md"
    book.write_text(BOOK, "utf-8")
    names = ["parlour.cases.yaml", "parlour.asked.cases.yaml", "parlour_2.cases.yaml", "parlour.a.b.cases.yaml"]
    for at, name in enumerate(names):
        (folder / name).write_text(written(name=f"case {at}"), "utf-8")
    assert [case.title for case in load_with_cases(str(book)).cases] == ["in the page", "case 1", "case 0"]
    assert [case.title for case in load_with_cases(str(book), [str(folder / names[3])]).cases][1:] == ["case 3"]
    assert [case.title for case in load(str(book)).cases] == ["in the page"]


@pytest.mark.parametrize("book", shipped())
def test_shipped_rulebooks_have_cases_that_were_asked(book: str) -> None:
    """Each with an address or another source, beside those that stand in the page.

    The others are about a paragraph of the source or a trouble of it, whose id begins the title and stands in `source`.
    """
    rulebook = load(book)
    cases = load_with_cases(book).cases[len(rulebook.cases) :]
    asked = [case for case in cases if re.match(r"C\d", case.title)]
    assert len(asked) >= 13
    assert all(case.source for case in asked)
    assert sum("://" in case.source for case in asked) > len(asked) / 2
    paragraphs = rulebook.source.paragraphs if rulebook.source else ()
    for case in (case for case in cases if case not in asked):
        about = case.title.split(":")[0]
        assert about in case.source
        assert re.fullmatch(r"[BP]A-\d\d", about) or any(each == about or is_under(each, about) for each in paragraphs)
