"""The journal of `misdeal mutate --resume`: what was found so far, a line for each mutant.

A line is JSON, `[check, entry]`; `check` is made of the entry and of what it was found of: the rulebook, its cases, and
the version of Misdeal. A line whose check is another one (cut off, changed, or of another rulebook) says nothing, and
neither does one that the evaluator does not confirm: its mutant is judged anew. Lines are only ever added.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import click

from misdeal import __version__
from misdeal.model.files import read_file
from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.situation import Situation, places, ruling_places, table_sizes
from misdeal.proofs.judge import shows
from misdeal.proofs.mutants import Mutant
from misdeal.proofs.mutation_records import Difference, Fate, Killer, Means, Standing
from misdeal.proofs.records import is_value

from .writing import put, rewrite, unwritten

if TYPE_CHECKING:
    from io import FileIO

MOST_BYTES = 50_000_000
HEAD = '{"journal": "misdeal mutate", "format": 1}\n'


class Journal:
    """What is kept of the fates of some mutants; a context manager. Without a path nothing is kept.

    `known` are the fates by the names of their mutants. A usage error where the file is no journal or cannot be read
    or written.
    """

    def __init__(self, rulebook: Rulebook, mutants: Iterable[Mutant], path: Path | None) -> None:
        self._path = path
        self._of = digest(rulebook) if path else ""
        self._rulebook = rulebook
        self._mutants = {mutant.name: mutant for mutant in mutants} if path else {}
        self._file: FileIO | None = None
        self._whole = True
        self.missed = 0
        self.known: Mapping[str, Fate] = dict(self._read(path)) if path and os.path.lexists(path) else {}

    def __enter__(self) -> Self:
        """Ready to be added to; the file is made where there is none."""
        if self._path is not None:
            if not os.path.lexists(self._path):
                rewrite(self._path, HEAD.encode())
            try:
                self._file = self._path.open("ab", buffering=0)
            except OSError as error:
                raise unwritten(self._path, error) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def add(self, mutant: Mutant, fate: Fate) -> None:
        """Keep a fate, unless it is unknown: the next run may have more time."""
        if self._path is None or self._file is None or fate.standing is Standing.UNKNOWN:
            return
        entry = _entry(self._rulebook, mutant, fate)
        line = json.dumps([self.check(entry), entry]) + "\n"
        data = f"{'' if self._whole else chr(10)}{line}".encode()
        try:
            put(self._file, data)
        except OSError as error:
            raise unwritten(self._path, error) from None
        self._whole = True

    def _read(self, path: Path) -> Iterator[tuple[str, Fate]]:
        try:
            data = read_file(path, MOST_BYTES)
        except (OSError, ValueError) as error:
            raise self._useless(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
        if len(data) > MOST_BYTES:
            raise self._useless(f"has more than {MOST_BYTES} bytes")
        if not data.startswith(HEAD.encode()):
            raise self._useless("is there already, and is no journal of `misdeal mutate`")
        self._whole = data.endswith(b"\n")
        for line in filter(None, data[len(HEAD) :].split(b"\n")):
            entry = self._entry(line)
            if entry is None:
                self.missed += 1
            elif entry[0] in self._mutants:
                yield entry

    def _entry(self, line: bytes) -> tuple[str, Fate] | None:
        """A mutant, by its name, and its fate; None of a line that says nothing of the rulebook."""
        try:
            check, entry = json.loads(line)
            if check != self.check(entry):
                return None
            name, fate = str(entry["mutant"]), _fate(self._rulebook, entry)
        except (ValueError, TypeError, LookupError, RecursionError):
            return None
        mutant = self._mutants.get(name)
        if mutant is None or fate.difference is None or shows(self._rulebook, mutant.rulebook, fate.difference):
            return name, fate
        return None

    def check(self, entry: object) -> str:
        """What goes before an entry."""
        return sha256(f"{self._of}\n{json.dumps(entry, sort_keys=True)}".encode()).hexdigest()

    def _useless(self, why: str) -> click.UsageError:
        return click.UsageError(f"`{escape(str(self._path))}` {why}: give --resume another file")


def digest(rulebook: Rulebook) -> str:
    """What tells a rulebook with its cases, as this version of Misdeal sees them, from others."""
    pages = [edition.text for edition in rulebook.editions]
    cases = [
        (case.title, case.players, list(case.given.items()), list(case.expected.items()), case.clauses)
        for case in rulebook.cases
    ]
    return sha256(repr((__version__, HEAD, pages, cases)).encode()).hexdigest()


# Fates as JSON


def _entry(rulebook: Rulebook, mutant: Mutant, fate: Fate) -> dict[str, Any]:
    return {
        "mutant": mutant.name,
        "standing": fate.standing.name,
        "by": _killer_entry(fate.by),
        "generated": _killer_entry(fate.generated),
        "difference": None if fate.difference is None else _difference_entry(rulebook, fate.difference),
        "noticed": fate.noticed,
    }


def _killer_entry(killer: Killer | None) -> list[str] | None:
    return None if killer is None else [killer.means.name, killer.title]


def _difference_entry(rulebook: Rulebook, difference: Difference) -> dict[str, Any]:
    place, situation = difference.place, difference.situation
    return {
        "place": [place.name, place.index],
        "players": situation.players,
        "values": [situation.values[each] for each in places(rulebook, situation.players)],
    }


def _fate(rulebook: Rulebook, entry: Mapping[str, Any]) -> Fate:
    """The fate of an entry. Raises ValueError, TypeError or LookupError where it is none."""
    standing = Standing[entry["standing"]]
    told = entry["difference"]
    difference = None if told is None else _difference(rulebook, told)
    if (standing is Standing.SURVIVES) != (difference is not None):
        raise ValueError
    return Fate(standing, _killer(entry["by"]), _killer(entry["generated"]), difference, noticed=bool(entry["noticed"]))


def _killer(told: list[str] | None) -> Killer | None:
    return None if told is None else Killer(Means[told[0]], str(told[1]))


def _difference(rulebook: Rulebook, told: Mapping[str, Any]) -> Difference:
    players, values = told["players"], list(told["values"])
    if type(players) is not int or players not in table_sizes(rulebook):
        raise ValueError
    known = list(places(rulebook, players))
    for place, value in zip(known, values, strict=True):
        if not is_value(rulebook.facts[place.name].type, value, players):
            raise ValueError
    there = list(ruling_places(rulebook, players))
    place = there[there.index(Place(*told["place"]))]
    return Difference(Situation(players, dict(zip(known, values, strict=True))), place)
