"""All that a finding shows before the reference evaluator, and all that an option is said to do."""

from collections.abc import Iterator
from typing import NoReturn

from misdeal.model.language.rulebook import Case, Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation

from .bearing_records import Bearing
from .cases import failure, judged, try_case
from .finding import Finding, FindingKind, Witness
from .replay import Disagreement, came, is_situation, replay
from .replay_pairs import replay_dependence, replay_turning


def replay_finding(rulebook: Rulebook, finding: Finding) -> None:
    """Raises Disagreement unless each of a finding's situations shows it."""
    if finding.kind is FindingKind.FAILED:
        _replay_case(rulebook, finding)
    elif finding.witness is not None and finding.beside is not None:
        _replay_pair(rulebook, finding, finding.witness, finding.beside)
    else:
        for witness in _shown(finding):
            replay(rulebook, finding, witness)


def replay_bearing(rulebook: Rulebook, bearing: Bearing) -> None:
    """Raises Disagreement unless each change is one of two possible situations that differ in the option alone."""
    option = Place(bearing.option)
    for change in bearing.changes:
        one, two = Evaluation(rulebook, change.situation), Evaluation(rulebook, change.other)
        apart = {place for place, value in one.situation.values.items() if two.situation.values.get(place) != value}
        changed = all(came(one.outcome(place)) != came(two.outcome(place)) for place in change.places)
        beside = one.situation.players == two.situation.players and apart == {option}
        if not (beside and change.places and changed and is_situation(one) and is_situation(two)):
            raise Disagreement(f"{bearing.option} does not change that: {change}")


def _shown(finding: Finding) -> Iterator[Witness]:
    """The situations of a finding, each once."""
    seen = list[Witness]()
    for witness in (finding.witness, finding.beyond, *(region.witness for region in finding.regions)):
        if witness is not None and witness not in seen:
            seen.append(witness)
            yield witness


def _replay_pair(rulebook: Rulebook, finding: Finding, witness: Witness, other: Witness) -> None:
    """The same of a claim about two situations."""
    for dependence in rulebook.dependences:
        if dependence.title == finding.subject:
            replay_dependence(rulebook, dependence, witness, other)
            return
    for turning in rulebook.turnings:
        if turning.title == finding.subject:
            replay_turning(rulebook, rulebook.rulings[turning.ruling], witness, other)
            return
    raise Disagreement(f"there is no such claim: {finding.message}")


def _replay_case(rulebook: Rulebook, finding: Finding) -> None:
    """The same of a case that fails: it has to fail just so."""
    case = next((case for case in rulebook.cases if case.span == finding.span), None)
    if case is None:
        raise Disagreement(f"there is no such case: {finding.message}")
    witness = finding.witness
    tried = try_case(rulebook, case, _nobody) if witness is None else judged(rulebook, case, witness.situation)
    if failure(rulebook, tried) != finding:
        raise Disagreement(finding.message)


def _nobody(case: Case) -> NoReturn:
    raise Disagreement(f"nobody is asked about the case “{case.title}”")
