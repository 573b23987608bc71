"""A certificate: a folder with a manifest, the pages of a rulebook, and a file for each thesis that was found out.

Every name in it follows from what it holds, so that nobody has to believe a name.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version

from misdeal import __version__
from misdeal.model.language.rulebook import Edition, Rulebook
from misdeal.proofs.finding import FindingKind, Verdict
from misdeal.proofs.second import SecondSolver
from misdeal.proofs.thesis import Thesis
from misdeal.proofs.thesis_file import Maker

MANIFEST = "manifest.json"
MANIFEST_BYTES = 20_000_000
THESIS_BYTES = 10_000_000
MOST = 20_000  # theses

_NAMES = re.compile(r"manifest\.json|page\d{1,2}\.\w+\.md|\d{4,5}\.[a-z]+\.smt2", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a manifest has of one thesis.

    `file` and its `digest` are None where it is unknown, which `reason` explains; `situation` is as it is written
    there, None where the thesis has none.
    """

    kind: str
    sense: str
    sentence: str
    verdict: str
    reason: str
    file: str | None
    digest: str | None
    situation: object


@dataclass(frozen=True, slots=True)
class Page:
    """A page as a manifest names it."""

    file: str
    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest says. The options have values as they are written there."""

    misdeal: str
    solver: str
    rulebook: str
    title: str
    options: dict[str, object]
    pages: tuple[Page, ...]
    entries: tuple[Entry, ...]

    @property
    def maker(self) -> Maker:
        """By what it was made."""
        return Maker(self.misdeal, f"{SecondSolver.Z3.value} {self.solver}")


def made_by() -> tuple[str, str]:
    """The versions of Misdeal and of its solver."""
    return __version__, version(SecondSolver.Z3.package)


def kept_pages(rulebook: Rulebook) -> tuple[Edition, ...]:
    """The pages of a rulebook under the names that they have in its certificate."""
    return tuple(replace(each, file=page_file(at, each.name)) for at, each in enumerate(rulebook.editions, 1))


def page_file(number: int, name: str) -> str:
    """The file of a page: 1 is the rulebook's own, 2 what it amends, and so on."""
    return f"page{number}.{name}.md"


def thesis_name(number: int, thesis: Thesis) -> str:
    """The file of a thesis."""
    return f"{number:04}.{thesis.kind.value}.smt2"


def any_possible(stated: Iterable[tuple[Thesis, Verdict]]) -> bool:
    """Whether some of what is stated leaves open that a situation is possible: else it is all true of nothing."""
    return any(thesis.kind is FindingKind.IMPOSSIBLE and verdict is not Verdict.REFUTED for thesis, verdict in stated)


def digest(data: bytes) -> str:
    """The SHA-256 of what a file holds."""
    return hashlib.sha256(data).hexdigest()


def is_certificate(names: Iterable[str]) -> bool:
    """Whether the names in a folder are those of a certificate, and nothing else is."""
    found = set(names)
    return MANIFEST in found and all(_NAMES.fullmatch(name) for name in found)
