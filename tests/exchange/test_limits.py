"""What is too much for a program is refused before anything is made of it."""

import time
from pathlib import Path

import pytest

from misdeal.model.exchange.json_form import json_form
from misdeal.model.exchange.work import STEPS, WRITTEN, Uncompilable, Work
from misdeal.model.language import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.library import load, shipped
from misdeal.model.meaning.situation import Situation
from misdeal.proofs.compiled import compiled
from tests.exchanging import grown

from .test_agreement import agree

TWICE = "l(before(p)) and not l(after(p))"
FIVE_TIMES = f"l(p) and l(1) and l(2) or {TWICE}"


def book(*statements: str) -> Rulebook:
    """A rulebook of some statements."""
    lines = "\n".join(statements)
    return read(f'```misdeal\nrulebook large "Large"\nseats player 2..4\n{lines}\n```\n', "large.md")


def doubling(levels: int, asked: str) -> Rulebook:
    """Each let asks several times for the one before."""
    lets = [
        'fact n: 0..3 "How many?"',
        "let l0(p) = n = 2 or neighbours(p, 1)",
        *(f"let l{at}(p) = {asked.replace('l', f'l{at - 1}')}" for at in range(1, levels)),
    ]
    return book(*lets, 'ruling r: yes/no "What?"', f'clause 1 "It" when l{levels - 1}(1) then r is yes')


def test_lets_that_double_are_refused_at_once() -> None:
    """The steps are told."""
    start = time.perf_counter()
    with pytest.raises(Uncompilable, match=r"the conditions of `r` have [\d,]+ parts, 100,000 are allowed$"):
        compiled(doubling(30, TWICE), ["r"])
    with pytest.raises(Uncompilable, match=r"more than 10\^12 parts"):
        compiled(doubling(24, FIVE_TIMES), ["r"])
    assert time.perf_counter() - start < 5


def test_rulings_that_double_are_refused_too() -> None:
    """They read each other as lets call each other."""
    rulings = [f'ruling r{at}: 0..3 "What?"' for at in range(30)]
    clauses = [f'clause {at} "It" when r{at - 1} > 0 and r{at - 1} < 3 then r{at} is 1' for at in range(1, 30)]
    with pytest.raises(Uncompilable, match="`r29` may take"):
        compiled(book(*rulings, 'clause 0 "It" then r0 is 1', *clauses), ["r29"])


def test_what_is_too_deep_is_refused() -> None:
    """Programs have limits of their own."""
    deep = "not " * 70 + "n = 1"
    rulebook = book(
        'fact n: 0..3 "How many?"', 'ruling r: 0..9 "What?"', f'clause 1 "It" then r is if {deep} then 1 else 2'
    )
    with pytest.raises(Uncompilable, match="nested more than 60 deep"):
        grown(rulebook)


def test_large_numbers_are_not_listed(tmp_path: Path) -> None:
    """A type of very many values takes no more room than one of few."""
    clauses = ('clause 1 "Few" when n < 7 then r is n', 'clause 2 "Many" when n > 123456789 then r is -1')
    rulebook = book('fact n: -5..1000000000 "How many?"', 'ruling r: -1000000000..9 "What?"', *clauses)
    for nodes in (2_000, 0):
        made = grown(rulebook, nodes=nodes)
        assert len(json_form(made, "0")) < 10_000
        numbers = (-5, 0, 6, 7, 123456789, 123456790, 1000000000)
        assert agree(made, (Situation(2, {Place("n"): number}) for number in numbers), tmp_path) == len(numbers)


@pytest.mark.parametrize("name", shipped())
def test_shipped_rulebooks_are_far_from_the_limit(name: str) -> None:
    """None of their rulings comes near it."""
    work = Work(load(name))
    assert max(work.steps.values()) * 20 < STEPS
    assert max(work.sizes.values()) * 20 < WRITTEN
