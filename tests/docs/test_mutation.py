"""docs/mutation.md: what it shows is printed, and the scores and survivors that it lists are those of the rulebooks."""

import re
import time
from functools import cache

import pytest

from misdeal.cli.mutation_told import percent
from misdeal.model.library import load_with_cases
from misdeal.proofs.alterations import Manner
from misdeal.proofs.inquiry import Prover
from misdeal.proofs.judge import Judge
from misdeal.proofs.mutants import Mutant, mutants
from misdeal.proofs.mutation import mutate
from misdeal.proofs.mutation_records import Fate, Score, Standing
from misdeal.proofs.possibility import possibility
from misdeal.proofs.protection import protection
from misdeal.proofs.solve import Process
from misdeal.proofs.suite import Suite
from misdeal.proofs.world import World

from .pages import blocks, read_page, run_shown, section, shown_commands

PAGE = read_page("docs/mutation.md")
SETTLED = "The settled rulebooks"
WANTED = 95.0  # percent that cases and claims have to kill
PATIENCE = 600.0  # seconds
SAMPLE = 15  # every so many mutants is looked at in the ordinary run


@cache
def rows() -> dict[str, list[str]]:
    """The cells beside each settled rulebook."""
    found = re.findall(r"^\| `(\w+_settled)` \| (.*) \|$", section(PAGE, SETTLED), re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in found}


def survivors() -> list[str]:
    """The names of the mutants that are listed."""
    found = re.findall(r"^\| (\w+ \S+) \| (.*?) \| .* \|$", section(PAGE, SETTLED), re.MULTILINE)
    return [f"{subject}: {told}" for subject, told in found if "`" not in subject]


def fates(name: str, chosen: list[Mutant]) -> dict[str, Fate]:
    """What becomes of some mutants of a rulebook, without a suite of generated cases."""
    rulebook = load_with_cases(name)
    protected, world = protection(Suite(rulebook, ())), World(rulebook)
    with Process(time.monotonic() + PATIENCE) as process:
        prover = Prover(world, process)
        known = possibility(world, prover).known
        with prover.inquiry(world.everything, [known, *world.axioms(world.everything)]) as inquiry:
            judge = Judge(protected, inquiry)
            return {mutant.name: judge.fate(mutant) for mutant in chosen}


def shown(score: Score) -> str:
    """As the page has it."""
    return f"{score.killed} of {score.all}, {percent(score)} %"


def test_what_is_shown_is_what_the_command_prints() -> None:
    """Every letter of it."""
    (block,) = blocks(PAGE, "console")
    ((words, output),) = [(each.words, each.output) for each in shown_commands(block)]
    assert run_shown(words) == (output, 1)


def test_the_table_has_every_manner() -> None:
    """And no other."""
    names = re.findall(r"^\| `(\w+)` \|", section(PAGE, "Mutants"), re.MULTILINE)
    assert names == [manner.name.lower() for manner in Manner]


@pytest.mark.parametrize("name", ["bridge_1987_settled", "poker_it_settled"])
def test_survivors_survive_and_others_do_not(name: str) -> None:
    """Those that are listed, and some of the others."""
    every, listed = list(mutants(load_with_cases(name))), survivors()
    assert rows()[name][0] == str(len(every))
    assert float(rows()[name][2].split(", ")[1].removesuffix(" %")) >= WANTED
    some = [each for at, each in enumerate(every) if at % SAMPLE == 0 or each.name in listed]
    for mutant, fate in fates(name, some).items():
        assert (fate.standing is Standing.SURVIVES) == (mutant in listed), mutant


def test_what_is_listed_is_there() -> None:
    """Each survivor is a mutant of a settled rulebook."""
    names = {each.name for name in rows() for each in mutants(load_with_cases(name))}
    assert survivors()
    assert set(survivors()) <= names


@pytest.mark.deep
@pytest.mark.parametrize("name", ["bridge_1987_settled", "poker_it_settled"])
def test_scores_and_survivors_are_those_that_are_listed(name: str) -> None:
    """All mutants of a settled rulebook, and what a generated suite kills."""
    made = mutate(load_with_cases(name), timeout=3600)
    same = str(made.count(Standing.SAME))
    assert rows()[name] == [str(len(made.fates)), same, shown(made.by_hand), shown(made.generated)]
    found = [mutant.name for each in made.survivors().values() for mutant in each]
    assert found == [each for each in survivors() if each in {mutant.name for mutant in made.fates}]
