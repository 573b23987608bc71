"""Encoder and reference evaluator agree; planted faults show that otherwise it would be noticed."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misdeal.model.language.expression import Quantified
from misdeal.proofs import decide
from misdeal.proofs.coded import Coded, Logic
from misdeal.proofs.decide import Decider, Decision
from misdeal.proofs.encode import Encoder
from misdeal.proofs.term import Term
from misdeal.proofs.world import World

from ..agreement import Interpreter, disagreements, first_disagreement, is_well_formed, shaken, well_formed
from ..strategies import Book, books, seeded, situation

CAUGHT_WITHIN = range(250)  # seeds; what is planted shows among them


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_encoder_agrees_with_evaluator(first: int) -> None:
    """Values, definedness, outcomes and what is examined are the same in random situations."""
    assert first_disagreement(range(first, first + 20), each=3) is None


@pytest.mark.deep
@pytest.mark.parametrize("first", range(5_000, 7_000, 100))
def test_encoder_agrees_with_evaluator_on_many(first: int) -> None:
    """The same on two thousand more rulebooks, in ten situations each."""
    assert first_disagreement(range(first, first + 100), each=10) is None


@settings(max_examples=40)
@given(books(most=30), st.randoms(use_true_random=False))
def test_encoder_agrees_on_what_hypothesis_finds(book: Book, random: Random) -> None:
    """The same on rulebooks that Hypothesis can make smaller."""
    world = World(book.rulebook)
    assert next(disagreements(world, situation(world.rulebook, random)), None) is None


def test_well_formed_is_what_the_types_say() -> None:
    """Situations as terms leave out absent seats, and all but first values of what does not arise."""
    seen = set()
    for seed in range(60):
        world, random = World(seeded(seed).rulebook), Random(seed)  # noqa: S311
        for _ in range(10):
            values = shaken(world, random)
            interpreter = Interpreter(values)
            wanted = is_well_formed(world, values)
            assert all(interpreter.true(term) for term in well_formed(world)) == wanted, (seed, values)
            seen.add(wanted)
    assert seen == {True, False}


# Planted faults

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTS: dict[str, Plant] = {}


def plant(fault: Plant) -> Plant:
    """Add a fault to those that have to be caught."""
    PLANTS[fault.__name__.removeprefix("plant_")] = fault
    return fault


@plant
def plant_after_for_from(patch: pytest.MonkeyPatch) -> None:
    """`first q from S` does not try S itself."""
    turns = Encoder.turns

    def wrong(self: Encoder, start: int, seats: range, *, included: bool, backward: bool) -> list[int]:  # noqa: ARG001
        return turns(self, start, seats, included=False, backward=backward)

    patch.setattr(Encoder, "turns", wrong)


@plant
def plant_from_for_after(patch: pytest.MonkeyPatch) -> None:
    """`first q after S` tries S first."""
    turns = Encoder.turns

    def wrong(self: Encoder, start: int, seats: range, *, included: bool, backward: bool) -> list[int]:  # noqa: ARG001
        return turns(self, start, seats, included=True, backward=backward)

    patch.setattr(Encoder, "turns", wrong)


@plant
def plant_lost_backward(patch: pytest.MonkeyPatch) -> None:
    """`backward` is not heeded."""
    turns = Encoder.turns

    def wrong(self: Encoder, start: int, seats: range, *, included: bool, backward: bool) -> list[int]:  # noqa: ARG001
        return turns(self, start, seats, included=included, backward=False)

    patch.setattr(Encoder, "turns", wrong)


@plant
def plant_absent_seat_in_quantifiers(patch: pytest.MonkeyPatch) -> None:
    """Quantifiers run over seats that are not at the table too."""
    quantified, at_table = Encoder._quantified, Encoder.at_table  # noqa: SLF001

    def wrong(self: Encoder, *arguments: object) -> Coded:
        patch.setattr(Encoder, "at_table", lambda encoder, _: encoder.terms.true)
        try:
            return quantified(self, *arguments)  # type: ignore[arg-type]
        finally:
            patch.setattr(Encoder, "at_table", at_table)

    patch.setattr(Encoder, "_quantified", wrong)


@plant
def plant_absent_seat_in_search(patch: pytest.MonkeyPatch) -> None:
    """`first` finds seats that are not at the table too."""
    search, at_table = Encoder._search, Encoder.at_table  # noqa: SLF001

    def wrong(self: Encoder, *arguments: object) -> Coded:
        patch.setattr(Encoder, "at_table", lambda encoder, _: encoder.terms.true)
        try:
            return search(self, *arguments)  # type: ignore[arg-type]
        finally:
            patch.setattr(Encoder, "at_table", at_table)

    patch.setattr(Encoder, "_search", wrong)


@plant
def plant_absent_seat_as_index(patch: pytest.MonkeyPatch) -> None:
    """An index that is not at the table is no fault."""
    patch.setattr(Encoder, "index", Encoder.code)


@plant
def plant_absent_seat_in_instances(patch: pytest.MonkeyPatch) -> None:
    """Clauses have instances for seats that are not at the table."""
    bindings = Decider.bindings

    def wrong(self: Decider, *arguments: object) -> Iterator[tuple[Term, object]]:
        for _, names in bindings(self, *arguments):  # type: ignore[arg-type]
            yield self.terms.true, names

    patch.setattr(Decider, "bindings", wrong)


@plant
def plant_lost_override(patch: pytest.MonkeyPatch) -> None:
    """Nothing overrides anything."""
    patch.setattr(decide, "_overriders", lambda clauses: {clause.id: [] for clause in clauses})


@plant
def plant_overridden_by_one_effect(patch: pytest.MonkeyPatch) -> None:
    """Of the clauses that override a clause only the first counts."""
    overriders = decide._overriders  # noqa: SLF001
    patch.setattr(decide, "_overriders", lambda clauses: {id_: found[:1] for id_, found in overriders(clauses).items()})


@plant
def plant_less_for_at_most(patch: pytest.MonkeyPatch) -> None:
    """`<=` means `<`."""
    compare = Encoder.compare

    def wrong(self: Encoder, relation: str, left: Term, right: Term) -> Term:
        return compare(self, "<" if relation == "<=" else relation, left, right)  # type: ignore[arg-type]

    patch.setattr(Encoder, "compare", wrong)


@plant
def plant_step_the_other_way(patch: pytest.MonkeyPatch) -> None:
    """`before` and `after` change places."""
    step = Encoder.step
    patch.setattr(Encoder, "step", lambda self, seat, *, backward: step(self, seat, backward=not backward))


@plant
def plant_lost_scope(patch: pytest.MonkeyPatch) -> None:
    """Every ruling arises everywhere."""
    outcome = Decider.outcome

    def wrong(self: Decider, *arguments: Any) -> Decision:  # noqa: ANN401 - those of `outcome`
        ruling, index, scope, _, reaches = arguments
        return outcome(self, ruling, index, scope, self.terms.true, reaches)

    patch.setattr(Decider, "outcome", wrong)


@plant
def plant_strict_and(patch: pytest.MonkeyPatch) -> None:
    """`and` needs all its operands, as `or` and the quantifiers do."""

    def wrong(self: Logic, operands: Iterator[Coded]) -> Coded:
        parts = tuple(operands)
        return self.strict(self.terms.conjunction(part.value for part in parts), parts)

    patch.setattr(Logic, "conjunction", wrong)


@plant
def plant_examined_everywhere(patch: pytest.MonkeyPatch) -> None:
    """Every ruling is examined everywhere."""
    patch.setattr(Decider, "examined", lambda self, *_: self.terms.true)


@plant
def plant_fault_forgotten(patch: pytest.MonkeyPatch) -> None:
    """What is undefined for a fault counts as merely undecided."""
    strict = Logic.strict

    def wrong(self: Logic, value: Term, operands: Iterator[Coded]) -> Coded:
        found = strict(self, value, operands)
        return Coded(found.value, found.defined, self.terms.false)

    patch.setattr(Logic, "strict", wrong)


@plant
def plant_values_out_of_type(patch: pytest.MonkeyPatch) -> None:
    """A value outside a ruling's type is a value."""
    patch.setattr(Decider, "sound", lambda _self, _ruling, value: value.defined)


@plant
def plant_decided_everywhere(patch: pytest.MonkeyPatch) -> None:
    """`decided` is true wherever its index is at the table."""
    decided = Encoder._decided  # noqa: SLF001

    def wrong(self: Encoder, *arguments: object) -> Coded:
        found = decided(self, *arguments)  # type: ignore[arg-type]
        return Coded(self.terms.true, found.defined, found.fault)

    patch.setattr(Encoder, "_decided", wrong)


@plant
def plant_every_for_some(patch: pytest.MonkeyPatch) -> None:
    """`some` means `every`."""
    quantified = Encoder._quantified  # noqa: SLF001

    def wrong(self: Encoder, expression: Quantified, names: object) -> Coded:
        kind = "every" if expression.quantifier == "some" else expression.quantifier
        changed = Quantified(kind, expression.name, expression.seat, expression.body, expression.type)
        return quantified(self, changed, names)  # type: ignore[arg-type]

    patch.setattr(Encoder, "_quantified", wrong)


@plant
def plant_first_found_though_unknown(patch: pytest.MonkeyPatch) -> None:
    """`first` passes over seats of which it is not known whether they fit."""
    search = Encoder._search  # noqa: SLF001

    def wrong(self: Encoder, turns: list[int], fits: dict[int, Coded]) -> Coded:
        known = {seat: self.logic.sure(self.logic.true(fit)) for seat, fit in fits.items()}
        return search(self, turns, known)

    patch.setattr(Encoder, "_search", wrong)


@pytest.mark.parametrize("fault", PLANTS)
def test_planted_faults_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison of encoder and evaluator notices each fault that is planted in the encoder."""
    PLANTS[fault](monkeypatch)
    assert first_disagreement(CAUGHT_WITHIN, each=4) is not None


def test_planted_faults_touch_what_is_used() -> None:
    """Without a plant the same seeds show nothing: what is caught is what was planted."""
    assert first_disagreement(range(20), each=4) is None
