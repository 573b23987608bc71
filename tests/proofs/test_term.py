"""Terms are shared, folded without changing what they mean, and a solver reads their text the same."""

import re
import time
from collections.abc import Iterator
from random import Random

import pytest

from misdeal.proofs.smtlib import Script
from misdeal.proofs.solve import Process, Satisfied, Unsatisfied
from misdeal.proofs.term import Op, Term, Terms

from ..agreement import Interpreter

SYMBOLS = {"f0": (0, 1), "f1": (0, 1), "f2": (-2, 3), "f3": (0, 4), "f4": (2, 2)}
WORDS = frozenset(
    ["assert", "declare", "const", "define", "fun", "Bool", "Int", "and", "or", "not", "ite", "true", "false"]
)


class Maker:
    """Makes random terms, each with what it must come to, worked out without `Terms`."""

    def __init__(self, random: Random, terms: Terms | None = None) -> None:
        self.random = random
        self.terms = terms or Terms()
        self.values = {name: random.randint(low, high) for name, (low, high) in SYMBOLS.items()}

    def flag(self, depth: int) -> tuple[Term, bool]:  # noqa: PLR0911 - one case an operator
        """A Bool term and its value."""
        t, form = self.terms, self.random.randrange(9 if depth else 2)
        if form == 0:
            name = self.random.choice(("f0", "f1"))
            return t.flag(name), bool(self.values[name])
        if form == 1:
            value = self.random.random() < 0.5
            return t.truth(value), value
        if form == 2:
            term, value = self.flag(depth - 1)
            return t.negation(term), not value
        if form == 3:
            parts = [self.flag(depth - 1) for _ in range(self.random.randint(0, 3))]
            return t.conjunction(term for term, _ in parts), all(value for _, value in parts)
        if form == 4:
            parts = [self.flag(depth - 1) for _ in range(self.random.randint(0, 3))]
            return t.disjunction(term for term, _ in parts), any(value for _, value in parts)
        if form == 5:
            (condition, chosen), (then, a), (otherwise, b) = (self.flag(depth - 1) for _ in range(3))
            return t.ite(condition, then, otherwise), a if chosen else b
        if form == 6:
            (left, one), (right, other) = (self.flag(depth - 1) for _ in range(2))
            return t.equal(left, right), one == other
        (number, one_value), (second, other_value) = (self.number(depth - 1) for _ in range(2))
        if form == 7:
            return t.equal(number, second), one_value == other_value
        return t.at_most(number, second), one_value <= other_value

    def number(self, depth: int) -> tuple[Term, int]:
        """An Int term and its value."""
        t, form = self.terms, self.random.randrange(5 if depth else 2)
        if form == 0:
            name = self.random.choice(("f2", "f3", "f4"))
            return t.integer(name, *SYMBOLS[name]), self.values[name]
        if form == 1:
            value = self.random.randint(-4, 4)
            return t.number(value), value
        if form == 2:
            parts = [self.number(depth - 1) for _ in range(self.random.randint(0, 3))]
            return t.total(term for term, _ in parts), sum(value for _, value in parts)
        if form == 3:
            factor = self.random.randint(-2, 3)
            term, value = self.number(depth - 1)
            return t.times(factor, term), factor * value
        condition, chosen = self.flag(depth - 1)
        (then, a), (otherwise, b) = (self.number(depth - 1) for _ in range(2))
        return t.ite(condition, then, otherwise), a if chosen else b


@pytest.mark.parametrize("first", range(0, 2000, 500))
def test_folding_changes_no_value(first: int) -> None:
    """A term has the value of what it was made of, within its interval."""
    for seed in range(first, first + 500):
        maker = Maker(Random(seed))  # noqa: S311
        interpreter = Interpreter(maker.values)
        for term, value in (maker.flag(4), maker.number(4)):
            assert interpreter.value(term) == value, seed
            assert term.low <= value <= term.high, seed


def test_equal_terms_are_one() -> None:
    """What is made twice is the same object."""
    t = Terms()
    one, other = (t.conjunction((t.flag("f0"), t.at_most(t.integer("f1", 0, 3), t.number(2)))) for _ in range(2))
    assert one is other


def test_nested_terms_cost_their_size() -> None:
    """A chain in which every term stands twice in the next is as long as the chain, in memory and as text."""
    t, script = Terms(), Script()
    term = t.flag("f0")
    for at in range(1, 200):
        term = t.ite(t.flag(f"f{at}"), t.negation(term), term)
    script.word(term)
    assert len(t) < 1_000
    assert len(script.take()[1]) < 50_000


def test_text_means_the_same_to_a_solver() -> None:
    """What is written is true to z3 where the interpreter says so, and false where not."""
    terms, script = Terms(), Script()
    with Process(time.monotonic() + 60) as process:
        for seed in range(150):
            maker = Maker(Random(seed), terms)  # noqa: S311
            term, value = maker.flag(5)
            facts = [script.word(terms.equal(*sides)) for sides in _fixed(terms, maker.values)]
            word, solver = script.word(term), process.solver()
            process.define(*script.take())
            solver.add(facts)
            assert isinstance(solver.check([(word, value)]), Satisfied), seed
            assert isinstance(solver.check([(word, not value)]), Unsatisfied), seed
            solver.end()


def _fixed(terms: Terms, values: dict[str, int]) -> Iterator[tuple[Term, Term]]:
    """Each symbol with its value."""
    for name, value in values.items():
        if SYMBOLS[name] == (0, 1):
            yield terms.flag(name), terms.truth(bool(value))
        else:
            yield terms.integer(name, *SYMBOLS[name]), terms.number(value)


def test_intervals_are_those_of_symbols() -> None:
    """The text says of a number in which interval it lies, negative ends too."""
    script = Script()
    word = script.interval(Terms().integer("f2", -2, 3))
    words, text = script.take()
    assert words == [word]
    assert "(and (<= (- 2) f2) (<= f2 3))" in text


def test_pieces_of_text_are_one_script() -> None:
    """What an earlier piece declared or defined is not said again."""
    t, script = Terms(), Script()
    shared = t.disjunction((t.flag("f0"), t.at_most(t.integer("f1", 0, 9), t.number(3))))
    script.word(t.conjunction((shared, t.flag("f2"))))
    _, first = script.take()
    script.word(t.implication(t.flag("f3"), shared))
    _, second = script.take()
    said = r"(?:declare-const|define-fun) (\w+)"
    assert set(re.findall(said, first)).isdisjoint(re.findall(said, second))
    assert "f3" in second
    assert script.take() == ([], "")


def test_text_has_generated_symbols_only() -> None:
    """Every word of the text is SMT-LIB's or a letter with a number."""
    for seed in range(50):
        term, _ = Maker(Random(seed)).flag(5)  # noqa: S311
        script = Script()
        script.word(term)
        words = set(re.findall(r"[A-Za-z_]\w*", script.take()[1])) - WORDS
        assert all(re.fullmatch(r"[a-z]\d+", word) for word in words)


def test_operators_are_those_of_smt_lib() -> None:
    """The words for operators are SMT-LIB's."""
    assert {op.value for op in Op} - {"const", "symbol"} == {"not", "and", "or", "=", "<=", "ite", "+", "*"}
