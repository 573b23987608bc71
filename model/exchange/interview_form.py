"""What the interview runs on, as JSON: rulings and facts as code, and what can be asked about.

A document has a `form` and `topics`. The form has what `misdeal compile --to json` writes of a program; its `facts` are
all there are, each after those on which it depends, with what is `usual`; `required` is all that always holds.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from ..language.rulebook import Rulebook
from ..language.types import Flag, Seat
from ..meaning.topic import About, Topic, topics
from .circumstances import Circumstances, circumstances
from .diagram import Form
from .json_form import Document, Json, coded, required
from .lower import fact
from .unit import Entry

PARTS = ("values", "code", "forms", "machine", "search", "topics", "evidence", "rulings", "telling", "questions")


def interview_script() -> str:
    """The program of the interview: one ES module, which exports `Interview`, without imports."""
    here = Path(__file__).parent
    names = (*(f"interview_{part}.js" for part in PARTS), "interview.js")
    return "\n".join((here / name).read_text("utf-8") for name in names)


def interview_document(rulebook: Rulebook, forms: Mapping[str, Form | None]) -> str:
    """What it runs on; `forms` has every ruling. ASCII only, on one line, and closes no script of a page.

    Raises Uncompilable where a rulebook is too deep to be compiled.
    """
    asked = topics(rulebook)
    lets = dict.fromkeys(topic.name for topic in asked if topic.about is About.LET)
    unit, found = circumstances(rulebook, forms, lets)
    kinds = [each.fact.type for each in found.facts] + [each.fact.index.type for each in found.facts if each.fact.index]
    document = Document(unit, kinds)
    form = {
        **document.program(),
        "facts": [
            {
                **document.fact(each),
                "usual": coded(found.usual[each.fact.name]) if each.fact.name in found.usual else None,
            }
            for each in found.facts
        ],
        "required": [required(each) for each in found.required],
        "rulings": [_ruling(document, entry) for entry in unit.entries],
    }
    text = json.dumps({"form": form, "topics": [_topic(each, found) for each in asked]}, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _ruling(document: Document, entry: Entry) -> Json:
    told = document.ruling(entry)
    return {key: told[key] for key in ("name", "type", "index", "routine")}


def _topic(topic: Topic, found: Circumstances) -> Json:
    indexed = topic.index is not None
    code = {About.PLAYERS: "", About.FACT: fact(topic.name), About.LET: found.lets.get(topic.name, "")}
    return {
        "key": topic.key,
        "about": topic.about.value,
        "as": code[topic.about],
        "indices": [None if place.index is None else int(place.index) for place in topic.places],
        "seats": topic.index is not None and isinstance(topic.index.type, Seat),
        "at_once": indexed and topic.at_once,
        "flag": isinstance(topic.type, Flag),
        "low": topic.type.low,
        "high": topic.type.high,
        "cells": [list(cell) for cell in topic.cells],
        "cost": topic.cost,
    }
