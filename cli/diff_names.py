"""The file of `misdeal diff --names`: names of the old rulebook with those that the new one has for the same.

Raises Refusal for a file that is not of that form; whether the rulebooks have the names is not looked at.
"""

from collections.abc import Mapping
from typing import Any

from misdeal.model.language.diagnostic import near
from misdeal.proofs.diff import Renames
from misdeal.proofs.refusal import Refusal

from .text_file import read_text
from .toml_file import read_toml

FILE_BYTES = 100_000
_TABLES = ("facts", "rulings", "values")
_FORM = 'write tables of names, as `[facts]` with lines `old = "new"`'


def read_names(path: str) -> Renames:
    """The names that a file pairs."""
    tables, _ = read_toml(path, FILE_BYTES, _FORM)
    for key in tables:
        if key not in _TABLES:
            raise Refusal(f"{where_named(path, (key,))}unknown table `{key}`", near(key, _TABLES) or _FORM)
    facts, rulings = (_names(path, (name,), tables.get(name, {})) for name in ("facts", "rulings"))
    values = _table(path, ("values",), tables.get("values", {}))
    return Renames(facts, rulings, {name: _names(path, ("values", name), each) for name, each in values.items()})


def where_named(path: str, keys: tuple[str, ...]) -> str:
    """The file and, where it can be found, the line in which a key of it stands, before a message."""
    try:
        lines = read_text(path, FILE_BYTES).splitlines()
    except Refusal:
        lines = []
    at = _line(lines, keys)
    return f"{path}:{at}: " if at else f"{path}: "


def _line(lines: list[str], keys: tuple[str, ...]) -> int:
    """The line in which a key stands under the header of its table, or as that header; 0 where none does."""
    table: list[str] = []
    for number, line in enumerate(lines, 1):
        words = [word.strip("\"' ") for word in line.split("#")[0].strip().split("=")[0].strip("[] ").split(".")]
        if line.strip().startswith("["):
            table = words
            found = table
        else:
            found = [*table, *words]
        if found == list(keys):
            return number
    return 0


def _names(path: str, keys: tuple[str, ...], found: object) -> Mapping[str, str]:
    names = _table(path, keys, found)
    for key, value in names.items():
        if not isinstance(value, str):
            raise Refusal(f"{where_named(path, (*keys, key))}`{key}` is paired with no name", _FORM)
    return names


def _table(path: str, keys: tuple[str, ...], found: object) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise Refusal(f"{where_named(path, keys)}`{'.'.join(keys)}` is no table", _FORM)
    return found
