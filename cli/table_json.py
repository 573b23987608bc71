"""A decision table as JSON, by the schema in `table.schema.json`: the same text every run, and ASCII only."""

import json
from typing import Any, TypeAlias

from misdeal import __version__

from .json_report import citation, situation
from .table_account import Decider, ToldRow, ToldTable
from .values import written

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(book: str, told: ToldTable) -> str:
    """The document of a table, with a line break at its end; `book` is how the rulebook was named."""
    document = {"format": FORMAT, "misdeal": __version__, "book": book, **_table(book, told)}
    return json.dumps(document, indent=2) + "\n"


def _table(book: str, told: ToldTable) -> Json:
    table = told.table
    return {
        "name": table.rulebook.name,
        "title": table.rulebook.title,
        "ruling": table.ruling.name,
        "question": table.ruling.question,
        "about": told.about or None,
        "scope": told.scope or None,
        "where": told.where or None,
        "options": {each.fact.name: written(each.fact.type, each.value) for each in table.rulebook.chosen},
        "whole": table.whole,
        "criteria": list(table.criteria),
        "rows": [_row(book, row) for row in told.rows],
        "beyond": situation(book, told.beyond),
        "proofs": [
            {"sentence": proof.sentence, "verdict": proof.verdict.value, "reason": proof.reason}
            for proof in table.proofs
        ],
        "remarks": list(told.remarks),
        "readings": dict(told.readings),
    }


def _row(book: str, row: ToldRow) -> Json:
    return {
        "outcome": row.kind.value,
        "result": row.result,
        "computed": row.computed,
        "deciding": [_decider(each) for each in row.deciders],
        "conditions": list(row.conditions),
        "cells": [cell or None for cell in row.cells],
        "situation": situation(book, row.telling),
    }


def _decider(decider: Decider) -> Json:
    return {"clause": citation(decider.clause), "gives": decider.gives, "throughout": decider.throughout}
