"""The manifest of a certificate as JSON, by the schema in `manifest.schema.json`: written one way only, and read."""

import json
import re
from typing import Any, NoReturn, TypeAlias

from misdeal.model.language.diagnostic import escape
from misdeal.model.language.rulebook import Rulebook
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import Situation, places, table_sizes
from misdeal.proofs.finding import FindingKind, Verdict
from misdeal.proofs.obligation import Sense
from misdeal.proofs.refusal import Refusal
from misdeal.proofs.second import SecondSolver

from .certificate import Entry, Manifest, Page
from .json_file import parse_json
from .values import quote, read_value, written

FORMAT = 1
_PLAYERS = "players"
_FORM = "`misdeal certify BOOK -o DIR` writes one; docs/certificates.md says what is in it"
_VERSION = re.compile(r"[0-9A-Za-z.+!-]{1,40}", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)

Json: TypeAlias = dict[str, Any]


# Written


def write_manifest(manifest: Manifest) -> str:
    """The document, ASCII only, with a line break at its end."""
    document = {
        "format": FORMAT,
        "misdeal": manifest.misdeal,
        "solver": {"name": SecondSolver.Z3.value, "version": manifest.solver},
        "rulebook": {
            "name": manifest.rulebook,
            "title": manifest.title,
            "options": dict(manifest.options),
            "pages": [{"file": page.file, "name": page.name, "sha256": page.digest} for page in manifest.pages],
        },
        "theses": [_entry(entry) for entry in manifest.entries],
    }
    return json.dumps(document, indent=1) + "\n"


def _entry(entry: Entry) -> Json:
    return {
        "kind": entry.kind,
        "sense": entry.sense,
        "sentence": entry.sentence,
        "verdict": entry.verdict,
        "reason": entry.reason,
        "file": entry.file,
        "sha256": entry.digest,
        "situation": entry.situation,
    }


def write_situation(rulebook: Rulebook, situation: Situation) -> Json:
    """A situation as a file of facts for `misdeal rule`."""
    told: Json = {_PLAYERS: situation.players} if rulebook.table else {}
    for place, value in situation.values.items():
        told[place_name(rulebook, place)] = written(rulebook.facts[place.name].type, value)
    return told


# Read


def read_manifest(text: str, path: str) -> Manifest:
    """What a manifest says. Raises Refusal where it is not of that form."""
    document = parse_json(text, path, _FORM)
    top = _Object(path, "", document, ("format", "misdeal", "solver", "rulebook", "theses"))
    if top.get("format") != FORMAT or isinstance(top.get("format"), bool):
        top.refuse(f"`format` must be {FORMAT}")
    solver = _Object(path, "solver: ", top.get("solver"), ("name", "version"))
    solver.named("name", (SecondSolver.Z3.value,))
    book = _Object(path, "rulebook: ", top.get("rulebook"), ("name", "title", "options", "pages"))
    if not isinstance(book.get("options"), dict):
        book.refuse("`options` must be an object")
    pages = [
        _Object(path, f"page {at}: ", each, ("file", "name", "sha256")) for at, each in enumerate(book.list("pages"), 1)
    ]
    return Manifest(
        top.text("misdeal", _VERSION),
        solver.text("version", _VERSION),
        book.text("name", _NAME),
        book.text("title"),
        book.get("options"),
        tuple(Page(each.text("file"), each.text("name", _NAME), each.text("sha256", _DIGEST)) for each in pages),
        tuple(_read_entry(path, at, each) for at, each in enumerate(top.list("theses"), 1)),
    )


_KEYS = ("kind", "sense", "sentence", "verdict", "reason", "file", "sha256", "situation")


def _read_entry(path: str, number: int, document: object) -> Entry:
    entry = _Object(path, f"thesis {number}: ", document, _KEYS)
    found_out = entry.get("verdict") != Verdict.UNKNOWN.value
    for key in ("file", "sha256"):
        if (entry.get(key) is None) == found_out:
            entry.refuse(f"`{key}` must be {'a text' if found_out else 'null where the verdict is unknown'}")
    return Entry(
        entry.named("kind", [each.value for each in FindingKind]),
        entry.named("sense", [each.value for each in Sense]),
        entry.text("sentence"),
        entry.named("verdict", [each.value for each in Verdict]),
        entry.text("reason"),
        entry.text("file") if found_out else None,
        entry.text("sha256", _DIGEST) if found_out else None,
        entry.get("situation"),
    )


def read_situation(rulebook: Rulebook, document: object) -> Situation:
    """The situation that is written in a manifest. Raises Refusal where it is none."""
    if not isinstance(document, dict):
        raise Refusal("its situation must be an object")
    players = document.get(_PLAYERS) if rulebook.table else 0
    if not isinstance(players, int) or isinstance(players, bool) or players not in table_sizes(rulebook):
        raise Refusal("its situation has no such number of players")
    named = {place: place_name(rulebook, place) for place in places(rulebook, players)}
    for name in named.values():
        if name not in document:
            raise Refusal(f"its situation lacks `{name}`")
    values = {
        place: read_value(rulebook.facts[place.name].type, document[name], f"`{name}`") for place, name in named.items()
    }
    situation = Situation(players, values)
    told = write_situation(rulebook, situation)
    if other := document.keys() - told.keys():
        raise Refusal(f"its situation has {quote(min(other))}, which is no fact")
    if not is_same(document, told):
        raise Refusal("its situation is not written as Misdeal writes it")
    return situation


def is_same(one: object, other: object) -> bool:
    """Whether two values are written alike, the order of keys included."""
    return json.dumps(one) == json.dumps(other)


class _Object:
    """An object of the document; `place` says which, in messages."""

    def __init__(self, path: str, place: str, document: object, keys: tuple[str, ...]) -> None:
        self._before = f"{escape(path)}: {place}"
        if not isinstance(document, dict):
            self.refuse("an object must stand here")
        self._document: Json = document
        for key in document:
            if key not in keys:
                self.refuse(f"unknown key {quote(key)}")
        for key in keys:
            if key not in document:
                self.refuse(f"`{key}` is missing")

    def get(self, key: str) -> Any:  # noqa: ANN401 - whatever it holds
        """The value of a key."""
        return self._document[key]

    def text(self, key: str, form: re.Pattern[str] | None = None) -> str:
        """The text of a key."""
        found = self.get(key)
        if not isinstance(found, str) or (form is not None and not form.fullmatch(found)):
            self.refuse(f"`{key}` is not what must stand there")
        return found

    def named(self, key: str, known: "list[str] | tuple[str, ...]") -> str:
        """The text of a key that is one of some."""
        found = self.text(key)
        if found not in known:
            self.refuse(f"`{key}` must be one of {', '.join(f'`{each}`' for each in known)}, and is {quote(found)}")
        return found

    def list(self, key: str) -> "list[Any]":
        """The list of a key."""
        found = self.get(key)
        if not isinstance(found, list):
            self.refuse(f"`{key}` must be a list")
        return found

    def refuse(self, message: str) -> NoReturn:
        """Raises Refusal."""
        raise Refusal(self._before + message, _FORM)
