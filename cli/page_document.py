"""One file out of the parts of a page: its script and its style stand in it, and nothing else may be loaded or run.

The policy names the two by their hashes, so that whatever a rulebook might smuggle in would not run.
"""

import base64
import hashlib
import re
import zlib
from dataclasses import dataclass
from importlib.resources import files

from misdeal.model.exchange.interview_form import interview_script

from .markup import Html, element, fragment, own

_SCRIPTS = (
    "page_dom.js",
    "page_topics.js",
    "page_controls.js",
    "page_rulings.js",
    "page_views.js",
    "page_ask.js",
    "page_search.js",
    "page.js",
)
_IMPORT = re.compile(r"^import [^\n]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_CLOSING = re.compile(r"</script|<!--", re.IGNORECASE)
_ROOM = __name__.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class Parts:
    """What a page is made of. `interview` and `words` are JSON; `hash` is the rulebook's."""

    title: str
    name: str
    hash: str
    version: str
    interview: str
    words: str
    rulebook: Html
    findings: Html


def document(parts: Parts, style: str = "") -> str:
    """The page; `style` is more of it, that pictures need."""
    script = page_script()
    looks = (files(_ROOM) / "page.css").read_text("utf-8") + style
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(script, looks)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", parts.title),
        element("style", Html(looks)),
    )
    body = element(
        "body",
        element("a", "Skip to the content", href="#main", class_="skip"),
        _top(parts),
        _links(),
        element("main", *_sections(parts), id="main"),
        _foot(parts),
        element("div", id="live", role="status", class_="unseen"),
        _data("interview-data", parts.interview),
        _data("words-data", parts.words),
        element("script", Html(script), type="module"),
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en').text}\n"


def policy(script: str, style: str) -> str:
    """What a browser may load and run: this script and this style, and nothing from anywhere."""
    rules = {
        "default-src": "'none'",
        "script-src": _hash(script),
        "style-src": _hash(style),
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def page_script() -> str:
    """The engine of the interview and the page's own modules, in one."""
    *modules, last = [interview_script(), *((files(_ROOM) / name).read_text("utf-8") for name in _SCRIPTS)]
    script = "\n".join([*map(_alone, modules), _IMPORT.sub("", last)])
    assert not _CLOSING.search(script), "the script would end before its end"
    return script


def _alone(module: str) -> str:
    """A module in a scope of its own, out of which comes what it exports; what it imports is there already."""
    names = ", ".join(match[2] for match in _EXPORT.finditer(module))
    body = _EXPORT.sub(r"\1", _IMPORT.sub("", module))
    return f"const {{ {names} }} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();"


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _data(name: str, text: str) -> Html:
    """Text for the script, compressed; in base64 there is nothing that could end its block."""
    packed = base64.b64encode(zlib.compress(text.encode("utf-8"), 9)).decode("ascii")
    return element("script", Html(packed), type="text/plain", id=name)


def _top(parts: Parts) -> Html:
    kind = element("p", "Rulebook ", element("code", parts.name), class_="kind")
    return element("header", kind, element("h1", own(parts.title)), class_="top")


def _links() -> Html:
    """The parts, which stay in sight wherever one reads."""
    links = {"ask": "Interview", "rulebook": "Rulebook", "findings": "Findings"}
    named = element("div", *(element("a", text, href=f"#{to}") for to, text in links.items()))
    return element("nav", named, class_="parts", aria_label="Parts")


def _sections(parts: Parts) -> tuple[Html, ...]:
    needed = element("p", "The interview needs JavaScript, and a browser of 2023 or later; the rest does not.")
    return (
        _section("ask", "Interview", element("div", needed, id="interview")),
        _section("rulebook", "The rulebook", element("div", parts.rulebook, class_="reading")),
        _section("findings", "Findings", element("div", parts.findings, class_="findings")),
    )


def _section(name: str, title: str, content: Html) -> Html:
    return element(
        "section", element("h2", title, id=f"{name}-title"), content, id=name, aria_labelledby=f"{name}-title"
    )


def _foot(parts: Parts) -> Html:
    told = f"Made by Misdeal {parts.version} from the text with the SHA-256 "
    return element("footer", element("p", told, fragment(element("code", parts.hash)), "."), class_="foot")
