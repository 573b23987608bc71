"""A certificate checked: its pages, its list, its files, its situations; nothing of it is believed."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from misdeal import __version__
from misdeal.model.language import RulebookError
from misdeal.model.language.choosing import choose
from misdeal.model.language.diagnostic import escape
from misdeal.model.language.limits import AMENDMENTS, FILE_BYTES
from misdeal.model.language.reader import reread
from misdeal.model.language.rulebook import Edition, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.library import load, shipped
from misdeal.proofs.certified import listed
from misdeal.proofs.finding import Verdict
from misdeal.proofs.rechecked import Claimed, Looked, Rechecker, Unreadable, first_difference
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.second import SecondSolver
from misdeal.proofs.thesis import Thesis
from misdeal.proofs.world import World

from .certificate import (
    MANIFEST,
    MANIFEST_BYTES,
    THESIS_BYTES,
    Entry,
    Manifest,
    any_possible,
    digest,
    page_file,
    thesis_name,
)
from .certificate_folder import Folder
from .manifest import is_same, read_manifest, read_situation, write_manifest
from .values import quote, read_value, written


@dataclass(frozen=True, slots=True)
class Objection:
    """What is wrong with a certificate: the number of the entry, None where it is about none, the file, and why."""

    entry: int | None
    file: str
    message: str


class Refused(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A certificate does not stand; `objections` say why."""

    def __init__(self, *objections: Objection) -> None:
        self.objections = objections
        super().__init__(*objections)


@dataclass(frozen=True, slots=True)
class Effort:
    """By what a certificate is checked, and how long."""

    solver: SecondSolver
    timeout: float
    jobs: int
    progress: Callable[[str], None]


class CertificateCheck:
    """Checks one certificate; `book` is what its pages have to be, None where the reader has none himself."""

    def __init__(self, folder: Folder, path: str, book: str | None, effort: Effort) -> None:
        self._folder = folder
        self._book = book
        self._effort = effort
        self._deadline = time.monotonic() + effort.timeout
        self.manifest = self._read(path)

    def _read(self, path: str) -> Manifest:
        """The manifest. Raises Refusal where it cannot be used."""
        shown = f"{path}/{MANIFEST}"
        try:
            text = self._folder.text(MANIFEST, MANIFEST_BYTES)
        except Unreadable as reason:
            advice = "a certificate is a folder that `misdeal certify` has written"
            raise Refusal(f"`{escape(shown)}`: {reason}", advice) from None
        manifest = read_manifest(text, shown)
        if manifest.misdeal != __version__:
            message = f"{escape(shown)}: made by Misdeal {manifest.misdeal}, and this is {__version__}"
            raise Refusal(message, f"another version may say it otherwise: install misdeal=={manifest.misdeal}")
        self._text = text
        return manifest

    def check(self) -> tuple[Looked, ...]:
        """What comes of each entry. Raises Refused where that is not even looked at, and Unlisted."""
        self._check_pages()
        world = World(self.rulebook)
        stated = listed(world, self._deadline)
        self._check_list(stated)
        self._check_names()
        claimed = list(self._claimed(stated))
        rechecker = Rechecker(world, stated, self.manifest.maker, self._thesis_text)
        effort = self._effort
        return rechecker.recheck(claimed, effort.solver, self._deadline, effort.jobs, effort.progress)

    # The pages

    @cached_property
    def _pages(self) -> tuple[Edition, ...]:
        """The pages as they are in the folder."""
        return tuple(self._page(number) for number in range(1, len(self.manifest.pages) + 1))

    def _page(self, number: int) -> Edition:
        page = self.manifest.pages[number - 1]
        if page.file != page_file(number, page.name):
            raise _refused(MANIFEST, f"page {number} must be in `{page_file(number, page.name)}`")
        try:
            data = self._folder.read(page.file, FILE_BYTES)
            text = data.decode()
        except Unreadable as reason:
            raise _refused(page.file, str(reason)) from None
        except UnicodeDecodeError:
            raise _refused(page.file, "it is not UTF-8") from None
        if digest(data) != page.digest:
            raise _refused(page.file, "its SHA-256 is not the one in the manifest")
        return Edition(page.name, "", page.file, text)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rulebook of the pages, with its options as the manifest has them. Raises Refused."""
        if not 1 <= len(self.manifest.pages) <= AMENDMENTS + 1:
            raise _refused(MANIFEST, "there must be a page, and not that many")
        try:
            rulebook = reread(self._pages)
        except RulebookError as error:
            last = error.diagnostics[-1]  # of a page beneath, if there is one in that
            raise _refused(last.span.file, f"it is no rulebook: line {last.span.line}: {last.message}") from None
        for number, (page, edition) in enumerate(zip(self._pages, rulebook.editions, strict=False), 1):
            if page.name != edition.name:
                raise _refused(page.file, f"page {number} is of `{edition.name}`")
        if (self.manifest.rulebook, self.manifest.title) != (rulebook.name, rulebook.title):
            raise _refused(MANIFEST, f"the rulebook is `{rulebook.name}`, {quote(rulebook.title)}")
        if len(rulebook.editions) != len(self._pages):
            raise _refused(self._pages[len(rulebook.editions)].file, "no page before it amends it")
        values = dict(self._values(rulebook))
        return choose(rulebook, values) if values else rulebook

    def _values(self, rulebook: Rulebook) -> Iterator[tuple[str, Value]]:
        options = {option.name: option for option in rulebook.options}
        for name in self.manifest.options:
            if name not in options:
                raise _refused(MANIFEST, f"the rulebook has no option {quote(name)}")
        for name, option in options.items():
            if name in self.manifest.options:
                given = self.manifest.options[name]
                try:
                    value = read_value(option.type, given, f"`{name}`")
                except Refusal as refusal:
                    raise _refused(MANIFEST, refusal.message) from None
                if not is_same(given, written(option.type, value)):
                    raise _refused(MANIFEST, f"`{name}` is not written as Misdeal writes it")
                yield name, value

    def _check_pages(self) -> None:
        """Raises Refused where the pages are not those of the reader's rulebook, or of a shipped one that they name."""
        own = self.rulebook.editions
        if self._book is not None:
            others, whose = load(self._book).editions, f"of {quote(self._book)}"
            if len(own) != len(others):
                raise _refused(own[0].file, f"it amends {len(own) - 1} pages, and that {whose} {len(others) - 1}")
        else:
            known = shipped()
            others = tuple(load(each.name).editions[0] if each.name in known else each for each in own)
            whose = "that is shipped with Misdeal under its name"
        for page, other in zip(own, others, strict=True):
            if page.text != other.text:
                line = first_difference(page.text, other.text)
                raise _refused(page.file, f"it is not the page {whose}: line {line} is the first that differs")

    # The list

    def _check_names(self) -> None:
        """Raises Refused where there are other files in the folder than those that the manifest names."""
        manifest = self.manifest
        named = {MANIFEST, *(page.file for page in manifest.pages)}
        named |= {entry.file for entry in manifest.entries if entry.file is not None}
        for name in self._folder.names(len(named)):
            if name not in named:
                raise _refused(name, "the manifest does not name it")

    def _check_list(self, stated: Sequence[Thesis]) -> None:
        """Raises Refused where the list is another than the one that comes of the rulebook."""
        entries = self.manifest.entries
        objections = [
            each
            for number, (entry, thesis) in enumerate(zip(entries, stated, strict=False), 1)
            for each in _other(number, entry, thesis)
        ]
        if len(entries) != len(stated):
            told = f"it has {len(entries)} theses, and {len(stated)} come of the rulebook"
            objections.append(Objection(None, MANIFEST, told))
        if objections:
            raise Refused(*objections)
        verdicts = [Verdict(entry.verdict) for entry in entries]
        if not any_possible(zip(stated, verdicts, strict=True)):
            raise _refused(MANIFEST, "nothing is possible in it, so that everything would be proved")
        if write_manifest(self.manifest) != self._text:
            raise _refused(MANIFEST, "it is not written as Misdeal writes it")

    # The entries

    def _claimed(self, stated: Iterable[Thesis]) -> Iterator[Claimed]:
        for number, (entry, _) in enumerate(zip(self.manifest.entries, stated, strict=True), 1):
            situation = None
            if entry.situation is not None:
                try:
                    situation = read_situation(self.rulebook, entry.situation)
                except Refusal as refusal:
                    raise Refused(Objection(number, entry.file or MANIFEST, refusal.message)) from None
            yield Claimed(Verdict(entry.verdict), situation)

    def _thesis_text(self, at: int) -> str:
        """The text of the file of an entry. Raises Unreadable."""
        entry = self.manifest.entries[at]
        data = self._folder.read(entry.file or "", THESIS_BYTES)
        if digest(data) != entry.digest:
            raise Unreadable("its SHA-256 is not the one in the manifest")
        try:
            return data.decode()
        except UnicodeDecodeError:
            raise Unreadable("it is not UTF-8") from None


def _refused(file: str, message: str) -> Refused:
    return Refused(Objection(None, file, message))


def _other(number: int, entry: Entry, thesis: Thesis) -> Iterator[Objection]:
    """How an entry differs from the thesis that must stand in its place."""
    pairs = (
        ("kind", entry.kind, thesis.kind.value),
        ("sense", entry.sense, thesis.sense.value),
        ("sentence", entry.sentence, thesis.sentence),
    )
    for key, found, wanted in pairs:
        if found != wanted:
            yield Objection(number, MANIFEST, f"`{key}` is {quote(found)}, and {quote(wanted)} comes of the rulebook")
            return
    if entry.verdict == Verdict.UNKNOWN.value:
        if entry.situation is not None:
            yield Objection(number, MANIFEST, "what is unknown has no situation")
        return
    if Verdict(entry.verdict) not in thesis.verdicts.values():
        yield Objection(number, MANIFEST, f"it cannot be `{entry.verdict}`")
    if entry.reason:
        yield Objection(number, MANIFEST, "what was found out needs no reason")
    if entry.file != thesis_name(number, thesis):
        yield Objection(number, MANIFEST, f"its file must be `{thesis_name(number, thesis)}`")
