"""The prose of a rulebook as HTML: Markdown to elements of a few kinds, and everything else to text.

What is markup in the prose stays text, images become their descriptions, and a link leads to the web, or to a rulebook
on the same page, or is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from .markup import Content, Html, element, fragment

_SCHEMES = frozenset({"http", "https", "mailto"})
_DEEPEST = 6
_BELOW = 2  # the heading above all prose is one of the second level
_PLAIN = {
    "paragraph_open": "p",
    "bullet_list_open": "ul",
    "ordered_list_open": "ol",
    "list_item_open": "li",
    "blockquote_open": "blockquote",
    "table_open": "table",
    "thead_open": "thead",
    "tbody_open": "tbody",
    "tr_open": "tr",
    "th_open": "th",
    "td_open": "td",
    "em_open": "em",
    "strong_open": "strong",
}
_HEADING = "heading_open"
_WITH_WORDS = frozenset({"p", "li", "th", "td"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the prose: its level there, its text, and where it can be jumped to."""

    level: int
    text: str
    anchor: str


@dataclass(slots=True)
class _Open:
    """An element whose end has not been met."""

    name: str
    attributes: Mapping[str, Any] = field(default_factory=dict)
    content: list[Content] = field(default_factory=list)


class Prose:
    """Turns the prose of one page into HTML, stretch by stretch; `headings` are those met so far.

    `edition` is the name of its rulebook, and stands before the anchors; `pages` are the rulebooks that links may lead
    to, each by its file with its anchor.
    """

    def __init__(self, text: str, edition: str, pages: Mapping[str, str]) -> None:
        self.headings: list[Heading] = []
        self._edition = edition
        self._pages = pages
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
        self._known: dict[str, Any] = {}
        self._markdown.parse(text, self._known)  # where links lead that are told elsewhere on the page

    def render(self, text: str) -> Html:
        """A stretch of prose, whole blocks of it."""
        return self._row(self._markdown.parse(text, {"references": self._known.get("references", {})}))

    def _row(self, tokens: Sequence[Token]) -> Html:
        """Tokens as elements: what is opened is closed, and nothing goes deeper than the parser lets it."""
        stack = [_Open("")]
        for at, token in enumerate(tokens):
            if token.nesting > 0:
                stack.append(self._heading(token, tokens[at + 1]) if token.type == _HEADING else self._opened(token))
            elif token.nesting < 0:
                done = stack.pop()
                stack[-1].content.append(_closed(done))
            else:
                stack[-1].content.append(self._leaf(token))
        return fragment(*stack[0].content)

    def _opened(self, token: Token) -> _Open:
        if token.hidden:
            return _Open("")
        match token.type:
            case "link_open":
                return _Open("a", self._link(str(token.attrs.get("href", ""))))
            case "ordered_list_open":
                return _Open("ol", {"start": token.attrs.get("start")})
            case kind:
                name = _PLAIN.get(kind, "")
                return _Open(name, {"dir": "auto"} if name in _WITH_WORDS else {})

    def _heading(self, token: Token, inline: Token) -> _Open:
        level = int(token.tag[1:])
        anchor = f"{self._edition}-heading-{len(self.headings) + 1}"
        self.headings.append(Heading(level, _plain(inline.children or ()), anchor))
        return _Open(f"h{min(level + _BELOW, _DEEPEST)}", {"id": anchor, "dir": "auto"})

    def _link(self, href: str) -> Mapping[str, str]:
        """Where a link leads; without that it is text."""
        try:
            parts = urlsplit(href)
        except ValueError:
            return {}
        if parts.scheme.lower() in _SCHEMES:
            return {"href": href, "rel": "noreferrer"}
        anchor = self._pages.get(unquote(parts.path)) if not parts.scheme and not parts.netloc else None
        return {} if anchor is None else {"href": f"#{anchor}"}

    def _leaf(self, token: Token) -> Content:  # noqa: PLR0911 - one case a token
        match token.type:
            case "inline":
                return self._row(token.children or ())
            case "text":
                return token.content
            case "softbreak":
                return "\n"
            case "hardbreak":
                return element("br")
            case "code_inline":
                return element("code", token.content)
            case "fence" | "code_block":
                return element("pre", element("code", token.content))
            case "hr":
                return element("hr")
            case "image":
                return _plain(token.children or ())
            case _:
                return token.content


def _closed(done: _Open) -> Content:
    if not done.name or (done.name == "a" and not done.attributes):
        return fragment(*done.content)
    made = element(done.name, *done.content, **done.attributes)
    if done.name == "table":
        return element("div", made, class_="wide", tabindex=0, role="group", aria_label="Table")
    return made


def _plain(tokens: Iterable[Token]) -> str:
    """The text of what stands in a line."""
    return "".join(_plain(each.children) if each.children else _text(each) for each in tokens)


def _text(token: Token) -> str:
    return " " if token.type in {"softbreak", "hardbreak"} else token.content
