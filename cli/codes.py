"""The entries of `codes.md`: what each code means, for `misdeal explain` and for docs/findings.md."""

import re
from functools import cache
from importlib.resources import files

from misdeal.proofs.finding import FindingKind

_ENTRY = re.compile(r"^### `([a-z0-9-]+)`\n", re.MULTILINE)
_STOP = re.compile(r"(?<!\.)\. (?=[A-Z])")
_SECTION = re.compile(r"^## .*", re.MULTILINE)


@cache
def entries() -> dict[str, str]:
    """Each code with its entry in Markdown, in the order of the page."""
    texts = _ENTRY.split(_source())
    pairs = zip(texts[1::2], texts[2::2], strict=True)
    return {code: _SECTION.split(text)[0].strip() for code, text in pairs}


def first_sentence(entry: str) -> str:
    """The first sentence of an entry, on one line."""
    return _STOP.split(" ".join(entry.split()))[0].rstrip(".") + "."


def page() -> str:
    """The page docs/findings.md: the entries, with a table of the findings by severity before them."""
    rows = [f"| [`{kind.value}`](#{kind.value}) | {kind.severity.name.lower()} |" for kind in FindingKind]
    table = "\n".join(("| finding | severity |", "|---|---|", *rows))
    heading = "## Findings\n"
    return _source().replace(heading, f"{heading}\n{table}\n", 1)


def _source() -> str:
    return files("misdeal.cli").joinpath("codes.md").read_text(encoding="utf-8")
