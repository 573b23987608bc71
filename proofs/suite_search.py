"""Looks for the situations of a suite: one ruling, by one inquiry."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.show import show
from misdeal.model.meaning.evaluate import Evaluation, Kind

from .around import Around, Values
from .descent import Descent
from .inquiry import Inquiry, Model, Undetermined
from .replay import Disagreement, is_situation
from .seek import examples
from .solve import LATE
from .suite_records import Aim, Example, How, Shown, Status, What
from .suite_subject import Cut, Pairing, Side, Subject, Way
from .term import Term, Terms
from .trials import Rows, members
from .witness import Ordinary

ATTEMPTS = 24  # at two situations that agree on all other parts of a condition


class Neighbourhood:
    """A situation and those around it, what all terms come to in each of them worked out once."""

    def __init__(self, inquiry: Inquiry, centre: Values) -> None:
        encoder = inquiry.world.encoder
        points = {
            symbol: values
            for symbol, values in inquiry.program.points(both=True).items()
            if str(symbol.payload) in encoder.symbols or symbol is encoder.players
        }
        self._around = Around(inquiry.program, [centre], points)
        self._symbols = tuple(points)
        self._possible = self.truth(inquiry.possible)

    def truth(self, term: Term) -> Rows:
        """Where a term is true."""
        return self._around.trials.truth(term)

    def values(self, row: int) -> Values:
        """The situation of a row."""
        return self._around.values(row)

    def pair(self, side: Side, pairing: Pairing) -> tuple[Values, Values] | None:
        """The centre and one around it that are the two sides and agree on all other parts; yes comes first."""
        first, second = (self.truth(term) & self._possible for term in (side.first, side.second))
        if not (first | second) & 1:
            return None
        partners = second if first & 1 else first
        for other in pairing.others:
            true = self.truth(other)
            partners &= true if true & 1 else ~true
        if not partners:
            return None
        other_side = self.values(min(members(partners), key=self._around.distance))
        return (self.values(0), other_side) if bool(first & 1) == side.yes else (other_side, self.values(0))

    def boundary(self, way: Way, signature: Sequence[Term]) -> tuple[Values, Values] | None:
        """Two situations on the two sides of a boundary that differ in one fact, and in what comes out."""
        below, above = (self.truth(term) & self._possible for term in (way.below, way.above))
        if not (below and above):
            return None
        for symbol in self._symbols:
            group = self._around.changing(symbol)
            for low in members(below & group):
                for high in members(above & group):
                    if any(self.truth(term) >> low & 1 != self.truth(term) >> high & 1 for term in signature):
                        return self.values(low), self.values(high)
        return None


class Search:
    """Shows what is to be shown of a subject. Raises Unusual where the facts outside the cone cannot be as usual."""

    def __init__(self, subject: Subject, inquiry: Inquiry, deadline: float) -> None:
        self._subject = subject
        self._inquiry = inquiry
        self._deadline = deadline
        self._world = subject.world
        self._signature = tuple(subject.signature())
        self._around: list[Neighbourhood] = []
        inquiry.program.add(subject.terms())

    def shown(self) -> Iterator[Shown]:
        """Everything, in order."""
        formulas = [goal.formula for goal in self._subject.goals]
        met, reason = self._met(formulas)
        for goal in self._subject.goals:
            yield self._goal(goal.aim, goal.formula, met, reason)
        sides = [side for pairing in self._subject.pairings for side in pairing.sides]
        met, reason = self._met([term for side in sides for term in (side.first, side.second)])
        for pairing in self._subject.pairings:
            yield self._paired(pairing, met, reason)
        for cut in self._subject.cuts:
            yield self._cut(cut)

    def _met(self, formulas: Sequence[Term]) -> tuple[Mapping[Term, Values], str]:
        """The formulas that hold somewhere, each with where; and why not all of them were found out, if so."""
        found: dict[Term, Values] = {}
        try:
            for met in examples(self._inquiry, formulas):
                found.update(met)
        except Undetermined as undetermined:
            return found, str(undetermined)
        return found, ""

    def _label(self, aim: Aim) -> str:
        return label(self._world.rulebook, aim)

    # One situation

    def _goal(self, aim: Aim, formula: Term, met: Mapping[Term, Values], reason: str) -> Shown:
        if formula not in met:
            return Shown(aim, Status.NOT_FOUND if reason else Status.IMPOSSIBLE, reason=reason)
        model = Model(met[formula])
        with suppress(Undetermined):
            model = Ordinary(self._inquiry).find([formula], self._subject.index) or model
        self._around.append(Neighbourhood(self._inquiry, model.values))
        example = self._example(model.values, self._label(aim))
        decides = not aim.clause or aim.clause in example.deciding
        comes = aim.kind in {None, example.kind} and aim.value in {None, example.value}
        if not (decides and comes):
            raise Disagreement(f"{self._label(aim)}: {example}")
        return Shown(aim, Status.SHOWN, (example,))

    # Pairs

    def _paired(self, pairing: Pairing, met: Mapping[Term, Values], reason: str) -> Shown:
        aim = pairing.aim
        sides = [side for side in pairing.sides if side.first in met and side.second in met]
        reason = reason or (LATE if time.monotonic() > self._deadline else "")
        if not sides or reason == LATE:
            return Shown(aim, Status.NOT_FOUND if reason else Status.IMPOSSIBLE, reason=reason)
        found = self._tried(pairing, sides, self._around)
        if found is None:
            closer = [Neighbourhood(self._inquiry, self._ordinary(side.first, met[side.first])) for side in sides]
            self._around += closer
            found = self._tried(pairing, sides, closer)
        how = How.UNIQUE
        if found is None:
            try:
                found = self._asked(pairing, sides)
            except Undetermined as undetermined:
                reason = str(undetermined)
        if found is None:
            how, found = How.MASKING, self._masked(sides[0], met)
        words = zip(found, ("yes", "no"), strict=True)
        yes, no = (self._example(values, f"{self._label(aim)} ({word})") for values, word in words)
        self._check(pairing, yes, no)
        return Shown(aim, Status.SHOWN, (yes, no), how, reason)

    def _tried(
        self, pairing: Pairing, sides: Sequence[Side], neighbourhoods: Sequence[Neighbourhood]
    ) -> tuple[Values, Values] | None:
        found = (each.pair(side, pairing) for side in sides for each in neighbourhoods)
        return next((pair for pair in found if pair is not None), None)

    def _asked(self, pairing: Pairing, sides: Sequence[Side]) -> tuple[Values, Values] | None:
        """A pair by the solver, None where there is none that agrees on all other parts. Raises Undetermined."""
        for side in sides:
            known: list[Term] = []
            for _ in range(ATTEMPTS):
                model = self._inquiry.find([side.first, *known])
                if model is None:
                    break
                same = self._same(pairing, model)
                partner = self._inquiry.attempt([side.second, *same])
                if isinstance(partner, Model):
                    return self._closer(side, same, model, partner)
                known.append(self._world.terms.negation(self._world.terms.conjunction(partner - {side.second})))
            else:
                raise Undetermined(f"no two situations were found that differ in this alone, in {ATTEMPTS} attempts")
        return None

    def _same(self, pairing: Pairing, model: Model) -> list[Term]:
        """Where all other parts of a condition, and the players that it is about, are as in a model."""
        t = self._world.terms
        states = zip(pairing.others, model.read(pairing.others), strict=True)
        same = [term if value else t.negation(term) for term, value in states]
        seats = zip(pairing.seats, model.read(pairing.seats), strict=True)
        return [*same, *(t.equal(seat, t.number(value)) for seat, value in seats)]

    def _closer(self, side: Side, same: Sequence[Term], model: Model, partner: Model) -> tuple[Values, Values]:
        """The two sides of a pair, the first as ordinary and the second as near to it as trying gets them."""
        first = Ordinary(self._inquiry).near([side.first, *same], model, self._subject.index).values
        second = self._near([side.second, *same], partner.values, first)
        return (first, second) if side.yes else (second, first)

    def _near(self, wanted: Sequence[Term], start: Values, goal: Values) -> Values:
        """A situation as near to another one as trying gets it."""
        t = self._world.terms
        symbols = [symbol for symbol in goal if str(symbol.payload) in self._world.encoder.symbols]
        apart = t.total(
            t.ite(t.equal(symbol, _constant(t, symbol, goal[symbol])), t.number(0), t.number(1)) for symbol in symbols
        )
        order = [symbol if symbol.sort == "Int" else t.ite(symbol, t.number(1), t.number(0)) for symbol in symbols]
        return Descent(self._inquiry.program, [self._inquiry.possible, *wanted], [apart], order, both=True).down(start)

    def _masked(self, side: Side, met: Mapping[Term, Values]) -> tuple[Values, Values]:
        first = self._ordinary(side.first, met[side.first])
        second = self._near([side.second], met[side.second], first)
        return (first, second) if side.yes else (second, first)

    def _ordinary(self, formula: Term, start: Values) -> Values:
        return Ordinary(self._inquiry).near([formula], Model(start), self._subject.index).values

    def _check(self, pairing: Pairing, yes: Example, no: Example) -> None:
        """Raises Disagreement unless the clause decides in one of two situations and not in the other."""
        if (pairing.aim.clause in yes.deciding) == (pairing.aim.clause in no.deciding):
            raise Disagreement(f"{self._label(pairing.aim)}: {yes} {no}")

    # Boundaries

    def _cut(self, cut: Cut) -> Shown:
        tried = ((way, each.boundary(way, self._signature)) for each in self._around for way in cut.ways)
        way, found = next(((way, pair) for way, pair in tried if pair is not None), (cut.ways[0], None))
        reason = ""
        if found is None:
            try:
                way, found = self._asked_boundary(cut)
                reason = "" if found or way.fact else "nothing that was tried changes there"
            except Undetermined as undetermined:
                reason = str(undetermined)
        if found is None:
            return Shown(cut.aim, Status.NOT_FOUND if reason else Status.IMPOSSIBLE, reason=reason)
        aim = replace(cut.aim, subject=way.subject)
        kind, above = way.subject.type, aim.value or 0
        ends = zip(found, (above - 1, above), strict=True)
        examples = tuple(self._example(values, f"{self._label(aim)} ({kind.show(end)})") for values, end in ends)
        return Shown(aim, Status.SHOWN, examples)

    def _asked_boundary(self, cut: Cut) -> tuple[Way, tuple[Values, Values] | None]:
        """The same by the solver: None where no change of a fact alone, if it is one, changes what comes out."""
        t = self._world.terms
        for way in cut.ways:
            if way.fact is not None:
                below = (cut.aim.value or 0) - 1
                known = {way.fact: t.number(below)}
                possible = t.replaced(self._inquiry.possible, known)
                differs = (t.negation(t.equal(term, t.replaced(term, known))) for term in self._signature)
                model = self._inquiry.find([way.above, possible, t.disjunction(differs)])
                if model is not None:
                    return way, ({**model.values, way.fact: below}, model.values)
        return cut.ways[0], None

    # Examples

    def _example(self, values: Values, label: str) -> Example:
        """The situation, and what comes out in it by the evaluator. Raises Disagreement where it is none."""
        model, index = Model(values), self._subject.index
        situation = self._inquiry.situation(model)
        evaluation = Evaluation(self._world.rulebook, situation)
        place = Place(self._subject.ruling.name, None if index is None else model.value(index))
        if not is_situation(evaluation):
            raise Disagreement(f"{label}: not possible: {situation}")
        outcome = evaluation.outcome(place)
        deciding = tuple(dict.fromkeys(instance.clause.id for instance in outcome.deciding))
        return Example(label, place, situation, outcome.kind, outcome.value, deciding)


def _constant(terms: Terms, symbol: Term, value: int) -> Term:
    return terms.truth(bool(value)) if symbol.sort == "Bool" else terms.number(value)


def label(rulebook: Rulebook, aim: Aim) -> str:
    """What is to be shown, in the rulebook's words."""
    kind, value = rulebook.rulings[aim.ruling].type, aim.value
    if aim.what is What.DECIDES:
        return f"{aim.clause} decides {aim.ruling}"
    if aim.subject is None:
        told = {Kind.DEFAULT: "is left to its default", Kind.DOES_NOT_ARISE: "does not arise"}
        if value is None and aim.kind is not None:
            return f"{aim.ruling} {told.get(aim.kind, f'is {aim.kind.value}')}"
        return f"{aim.ruling} is {kind.show(value or 0)} by {aim.clause}"
    if aim.what is What.MATTERS:
        return f"{aim.clause}: `{show(aim.subject)}` matters to {aim.ruling}"
    below, above = (aim.subject.type.show(each) for each in ((value or 0) - 1, value or 0))
    return f"{aim.ruling} changes as `{show(aim.subject)}` goes from {below} to {above}"
