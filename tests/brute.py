"""Findings by brute force: the definitions over all situations, by the reference evaluator.

Nothing here is solved, encoded or asked for: situations are enumerated, outcomes compared, and the most
ordinary one picked by its rank. The criteria of regions and the words for them are those of `proofs`; what
lies in a cell, and how regions grow, is said here and in `covering` again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from misdeal.model.language.expression import And, Call, Const, Expression, FactRef, Implies, Or, Quantified
from misdeal.model.language.rulebook import Case, Clause, Effect, Place, Role, Rulebook, Ruling, Unruled
from misdeal.model.language.show import show
from misdeal.model.language.span import Span
from misdeal.model.language.types import Choice, Flag, Value, first_value
from misdeal.model.language.walk import children, rebuild
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Kind, Outcome, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.proofs.criterion import (
    Apart,
    Astray,
    Cell,
    Criterion,
    Derived,
    Differ,
    Faulty,
    Unsound,
    conditions,
    criteria,
)
from misdeal.proofs.decide import Decider
from misdeal.proofs.derived import holds
from misdeal.proofs.finding import Finding, FindingKind, Severity
from misdeal.proofs.naming import named
from misdeal.proofs.outcomes import index_symbol
from misdeal.proofs.phrase import phrase
from misdeal.proofs.term import Terms

from .covering import Spot, cover
from .strategies import domain, seeded
from .worlds import Point, Shown, World, shown

MOST_REGIONS = 20


@dataclass(frozen=True, slots=True)
class Found:
    """A finding, in what can be compared."""

    kind: FindingKind
    span: Span
    ruling: str | None = None
    clauses: tuple[str, ...] = ()
    subject: str | None = None
    witness: Shown | None = None
    regions: tuple[tuple[tuple[str, ...], Shown], ...] = ()
    beyond: Shown | None = None
    options: tuple[str, ...] = ()


def told(findings: Iterable[Finding]) -> list[Found]:
    """Findings of `check` in what can be compared; of a failed case only that it fails."""
    return [
        Found(
            finding.kind,
            finding.span,
            finding.ruling,
            finding.clauses,
            finding.subject,
            shown(finding.witness.situation, finding.witness.subject)
            if finding.witness and finding.kind is not FindingKind.FAILED
            else None,
            tuple(
                (region.conditions, shown(region.witness.situation, region.witness.subject))
                for region in finding.regions
            ),
            shown(finding.beyond.situation, finding.beyond.subject) if finding.beyond else None,
            finding.options,
        )
        for finding in findings
    ]


def outcome_at(point: Point, ruling: Ruling) -> Outcome:
    """The outcome of a ruling at a point."""
    return point.evaluation.outcome(Place(ruling.name, point.subject))


# Findings


def brute(rulebook: Rulebook) -> list[Found]:
    """Everything wrong with a rulebook, as `check` tells it."""
    return list(_first_kinds(Brute(rulebook).run()))


def everything_wrong(rulebook: Rulebook) -> Iterator[Found]:
    """The same with all that `check` leaves out beside an earlier kind."""
    return Brute(rulebook).run()


@cache
def seeded_findings(seed: int) -> list[Found]:
    """Everything wrong with the generated rulebook of a seed."""
    return brute(seeded(seed).rulebook)


def _first_kinds(findings: Iterable[Found]) -> Iterator[Found]:
    """Of a clause and ruling no warning or note beside an earlier kind of both, or of the clause alone."""
    said: dict[tuple[str, str | None], FindingKind] = {}
    order = list(FindingKind)
    for found in sorted(findings, key=lambda found: order.index(found.kind)):
        places = [(clause, ruling) for clause in found.clauses for ruling in (found.ruling, None)]
        hidden = any(said.get(place, found.kind) is not found.kind for place in places)
        if found.kind.severity is Severity.ERROR or not hidden:
            if found.kind is not FindingKind.UNCITED:
                for clause in found.clauses:
                    said.setdefault((clause, found.ruling), found.kind)
            yield found


Hit: TypeAlias = Callable[[Point], bool]


class Brute:
    """Looks at every situation of a rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.world = World(rulebook)
        self.decider = Decider(rulebook, Terms())  # of which only the form of values is asked
        self._unsound: dict[str, list[int]] = {}

    def run(self) -> Iterator[Found]:
        yield from self.impossible()
        if self.world.possible:
            for ruling in self.rulebook.rulings.values():
                yield from self.gap(ruling)
                yield from self.clashes(ruling)
                yield from self.undefined(ruling)
                yield from self.in_force(ruling)
                yield from self.unused_values(ruling)
            yield from self.guards()
            yield from self.claims()
            for clause in self.rulebook.clauses.values():
                yield from self.dead(clause)
                yield from self.vacuous_operands(clause)
            yield from self.vacuous_parts()
            yield from self.vacuous_always()
            yield from self.cases()
        yield from self.untraced()
        yield from self.unused()

    # Possible situations and options

    def impossible(self) -> Iterator[Found]:
        reached = {self.world.combination(evaluation) for evaluation in self.world.possible}
        lacking = frozenset(self.world.option_values) - reached
        if lacking:
            yield Found(FindingKind.IMPOSSIBLE, self.rulebook.always[0].span, options=self.under(lacking))

    def under(self, found: frozenset[tuple[Value, ...]]) -> tuple[str, ...]:
        """Some combinations of options as conditions; nothing where they are all."""
        options, everything = self.rulebook.options, self.world.option_values
        if not found or len(found) == len(everything):
            return ()
        cut = tuple(
            Criterion(
                FactRef(option.name, None, option.type),
                tuple(Cell(int(value), int(value)) for value in domain(option.type, 0)),
            )
            for option in options
        )
        located = [
            Spot(
                tuple(domain(option.type, 0).index(value) for option, value in zip(options, values, strict=True)),
                values in found,
                values,
            )
            for values in everything
        ]
        boxes, _ = cover(cut, located, len(everything))
        return tuple(" and ".join(phrase(self.rulebook, cut, box)) for box, _ in boxes)

    def _found(self, base: Found, hits: Sequence[Point]) -> Found:
        """A finding with its witness and the options under which it occurs."""
        best = min(hits, key=lambda point: point.rank)
        options = self.under(frozenset(self.world.combination(point.evaluation) for point in hits))
        return replace(base, witness=best.shown, options=options)

    def _regions(self, base: Found, points: Sequence[Point], hit: Hit, parts: "Material") -> Iterator[Found]:
        hits = [point for point in points if hit(point)]
        if not hits:
            return
        found = criteria(self.rulebook, parts.conditions, parts.derived)
        ordered = sorted(points, key=lambda point: point.rank)
        subjects = [self.world.subject(parts.name, criterion.subject) for criterion in found]
        spots = [
            Spot(
                tuple(self.cell(point, parts, criterion, key) for criterion, key in zip(found, subjects, strict=True)),
                hit(point),
                point.shown,
            )
            for point in ordered
        ]
        boxes, beyond = cover(found, spots, MOST_REGIONS)
        names = named(self.rulebook.lets, parts.conditions, found)
        regions = tuple((phrase(self.rulebook, found, box, names), seed) for box, seed in boxes)
        yield replace(self._found(base, hits), regions=regions, beyond=beyond)

    # Outcomes

    def gap(self, ruling: Ruling) -> Iterator[Found]:
        effects = range(len(self.rulebook.effects[ruling.name]))
        yield from self._regions(
            Found(FindingKind.GAP, ruling.span, ruling.name),
            self.world.examined(ruling),
            lambda point: outcome_at(point, ruling).kind is Kind.GAP,
            material(self.rulebook, ruling, effects),
        )

    def clashes(self, ruling: Ruling) -> Iterator[Found]:
        effects = self.rulebook.effects[ruling.name]
        for first, second in combinations_with_replacement(range(len(effects)), 2):
            pair = (effects[first], effects[second])
            ids = tuple(dict.fromkeys(clause.id for clause, _ in pair))
            hit = self._clashing(ruling, *pair)
            if not any(hit(point) for point in self.world.examined(ruling)):
                continue
            varies = any(not isinstance(effect.value, Const) for _, effect in pair)
            derived: list[Derived] = [Differ(ruling.name, first, second)] if varies else []
            unsound = self.unsound_forms(ruling)
            derived += [Unsound(ruling.name, at) for at in unsound]
            concerned = overriding(self.rulebook, ruling, (first, second, *unsound))
            base = Found(FindingKind.CLASH, pair[1][1].span, ruling.name, ids)
            yield from self._regions(
                base, self.world.examined(ruling), hit, material(self.rulebook, ruling, concerned, derived)
            )

    def unsound_forms(self, ruling: Ruling) -> list[int]:
        """The effects that by their form, as the encoder sees it, may give no value of their ruling's type."""
        if ruling.name not in self._unsound:
            decision = self.decider.decision(ruling, index_symbol(self.decider, ruling))
            self._unsound[ruling.name] = [
                at
                for at in range(len(decision.reaches))
                if holds(self.decider, decision, Unsound(ruling.name, at)) is not self.decider.terms.false
            ]
        return self._unsound[ruling.name]

    def _clashing(self, ruling: Ruling, one: tuple[Clause, Effect], other: tuple[Clause, Effect]) -> Hit:
        """Whether two effects decide with different values."""

        def hit(point: Point) -> bool:
            outcome = outcome_at(point, ruling)
            if outcome.kind is not Kind.CLASH:
                return False
            ours, theirs = ({i.value for i in outcome.deciding if i.effect is effect} for _, effect in (one, other))
            return any(mine != yours for mine in ours for yours in theirs)

        return hit

    def undefined(self, ruling: Ruling) -> Iterator[Found]:
        points = self.world.examined(ruling)
        base = Found(FindingKind.UNDEFINED, ruling.span, ruling.name)
        yield from self._regions(
            base,
            points,
            lambda point: _scope(point, ruling) is Undefined.FAULT,
            material(self.rulebook, ruling, ()),
        )
        for at, (clause, effect) in enumerate(self.rulebook.effects[ruling.name]):
            base = Found(FindingKind.UNDEFINED, effect.span, ruling.name, (clause.id,))
            concerned = overriding(self.rulebook, ruling, (at,))
            unsound, faulty, astray = (
                Unsound(ruling.name, at),
                Faulty(ruling.name, at),
                Astray(ruling.name, at),
            )

            def bad(point: Point, effect: Effect = effect, faulty: Faulty = faulty) -> bool:
                if _scope(point, ruling) is not True:
                    return False
                deciding = [instance for instance in outcome_at(point, ruling).deciding if instance.effect is effect]
                return self.derived_holds(point, faulty) or any(
                    not point.evaluation.in_type(ruling, instance.value) for instance in deciding
                )

            def lost(point: Point, astray: Astray = astray) -> bool:
                return self.derived_holds(point, astray)

            yield from self._regions(base, points, bad, material(self.rulebook, ruling, concerned, (unsound, faulty)))
            yield from self._regions(base, points, lost, material(self.rulebook, ruling, concerned, (astray,)))

    def guards(self) -> Iterator[Found]:
        for always in self.rulebook.always:
            points = self.world.points(None)
            base = Found(FindingKind.UNDEFINED, always.span, subject="always")

            def hit(point: Point, condition: Expression = always.condition) -> bool:
                return isinstance(point.evaluation.value(condition), Undefined)

            yield from self._regions(base, points, hit, Material((always.condition,)))
        for fact in self.rulebook.facts.values():
            if fact.when is not None:
                name = fact.index.name if fact.index else ""
                points = self.world.points(fact.index)
                base = Found(FindingKind.UNDEFINED, fact.span, subject=fact.name)

                def unclear(point: Point, when: Expression = fact.when, name: str = name) -> bool:
                    return isinstance(point.evaluation.value(when, _named(name, point)), Undefined)

                yield from self._regions(base, points, unclear, Material((fact.when,), (), name))

    # Claims

    def claims(self) -> Iterator[Found]:
        for claim in self.rulebook.claims:
            hits = [point for point in self.world.points(None) if point.evaluation.value(claim.condition) is False]
            if hits:
                yield self._found(Found(FindingKind.REFUTED, claim.span, subject=claim.title), hits)
            if not any(_tried(evaluation, claim.condition, {}) for evaluation in self.world.possible):
                yield Found(FindingKind.UNTRIED, claim.span, subject=claim.title)

    # Clauses

    def bindings(self, clause: Clause) -> Iterator[tuple[Evaluation, Bindings]]:
        for evaluation in self.world.possible:
            for bindings in evaluation.instances(clause):
                yield evaluation, bindings

    def dead(self, clause: Clause) -> Iterator[Found]:
        if not any(evaluation.holds(clause.when, bindings) for evaluation, bindings in self.bindings(clause)):
            yield Found(FindingKind.DEAD, clause.span, clauses=(clause.id,))

    def in_force(self, ruling: Ruling) -> Iterator[Found]:
        points = self.world.points(ruling.index)
        outcomes = [outcome_at(point, ruling) for point in points]
        for clause in dict.fromkeys(clause.id for clause, _ in self.rulebook.effects[ruling.name]):
            applying = [outcome for outcome in outcomes if any(i.clause.id == clause for i in outcome.applying)]
            deciding = [outcome for outcome in outcomes if any(i.clause.id == clause for i in outcome.deciding)]
            base = Found(FindingKind.STRAY, self.rulebook.clauses[clause].span, ruling.name, (clause,))
            if not applying:
                yield base
            if not deciding:
                yield replace(base, kind=FindingKind.SHADOWED)
            if all(same(outcome_at(point, ruling), without(point, ruling, clause)) for point in points):
                yield replace(base, kind=FindingKind.REDUNDANT)

    def unused_values(self, ruling: Ruling) -> Iterator[Found]:
        if not isinstance(ruling.type, Choice):
            return
        given = {
            instance.value
            for point in self.world.points(ruling.index)
            for instance in outcome_at(point, ruling).deciding
        }
        for value, name in enumerate(ruling.type.values):
            if value not in given and value != ruling.otherwise:
                yield Found(FindingKind.UNUSED, ruling.span, ruling.name, subject=name)

    def vacuous_operands(self, clause: Clause) -> Iterator[Found]:
        if clause.own is None:
            return
        joined = [part.when for part in self.rulebook.parts if part.id in clause.parts and part.when is not None]
        for operand, shorter in neutralised(clause.own):
            if all(
                e.holds(clause.when, b) == all(e.holds(c, b) for c in (*joined, shorter))
                for e, b in self.bindings(clause)
            ):
                yield Found(FindingKind.VACUOUS, operand.span, None, (clause.id,), show(operand))

    def vacuous_parts(self) -> Iterator[Found]:
        for part in self.rulebook.parts:
            beneath = [clause for clause in self.rulebook.clauses.values() if part.id in clause.parts]
            if part.when is None or not beneath:
                continue
            whole = [] if isinstance(part.when, And) else [(part.when, Const(value=True, type=Flag()))]
            for operand, shorter in [*whole, *neutralised(part.when)]:
                if not any(self._matters(clause, part.id, shorter) for clause in beneath):
                    yield Found(FindingKind.VACUOUS, operand.span, subject=show(operand))

    def _matters(self, clause: Clause, part: str, shorter: Expression) -> bool:
        others = [p.when for p in self.rulebook.parts if p.id in clause.parts and p.id != part and p.when is not None]
        own = [] if clause.own is None else [clause.own]
        return any(
            e.holds(clause.when, b) != all(e.holds(c, b) for c in (*others, shorter, *own))
            for e, b in self.bindings(clause)
        )

    def vacuous_always(self) -> Iterator[Found]:
        for always in self.rulebook.always:
            others = [other.condition for other in self.rulebook.always if other is not always]
            allowed = [e for e in self.world.everything if not any(e.value(other) is False for other in others)]
            if not any(evaluation.value(always.condition) is False for evaluation in allowed):
                yield Found(FindingKind.VACUOUS, always.span, subject="always")

    # Cases

    def cases(self) -> Iterator[Found]:
        """The cases that fail under some value of the options that they leave out, or that cannot be."""
        options = {Place(option.name): first_value(option.type) for option in self.rulebook.options}
        for case in self.rulebook.cases:
            players = case.players or (self.rulebook.table.usual if self.rulebook.table else 0)
            settled = settle(self.rulebook, players, {**options, **case.given}, usual=True)
            here = [e for e in self.world.possible if e.situation.players == players and _is_case(e, case)]
            wrong = any(not _is_right(e, case) for e in here)
            if isinstance(settled, Unsettled) or not here or wrong:
                yield Found(FindingKind.FAILED, case.span, subject=case.title)

    # What the text alone shows

    def untraced(self) -> Iterator[Found]:
        source = self.rulebook.source
        if source is None:
            return
        for clause in self.rulebook.clauses.values():
            if not clause.paragraphs:
                yield Found(FindingKind.UNCITED, clause.span, clauses=(clause.id,))
        encoded = {note.id for note in self.rulebook.notes}.union(
            *(c.paragraphs for c in self.rulebook.clauses.values())
        )
        for paragraph in source.paragraphs:
            if paragraph not in encoded:
                yield Found(FindingKind.UNENCODED, source.span, subject=paragraph)

    def unused(self) -> Iterator[Found]:
        book = self.rulebook
        roots: list[Expression | None] = [always.condition for always in book.always]
        roots += [claim.condition for claim in book.claims] + [ruling.when for ruling in book.rulings.values()]
        for clause in book.clauses.values():
            roots += [clause.when] + [part for effect in clause.effects for part in (effect.index, effect.value)]
        reached: set[str] = set()
        while roots:
            part = roots.pop()
            if part is not None:
                roots += children(part)
                if isinstance(part, FactRef) and part.fact not in reached:
                    reached.add(part.fact)
                    roots.append(book.facts[part.fact].when)
                if isinstance(part, Call) and part.let not in reached:
                    reached.add(part.let)
                    roots.append(book.lets[part.let].body)
        spans = {name: fact.span for name, fact in book.facts.items()}
        spans |= {name: let.span for name, let in book.lets.items()}
        yield from (Found(FindingKind.UNUSED, spans[name], subject=name) for name in spans if name not in reached)

    # Cells

    def cell(self, point: Point, parts: "Material", criterion: Criterion, key: int) -> int:
        """The cell of a criterion in which a point lies; `key` is the number of its subject."""
        if key not in point.cells:
            if isinstance(criterion.subject, Unsound | Faulty | Astray | Differ | Apart):
                point.cells[key] = self.derived_holds(point, criterion.subject)
            else:
                point.cells[key] = point.evaluation.value(criterion.subject, _named(parts.name, point))
        value = point.cells[key]
        if isinstance(value, Undefined):
            return criterion.cells.index(value)
        return next(
            at for at, cell in enumerate(criterion.cells) if isinstance(cell, Cell) and cell.low <= value <= cell.high
        )

    def derived_holds(self, point: Point, subject: Derived) -> bool:
        """Whether a derived criterion is true at a point."""
        ruling = self.rulebook.rulings[subject.ruling]
        match subject:
            case Unsound(_, effect):
                return any(not point.evaluation.in_type(ruling, value) for value in self.given(point, ruling, effect))
            case Differ(_, first, second):
                ours, theirs = (
                    {value for value in self.given(point, ruling, effect) if point.evaluation.in_type(ruling, value)}
                    for effect in (first, second)
                )
                return any(mine != yours for mine in ours for yours in theirs)
            case Faulty(_, effect):
                instances = self.world.instances(point.evaluation, *self.rulebook.effects[ruling.name][effect])
                return any(
                    condition is Undefined.FAULT for target, condition, _ in instances if target == point.subject
                )
            case Astray(_, effect):
                instances = self.world.instances(point.evaluation, *self.rulebook.effects[ruling.name][effect])
                return any(
                    condition is True or condition is Undefined.FAULT
                    for target, condition, _ in instances
                    if isinstance(target, Undefined)
                )
            case Apart(_, other):
                values = [outcome_at(point, each).value for each in (ruling, self.rulebook.rulings[other])]
                return None not in values and values[0] != values[1]

    def given(self, point: Point, ruling: Ruling, effect: int) -> list[Value | Undefined]:
        """The values that the instances of an effect which apply to a ruling give, in its scope or not."""
        instances = self.world.instances(point.evaluation, *self.rulebook.effects[ruling.name][effect])
        return [
            instance.value for target, condition, instance in instances if condition is True and target == point.subject
        ]


def _is_right(evaluation: Evaluation, case: Case) -> bool:
    """Whether what a case expects comes out in a situation, by the clauses that it names."""
    outcomes = {place: evaluation.outcome(place) for place in case.expected}
    deciding = {instance.clause.id for outcome in outcomes.values() for instance in outcome.deciding}
    return deciding.issuperset(case.clauses) and all(
        outcomes[place].kind.value == expected.value
        if isinstance(expected, Unruled)
        else outcomes[place].value == expected
        for place, expected in case.expected.items()
    )


def _is_case(evaluation: Evaluation, case: Case) -> bool:
    """Whether a situation is that of a case: as given, what arises as usual otherwise, options as they like."""
    for place, value in evaluation.situation.values.items():
        fact = evaluation.rulebook.facts[place.name]
        usual: Value | None = None
        if place in case.given:
            usual = case.given[place]
        elif fact.role is Role.FACT and arises(evaluation, fact, place):
            usual = usual_value(evaluation, fact, place)
        if usual not in {None, value}:
            return False
    return True


def _tried(evaluation: Evaluation, condition: Expression, names: Bindings) -> bool:
    """Whether a claim is true by more than an impossible premise."""
    if isinstance(condition, Quantified) and condition.quantifier == "every":
        seats = range(1, evaluation.situation.players + 1)
        return any(_tried(evaluation, condition.body, {**names, condition.name: seat}) for seat in seats)
    if isinstance(condition, Implies):
        return evaluation.holds(condition.premise, names) and evaluation.holds(condition.conclusion, names)
    return evaluation.holds(condition, names)


def without(point: Point, ruling: Ruling, clause: str) -> Outcome:
    """What would come out without the effects of a clause; overriding is as it was closed with it."""
    outcome = outcome_at(point, ruling)
    if outcome.kind is Kind.DOES_NOT_ARISE:
        return outcome
    left = tuple(instance for instance in outcome.applying if instance.clause.id != clause)
    if not left:
        return Outcome(Kind.GAP) if ruling.otherwise is None else Outcome(Kind.DEFAULT, ruling.otherwise)
    deciding = [i for i in left if not any(i.clause.id in other.clause.overrides for other in left)]
    if any(not point.evaluation.in_type(ruling, instance.value) for instance in deciding):
        return Outcome(Kind.UNDEFINED)
    values = {instance.value for instance in deciding}
    if len(values) > 1:
        return Outcome(Kind.CLASH)
    (value,) = values
    return Outcome(Kind.VALUE, value)  # type: ignore[arg-type]


def same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same; a default and an explicit value are not."""
    return (one.kind, one.value) == (other.kind, other.value)


def neutralised(condition: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Each operand of an `and` or `or`, with the condition that has its neutral element in its place."""
    if isinstance(condition, And | Or):
        neutral = Const(isinstance(condition, And), Flag())
        for at, operand in enumerate(condition.operands):
            operands = (*condition.operands[:at], neutral, *condition.operands[at + 1 :])
            yield operand, replace(condition, operands=operands)
    parts = children(condition)
    for at, part in enumerate(parts):
        for operand, shorter in neutralised(part):
            yield operand, rebuild(condition, (*parts[:at], shorter, *parts[at + 1 :]))


# Regions


@dataclass(frozen=True, slots=True)
class Material:
    """What regions are described by; `name` is that of the index."""

    conditions: tuple[Expression | None, ...]
    derived: tuple[Derived, ...] = ()
    name: str = ""


def material(rulebook: Rulebook, ruling: Ruling, effects: Iterable[int], derived: Sequence[Derived] = ()) -> Material:
    """The scope of a ruling and where some effects reach it."""
    found = conditions(rulebook, ruling)
    parts = (found.scope, *(found.reaches[effect] for effect in effects))
    return Material(parts, tuple(derived), ruling.index.name if ruling.index else "")


def overriding(rulebook: Rulebook, ruling: Ruling, positions: Iterable[int]) -> tuple[int, ...]:
    """Some effects, and those of clauses that override theirs."""
    effects, wanted = rulebook.effects[ruling.name], set(positions)
    ids = {effects[at][0].id for at in wanted}
    return tuple(at for at, (clause, _) in enumerate(effects) if at in wanted or clause.overrides & ids)


def _named(name: str, point: Point) -> Bindings:
    return {} if not name or point.subject is None else {name: point.subject}


def _scope(point: Point, ruling: Ruling) -> Value | Undefined:
    names = _named(ruling.index.name if ruling.index else "", point)
    return True if ruling.when is None else point.evaluation.value(ruling.when, names)
