"""How much a ruling comes to: as it is written with its `let`s in place, and in the steps that it may take."""

from collections.abc import Iterable, Mapping
from math import prod

from ..language.expression import Call, Expression, First, Quantified, RulingRef
from ..language.rulebook import Rulebook
from ..language.types import Seat, Type
from ..language.walk import children

WRITTEN = 100_000  # parts of the conditions of a ruling
STEPS = 100_000_000  # a bound on growth from level to level; on most ways far fewer are taken


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
    """What the rulings of a rulebook come to."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.steps: Mapping[str, int] = _Count(rulebook, running=True).rulings
        self.sizes: Mapping[str, int] = _Count(rulebook, running=False).rulings

    def check(self, ruling: str) -> None:
        """Raises Uncompilable where a ruling comes to more than a compiled one may."""
        if self.sizes[ruling] > WRITTEN:
            message = f"with the lets in them, the conditions of `{ruling}` have {_told(self.sizes[ruling])} parts"
            raise Uncompilable(f"{message}, {WRITTEN:,} are allowed", "call fewer lets within lets")
        if self.steps[ruling] > STEPS:
            message = f"`{ruling}` may take {_told(self.steps[ruling])} steps, {STEPS:,} are allowed"
            raise Uncompilable(message, "read fewer rulings within rulings, bind fewer names within one another")


def _told(number: int) -> str:
    return f"{number:,}" if number < 10**12 else "more than 10^12"


class _Count:
    """Counts the parts of expressions, with every `let` written out.

    With `running` they are counted as often as they may be looked at, at the largest table, and those of the rulings
    that are read too.
    """

    def __init__(self, rulebook: Rulebook, *, running: bool) -> None:
        self.rulings: dict[str, int] = {}
        self._rulebook = rulebook
        self._running = running
        self._lets: dict[str, int] = {}
        for name in rulebook.reading_order:
            self.rulings[name] = self._ruling(name)

    def _ruling(self, name: str) -> int:
        ruling = self._rulebook.rulings[name]
        parts = 1 if ruling.when is None else self._of(ruling.when)
        for clause, effect in self._rulebook.effects[name]:
            stated = (clause.when, effect.index, effect.value)
            times = prod(self._times(each.type) for each in clause.each)
            parts += times * self._all(part for part in stated if part is not None)
        return parts

    def _times(self, kind: Type) -> int:
        """How many seats a name of a type is bound to."""
        return kind.table.most if self._running and isinstance(kind, Seat) else 1

    def _all(self, parts: Iterable[Expression]) -> int:
        return sum(self._of(part) for part in parts)

    def _of(self, expression: Expression) -> int:
        match expression:
            case Quantified(seat=seat, body=body):
                return 1 + self._times(seat) * self._of(body)
            case First(start=start, body=body, type=seat):
                return 1 + self._of(start) + self._times(seat) * self._of(body)
            case Call(let, arguments):
                if let not in self._lets:
                    self._lets[let] = self._of(self._rulebook.lets[let].body)
                return 1 + self._all(arguments) + self._lets[let]
            case RulingRef(name, _):
                return 1 + self._all(children(expression)) + (self.rulings[name] if self._running else 0)
            case _:
                return 1 + self._all(children(expression))
