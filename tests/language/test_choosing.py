"""Values chosen for options: the rulebook is then as if an amendment had decided them."""

import pytest

from misdeal.model.language.choosing import choose
from misdeal.model.language.reader import read

from ..amending import decided, undecided
from .test_amendments import expressions

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_chosen_is_as_decided(seed: int) -> None:
    """Everything that is left of the rulebook is what a `decide` of the same values leaves."""
    amended, first = decided(seed), read(undecided(seed), "base.md")
    chosen = choose(first, {each.fact.name: each.value for each in amended.decisions})
    assert list(expressions(chosen)) == list(expressions(amended))
    assert [chosen.facts.keys(), chosen.lets.keys()] == [amended.facts.keys(), amended.lets.keys()]
    assert [chosen.reading_order, chosen.settling_order] == [amended.reading_order, amended.settling_order]
    assert chosen.constants == amended.constants
    assert [(each.fact.name, each.value) for each in chosen.chosen] == [
        (each.fact.name, each.value) for each in amended.decisions
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_options_can_be_chosen_one_after_the_other(seed: int) -> None:
    """It makes no difference whether options are chosen together or not."""
    first = read(undecided(seed), "base.md")
    values = {option.name: option.type.low for option in first.options}
    together, apart = choose(first, values), first
    for name, value in values.items():
        apart = choose(apart, {name: value})
    assert list(expressions(apart)) == list(expressions(together))
    assert apart.constants == together.constants
    assert apart.chosen == together.chosen


def test_cases_for_another_value_are_left_out() -> None:
    """A case that gives the option chosen another value is left out, and named; others lose what they give it."""
    rulebook = read(
        """```misdeal
rulebook small "Small"
option strict: yes/no "Strict?"
ruling r: {a, b} otherwise b "What?"
clause 1 "One" when strict then r is a
case "either way" expect r is b
case "strict" given strict = yes expect r is a
case "not strict" given strict = no expect r is b
```""",
        "small.md",
    )
    chosen = choose(rulebook, {"strict": True})
    assert [case.title for case in chosen.cases] == ["either way", "strict"]
    assert not any(case.given for case in chosen.cases)
    assert [case.title for each in chosen.chosen for case in each.unfit] == ["not strict"]
