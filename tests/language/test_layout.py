"""Pages laid out: what they say stays, where it stands is one thing for all."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from misdeal.model.language import RulebookError
from misdeal.model.language.automaton import END, tokens
from misdeal.model.language.layout import TEXT_COLUMN, WIDTH
from misdeal.model.language.layout_page import format_page
from misdeal.model.language.source import OPENERS, paginate
from misdeal.model.language.span import Span
from misdeal.model.language.syntax import parse

from ..docs.pages import DOCS, blocks, read_page, section
from ..project.tree import ROOT
from ..strategies import seeded

HERE = Path(__file__).parent
SHIPPED = [*sorted((ROOT / "model" / "rulebooks").glob("*.md")), ROOT / "cli" / "starter.md"]
CORPUS = [*sorted((HERE / "good").glob("*.md")), *sorted((HERE / "bases").glob("*.md")), *SHIPPED, DOCS / "tutorial.md"]
BAD = sorted((HERE / "bad").glob("*.md"))
COMMENTS = ("# why", '# a "quoted" one', "#", "# then x is 3 # and more", "# ein Wort, noch eins", "#: [x] {y}")
STRING_OR_COMMENT = re.compile(r'"[^"\n]*"|#.*')


def said(text: str) -> list[object]:
    """What the statements of a page are, wherever they stand."""
    page = paginate(text, "page.md")
    assert page.diagnostics == ()
    read = [parse(chunk, "page.md") for chunk in page.chunks]
    assert [diagnostics for _, diagnostics in read if diagnostics] == []
    return [(placeless(statement), chunk.heading) for (statement, _), chunk in zip(read, page.chunks, strict=True)]


def placeless(part: object) -> object:
    """A tree without its places."""
    if isinstance(part, tuple | list):
        return [placeless(each) for each in part]
    if isinstance(part, Span) or not is_dataclass(part):
        return None if isinstance(part, Span) else part
    return [type(part).__name__, *(placeless(getattr(part, each.name)) for each in fields(part))]


def inside(text: str) -> Iterator[tuple[bool, str]]:
    """The lines of a page, each with whether it is in a formal block."""
    blocks = paginate(text, "page.md").blocks
    for number, line in enumerate(text.split("\n"), 1):
        yield any(block.opens < number < block.closes for block in blocks), line


def comments(text: str) -> list[str]:
    """The comments in the formal blocks, in order."""
    words = (word for formal, line in inside(text) if formal for word in STRING_OR_COMMENT.findall(line))
    return [word.strip() for word in words if word.startswith("#")]


def prose(text: str) -> list[str]:
    """Every line outside the blocks, fences included."""
    return [line for formal, line in inside(text) if not formal]


def check(before: bytes) -> str:
    """Lay a page out, and see that nothing was lost; what came of it."""
    after = format_page(before, "page.md")
    assert format_page(after, "page.md") == after
    old, new = (each.decode("utf-8-sig") for each in (before, after))
    assert said(old) == said(new)
    assert prose(old) == prose(new)
    assert comments(old) == comments(new)
    assert before.startswith(b"\xef\xbb\xbf") == after.startswith(b"\xef\xbb\xbf")
    return new


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_page_says_the_same_laid_out(path: Path) -> None:
    """Statements, prose, headings and comments of the corpus and of the shipped rulebooks; once is enough."""
    check(path.read_bytes())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_rulebooks_are_laid_out(path: Path) -> None:
    """`misdeal fmt` changes nothing in them."""
    assert format_page(path.read_bytes(), path.name) == path.read_bytes()


def test_examples_of_the_language_say_the_same_laid_out() -> None:
    """Every construct of the language; and those that show how it looks are laid out."""
    examples = [block for block in blocks(read_page("docs/language.md"), "misdeal") if len(block.words) == 1]
    pages = [f"```misdeal\n{block.text}```\n".encode() for block in examples]
    for page in pages:
        check(page)
    shown = blocks(section(read_page("docs/language.md"), "Layout"), "misdeal")
    assert shown
    for block in shown:
        assert laid_out(block.text.removesuffix("\n")) == block.text.removesuffix("\n")


def mangled(random: Random, text: str) -> str:
    """A page with other spaces, line breaks and comments between its words."""
    page = paginate(text, "page.md")
    lines = text.split("\n")
    for chunk in reversed(page.chunks):
        end = chunk.line - 1 + len(chunk.text.split("\n"))
        lines[chunk.line - 1 : end] = respaced(random, chunk.text).split("\n")
    return "\n".join(lines)


def respaced(random: Random, statement: str) -> str:
    words = [token.text for token in tokens(statement) if token.type != END]
    made = " " * random.choice((0, 0, 3)) + words[0]
    for before, word in pairwise(words):
        gaps = [" ", "  ", "\t"]
        if not (before[-1].isalnum() or before[-1] in '_"') or not (word[0].isalnum() or word[0] in '_"'):
            gaps.append("" if (before[-1] + word[0]) not in {"..", "<=", ">=", "!="} else " ")
        if word not in OPENERS:
            gaps += ["\n", "\n\n   ", f"  {random.choice(COMMENTS)}\n  ", f"\n{random.choice(COMMENTS)}\n "]
        made += random.choice(gaps) + word
    tail = ("", "", f" {random.choice(COMMENTS)}", f"\n\n\n  {random.choice(COMMENTS)}\n")
    return made + random.choice(tail)


def check_generated(seed: int, times: int) -> None:
    """Lay a generated page out, and as often one that says the same otherwise."""
    random = Random(seed)  # noqa: S311 - nothing secret
    text = seeded(seed).text
    check(text.encode())
    for _ in range(times):
        check(mangled(random, text).encode())


@pytest.mark.parametrize("seed", range(15))
def test_generated_pages_say_the_same_laid_out(seed: int) -> None:
    """However they were written."""
    check_generated(seed, 2)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 700))
def test_many_generated_pages_say_the_same_laid_out(seed: int) -> None:
    """However they were written."""
    check_generated(seed, 3)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_mangled_rulebooks_say_the_same_laid_out(path: Path) -> None:
    """The shipped ones, with longer conditions than generated ones have."""
    random = Random(path.stem)  # noqa: S311 - nothing secret
    check(mangled(random, path.read_text("utf-8")).encode())


def test_other_line_ends_and_a_byte_order_mark_are_kept() -> None:
    """Of each block those of its first line; a page of one kind stays one of that kind."""
    text = seeded(5).text
    for mark in ("", "\ufeff"):
        for end in ("\n", "\r\n"):
            new = format_page((mark + text.replace("\n", end)).encode(), "page.md")
            expected = format_page(text.encode(), "page.md").decode().replace("\n", end)
            assert new == (mark + expected).encode()


def test_a_block_in_a_list_stays_indented() -> None:
    """As far as its fence is."""
    text = '- here:\n\n  ```misdeal\n  rulebook  x "y"\n     let a = 1\n  ```\n'
    assert check(text.encode()) == '- here:\n\n  ```misdeal\n  rulebook x "y"\n  let a = 1\n  ```\n'


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_what_cannot_be_read_is_refused_or_laid_out_whole(path: Path) -> None:
    """A mistake in a statement refuses the page, and is told in its place; one in what names mean does not."""
    data = path.read_bytes()
    try:
        after = format_page(data, path.name)
    except RulebookError as error:
        files = {each.span.file for each in error.diagnostics}
    else:
        files = {path.name}
        assert format_page(after, path.name) == after
    assert files == {path.name}


@pytest.mark.parametrize("text", ["", "# A page\n", "```\nsource .venv/bin/activate\n```\n", "```text\nrulebook x\n"])
def test_a_page_of_something_else_stays_as_it_is(text: str) -> None:
    """It is no rulebook, whatever its blocks begin with."""
    assert format_page(text.encode(), "page.md") == text.encode()
    latin = text.encode() + "für".encode("latin-1")
    assert format_page(latin, "page.md") == latin


def laid_out(statements: str) -> str:
    """What comes of some statements."""
    return check(f"```misdeal\n{statements}\n```\n".encode()).removeprefix("```misdeal\n").removesuffix("\n```\n")


# How it looks


def test_parts_stand_on_lines_of_their_own() -> None:
    """Of clauses and cases."""
    statements = 'clause 1  "x" for  each p when a and b then r[p] is yes,s is 2 overrides 2 ,3'
    statements += '\ncase "y" given a=yes expect s is 2'
    assert laid_out(statements).split("\n") == [
        'clause 1 "x" for each p',
        "  when a and b",
        "  then r[p] is yes, s is 2",
        "  overrides 2, 3",
        'case "y"',
        "  given a = yes",
        "  expect s is 2",
    ]


def test_questions_stand_beneath() -> None:
    """With the parts of a fact beside it, or on the next line where there is no room."""
    values = ", ".join(f'value_{at} "{"x" * 20}"' for at in range(3))
    assert laid_out('fact a [ p ] :0 .. 8 when b usually -3 "x?"').split("\n") == [
        "fact a[p]: 0..8 when b usually -3",
        '  "x?"',
    ]
    assert laid_out(f'fact a: {{{values}}} when b usually value_1 "x?"').split("\n") == [
        f"fact a: {{{values}}}",
        "  when b usually value_1",
        '  "x?"',
    ]


def test_long_choices_are_aligned() -> None:
    """Behind the brace; where their author broke them they stay broken."""
    lines = laid_out('ruling r: {a "' + "x" * 60 + '", b "' + "x" * 60 + '",\nc "x", d "x"} "x?"').split("\n")
    assert [line[:14] for line in lines[1:3]] == [" " * 11 + 'b "', " " * 11 + 'c "']
    assert lines[2] == " " * 11 + 'c "x", d "x"}'


def test_texts_of_lets_stand_in_one_column() -> None:
    """Or beneath, where what they are about is long."""
    short, long, wide = laid_out(f'let a=b "x"\nlet {"a" * 50} = b "x"\nlet a = b "{"x" * 64}"').split("\nlet ")
    assert short == f'{"let a = b":{TEXT_COLUMN}}"x"'
    assert long.split("\n")[1] == '  "x"'
    assert wide.split("\n")[1] == f'  "{"x" * 64}"'


def test_long_conditions_are_broken_where_they_are_loosest() -> None:
    """Before a connective, outside of parentheses if there is one; a break of the author's stays."""
    part = "(aaaaaaaaaa = 3 or bbbbbbbbbb = 4)"
    lines = laid_out(f'clause 1 "x" when {" and ".join([part] * 5)} then r is yes').split("\n")
    assert lines[1:3] == [f"  when {' and '.join([part] * 3)}", f"       and {' and '.join([part] * 2)}"]
    kept = laid_out('clause 1 "x" when a and\n b\n or c then r is yes').split("\n")
    assert kept[1:4] == ["  when a", "       and b", "       or c"]


@pytest.mark.parametrize("seed", range(8))
def test_no_line_is_longer_than_it_has_to_be(seed: int) -> None:
    """Every line fits, or holds no place at which it could be broken."""
    for formal, line in inside(check(seeded(seed).text.encode())):
        if formal and len(line) > WIDTH:
            assert not re.search(r" (?:and|or|implies|else) |, ", STRING_OR_COMMENT.sub("", line)[:WIDTH])


def test_signs_have_their_spaces() -> None:
    """And names with something in brackets have none."""
    statements = "let a = f( x,-1 )+g [p]* -2 - - 3 in{ b ,c }and first q after( b(p) )where not neighbours (p,q)"
    assert laid_out(statements) == (
        "let a = f(x, -1) + g[p] * -2 - -3 in {b, c} and first q after (b(p)) where not neighbours(p, q)"
    )


def test_blank_lines_are_wanted_once() -> None:
    """Between statements at most one, at the ends of a block none; comments stay by what they are about."""
    statements = "\n\n# one\n\n\n\nlet a = 1\n\n\n   # two\n# three\nlet b = 2 # four\nlet c = 3\n\n"
    assert laid_out(statements).split("\n") == [
        "# one",
        "",
        "let a = 1",
        "",
        "  # two",
        "# three",
        "let b = 2  # four",
        "let c = 3",
    ]
