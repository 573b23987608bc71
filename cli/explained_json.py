"""What was found out about an answer, as JSON beside the ruling that it is about; the schema is `rule.schema.json`."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Choice, Type, Value
from misdeal.proofs.answer import Answer

from .account import Cited, Lack
from .explained_words import (
    ToldLeading,
    ToldWay,
    ToldWhatIf,
    ToldWhy,
    ToldWhyNot,
    told_what_if,
    told_why,
    told_why_not,
)
from .explaining import Explained
from .stated import Stated
from .values import written
from .witness import replay_words

Json: TypeAlias = dict[str, Any]


def explained_json(book: str, answer: Answer, found: Explained, place: Place) -> Json:
    """The properties of a ruling that tell what was found out about it; none of what was not asked."""
    kind, told = answer.rulebook.rulings[place.name].type, Json()
    if found.why is not None:
        told["why"] = _why(told_why(answer.known, found.why[place])) if place in found.why else None
    if found.why_not is not None:
        told["why_not"] = _why_not(book, kind, told_why_not(answer.rulebook, found.why_not))
    if found.what_if is not None:
        told["what_if"] = _what_if(book, kind, told_what_if(answer.known, found.what_if))
    return told


def _why(told: ToldWhy) -> Json:
    return {"facts": _all_stated(told.facts), "usual": _all_stated(told.usual), "size": told.size.value}


def _why_not(book: str, kind: Type, told: ToldWhyNot) -> Json:
    why_not = told.why_not
    return {
        **_wanted(kind, why_not.value),
        "prospect": why_not.prospect.value,
        "scope": _lacks(told.scope) if told.scope else None,
        "ways": [_way(way) for way in told.ways],
        "sampled": list(replay_words(book, told.telling)) if told.telling else None,
        "reason": why_not.reason,
    }


def _way(way: ToldWay) -> Json:
    return {
        "clause": way.clause.id if way.clause else None,
        "title": way.clause.title if way.clause else "",
        "heading": way.clause.heading if way.clause else "",
        "seats": way.seats,
        "lacks": _lacks(way.lacks),
        "fewest": way.fewest,
        "overriding": _ids(way.overriding),
        "against": _ids(way.against),
    }


def _what_if(book: str, kind: Type, told: ToldWhatIf) -> Json:
    return {
        **_wanted(kind, told.what_if.value),
        "same_table": told.what_if.same_table,
        "reason": told.what_if.reason,
        "situations": [_leading(book, each) for each in told.leading],
    }


def _leading(book: str, told: ToldLeading) -> Json:
    return {
        "changed": [
            {
                "fact": each.old.place,
                "question": each.old.question,
                "from": each.old.value,
                "to": each.new.value or None,
                "answer": each.new.answer,
            }
            for each in told.changes
        ],
        "gone": [each.place for each in told.gone],
        "beside": _all_stated(told.beside),
        "replay": list(replay_words(book, told.telling)),
    }


def _wanted(kind: Type, value: Value) -> Json:
    label = kind.labels[value] if isinstance(kind, Choice) else ""
    return {"value": written(kind, value), **({"label": label} if label else {})}


def _all_stated(facts: Iterable[Stated]) -> list[Json]:
    return [
        {"fact": each.place, "value": each.value or None, "question": each.question, "answer": each.answer}
        for each in facts
    ]


def _lacks(lacks: Iterable[Lack]) -> list[Json]:
    return [{"condition": lack.condition, "here": lack.here} for lack in lacks]


def _ids(clauses: Iterable[Cited]) -> list[str]:
    return [clause.id for clause in clauses]
