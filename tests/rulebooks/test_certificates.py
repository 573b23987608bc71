"""Certificates of the shipped rulebooks: cvc5 agrees with z3 on every thesis."""

import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from misdeal import load
from misdeal.model.library import shipped
from misdeal.proofs.effort import JOBS
from misdeal.proofs.finding import Verdict
from misdeal.proofs.jobs import side_by_side
from misdeal.proofs.second import SecondSolver, solve
from misdeal.proofs.thesis import theses
from misdeal.proofs.thesis_file import Maker, status, thesis_file, without_status
from misdeal.proofs.world import World
from tests.cli.running import invoke

MAKER = Maker("0", "z3 0")


def accept(name: str, folder: Path) -> None:
    """Certify a shipped rulebook, and check the certificate."""
    assert invoke("certify", name, "-o", str(folder)).exit_code == (0 if name.endswith("_settled") else 1)
    result = invoke("recheck", str(folder), "--format", "json", "--timeout", "3000")
    found = json.loads(result.output)
    assert result.exit_code == 0, result.output
    assert found["standing"] == sum(found["theses"].values())
    assert found["theses"]["unknown"] == 0
    if name.endswith("_settled"):
        assert found["theses"]["proved"] == found["standing"]


def test_the_second_solver_proves_a_settled_rulebook() -> None:
    """Every thesis of it; that z3 proves them all is tested elsewhere."""
    world = World(load("poker_it_settled"))
    stated = list(theses(world))

    @contextmanager
    def start() -> Generator[Callable[[int], str]]:
        with SecondSolver.CVC5.process(time.monotonic() + 600) as process:
            yield lambda at: solve(process, text(at)).verdict

    def text(at: int) -> str:
        file = thesis_file(world, stated[at], Verdict.PROVED, MAKER)
        return without_status(file, status(stated[at], Verdict.PROVED))

    for at, answer in side_by_side(start, range(len(stated)), JOBS):
        assert answer == status(stated[at], Verdict.PROVED), stated[at].sentence


@pytest.mark.deep
@pytest.mark.parametrize("name", shipped())
def test_certificates_of_shipped_rulebooks_stand(name: str, tmp_path: Path) -> None:
    """With all that they say is not proved."""
    accept(name, tmp_path / "out")
