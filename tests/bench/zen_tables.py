"""The tables of the bench for zen-engine, a rules engine that works tables out without proving anything of them."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import zen

from misdeal.model.language.rulebook import Place
from misdeal.model.meaning.situation import Situation

from .tables import Cells, Column, Rule, Table, fact_name

Row = Mapping[str, str]


def decision(table: Table) -> Callable[[dict[str, int]], int | None]:
    """What gives the output of the first rule of a table that fits the values of its columns, None where none does."""
    evaluate = zen.ZenEngine().create_decision(json.dumps(_document(table))).evaluate

    def output(values: dict[str, int]) -> int | None:
        result: Mapping[str, Any] = evaluate(values)["result"] or {}
        return result.get("output")

    return output


def given(table: Table, here: Situation) -> dict[str, int]:
    """A situation of the rulebook of a table as its columns."""
    return {name: int(here.values[Place(name)]) for name in _names(table)}


def _names(table: Table) -> list[str]:
    return [fact_name(1, at) for at, _ in enumerate(table.columns, 1)]


def _document(table: Table) -> Mapping[str, object]:
    """A graph of three nodes in the engine's own format: what comes in, the table, what goes out."""
    inputs = [{"id": name, "name": name, "field": name} for name in _names(table)]
    content = {
        "hitPolicy": "first",
        "inputs": inputs,
        "outputs": [{"id": "output", "name": "output", "field": "output"}],
        "rules": [_rule(table, number, rule) for number, rule in enumerate(table.rules)],
    }
    nodes = [_node("in", "inputNode"), {**_node("table", "decisionTableNode"), "content": content}]
    edges = [_edge("in", "table"), _edge("table", "out")]
    return {"nodes": [*nodes, _node("out", "outputNode")], "edges": edges}


def _node(name: str, kind: str) -> Mapping[str, object]:
    return {"id": name, "name": name, "type": kind, "position": {"x": 0, "y": 0}}


def _edge(source: str, target: str) -> Mapping[str, str]:
    return {"id": f"{source}-{target}", "type": "edge", "sourceId": source, "targetId": target}


def _rule(table: Table, number: int, rule: Rule) -> Row:
    cells = map(_cell, table.columns, rule.box)
    return {"_id": f"rule-{number}", **dict(zip(_names(table), cells, strict=True)), "output": str(rule.output)}


def _cell(column: Column, cells: Cells | None) -> str:
    if cells is None:
        return ""
    return ", ".join(map(str, cells)) if column.choice else f"[{cells[0]}..{cells[1]}]"
