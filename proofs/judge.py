"""What becomes of one mutant: cases are tried first, and the solver is asked for what they leave."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from misdeal.model.language.rulebook import Place, Rulebook, Ruling
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import Situation

from .cases import fails, try_case
from .decide import Decision
from .dependence import independence
from .inquiry import Inquiry, Model, Undetermined
from .mutants import Mutant
from .mutation_records import Difference, Fate, Killer, Means, Standing
from .obligation import Sense
from .outcomes import index_symbol
from .protection import Failure, Precedent, Protection
from .replay import Disagreement, came, is_situation
from .statements import Statements
from .term import Term
from .turning import symmetry
from .witness import Ordinary
from .world import World


@dataclass(frozen=True, slots=True)
class _Kills:
    """By which case a mutant is killed, if by any, and how."""

    killer: Killer | None = None
    failure: Failure | None = None


class Judge:
    """Judges mutants of one rulebook by one inquiry about all facts.

    Mutants share the terms of the rulebook: what is the same in both is one term, and is not asked about.
    """

    def __init__(self, protection: Protection, inquiry: Inquiry) -> None:
        self._protection = protection
        self._inquiry = inquiry
        self._world = inquiry.world
        self._rulebook = inquiry.world.rulebook
        self._false: dict[Killer, bool] = {}

    def fate(self, mutant: Mutant) -> Fate:
        """What becomes of a mutant."""
        by_hand = _killing(self._protection.by_hand, mutant)
        if by_hand.failure is Failure.OUTCOME:
            return Fate(Standing.KILLED, by_hand.killer, self._generated(mutant))
        try:
            return self._asked(mutant, by_hand.killer)
        except Undetermined as undetermined:
            return Fate(Standing.UNKNOWN, None, self._generated(mutant), reason=str(undetermined))

    def _asked(self, mutant: Mutant, silent: Killer | None) -> Fate:
        """What becomes of a mutant that comes out as it must in every case by hand; in one a clause may be silent.

        Raises Undetermined.
        """
        world = World(mutant.rulebook, self._world.terms)
        differs = {ruling: self._differs(world, ruling) for ruling in mutant.touched()}
        model = self._inquiry.find([self._world.terms.disjunction(differs.values())])
        if model is None:
            return Fate(Standing.SAME)
        killer, generated = silent or self._refuted(mutant, world, model), self._generated(mutant)
        if killer is not None:
            return Fate(Standing.KILLED, killer, generated)
        difference = self._difference(mutant, differs)
        noticed = self._holds(each for ruling in differs for each in self._found(world, ruling))
        return Fate(Standing.SURVIVES, None, generated, difference, noticed)

    def _generated(self, mutant: Mutant) -> Killer | None:
        return _killing(self._protection.generated, mutant).killer

    # What comes out

    def _decisions(self, world: World, ruling: Ruling) -> tuple[Decision, Decision]:
        """The decision of a ruling at any one of its indices, in the rulebook and in a mutant."""
        index = index_symbol(self._world.decider, ruling)
        before = self._rulebook.rulings[ruling.name]
        return self._world.decider.decision(before, index), world.decider.decision(ruling, index)

    def _differs(self, world: World, ruling: Ruling) -> Term:
        """Where a ruling comes out otherwise at an index at the table."""
        before, after = self._decisions(world, ruling)
        return self._world.terms.conjunction((self._seated(ruling, before.index), differ(self._world, before, after)))

    def _found(self, world: World, ruling: Ruling) -> Iterator[Term]:
        """Where there is a gap, a clash or an undefined value, looked at and not there before."""
        t, (before, after) = self._world.terms, self._decisions(world, ruling)
        looked_at = t.conjunction((self._seated(ruling, after.index), world.decider.examined(ruling, after.index)))
        for old, new in ((before.gap, after.gap), (before.clash, after.clash), (before.undefined, after.undefined)):
            yield t.conjunction((looked_at, new, t.negation(old)))

    def _seated(self, ruling: Ruling, index: Term | None) -> Term:
        """Where an index is at the table."""
        seat = ruling.index is not None and isinstance(ruling.index.type, Seat)
        return self._world.encoder.at_table(index) if seat and index is not None else self._world.terms.true

    def _difference(self, mutant: Mutant, differs: dict[Ruling, Term]) -> Difference:
        """The most ordinary difference, of the ruling that is read first; replayed. Raises Undetermined."""
        for ruling, term in differs.items():
            index = index_symbol(self._world.decider, ruling)
            model = Ordinary(self._inquiry).find([term], index)
            if model is not None:
                at = None if index is None else model.value(index)
                difference = Difference(self._inquiry.situation(model), Place(ruling.name, at))
                if not shows(self._rulebook, mutant.rulebook, difference):
                    raise Disagreement(f"{mutant.name}: {difference}")
                return difference
        raise AssertionError("what comes out otherwise somewhere does so for one of the rulings")

    # Claims

    def _refuted(self, mutant: Mutant, world: World, model: Model) -> Killer | None:
        """A claim that is false of a mutant and not of the rulebook; those are tried first in one situation."""
        evaluation = Evaluation(mutant.rulebook, self._inquiry.situation(model))
        for claim in mutant.rulebook.claims:
            killer = Killer(Means.CLAIM, claim.title)
            if evaluation.fails(claim.condition) and not self._was_false(killer):
                return killer
        before = self._violated
        changed = {killer: term for killer, term in self._violations(world).items() if term is not before[killer]}
        while changed:
            found = self._inquiry.find([self._world.terms.disjunction(changed.values())])
            if found is None:
                return None
            for killer in [killer for killer, term in changed.items() if found.value(term)]:
                self._replay(mutant, killer, self._inquiry.situation(found))
                if not self._was_false(killer):
                    return killer
                del changed[killer]
        return None

    def _replay(self, mutant: Mutant, killer: Killer, situation: Situation) -> None:
        """Raises Disagreement where a claim about one situation is not false in it, or a case does not fail."""
        book = mutant.rulebook
        claims = [claim for claim in book.claims if (Means.CLAIM, claim.title) == (killer.means, killer.title)]
        cases = [case for case in self._protection.open if (Means.CASE, case.title) == (killer.means, killer.title)]
        false = (Evaluation(book, situation).fails(claim.condition) for claim in claims)
        failed = (bool(try_case(book, case, lambda _: situation).problem) for case in cases)
        if not all((*false, *failed)):
            raise Disagreement(f"{mutant.name}: {killer}: {situation}")

    @cached_property
    def _violated(self) -> dict[Killer, Term]:
        return self._violations(self._world)

    def _violations(self, world: World) -> dict[Killer, Term]:
        """Of every claim, and every case that needs a solver, where it is false or does not come out."""
        book, statements = world.rulebook, Statements(world.rulebook, world.decider)
        found = {Killer(Means.CASE, case.title): fails(world, case) for case in self._protection.open}
        made = [(claim.title, list(statements.claim(claim))) for claim in book.claims]
        made += [(dependence.title, [independence(world, dependence)]) for dependence in book.dependences]
        made += [(turning.title, list(symmetry(world, turning))) for turning in book.turnings]
        for title, group in made:
            refuted = (each.scene.formula for each in group if each.sense is Sense.NOWHERE)
            found[Killer(Means.CLAIM, title)] = world.terms.disjunction(refuted)
        return found

    def _was_false(self, killer: Killer) -> bool:
        """Whether a claim is false of the rulebook, or a case fails. Raises Undetermined."""
        if killer not in self._false:
            self._false[killer] = self._holds([self._violated[killer]])
        return self._false[killer]

    def _holds(self, terms: Iterable[Term]) -> bool:
        """Whether one of some terms holds in a possible situation. Raises Undetermined."""
        return self._inquiry.holds([self._world.terms.disjunction(terms)])


def differ(world: World, before: Decision, after: Decision) -> Term:
    """Where something else comes out: a kind or a value; a value is the same by clauses and by default."""
    t, decided = world.terms, (before.decided(world.terms), after.decided(world.terms))
    kinds = [decided, (before.arises, after.arises), (before.gap, after.gap)]
    kinds += [(before.clash, after.clash), (before.undefined, after.undefined)]
    other_value = t.conjunction((*decided, t.negation(t.equal(before.value, after.value))))
    return t.disjunction((other_value, *(t.negation(t.equal(*pair)) for pair in kinds)))


def shows(rulebook: Rulebook, altered: Rulebook, difference: Difference) -> bool:
    """Whether a ruling comes out otherwise in a situation, which is possible, by the evaluator."""
    before, after = Evaluation(rulebook, difference.situation), Evaluation(altered, difference.situation)
    place = difference.place
    return is_situation(before) and came(before.outcome(place)) != came(after.outcome(place))


def _killing(precedents: Sequence[Precedent], mutant: Mutant) -> _Kills:
    """The case by which a mutant is killed: first one of which a ruling comes out otherwise, then a silent clause."""
    touched = frozenset(ruling.name for ruling in mutant.touched())
    about = (each for each in precedents if any(place.name in touched for place in each.expected))
    silent = _Kills()
    for each in sorted(about, key=lambda each: not each.concerns(mutant)):
        failure = each.failure(mutant.rulebook)
        if failure is Failure.OUTCOME:
            return _Kills(each.killer, failure)
        if failure is Failure.SILENCE and silent.failure is None:
            silent = _Kills(each.killer, failure)
    return silent
