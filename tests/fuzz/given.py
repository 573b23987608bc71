"""Facts of others: as arguments of `misdeal rule`, in a file, and through the whole command."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from misdeal.cli.explaining import NOTHING
from misdeal.cli.facts import collect, read_arguments, read_file
from misdeal.cli.ruling_json import write_json
from misdeal.cli.ruling_text import write_answer
from misdeal.cli.terminal import Paper
from misdeal.cli.values import written
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Value
from misdeal.model.library import load
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.ranges import Ranges
from misdeal.model.meaning.situation import places
from misdeal.proofs.answer import answer
from misdeal.proofs.known import PLAYERS, Known, completions, type_of
from misdeal.proofs.refusal import Refusal, check_given, fact_text

from ..project.tree import ROOT
from .mutating import decoded
from .target import Target, commanded, filed, harmless, refused, simply

SITUATIONS = 4  # that are looked at
GOOD = ROOT / "tests" / "language" / "good"
SEATS = 4
WORDS = ("?", "..", "yes", "no", "nobody", "players", "usual", "=", ",", "[1]", "(1)", "[", "(", "1..3", "0,2")


@cache
def books() -> Mapping[str, Rulebook]:
    """Rulebooks with facts of every type: small ones, with named seats, and large ones."""
    named = [str(GOOD / f"{name}.md") for name in ("parlour", "constructs", "named")]
    return {rulebook.name: rulebook for rulebook in map(load, [*named, "bridge_1987", "poker_it"])}


def book_of(data: bytes) -> tuple[Rulebook, str]:
    """The rulebook that the first line names, or else one of them, and the other lines."""
    first, _, rest = decoded(data).partition("\n")
    known = list(books().values())
    return books().get(first.removeprefix("#").strip()) or known[len(data) % len(known)], rest


# Arguments


def given(rulebook: Rulebook, random: Random) -> Iterator[tuple[Place, Ranges]]:
    """Some facts and `let`s with one value, two or a range."""
    players = rulebook.table.usual if rulebook.table else 0
    known = list(places(rulebook, min(SEATS, players)))
    known += [Place(name) for name, let in rulebook.lets.items() if not let.parameters]
    if rulebook.table:
        known.append(PLAYERS)
    for place in random.sample(known, min(len(known), random.randrange(2, 9))):
        kind = type_of(rulebook, place)
        low, high = sorted(random.choices(range(kind.low, kind.high + 1), k=2))
        low = random.choice((low, high))
        yield place, Ranges([range(low, high + 1)])


def argument_seeds() -> list[bytes]:
    """Arguments, a line each; the first line names the rulebook."""
    random = Random(1)
    return [
        "\n".join([name, *(fact_text(rulebook, *each) for each in given(rulebook, random))]).encode()
        for name, rulebook in books().items()
        for _ in range(24)
    ]


def take_arguments(data: bytes) -> str:
    """What is given is read, is the same once it is written as it is told, and is ruled on where that is quick."""
    rulebook, rest = book_of(data)
    try:
        known = collect(rulebook, read_arguments(rulebook, rest.split("\n")), usual=len(data) % 4 != 0)
        return _taken(known)
    except Refusal as refusal:
        return refused(refusal)


def _taken(known: Known) -> str:
    check_given(known)
    told = [fact_text(known.rulebook, *each) for each in known.given.items()]
    again = collect(known.rulebook, read_arguments(known.rulebook, told), usual=known.usual)
    assert again == known, f"{told} is not what was given"
    situations = completions(known, SITUATIONS)
    if situations is None:
        return "many situations"
    if not any(Evaluation(known.rulebook, each).possible for each in situations):
        return "impossible"
    answered = answer(known, timeout=0)
    paper = Paper(width=80, coloured=False)
    write_answer(paper, answered)
    harmless(paper.text())
    harmless(write_json("book", answered, NOTHING))
    return answered.standing.value


# A file


def file_seeds() -> list[bytes]:
    """The same as JSON; the first line names the rulebook."""
    random = Random(2)
    return [
        (name + "\n" + json.dumps(_document(rulebook, random), indent=random.choice((None, 1)))).encode()
        for name, rulebook in books().items()
        for _ in range(24)
    ]


def _document(rulebook: Rulebook, random: Random) -> dict[str, object]:
    made: dict[str, object] = {}
    for place, values in given(rulebook, random):
        kind = type_of(rulebook, place)
        told = [written(kind, value) for value in list[Value](values)[:3]]
        value = told[0] if len(told) == 1 else told
        fact = rulebook.facts.get(place.name)
        if place.index is None or fact is None or fact.index is None:
            made[place.name] = value
        elif isinstance(inner := made.setdefault(place.name, {}), dict):
            inner[fact.index.type.show(place.index)] = value
    return made


def take_file(data: bytes) -> str:
    """A file of facts is read as arguments are."""
    first, newline, _ = data.partition(b"\n")
    rulebook, _ = book_of(data)
    path = filed("facts.json", data[len(first + newline) :])
    try:
        return _taken(collect(rulebook, read_file(rulebook, path), usual=len(data) % 4 != 0))
    except Refusal as refusal:
        return refused(refusal)


# The whole command


def take_rule(data: bytes) -> str:
    """`misdeal rule` on a small rulebook, where a solver is asked what the facts leave open."""
    more = ((), ("--why",), ("--usual",), ("--format", "json"), ("--why", "--format", "json"))[len(data) % 5]
    _, _, rest = decoded(data).partition("\n")
    facts = [line for line in rest.split("\n") if "\0" not in line]
    return commanded("rule", str(GOOD / "parlour.md"), "--timeout", "1", *more, "--", *facts)


def rule_seeds() -> list[bytes]:
    """Arguments about one rulebook."""
    return [seed for seed in argument_seeds() if seed.startswith(b"parlour\n")]


TARGETS = (
    Target("facts", "facts given as arguments", argument_seeds, simply(take_arguments), WORDS),
    Target("facts-file", "facts in a JSON file", file_seeds, simply(take_file), (*WORDS, "null", "true", "1e5", "{}")),
    Target("rule", "runs of `misdeal rule`", rule_seeds, simply(take_rule), WORDS, by_clock=True),
)
