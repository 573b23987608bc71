"""Where a ruling that two rulebooks have comes out differently: grown, proved, replayed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation, Kind, Outcome

from .both import Both, PairedRuling
from .criterion import Apart, Derived, criteria
from .derived import apart
from .diff_records import Comes, Compared, Example, Moved
from .finding import Verdict, Witness
from .inquiry import Inquiry, Undetermined
from .intent import intent
from .naming import named
from .obligation import Scene
from .outcomes import Outcomes
from .pairing import Edition
from .phrase import phrase
from .region import Box, grow
from .replay import Disagreement
from .replay_both import example
from .sounding import Sounding, cell_terms
from .table_outcome import OutcomeClass, class_at, class_term, constant, derived_criteria
from .table_records import Proof
from .term import Term
from .world import World


class Subject:
    """A ruling of both, as terms and criteria; no solver is needed. Raises TooManyCriteria.

    `within` is where it is compared: at an index that both have. `moved` is where it comes out differently.
    """

    def __init__(self, world: World, both: Both, ruling: PairedRuling) -> None:
        self.world, self.both, self.ruling = world, both, ruling
        outcomes = [Outcomes(world.rulebook, world.decider, world.rulebook.rulings[ruling.common[e]]) for e in Edition]
        self.index = outcomes[0].index
        self.decisions = {edition: each.decision for edition, each in zip(Edition, outcomes, strict=True)}
        self.names = world.decider.names(outcomes[0].ruling, self.index)
        self.intent = intent(both, ruling, outcomes[0].ruling.index)
        meant = self.intent.conditions() if self.intent else ()
        conditions = (part for each in outcomes for part in (each.conditions.scope, *each.conditions.reaches))
        self.conditions = (*conditions, *meant)
        derived = [one for each in outcomes for one in derived_criteria(each)]
        self.criteria = criteria(world.rulebook, self.conditions, (*derived, *self._apart()))
        self.named = named(world.rulebook.lets, self.conditions, self.criteria)
        self.within = self._within()
        self.moved = world.terms.conjunction((self.within, world.terms.negation(self._same())))

    def terms(self) -> Iterator[Term]:
        """All that is asked about."""
        yield from (self.within, self.moved)
        for decision in self.decisions.values():
            yield from (decision.valued, decision.clash, decision.undefined, decision.gap, decision.arises)
            yield from (reach.decides for reach in decision.reaches)
        for cells in cell_terms(self.world, self.scene(self.moved), self.criteria):
            yield from cells

    def scene(self, formula: Term) -> Scene:
        """Part of what is compared, for an oracle."""
        return Scene(self.within, formula, self.names, self.index, self.decisions[Edition.OLD])

    def comes_out(self, edition: Edition, outcome: OutcomeClass) -> Term:
        """Where what comes out in one rulebook is of a class."""
        decision = self.decisions[edition]
        if outcome.kind is Kind.DOES_NOT_ARISE:
            return self.world.terms.negation(decision.arises)
        return class_term(self.world.decider, decision, outcome)

    def meant(self) -> Term:
        """Where the new rulebook means a change."""
        assert self.intent
        encoder, names = self.world.encoder, self.names
        return self.world.terms.disjunction(encoder.true(where, names) for _, where in self.intent.changes)

    def place(self, edition: Edition, witness: Witness) -> Place:
        """The ruling at an index, in one rulebook."""
        return Place(self.ruling.names[edition], witness.subject)

    def _within(self) -> Term:
        index, t = self.index, self.world.terms
        kind = self.decisions[Edition.OLD].ruling.index
        if index is None or kind is None:
            return t.true
        if isinstance(kind.type, Seat):
            return self.world.encoder.at_table(index)
        return t.disjunction(t.equal(index, t.number(int(value))) for value in self.both.shared_indices(self.ruling))

    def _same(self) -> Term:
        """Where the same comes out."""
        t, (old, new) = self.world.terms, self.decisions.values()
        silent = t.conjunction((t.negation(old.arises), t.negation(new.arises)))
        unruled = ((old.gap, new.gap), (old.clash, new.clash), (old.undefined, new.undefined))
        valued = t.conjunction((old.decided(t), new.decided(t), t.negation(apart(self.world.decider, old, new))))
        return t.disjunction((silent, *(t.conjunction(pair) for pair in unruled), valued))

    def _apart(self) -> Iterator[Derived]:
        """Where values are computed: whether they differ."""
        old, new = self.decisions.values()
        if any(not isinstance(reach.effect.value, Const) for each in (old, new) for reach in each.reaches):
            yield Apart(old.ruling.name, new.ruling.name)


@dataclass(frozen=True, slots=True)
class _Grown:
    """A region in the making."""

    box: Box
    kind: "_Kind"
    example: Example


@dataclass(frozen=True, slots=True)
class _Kind:
    """What became of what, and whether that was meant; None where nothing is said about it."""

    outcomes: tuple[OutcomeClass, OutcomeClass]
    meant: bool | None


class _Whole(Sounding):
    """The oracle of all that comes out differently."""

    def beyond(self, boxes: Sequence[Box]) -> list[Term]:
        """Where a situation lies in none of some boxes."""
        return [self._beyond(box) for box in boxes]


def compare(subject: Subject, most: int, inquiry: Inquiry) -> Compared:
    """Where a ruling comes out differently, in at most so many regions.

    Raises Unusual where the facts outside the cone cannot be as usual.
    """
    return _Comparison(subject, inquiry).compared(most)


class _Comparison:
    """Compares a ruling by one inquiry."""

    def __init__(self, subject: Subject, inquiry: Inquiry) -> None:
        self._subject = subject
        self._inquiry = inquiry
        self._whole = _Whole(inquiry, subject.criteria, subject.scene(subject.moved))
        self._oracles: dict[_Kind, Sounding] = {}
        self._grown: list[_Grown] = []

    def compared(self, most: int) -> Compared:
        """Where it comes out differently, in at most so many regions."""
        beyond: Example | None = None
        reason = ""
        try:
            beyond = self._grow(most)
            self._drop_covered()
        except Undetermined as undetermined:
            reason = str(undetermined)
        moved = tuple(self._told(each) for each in self._grown)
        return Compared(self._subject.ruling, moved, beyond, self._proof(beyond, reason))

    def _grow(self, most: int) -> Example | None:
        """Grow regions until there is nothing left, or `most` of them; a situation outside them, if there is one."""
        seed = self._whole.seed([])
        while seed is not None:
            shown = example(self._subject.both, Edition, seed.shown, self._subject.ruling)
            kind = _Kind(self._outcomes(shown), self._meant(shown))
            if len(self._grown) == most:
                return shown
            box = grow(self._subject.criteria, seed.cells, self._oracle(kind))
            self._grown.append(_Grown(box, kind, shown))
            seed = self._whole.seed([each.box for each in self._grown])
        return None

    def _drop_covered(self) -> None:
        """From the end, drop a region that the others cover together."""
        for at in reversed(range(len(self._grown))):
            others = [each.box for other, each in enumerate(self._grown) if other != at]
            if others and self._whole.covered(self._grown[at].box, others):
                del self._grown[at]

    def _oracle(self, kind: _Kind) -> Sounding:
        """The oracle of all that moved in one way."""
        if kind not in self._oracles:
            subject, t = self._subject, self._subject.world.terms
            parts = [subject.comes_out(edition, each) for edition, each in zip(Edition, kind.outcomes, strict=True)]
            if kind.meant is not None:
                parts.append(subject.meant() if kind.meant else t.negation(subject.meant()))
            scene = subject.scene(t.conjunction((subject.moved, *parts)))
            self._oracles[kind] = Sounding(self._inquiry, subject.criteria, scene)
        return self._oracles[kind]

    def _meant(self, shown: Example) -> bool | None:
        intent, new = self._subject.intent, self._subject.both.books[Edition.NEW]
        return None if intent is None else intent.covers(new, shown.own[Edition.NEW])

    def _outcomes(self, shown: Example) -> tuple[OutcomeClass, OutcomeClass]:
        """What comes out in each rulebook. Raises Disagreement unless it is different."""
        subject = self._subject
        evaluations = {each: Evaluation(subject.both.books[each], shown.own[each].situation) for each in Edition}
        places = {each: subject.place(each, shown.own[each]) for each in Edition}
        results = [self._result(each, evaluations[each].outcome(places[each])) for each in Edition]
        if results[0] == results[1]:
            raise Disagreement(f"`{subject.ruling.names[Edition.OLD]}` comes out the same: {shown.both}")
        old, new = (class_at(evaluations[each], places[each]) for each in Edition)
        return old, new

    def _result(self, edition: Edition, outcome: Outcome) -> tuple[Kind, object]:
        """What comes out, whichever clauses decide."""
        kind = Kind.VALUE if outcome.kind is Kind.DEFAULT else outcome.kind
        side = self._subject.both.sides[edition]
        own = side.book.rulings[self._subject.ruling.names[edition]].type
        return kind, None if outcome.value is None else side.value(own, outcome.value)

    def _proof(self, beyond: Example | None, reason: str) -> Proof:
        """That it comes out differently nowhere else, asked from the regions alone."""
        name = self._subject.ruling.names[Edition.OLD]
        sentence = sentence_about(name, moved=bool(self._grown))
        if beyond is not None:
            return Proof(sentence, Verdict.REFUTED, "there are more regions than are told")
        if reason:
            return Proof(sentence, Verdict.UNKNOWN, reason)
        try:
            if self._inquiry.holds([self._subject.moved, *self._whole.beyond([each.box for each in self._grown])]):
                raise Disagreement(f"it is not so that {sentence}")
        except Undetermined as undetermined:
            return Proof(sentence, Verdict.UNKNOWN, str(undetermined))
        return Proof(sentence, Verdict.PROVED)

    def _told(self, grown: _Grown) -> Moved:
        subject = self._subject
        old, new = (_comes(subject, edition, each) for edition, each in zip(Edition, grown.kind.outcomes, strict=True))
        conditions = phrase(subject.world.rulebook, subject.criteria, grown.box, subject.named)
        return Moved(old, new, conditions, grown.example, grown.kind.meant)


def sentence_about(ruling: str, *, moved: bool) -> str:
    """What is to be proved of a ruling."""
    where = "nowhere else" if moved else "nowhere"
    return f"`{ruling}` comes out differently {where}"


def _comes(subject: Subject, edition: Edition, outcome: OutcomeClass) -> Comes:
    decision = subject.decisions[edition]
    own = subject.both.books[edition].effects[subject.ruling.names[edition]]
    ids = tuple(dict.fromkeys(own[lead][0].id for lead in outcome.leads))
    value = constant(subject.world.rulebook, decision.ruling.name, outcome)
    computed = outcome.kind is Kind.VALUE and value is None
    return Comes(outcome.kind, value, decision.reaches[outcome.leads[0]].effect.value if computed else None, ids)
