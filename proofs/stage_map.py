"""Where each clause decides: the map of a rulebook, stages against rulings.

A clause stands in a cell if and only if it decides the ruling in some possible situation at that stage; so it is with
the other signs. Each comes with such a situation, which was replayed.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from misdeal.model.language.rulebook import Fact, Place, Rulebook, Ruling
from misdeal.model.language.types import Timeline, Value
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.model.meaning.examine import SETTLED, examined
from misdeal.model.meaning.reach import stage_fact

from .around import Values
from .finding import Witness
from .inquiry import Inquiry, Model, Prover, Undetermined, Unusual
from .map_records import Cell, MapRow, Mark, Sign, StageMap
from .outcomes import index_symbol
from .possibility import possibility
from .refusal import Refusal, unknown_ruling
from .replay import Disagreement, is_situation
from .seek import examples
from .solve import LATE, Process
from .term import Term
from .world import World

__all__ = ["TIMEOUT", "Cell", "MapRow", "Mark", "Sign", "StageMap", "stage_map"]

TIMEOUT = 60.0  # seconds
_KINDS = {
    Kind.DEFAULT: Sign.DEFAULT,
    Kind.DOES_NOT_ARISE: Sign.DOES_NOT_ARISE,
    Kind.GAP: Sign.GAP,
    Kind.CLASH: Sign.CLASH,
    Kind.UNDEFINED: Sign.UNDEFINED,
}

Progress: TypeAlias = Callable[[str], None]
Questions: TypeAlias = Sequence[Mapping[Mark, Term]]  # of each cell of a row its marks, with where they are


def stage_map(
    rulebook: Rulebook,
    rulings: Sequence[str] = (),
    *,
    timeout: float = TIMEOUT,
    progress: Progress = lambda _: None,
) -> StageMap:
    """The map of a rulebook, of all its rulings or of some.

    `timeout` is in seconds; what is not found out by then is unknown. Raises Refusal where the rulebook has no such
    ruling, or nothing is possible; Disagreement where a situation does not show what it was found for, which is a
    mistake in Misdeal.
    """
    for name in rulings:
        if name not in rulebook.rulings:
            raise unknown_ruling(rulebook, name)
    world, stage = World(rulebook), stage_fact(rulebook)
    shown = [ruling for ruling in rulebook.rulings.values() if not rulings or ruling.name in rulings]
    rows: list[MapRow] = []
    deadline = time.monotonic() + timeout
    with Process(deadline) as process:
        prover = Prover(world, process)
        possible = possibility(world, prover)
        if not possible.some:
            raise Refusal("no situation is possible under this rulebook", "`misdeal check` says more")
        for ruling in shown:
            progress(f"`{ruling.name}`")
            late = time.monotonic() > deadline
            rows.append(_late(rulebook, ruling, stage) if late else _row(prover, possible.known, ruling, stage))
    return StageMap(rulebook, stage, tuple(rows))


def signs(evaluation: Evaluation, place: Place) -> set[Mark]:
    """The marks of a ruling in one situation: the definition of what a map shows."""
    outcome = evaluation.outcome(place)
    marks = {Mark(Sign.DECIDED, instance.clause.id) for instance in outcome.deciding}
    if outcome.kind not in SETTLED and not examined(evaluation, place):
        return marks | {Mark(Sign.WAITS)}
    return marks | ({Mark(_KINDS[outcome.kind])} if outcome.kind in _KINDS else set())


def _late(rulebook: Rulebook, ruling: Ruling, stage: Fact | None) -> MapRow:
    """A row of which nothing was found out."""
    deciding = dict.fromkeys(Mark(Sign.DECIDED, clause.id) for clause, _ in rulebook.effects[ruling.name])
    others = (Mark(sign) for sign in Sign if sign is not Sign.DECIDED)
    return MapRow(ruling, (Cell({}, (*deciding, *others), LATE),) * len(_stages(stage)))


def _stages(stage: Fact | None) -> Sequence[Mapping[Place, Value]]:
    """What is given in each column; of a rulebook without stages nothing in one."""
    if stage is None:
        return ({},)
    assert isinstance(stage.type, Timeline)
    return [{Place(stage.name): at} for at in range(len(stage.type.stages))]


def _row(prover: Prover, known: Term, ruling: Ruling, stage: Fact | None) -> MapRow:
    """One row, asked about the facts that it depends on, or about all where the others cannot be as usual."""
    world = prover.world
    questions = list(_questions(world, _marks(world, ruling), stage))
    formulas = [formula for cell in questions for formula in cell.values()]
    for cone in (world.cone(formulas), world.everything):
        try:
            with prover.inquiry(cone, [known, *world.axioms(cone)]) as inquiry:
                return MapRow(ruling, tuple(_cells(inquiry, ruling, stage, questions)))
        except Unusual:
            continue
    raise AssertionError("what all facts are asked about leaves nothing to be as usual")


def _questions(world: World, marks: Mapping[Mark, Term], stage: Fact | None) -> Iterator[Mapping[Mark, Term]]:
    """Of each cell of a row what may be the case in it, and where; what cannot be by form is left out."""
    t = world.terms
    for given in _stages(stage):
        here = t.conjunction(world.fixed(place, value) for place, value in given.items())
        found = {mark: t.conjunction((here, where)) for mark, where in marks.items()}
        yield {mark: formula for mark, formula in found.items() if formula is not t.false}


def _marks(world: World, ruling: Ruling) -> Mapping[Mark, Term]:
    """What may be the case of a ruling, the clauses first, in the order of the text, and where it is."""
    t, decider = world.terms, world.decider
    index = index_symbol(decider, ruling)
    decision = decider.decision(ruling, index)
    seated, _ = decider.encoder.anywhere([ruling.index] if ruling.index else [])
    looked_at = decider.examined(ruling, index)
    deciding: dict[str, list[Term]] = {}
    for reach in decision.reaches:
        deciding.setdefault(reach.clause.id, []).append(reach.decides)
    marks = {
        Mark(Sign.DECIDED, clause): t.conjunction((decision.arises, t.disjunction(where)))
        for clause, where in deciding.items()
    }
    marks[Mark(Sign.DEFAULT)] = decision.defaulted
    wrong = {Sign.GAP: decision.gap, Sign.CLASH: decision.clash, Sign.UNDEFINED: decision.undefined}
    marks.update((Mark(sign), t.conjunction((looked_at, where))) for sign, where in wrong.items())
    marks[Mark(Sign.WAITS)] = t.conjunction((t.negation(looked_at), t.disjunction(wrong.values())))
    marks[Mark(Sign.DOES_NOT_ARISE)] = t.negation(decision.arises)
    return {mark: t.conjunction((seated, where)) for mark, where in marks.items()}


def _cells(inquiry: Inquiry, ruling: Ruling, stage: Fact | None, questions: Questions) -> Iterator[Cell]:
    """The cells of a row. Raises Unusual, or Disagreement."""
    formulas = [formula for cell in questions for formula in cell.values()]
    shown: dict[Term, Values] = {}
    reason = ""
    try:
        for some in examples(inquiry, formulas):
            shown.update(some)
    except Undetermined as undetermined:
        reason = str(undetermined)
    for given, cell in zip(_stages(stage), questions, strict=True):
        marks = {
            mark: _witness(inquiry, ruling, mark, given, shown[formula])
            for mark, formula in cell.items()
            if formula in shown
        }
        unknown = tuple(mark for mark in cell if mark not in marks) if reason else ()
        yield Cell(marks, unknown, reason if unknown else "")


def _witness(inquiry: Inquiry, ruling: Ruling, mark: Mark, given: Mapping[Place, Value], values: Values) -> Witness:
    """The situation that shows a mark, replayed. Raises Unusual, or Disagreement."""
    world, model = inquiry.world, Model(values)
    situation = inquiry.situation(model)
    index = index_symbol(world.decider, ruling)
    witness = Witness(situation, None if index is None else model.value(index))
    evaluation = Evaluation(world.rulebook, situation)
    right = given.items() <= situation.values.items() and is_situation(evaluation)
    if not (right and mark in signs(evaluation, Place(ruling.name, witness.subject))):
        raise Disagreement(f"`{ruling.name}` is not marked {mark} in {witness}")
    return witness
