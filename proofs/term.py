"""Terms: what is said to a solver, as our own typed, shared, frozen data.

A `Terms` makes every term; it shares equal ones, so that identity is equality and a term costs its size, not its
expansion. Integers carry the interval that they lie in, and what an interval or a constant settles is folded at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

Sort: TypeAlias = Literal["Bool", "Int"]

DEEPEST = 64  # selections within one another that a comparison goes into; the seats of a table are fewer


class Op(Enum):
    """The head of a term; the values are SMT-LIB's words for them."""

    CONST = "const"
    SYMBOL = "symbol"
    NOT = "not"
    AND = "and"
    OR = "or"
    EQ = "="
    LE = "<="
    ITE = "ite"
    ADD = "+"
    TIMES = "*"


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A node. `payload` is a constant's value, a symbol's name or the factor of a TIMES, else 0.

    `low` and `high` enclose the value of an Int; a Bool counts as 0 or 1. `nesting` is how deep selections stand in its
    branches.
    """

    op: Op
    arguments: tuple["Term", ...]
    sort: Sort
    payload: int | str
    low: int
    high: int
    nesting: int

    @property
    def constant(self) -> bool:
        """Whether the term is a constant."""
        return self.op is Op.CONST


class Terms:
    """Makes terms and remembers them. Arguments and results all come from the same `Terms`."""

    def __init__(self) -> None:
        self._known: dict[tuple[Op, Sort, tuple[Term, ...], int | str], Term] = {}
        self.true = self._make(Op.CONST, "Bool", (), 1, 1, 1)
        self.false = self._make(Op.CONST, "Bool", (), 0, 0, 0)

    def __len__(self) -> int:
        """How many different terms were made."""
        return len(self._known)

    def truth(self, value: bool) -> Term:  # noqa: FBT001 - a truth value
        """The constant true or false."""
        return self.true if value else self.false

    def number(self, value: int) -> Term:
        """An integer constant."""
        return self._make(Op.CONST, "Int", (), value, value, value)

    def flag(self, name: str) -> Term:
        """A Bool symbol."""
        return self._make(Op.SYMBOL, "Bool", (), name, 0, 1)

    def integer(self, name: str, low: int, high: int) -> Term:
        """An Int symbol that lies in `low..high`."""
        return self._make(Op.SYMBOL, "Int", (), name, low, high)

    def twin(self, symbol: Term) -> Term:
        """A second symbol of the same values."""
        return self._make(Op.SYMBOL, symbol.sort, (), f"{symbol.payload}_", symbol.low, symbol.high)

    def negation(self, term: Term) -> Term:
        """Not `term`."""
        if term.constant:
            return self.truth(not term.payload)
        return term.arguments[0] if term.op is Op.NOT else self._make(Op.NOT, "Bool", (term,))

    def conjunction(self, terms: Iterable[Term]) -> Term:
        """All of `terms`; true of none."""
        return self._connect(Op.AND, terms, self.true, self.false)

    def disjunction(self, terms: Iterable[Term]) -> Term:
        """At least one of `terms`; false of none."""
        return self._connect(Op.OR, terms, self.false, self.true)

    def implication(self, premise: Term, conclusion: Term) -> Term:
        """`conclusion` wherever `premise`."""
        return self.disjunction((self.negation(premise), conclusion))

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """`then` where `condition`, else `otherwise`; both of one sort."""
        if condition.constant:
            return then if condition.payload else otherwise
        if then is otherwise:
            return then
        if condition.op is Op.NOT:
            return self.ite(condition.arguments[0], otherwise, then)
        if then.sort == "Bool" and (then.constant or otherwise.constant):
            if then.constant:
                return (
                    self.disjunction((condition, otherwise))
                    if then.payload
                    else self.conjunction((self.negation(condition), otherwise))
                )
            return (
                self.disjunction((self.negation(condition), then))
                if otherwise.payload
                else self.conjunction((condition, then))
            )
        low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
        return self._make(Op.ITE, then.sort, (condition, then, otherwise), 0, low, high)

    def equal(self, left: Term, right: Term) -> Term:
        """Whether two terms of one sort have the same value."""
        if left is right:
            return self.true
        if left.high < right.low or right.high < left.low:
            return self.false
        if left.constant:
            left, right = right, left
        if right.constant:
            if left.constant:
                return self.truth(left.payload == right.payload)
            if left.sort == "Bool":
                return left if right.payload else self.negation(left)
            if _selects(left):
                condition, then, otherwise = left.arguments
                return self.ite(condition, self.equal(then, right), self.equal(otherwise, right))
        return self._make(Op.EQ, "Bool", (left, right))

    def at_most(self, left: Term, right: Term) -> Term:
        """Whether `left <= right`."""
        if left is right or left.high <= right.low:
            return self.true
        if left.low > right.high:
            return self.false
        for this in (left, right):
            if _selects(this) and (left.constant or right.constant):
                condition, then, otherwise = this.arguments
                if this is left:
                    return self.ite(condition, self.at_most(then, right), self.at_most(otherwise, right))
                return self.ite(condition, self.at_most(left, then), self.at_most(left, otherwise))
        return self._make(Op.LE, "Bool", (left, right))

    def total(self, terms: Iterable[Term]) -> Term:
        """The sum of Ints."""
        fixed, open_terms = 0, []
        for term in terms:
            if term.constant:
                fixed += int(term.payload)
            else:
                open_terms.append(term)
        if fixed or not open_terms:
            open_terms.append(self.number(fixed))
        if len(open_terms) == 1:
            return open_terms[0]
        low, high = sum(term.low for term in open_terms), sum(term.high for term in open_terms)
        return self._make(Op.ADD, "Int", tuple(open_terms), 0, low, high)

    def replaced(self, term: Term, known: dict[Term, Term]) -> Term:
        """A term with others in place of some of its parts, as `known` says; what is found out is added to that."""
        for this in bottom_up(term, known.keys()):
            before = this.arguments
            after = tuple(known[argument] for argument in before)
            known[this] = this if after == before else self._again(this, after)
        return known[term]

    def _again(self, term: Term, arguments: tuple[Term, ...]) -> Term:  # noqa: PLR0911 - one case an operator
        """A term like another, of other arguments."""
        match term.op:
            case Op.NOT:
                return self.negation(*arguments)
            case Op.AND:
                return self.conjunction(arguments)
            case Op.OR:
                return self.disjunction(arguments)
            case Op.EQ:
                return self.equal(*arguments)
            case Op.LE:
                return self.at_most(*arguments)
            case Op.ITE:
                return self.ite(*arguments)
            case Op.ADD:
                return self.total(arguments)
            case _:
                return self.times(int(term.payload), *arguments)

    def times(self, factor: int, term: Term) -> Term:
        """`factor` times an Int."""
        if term.constant:
            return self.number(factor * int(term.payload))
        if factor in {0, 1}:
            return term if factor else self.number(0)
        ends = (factor * term.low, factor * term.high)
        return self._make(Op.TIMES, "Int", (term,), factor, min(ends), max(ends))

    def _connect(self, op: Op, terms: Iterable[Term], neutral: Term, absorbing: Term) -> Term:
        """A conjunction or disjunction without doubles; absorbing where an operand meets its negation."""
        kept: dict[Term, None] = {}
        for term in terms:
            if term is absorbing:
                return absorbing
            if term is not neutral:
                kept[term] = None
        for term in kept:
            if term.op is Op.NOT and term.arguments[0] in kept:
                return absorbing
        if not kept:
            return neutral
        return next(iter(kept)) if len(kept) == 1 else self._make(op, "Bool", tuple(kept))

    def _make(
        self, op: Op, sort: Sort, arguments: tuple[Term, ...], payload: int | str = 0, low: int = 0, high: int = 1
    ) -> Term:
        key = (op, sort, arguments, payload)
        term = self._known.get(key)
        if term is None:
            nesting = 1 + max(one.nesting for one in arguments[1:]) if op is Op.ITE else 0
            term = self._known[key] = Term(op, arguments, sort, payload, low, high, nesting)
        return term


def _selects(term: Term) -> bool:
    """Whether a comparison with a constant goes into this selection: one of its branches is a constant."""
    return 0 < term.nesting <= DEEPEST and (term.arguments[1].constant or term.arguments[2].constant)


def symbols_of(terms: Iterable[Term]) -> frozenset[Term]:
    """The symbols that occur in some terms."""
    waiting, seen = list(terms), set[Term]()
    while waiting:
        term = waiting.pop()
        if term not in seen:
            seen.add(term)
            waiting.extend(term.arguments)
    return frozenset(term for term in seen if term.op is Op.SYMBOL)


def bottom_up(root: Term, known: AbstractSet[Term]) -> Iterator[Term]:
    """The terms beneath a term and itself, arguments first, without those that are known."""
    seen: set[Term] = set()
    waiting = [(root, False)]
    while waiting:
        term, ready = waiting.pop()
        if ready:
            yield term
        elif term not in seen and term not in known:
            seen.add(term)
            waiting.append((term, True))
            waiting.extend((argument, False) for argument in reversed(term.arguments))


def evaluate(terms: Iterable[Term], values: Mapping[Term, int]) -> list[int]:
    """The values of terms where their symbols have these values, others their first; Bools are 0 and 1."""
    known = dict(values)
    found = []
    for term in terms:
        if term not in known:
            for this in bottom_up(term, known.keys()):
                known[this] = _applied(this, [known[argument] for argument in this.arguments])
        found.append(known[term])
    return found


def _applied(term: Term, arguments: list[int]) -> int:  # noqa: C901, PLR0911 - one case an operator
    match term.op:
        case Op.CONST:
            return int(term.payload)
        case Op.NOT:
            return 1 - arguments[0]
        case Op.AND:
            return min(arguments)
        case Op.OR:
            return max(arguments)
        case Op.EQ:
            return int(arguments[0] == arguments[1])
        case Op.LE:
            return int(arguments[0] <= arguments[1])
        case Op.ITE:
            return arguments[1] if arguments[0] else arguments[2]
        case Op.ADD:
            return sum(arguments)
        case Op.TIMES:
            return int(term.payload) * arguments[0]
        case Op.SYMBOL:
            return term.low
