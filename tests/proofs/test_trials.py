"""Many situations at once come to what each comes to by itself; what lies around is what it says."""

from random import Random

import pytest

from misdeal.proofs.around import Around
from misdeal.proofs.descent import Descent
from misdeal.proofs.program import MOST_POINTS, Program
from misdeal.proofs.term import Term, Terms, evaluate
from misdeal.proofs.trials import Trials, members

from .test_term import SYMBOLS, Maker


def symbols(terms: Terms) -> dict[str, Term]:
    """The symbols that a maker uses."""
    return {
        name: terms.flag(name) if name in {"f0", "f1"} else terms.integer(name, low, high)
        for name, (low, high) in SYMBOLS.items()
    }


def rows_of(values: list[int]) -> dict[int, int]:
    """A column by value."""
    found: dict[int, int] = {}
    for row, value in enumerate(values):
        found[value] = found.get(value, 0) | 1 << row
    return found


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_rows_come_to_what_each_situation_comes_to(first: int) -> None:
    """Whatever the term, whatever the values; a symbol left out has its first value."""
    for seed in range(first, first + 100):
        random, terms = Random(seed), Terms()  # noqa: S311
        maker = Maker(random, terms)
        wanted = [maker.flag(4)[0] for _ in range(3)]
        counts = [maker.number(3)[0] for _ in range(2)]
        count = random.randint(1, 9)
        varied = [symbol for symbol in symbols(terms).values() if random.random() < 0.8]
        values = {symbol: [random.randint(symbol.low, symbol.high) for _ in range(count)] for symbol in varied}
        program = Program()
        program.add([*wanted, *counts])
        trials = Trials(program, count, {symbol: rows_of(column) for symbol, column in values.items()})
        for row in range(count):
            here = {symbol: column[row] for symbol, column in values.items()}
            assert [trials.truth(term) >> row & 1 for term in wanted] == evaluate(wanted, here)
        ranked = sorted(
            range(count), key=lambda row: evaluate(counts, {symbol: column[row] for symbol, column in values.items()})
        )
        lowest = trials.lowest(trials.every, counts)
        assert ranked[0] in members(lowest)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_what_lies_around_changes_one_symbol_and_shows_every_difference(first: int) -> None:
    """If a term over one symbol is true for some value of it, it is true for one that is tried."""
    for seed in range(first, first + 100):
        random, terms = Random(seed), Terms()  # noqa: S311
        wanted = Maker(random, terms).flag(4)[0]
        program = Program()
        program.add([wanted])
        points = program.points()
        centres = [{symbol: random.randint(symbol.low, symbol.high) for symbol in points} for _ in range(2)]
        around = Around(program, centres, points)
        true = around.trials.truth(wanted)
        seen = [around.values(row) for row in range(around.trials.every.bit_length())]
        assert [bool(true >> row & 1) for row in range(len(seen))] == [bool(evaluate([wanted], row)[0]) for row in seen]
        for values in seen:
            assert any(sum(values[symbol] != centre[symbol] for symbol in points) <= 1 for centre in centres)
        for symbol in points:
            rows = around.changing(symbol)
            for centre in centres:
                met = {evaluate([wanted], {**centre, symbol: value})[0] for value in range(symbol.low, symbol.high + 1)}
                beside = [
                    values
                    for values in (seen[row] for row in members(rows))
                    if {**values, symbol: 0} == {**centre, symbol: 0}
                ]
                assert {evaluate([wanted], values)[0] for values in beside} == met


@pytest.mark.parametrize("first", range(0, 300, 100))
def test_a_descent_stays_true_and_never_goes_up(first: int) -> None:
    """It ends where no single change is better."""
    moved = 0
    for seed in range(first, first + 100):
        random, terms = Random(seed), Terms()  # noqa: S311
        maker = Maker(random, terms)
        wanted, sums = [maker.flag(3)[0]], [maker.number(2)[0]]
        facts = symbols(terms)
        order = [facts["f2"], terms.ite(facts["f1"], terms.number(1), terms.number(0)), facts["f3"]]
        start = {symbol: random.randint(symbol.low, symbol.high) for symbol in facts.values()}
        if not evaluate(wanted, start)[0]:
            continue
        program = Program()
        end = Descent(program, wanted, sums, order).down(start)
        rank = [*sums, *order]
        assert evaluate(wanted, end) == [1]
        assert evaluate(rank, end) <= evaluate(rank, start)
        assert {symbol: end[symbol] for symbol in (facts["f0"], facts["f4"])} == {
            symbol: start[symbol] for symbol in (facts["f0"], facts["f4"])
        }
        moved += end != start
        for symbol in (facts["f1"], facts["f2"], facts["f3"]):
            for value in range(symbol.low, symbol.high + 1):
                changed = {**end, symbol: value}
                assert not (evaluate(wanted, changed)[0] and evaluate(rank, changed) < evaluate(rank, end))
    assert moved > 10


def test_wide_sums_come_out_right() -> None:
    """Sums of columns that are too wide to be put together value by value."""
    terms = Terms()
    left, right = terms.integer("f0", 0, 999), terms.integer("f1", 0, 999)
    total = terms.total((left, right))
    values = [(7 * row % 1000, 13 * row % 1000) for row in range(300)]
    program = Program()
    wanted = [terms.at_most(total, terms.number(bound)) for bound in (400, 1000)]
    program.add(wanted)
    columns = {symbol: rows_of([pair[at] for pair in values]) for at, symbol in enumerate((left, right))}
    trials = Trials(program, len(values), columns)
    for bound, term in zip((400, 1000), wanted, strict=True):
        assert list(members(trials.truth(term))) == [row for row, pair in enumerate(values) if sum(pair) <= bound]


def test_points_are_bounded() -> None:
    """However many values a page compares with, only so many are tried."""
    terms = Terms()
    symbol = terms.integer("f0", 0, 10**9)
    program = Program()
    program.add(terms.at_most(symbol, terms.number(at)) for at in range(0, 5 * MOST_POINTS, 2))
    assert len(program.points()[symbol]) <= MOST_POINTS
