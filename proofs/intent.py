"""What an amendment declares that it means to change, in the words of two rulebooks compared."""

from collections.abc import Iterator
from dataclasses import dataclass

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Change, Parameter, Rulebook
from misdeal.model.meaning.evaluate import Evaluation

from .both import Both, PairedRuling
from .finding import Witness
from .pairing import Edition


def declared(old: Rulebook, new: Rulebook) -> tuple[Change, ...]:
    """What the new rulebook means to change: what its pages declare that are no pages of the old one."""
    known = {edition.file for edition in old.editions}
    return tuple(change for change in new.changes if change.span.file not in known)


@dataclass(frozen=True, slots=True)
class Intent:
    """What is meant of one ruling: each of `changes` with its condition in the words of both, None for everywhere."""

    changes: tuple[tuple[Change, Expression | None], ...]

    def conditions(self) -> Iterator[Expression]:
        """What says where changes are meant."""
        return (where for _, where in self.changes if where is not None)

    def covers(self, new: Rulebook, witness: Witness) -> bool:
        """Whether a change is meant in a situation of the new rulebook, by the reference evaluator."""
        evaluation, subject = Evaluation(new, witness.situation), witness.subject
        return any(
            evaluation.holds(change.where, {change.index.name: subject} if change.index and subject is not None else {})
            for change, _ in self.changes
        )


def intent(both: Both, ruling: PairedRuling, index: Parameter | None) -> Intent | None:
    """What is meant of a ruling, whose index in both is `index`; None where the new rulebook declares nothing."""
    changes = declared(*both.books.values())
    if not changes:
        return None
    translator = both.sides[Edition.NEW].translator
    own = [change for change in changes if change.ruling == ruling.names[Edition.NEW]]
    return Intent(tuple((change, translator.about(change.where, change.index, index)) for change in own))
