"""How much a ruling may take to work out, with every `let` and every ruling that it reads written out in place."""

from collections.abc import Iterable

from ..language.expression import Call, Expression, First, Quantified, RulingRef
from ..language.rulebook import Clause, Rulebook
from ..language.types import Seat
from ..language.walk import children

MOST = 1_000_000  # steps


class Uncompilable(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A ruling that would be too much for a program. `advice` says what to do.

    Common causes:

    1. `let`s that call each other twice and more, or rulings that read each other so, level upon level.
    2. Expressions very deep within one another.
    """

    def __init__(self, message: str, advice: str) -> None:
        self.message = message
        self.advice = advice
        super().__init__(message)


class Work:
    """Counts steps at the largest table: one for each part of an expression, as often as it may be looked at."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._lets: dict[str, int] = {}
        self._rulings: dict[str, int] = {}
        for name in rulebook.reading_order:
            self._rulings[name] = self._ruling(name)

    def check(self, ruling: str) -> None:
        """Raises Uncompilable where a ruling may take more steps than a compiled one may."""
        steps = self._rulings[ruling]
        if steps > MOST:
            told = f"{steps:,}" if steps < 10**12 else "more than 10^12"
            message = f"`{ruling}` may take {told} steps, {MOST:,} are allowed"
            raise Uncompilable(message, "call fewer lets within lets, read fewer rulings within rulings")

    def _ruling(self, name: str) -> int:
        ruling = self._rulebook.rulings[name]
        steps = 1 if ruling.when is None else self._steps(ruling.when)
        for clause, effect in self._rulebook.effects[name]:
            parts = (clause.when, effect.index, effect.value)
            steps += _instances(clause) * self._all(part for part in parts if part is not None)
        return steps

    def _all(self, parts: Iterable[Expression]) -> int:
        return sum(self._steps(part) for part in parts)

    def _steps(self, expression: Expression) -> int:
        match expression:
            case Quantified(seat=seat, body=body):
                return 1 + seat.table.most * self._steps(body)
            case First(start=start, body=body, type=seat):
                return 1 + self._steps(start) + seat.table.most * self._steps(body)
            case Call(let, arguments):
                if let not in self._lets:
                    self._lets[let] = self._steps(self._rulebook.lets[let].body)
                return 1 + self._all(arguments) + self._lets[let]
            case RulingRef(name, _):
                return 1 + self._all(children(expression)) + self._rulings[name]
            case _:
                return 1 + self._all(children(expression))


def _instances(clause: Clause) -> int:
    number = 1
    for parameter in clause.each:
        number *= parameter.type.table.most if isinstance(parameter.type, Seat) else 1
    return number
