"""Compiled rulebooks answer as the reference evaluator does: in Python, in node, and as JSON."""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from misdeal.model.exchange.diagram import Diagram, Sieve
from misdeal.model.exchange.json_form import json_form
from misdeal.model.exchange.unit import Unit
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, first_value
from misdeal.model.library import load, shipped
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.ordinary import arises
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.criterion import Cell, conditions, criteria
from tests.bench.tables import rulebook_of, small, sparse
from tests.exchanging import Call, JavaScript, Python, calls, grown
from tests.interpreting import Interpreter
from tests.strategies import domain, seeded, situation
from tests.worlds import well_formed

SCHEMA = json.loads(files("misdeal.cli").joinpath("compile.schema.json").read_text("utf-8"))
SHIPPED = shipped()
FORMS = {"diagrams": (2_000, True), "sieves": (0, True), "clauses": (0, False)}


def compiled(rulebook: Rulebook, form: str) -> Unit:
    """A rulebook in one of the forms that rulings are compiled to."""
    nodes, sieves = FORMS[form]
    return grown(rulebook, nodes=nodes, sieves=sieves)


def some(rulebook: Rulebook, count: int, seed: int = 1) -> Iterator[Situation]:
    """Random situations, possible and not."""
    random = Random(seed)  # noqa: S311 - nothing secret
    return (situation(rulebook, random) for _ in range(count))


def agree(made: Unit, situations: Iterator[Situation], directory: Path, *, node: bool = True) -> int:
    """How often all answers were compared: what is not possible the checked functions may refuse."""
    python = Python(made, directory / "rulings.py")
    interpreter = Interpreter(json.loads(json_form(made, "0")))
    script = JavaScript(made, directory) if node else None
    asked: list[tuple[Call, Situation, bool]] = []
    for here in situations:
        possible = Evaluation(made.rulebook, here).possible
        for call in calls(made, here):
            asked.append((call, here, possible))
            same(python.fast(call), call)
            same(interpreter.answer(call.entry.ruling.name, call.codes), call)
            try:
                same(python.checked(call, here.players), call)
            except ValueError:
                assert not possible
    if script is not None:
        fast = script.run([script.fast(call) for call, _, _ in asked])
        for (call, _, _), answer in zip(asked, fast, strict=True):
            same(answer, call)
        checked = script.run([script.checked(call, here.players) for call, here, _ in asked])
        for (call, _, possible), answer in zip(asked, checked, strict=True):
            if not isinstance(answer, str):
                same(answer, call)
            else:
                assert not possible, answer
    return len(asked)


def same(answer: tuple[object, ...], call: Call) -> None:
    """That an answer is the one expected, yes/no told from numbers."""
    assert answer == call.answer, call
    assert [type(part) for part in answer] == [type(part) for part in call.answer], call


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rulebooks_agree_in_random_situations(name: str, form: str, tmp_path: Path) -> None:
    """In three languages."""
    rulebook = load(name)
    assert agree(compiled(rulebook, form), some(rulebook, 12), tmp_path) >= 120


@pytest.mark.deep
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rulebooks_agree_in_thousands_of_situations(name: str, form: str, tmp_path: Path) -> None:
    """In Python and in node."""
    rulebook = load(name)
    assert agree(compiled(rulebook, form), some(rulebook, 3_000, 2), tmp_path) >= 30_000


@pytest.mark.deep
@pytest.mark.parametrize("form", FORMS)
def test_very_many_generated_rulebooks_agree(form: str, tmp_path: Path) -> None:
    """In Python and as JSON."""
    for seed in range(2_000):
        rulebook = seeded(seed).rulebook
        agree(compiled(rulebook, form), some(rulebook, 10, seed), tmp_path, node=False)


@pytest.mark.parametrize("form", FORMS)
def test_generated_rulebooks_agree(form: str, tmp_path: Path) -> None:
    """In Python and as JSON."""
    for seed in range(60):
        rulebook = seeded(seed).rulebook
        agree(compiled(rulebook, form), some(rulebook, 8, seed), tmp_path, node=False)


@pytest.mark.parametrize("form", FORMS)
def test_generated_rulebooks_agree_in_node(form: str, tmp_path: Path) -> None:
    """In node, too."""
    for seed in range(100, 112):
        rulebook = seeded(seed).rulebook
        agree(compiled(rulebook, form), some(rulebook, 12, seed), tmp_path)


def test_a_small_rulebook_agrees_everywhere(tmp_path: Path) -> None:
    """In every situation there is, possible or not."""
    for seed in (3, 8, 21):
        rulebook = seeded(seed).rulebook
        agree(compiled(rulebook, "diagrams"), well_formed(rulebook), tmp_path, node=False)


@pytest.mark.parametrize("seed", range(8))
def test_tables_agree_in_every_cell(seed: int, tmp_path: Path) -> None:
    """In the first and last value of every cell of every column, all combined: every region, every boundary."""
    rulebook = read(rulebook_of(small(seed)), "table.md")
    for form in FORMS:
        agree(compiled(rulebook, form), boundaries(rulebook), tmp_path, node=False)


def boundaries(rulebook: Rulebook) -> Iterator[Situation]:
    """The ends of all cells of the facts of a table, combined."""
    (ruling,) = rulebook.rulings.values()
    cut = {each.subject: each.cells for each in criteria(rulebook, conditions(rulebook, ruling).reaches)}
    ends: list[list[int]] = []
    for name, fact in rulebook.facts.items():
        assert not isinstance(fact.type, Flag)
        cells = next((cells for subject, cells in cut.items() if getattr(subject, "fact", "") == name), ())
        inner = {end for cell in cells if isinstance(cell, Cell) for end in (cell.low, cell.high)}
        ends.append(sorted({*inner, fact.type.low, fact.type.high}))
    for values in product(*ends):
        yield Situation(0, {Place(name): value for name, value in zip(rulebook.facts, values, strict=True)})


def is_well_formed(rulebook: Rulebook, here: Situation) -> bool:
    """Whether every fact that does not arise has its first value."""
    evaluation = Evaluation(rulebook, here)
    return all(
        value == first_value(rulebook.facts[place.name].type) or arises(evaluation, rulebook.facts[place.name], place)
        for place, value in here.values.items()
    )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep) if name == "poker_it" else name for name in SHIPPED]
)
def test_shipped_rulebooks_agree_at_the_boundaries(name: str, tmp_path: Path) -> None:
    """From one situation on, every value of every fact, one by one."""
    rulebook = load(name)
    first = next(here for here in some(rulebook, 10_000) if Evaluation(rulebook, here).possible)

    def varied() -> Iterator[Situation]:
        for place in first.values:
            for value in domain(rulebook.facts[place.name].type, first.players):
                here = Situation(first.players, {**first.values, place: value})
                if is_well_formed(rulebook, here):
                    yield here

    assert agree(compiled(rulebook, "diagrams"), varied(), tmp_path, node=False) > 500


def test_a_sieve_answers_for_what_no_diagram_holds(tmp_path: Path) -> None:
    """A table of which everything overlaps."""
    rulebook = read(rulebook_of(sparse(40, 8)), "table.md")
    made = compiled(rulebook, "diagrams")
    assert isinstance(made.entries[0].form, Sieve)
    assert agree(made, some(rulebook, 300), tmp_path) == 300


def test_every_kind_of_outcome_is_compared() -> None:
    """Or the comparisons above would be of less than they say."""
    kinds: set[str] = set()
    forms: set[type | None] = set()
    for seed in range(60):
        made = compiled(seeded(seed).rulebook, "diagrams")
        forms |= {type(entry.form) for entry in made.entries}
        kinds |= {call.answer[0] for here in some(made.rulebook, 8, seed) for call in calls(made, here)}
    assert kinds == {kind.value for kind in Kind}
    assert Diagram in forms


@pytest.mark.parametrize("form", FORMS)
def test_the_json_form_fits_its_schema(form: str) -> None:
    """Of shipped and of generated rulebooks, and it is ASCII."""
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    for rulebook in (load("bridge_1987"), *(seeded(seed).rulebook for seed in range(6))):
        text = json_form(compiled(rulebook, form), "0")
        assert text.isascii()
        validator.validate(json.loads(text))
