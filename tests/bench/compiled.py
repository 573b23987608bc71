"""How long compiled rulings take: forty rules over eight facts, and a shipped ruling."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from misdeal.model.exchange.diagram import Diagram
from misdeal.model.exchange.unit import rulings_needed, unit
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load
from misdeal.model.meaning.evaluate import Evaluation, Outcome
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.compiled import Compiled, compiled
from tests.exchanging import Python, calls
from tests.strategies import situation

from .page import Section, seconds
from .tables import rulebook_of, sparse, tree

ROUNDS = 7
SITUATIONS = 500


def rulings() -> Iterator[Section]:
    """Compiled rulings in Python, called without checks and with them."""
    prose = (
        "Tables of 40 rules over 8 facts, one a partition with planted faults (`tree`), one in which nearly everything "
        "overlaps (`sparse`), and a shipped ruling. *Compile* is with the proof, in wall seconds. Calls are in "
        f"microseconds, the best of {ROUNDS} rounds over {SITUATIONS} situations: *fast* takes codes by position and "
        "checks nothing, *checked* takes values by name and checks them all, *evaluator* is the reference evaluator."
    )
    head = ("ruling", "form", "compile", "fast", "checked", "evaluator")
    books = [read(rulebook_of(table), f"{table.name}.md") for table in (tree(40, 8), sparse(40, 8))]
    rows = [*(_row(book, "t1_output") for book in books), _row(load("bridge_1987"), "action")]
    yield Section("Compiled rulings", prose, head, tuple(rows))


def _row(rulebook: Rulebook, ruling: str) -> tuple[str, ...]:
    start = time.perf_counter()
    found = compiled(rulebook, rulings_needed(rulebook, [ruling]))
    taken = time.perf_counter() - start
    here = list(_possible(rulebook))
    made = unit(rulebook, {each.ruling.name: each.form for each in found}, [ruling])
    with TemporaryDirectory() as directory:
        module = Python(made, Path(directory) / "rulings.py")
        asked = [(call, each.players) for each in here for call in calls(made, each)]
        fast = _best(module.fast_function(asked[0][0]), [(call.codes, {}) for call, _ in asked])
        checked = _best(module.checked_function(asked[0][0]), [((), module.given(*each)) for each in asked])
    evaluated = _best(partial(_evaluated, rulebook, Place(ruling)), [((each,), {}) for each in here])
    row = (f"{rulebook.name} {ruling}", _told(found[-1]), seconds(taken), *(f"{each:.2f}" for each in (fast, checked)))
    print("  ".join(f"{cell:>10}" for cell in row), flush=True)
    return (*row, f"{evaluated:.0f}")


def _told(found: Compiled) -> str:
    form = found.form
    return f"diagram, {len(form.nodes)} nodes" if isinstance(form, Diagram) else type(form).__name__.lower()


def _possible(rulebook: Rulebook) -> Iterator[Situation]:
    random, left = Random(1), SITUATIONS  # noqa: S311 - nothing secret
    while left:
        here = situation(rulebook, random)
        if Evaluation(rulebook, here).possible:
            yield here
            left -= 1


def _evaluated(rulebook: Rulebook, place: Place, here: Situation) -> Outcome:
    return Evaluation(rulebook, here).outcome(place)


def _best(function: Callable[..., object], given: Sequence[tuple[Sequence[Any], dict[str, Any]]]) -> float:
    """The microseconds that a call takes in the best round."""
    rounds: list[float] = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for positional, named in given:
            function(*positional, **named)
        rounds.append(time.perf_counter() - start)
    return min(rounds) / len(given) * 1e6
