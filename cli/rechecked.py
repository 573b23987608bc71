"""What checking a certificate comes to, as data for people."""

from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.proofs.finding import Verdict
from misdeal.proofs.rechecked import STANDS, Looked

from .certificate import MANIFEST, Manifest
from .certificate_check import Objection
from .exits import ExitCode


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A certificate with what was found out about it.

    `looked` is what came of each entry, empty where `objections` to the whole kept that from being looked at, or where
    it was `unlisted`: time was over before all was derived. `solver` is its name and version, `same` whether it is the
    one that the certificate was made with.
    """

    folder: str
    manifest: Manifest
    solver: str
    same: bool
    objections: tuple[Objection, ...] = ()
    looked: tuple[Looked, ...] = ()
    unlisted: bool = False

    @property
    def all_objections(self) -> tuple[Objection, ...]:
        """Everything that is wrong, in order."""
        return (*self.objections, *self._of_entries("objection"))

    @property
    def unknown(self) -> tuple[Objection, ...]:
        """What was not found out, in order."""
        late = "the time limit was reached before everything was derived"
        return (*([Objection(None, MANIFEST, late)] if self.unlisted else []), *self._of_entries("unknown"))

    def _of_entries(self, what: str) -> Iterator[Objection]:
        for number, (entry, looked) in enumerate(zip(self.manifest.entries, self.looked, strict=False), 1):
            if message := getattr(looked, what):
                yield Objection(number, entry.file or MANIFEST, message)

    @property
    def standing(self) -> int:
        """How many entries stand."""
        return sum(looked == STANDS for looked in self.looked)

    def count(self, verdict: Verdict) -> int:
        """How many entries have a verdict, as the certificate says."""
        return sum(entry.verdict == verdict.value for entry in self.manifest.entries)

    @property
    def exit_code(self) -> ExitCode:
        """What it comes to."""
        if self.all_objections:
            return ExitCode.FOUND
        return ExitCode.UNKNOWN if self.unknown else ExitCode.CLEAN

    @property
    def verdict(self) -> str:
        """The same in a word."""
        return {ExitCode.FOUND: "refused", ExitCode.UNKNOWN: "unknown"}.get(self.exit_code, "accepted")
