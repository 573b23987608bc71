"""The rows of a decision table, asked of the solver: grown, proved, and each example replayed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from misdeal.model.language.expression import Expression, FactRef
from misdeal.model.language.rulebook import Place, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Flag, Seat, Timeline
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Kind, Result, Undefined
from misdeal.model.meaning.examine import examined

from .criterion import Cell, Criterion, Derived, criteria
from .derived import holds
from .finding import Verdict, Witness
from .inquiry import Inquiry, Undetermined
from .naming import named
from .obligation import Scene
from .outcomes import Outcomes
from .phrase import phrase
from .region import Box, grow
from .replay import Disagreement
from .sounding import Sounding
from .table_outcome import OutcomeClass, class_at, class_term, constant, derived_criteria
from .table_records import Condition, Decides, Proof, Row, Table
from .term import Term
from .uncounted import read_by
from .world import World

_FALSE, _TRUE = frozenset({0}), frozenset({1})  # the cells of a criterion that is yes or no


class Subject:
    """What a table is about, as terms and criteria; no solver is needed. Raises TooManyCriteria.

    `within` is where the ruling arises, is examined, and the table's condition is true; `narrowed` where that is true.
    """

    def __init__(self, world: World, ruling: Ruling, where: Expression | None) -> None:
        self.world = world
        self.ruling = ruling
        self.where = where
        outcomes = Outcomes(world.rulebook, world.decider, ruling)
        t = world.terms
        self.index = outcomes.index
        self.decision = outcomes.decision
        self.names = world.decider.names(ruling, self.index)
        narrowed = world.encoder.true(where, self.names)
        self.narrowed = t.conjunction((self._seated(), narrowed))
        self.within = t.conjunction((outcomes.examined, self.decision.arises, narrowed))
        self.unread = t.conjunction((self.narrowed, self._may_arise(), t.negation(outcomes.examined)))
        self.conditions = (outcomes.conditions.scope, *outcomes.conditions.reaches)
        self.criteria = criteria(world.rulebook, self.conditions, derived_criteria(outcomes))
        self.named = named(world.rulebook.lets, self.conditions, self.criteria)

    def terms(self) -> Iterator[Term]:
        """All that is asked about: what comes out may be the same whatever a criterion is."""
        yield from (self.narrowed, self.within, self.unread, self.decision.value, self.decision.valued)
        yield from (self.decision.clash, self.decision.undefined, self.decision.gap)
        yield from (reach.decides for reach in self.decision.reaches)
        for criterion in self.criteria:
            if isinstance(criterion.subject, Derived):
                yield holds(self.world.decider, self.decision, criterion.subject)
            else:
                coded = self.world.encoder.code(criterion.subject, self.names)
                yield from (coded.value, coded.defined, coded.fault)

    def scene(self, formula: Term) -> Scene:
        """Part of what the table is about, for an oracle."""
        return Scene(self.within, formula, self.names, self.index, self.decision)

    def _seated(self) -> Term:
        if self.index is None or self.ruling.index is None or not isinstance(self.ruling.index.type, Seat):
            return self.world.terms.true
        return self.world.encoder.at_table(self.index)

    def _may_arise(self) -> Term:
        return self.world.terms.negation(self.world.encoder.logic.false(self.decision.scope))


@dataclass(frozen=True, slots=True)
class _Grown:
    """A row in the making."""

    box: Box
    outcome: OutcomeClass
    witness: Witness


class _Whole(Sounding):
    """The oracle of everything that a table is about."""

    def lies_in(self, box: Box) -> Term:
        """Where a situation lies in a box."""
        return self._world.terms.conjunction(self._box(box))


class Rows:
    """Makes the table of a subject by one inquiry."""

    def __init__(self, subject: Subject, inquiry: Inquiry, progress: Callable[[str], None]) -> None:
        self._subject = subject
        self._inquiry = inquiry
        self._progress = progress
        self._world = subject.world
        self._whole = _Whole(inquiry, subject.criteria, subject.scene(subject.within))
        self._grown: list[_Grown] = []

    def table(self, empty: Table, most: int) -> Table:
        """The table. Raises Unusual where the facts outside the cone cannot be as usual."""
        beyond: Witness | None = None
        reason = ""
        try:
            unread = (
                read_by(self._world.rulebook, self._subject.ruling.name)
                if self._inquiry.holds([self._subject.unread])
                else ()
            )
            empty = replace(empty, unread=unread)
            beyond = self._grow(most)
            empty = replace(empty, nowhere=not self._grown and not self._inquiry.holds([self._subject.narrowed]))
        except Undetermined as undetermined:
            reason = str(undetermined)
        for witness in (*(grown.witness for grown in self._grown), *([beyond] if beyond else [])):
            self._replay(witness)
        named_all, deciding = self._all_deciding()
        made = replace(empty, beyond=beyond, proofs=(*self._proofs(beyond, reason), named_all))
        return _described(_Words(self._subject, self._met()), made, self._grown, deciding)

    # Growing

    def _grow(self, most: int) -> Witness | None:
        """Grow rows until there is nothing left, or `most` of them; a situation outside them, if there is one."""
        seed = self._whole.seed([])
        while seed is not None and len(self._grown) < most:
            self._progress(f"row {len(self._grown) + 1}")
            place = Place(self._subject.ruling.name, seed.shown.subject)
            outcome = class_at(Evaluation(self._world.rulebook, seed.shown.situation), place)
            oracle = Sounding(self._inquiry, self._subject.criteria, self._subject.scene(self._free(outcome)))
            self._grown.append(_Grown(grow(self._subject.criteria, seed.cells, oracle), outcome, seed.shown))
            seed = self._whole.seed([each.box for each in self._grown])
        return seed.shown if seed else None

    def _free(self, outcome: OutcomeClass) -> Term:
        """Where a row of some outcome may grow: where that comes out, outside the rows before."""
        t = self._world.terms
        beyond = (t.negation(self._whole.lies_in(each.box)) for each in self._grown)
        return t.conjunction((self._subject.within, self._comes_out(outcome), *beyond))

    def _comes_out(self, outcome: OutcomeClass) -> Term:
        return class_term(self._world.decider, self._subject.decision, outcome)

    def _here(self, grown: _Grown) -> tuple[Term, Term]:
        """Where a situation of the table lies in a row."""
        return self._subject.within, self._whole.lies_in(grown.box)

    # Proving

    def _proofs(self, beyond: Witness | None, reason: str) -> Iterator[Proof]:
        """What has to be so of the rows together, asked again from the rows alone."""
        complete, disjoint, right = _sentences(self._subject.ruling, self._subject.where)
        if beyond:
            yield Proof(complete, Verdict.REFUTED, f"there are more than {len(self._grown)} rows")
        elif reason:
            yield Proof(complete, Verdict.UNKNOWN, reason)
        else:
            yield self._proof(complete, [(self._subject.within, *map(self._outside, self._grown))])
        t, boxes = self._world.terms, [self._whole.lies_in(each.box) for each in self._grown]
        doubled = [(self._subject.within, box, t.disjunction(boxes[:at])) for at, box in enumerate(boxes)]
        yield self._proof(disjoint, doubled)
        wrong = [(*self._here(each), t.negation(self._comes_out(each.outcome))) for each in self._grown]
        yield self._proof(right, wrong)

    def _outside(self, grown: _Grown) -> Term:
        return self._world.terms.negation(self._whole.lies_in(grown.box))

    def _proof(self, sentence: str, never: Iterable[Sequence[Term]]) -> Proof:
        """That none of some conjunctions holds anywhere. Raises Disagreement where one does: the rows are wrong."""
        try:
            if any(self._inquiry.holds(terms) for terms in never):
                raise Disagreement(f"it is not so that {sentence}")
        except Undetermined as undetermined:
            return Proof(sentence, Verdict.UNKNOWN, str(undetermined))
        return Proof(sentence, Verdict.PROVED if self._grown else Verdict.VACUOUS)

    def _replay(self, witness: Witness) -> None:
        """Raises Disagreement unless the reference evaluator has a situation in the table, and in its row."""
        subject, rulebook = self._subject, self._world.rulebook
        evaluation, place = Evaluation(rulebook, witness.situation), Place(subject.ruling.name, witness.subject)
        index = subject.ruling.index
        names = {index.name: witness.subject} if index and witness.subject is not None else {}
        met = evaluation.possible and examined(evaluation, place) and evaluation.holds(subject.where, names)
        if not met or evaluation.outcome(place).kind is Kind.DOES_NOT_ARISE:
            raise Disagreement(f"not in the table: {witness}")
        outcome = class_at(evaluation, place)
        lying = [each for each in self._grown if _contains(subject.criteria, each.box, evaluation, names)]
        own = [each for each in self._grown if each.witness is witness]
        if any(each.outcome != outcome for each in own) or any(each not in lying for each in own):
            raise Disagreement(f"not in its row: {witness}")

    # Telling

    def _all_deciding(self) -> tuple[Proof, list[tuple[Decides, ...]]]:
        """Which clauses decide in each row; where that is not found out, those that its example shows."""
        sentence = "every clause that decides somewhere in a row is named there"
        found: list[tuple[Decides, ...]] = []
        reason = ""
        for grown in self._grown:
            somewhere, throughout = self._at_example(grown), set(grown.outcome.leads)
            try:
                somewhere, throughout = self._deciding(grown)
            except Undetermined as undetermined:
                reason = str(undetermined)
            found.append(_ordered(self._world.rulebook, self._subject.ruling, grown.outcome, somewhere, throughout))
        if reason:
            return Proof(sentence, Verdict.UNKNOWN, reason), found
        return Proof(sentence, Verdict.PROVED if found else Verdict.VACUOUS), found

    def _deciding(self, grown: _Grown) -> tuple[set[int], set[int]]:
        """The effects that decide somewhere in a row, and those that decide in all of it."""
        if not grown.outcome.leads:
            return set(), set()
        t, here = self._world.terms, self._here(grown)
        decides = {at: reach.decides for at, reach in enumerate(self._subject.decision.reaches)}
        somewhere: set[int] = set()
        throughout = set(decides)
        while True:
            other = t.disjunction(term for at, term in decides.items() if at not in somewhere)
            missed = t.negation(t.conjunction(decides[at] for at in throughout))
            held = self._inquiry.sample([*here, t.disjunction((other, missed))], decides.values())
            if held is None:
                return somewhere, throughout
            now = {at for at, term in decides.items() if term in held}
            somewhere |= now
            throughout &= now

    def _at_example(self, grown: _Grown) -> set[int]:
        place = Place(self._subject.ruling.name, grown.witness.subject)
        outcome = Evaluation(self._world.rulebook, grown.witness.situation).outcome(place)
        effects = self._world.rulebook.effects[place.name]
        return {at for at, (_, effect) in enumerate(effects) if any(each.effect is effect for each in outcome.deciding)}

    def _met(self) -> list[frozenset[int]]:
        """The cells of each criterion that occur in the table; all of them where that is not found out."""
        found: list[frozenset[int]] = []
        for at, criterion in enumerate(self._subject.criteria):
            cells = range(len(criterion.cells))
            try:
                found.append(frozenset(cell for cell in cells if self._whole.occurs(self._only(at, cell))))
            except Undetermined:
                found.append(frozenset(cells))
        return found

    def _only(self, at: int, cell: int) -> Box:
        """All situations in one cell of a criterion."""
        return tuple(frozenset({cell}) if other == at else None for other in range(len(self._subject.criteria)))


def undetermined(ruling: Ruling, where: Expression | None, reason: str) -> tuple[Proof, ...]:
    """The proofs of a table about which nothing was found out."""
    return tuple(Proof(sentence, Verdict.UNKNOWN, reason) for sentence in _sentences(ruling, where))


def _sentences(ruling: Ruling, where: Expression | None) -> tuple[str, str, str]:
    narrowed = f" and `{show(where)}` holds" if where else ""
    return (
        f"every situation in which `{ruling.name}` is to be decided{narrowed} lies in a row",
        "no situation lies in two rows",
        "in every situation of a row its outcome comes out, by its clause",
    )


def _contains(criteria: Sequence[Criterion], box: Box, evaluation: Evaluation, names: Bindings) -> bool:
    """Whether a situation lies in a box, by the reference evaluator; what is derived is not looked at."""
    return all(
        isinstance(criterion.subject, Derived)
        or any(_is_in(evaluation.value(criterion.subject, names), criterion.cells[at]) for at in cells)
        for criterion, cells in zip(criteria, box, strict=True)
        if cells is not None
    )


def _is_in(value: Result, cell: Cell | Undefined) -> bool:
    if isinstance(value, Undefined) or isinstance(cell, Undefined):
        return value is cell
    return cell.low <= value <= cell.high


def _ordered(
    rulebook: Rulebook, ruling: Ruling, outcome: OutcomeClass, somewhere: set[int], throughout: set[int]
) -> tuple[Decides, ...]:
    """The deciding effects: those that lead to the outcome, then those that decide in all of the row, then the rest."""
    effects = rulebook.effects[ruling.name]
    ordered = dict.fromkeys((*outcome.leads, *sorted(throughout), *sorted(somewhere)))
    return tuple(Decides(effects[at][0].id, effects[at][1].value, at in throughout) for at in ordered)


class _Words:
    """The rulebook's words for the criteria of a table; `met` are the cells of each that occur in it."""

    def __init__(self, subject: Subject, met: Sequence[frozenset[int]]) -> None:
        self._rulebook = subject.world.rulebook
        self._named = subject.named
        self._met = met
        self.criteria = subject.criteria

    def condition(self, at: int, cells: frozenset[int]) -> str:
        """That a situation of the table lies in some cells; cells that do not occur are named where that is shorter."""
        met = cells & self._met[at]
        texts = [self._phrase(at, some) for some in (met, cells) if some]
        return min(texts, key=len)

    def title(self, at: int) -> str:
        """A criterion: a `let` that is the same as it, its expression, or what is derived where it holds."""
        subject = self.criteria[at].subject
        if isinstance(subject, Derived) or (isinstance(subject.type, Flag) and not isinstance(subject, FactRef)):
            return self._phrase(at, _TRUE).removeprefix("not ")
        return show(subject)

    def holds(self, at: int, cells: frozenset[int]) -> bool | None:
        """Whether the title of a criterion is true in some cells, or None where they do not say."""
        subject = self.criteria[at].subject
        if not (isinstance(subject, Derived) or isinstance(subject.type, Flag)) or cells not in (_FALSE, _TRUE):
            return None
        return (cells == _TRUE) != self._phrase(at, _TRUE).startswith("not ")

    def is_stage(self, at: int) -> bool:
        """Whether a criterion is a stage: those are told first."""
        subject = self.criteria[at].subject
        return not isinstance(subject, Derived) and isinstance(subject.type, Timeline)

    def _phrase(self, at: int, cells: frozenset[int]) -> str:
        (text,) = phrase(self._rulebook, [self.criteria[at]], (cells,), self._named)
        return text


def _described(words: _Words, made: Table, grown: Sequence[_Grown], deciding: Sequence[tuple[Decides, ...]]) -> Table:
    """The table with its rows in words."""
    spoken_of = [at for at in range(len(words.criteria)) if any(each.box[at] is not None for each in grown)]
    spoken_of.sort(key=lambda at: not words.is_stage(at))
    rows = tuple(
        Row(
            each.outcome.kind,
            constant(made.rulebook, made.ruling.name, each.outcome),
            clauses,
            tuple(_conditions(words, spoken_of, each.box)),
            each.witness,
        )
        for each, clauses in zip(grown, deciding, strict=True)
    )
    return replace(made, criteria=tuple(words.title(at) for at in spoken_of), rows=rows)


def _conditions(words: _Words, spoken_of: Sequence[int], box: Box) -> Iterator[Condition]:
    for column, at in enumerate(spoken_of):
        if (cells := box[at]) is not None:
            yield Condition(column, words.condition(at, cells), words.holds(at, cells), min(cells))
