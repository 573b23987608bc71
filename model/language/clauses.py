"""Clauses and what belongs to them: parts, notes, sources and overrides."""

from collections.abc import Iterable

from . import tree as t
from .binding import bind
from .declare import distinct
from .expression import And, Const, Expression
from .names import Sort
from .overriding import Declared, beneath, close, is_under
from .phrases import Scope
from .rulebook import Clause, Effect, Note, Parameter, Part, Source
from .show import show
from .span import Span
from .statements import Statements
from .words import domain, meets


class Clauses:
    """Resolves the clauses of a rulebook, with its parts, notes and source."""

    def __init__(self, statements: Statements, source: Source | None) -> None:
        self.statements = statements
        self.phrases = statements.phrases
        self.names = statements.names
        self.report = statements.report
        self.source = source

    def resolve(
        self,
        written: list[tuple[t.ClauseStatement, str]],
        parts: tuple[Part, ...],
        overrides: list[t.OverrideStatement],
    ) -> dict[str, Clause]:
        """The clauses in the order of the text, each with the heading above it; what is told is left out."""
        first: dict[str, tuple[t.ClauseStatement, str]] = {}
        for statement, heading in written:
            name = statement.id
            if name.text in first:
                self._doubled("clause", name, first[name.text][0].id.span)
            else:
                first[name.text] = (statement, heading)
        added = self._overrides(overrides, first)
        declared = tuple(Declared(name, (*each.overrides, *added[name])) for name, (each, _) in first.items())
        closed = close(declared, self._is_excused, self.report)
        joined: dict[str, list[Part]] = {name: [] for name in first}
        inner = beneath(first, [part.id for part in parts])
        for part in sorted(parts, key=lambda part: len(part.id)):
            for id_ in inner[part.id]:
                if id_ != part.id:
                    joined[id_].append(part)
        found: dict[str, Clause] = {}
        for id_, (statement, heading) in first.items():
            clause = self._clause(statement, heading, joined[id_], closed.get(id_, frozenset()))
            if clause is not None:
                found[id_] = clause
        return found

    def _overrides(self, written: list[t.OverrideStatement], clauses: Iterable[str]) -> dict[str, list[t.Name]]:
        """Of every clause what `override` statements say that it overrides."""
        found: dict[str, list[t.Name]] = {name: [] for name in clauses}
        first: dict[tuple[str, str], Span] = {}
        for statement in written:
            name, over = statement.clause, statement.over
            before = first.setdefault((name.text, over.text), statement.span)
            if before is not statement.span:
                message = f"`override {name.text} over {over.text}` stands twice: first in line {before.line}"
                self.report.tell("doubled-statement", statement.span, message, "strike one of the two")
            elif name.text in found:
                found[name.text].append(over)
            elif not self._is_excused(name):
                advice = self.report.near(name.text, found) or "name the clause that is to prevail"
                self.report.tell("unknown-clause", name.span, f"no clause is `{name.text}`", advice)
        return found

    def _is_excused(self, clause: t.Name) -> bool:
        return self.names.excuses(clause.text, clause.span, "clause")

    def parts(self, written: list[t.PartStatement]) -> tuple[Part, ...]:
        """The parts in the order of the text."""
        found: dict[str, Part] = {}
        for statement in written:
            name = statement.id
            if name.text in found:
                self._doubled("part", name, found[name.text].span)
                continue
            when = None if statement.when is None else self.phrases.condition(statement.when, {})
            found[name.text] = Part(name.text, statement.title.text, when, statement.span)
        return tuple(found.values())

    def notes(self, written: list[tuple[t.NoteStatement, str]]) -> tuple[Note, ...]:
        """The notes in the order of the text."""
        found: dict[str, Note] = {}
        for statement, heading in written:
            name = statement.id
            if name.text in found:
                self._doubled("note", name, found[name.text].span)
                continue
            found[name.text] = Note(name.text, statement.title.text, heading, statement.span)
        return tuple(found.values())

    def _doubled(self, what: str, name: t.Name, first: Span) -> None:
        message = f"{what} `{name.text}` stands twice: first in {first.line_from(name.span.file)}"
        self.report.tell("doubled-name", name.span, message, f"number one of them differently, as `{name.text}.b`")

    def _clause(
        self, statement: t.ClauseStatement, heading: str, parts: list[Part], overrides: frozenset[str]
    ) -> Clause | None:
        distinct(statement.overrides, "overridden clause", self.report)
        distinct(statement.origins or (), "paragraph", self.report)
        scope: Scope = {}
        each: list[Parameter] = []
        for name in statement.each:
            seat = self.names.seat(name.span, f"`for each {name.text}` runs over the seats")
            if seat is None:
                return None
            scope = bind(self.phrases, name, seat, scope)
            each.append(Parameter(name.text, seat))
        own = None if statement.when is None else self.phrases.condition(statement.when, scope)
        effects = self._effects(statement, scope)
        when = join([part.when for part in parts] + [own], statement.span)
        part_ids = tuple(part.id for part in parts)
        return Clause(
            id=statement.id.text,
            title=statement.title.text,
            implied=statement.implied,
            each=tuple(each),
            own=own,
            when=when,
            parts=part_ids,
            effects=effects,
            overrides=overrides,
            paragraphs=self._paragraphs(statement),
            heading=heading,
            span=statement.span,
        )

    def _paragraphs(self, statement: t.ClauseStatement) -> tuple[str, ...]:
        """The paragraphs of the source that a clause says it is from, or that its id is or is under."""
        name = statement.id.text
        if statement.origins is not None:
            return tuple(origin.text for origin in statement.origins)
        if self.source is None or not self.source.paragraphs:
            return (name,)
        return tuple(each for each in self.source.paragraphs if name == each or is_under(name, each))

    def _effects(self, statement: t.ClauseStatement, scope: Scope) -> tuple[Effect, ...]:
        if not statement.effects:
            message = f"clause {statement.id.text} decides nothing"
            advice = "say what it decides: `then ... is ...`; a paragraph without a ruling is a `note`"
            self.report.tell("no-effect", statement.span, message, advice)
        found: dict[tuple[str, Expression | None], Effect] = {}
        for written in statement.effects:
            effect = self._effect(written, scope)
            if effect is None:
                continue
            place = (effect.ruling, effect.index)
            if place in found:
                message = f"clause {statement.id.text} decides `{_spot(effect)}` twice"
                self.report.tell(
                    "doubled-effect",
                    effect.span,
                    message,
                    "strike one, or make two clauses with conditions of their own",
                )
            found[place] = effect
        return tuple(found.values())

    def _effect(self, written: t.EffectPhrase, scope: Scope) -> Effect | None:
        name = written.spot.name
        signature = self.names.signatures.get(name.text)
        if signature is None:
            self._unknown_ruling(name)
            return None
        if signature.sort is not Sort.RULING or signature.type is None:
            message = f"`{name.text}` is {signature.sort.value}: a clause decides rulings"
            self.report.tell("not-a-ruling", name.span, message, "declare what is decided: `ruling ...`")
            return None
        kind = signature.type
        value = self.phrases.of_kind(written.value, scope, kind, f"the ruling `{name.text}`")
        index, told = self.spot_index(written.spot, scope)
        if value is None or told:
            return None
        if not meets(kind, value.type):
            shown = f"`{show(value)}`" if isinstance(value, Const) else "this"
            can = "" if isinstance(value, Const) else f" ({domain(value.type)})"
            message = f"the ruling `{name.text}` is never {shown}{can}: it can be {domain(kind)}"
            self.report.tell("outside-domain", written.value.span, message)
            return None
        return Effect(name.text, index, value, written.span)

    def spot_index(self, spot: t.Spot, scope: Scope) -> tuple[Expression | None, bool]:
        """The index of a ruling or fact that is known, and whether a mistake in it was told."""
        resolved = (
            self.phrases.resolve(t.Word(spot.name.text, spot.name.span), {})
            if spot.at is None
            else self.phrases.resolve(t.Indexed(spot.name, spot.at, spot.span, 1), scope)
        )
        index = getattr(resolved, "index", None)
        return index, resolved is None

    def _unknown_ruling(self, name: t.Name) -> None:
        if self.names.excuses(name.text, name.span):
            return
        rulings = [each.name for each in self.names.signatures.values() if each.sort is Sort.RULING]
        advice = self.report.near(name.text, rulings) or f'declare it: `ruling {name.text}: ... "..."`'
        self.report.tell("unknown-name", name.span, f"unknown ruling `{name.text}`", advice)


def join(conditions: list[Expression | None], span: Span) -> Expression | None:
    """The conditions as one, an `and` in them not nested."""
    operands: list[Expression] = []
    for condition in conditions:
        if isinstance(condition, And):
            operands.extend(condition.operands)
        elif condition is not None:
            operands.append(condition)
    if len(operands) > 1:
        return And(tuple(operands), span=span)
    return operands[0] if operands else None


def _spot(effect: Effect) -> str:
    return effect.ruling if effect.index is None else f"{effect.ruling}[{show(effect.index)}]"
