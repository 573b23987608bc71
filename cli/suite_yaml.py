"""A suite as a case file: what `misdeal test` reads, and every other reader of YAML too."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value

from .suite_cases import SuiteCase

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*|0|-?[1-9][0-9]*", re.ASCII)
_GUESSED = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})
_WIDTH = 106


def write_yaml(rulebook: Rulebook, cases: Iterable[SuiteCase]) -> str:
    """The case file; ASCII only."""
    return "".join(f"{line}\n" for line in _lines(rulebook, cases))


def _lines(rulebook: Rulebook, cases: Iterable[SuiteCase]) -> Iterator[str]:
    yield f"# Written by `misdeal cases {rulebook.name}`; `misdeal test` reads it."
    yield f"rulebook: {_text(rulebook.name)}"
    yield "cases:"
    for case in cases:
        yield f"  - name: {_text(case.name)}"
        yield f"    source: {_text(f'misdeal cases {rulebook.name}')}"
        yield from (f"    {line}" for line in situation_lines(rulebook, case))
        if case.deciding:
            yield f"    clause: [{', '.join(map(_text, case.deciding))}]"
        if case.also:
            yield f"    note: {_text('also: ' + '; '.join(case.also))}"


def situation_lines(rulebook: Rulebook, case: SuiteCase) -> Iterator[str]:
    """What is given, and what has to come out."""
    yield from _mapping("given", _given(rulebook, case))
    yield from _mapping("expect", _spots(rulebook, {case.place: case.expected}))


def _given(rulebook: Rulebook, case: SuiteCase) -> Iterator[str]:
    if case.players is not None:
        yield f"players: {case.players}"
    shown = {place: _value(rulebook, place, value) for place, value in case.given.items()}
    yield from _spots(rulebook, shown)


def _value(rulebook: Rulebook, place: Place, value: Value) -> str:
    return rulebook.facts[place.name].type.show(value)


def _spots(rulebook: Rulebook, values: Mapping[Place, str]) -> Iterator[str]:
    """Facts or rulings with their values, the indices of one together."""
    for name, group in groupby(values.items(), key=lambda item: item[0].name):
        index = (rulebook.facts.get(name) or rulebook.rulings[name]).index
        if index is None:
            yield from (f"{_text(name)}: {_text(value)}" for _, value in group)
        else:
            inner = (
                f"{_text(index.type.show(place.index))}: {_text(value)}"
                for place, value in group
                if place.index is not None
            )
            yield f"{_text(name)}: {{{', '.join(inner)}}}"


def _mapping(key: str, entries: Iterable[str]) -> Iterator[str]:
    """On one line, or where that is too long on one each."""
    entries = list(entries)
    line = f"{key}: {{{', '.join(entries)}}}"
    if len(line) <= _WIDTH:
        yield line
    else:
        yield f"{key}:"
        yield from (f"  {entry}" for entry in entries)


def _text(text: str) -> str:
    """A scalar; in quotes where some reader might take it for something else than text."""
    return text if _PLAIN.fullmatch(text) and text.lower() not in _GUESSED else json.dumps(text)
