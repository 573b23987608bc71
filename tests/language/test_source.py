"""A Markdown page to its statements: fences, headings, line numbers, and what is refused."""

from hypothesis import example, given
from hypothesis import strategies as st

from misdeal.model.language.source import OPENERS, Block, decode, paginate
from misdeal.model.language.tables import tables


def chunks(text: str) -> list[tuple[str, int, str]]:
    page = paginate(text, "page.md")
    return [(chunk.text, chunk.line, chunk.heading) for chunk in page.chunks]


def codes(text: str) -> list[str]:
    return [each.code for each in paginate(text, "page.md").diagnostics]


def test_a_statement_begins_at_its_keyword_and_ends_before_the_next() -> None:
    """Lines are those of the file, and the heading is the nearest above the block."""
    first = '# One\n## Two ##\n\n```misdeal\nnote 1 "a"\n\n  note 2\n    "b"\n```\n'
    text = first + '# Three\n```misdeal\nnote 3 "c"\n```\n'
    assert chunks(text) == [
        ('note 1 "a"\n', 5, "Two"),
        ('  note 2\n    "b"', 7, "Two"),
        ('note 3 "c"', 12, "Three"),
    ]


def test_fences_are_read_as_markdown_reads_them() -> None:
    """Of three or more backticks or tildes, up to three spaces in, closed by as many of the same."""
    for opening, closing in [("```", "```"), ("~~~", "~~~~"), ("   ````", " ````"), ("~~~", "   ~~~  ")]:
        assert chunks(f'{opening}misdeal\nnote 1 "a"\n{closing}\nnote 2 "b"\n') == [('note 1 "a"', 2, "")]
        assert chunks(f'{opening} misdeal x=1\nnote 1 "a"\n{closing}\n') == [('note 1 "a"', 2, "")]
    assert codes("```misdeal```\n") == ["no-block"]


def test_a_block_that_was_most_likely_meant_is_told() -> None:
    """Beside blocks that are read as well: else a clause would be dropped without a word."""
    good = '```misdeal\nnote 1 "a"\n```\n'
    for mark in ("Misdeal", "MISDEAL", "misdeel", "midseal", "mis-deal", "{.misdeal}", "{ .misdeal }", "misdeal:"):
        assert codes(f'{good}```{mark}\nnote 2 "b"\n```\n') == ["unread-block"], mark
        assert codes(f'{good}~~~ {mark}\nnote 2 "b"\n') == ["unread-block"], mark
    for before in ("    ", "\t", "> ", "- ", "12. ", " - > "):
        page = paginate(f'{good}{before}```misdeal\n    note 2 "b"\n', "page.md")
        assert [(each.code, each.span.line, each.span.column) for each in page.diagnostics] == [
            ("unread-block", 4, len(before) + 1)
        ]
        assert "three spaces" in page.diagnostics[0].message
    for fence in ("``", "`", "~~"):
        (told,) = paginate(f'{good}{fence}misdeal\nnote 2 "b"\n{fence}\n', "page.md").diagnostics
        assert (told.code, "at least three" in told.message) == ("unread-block", True)


def test_a_block_without_a_mark_that_begins_with_a_keyword_is_told() -> None:
    """Whichever statement it opens; comments before it do not count, and neither do keywords further down."""
    good = '```misdeal\nnote 1 "a"\n```\n'
    for opener in OPENERS:
        assert codes(f"{good}```\n\n# a\n  {opener} x\n```\n") == ["unread-block"]
        assert codes(f"{good}~~~\n{opener} x") == ["unread-block"]
        assert codes(f"{good}```text\n{opener} x\n```\n") == []
        assert codes(f"{good}```\n{opener}s x\n```\n") == []
        assert codes(f"{good}```\nan {opener} x\n{opener} x\n```\n") == []


def test_other_blocks_are_prose() -> None:
    """Samples of other languages, empty blocks, and code within a line."""
    good = '```misdeal\nnote 1 "a"\n```\n'
    for mark in ("text", "sh", "model", "markdown", "mermaid", "idl", "python", "{}"):
        assert codes(f'{good}```{mark}\nnote 2 "b"\n```\n') == [], mark
    for prose in (
        "```\n```\n",
        "`misdeal` is\n",
        "``misdeal``\n",
        "see `misdeal\n",
        "~misdeal here\n",
        "    misdeal\n",
    ):
        assert codes(good + prose) == [], prose
    assert codes(f"{good}````text\n```Misdeal\n    ```misdeal\n````\n") == []


def test_long_lines_that_are_nearly_fences_are_quick() -> None:
    """Nothing is tried again and again in a line of a megabyte."""
    for line in ("> " + "~" * 900_000 + "`", "1" * 900_000, "- " * 400_000, "1." * 400_000, "``" + "m" * 900_000):
        assert codes(line) == ["no-block"]


def test_a_block_inside_another_block_is_not_a_rulebook() -> None:
    """An example of a block in a longer or other fence is prose."""
    inner = '```misdeal\nnote 1 "a"\n```\n'
    assert codes(f"````text\n{inner}````\n") == ["no-block"]
    assert codes(f"~~~\n{inner}~~~\n") == ["no-block"]
    assert chunks(f"~~~\n{inner}~~~\n{inner}") == [('note 1 "a"', 7, "")]


def test_headings_in_other_blocks_do_not_count() -> None:
    """Nor do hash signs that are no headings."""
    text = '# One\n~~~\n# Two\n~~~\n#Three\n    # Four\n####### Five\n```misdeal\nnote 1 "a"\n```\n'
    assert chunks(text) == [('note 1 "a"', 9, "One")]
    assert chunks('#\n```misdeal\nnote 1 "a"\n```\n')[0][2] == ""
    assert chunks('# A # b\\#\n```misdeal\nnote 1 "a"\n```\n')[0][2] == "A # b\\#"


def test_lines_may_end_as_on_windows_and_a_byte_order_mark_may_stand_first() -> None:
    """Neither changes a statement or its place."""
    text = '# One\n```misdeal\nnote 1 "a"\n  # b\nnote 2 "c"\n```\n'
    marked = ("\ufeff" + text.replace("\n", "\r\n")).encode()
    assert chunks(decode(marked, "page.md")) == chunks(text)


def test_a_character_that_does_not_show_is_refused_in_blocks_only() -> None:
    """Controls, separators of lines and paragraphs, what turns the direction of text, and what nobody sees."""
    hidden = "\x00\x07\x1b\x7f\x85\u2028\u2029\u061c\u200e\u200f\u202a\u202e\u2066\u2069\r"
    for character in hidden + "\u00ad\u034f\u115f\u180e\u200b\u2060\u3164\ufe0f\ufeff\U000e0041\U000e0100":
        assert codes(f'a {character} b\n```misdeal\nnote 1 "a"\n```\n') == []
        assert codes(f'```misdeal\nnote 1 "a{character}b"\n```\n') == ["control-character"]
    assert codes('```misdeal\nnote 1 "\t\u724c \u0639\u0631\u0628\u064a"\n```\n') == []


def test_joiners_may_stand_in_words_that_are_spelt_with_them() -> None:
    """Behind a letter that is not ASCII, as in Persian; in a word of the language they would only be hidden."""
    for joiner in "\u200c\u200d":
        assert codes(f'```misdeal\nnote 1 "\u0645\u06cc{joiner}\u062e\u0648\u0627\u0647\u0645"\n```\n') == []
        for text in (f'note 1{joiner} "a"', f'no{joiner}te 1 "a"', f'{joiner}note 1 "a"', f'note 1 "a{joiner}b"'):
            assert "control-character" in codes(f"```misdeal\n{text}\n```\n")


def test_the_keywords_that_open_statements_are_those_of_the_grammar() -> None:
    """Each is a word of the language."""
    assert set(OPENERS) <= set(tables().literals)


@given(st.lists(st.sampled_from(["```misdeal", "```", "~~~", "````", "note 1", "# x", "", "  x", '"', "\r"])))
@example(["```misdeal", "```misdeal"])
def test_every_statement_stands_in_the_file_where_it_says(lines: list[str]) -> None:
    """Whatever the page, a chunk is the lines of the file from its line on."""
    for text, line, _ in chunks("\n".join(lines)):
        there = text.split("\n")
        assert [each.removesuffix("\r") for each in lines[line - 1 : line - 1 + len(there)]] == there


def test_blocks_are_told_by_their_fences() -> None:
    """The first and the last line of each that holds statements, and of no other; and how far it is indented."""
    text = 'A\n```misdeal\nnote 1 "a"\n```\n\n```text\nb\n```\n  ~~~ misdeal\n~~~\n'
    assert paginate(text, "page.md").blocks == (Block(2, 4, 0), Block(9, 10, 2))
