"""Claims and cases: what the editor says must be so."""

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from . import tree as t
from .clauses import Clauses
from .expression import Const
from .names import Sort
from .rulebook import Case, Claim, Dependence, Expected, Place, Turning, Unruled
from .show import show
from .span import Span
from .types import Number, Seat, Type, Value

_RULINGS = frozenset({Sort.RULING})
_AROUND = "the ruling stands before `depends only on`, and facts after it; options are the same in any case"
_BEFORE = "a ruling stands before `turns with the table`"
_PLAIN = frozenset({Sort.FACT})
_FACTS = frozenset({Sort.FACT, Sort.OPTION, Sort.READING})
ARTICLES = {Unruled.GAP: "a gap", Unruled.CLASH: "a clash", Unruled.UNDEFINED: "an undefined value"}
_UNRULED = {
    **{each.value: each for each in Unruled},
    **{words: each for each, words in ARTICLES.items()},  # for a ruling that has a value of the short name
}
_Read = TypeVar("_Read")  # a value, or what is expected


class Precedents:
    """Resolves claims and cases; their titles are their names. `ids` are those of all clauses."""

    def __init__(self, clauses: Clauses, ids: Collection[str]) -> None:
        self.statements = clauses.statements
        self.clauses = clauses
        self.ids = ids
        self.names = clauses.names
        self.report = clauses.report
        self.titles: dict[tuple[str, str], Span] = {}

    def claim(self, statement: t.ClaimStatement) -> Claim | None:
        """A claim, or None where its condition is told."""
        self._check_title("claim", statement.title)
        condition = self.statements.phrases.condition(statement.condition, {})
        return None if condition is None else Claim(statement.title.text, condition, statement.span)

    def dependence(self, statement: t.DependenceStatement) -> Dependence | None:
        """A claim about two situations, or None where what it is about is told."""
        self._check_title("claim", statement.title)
        named: dict[str, Span] = {}
        for name in statement.facts:
            if self._is_of(name, _PLAIN, _AROUND) and named.setdefault(name.text, name.span) != name.span:
                self.report.tell("doubled-name", name.span, f"`{name.text}` stands twice here", "strike one of the two")
        if not self._is_of(statement.ruling, _RULINGS, _AROUND):
            return None
        return Dependence(statement.title.text, statement.ruling.text, tuple(named), statement.span)

    def turning(self, statement: t.TurningStatement) -> Turning | None:
        """A claim that a ruling turns with the table, or None where there is no such ruling or no table."""
        self._check_title("claim", statement.title)
        is_ruling = self._is_of(statement.ruling, _RULINGS, _BEFORE)
        seat = self.names.seat(statement.ruling.span, f"`{statement.ruling.text}` cannot turn with the table")
        return Turning(statement.title.text, statement.ruling.text, statement.span) if is_ruling and seat else None

    def case(self, statement: t.CaseStatement, heading: str = "") -> Case:
        """A case, whose source is the heading above it unless it names one; what is told in it is left out."""
        self._check_title("case", statement.title)
        players = self._players(statement)
        given = [(spot, value) for spot, value in statement.given if spot.name.text != "players"]
        table = self.names.table
        seated = table.usual if players is None and table is not None else players
        facts = self._values(given, _FACTS, seated, self._given)
        rulings: Mapping[Place, Expected] = self._values(list(statement.expected), _RULINGS, seated, self._expected)
        return Case(
            statement.title.text,
            players,
            facts,
            rulings,
            statement.span,
            statement.source.text if statement.source else heading,
            tuple(clause.text for clause in statement.clauses if self._is_clause(clause)),
            statement.note.text if statement.note else "",
        )

    def _check_title(self, what: str, title: t.Name) -> None:
        self.statements.check_text(title, "title")
        first = self.titles.setdefault((what, title.text), title.span)
        if first is not title.span:
            message = f"two {what}s have the title `{title.text}`: the first is in {first.line_from(title.span.file)}"
            self.report.tell("doubled-title", title.span, message, "its title is its name: give one another")

    def _players(self, statement: t.CaseStatement) -> int | None:
        stated = [(spot, value) for spot, value in statement.given if spot.name.text == "players"]
        for spot, _ in stated[1:]:
            self.report.tell("doubled-name", spot.span, "`players` is given twice", "strike one of the two")
        if not stated:
            return None
        spot, value = stated[0]
        seat = self.names.seat(spot.span, "`players` is the number of players")
        if seat is None:
            return None
        if spot.at is not None:
            self.report.tell("wrong-index", spot.span, "`players` has no index", "write `players = ...`")
        allowed = Number(seat.table.least, seat.table.most)
        number = self.statements.inside(value, allowed, "the number of `players`")
        return None if number is None else number.value

    def _values(
        self,
        pairs: list[tuple[t.Spot, t.Constant]],
        sorts: frozenset[Sort],
        players: int | None,
        read: Callable[[t.Constant, Type, str, int | None], _Read | None],
    ) -> Mapping[Place, _Read]:
        found: dict[Place, _Read] = {}
        for spot, written in pairs:
            place, value = self._place(spot, sorts, players), None
            if place is None:
                continue
            if place in found:
                message = (
                    f"`{spot.name.text}` is given twice here for the same index"
                    if spot.at
                    else f"`{spot.name.text}` stands twice here"
                )
                self.report.tell("doubled-name", spot.span, message, "strike one of the two")
            kind = self.names.signatures[place.name].type
            value = None if kind is None else read(written, kind, place.name, players)
            if value is not None:
                found[place] = value
        return MappingProxyType(found)

    def _given(self, written: t.Constant, kind: Type, name: str, players: int | None) -> Value | None:
        value = self.statements.inside(written, kind, f"`{name}`")
        return value.value if value is not None and self._is_seated(value, players, written.span) else None

    def _expected(self, written: t.Constant, kind: Type, name: str, players: int | None) -> Expected | None:
        """What has to come out: a value, or else why there is none; a value of that name comes first."""
        if isinstance(written, t.Word) and written.text in _UNRULED and self.names.value(written.text, kind) is None:
            return _UNRULED[written.text]
        return self._given(written, kind, name, players)

    def _place(self, spot: t.Spot, sorts: frozenset[Sort], players: int | None) -> Place | None:
        if not self._is_of(spot.name, sorts):
            return None
        index, told = self.clauses.spot_index(spot, {})
        if told or index is None:
            return None if told else Place(spot.name.text)
        if not isinstance(index, Const):
            message = f"the index `{show(index)}` is no constant: a case is one situation"
            self.report.tell("not-constant", spot.span, message)
            return None
        return Place(spot.name.text, index.value) if self._is_seated(index, players, spot.span) else None

    def _is_of(self, name: t.Name, sorts: frozenset[Sort], around: str = "") -> bool:
        """Whether a name is one of a fact, or of a ruling, as is wanted here; told if not, with what goes around."""
        word, signature = name.text, self.names.signatures.get(name.text)
        wanted, other = ("ruling", "given") if sorts is _RULINGS else ("fact", "expect")
        if word == "players":
            message = "`players` is the number of players, and here stand rulings only"
            self.report.tell("misplaced-name", name.span, message, "give it after `given`")
        elif signature is None:
            if not self.names.excuses(word, name.span):
                known = [each.name for each in self.names.signatures.values() if each.sort in sorts]
                advice = self.report.near(word, known)
                self.report.tell("unknown-name", name.span, f"unknown {wanted} `{word}`", advice)
        elif signature.sort not in sorts:
            message = f"`{word}` is {signature.sort.value}, and here stand {wanted}s only"
            is_let = signature.sort is Sort.LET
            advice = "name the facts beneath it" if is_let else around or f"name it after `{other}`"
            self.report.tell("misplaced-name", name.span, message, advice)
        else:
            return True
        return False

    def _is_clause(self, clause: t.Name) -> bool:
        """Whether there is a clause of that id; told if not."""
        known = clause.text in self.ids
        if not known and not self.names.excuses(clause.text, clause.span, "clause"):
            advice = self.report.near(clause.text, self.ids)
            self.report.tell("unknown-clause", clause.span, f"no clause is `{clause.text}`", advice)
        return known

    def _is_seated(self, value: Const, players: int | None, span: Span) -> bool:
        """Whether a seat is at the table of this case; true of all that is no seat."""
        table = self.names.table
        if not isinstance(value.type, Seat) or players is None or table is None:
            return True
        if value.value <= players or value.value == table.nobody:
            return True
        message = f"seat `{show(value)}` is not at the table of {players} in this case"
        self.report.tell("outside-domain", span, message, f"say how many play: `given players = {value.value}, ...`")
        return False
