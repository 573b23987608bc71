"""The tables of an LALR parser: what `automaton` runs on.

Lark works them out of `grammar.lark`, which takes a quarter of a second, longer than a ruling may take in
all. So they stand beside the grammar as plain JSON (`grammar.json`; `pytest tests/language --rewrite` writes
it anew), and Lark is not loaded while they are made from the grammar as it stands.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast
from zlib import crc32

GRAMMAR = Path(__file__).with_name("grammar.lark")
TABLES = Path(__file__).with_name("grammar.json")


@dataclass(frozen=True, slots=True)
class Tables:
    """An automaton.

    `patterns` are the terminals that are regular expressions, by name and in the order in which they are
    tried; `literals` names the others by their text. Of a rule there is the name of what it builds (empty: a
    list of parts; `=`: its one part, if it has one, else what follows `=`), how many symbols it takes, and
    which of them it keeps, a list among them opened. An action on a symbol is the next state, or `-1 - rule`
    to reduce by a rule.
    """

    patterns: dict[str, str]
    literals: dict[str, str]
    ignored: list[str]
    rules: list[tuple[str, str, int, list[int]]]
    actions: list[dict[str, int]]
    start: int
    end: int


@cache
def tables() -> Tables:
    """The tables of the grammar as it stands."""
    grammar = GRAMMAR.read_bytes()
    try:
        stored = json.loads(TABLES.read_bytes())
    except (OSError, ValueError):
        stored = {}
    if stored.pop("grammar", None) != crc32(grammar):
        stored = derive(grammar)
        del stored["grammar"]
    return Tables(**stored)


def written(grammar: bytes) -> str:
    """The tables of a grammar as JSON text, a state a line."""
    text = json.dumps(derive(grammar), separators=(",", ":"))
    return text.replace("},{", "},\n{").replace("],[", "],\n[") + "\n"


def derive(grammar: bytes) -> dict[str, Any]:
    """The tables of a grammar as JSON has them, worked out by Lark; the same every time."""
    from lark import Lark  # noqa: PLC0415  (only where the grammar has changed)

    lark = cast("Any", Lark(grammar.decode(), parser="lalr", lexer="basic", maybe_placeholders=False))
    table = lark.parser.parser._parse_table  # noqa: SLF001  (Lark has no other way to them)
    rules = sorted(lark.rules, key=lambda rule: (rule.origin.name, str(rule.expansion)))
    numbers = {rule: number for number, rule in enumerate(rules)}
    start, end = table.start_states["start"], table.end_states["start"]
    states = _numbered(table.states, start)
    actions = [
        {
            symbol: -1 - numbers[target] if _is_rule(target) else states[target]
            for symbol, (_, target) in sorted(table.states[state].items())
        }
        for state in states
    ]
    terminals = sorted(lark.terminals, key=lambda each: (-len(each.pattern.value), each.name))
    regular = {each.name: each.pattern.value for each in terminals if each.pattern.type == "re"}
    return {
        "grammar": crc32(grammar),
        "patterns": {name: value for name, value in regular.items() if name not in lark.ignore_tokens},
        "literals": {each.pattern.value: each.name for each in terminals if each.pattern.type == "str"},
        "ignored": [value for name, value in regular.items() if name in lark.ignore_tokens],
        "rules": [_rule(rule) for rule in rules],
        "actions": actions,
        "start": states[start],
        "end": states[end],
    }


def _numbered(states: Any, start: Any) -> dict[Any, int]:  # noqa: ANN401  (Lark's own)
    """The states in the order in which they are reached from the start."""
    found = {start: 0}
    waiting = [start]
    for state in waiting:  # which grows
        for _, (_, target) in sorted(states[state].items(), key=lambda item: str(item[0])):
            if not _is_rule(target) and target not in found:
                found[target] = len(found)
                waiting.append(target)
    return found


def _is_rule(target: Any) -> bool:  # noqa: ANN401  (Lark's own)
    return hasattr(target, "origin")


def _rule(rule: Any) -> tuple[str, str, int, list[int]]:  # noqa: ANN401  (Lark's own)
    origin = rule.origin.name
    name = str(rule.alias or origin)
    if origin.startswith("_"):
        name = ""
    elif rule.options.expand1 and not rule.alias:
        name = f"={name}"
    kept = [
        place
        for place, symbol in enumerate(rule.expansion)
        if rule.options.keep_all_tokens or not getattr(symbol, "filter_out", False)
    ]
    return (str(origin), name, len(rule.expansion), kept)
