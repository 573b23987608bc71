"""Claims that a ruling depends only on some facts: it comes out the same wherever two situations agree on these."""

from collections.abc import Iterator

from misdeal.model.language.rulebook import Dependence, Place, Role
from misdeal.model.language.types import Number, Timeline
from misdeal.model.meaning.situation import places

from .finding import FindingKind, Witness
from .inquiry import Inquiry, Model
from .obligation import Obligation, Scene, Sense
from .replay_pairs import replay_dependence
from .term import Term
from .twin import Twin
from .witness import Least, Ordinary, number
from .world import World


def independence(world: World, dependence: Dependence) -> Obligation:
    """In no two possible situations that agree on the facts named does the ruling come out differently."""
    t, encoder = world.terms, world.encoder
    ruling = world.rulebook.rulings[dependence.ruling]
    index = None if ruling.index is None else encoder.symbol(ruling.index.type)
    here, names = encoder.anywhere([ruling.index] if ruling.index else [])
    decision = world.decider.decision(ruling, index)
    cone = world.cone([decision.value, decision.arises, decision.decided(t), decision.gap, decision.clash])
    twin = Twin(world, dict(_others(world, dependence, cone)))
    told = f"`{ruling.name}` depends only on {_listed(dependence.facts)}"
    return Obligation(
        FindingKind.REFUTED,
        Sense.NOWHERE,
        f"“{dependence.title}”: {told}",
        f"the claim “{dependence.title}” is false: `{ruling.name}` depends on something else",
        Scene(here, t.conjunction((here, twin.differs(decision), twin.possible())), names, index),
        dependence.span,
        ruling.name,
        subject=dependence.title,
        twin=twin,
    )


def pair(inquiry: Inquiry, obligation: Obligation, dependence: Dependence) -> tuple[Witness, Witness]:
    """The most ordinary situation, and the one most like it beside which another outcome comes out.

    Of several that differ from it in as few facts that with the smallest distance of numbers and stages in all, then
    the first in order. Both are replayed. Raises Undetermined.
    """
    world, index, twin = inquiry.world, obligation.scene.index, obligation.twin
    assert twin, "it is about two situations"
    first = Ordinary(inquiry).find([obligation.scene.formula], index)
    assert first, "an obligation that fails has a witness"
    second = _beside(inquiry, obligation, twin, first)
    subject = None if index is None else first.value(index)
    witness, other = (Witness(inquiry.situation(model), subject) for model in (first, second))
    replay_dependence(world.rulebook, dependence, witness, other)
    return witness, other


def _beside(inquiry: Inquiry, obligation: Obligation, twin: Twin, first: Model) -> Model:
    """The situation most like a first one that shows the obligation to fail."""
    world, t, index = inquiry.world, inquiry.world.terms, obligation.scene.index
    encoder, players = world.encoder, first.value(world.encoder.players)
    symbols = [encoder.fact(place) for place in places(world.rulebook, players) if place.name in inquiry.cone]
    fixed = [encoder.players, *symbols, *([] if index is None else [index])]
    same = [_equal(world, symbol, first.value(symbol)) for symbol in fixed]
    others = {symbol: twin.changed[symbol] for symbol in symbols if symbol in twin.changed}
    differing = t.total(number(t, t.negation(t.equal(symbol, other))) for symbol, other in others.items())
    distances = t.total(
        world.distance(symbol, other)
        for place in places(world.rulebook, players)
        if isinstance(world.rulebook.facts[place.name].type, Number | Timeline)
        and (other := others.get(symbol := encoder.fact(place))) is not None
    )
    order = [number(t, other) for other in others.values()]
    found = Least(inquiry, [differing, distances]).find([obligation.scene.formula, *same], lambda _: order)
    assert found, "what holds somewhere has a witness"
    return Model({**found.values, **{symbol: found.value(other) for symbol, other in others.items()}})


def _others(world: World, dependence: Dependence, cone: frozenset[str]) -> Iterator[tuple[Term, Term]]:
    """A symbol for the second situation for each fact of a cone that is neither named nor an option."""
    for fact in world.rulebook.facts.values():
        if fact.role is Role.FACT and fact.name in cone and fact.name not in dependence.facts:
            for index in world.encoder.indices(fact.index):
                symbol = world.encoder.fact(Place(fact.name, index))
                yield symbol, world.terms.twin(symbol)


def _equal(world: World, symbol: Term, value: int) -> Term:
    constant = world.terms.truth(bool(value)) if symbol.sort == "Bool" else world.terms.number(value)
    return world.terms.equal(symbol, constant)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
