"""Claims that a ruling turns with the table. Read the terms beside `misdeal.model.meaning.turn`, which they repeat."""

from collections.abc import Iterator

from misdeal.model.language.rulebook import Fact, Place, Role, Turning
from misdeal.model.language.types import Seat, Type, Value
from misdeal.model.meaning.turn import moved_index, turned

from .finding import FindingKind, Witness
from .inquiry import Inquiry
from .obligation import Obligation, Scene, Sense
from .replay_pairs import replay_turning
from .term import Term
from .twin import Twin
from .witness import Ordinary
from .world import World


def symmetry(world: World, turning: Turning) -> Iterator[Obligation]:
    """In no possible situation that is possible turned does the ruling come out otherwise there; and there is one."""
    t, encoder = world.terms, world.encoder
    ruling = world.rulebook.rulings[turning.ruling]
    index = None if ruling.index is None else encoder.symbol(ruling.index.type)
    here, names = encoder.anywhere([ruling.index] if ruling.index else [])
    changed = dict(_turned(world))
    if ruling.index is not None and index is not None:
        changed[index] = _moved(world, ruling.index.type, index)
    twin, decision = Twin(world, changed), world.decider.decision(ruling, index)
    possible, differs = twin.possible(), twin.differs(decision, _moved(world, ruling.type, decision.value))
    yield Obligation(
        FindingKind.REFUTED,
        Sense.NOWHERE,
        f"“{turning.title}”: `{ruling.name}` turns with the table",
        f"the claim “{turning.title}” is false: `{ruling.name}` does not turn with the table",
        Scene(here, t.conjunction((here, differs, possible)), names, index),
        turning.span,
        ruling.name,
        subject=turning.title,
        twin=twin,
    )
    yield Obligation(
        FindingKind.UNTRIED,
        Sense.SOMEWHERE,
        f"“{turning.title}” is put to the test somewhere",
        f"nothing puts the claim “{turning.title}” to the test: no situation is possible both as it is and turned",
        Scene(t.true, possible, {}),
        turning.span,
        subject=turning.title,
    )


def turned_pair(inquiry: Inquiry, obligation: Obligation) -> tuple[Witness, Witness]:
    """The most ordinary situation that shows the obligation to fail, and the same turned. Both are replayed.

    Raises Undetermined.
    """
    rulebook, index = inquiry.world.rulebook, obligation.scene.index
    first = Ordinary(inquiry).find([obligation.scene.formula], index)
    assert first, "an obligation that fails has a witness"
    witness = Witness(inquiry.situation(first), None if index is None else first.value(index))
    assert obligation.ruling, "it is about a ruling"
    ruling, players = rulebook.rulings[obligation.ruling], witness.situation.players
    other = Witness(turned(rulebook, witness.situation), moved_index(ruling.index, witness.subject, players))
    replay_turning(rulebook, ruling, witness, other)
    return witness, other


def _turned(world: World) -> Iterator[tuple[Term, Term]]:
    """What each fact that moves comes to, at each index of the largest table."""
    for fact in world.rulebook.facts.values():
        for index in world.encoder.indices(fact.index) if fact.role is Role.FACT else ():
            before, after = world.encoder.fact(Place(fact.name, index)), _after(world, fact, index)
            if after is not before:
                yield before, after


def _after(world: World, fact: Fact, index: Value | None) -> Term:
    """What a fact comes to at an index: what it was one seat before, moved; beyond the table it stays."""
    encoder, t = world.encoder, world.terms
    if fact.index is None or index is None or not isinstance(fact.index.type, Seat):
        return _asked(world, fact, index)
    seat = t.number(int(index))
    values = {at: encoder.logic.sure(_asked(world, fact, at)) for at in encoder.values(fact.index.type)}
    there = encoder.select(encoder.step(seat, backward=True), values).value
    return t.ite(encoder.at_table(seat), there, encoder.fact(Place(fact.name, index)))


def _asked(world: World, fact: Fact, index: Value | None) -> Term:
    """The value of a fact moved, where it arises."""
    value = world.encoder.fact(Place(fact.name, index))
    return world.terms.ite(world.arises(fact, index), _moved(world, fact.type, value), value)


def _moved(world: World, kind: Type, value: Term) -> Term:
    """A value after the turn; it has to be one of its type."""
    if not isinstance(kind, Seat):
        return value
    encoder, t = world.encoder, world.terms
    seats = {number: t.number(number) for number in range(kind.low, kind.high + 1)}
    values = {
        number: encoder.logic.sure(t.ite(encoder.at_table(seat), encoder.step(seat, backward=False), seat))
        for number, seat in seats.items()
    }
    return encoder.select(value, values).value
