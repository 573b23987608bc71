"""What the interview of a page says, as data: topics, rulings and clauses in the rulebook's words, and as arguments.

Its script makes text of all of it, never markup.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from misdeal.model.exchange.stamp import stamp
from misdeal.model.language.expression import Call
from misdeal.model.language.rulebook import Clause, Place, Role, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Flag, Number, Seat, Type, Value
from misdeal.model.language.walk import walk, walk_expanded
from misdeal.model.meaning.reach import reached
from misdeal.model.meaning.situation import indices
from misdeal.model.meaning.topic import About, Topic, topics
from misdeal.proofs.finding import Finding

from .page_places import Places
from .wording import addressed, answer

Json: TypeAlias = dict[str, Any]


def interview_words(rulebook: Rulebook, book: str, places: Places, findings: Mapping[str, Finding]) -> str:
    """The document, as JSON. `book` is what a command calls the rulebook; `findings` are those by their anchors."""
    named = stamp(rulebook)
    reads = {ruling.name: reached(rulebook, [ruling]) for ruling in rulebook.rulings.values()}
    document = {
        "book": book,
        "hash": named.hash,
        "topics": [_topic(rulebook, topic, reads) for topic in topics(rulebook)],
        "rulings": [_ruling(rulebook, ruling, findings) for ruling in rulebook.rulings.values()],
        "clauses": [_clause(clause, places) for clause in rulebook.clauses.values()],
    }
    return json.dumps(document, separators=(",", ":"))


# Topics


def _topic(rulebook: Rulebook, topic: Topic, reads: Mapping[str, frozenset[str]]) -> Json:
    about = _facts_of(rulebook, topic)
    return {
        "key": topic.key,
        "kind": _kind(topic),
        "question": _asked(topic),
        "note": _note(rulebook, topic),
        "options": _options(topic),
        "low": topic.type.low,
        "high": topic.type.high,
        "cells": topic.cells,
        "seats": _seats(topic),
        "place": _written(topic, topic.places[0]),
        "cost": topic.cost,
        "rulings": [name for name, facts in reads.items() if facts & about or topic.about is About.PLAYERS],
        "clauses": [clause.id for clause in rulebook.clauses.values() if _turns_on(rulebook, clause, topic)],
    }


def _asked(topic: Topic) -> str:
    """The question, which names the index that it is about, or asks of which it is so."""
    if not topic.at_once or topic.index is None:
        return addressed(topic.question, topic.index, topic.places[0].index)
    what = "players" if isinstance(topic.index.type, Seat) else "of these"
    return f"{topic.question} Of which {what} is it so?"


def _note(rulebook: Rulebook, topic: Topic) -> str:
    """What kind of question it is, where it is not one about what happened."""
    fact = rulebook.facts.get(topic.name)
    match fact.role if fact else Role.FACT:
        case Role.READING:
            known = f" ({fact.ambiguity})" if fact and fact.ambiguity else ""
            return f"The text can be read in several ways{known}. Which is followed here?"
        case Role.OPTION:
            return "This is for the house or the organiser to say."
        case Role.FACT:
            return ""


def _kind(topic: Topic) -> str:
    if topic.at_once:
        return "each"
    match topic.type:
        case Number():
            return "number"
        case Seat():
            return "seat"
        case _:
            return "choice"


def _options(topic: Topic) -> list[Json] | None:
    """What can be answered, each with its code: the indices of which it may be so, or the values but of numbers."""
    if topic.at_once and topic.index is not None:
        kind = topic.index.type
        return [
            {**_option(kind, place.index), "place": _written(topic, place)}
            for place in topic.places
            if place.index is not None
        ]
    if isinstance(topic.type, Number):
        return None
    return [{**_option(topic.type, value), "name": topic.type.show(value)} for value in _values(topic.type)]


def _option(kind: Type, value: Value) -> Json:
    """A value by its code, with what it is called; at the table the number of a seat is enough."""
    found: Json = {"code": _code(value), "label": _named(kind, value)}
    if isinstance(kind, Seat) and not kind.table.names and value <= kind.table.most:
        found["short"] = kind.show(value)
    return found


def _values(kind: Type) -> list[Value]:
    values = [True, False] if isinstance(kind, Flag) else list(range(kind.low, kind.high + 1))
    return [*values]


def _named(kind: Type, value: Value) -> str:
    """A value as a director knows it: a player is `Player 5` or `North`."""
    return _capital(answer(kind, value))


def _seats(topic: Topic) -> int:
    """How many seats there are, where an answer is one or some of them."""
    kind = topic.index.type if topic.at_once and topic.index else topic.type
    return kind.table.most if isinstance(kind, Seat) else 0


def _written(topic: Topic, place: Place) -> str:
    """What stands before `=` in an argument of a command."""
    if place.index is None or topic.index is None:
        return place.name
    shown = topic.index.type.show(place.index)
    return f"{place.name}({shown})" if topic.about is About.LET else f"{place.name}[{shown}]"


def _facts_of(rulebook: Rulebook, topic: Topic) -> frozenset[str]:
    """The facts that a topic is about: those beneath a `let`."""
    if topic.about is About.LET:
        return reached(rulebook, (), [rulebook.lets[topic.name].body])
    return frozenset({topic.name})


def _turns_on(rulebook: Rulebook, clause: Clause, topic: Topic) -> bool:
    """Whether the condition of a clause names a topic, itself or in a `let` that it calls."""
    if clause.when is None:
        return False
    if topic.about is About.LET:
        return any(isinstance(part, Call) and part.let == topic.name for part in walk(clause.when))
    named = (getattr(part, "fact", None) for part in walk_expanded(clause.when, rulebook.lets))
    return topic.name in named


# Rulings and clauses


def _ruling(rulebook: Rulebook, ruling: Ruling, findings: Mapping[str, Finding]) -> Json:
    most = rulebook.table.most if rulebook.table else 0
    listed: Iterable[Value] = () if isinstance(ruling.type, Number) else _values(ruling.type)
    return {
        "name": ruling.name,
        "question": ruling.question,
        "values": [{"code": _code(value), "label": answer(ruling.type, value)} for value in listed],
        "findings": {
            finding.kind.value: anchor for anchor, finding in findings.items() if finding.ruling == ruling.name
        },
        "places": None if ruling.index is None else list(_indices(ruling, most)),
    }


def _indices(ruling: Ruling, most: int) -> Iterator[Json]:
    for index in indices(ruling.index, most):
        if ruling.index is not None and index is not None:
            yield {"index": _code(index), "label": _named(ruling.index.type, index)}


def _clause(clause: Clause, places: Places) -> Json:
    return {
        "id": clause.id,
        "title": clause.title,
        "heading": clause.heading,
        "anchor": places.anchor(clause.span),
        "when": "" if clause.when is None else show(clause.when),
    }


def _code(value: Value | None) -> int | None:
    return None if value is None else int(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
