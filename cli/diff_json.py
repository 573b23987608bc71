"""Two rulebooks compared, as JSON, by the schema in `diff.schema.json`: the same text every run, and ASCII only."""

import json
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.proofs.diff import Edition
from misdeal.proofs.table import Proof

from .diff_account import Named, ToldComes, ToldDiff, ToldExample, ToldMoved, ToldOnly, ToldRuling
from .json_report import answers, citation

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(told: ToldDiff) -> str:
    """The document of a comparison, with a line break at its end."""
    document = {
        "format": FORMAT,
        "misdeal": __version__,
        **{edition.value: _book(named) for edition, named in told.books.items()},
        "differs": told.diff.differs,
        "whole": told.diff.whole,
        "unintended": told.diff.unintended,
        "idle": [{"ruling": each.ruling, "reason": each.reason} for each in told.diff.idle],
        "decided": [
            {
                "name": each.fact.name,
                "value": each.fact.type.show(each.value),
                "ambiguity": each.fact.ambiguity or None,
                "reason": each.reason,
            }
            for each in told.diff.decisions
        ],
        "rulings": [_ruling(each) for each in told.rulings],
        "possible_only": [_only(each) for each in told.only],
        "only": [
            {"book": each.edition.value, "what": each.what.value, "name": each.name, "of": each.of or None}
            for each in told.unpaired
        ],
    }
    return json.dumps(document, indent=2) + "\n"


def _book(named: Named) -> Json:
    return {"book": named.book, "name": named.rulebook.name, "title": named.rulebook.title}


def _ruling(ruling: ToldRuling) -> Json:
    return {
        "old": ruling.old,
        "new": ruling.new,
        "question": ruling.question,
        "about": ruling.about or None,
        "follows": list(ruling.compared.ruling.follows),
        "regions": [_moved(each) for each in ruling.moved],
        "beyond": _example(ruling.beyond),
        "proof": _proof(ruling.compared.proof),
    }


def _moved(moved: ToldMoved) -> Json:
    return {
        "old": _comes(moved.old),
        "new": _comes(moved.new),
        "conditions": list(moved.conditions),
        "situation": _example(moved.example),
        "meant": moved.meant,
    }


def _comes(comes: ToldComes) -> Json:
    return {
        "outcome": comes.kind.value,
        "result": comes.result,
        "computed": comes.computed,
        "here": comes.here or None,
        "clauses": [citation(each) for each in comes.clauses],
    }


def _only(only: ToldOnly) -> Json:
    return {
        "book": only.found.edition.value,
        "why": only.found.why.name.lower(),
        "regions": [{"conditions": list(conditions), "situation": _example(shown)} for conditions, shown in only.areas],
        "beyond": _example(only.beyond),
        "proof": _proof(only.found.proof),
    }


def _example(shown: ToldExample | None) -> Json | None:
    """A situation in the facts of both, and how each rulebook that has it rules on it."""
    if shown is None:
        return None
    telling = shown.telling
    return {
        "subject": telling.subject or None,
        "players": telling.players,
        "answers": answers(telling),
        "otherwise": telling.rest,
        "replay": {edition.value: list(shown.replay[edition]) for edition in Edition if edition in shown.replay},
    }


def _proof(proof: Proof) -> Json:
    return {"sentence": proof.sentence, "verdict": proof.verdict.value, "reason": proof.reason}
