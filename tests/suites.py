"""What a suite has to show of a rulebook that is small enough to go through, straight from docs/cases.md."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from misdeal.model.language.expression import And, Call, Compare, Const, Expression, FactRef, If, Implies, Not, Or
from misdeal.model.language.rulebook import Clause, Effect, Place, Rulebook, Ruling
from misdeal.model.language.types import Flag, Value
from misdeal.model.language.walk import children, rebuild
from misdeal.model.meaning.evaluate import Bindings, Evaluation, Kind, Outcome, Undefined
from misdeal.model.meaning.ordinary import arises
from misdeal.proofs.criterion import body
from misdeal.proofs.suite import Aim, Example, How, Shown, Status, What

from .worlds import Point, World, shown


@dataclass(frozen=True)
class Truth:
    """Whether an aim can be shown, by two situations that agree on all other parts, and the best that shows it."""

    possible: bool
    unique: bool = False
    best: Hashable = None


class Suites:
    """All possible situations of a rulebook, and what can be shown in them."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.world = World(rulebook)

    @cached_property
    def deciding(self) -> set[tuple[str, str]]:
        """The clauses that decide a ruling somewhere."""
        return {
            (ruling.name, instance.clause.id)
            for ruling in self.rulebook.rulings.values()
            for point in self.world.points(ruling.index)
            for instance in outcome_at(point, ruling).deciding
        }

    def truth(self, aim: Aim) -> Truth:
        """What is true of an aim."""
        ruling = self.rulebook.rulings[aim.ruling]
        if aim.what is What.MATTERS:
            clause, effect = self.rulebook.effects[ruling.name][aim.effect or 0]
            assert aim.subject is not None
            return self._matters(ruling, clause, effect, aim.subject)
        if aim.what is What.BOUNDARY:
            return Truth(any(self._changes(ruling, aim)))
        fitting = [point for point in self.world.points(ruling.index) if _comes(outcome_at(point, ruling), aim)]
        return Truth(bool(fitting), best=min(fitting, key=lambda point: point.rank).shown if fitting else None)

    def _matters(self, ruling: Ruling, clause: Clause, effect: Effect, part: Expression) -> Truth:
        """Every pair of situations is looked at, by what it has to have in common."""
        tree = expanded(self.rulebook, clause.when)
        others = [each for each in leaves(tree) if each != part]
        sides: dict[tuple[bool, bool], set[Hashable]] = {}
        for point in self.world.points(ruling.index):
            e, outcome = point.evaluation, outcome_at(point, ruling)
            if outcome.kind is Kind.DOES_NOT_ARISE:
                continue
            by_this = any(each.effect is effect for each in outcome.deciding)
            by_clause = any(each.clause is clause for each in outcome.deciding)
            for bindings in e.instances(clause):
                if e.target(effect.index, bindings) != point.subject:
                    continue
                so = e.value(part, bindings)
                turns = turned(e, tree, part, bindings)
                if isinstance(so, Undefined) or turns is None:
                    continue
                agreed = (point.subject, tuple(bindings.values()), tuple(_state(e, each, bindings) for each in others))
                if bool(so) is turns and by_this:
                    sides.setdefault((turns, True), set()).add(agreed)
                if bool(so) is not turns and not by_clause:
                    sides.setdefault((turns, False), set()).add(agreed)
        pairs = [(sides.get((turns, True), set()), sides.get((turns, False), set())) for turns in (True, False)]
        return Truth(any(first and second for first, second in pairs), any(first & second for first, second in pairs))

    def _changes(self, ruling: Ruling, aim: Aim) -> Iterator[bool]:
        """Whether what comes out changes where one fact does, at each pair of situations around a boundary."""
        if not isinstance(aim.subject, FactRef):
            yield True  # nobody says that it is impossible
            return
        sides: dict[Hashable, dict[int, Point]] = {}
        for point in self.world.points(ruling.index):
            names = names_of(ruling, point.subject)
            at = point.evaluation.target(aim.subject.index, names)
            value = point.evaluation.value(aim.subject, names)
            if isinstance(value, int) and not isinstance(at, Undefined) and aim.value is not None:
                rest = dict(point.evaluation.situation.values)
                del rest[Place(aim.subject.fact, at)]
                key = (point.evaluation.situation.players, point.subject, tuple(rest.items()))
                if value - aim.value in {-1, 0}:
                    sides.setdefault(key, {})[int(value - aim.value)] = point
        for pair in sides.values():
            if len(pair) > 1:
                below, above = (signature(outcome_at(pair[at], ruling)) for at in (-1, 0))
                yield below != above


def _comes(outcome: Outcome, aim: Aim) -> bool:
    by = {instance.clause.id for instance in outcome.deciding}
    if aim.clause and aim.clause not in by:
        return False
    return aim.kind in {None, outcome.kind} and (aim.value is None or outcome.value == aim.value)


def outcome_at(point: Point, ruling: Ruling) -> Outcome:
    """What comes out for a ruling at a point."""
    return point.evaluation.outcome(Place(ruling.name, point.subject))


def signature(outcome: Outcome) -> Hashable:
    """What tells outcomes apart."""
    return outcome.kind, outcome.value, frozenset(id(each.effect) for each in outcome.deciding)


def names_of(ruling: Ruling, subject: Value | None) -> dict[str, Value]:
    """The index of a ruling by its name."""
    return {} if ruling.index is None or subject is None else {ruling.index.name: subject}


# Conditions


def connects(expression: Expression) -> bool:
    """Whether it is a connective."""
    flags = isinstance(expression, Compare) and isinstance(expression.left.type, Flag)
    return isinstance(expression, And | Or | Not | Implies | If) or flags


def expanded(rulebook: Rulebook, condition: Expression | None) -> Expression:
    """A condition with the lets in it taken apart, but for those within quantifiers."""
    if condition is None:
        return Const(value=True, type=Flag())
    if isinstance(condition, Call):
        return expanded(rulebook, body(rulebook.lets, condition))
    if not connects(condition):
        return condition
    return rebuild(condition, tuple(expanded(rulebook, part) for part in children(condition)))


def leaves(tree: Expression) -> list[Expression]:
    """The parts that are no connectives, each once."""
    if connects(tree):
        return list(dict.fromkeys(leaf for part in children(tree) for leaf in leaves(part)))
    return [] if isinstance(tree, Const) else [tree]


def turned(evaluation: Evaluation, tree: Expression, part: Expression, bindings: Bindings) -> bool | None:
    """With which value of a part, and with no other, a condition is true; None where it does not turn on it."""
    yes, no = (evaluation.holds(_forced(tree, part, value=value), bindings) for value in (True, False))
    return None if yes == no else yes


def _forced(tree: Expression, part: Expression, *, value: bool) -> Expression:
    if tree == part:
        return Const(value, Flag())
    return rebuild(tree, tuple(_forced(each, part, value=value) for each in children(tree))) if connects(tree) else tree


def _state(evaluation: Evaluation, part: Expression, bindings: Bindings) -> bool | None:
    value = evaluation.value(part, bindings)
    return None if isinstance(value, Undefined) else bool(value)


# What a suite claims


def is_pair(rulebook: Rulebook, each: Shown) -> bool:
    """Whether the two examples of a part that matters are a pair, for some players that the clause is about."""
    aim, (yes, no) = each.aim, each.examples
    assert aim.subject is not None
    clause, effect = rulebook.effects[aim.ruling][aim.effect or 0]
    tree = expanded(rulebook, clause.when)
    others = [part for part in leaves(tree) if part != aim.subject]
    states = [
        {
            (tuple(b.values()) if each.how is How.UNIQUE else (), turned(e, tree, aim.subject, b))
            + ((tuple(_state(e, part, b) for part in others),) if each.how is How.UNIQUE else ())
            for b in e.instances(clause)
            if e.target(effect.index, b) == at.place.index and e.value(aim.subject, b) is wanted
        }
        for at, wanted, e in ((yes, True, _evaluation(rulebook, yes)), (no, False, _evaluation(rulebook, no)))
    ]
    same_players = each.how is not How.UNIQUE or yes.place == no.place
    turning = {state for state in states[0] & states[1] if state[1] is not None}
    arise = Kind.DOES_NOT_ARISE not in {yes.kind, no.kind}
    return same_players and bool(turning) and arise and (clause.id in yes.deciding) != (clause.id in no.deciding)


def is_boundary(rulebook: Rulebook, each: Shown) -> bool:
    """Whether the two examples of a boundary are on its two sides, differ in one fact, and in what comes out."""
    aim, (below, above) = each.aim, each.examples
    assert aim.subject is not None
    assert aim.value is not None
    ruling = rulebook.rulings[aim.ruling]
    values = [_evaluation(rulebook, at).value(aim.subject, names_of(ruling, at.place.index)) for at in (below, above)]
    sizes = below.situation.players, above.situation.players
    facts = [dict(at.situation.values) for at in (below, above)]
    changed = [place for place in facts[0] if facts[0][place] != facts[1].get(place)]
    told = [place for place in changed if _asked(rulebook, below, place) and _asked(rulebook, above, place)]
    one = sizes[0] != sizes[1] or len(told) == 1  # others arise with it
    outcomes = [_evaluation(rulebook, at).outcome(at.place) for at in (below, above)]
    return values == [aim.value - 1, aim.value] and one and signature(outcomes[0]) != signature(outcomes[1])


def _asked(rulebook: Rulebook, example: Example, place: Place) -> bool:
    return arises(_evaluation(rulebook, example), rulebook.facts[place.name], place)


def is_true(rulebook: Rulebook, example: Example) -> bool:
    """Whether what an example says comes out."""
    outcome = _evaluation(rulebook, example).outcome(example.place)
    deciding = {each.clause.id for each in outcome.deciding}
    return (outcome.kind, outcome.value, deciding) == (example.kind, example.value, set(example.deciding))


def _evaluation(rulebook: Rulebook, example: Example) -> Evaluation:
    return Evaluation(rulebook, example.situation)


def told(example: Example) -> Hashable:
    """An example as it is compared with what brute force shows."""
    return shown(example.situation, example.place.index)


def is_known(each: Shown) -> bool:
    """Whether it was found out."""
    return each.status is not Status.NOT_FOUND
