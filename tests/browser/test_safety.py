"""No rulebook can make a page do anything: its text is text, and nothing may be loaded or run."""

import re
from html.parser import HTMLParser

import pytest

from misdeal import shipped
from tests.exchange.hostile import BOOK as NAMES

from .opened import Opened
from .pages import of_text, whole
from .test_interview import finish

NASTY = "</script></style><script>alert(1)</script><img src=x onerror=alert(1)>'&#34;&lt;b>"
PROSE = f"""
# {NASTY}

{NASTY} \u202eesrever\u202c **bold** `{NASTY}`

<script>alert(1)</script>

<img src="https://example.org/x.png" onerror="alert(1)">

[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,<script>alert(1)</script>) [d](vbscript:x)
[e](//example.org/) [f](file:///etc/passwd) [g](other.md) [h](https://example.org/?q="onclick="alert(1))
![i](https://example.org/x.png) ![j](javascript:alert(1)) <https://example.org/auto> [k][k]
[&#106;avascript:x](&#106;avascript:alert(1))

[k]: javascript:alert(1) "{NASTY.replace('"', "'")}"

<svg onload=alert(1)><style>*{{display:none}}</style>

| a | <b onclick=alert(1)> |
|---|---|
| {NASTY} | b |
"""
QUOTED = NASTY.replace('"', "'")
BOOK = f"""{PROSE}
```misdeal
rulebook house "{QUOTED}"
seats player 2..3
type side = {{a "{QUOTED}", b}}
fact found: side "{QUOTED}"
fact away[p]: yes/no usually no "{QUOTED}"
fact many: 0..9 "{QUOTED}"
reading way "</script>": {{x "{QUOTED}", y}} "{QUOTED}"
# </script><img src=x onerror=alert(1)>
ruling early: {{stays "{QUOTED}", two}} "{QUOTED}"
ruling second[p]: yes/no when found = a "{QUOTED}"
clause 1 "{QUOTED}" when found = a and many > 3 then early is stays
clause 2 "{QUOTED}" when found = b then early is two
clause 3 "{QUOTED}" for each p when away[p] and way = x then second[p] is yes
note 4 "{QUOTED}"
claim "{QUOTED}": early = stays
```
"""


class Markup(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def check_markup(text: str) -> None:
    """Nothing in a page runs but its script, nothing is loaded, and links are harmless."""
    found = Markup(text).found
    tags = [tag for tag, _ in found]
    assert [tags.count(each) for each in ("script", "style", "img", "iframe", "object", "embed", "link", "base")] == [
        3,
        1,
        *[0] * 6,
    ]
    assert [attrs["type"] for tag, attrs in found if tag == "script"] == ["text/plain", "text/plain", "module"]
    names = {name for _, attrs in found for name in attrs}
    assert [name for name in names if name.startswith("on") or name in {"style", "src", "srcset", "action"}] == []
    hrefs = {attrs["href"] for tag, attrs in found if tag == "a" and "href" in attrs}
    assert [href for href in hrefs if not re.match(r"#|https?:|mailto:", href)] == []
    (policy,) = (attrs["content"] for _, attrs in found if attrs.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert {part.split()[0] for part in policy.split("; ")} >= {"script-src", "style-src", "base-uri", "form-action"}
    assert all(
        re.fullmatch(r"(script|style)-src 'sha256-[\w+/=]{44}'", part)
        for part in policy.split("; ")
        if "-src 'sha" in part
    )


@pytest.mark.parametrize("text", [BOOK, NAMES], ids=["prose", "names"])
def test_a_hostile_rulebook_is_text(opened: Opened, text: str) -> None:
    """Whatever stands in its prose, its titles, its labels and its names; all of it can be used and read."""
    made = of_text(text)
    check_markup(made)
    page = opened.page(made)
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 800})
        for part in ("Rulebook", "Findings", "Interview"):
            page.locator(".parts").get_by_role("link", name=part).click()
    finish(page)
    assert page.locator("#interview script, #interview img, #rulebook script, #rulebook img").count() == 0
    assert page.evaluate("document.documentElement.innerText.includes('alert(1)')")
    page.get_by_role("link", name="Rulebook", exact=True).click()
    page.locator("#search").fill("<img")
    assert page.locator("#search-results img").count() == 0


def test_what_turns_text_around_is_shown(opened: Opened) -> None:
    """So that nobody reads another text than stands there."""
    page = opened.page(of_text(BOOK), fragment="#rulebook")
    assert "\\u202eesrever" in page.locator("#rulebook .prose").first.inner_text()
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.content())


@pytest.mark.parametrize("name", shipped())
def test_shipped_pages_are_harmless_and_small(name: str) -> None:
    """They may be mailed."""
    check_markup(whole(name))
    assert len(whole(name).encode()) < 500_000


def test_the_policy_would_stop_what_got_through(opened: Opened) -> None:
    """Were there markup after all, it would neither run nor load."""
    made = whole("bridge_1987").replace(
        "</main>", "<script>window.ran = true</script><p style='color:red'>x</p></main>"
    )
    page = opened.page(made)
    assert page.evaluate("window.ran") is None
    violations = page.evaluate("window.violations")
    assert {"script-src-elem", "style-src-attr"} <= set(violations)
    page.evaluate("window.violations = []")
    opened.faults.clear()
