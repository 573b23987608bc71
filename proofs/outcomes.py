"""Obligations about outcomes: no gap, no clash, nothing undefined (`docs/proofs.md`, "Of every ruling")."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice

from misdeal.model.language.expression import Const
from misdeal.model.language.rulebook import Rulebook, Ruling

from .criterion import Astray, Conditions, Derived, Differ, Faulty, Unsound, conditions
from .decide import Decider, Decision, Reach
from .derived import holds
from .finding import FindingKind
from .obligation import Obligation, Scene, Sense
from .term import Term

MOST_PAIRS = 20_000  # of effects on one ruling; beyond, its clash is one obligation


def index_symbol(decider: Decider, ruling: Ruling) -> Term | None:
    """The symbol of the index that a finding about an indexed ruling speaks of."""
    return None if ruling.index is None else decider.encoder.symbol(ruling.index.type)


class Outcomes:
    """The obligations of one ruling, at any one of its indices."""

    def __init__(self, rulebook: Rulebook, decider: Decider, ruling: Ruling) -> None:
        self.rulebook = rulebook
        self.decider = decider
        self.ruling = ruling
        self.terms = decider.terms
        self.index = index_symbol(decider, ruling)
        self.decision: Decision = decider.decision(ruling, self.index)
        self.examined = self._examined()
        self.conditions: Conditions = conditions(rulebook, ruling)
        self.shown = f"`{ruling.name}`"

    def gap(self) -> Iterator[Obligation]:
        """Every situation in scope gets a ruling; a default leaves nothing to prove."""
        if self.ruling.otherwise is None:
            yield Obligation(
                FindingKind.GAP,
                Sense.NOWHERE,
                f"wherever {self.shown} arises some clause decides it",
                f"no clause decides {self.shown}",
                self._scene(self.decision.gap, range(len(self.decision.reaches))),
                self.ruling.span,
                self.ruling.name,
            )

    def clashes(self) -> Iterator[Obligation]:
        """No two effects in force name different values; only pairs that could are listed, too many of them as one."""
        reaches, t = self.decision.reaches, self.terms
        agreed = t.conjunction((self.decision.arises, t.negation(self.decision.undefined)))
        pairs = list(islice(self._pairs(), MOST_PAIRS + 1))
        if len(pairs) > MOST_PAIRS:
            yield self._any_clash()
            return
        for first, second in pairs:
            differ = Differ(self.ruling.name, first, second)
            formula = t.conjunction(
                (agreed, reaches[first].decides, reaches[second].decides, holds(self.decider, self.decision, differ))
            )
            one, other = reaches[first].clause.id, reaches[second].clause.id
            ids = (one,) if one == other else (one, other)
            named = f"two instances of `{one}`" if one == other else f"`{one}` and `{other}`"
            derived = self._unsteady(first, second)
            open_effects = [subject.effect for subject in derived if isinstance(subject, Unsound)]
            scene = self._scene(formula, self._concerned(first, second, *open_effects), derived)
            yield Obligation(
                FindingKind.CLASH,
                Sense.NOWHERE,
                f"{named} never name different values for {self.shown}",
                f"{named} name different values for {self.shown}",
                scene,
                reaches[second].effect.span,
                self.ruling.name,
                ids,
            )

    def _any_clash(self) -> Obligation:
        """That of all pairs, where there are too many to look at each: told without regions."""
        return Obligation(
            FindingKind.CLASH,
            Sense.NOWHERE,
            f"no two clauses name different values for {self.shown}",
            f"clauses name different values for {self.shown}",
            replace(self._scene(self.decision.clash, ()), conditions=()),
            self.ruling.span,
            self.ruling.name,
        )

    def undefined(self) -> Iterator[Obligation]:
        """Every deciding value is a value of the ruling, and no condition, target or scope is a fault."""
        yield from self._undefined_scope()
        for position, reach in enumerate(self.decision.reaches):
            yield from self._undefined_effect(position, reach)

    def _undefined_scope(self) -> Iterator[Obligation]:
        formula = self.terms.conjunction((self.examined, self.decision.scope.fault))
        if formula is not self.terms.false:
            yield Obligation(
                FindingKind.UNDEFINED,
                Sense.NOWHERE,
                f"it is always clear whether {self.shown} arises",
                f"the scope of {self.shown} is undefined",
                self._scene(formula, ()),
                self.ruling.span,
                self.ruling.name,
            )

    def _undefined_effect(self, position: int, reach: Reach) -> Iterator[Obligation]:
        t, name = self.terms, self.ruling.name
        unsound, faulty = Unsound(name, position), Faulty(name, position)
        wrong_value = t.conjunction((reach.decides, holds(self.decider, self.decision, unsound)))
        bad = t.conjunction(
            (self.decision.arises, t.disjunction((wrong_value, holds(self.decider, self.decision, faulty))))
        )
        astray = Astray(name, position)
        for formula, derived, sentence, problem in (
            (bad, (unsound, faulty), "gives", "gives no value, or has no clear condition, for"),
            (holds(self.decider, self.decision, astray), (astray,), "always reaches", "aims at nobody at the table in"),
        ):
            if formula is t.false:
                continue
            yield Obligation(
                FindingKind.UNDEFINED,
                Sense.NOWHERE,
                f"`{reach.clause.id}` {sentence} {self.shown} a value wherever it decides it",
                f"`{reach.clause.id}` {problem} {self.shown}",
                self._scene(formula, self._concerned(position), derived),
                reach.effect.span,
                name,
                (reach.clause.id,),
            )

    def _scene(self, formula: Term, effects: "range | tuple[int, ...]", derived: tuple[Derived, ...] = ()) -> Scene:
        """A scene described by the scope and the conditions of some effects."""
        return Scene(
            self.examined,
            self.terms.conjunction((self.examined, formula)),
            self.decider.names(self.ruling, self.index),
            self.index,
            self.decision,
            (self.conditions.scope, *(self.conditions.reaches[effect] for effect in effects)),
            derived,
        )

    def _examined(self) -> Term:
        here, _ = self.decider.encoder.anywhere([self.ruling.index] if self.ruling.index else [])
        return self.terms.conjunction((here, self.decider.examined(self.ruling, self.index)))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The pairs of effects that can name different values in force, by their form alone."""
        for first, together in enumerate(self.decider.mates(self.ruling)):
            for second in range(first, len(self.decision.reaches)):
                if together >> second & 1 and self._may_clash(first, second):
                    yield first, second

    def _may_clash(self, first: int, second: int) -> bool:
        """Whether two effects that may apply together can name different values in force."""
        one, other = self.decision.reaches[first], self.decision.reaches[second]
        if first == second:
            return len(one.instances) > 1 and not isinstance(one.effect.value, Const)
        if other.clause.id in one.clause.overrides or one.clause.id in other.clause.overrides:
            return False
        return one.effect.value != other.effect.value or not isinstance(one.effect.value, Const)

    def _concerned(self, *effects: int) -> tuple[int, ...]:
        """Some effects and those whose clauses override theirs, in the order of the text."""
        ids = {self.decision.reaches[effect].clause.id for effect in effects}
        overriding = (self._overriding.get(clause, ()) for clause in ids)
        return tuple(sorted({*effects, *(position for positions in overriding for position in positions)}))

    @cached_property
    def _overriding(self) -> dict[str, list[int]]:
        """Of every clause the positions of the effects that override its own."""
        found: dict[str, list[int]] = {}
        for position, reach in enumerate(self.decision.reaches):
            for other in reach.clause.overrides:
                found.setdefault(other, []).append(position)
        return found

    @cached_property
    def _open(self) -> tuple[Unsound, ...]:
        """The effects that may give no value of the ruling's type."""
        every = (Unsound(self.ruling.name, position) for position in range(len(self.decision.reaches)))
        return tuple(one for one in every if holds(self.decider, self.decision, one) is not self.terms.false)

    def _unsteady(self, first: int, second: int) -> tuple[Derived, ...]:
        """The derived criteria of a clash: where values are not constant, whether they differ and are sound."""
        values = (self.decision.reaches[effect].effect.value for effect in (first, second))
        if all(isinstance(value, Const) for value in values):
            return self._open
        return (Differ(self.ruling.name, first, second), *self._open)
