"""What is possible in one of two rulebooks only, reason by reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from .allowed import Why
from .both import Both
from .criterion import Criterion, criteria
from .diff_records import Area, Example, OnlyPossible
from .finding import Verdict, Witness
from .inquiry import Inquiry, Undetermined
from .naming import named
from .obligation import Scene
from .pairing import Edition
from .phrase import phrase
from .region import cover
from .replay_both import example
from .sounding import Sounding, cell_terms
from .table_records import Proof
from .term import Term
from .world import World


@dataclass(frozen=True, slots=True, eq=False)
class Denied:
    """Situations that are possible in `edition`, and that the other rulebook has not, for one reason."""

    edition: Edition
    why: Why
    scene: Scene

    def criteria(self, world: World) -> tuple[Criterion, ...]:
        """What its regions are described by. Raises TooManyCriteria."""
        return criteria(world.rulebook, self.scene.conditions)

    def terms(self, world: World) -> Iterator[Term]:
        """All that is asked about. Raises TooManyCriteria."""
        yield from (self.scene.examined, self.scene.formula)
        for cells in cell_terms(world, self.scene, self.criteria(world)):
            yield from cells


def denied(world: World, both: Both, edition: Edition) -> Iterator[Denied]:
    """What the other rulebook asks of the situations of a world, which are those of an edition, reason by reason.

    Each reason is looked for where those before it are not at hand, so that nothing is said of values that a rulebook
    has not.
    """
    t, logic = world.terms, world.encoder.logic
    before = t.true
    for why in Why:
        missing = both.denied(edition.other, why)
        allowed = t.conjunction(t.negation(logic.false(world.encoder.code(each.always.condition))) for each in missing)
        formula = t.conjunction((before, t.negation(allowed)))
        if formula is not t.false:
            yield Denied(edition, why, Scene(before, formula, {}, conditions=tuple(each.told for each in missing)))
        before = t.conjunction((before, allowed))


def only_possible(both: Both, looked: Denied, most: int, inquiry: Inquiry) -> OnlyPossible:
    """All of them in at most so many regions. Raises Unusual where the facts outside the cone cannot be as usual."""
    sentence, cut = sentence_about(looked.edition, looked.why), looked.criteria(inquiry.world)
    try:
        if not inquiry.holds([looked.scene.formula]):
            return OnlyPossible(looked.edition, looked.why, (), None, Proof(sentence, Verdict.PROVED))
        found = cover(cut, Sounding(inquiry, cut, looked.scene), most)
    except Undetermined as undetermined:
        return unknown(looked.edition, looked.why, str(undetermined))
    names = named(inquiry.world.rulebook.lets, looked.scene.conditions, cut)

    def shown(witness: Witness) -> Example:
        return example(both, (looked.edition,), witness)

    areas = tuple(Area(phrase(inquiry.world.rulebook, cut, box, names), shown(witness)) for box, witness in found.boxes)
    if found.beyond is None:
        return OnlyPossible(looked.edition, looked.why, areas, None, Proof(sentence, Verdict.PROVED))
    proof = Proof(sentence, Verdict.REFUTED, "there are more regions than are told")
    return OnlyPossible(looked.edition, looked.why, areas, shown(found.beyond), proof)


def unknown(edition: Edition, why: Why, reason: str) -> OnlyPossible:
    """That it was not found out."""
    return OnlyPossible(edition, why, (), None, Proof(sentence_about(edition, why), Verdict.UNKNOWN, reason))


def sentence_about(edition: Edition, why: Why) -> str:
    """What is to be proved."""
    mine, other = edition.value, edition.other.value
    return f"no other situation is possible in the {mine} rulebook where the {other} one {why.value}"
