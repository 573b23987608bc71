"""Mutants that were judged as JSON, by the schema in `mutate.schema.json`: the same text every run, and ASCII only."""

import json
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.proofs.mutants import Mutant
from misdeal.proofs.mutation_records import Fate, Means, Score, Standing

from .mutation_told import ToldMutation, percent, statement, title_of
from .suite_yaml import situation_lines
from .witness import Came

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(told: ToldMutation) -> str:
    """The document, with a line break at its end."""
    mutation = told.mutation
    document = {
        "format": FORMAT,
        "misdeal": __version__,
        "book": told.book,
        "name": told.rulebook.name,
        "title": told.rulebook.title,
        "counts": {standing.name.lower(): mutation.count(standing) for standing in Standing},
        "scores": {
            "by_hand": {
                **_score(mutation.by_hand),
                "cases": mutation.killed_by(Means.CASE),
                "claims": mutation.killed_by(Means.CLAIM),
            },
            "generated": _score(mutation.generated),
            "together": _score(mutation.together),
        },
        "mutants": [_mutant(told, mutant, fate) for mutant, fate in mutation.fates.items()],
    }
    return json.dumps(document, indent=2) + "\n"


def _score(score: Score) -> Json:
    return {"killed": score.killed, "unknown": score.unknown, "all": score.all, "percent": percent(score)}


def _mutant(told: ToldMutation, mutant: Mutant, fate: Fate) -> Json:
    span = statement(told.rulebook, mutant.subject).span
    return {
        "name": mutant.name,
        "keyword": mutant.subject.keyword,
        "id": mutant.subject.name,
        "title": title_of(told.rulebook, mutant.subject),
        "file": span.file,
        "line": span.line,
        "manner": mutant.manner.name.lower(),
        "told": mutant.told,
        "standing": fate.standing.name.lower(),
        "by": None if fate.by is None else {"means": fate.by.means.value, "title": fate.by.title},
        "generated": None if fate.generated is None else fate.generated.title,
        "noticed": fate.noticed if fate.standing is Standing.SURVIVES else None,
        "reason": fate.reason or None,
        "difference": _difference(told, mutant, fate),
    }


def _difference(told: ToldMutation, mutant: Mutant, fate: Fate) -> Json | None:
    if fate.difference is None:
        return None
    shown = told.difference(mutant, fate.difference)
    return {
        "place": shown.now.place,
        "now": _came(shown.now),
        "mutant": _came(shown.mutant),
        "case": list(situation_lines(told.rulebook, shown.case)),
        "command": list(shown.command),
    }


def _came(came: Came) -> Json:
    return {
        "outcome": came.kind.value,
        "result": came.result,
        "deciding": list(dict.fromkeys(each.clause for each in came.deciding)),
    }
