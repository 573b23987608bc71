"""Conditions, numbers, seats and values as text, drawn at random: what `strategies` fills statements with.

An expression is of the kind asked for and reads only what it may; parentheses stand where they are needed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")
Naming = Callable[[str, int], str]

ALL = 10**6  # the rank of what may read every ruling


class Text(NamedTuple):
    """A phrase, and how tightly it holds together: the higher, the fewer parentheses."""

    text: str
    level: int


ATOM, SUM, COMPARISON, NOT, AND, OR, IMPLIES, OPEN = range(7, -1, -1)


def within(phrase: Text, level: int) -> str:
    """A phrase where `level` or tighter can stand."""
    return phrase.text if phrase.level >= level else f"({phrase.text})"


class Kind(NamedTuple):
    """A type: `text` as written; `values` by name or number in order; `vacant` for a seat or nobody."""

    sort: str  # flag, number, choice, stage, seat
    text: str
    values: tuple[str, ...] = ()
    vacant: bool = False

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest number."""
        return int(self.values[0]), int(self.values[-1])


FLAG = Kind("flag", "yes/no", ("no", "yes"))


@dataclass(frozen=True)
class Declared:
    """A fact, let or ruling: `rank` is how late it is decided (0: it reads no ruling)."""

    name: str
    kind: Kind
    index: str | None = None  # seat, or the name of a choice type
    parameters: tuple[tuple[str, Kind], ...] = ()
    rank: int = 0


@dataclass(frozen=True)
class Scope:
    """What an expression can speak of: bound names with their kinds, and rulings of a rank below `rank`."""

    bound: tuple[tuple[str, Kind], ...] = ()
    rank: int = 0

    def having(self, name: str, kind: Kind) -> "Scope":
        """The scope with one more name."""
        return replace(self, bound=(*self.bound, (name, kind)))


class Phrases:
    """Makes phrases about what was declared so far."""

    def __init__(self, random: Random, naming: Naming) -> None:
        self.random = random
        self.naming = naming
        self.names: list[str] = []
        self.least, self.most, self.usual, self.seat_names = 0, 0, 0, tuple[str, ...]()
        self.seat: Kind | None = None
        self.stage: Kind | None = None
        self.types: dict[str, Kind] = {}
        self.facts: list[Declared] = []
        self.lets: list[Declared] = []
        self.rulings: list[Declared] = []

    # Chance

    def chance(self, probability: float) -> bool:
        """True with a probability; False is the simpler."""
        return self.random.randrange(1000) >= 1000 - round(probability * 1000)

    def one(self, items: Sequence[Item]) -> Item:
        """One of some items; the first is the simplest."""
        return items[self.random.randrange(len(items))]

    def name(self, stem: str) -> str:
        """A name that was not used before."""
        name = self.naming(stem, len(self.names))
        self.names.append(name)
        return name

    @property
    def seat_kind(self) -> Kind:
        """The seat type of a rulebook that has one."""
        assert self.seat
        return self.seat

    def _vacant(self) -> Kind:
        return self.seat_kind._replace(vacant=True)

    def _numbers(self, low: int, high: int) -> Kind:
        return Kind("number", f"{low}..{high}", tuple(str(value) for value in range(low, high + 1)))

    def constant(self, kind: Kind) -> str:
        """A constant of a type."""
        return self.one((*kind.values, "nobody") if kind.vacant else kind.values)

    # Expressions

    def readable(self, sort: str, scope: Scope) -> list[Declared]:
        """Facts, and rulings that may be read, of a sort."""
        rulings = [ruling for ruling in self.rulings if ruling.rank < scope.rank]
        facts = self.facts if not rulings or self.chance(0.6) else []
        return [one for one in (*facts, *rulings) if one.kind.sort == sort]

    def _referred(self, one: Declared, depth: int, scope: Scope) -> Text:
        """A fact or ruling, at an index."""
        if one.index is None:
            return Text(one.name, ATOM)
        if one.index == "seat":
            bound = [name for name, kind in scope.bound if kind == self.seat]
            if bound and self.chance(0.8):
                return Text(f"{one.name}[{self.one(bound)}]", ATOM)
            return Text(f"{one.name}[{self.seat_of(max(depth - 1, 0), scope, vacant=self.chance(0.35)).text}]", ATOM)
        return Text(f"{one.name}[{self.choice_of(self.types[one.index], max(depth - 1, 0), scope).text}]", ATOM)

    def flag(self, depth: int, scope: Scope) -> Text:  # noqa: PLR0911 - one case a construct
        """A condition."""
        if depth <= 0:
            return self.atom(depth, scope)
        form = self.one(
            (
                "atom",
                "and",
                "or",
                "and",
                "or",
                "not",
                "implies",
                "if",
                "quantified",
                "quantified",
                "quantified",
                "number",
                "atom",
            )
        )
        if form in {"and", "or"}:
            level = AND if form == "and" else OR
            parts = [within(self.flag(depth - 1, scope), level + 1) for _ in range(self.one((2, 2, 3)))]
            return Text(f" {form} ".join(parts), level)
        if form == "not":
            return Text(f"not {within(self.flag(depth - 1, scope), NOT)}", NOT)
        if form == "implies":
            premise, conclusion = (within(self.flag(depth - 1, scope), OR) for _ in range(2))
            return Text(f"{premise} implies {conclusion}", IMPLIES)
        if form == "if":
            parts = [within(self.flag(depth - 1, scope), IMPLIES) for _ in range(3)]
            return Text(f"if {parts[0]} then {parts[1]} else {parts[2]}", OPEN)
        if form == "quantified" and self.seat:
            word = self.one(("some", "every", "one"))
            bound = self.name("q")
            body = self.flag(depth - 1, scope.having(bound, self.seat))
            return Text(f"{word} {bound}: ({body.text})", OPEN)
        if form == "number":
            return self._compared(depth, scope)
        return self.atom(depth, scope)

    def _compared(self, depth: int, scope: Scope) -> Text:
        left, low, high = self.number(depth, scope)
        form = self.one(("order", "order", "equal", "among", "between", "two"))
        if low > high:
            return Text(f"{within(left, SUM)} {self.one(('<', '<=', '>', '>='))} {self.one((0, 1, 2))}", COMPARISON)
        lowest = min(max(low, -3), high)
        inside = self.random.randrange(lowest, min(high, lowest + 4) + 1)
        if form == "order":
            return Text(f"{within(left, SUM)} {self.one(('<', '<=', '>', '>='))} {inside}", COMPARISON)
        if form == "equal":
            return Text(f"{within(left, SUM)} {self.one(('=', '!='))} {inside}", COMPARISON)
        if form == "among":
            return Text(
                f"{within(left, SUM)} in {{{', '.join(str(v) for v in dict.fromkeys((inside, high)))}}}",
                COMPARISON,
            )
        if form == "between":
            return Text(f"{within(left, SUM)} in {inside}..{min(high, inside + 1)}", COMPARISON)
        right, least, greatest = self.number(max(depth - 1, 0), scope)
        relations = ("<", "<=", ">", ">=", "=", "!=") if least < greatest and low < high else ("<", "<=", ">", ">=")
        return Text(f"{within(left, SUM)} {self.one(relations)} {within(right, SUM)}", COMPARISON)

    def atom(self, depth: int, scope: Scope) -> Text:
        """A condition without connectives."""
        makers: list[Callable[[], Text | None]] = [
            lambda: self._flag_fact(depth, scope),
            lambda: self._staged(depth, scope),
            lambda: self._chosen(depth, scope),
            lambda: self._compared(0, scope) if any(one.kind.sort == "number" for one in self.facts) else None,
            lambda: self._called(FLAG, depth, scope),
        ]
        if self.seat:
            makers += [lambda: self._seats_compared(depth, scope)] * 2
        if scope.rank:
            makers.append(lambda: self._asked(depth, scope))
        if self.seat and scope.bound and self.chance(0.3):
            makers.append(
                lambda: Text(f"neighbours({self.seat_of(0, scope).text}, {self.seat_of(depth, scope).text})", ATOM)
            )
        for _ in range(5):
            if made := self.one(makers)():
                return made
        return self._flag_fact(depth, scope) or self._chosen(depth, scope) or self._compared(0, scope)

    def _flag_fact(self, depth: int, scope: Scope) -> Text | None:
        flags = self.readable("flag", scope)
        if not flags:
            return None
        text = self._referred(self.one(flags), depth, scope)
        form = self.one(("bare", "bare", "bare", "yes", "same"))
        if form == "yes":
            return Text(f"{text.text} {self.one(('=', '!='))} {self.one(('yes', 'no'))}", COMPARISON)
        if form == "same" and (other := self._referred(self.one(flags), depth, scope)) != text:
            return Text(f"{text.text} = {other.text}", COMPARISON)
        return text

    def _staged(self, depth: int, scope: Scope) -> Text | None:
        staged = self.readable("stage", scope)
        if not staged or not self.stage:
            return None
        text = self._referred(self.one(staged), depth, scope).text
        stages = self.stage.values
        at = self.random.randrange(len(stages))
        form = self.one(("order", "order", "equal", "between", "among", "two"))
        if form == "order":
            return Text(f"{text} {self.one(('<', '<=', '>', '>='))} {stages[at]}", COMPARISON)
        if form == "equal":
            return Text(f"{text} {self.one(('=', '!='))} {stages[at]}", COMPARISON)
        if form == "between":
            return Text(f"{text} in {stages[at]}..{stages[-1]}", COMPARISON)
        if form == "among":
            return Text(f"{text} in {{{', '.join(dict.fromkeys((stages[at], stages[0])))}}}", COMPARISON)
        return Text(f"{text} <= {self._referred(self.one(staged), depth, scope).text}", COMPARISON)

    def _chosen(self, depth: int, scope: Scope) -> Text | None:
        chosen: list[tuple[Text, Kind]] = [
            (self._referred(one, depth, scope), one.kind) for one in self.readable("choice", scope)
        ]
        chosen += [(Text(name, ATOM), kind) for name, kind in scope.bound if kind.sort == "choice"]
        if not chosen:
            return None
        text, kind = self.one(chosen)
        alike = [other for other, same in chosen if same == kind and other != text]
        form = self.one(("equal", "equal", "among", "two"))
        if form == "among":
            return Text(f"{text.text} in {{{', '.join(kind.values[:2])}}}", COMPARISON)
        if form == "two" and alike:
            return Text(f"{text.text} {self.one(('=', '!='))} {self.one(alike).text}", COMPARISON)
        return Text(f"{text.text} {self.one(('=', '!='))} {self.one(kind.values)}", COMPARISON)

    def _seats_compared(self, depth: int, scope: Scope) -> Text | None:
        seats: list[tuple[Text, Kind]] = [
            (self._referred(one, depth, scope), one.kind) for one in self.readable("seat", scope)
        ]
        seats += [(Text(name, ATOM), kind) for name, kind in scope.bound if kind.sort == "seat"]
        if not seats:
            return None
        text, kind = self.one(seats)
        if kind.vacant and self.chance(0.5):
            return Text(f"{text.text} {self.one(('=', '!='))} nobody", COMPARISON)
        other = self.seat_of(depth, scope, vacant=self.chance(0.3))
        if (other.text == "nobody" and not kind.vacant) or other.text == text.text:
            other = Text(self.constant(self.seat_kind), ATOM)
        return Text(f"{text.text} {self.one(('=', '!='))} {within(other, SUM)}", COMPARISON)

    def _asked(self, depth: int, scope: Scope) -> Text | None:
        """Whether a ruling is decided."""
        rulings = [ruling for ruling in self.rulings if ruling.rank < scope.rank]
        if not rulings:
            return None
        return Text(f"decided({self._referred(self.one(rulings), depth, scope).text})", ATOM)

    def _called(self, kind: Kind, depth: int, scope: Scope) -> Text | None:
        """A call of a let of a kind."""
        lets = [let for let in self.lets if let.kind.sort == kind.sort and (let.rank == 0 or scope.rank == ALL)]
        if not lets:
            return None
        let = self.one(lets)
        arguments = []
        for _, parameter in let.parameters:
            if parameter.sort == "seat":
                arguments.append(self.seat_of(depth - 1, scope, vacant=parameter.vacant).text)
            elif parameter.sort == "number":
                arguments.append(self.constant(parameter))
            else:
                arguments.append(self.choice_of(parameter, depth - 1, scope).text)
        return Text(f"{let.name}({', '.join(arguments)})" if arguments else let.name, ATOM)

    def number(self, depth: int, scope: Scope) -> tuple[Text, int, int]:
        """A number, and bounds that its type does not pass; (1, 0) where those are not known."""
        forms = ["fact", "fact"]
        if depth > 0:
            forms += ["sum", "sum", "if", "let"] + (["count", "count", "total"] if self.seat else [])
        form = self.one(forms)
        if form == "sum":
            (left, low, high), (right, other_low, other_high) = (
                self.number(depth - 1, scope),
                self.number(depth - 1, scope),
            )
            factor = self.one((1, 2, 2, -1))
            weighed = within(right, ATOM) if factor == 1 else f"{factor} * {within(right, ATOM)}"
            added = Text(f"{within(left, SUM)} + {weighed}", SUM)
            ends = sorted((factor * other_low, factor * other_high))
            return (added, 1, 0) if low > high or other_low > other_high else (added, low + ends[0], high + ends[1])
        if form == "if":
            condition, then, otherwise = (
                self.flag(depth - 1, scope),
                self.number(depth - 1, scope),
                self.number(depth - 1, scope),
            )
            branches = f"then {within(then[0], SUM)} else {within(otherwise[0], SUM)}"
            text = f"if {within(condition, IMPLIES)} {branches}"
            known = then[1] <= then[2] and otherwise[1] <= otherwise[2]
            return (
                (Text(text, OPEN), min(then[1], otherwise[1]), max(then[2], otherwise[2]))
                if known
                else (Text(text, OPEN), 1, 0)
            )
        if form == "let":
            called = self._called(Kind("number", ""), depth, scope)
            if called:
                return called, 1, 0
        if form in {"count", "total"} and self.seat:
            bound = self.name("q")
            inner = scope.having(bound, self.seat)
            if form == "count":
                return Text(f"count {bound}: ({self.flag(depth - 1, inner).text})", OPEN), 0, self.most
            body, low, high = self.number(depth - 1, inner)
            summed = Text(f"total {bound}: ({body.text})", OPEN)
            sizes = (self.least, self.most)
            return (
                (summed, min(size * low for size in sizes), max(size * high for size in sizes))
                if low <= high
                else (summed, 1, 0)
            )
        return self._plain_number(depth, scope)

    def _plain_number(self, depth: int, scope: Scope) -> tuple[Text, int, int]:
        found = [(self._referred(one, depth, scope), *one.kind.ends) for one in self.readable("number", scope)]
        found += [(Text(name, ATOM), *kind.ends) for name, kind in scope.bound if kind.sort == "number"]
        if self.seat and (not found or self.chance(0.25)):
            found.append((Text("players", ATOM), self.least, self.most))
        if not found:
            number = self.random.randrange(4)
            return Text(str(number), ATOM), number, number
        return self.one(found)

    def value_of(self, kind: Kind, depth: int, scope: Scope) -> Text:
        """A value of a type that is no number."""
        if kind.sort == "flag":
            return self.flag(depth, scope)
        if kind.sort == "seat":
            seat = self.seat_of(depth, scope, vacant=self.chance(0.4))
            return Text(self.constant(kind), ATOM) if seat.text == "nobody" else seat
        if kind.sort == "stage":
            staged = self.readable("stage", scope)
            return (
                self._referred(self.one(staged), depth, scope)
                if staged and self.chance(0.6)
                else self._either(kind, depth, scope)
            )
        return self.choice_of(kind, depth, scope)

    def _either(self, kind: Kind, depth: int, scope: Scope) -> Text:
        condition = within(self.flag(depth - 1, scope), IMPLIES)
        return Text(f"if {condition} then {self.constant(kind)} else {self.constant(kind)}", OPEN)

    def choice_of(self, kind: Kind, depth: int, scope: Scope) -> Text:
        """A value of a choice type."""
        bound = [name for name, same in scope.bound if same == kind]
        alike = [one for one in self.readable("choice", scope) if one.kind == kind and (one.index is None or depth > 0)]
        if bound and self.chance(0.6):
            return Text(self.one(bound), ATOM)
        if alike and self.chance(0.6):
            return self._referred(self.one(alike), depth, scope)
        if depth > 0 and self.chance(0.4):
            return self._either(kind, depth, scope)
        return Text(self.constant(kind), ATOM)

    def seat_of(self, depth: int, scope: Scope, *, vacant: bool = False) -> Text:  # noqa: PLR0911 - as above
        """A seat; with `vacant` it may be nobody."""
        assert self.seat
        bound = [name for name, kind in scope.bound if kind.sort == "seat" and kind.vacant <= vacant]
        readable = [
            one
            for one in self.readable("seat", scope)
            if one.kind.vacant <= vacant and (one.index is None or depth > 0)
        ]
        forms = ["constant"] + ["bound"] * (4 if bound else 0) + ["fact"] * (3 if readable else 0)
        if depth > 0:
            forms += ["step", "step", "first", "first", "let", "if"]
        form = self.one(forms)
        if form == "bound":
            return Text(self.one(bound), ATOM)
        if form == "fact":
            return self._referred(self.one(readable), depth - 1, scope)
        if form == "step":
            inner = self.seat_of(depth - 1, scope, vacant=self.chance(0.2))
            return Text(f"{self.one(('before', 'after'))}({inner.text})", ATOM)
        if form == "first":
            name = self.name("q")
            start = within(self.seat_of(depth - 1, scope), ATOM)
            backward = " backward" if self.chance(0.5) else ""
            body = self.flag(depth - 1, scope.having(name, self.seat))
            return Text(f"first {name} {self.one(('after', 'from'))} {start}{backward} where ({body.text})", OPEN)
        if form == "if":
            then, otherwise = (within(self.seat_of(depth - 1, scope, vacant=vacant), SUM) for _ in range(2))
            return Text(f"(if {within(self.flag(0, scope), IMPLIES)} then {then} else {otherwise})", ATOM)
        if form == "let" and (called := self._called(self.seat, depth, scope)):
            return called
        return Text(self.constant(self.seat) if not vacant or self.chance(0.7) else "nobody", ATOM)
