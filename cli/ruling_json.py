"""An answer as JSON, by the schema in `rule.schema.json`: the same text every run, and ASCII only."""

import json
from typing import Any, TypeAlias

from misdeal import __version__
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice, Type, Value
from misdeal.model.meaning.ranges import Values, pieces
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.answer import Answer, Deciding, Ruled
from misdeal.proofs.common import Comes
from misdeal.proofs.finding import Nearest
from misdeal.proofs.known import type_of
from misdeal.proofs.refusal import UNKNOWN, fact_name, is_unknown

from .explaining import NOTHING, Explained
from .values import Scalar, written

FORMAT = 1

Json: TypeAlias = dict[str, Any]


def write_json(book: str, told: Answer, found: Explained) -> str:
    """The document of an answer and of what was found out about it, with a line break at its end.

    `book` is how the rulebook was named.
    """
    rulings = [{**_ruled(told.rulebook, ruled), **_explained(book, told, found, ruled.place)} for ruled in told.rulings]
    document = {"format": FORMAT, "misdeal": __version__, "book": book, **_answer(told), "rulings": rulings}
    return json.dumps(document, indent=2) + "\n"


def _explained(book: str, told: Answer, found: Explained, place: Place) -> Json:
    """What was found out about a ruling."""
    if found == NOTHING:
        return {}
    from .explained_json import explained_json  # noqa: PLC0415 - start-up stays small

    return explained_json(book, told, found, place)


def _answer(told: Answer) -> Json:
    rulebook = told.rulebook
    return {
        "name": rulebook.name,
        "title": rulebook.title,
        "standing": told.standing.value,
        "players": told.players if rulebook.table else None,
        "given": {
            fact_name(rulebook, place): _given(rulebook, place, values) for place, values in told.known.given.items()
        },
        "usual": told.known.usual,
        "taken": {place_name(rulebook, place): _fact(rulebook, place, value) for place, value in told.taken.items()},
        "missing": [fact_name(rulebook, place) for place in told.missing],
        "reason": told.reason,
    }


def _ruled(rulebook: Rulebook, ruled: Ruled) -> Json:
    ruling = rulebook.rulings[ruled.place.name]
    index = None if ruling.index is None or ruled.place.index is None else written(ruling.index.type, ruled.place.index)
    return {
        "place": place_name(rulebook, ruled.place),
        "ruling": ruling.name,
        "index": index,
        "question": ruling.question,
        "standing": ruled.standing.value,
        "seated": ruled.seated,
        "outcomes": [_comes(ruling.type, each) for each in ruled.comes],
        "whole": ruled.whole,
        "mattering": {
            "facts": [fact_name(rulebook, fact) for fact in ruled.mattering.places],
            "whole": ruled.mattering.whole,
        },
        "consequence": ruled.consequence,
        "deciding": [_deciding(ruling.type, each) for each in ruled.deciding],
        "whichever": list(ruled.whichever),
        "branches": [
            {
                "options": list(branch.options),
                "standing": branch.ruled.standing.value,
                "outcomes": [_comes(ruling.type, each) for each in branch.ruled.comes],
                "deciding": [_deciding(ruling.type, each) for each in branch.ruled.deciding],
            }
            for branch in ruled.branches
        ],
        "nearest": [
            {
                "clause": near.clause,
                "title": rulebook.clauses[near.clause].title,
                "seats": _seats(rulebook, near),
                "lacks": [show(part) for part in near.failing],
            }
            for near in ruled.nearest
        ],
    }


def _comes(kind: Type, comes: Comes) -> Json:
    if comes.value is None:
        return {"outcome": comes.kind.value}
    label = kind.labels[comes.value] if isinstance(kind, Choice) else ""
    return {
        "outcome": comes.kind.value,
        "value": written(kind, comes.value),
        **({"label": label} if label else {}),
    }


def _deciding(kind: Type, deciding: Deciding) -> Json:
    clause, kinds = deciding.clause, {parameter.name: parameter.type for parameter in deciding.clause.each}
    value = deciding.value
    return {
        "clause": clause.id,
        "title": clause.title,
        "heading": clause.heading,
        "file": clause.span.file,
        "line": clause.span.line,
        "implied": clause.implied,
        "sure": deciding.sure,
        "seats": {name: written(kinds[name], seat) for name, seat in deciding.seats.items()},
        "value": None if value is None else written(kind, value) if kind.low <= value <= kind.high else int(value),
        "because": [show(part) for part in deciding.because],
        "overrides": list(deciding.overrides),
    }


def _given(rulebook: Rulebook, place: Place, values: Values) -> Scalar | list[Scalar]:
    """What was given, as a file of facts may have it: a value, a list of values and ranges, or `?`."""
    kind = type_of(rulebook, place)
    if len(values) == 1:
        return written(kind, *values)
    if is_unknown(rulebook, place, values):
        return UNKNOWN
    return [
        written(kind, run[0]) if len(run) == 1 else f"{kind.show(run[0])}..{kind.show(run[-1])}"
        for run in pieces(kind, values)
    ]


def _fact(rulebook: Rulebook, place: Place, value: Value) -> Scalar:
    return written(rulebook.facts[place.name].type, value)


def _seats(rulebook: Rulebook, near: Nearest) -> Json:
    kinds = {parameter.name: parameter.type for parameter in rulebook.clauses[near.clause].each}
    return {name: written(kinds[name], seat) for name, seat in near.seats.items()}
