"""What is possible in one of two rulebooks only, reason by reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.model.language.expression import Expression

from .both import Both, Why
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
    """Situations that are possible in `edition`, and that the other rulebook has not, for one reason.

    `conditions` are what the other one asks of them. Raises TooManyCriteria.
    """

    edition: Edition
    why: Why
    conditions: tuple[Expression, ...]
    scene: Scene
    criteria: tuple[Criterion, ...]

    def terms(self, world: World) -> Iterator[Term]:
        """All that is asked about."""
        yield from (self.scene.examined, self.scene.formula)
        for cells in cell_terms(world, self.scene, self.criteria):
            yield from cells


def denied(world: World, both: Both, edition: Edition) -> Iterator[Denied]:
    """What the other rulebook asks of the situations of a world, which are those of an edition, reason by reason.

    Each reason is looked for where those before it are not at hand, so that nothing is said of values that a rulebook
    has not.
    """
    t, logic = world.terms, world.encoder.logic
    before = t.true
    for why in Why:
        conditions = both.denied(edition.other, why)
        allowed = t.conjunction(t.negation(logic.false(world.encoder.code(each))) for each in conditions)
        formula = t.conjunction((before, t.negation(allowed)))
        if formula is not t.false:
            scene = Scene(before, formula, {}, conditions=conditions)
            yield Denied(edition, why, conditions, scene, criteria(world.rulebook, conditions))
        before = t.conjunction((before, allowed))


def only_possible(both: Both, looked: Denied, most: int, inquiry: Inquiry) -> OnlyPossible:
    """All of them in at most so many regions. Raises Unusual where the facts outside the cone cannot be as usual."""
    sentence = sentence_about(looked.edition, looked.why)
    try:
        if not inquiry.holds([looked.scene.formula]):
            return OnlyPossible(looked.edition, looked.why, (), None, Proof(sentence, Verdict.PROVED))
        found = cover(looked.criteria, Sounding(inquiry, looked.criteria, looked.scene), most)
    except Undetermined as undetermined:
        return unknown(looked.edition, looked.why, str(undetermined))
    names = named(inquiry.world.rulebook.lets, looked.conditions, looked.criteria)

    def shown(witness: Witness) -> Example:
        return example(both, (looked.edition,), witness)

    areas = tuple(
        Area(phrase(inquiry.world.rulebook, looked.criteria, box, names), shown(witness))
        for box, witness in found.boxes
    )
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
