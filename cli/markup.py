"""HTML in the making. A plain `str` is text and is escaped wherever it is put; only `Html` is markup.

Attribute values are escaped too. Nothing here takes markup from outside, so no text of a rulebook can become any.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape as _escape
from itertools import chain
from typing import TypeAlias

from misdeal.model.language.diagnostic import is_unprintable

_VOID = frozenset({"meta", "hr", "br", "input"})
_SPACES = "\t\n"
_MARKS = "\u061c\u200e\u200f"  # they make no text run the other way, and some languages need them


@dataclass(frozen=True, slots=True)
class Html:
    """Markup that is well-formed by itself."""

    text: str


Content: TypeAlias = "Html | str"
Attribute: TypeAlias = str | int | bool | None


def fragment(*content: Content) -> Html:
    """Some content in a row."""
    return Html("".join(_shown(each) for each in content))


def joined(content: Iterable[Content], between: Content = "") -> Html:
    """Content with something between each two."""
    parts = list(content)
    rest = chain.from_iterable((between, each) for each in parts[1:])
    return fragment(*parts[:1], *rest)


def element(tag: str, /, *content: Content, **attributes: Attribute) -> Html:
    """An element. Attributes are written as `class_`, `aria_label`; None and False leave it out, True has no value."""
    head = "".join(_attributes(attributes))
    if tag in _VOID:
        return Html(f"<{tag}{head}>")
    return Html(f"<{tag}{head}>{fragment(*content).text}</{tag}>")


def own(text: str, **attributes: Attribute) -> Html:
    """Words of a rulebook within other text: in a language that nobody named, and in a direction of their own."""
    return element("bdi", text, lang="", **attributes)


def visible(text: str) -> str:
    r"""Text as it may stand in HTML: what does not show, or turns text around, is written as `\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_seen(each) for each in text)


def _seen(character: str) -> str:
    if character in _SPACES or character in _MARKS or not is_unprintable(character):
        return character
    return f"\\u{ord(character):04x}"


def _shown(content: Content) -> str:
    return content.text if isinstance(content, Html) else _escape(visible(content), quote=False)


def _attributes(attributes: dict[str, Attribute]) -> Iterator[str]:
    for name, value in attributes.items():
        written = name.rstrip("_").replace("_", "-")
        if value is True:
            yield f" {written}"
        elif value is not None and value is not False:
            yield f' {written}="{_escape(visible(str(value)))}"'
