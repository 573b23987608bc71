"""How long compiled rulings take: forty rules over eight facts, and the shipped rulebooks."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from misdeal.model.exchange.diagram import Diagram, Form
from misdeal.model.exchange.unit import rulings_needed, unit
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.evaluate import Evaluation, Outcome
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs.compiled import compiled
from tests.exchanging import Call, Python, calls
from tests.strategies import situation

from . import zen_tables
from .page import Section, seconds
from .tables import Table, rulebook_of, sparse, tree

ROUNDS = 7
SITUATIONS = 200


def rulings() -> Iterator[Section]:
    """Compiled rulings in Python, called without checks and with them."""
    prose = (
        "Tables of 40 rules over 8 facts, one a partition with planted faults (`tree`), one in which nearly everything "
        "overlaps (`sparse`), and of each shipped rulebook the fastest, the median and the slowest ruling. *Compile* "
        "is the whole rulebook with the proof, in wall seconds. Calls are in "
        f"microseconds, the best of {ROUNDS} rounds over {SITUATIONS} situations: *fast* takes codes by position and "
        "checks nothing, *checked* takes values by name and checks them all, *evaluator* is the reference evaluator, "
        "*zen* is zen-engine with the same table, which takes values by name and gives the first row that fits."
    )
    head = ("ruling", "form", "compile", "fast", "checked", "evaluator", "zen")
    rows = [_table_row(table) for table in (tree(40, 8), sparse(40, 8))]
    rows += [row for name in shipped() for row in _shipped_rows(name)]
    for row in rows:
        print("  ".join(f"{cell:>10}" for cell in row), flush=True)
    yield Section("Compiled rulings", prose, head, tuple(rows))


def _table_row(table: Table) -> tuple[str, ...]:
    """The one ruling of a table, with zen-engine beside it."""
    book = _Book(read(rulebook_of(table), f"{table.name}.md"))
    row = book.row(book.fastest_to_slowest[0])
    decide, asked = zen_tables.decision(table), [zen_tables.given(table, here) for here in book.situations]
    return (*row, f"{_best(decide, [((values,), {}) for values in asked]):.0f}")


def _shipped_rows(name: str) -> list[tuple[str, ...]]:
    """The fastest, the median and the slowest ruling of a shipped rulebook."""
    book = _Book(load(name))
    ordered = book.fastest_to_slowest
    return [(*book.row(each), "") for each in (ordered[0], ordered[len(ordered) // 2], ordered[-1])]


class _Book:
    """A rulebook, all of it compiled, and situations to ask about."""

    def __init__(self, rulebook: Rulebook) -> None:
        start = time.perf_counter()
        found = compiled(rulebook, rulings_needed(rulebook, rulebook.rulings))
        self._taken = time.perf_counter() - start
        self._rulebook = rulebook
        self._forms = {each.ruling.name: each.form for each in found}
        self.situations = tuple(_possible(rulebook))
        made = unit(rulebook, self._forms, rulebook.rulings)
        with TemporaryDirectory() as directory:
            self._module = Python(made, Path(directory) / "rulings.py")
        self._calls: dict[str, list[tuple[Call, int]]] = {name: [] for name in rulebook.rulings}
        for here in self.situations:
            for call in calls(made, here):
                self._calls[call.entry.ruling.name].append((call, here.players))
        self._fast = {name: self._fast_seconds(name) for name in rulebook.rulings}

    @property
    def fastest_to_slowest(self) -> list[str]:
        """The rulings in the order of how long a fast call takes."""
        return sorted(self._fast, key=self._fast.__getitem__)

    def row(self, ruling: str) -> tuple[str, ...]:
        """What was measured of a ruling."""
        asked = self._calls[ruling]
        checked = _best(self._module.checked_function(asked[0][0]), [((), self._module.given(*each)) for each in asked])
        index = next(iter(indices(self._rulebook.rulings[ruling].index, self.situations[0].players)))
        place = Place(ruling, index)
        evaluated = _best(partial(_evaluated, self._rulebook, place), [((each,), {}) for each in self.situations])
        cells = (f"{self._rulebook.name} {ruling}", _told(self._forms[ruling]), seconds(self._taken))
        return (*cells, f"{self._fast[ruling]:.2f}", f"{checked:.2f}", f"{evaluated:.0f}")

    def _fast_seconds(self, ruling: str) -> float:
        asked = self._calls[ruling]
        return _best(self._module.fast_function(asked[0][0]), [(call.codes, {}) for call, _ in asked])


def _told(form: Form | None) -> str:
    return f"diagram, {len(form.nodes)} nodes" if isinstance(form, Diagram) else "sieve" if form else "clause by clause"


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
