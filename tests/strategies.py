"""The one place that can build any valid rulebook, as text, and any situation of one.

All is drawn from a `random.Random`, so that the same rulebook comes of a seed and of a Hypothesis strategy.
A rulebook is small enough to go through all its situations; together, rulebooks have every construct.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from hypothesis import strategies as st

from misdeal.model.language.reader import read
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.language.types import Flag, Seat, Type, Value, first_value
from misdeal.model.meaning.evaluate import Evaluation, Outcome
from misdeal.model.meaning.ordinary import arises
from misdeal.model.meaning.situation import Situation, fact_places, places, ruling_places, table_sizes

from .phrases import ALL, AND, ATOM, FLAG, NOT, OR, Declared, Kind, Naming, Phrases, Scope, Text, within


class Statement(NamedTuple):
    """A statement: its keyword and its text, keyword and all."""

    keyword: str
    text: str


@dataclass(frozen=True)
class Book:
    """A rulebook as statements; `names` are those made up, in the order of their making."""

    statements: tuple[Statement, ...]
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """The page."""
        return page(self.statements)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook."""
        return read(self.text, "generated.md")


def page(statements: Sequence[Statement]) -> str:
    """A Markdown page of some statements, in blocks beneath headings."""
    parts = ["# A generated rulebook\n"]
    for at in range(0, len(statements), 6):
        block = "\n".join(statement.text for statement in statements[at : at + 6])
        parts.append(f"## Chapter {at // 6 + 1}\n\nIn our own words.\n\n```misdeal\n{block}\n```\n")
    return "\n".join(parts)


def plain(stem: str, number: int) -> str:
    """Names as they usually are."""
    return f"{stem}{number}"


def renamed(stem: str, number: int) -> str:
    """Other names for the same, whose alphabetical order is the other way round."""
    return f"z{900 - number}_{stem[::-1]}"


class Maker(Phrases):
    """Makes one rulebook."""

    def __init__(self, random: Random, naming: Naming, most: int, prefix: str) -> None:
        super().__init__(random, naming)
        self.prefix = prefix
        self.statements: list[Statement] = []
        self.budget = most
        self.defaulted: set[str] = set()
        self.settled = self.chance(0.3)  # whether an editor saw to it that all is decided
        self.bare = self.chance(0.16)  # whether almost nothing is said

    def add(self, keyword: str, text: str) -> None:
        """Add a statement."""
        self.statements.append(Statement(keyword, f"{keyword} {text}"))

    def several(self, *counts: int) -> int:
        """One of some counts; none where almost nothing is said."""
        return 0 if self.bare else self.one(counts)

    # A rulebook

    def make(self) -> Book:
        """Statements of every kind, each reading only what comes before it in rank."""
        self.add("rulebook", f'{self.name("book")} "A generated rulebook"')
        self.paragraphs = self._source()
        self._seats()
        self._types()
        for _ in range(self.one((0, 0, 1) if self.bare else (1, 2, 2))):
            self.fact()
        for _ in range(self.several(0, 1, 1)):
            self.let(Scope())
        for _ in range(self.several(1, 2, 2, 3)):
            self.fact()
        for _ in range(self.several(0, 1, 1, 2)):
            self.option()
        for _ in range(self.several(0, 1, 1)):
            self.let(Scope())
        for _ in range(self.several(0, 0, 1, 2)):
            self.always()
        self._rulings()
        if not self.bare and self.chance(0.3):
            self.let(Scope(rank=ALL))
        self._clauses()
        for _ in range(self.several(0, 1, 2)):
            self.claim()
        self._statements_told()
        return Book(tuple(self.statements), tuple(self.names))

    def _source(self) -> tuple[str, ...]:
        if not self.chance(0.35):
            return ()
        some = tuple(self.id(text) for text in ("1", "2", "2.1", "3", "P4", "7")[: self.one((2, 3, 5, 6))])
        self.add("source", f'"House rules" {", ".join(some)}')
        return some

    def id(self, text: str) -> str:
        """An id of a clause."""
        return self.prefix + text

    def _seats(self) -> None:
        form = self.one(("numbered", "numbered", "fixed", "named", "none"))
        if form == "none":
            return
        name = self.name("player")
        if form == "named":
            names = tuple(self.name("north") for _ in range(self.one((2, 3, 4))))
            self.add("seats", f"{name} = {', '.join(names)}")
            self.least = self.most = self.usual = len(names)
            self.seat_names = names
            self.seat = Kind("seat", name, names)
            return
        self.least, self.most = (
            self.one(((1, 3), (2, 3), (2, 4), (1, 2))) if form == "numbered" else self.one(((3, 3), (2, 2)))
        )
        self.usual = self.one(range(self.least, self.most + 1))
        usual = f" usually {self.usual}" if self.chance(0.6) else ""
        self.usual = self.usual if usual else self.least
        self.add("seats", f"{name} {self.least}..{self.most}{usual}")
        self.seat = Kind("seat", name, tuple(str(seat) for seat in range(1, self.most + 1)))

    def _types(self) -> None:
        if self.chance(0.6):
            name = self.name("stage")
            stages = tuple(self.name("early") for _ in range(self.one((2, 3, 4))))
            self.add("timeline", f"{name} = {' < '.join(stages)}")
            self.stage = Kind("stage", name, stages)
        shared: tuple[str, ...] = ()
        for _ in range(self.one((0, 1, 1, 2))):
            name = self.name("side")
            fresh = tuple(self.name("ours") for _ in range(self.one((2, 2, 3))))
            values = (*shared, *fresh)[: len(fresh)]
            shared = values[:1]
            labels = (f' "label {at}"' if self.chance(0.3) else "" for at in range(len(values)))
            written = ", ".join(value + label for value, label in zip(values, labels, strict=True))
            self.add("type", f"{name} = {{{written}}}")
            self.types[name] = Kind("choice", name, values)

    # Facts

    def _kind(self, *, largest: int = 4) -> Kind:
        """A type of at most `largest` values."""
        kinds = [FLAG]
        low = self.one((0, 0, 0, 1, -1))
        high = low + self.one((1, 2, 2, 3))
        kinds.append(self._numbers(low, min(high, low + largest - 1)))
        if self.stage:
            kinds += [self.stage] * 2
        kinds += self.types.values()
        if self.seat:
            kinds += [self.seat] * 2 + [self._vacant()] * 2
        if self.chance(0.3):
            kinds += [self._inline()] * 2
        small = [kind for kind in kinds if len(kind.values) + kind.vacant <= largest]
        return self.one(small or [FLAG])

    def _inline(self) -> Kind:
        values = tuple(self.name("good") for _ in range(self.one((2, 2, 3))))
        return Kind("choice", "{" + ", ".join(values) + "}", values)

    def _index(self, likely: float) -> str | None:
        """An index: seat, or the name of a choice type."""
        if not self.chance(likely):
            return None
        indices = (["seat", "seat"] if self.seat else []) + list(self.types)
        return self.one(indices) if indices else None

    def _bound_by(self, index: str | None, scope: Scope) -> tuple[str, Scope]:
        """The index as it is declared, and the scope in it."""
        if index is None:
            return "", scope
        if index == "seat":
            assert self.seat
            name = self.name("p")
            return f"[{name}]", scope.having(name, self.seat)
        name = self.name("s")
        return f"[{name}: {index}]", scope.having(name, self.types[index])

    def _weight(self, kind: Kind, index: str | None) -> int:
        size = len(kind.values) + int(kind.vacant)
        times = 1 if index is None else self.most if index == "seat" else len(self.types[index].values)
        return int(size**times)

    def fact(self) -> None:
        """A fact, where the budget of situations allows one more."""
        index = self._index(0.45)
        kind = self._kind(largest=3 if index else 4)
        if self._weight(kind, index) > self.budget:
            kind = FLAG
        if self._weight(kind, index) > self.budget:
            index = None
        if self._weight(kind, index) > self.budget:
            return
        self.budget //= self._weight(kind, index)
        name = self.name("fact")
        shown, scope = self._bound_by(index, Scope())
        when = f" when {self.flag(1, scope).text}" if self.facts and self.chance(0.25) else ""
        usually = f" usually {self._usual(kind, scope)}" if self.chance(0.5) else ""
        self.add("fact", f'{name}{shown}: {self._written(kind)}{when}{usually}{self._cost()} "What of {name}?"')
        self.facts.append(Declared(name, kind, index))

    def _written(self, kind: Kind) -> str:
        return f"{kind.text} or nobody" if kind.vacant else kind.text

    def _usual(self, kind: Kind, scope: Scope) -> str:
        """A usual value, which may depend on other facts; it is always one of the type."""
        if kind.sort == "seat" and self.chance(0.5):
            return self.seat_of(1, scope, vacant=kind.vacant).text
        if kind.sort == "flag" and self.chance(0.3):
            return self.flag(1, scope).text
        if self.facts and self.chance(0.4):
            return f"if {self.flag(0, scope).text} then {self.constant(kind)} else {self.constant(kind)}"
        return self.constant(kind)

    def option(self) -> None:
        """An option or a reading."""
        reading = self.chance(0.4)
        kind = self.one((FLAG, FLAG, self._inline(), self._numbers(0, 2)))
        if self._weight(kind, None) > self.budget * 2:
            return
        self.budget //= self._weight(kind, None)
        name = self.name("option")
        ambiguity = f' "R-{len(self.facts)}"' if reading else ""
        self.add("reading" if reading else "option", f'{name}{ambiguity}: {kind.text}{self._cost()} "How is {name}?"')
        self.facts.append(Declared(name, kind))
        if self.chance(0.22):
            condition = f"{name} != {self.one(kind.values)}" if kind.sort != "flag" else self.one((name, f"not {name}"))
            self.add("always", f'{condition} "as the sponsors have it"')

    def let(self, scope: Scope) -> None:
        """A let, with or without parameters, a condition or a number or a seat."""
        sort = self.one(("flag", "flag", "flag", "number", "seat" if self.seat else "flag"))
        name = self.name("let")
        parameters: list[tuple[str, Kind]] = []
        written: list[str] = []
        for _ in range(self.one((0, 1, 1, 2))):
            choices = (
                ([self.seat, self.seat, self._vacant()] if self.seat else [])
                + list(self.types.values())
                + [self._numbers(0, 3)]
            )
            kind = self.one(choices)
            bound = self.name("q")
            parameters.append((bound, kind))
            written.append(bound if kind == self.seat else f"{bound}: {self._written(kind)}")
        inner = replace(scope, bound=tuple(parameters))
        if sort == "flag":
            body, result = self.flag(2, inner).text, FLAG
        elif sort == "seat":
            assert self.seat
            body, result = self.seat_of(2, inner).text, self.seat
            if body[0] in "(0123456789":  # a number, where nothing says that a seat is meant
                body = f"{self.one(('before', 'after'))}({body})"
        else:
            body, low, high = self.number(2, inner)[0].text, -99, 99
            result = Kind("number", "", (str(low), str(high)))
        heading = f"{name}({', '.join(written)})" if written else name
        question = f'{self._cost()} "Is it {name}?"' if self.chance(0.4) else ""
        self.add("let", f"{heading} = {body}{question}")
        self.lets.append(Declared(name, result, None, tuple(parameters), rank=scope.rank))

    def _cost(self) -> str:
        """What an answer costs, if that is said: it follows from how many names there are, and draws nothing."""
        cost = len(self.names) * 7 % 10
        return f" costs {cost}" if cost > 1 else ""

    def always(self) -> None:
        """What is possible at all."""
        condition = self.flag(self.one((1, 1, 2)), Scope())
        if self.chance(0.6) and self.facts:  # so that not too little is left possible
            condition = Text(f"{within(condition, AND)} or {within(self.flag(0, Scope()), AND)}", OR)
        self.add("always", f'{condition.text} "nothing else was ever seen"')

    # Rulings and clauses

    def _rulings(self) -> None:
        count = self.one((0, 1) if self.bare else (1, 2, 2, 3))
        ranks = list(range(count))
        self.random.shuffle(ranks)
        coming = []
        for rank in ranks:
            index = self._index(0.4)
            kind = self._ruling_kind()
            coming.append(Declared(self.name("ruling"), kind, index, (), rank))
        self.rulings = coming
        for ruling in coming:
            shown, scope = self._bound_by(ruling.index, Scope(rank=ruling.rank))
            when = f" when {self.flag(self.one((0, 1, 2)), scope).text}" if self.chance(0.5) else ""
            otherwise = ""
            if self.chance(0.5 if self.settled else 0.25):
                otherwise = f" otherwise {self.constant(ruling.kind)}"
                self.defaulted.add(ruling.name)
            self.add(
                "ruling",
                f'{ruling.name}{shown}: {self._written(ruling.kind)}{when}{otherwise} "Which {ruling.name}?"',
            )

    def _ruling_kind(self) -> Kind:
        kinds = [
            self._inline(),
            FLAG,
            self._numbers(*self.one(((0, 2), (0, 5), (-3, 9)))),
            *self.types.values(),
        ]
        if self.stage:
            kinds.append(self.stage)
        if self.seat:
            kinds += [self.seat, self._vacant()]
        return self.one(kinds)

    def _clauses(self) -> None:
        ids = [self.id(text) for text in ("1", "2", "2.1", "3", "P4", "P4.a", "P4.b", "P4.10", "5a", "6.1.2", "11")]
        self.random.shuffle(ids)
        used: list[str] = []
        if self.chance(0.4):
            part = self.one((self.id("P4"), self.id("2")))
            condition = self.flag(self.one((0, 1)), Scope())
            if self.chance(0.4):
                condition = Text(f"{within(condition, NOT)} and {within(self.flag(0, Scope()), NOT)}", AND)
            when = f" when {condition.text}" if self.chance(0.75) else ""
            self.add("part", f'{part} "A part"{when}')
        for ruling in sorted(self.rulings, key=lambda ruling: ruling.rank):
            for _ in range(self.one((0, 0, 1) if self.bare else (1, 2, 2, 3))):
                if ids:
                    used.append(self._clause(ids.pop(), ids, used, ruling))
            if self.settled and ruling.name not in self.defaulted:
                used.append(self._catch_all(self.id(f"{90 + ruling.rank}"), ruling))
        if self.chance(0.3) and ids:
            self.add("note", f'{ids.pop()} "asks for courtesy"')

    def _catch_all(self, name: str, ruling: Declared) -> str:
        """A clause that decides a ruling wherever no other does."""
        each, place = "", ruling.name
        if ruling.index == "seat":
            bound = self.name("p")
            each, place = f" for each {bound}", f"{ruling.name}[{bound}]"
        effects = [place]
        if ruling.index not in {None, "seat"}:
            assert ruling.index
            effects = [f"{ruling.name}[{value}]" for value in self.types[ruling.index].values]
        then = ", ".join(f"{effect} is {self.constant(ruling.kind)}" for effect in effects)
        for at, statement in enumerate(self.statements):
            text = statement.text
            if (
                statement.keyword == "clause"
                and f"{ruling.name} is" in text
                and "The rest" not in text
                and "overrides" not in text
            ):
                self.statements[at] = Statement("clause", f"{statement.text} overrides {name}")
        self.add("clause", f'{name} implied "The rest"{each}\n  then {then}')
        return name

    def _clause(self, name: str, ids: list[str], used: list[str], ruling: Declared) -> str:
        targets = [ruling]
        later = [other for other in self.rulings if other is not ruling]
        if later and self.chance(0.2):
            targets.append(self.one(later))
        scope = Scope(rank=min(target.rank for target in targets))
        seated = any(target.index == "seat" for target in targets)
        each: list[str] = []
        if self.seat and self.chance(0.75 if seated else 0.4):
            each.append(self.name("p"))
            if self.chance(0.25):
                each.append(self.name("r"))
        for bound in each:
            assert self.seat
            scope = scope.having(bound, self.seat)
        implied = " implied" if self.chance(0.15) else ""
        origins = (
            f" from {', '.join(self._some(self.paragraphs or (self.id('1'), self.id('9'))))}"
            if self.chance(0.15)
            else ""
        )
        bindings = f" for each {', '.join(each)}" if each else ""
        when = f"\n  when {self.flag(self.one((1, 2, 2)), scope).text}" if self.chance(0.85) else ""
        effects = {}
        for target in targets:
            place = self._place(target, scope)
            effects[place] = self._value(target.kind, scope)
            if target.index == "seat" and each and self.chance(0.15):
                effects.setdefault(
                    f"{target.name}[{self.one(('before', 'after'))}({each[0]})]",
                    self._value(target.kind, scope),
                )
            if target.index not in {None, "seat"} and self.chance(0.3):
                assert target.index
                effects.setdefault(
                    f"{target.name}[{self.one(self.types[target.index].values)}]",
                    self._value(target.kind, scope),
                )
        then = ", ".join(f"{place} is {value}" for place, value in effects.items())
        known = [
            one for one in used if not any(other.startswith(one) for other in ids)
        ]  # else it could come to a cycle
        overrides = f" overrides {', '.join(self._some(known))}" if known and self.chance(0.45) else ""
        if overrides and self.chance(0.25):
            overrides = self._under(used, name, ids) or overrides
        self.add("clause", f'{name}{implied} "On {ruling.name}"{origins}{bindings}{when}\n  then {then}{overrides}')
        return name

    def _some(self, items: Sequence[str]) -> list[str]:
        chosen = [item for item in items if self.chance(0.4)]
        return chosen or [self.one(items)]

    def _under(self, used: list[str], name: str, ids: list[str]) -> str:
        """Overriding all clauses under an id, where no more of those will come."""
        for stem in (self.id("P4"), self.id("2")):
            if any(one.startswith(stem) and one != name for one in used) and not any(
                one.startswith(stem) for one in ids
            ):
                return f" overrides {stem}"
        return ""

    def _place(self, ruling: Declared, scope: Scope) -> str:
        if ruling.index is None:
            return ruling.name
        if ruling.index == "seat":
            bound = [name for name, kind in scope.bound if kind == self.seat]
            if bound and self.chance(0.7):
                return f"{ruling.name}[{bound[0]}]"
            return f"{ruling.name}[{self.seat_of(1, scope, vacant=self.chance(0.3)).text}]"
        return f"{ruling.name}[{self.choice_of(self.types[ruling.index], 1, scope).text}]"

    def _value(self, kind: Kind, scope: Scope) -> str:
        """The value that an effect gives."""
        if self.chance(0.55):
            return self.constant(kind)
        if kind.sort == "number":
            text, low, high = self.number(1, scope)
            least, greatest = kind.ends
            return text.text if low <= min(greatest, high) and high >= least else self.constant(kind)
        return self.value_of(kind, 1, scope).text

    def claim(self) -> None:
        """A claim of an editor."""
        form = self.one(("plain", "implies", "every", "every", "impossible"))
        scope = Scope(rank=ALL)
        if form == "every" and self.seat:
            bound = self.name("p")
            inner = scope.having(bound, self.seat)
            premise, conclusion = (within(self.flag(1, inner), OR) for _ in range(2))
            text = f"every {bound}: ({premise} implies {conclusion})"
        elif form in {"implies", "every"}:
            text = f"{within(self.flag(1, scope), OR)} implies {within(self.flag(1, scope), OR)}"
        elif form == "impossible":
            atom = self.flag(0, scope)
            premise = f"({within(atom, NOT)} and not {within(atom, ATOM)})"
            text = f"{premise} implies {within(self.flag(1, scope), OR)}"
        else:
            text = self.flag(2, scope).text
        self.add("claim", f'"claim {len(self.statements)}": {text}')

    # Cases

    def _statements_told(self) -> None:
        """Cases, most of them as the rulebook rules."""
        if not self.chance(0.4):
            return
        rulebook = Book(tuple(self.statements), ()).rulebook
        for number in range(self.one((1, 2))):
            chosen = situation(rulebook, self.random)
            evaluation = Evaluation(rulebook, chosen)
            outcomes = {place: evaluation.outcome(place) for place in ruling_places(rulebook, chosen.players)}
            valued = {
                place: outcome
                for place, outcome in outcomes.items()
                if outcome.value is not None
                and outcome.value in domain(rulebook.rulings[place.name].type, chosen.players)
            }
            if not (valued and evaluation.possible):
                continue
            given = [] if rulebook.table is None else [f"players = {chosen.players}"]
            for place, value in chosen.values.items():
                fact = rulebook.facts[place.name]
                if arises(evaluation, fact, place) and self.chance(0.9):
                    given.append(f"{_spot(rulebook, place)} = {fact.type.show(value)}")
            expected = [self._expected(rulebook, place, outcome) for place, outcome in list(valued.items())[:2]]
            told = f"\n  given {', '.join(given)}" if given else ""
            self.add("case", f'"case {number}"{told}\n  expect {", ".join(expected)}')

    def _expected(self, rulebook: Rulebook, place: Place, outcome: Outcome) -> str:
        kind = rulebook.rulings[place.name].type
        value = outcome.value
        if self.chance(0.25):
            value = first_value(kind)
        assert value is not None
        return f"{_spot(rulebook, place)} is {kind.show(value)}"


def _spot(rulebook: Rulebook, place: Place) -> str:
    index = (rulebook.facts.get(place.name) or rulebook.rulings[place.name]).index
    return place.name if index is None or place.index is None else f"{place.name}[{index.type.show(place.index)}]"


# What is handed out


def generate(random: Random, naming: Naming = plain, most: int = 120, prefix: str = "") -> Book:
    """A rulebook of at most about `most` situations at the largest table; `prefix` goes before every id."""
    return Maker(random, naming, most, prefix).make()


def seeded(seed: int, naming: Naming = plain, most: int = 120, prefix: str = "") -> Book:
    """The rulebook of a seed."""
    return generate(Random(seed), naming, most, prefix)  # noqa: S311 - nothing secret


def situation(rulebook: Rulebook, random: Random) -> Situation:
    """A situation in which every fact outside its `when` has its first value; it need not be possible."""
    players = random.choice(table_sizes(rulebook))
    values: dict[Place, Value] = {}
    for name in rulebook.settling_order:
        fact = rulebook.facts[name]
        for place in fact_places(fact, players):
            values[place] = first_value(fact.type)
            if arises(Evaluation(rulebook, Situation(players, values)), fact, place):
                values[place] = random.choice(domain(fact.type, players))
    return Situation(players, MappingProxyType({place: values[place] for place in places(rulebook, players)}))


def domain(kind: Type, players: int) -> list[Value]:
    """The values of a type at a table of `players`."""
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, Seat):
        return [*range(1, players + 1), *([kind.table.nobody] if kind.vacant else [])]
    return list(range(kind.low, kind.high + 1))


def books(most: int = 120) -> st.SearchStrategy[Book]:
    """Rulebooks, as a Hypothesis strategy."""
    return st.randoms(use_true_random=False).map(lambda random: generate(random, most=most))


def situations(rulebook: Rulebook) -> st.SearchStrategy[Situation]:
    """Situations of a rulebook, as a Hypothesis strategy."""
    return st.randoms(use_true_random=False).map(lambda random: situation(rulebook, random))
