"""The condition of a clause as atoms: what it comes to where one of them is turned, all others being as they are.

An atom is a part of a condition that is no connective; `let`s that are conditions themselves are expanded, and a
quantified formula is one atom. An atom that stands in a condition twice is the same one.
"""

from collections.abc import Iterator, Mapping

from misdeal.model.language.expression import And, Call, Compare, Const, Expression, If, Implies, Not, Or
from misdeal.model.language.rulebook import Let
from misdeal.model.language.types import Flag
from misdeal.model.language.walk import children, rebuild

from .coded import Coded
from .criterion import body
from .encode import Encoder, Names
from .term import Term

MOST = 1_000  # parts of one condition, its `let`s expanded; beyond, they stay as they are written


class Atoms:
    """A condition, the names in it bound, as terms over its atoms."""

    def __init__(self, encoder: Encoder, condition: Expression | None, names: Names) -> None:
        self._encoder = encoder
        self._names = names
        self._tree = condition if condition is None else _expanded(encoder.rulebook.lets, condition)
        self.atoms = () if self._tree is None else tuple(dict.fromkeys(_leaves(self._tree)))

    def coded(self, atom: Expression) -> Coded:
        """An atom as terms."""
        return self._encoder.code(atom, self._names)

    def whole(self) -> Term:
        """Where the condition is true."""
        return self._true({})

    def turns(self, atom: Expression) -> Iterator[tuple[Term, bool]]:
        """Where the condition is true if and only if an atom is yes, and where if and only if it is no."""
        t, sure = self._encoder.terms, self._encoder.logic.sure
        yes, no = (self._true({atom: sure(t.truth(value))}) for value in (True, False))
        yield t.conjunction((yes, t.negation(no))), True
        yield t.conjunction((no, t.negation(yes))), False

    def _true(self, known: Mapping[Expression, Coded]) -> Term:
        if self._tree is None:
            return self._encoder.terms.true
        return self._encoder.logic.true(self._code(self._tree, known))

    def _code(  # noqa: PLR0911 - one case a connective
        self, tree: Expression, known: Mapping[Expression, Coded]
    ) -> Coded:
        logic = self._encoder.logic
        if (given := known.get(tree)) is not None:
            return given
        if not _connects(tree):
            return self.coded(tree)
        parts = [self._code(part, known) for part in children(tree)]
        match tree:
            case And():
                return logic.conjunction(parts)
            case Or():
                return logic.disjunction(parts)
            case Not():
                return logic.negation(*parts)
            case Implies():
                return logic.disjunction((logic.negation(parts[0]), parts[1]))
            case If():
                return logic.choice(*parts)
            case Compare(relation):
                value = self._encoder.compare(relation, parts[0].value, parts[1].value)
                return logic.strict(value, parts)
            case _:
                raise AssertionError("it connects nothing")


def _connects(expression: Expression) -> bool:
    """Whether it is a connective: what it comes to depends on its parts alone, and these are conditions."""
    match expression:
        case And() | Or() | Not() | Implies() | If():
            return True
        case Compare("=" | "!=", left):
            return isinstance(left.type, Flag)
        case _:
            return False


def _leaves(tree: Expression) -> Iterator[Expression]:
    """The atoms, in the order of the text."""
    waiting = [tree]
    while waiting:
        this = waiting.pop()
        if _connects(this):
            waiting.extend(reversed(children(this)))
        elif not isinstance(this, Const):
            yield this


def _expanded(lets: Mapping[str, Let], condition: Expression) -> Expression:
    """A condition with the `let`s that are conditions in it expanded, as long as that is not too much."""
    left = MOST

    def expand(this: Expression) -> Expression:
        nonlocal left
        left -= 1
        if isinstance(this, Call) and left > 0:
            return expand(body(lets, this))
        return rebuild(this, tuple(map(expand, children(this)))) if _connects(this) else this

    return expand(condition)
