"""What is told of a finding, in sentences: regions, situations, clauses."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from misdeal.model.meaning.evaluate import Kind

from .account import Account, Cited, Near
from .witness import Came, Telling
from .wording import listed

MAY_BE_MORE = "This may not be all of it: not everything was found out."


def brief(told: Account) -> Iterator[str]:
    """A finding in a few sentences: all situations with it, each with its most ordinary example."""
    if told.claimed:
        yield f"It says {in_backticks(told.claimed)}."
    if under := only_under(told):
        yield under
    ids = dict(told.readings)
    for number, area in enumerate(told.areas, 1):
        mark = f"{number}. " if len(told.areas) > 1 else ""
        yield f"{mark}{everywhere(told.about, area.conditions, ids)} {situation_in_words(area.telling)}"
    if told.telling:
        yield situation_in_words(told.telling)
    if told.beside:
        yield situation_in_words(told.beside, "Beside it")
    if told.beyond:
        yield f"And more, in situations of other kinds. {situation_in_words(told.beyond, 'One of them')}"
    elif not told.finding.whole:
        yield MAY_BE_MORE


def situation_in_words(telling: Telling, begin: str = "For instance") -> str:
    """A situation in a sentence or two, and what comes out there but for gaps."""
    subject = f", `{telling.bound}` being {telling.subject}" if telling.subject else ""
    rest = telling.rest[:1].lower() + telling.rest[1:]
    parts = "; ".join([*answers_in_words(telling), rest])
    came = came_there(telling)
    return f"{begin}{subject}: {parts}" + (f" {came}" if came else "")


def only_under(told: Account) -> str:
    """The options and readings under which a finding occurs; empty where its regions say so, or under all."""
    options = told.finding.options
    said = [area.conditions for area in told.areas]
    if not options or (said and len(options) == 1 and all(options[0] in conditions for conditions in said)):
        return ""
    ids = dict(told.readings)
    return f"Only under {' or '.join(with_ids(option, ids) for option in options)}."


def cited_in_words(cited: Cited, file: str) -> str:
    """A clause with where it stands, for a reader of a file."""
    title = f' "{cited.title}"' if cited.title else ""
    heading = f', under "{cited.heading}"' if cited.heading else ""
    return f"{cited.id}{title}{heading}, {cited.span.line_from(file)}"


def everywhere(about: str, conditions: Sequence[str], ids: dict[str, str]) -> str:
    """Where all of a region is."""
    whose = f"For {about}, in" if about else "In"
    if not conditions:
        return f"{whose} every situation in which the question arises."
    parts = [with_ids(condition, ids) for condition in conditions]
    return f"{whose} every situation in which {listed(parts)}."


def with_ids(condition: str, ids: dict[str, str]) -> str:
    """A condition in code, with the ids of the ambiguities that it settles."""
    settled = [each for name, each in ids.items() if each and re.search(rf"\b{re.escape(name)}\b", condition)]
    return in_backticks(condition) + (f" ({', '.join(settled)})" if settled else "")


def in_backticks(condition: str) -> str:
    """A condition in backticks, but for one in words, which brings its own."""
    return condition if "`" in condition else f"`{condition}`"


def near_in_words(near: Near) -> str:
    """What keeps a clause from deciding."""
    seats = f" with {near.seats}" if near.seats else ""
    lacks = [in_backticks(lack.condition) + (f": here {lack.here}" if lack.here else "") for lack in near.lacks]
    title = f' "{near.clause.title}"' if near.clause.title else ""
    if not lacks:
        return f"{near.clause.id}{title}{seats} applies"
    joint = "; and for " if any(lack.here for lack in near.lacks) else " and "
    return f"{near.clause.id}{title}{seats} would decide, but for {joint.join(lacks)}"


def answers_in_words(telling: Telling) -> Iterator[str]:
    """Questions with answers, once for several seats in a row that have the same answer."""
    for _, run in groupby(telling.answers, key=lambda each: (each.fact, each.answer)):
        answers = list(run)
        if len(answers) == 1:
            yield f"{answers[0].question} {answers[0].answer}"
        else:
            whose = listed([each.index for each in answers])
            yield f"{answers[0].common} {whose}: {answers[0].answer}"


def came_there(telling: Telling, breaks: Sequence[str] = (), *, gaps: bool = False) -> str:
    """What comes out in a situation, and who breaks a claim there; a gap only if so wanted. It may be empty."""
    came = listed(list(_all_came(each for each in telling.came if gaps or each.kind is not Kind.GAP)))
    if breaks:
        fails = f"It fails for {listed(breaks)}"
        return f"{fails}: there {came}." if came else f"{fails}."
    return f"There {came}." if came else ""


def _all_came(came: Iterable[Came]) -> Iterator[str]:
    """What comes out, once for indices in a row of which the same can be said."""
    for (_, come), run in groupby(came, key=lambda each: (each.ruling, result(each))):
        places = [f"`{each.place}`" for each in run]
        yield f"{listed(places)} {'is' if len(places) == 1 else 'are'} {come}"


def result(came: Came) -> str:
    """What comes out for a ruling, and by which clauses."""
    match came.kind:
        case Kind.DEFAULT:
            return f"“{came.result}” by default"
        case Kind.VALUE:
            return f"“{came.result}” by {', '.join(dict.fromkeys(each.clause for each in came.deciding))}"
        case _ if came.deciding:
            voices = [_voice(each.clause, each.seats, each.value) for each in came.deciding]
            return f"{came.result}: {listed(list(dict.fromkeys(voices)))}"
        case _:
            return came.result


def _voice(clause: str, seats: str, value: str) -> str:
    return f"clause {clause}{f' with {seats}' if seats else ''} gives “{value}”"
