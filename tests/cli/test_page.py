"""`misdeal page`: what is written and where; and the parts of a page, without a browser."""

import re
from functools import partial
from pathlib import Path

import pytest

from misdeal import check
from misdeal.cli.markup import Html, element, fragment, own
from misdeal.cli.page_document import page_script
from misdeal.cli.page_prose import Prose

from .running import SAMPLE, invoke, write_sample


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written into a directory of the test's own."""
    monkeypatch.chdir(tmp_path)


def test_a_page_is_written_beside(tmp_path: Path) -> None:
    """Under the rulebook's own name, whole, the same every time."""
    book = write_sample(tmp_path)
    result = invoke("page", book)
    assert (result.exit_code, result.output) == (0, "wrote house.html\n")
    text = Path("house.html").read_text("utf-8")
    assert text.startswith('<!doctype html>\n<html lang="en">')
    assert text.endswith("</html>\n")
    assert str(tmp_path) not in text
    assert invoke("page", book, "-o", "-").stdout == text


def test_a_file_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    """Unless `--force`; that is told before anything is proved."""
    book = write_sample(tmp_path)
    Path("house.html").write_text("mine", encoding="utf-8")
    result = invoke("page", book)
    assert result.exit_code == 2
    assert "`house.html` is there already, and is left as it is: name another, or use --force" in result.output
    assert Path("house.html").read_text("utf-8") == "mine"
    assert invoke("page", book, "--force").exit_code == 0
    Path("pages").mkdir()
    assert invoke("page", book, "-o", "pages").output == "wrote pages/house.html\n"
    assert invoke("page", book, "-o", "nowhere/a.html").exit_code == 2


def test_what_is_not_proved_is_not_written(tmp_path: Path) -> None:
    """Exit code 3, with the rulings, and no file."""
    result = invoke("page", write_sample(tmp_path), "--timeout", "0.001")
    assert result.exit_code == 3
    assert "misdeal: nothing was written" in result.output
    assert not Path("house.html").exists()


def test_a_rulebook_with_mistakes_is_refused(tmp_path: Path) -> None:
    """As by the other commands."""
    assert invoke("page", write_sample(tmp_path, text=SAMPLE.replace("stage = ", "stage "))).exit_code == 2
    assert not list(tmp_path.glob("*.html"))


def test_what_is_unknown_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the page, of the clauses too, and by the exit code; it is never called proved."""
    hurried = partial(check, timeout=0.001)
    monkeypatch.setattr("misdeal.cli.page.check", lambda rulebook, **_: hurried(rulebook))
    result = invoke("page", write_sample(tmp_path))
    assert result.exit_code == 3
    text = Path("house.html").read_text("utf-8")
    assert "unknown, for the time limit was reached" in text
    assert "whether it ever decides" in text
    assert ">decides " not in text


def test_text_is_never_markup() -> None:
    """Wherever it is put: in elements, in attributes, with quotes of any kind."""
    nasty = "\"'><script>&amp;</script>\0\u202e"
    made = element("p", nasty, own(nasty), fragment(nasty), Html("<b>ours</b>"), title=nasty, class_=None, hidden=True)
    assert re.findall(r"<[^>]*>", made.text)[1:] == ['<bdi lang="">', "</bdi>", "<b>", "</b>", "</p>"]
    assert re.fullmatch(r'<p title="[^"<>]*" hidden>.*', made.text)
    assert "\0" not in made.text
    assert "\\u202e" in made.text


@pytest.mark.parametrize(
    ("href", "leads"),
    [
        ("https://example.org/", "https://example.org/"),
        ("mailto:a@example.org", "mailto:a@example.org"),
        ("other.md", "#edition-other"),
        ("other.md#part", "#edition-other"),
        ("elsewhere.md", None),
        ("//example.org", None),
        ("javascript:alert(1)", None),
        ("JAVASCRIPT:alert(1)", None),
        ("data:text/html,x", None),
        ("file:///etc/passwd", None),
        ("java\tscript:alert(1)", None),
        ("#place", None),
    ],
)
def test_links_lead_to_the_web_or_within_the_page(href: str, leads: str | None) -> None:
    """Or are text."""
    made = Prose("", "house", {"other.md": "edition-other"}).render(f"[a](<{href}>)").text
    found = re.search(r'<a href="([^"]*)"', made)
    assert (found[1] if found else None) == leads


def test_prose_is_told_in_few_elements() -> None:
    """Headings two levels lower, with anchors; tables that can be scrolled; images as their descriptions."""
    prose = Prose("", "house", {})
    made = prose.render("# A *b*\n\n1. c\n\n> d\n\n|e|\n|-|\n|f|\n\n![g](x.png) `h`\n\n```\ni\n```\n\n---\n").text
    tags = set(re.findall(r"<(\w+)", made))
    blocks = "h3 ol li p blockquote div table thead tbody tr th td pre hr"
    assert tags == {*blocks.split(), "em", "code"}
    assert [(each.level, each.text, each.anchor) for each in prose.headings] == [(1, "A b", "house-heading-1")]
    assert "g <code>h</code>" in made


def test_links_told_elsewhere_on_a_page_are_known() -> None:
    """Although its prose is rendered stretch by stretch."""
    text = "[a]\n\n```misdeal\n```\n\n[a]: https://example.org/\n"
    assert 'href="https://example.org/"' in Prose(text, "house", {}).render("[a]\n").text


def test_the_script_reads_no_markup() -> None:
    """Nothing in it turns text into elements, runs text, or reaches out."""
    script = page_script()
    markup = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "DOMParser")
    outside = ("fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "importScripts", "import(")
    assert [each for each in (*markup, *outside) if each in script] == []
