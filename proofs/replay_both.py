"""Every situation of two rulebooks is replayed in each before anyone sees it."""

from collections.abc import Iterable

from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation

from .both import Both, PairedRuling
from .diff_records import Example
from .finding import Witness
from .pairing import Edition
from .replay import Disagreement
from .side import Side


def example(both: Both, possible: Iterable[Edition], witness: Witness, ruling: PairedRuling | None = None) -> Example:
    """A situation of both, and the same in those rulebooks in which it is possible.

    Raises Disagreement where it is not possible in one of these, or is in another one.
    """
    own: dict[Edition, Witness] = {}
    for edition in Edition:
        side = both.sides[edition]
        situation = side.situation(witness.situation)
        if situation is not None and Evaluation(side.book, situation).possible:
            own[edition] = Witness(situation, _subject(side, ruling, witness.subject))
    if set(own) != set(possible):
        raise Disagreement(f"not possible as it should be: {witness}")
    return Example(witness, own)


def _subject(side: Side, ruling: PairedRuling | None, subject: Value | None) -> Value | None:
    """The index that a witness is about, as one of a rulebook."""
    index = None if ruling is None else side.book.rulings[ruling.names[side.edition]].index
    return None if index is None or subject is None else side.own(index.type, subject)
