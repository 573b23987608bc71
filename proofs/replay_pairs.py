"""The two situations of a claim about two before the reference evaluator."""

from collections.abc import Mapping

from misdeal.model.language.rulebook import Dependence, Place, Role, Rulebook, Ruling
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation
from misdeal.model.meaning.turn import moved, moved_index, turned

from .finding import Witness
from .replay import Disagreement, came, is_situation


def replay_dependence(rulebook: Rulebook, dependence: Dependence, witness: Witness, other: Witness) -> None:
    """Raises Disagreement unless both situations are possible, agree as the claim says, and come out differently."""
    one, two = Evaluation(rulebook, witness.situation), Evaluation(rulebook, other.situation)
    place = Place(dependence.ruling, witness.subject)
    agreed = (
        other.subject == witness.subject
        and other.situation.players == witness.situation.players
        and _agreeing(rulebook, dependence, witness.situation) == _agreeing(rulebook, dependence, other.situation)
    )
    apart = agreed and came(one.outcome(place)) != came(two.outcome(place))
    if not (is_situation(one) and is_situation(two) and apart):
        raise Disagreement(f"{dependence.title}: {witness}, {other}")


def replay_turning(rulebook: Rulebook, ruling: Ruling, witness: Witness, other: Witness) -> None:
    """Raises Disagreement unless the second is the first turned, both are possible, and the ruling does not turn."""
    one, two = Evaluation(rulebook, witness.situation), Evaluation(rulebook, other.situation)
    players = witness.situation.players
    kind, value = came(one.outcome(Place(ruling.name, witness.subject)))
    wanted = kind, None if value is None else moved(ruling.type, value, players)
    same = Witness(turned(rulebook, witness.situation), moved_index(ruling.index, witness.subject, players)) == other
    apart = came(two.outcome(Place(ruling.name, other.subject))) != wanted
    if not (same and is_situation(one) and is_situation(two) and apart):
        raise Disagreement(f"`{ruling.name}` turned: {witness}, {other}")


def _agreeing(rulebook: Rulebook, dependence: Dependence, situation: Situation) -> Mapping[Place, Value]:
    """What two situations have to agree on."""
    facts = rulebook.facts
    named = (name for name, fact in facts.items() if fact.role is not Role.FACT or name in dependence.facts)
    kept = frozenset(named)
    return {place: value for place, value in situation.values.items() if place.name in kept}
