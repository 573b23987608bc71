"""The statements of a page to a checked rulebook: the passes of the resolver, in order."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeVar

from . import tree as t
from .bounds import Bounds
from .clauses import Clauses
from .contents import Contents, settle
from .declare import declare, distinct
from .diagnostic import Report, RulebookError
from .entry import Entry
from .names import Names
from .order import Graph, cycle_text, order, readings
from .precedents import Precedents
from .repealed import Repealed
from .rulebook import Edition, Rulebook, Source
from .span import Span
from .statements import Statements
from .users import Users

if TYPE_CHECKING:
    from .case_file import CaseFile


class _Placed(Protocol):
    @property
    def span(self) -> Span: ...


Kind = TypeVar("Kind")
PlacedKind = TypeVar("PlacedKind", bound=_Placed)


class Resolver:
    """Holds the statements of one page, with those of the pages beneath it, which are `beneath`.

    `names` is known once `resolve` has run; `broken_openers` are of statements that did not parse; `case_files` are
    what stands beside the page.
    """

    def __init__(
        self, file: str, text: str, entries: Sequence[Entry], report: Report, beneath: tuple[Edition, ...] = ()
    ) -> None:
        self.file = file
        self.text = text
        self.entries = entries
        self.beneath = beneath
        self.report = report
        self.repealed = Repealed(entries, file)
        self.names = Names(report, self.repealed)
        self.broken_openers: set[str] = set()
        self.case_files: list[CaseFile] = []
        self._living = [entry for entry in entries if entry.passage.repealed is None]

    def resolve(self) -> Rulebook:
        """The rulebook. Raises RulebookError with all that was told."""
        head = self._only(t.RulebookStatement, "rulebook")
        if head is not None and head.name.text in {edition.name for edition in self.beneath}:
            message = f"`{head.name.text}` is the name of a rulebook that this one amends"
            self.report.tell("taken-name", head.name.span, message, "give it a name of its own")
        if head is not None:
            self._check_case_files(head.name.text)
        contents = self._contents()
        users = Users(self.entries, (case for file in self.case_files for case in file.cases), self.report)
        users.tell_repealed(self.repealed)
        users.tell_decided(contents.decisions, contents.cases)
        contents, constants = settle(contents)
        sequence = self._sequence(contents)
        self._measure(contents, sequence)
        if self.report.diagnostics or head is None:
            texts = {self.file: self.text, **{edition.file: edition.text for edition in self.beneath}}
            texts |= {each.file: each.text for each in self.case_files}
            raise RulebookError(self.report.diagnostics, texts)
        return Rulebook(
            editions=(Edition(head.name.text, head.title.text, self.file, self.text), *self.beneath),
            passages=tuple(entry.passage for entry in self.entries),
            source=contents.source,
            table=self.names.table,
            types=MappingProxyType(self.names.types),
            facts=MappingProxyType(contents.facts),
            lets=MappingProxyType(contents.lets),
            always=contents.always,
            rulings=MappingProxyType(contents.rulings),
            parts=contents.parts,
            clauses=MappingProxyType(contents.clauses),
            notes=contents.notes,
            claims=contents.claims,
            dependences=contents.dependences,
            turnings=contents.turnings,
            cases=contents.cases,
            decisions=contents.decisions,
            changes=contents.changes,
            reading_order=tuple(name for name in sequence if name in contents.rulings),
            settling_order=tuple(name for name in sequence if name in contents.facts),
            constants=constants,
        )

    def _contents(self) -> Contents:
        """Every statement resolved, what declares a name before what uses it."""
        listed = self._only(t.SourceStatement, "source")
        source = None if listed is None else self._source(listed)
        declare([statement for statement, _ in self._living], self.names)
        statements = Statements(self.names, self.report)
        lets = statements.lets(self._all(t.LetStatement))
        facts = _known([statements.fact(each) for each in self._all(t.FactStatement)])
        always = _known([statements.always(each) for each in self._all(t.AlwaysStatement)])
        rulings = _known([statements.ruling(each) for each in self._all(t.RulingStatement)])
        clausal = Clauses(statements, source)
        parts = clausal.parts(self._all(t.PartStatement))
        clauses = clausal.resolve(self._headed(t.ClauseStatement), parts, self._all(t.OverrideStatement))
        notes = clausal.notes(self._headed(t.NoteStatement))
        precedents = Precedents(clausal, clauses)
        claims = _known([precedents.claim(each) for each in self._all(t.ClaimStatement)])
        dependences = _known([precedents.dependence(each) for each in self._all(t.DependenceStatement)])
        turnings = _known([precedents.turning(each) for each in self._all(t.TurningStatement)])
        cases = [precedents.case(each, heading) for each, heading in self._headed(t.CaseStatement)]
        cases += [precedents.case(each) for file in self.case_files for each in file.cases]
        by_name = {fact.name: fact for fact in facts}
        decisions = _known([statements.decision(each, by_name) for each in self._all(t.DecideStatement)])
        changes = _known([statements.change(each) for each in self._all(t.ChangesStatement)])
        return Contents(
            source=source,
            facts=by_name,
            lets=lets,
            always=tuple(always),
            rulings={ruling.name: ruling for ruling in rulings},
            parts=parts,
            clauses=clauses,
            notes=notes,
            claims=tuple(claims),
            dependences=tuple(dependences),
            turnings=tuple(turnings),
            cases=tuple(cases),
            decisions=tuple(decisions),
            changes=tuple(changes),
        )

    def _check_case_files(self, name: str) -> None:
        """Tell the case files that are about another rulebook."""
        for named in filter(None, (each.rulebook for each in self.case_files)):
            if named.text != name:
                message = f"these cases are about `{named.text}`, and this rulebook is `{name}`"
                advice = f"write `rulebook: {name}`, or keep them elsewhere"
                self.report.tell("unread-cases", named.span, message, advice)

    def _source(self, statement: t.SourceStatement) -> Source:
        distinct(statement.paragraphs, "paragraph", self.report)
        return Source(statement.title.text, tuple(each.text for each in statement.paragraphs), statement.span)

    def _all(self, kind: type[Kind]) -> list[Kind]:
        return [statement for statement, _ in self._living if isinstance(statement, kind)]

    def _headed(self, kind: type[Kind]) -> list[tuple[Kind, str]]:
        return [(statement, passage.heading) for statement, passage in self._living if isinstance(statement, kind)]

    def _only(self, kind: type[PlacedKind], opener: str) -> PlacedKind | None:
        """The one statement of its kind; a second is told, and that there is no `rulebook` statement."""
        found = self._all(kind)
        for each in found[1:]:
            message = f"a second `{opener}` statement: the first is in {found[0].span.line_from(each.span.file)}"
            advice = "a file is one rulebook: strike one of the two"
            self.report.tell("doubled-statement", each.span, message, advice)
        if not found and opener == "rulebook" and opener not in self.broken_openers:
            advice = 'begin with a line such as `rulebook parlour "Parlour draw: errors in the deal"`'
            self.report.tell("no-name", Span(self.file, 1, 1), "this rulebook has no name", advice)
        return found[0] if found else None

    def _sequence(self, contents: Contents) -> tuple[str, ...]:
        """Facts, lets and rulings, each after those that it reads; cycles are told."""
        graph = _graph(contents)
        sequence, cycles = order(graph)
        for cycle in cycles:
            span = graph[cycle[-1]][cycle[0]]
            if any(name in contents.facts for name in cycle):
                message = f"`when` and `usually` cannot go in a cycle: {cycle_text(cycle, graph)}"
                advice = "a usual value starts from facts that are known without it"
                self.report.tell("fact-cycle", span, message, advice)
            else:
                message = f"rulings cannot read each other in a cycle: {cycle_text(cycle, graph)}"
                self.report.tell("ruling-cycle", span, message, "let one of them be decided from facts alone")
        return sequence

    def _measure(self, contents: Contents, sequence: tuple[str, ...]) -> None:
        """Tell what is too deep or too large; lets are measured before their callers."""
        bounds = Bounds(self.report)
        for name in sequence:
            if name in contents.lets:
                bounds.add_let(contents.lets[name])
        for fact in contents.facts.values():
            bounds.add_indexed(fact)
        for ruling in contents.rulings.values():
            bounds.add_indexed(ruling)
        for always in contents.always:
            bounds.add_condition(always.condition, always.span)
        for clause in contents.clauses.values():
            bounds.add_clause(clause)
        for claim in contents.claims:
            bounds.add_condition(claim.condition, claim.span)
        for change in contents.changes:
            if change.where is not None:
                bounds.add_condition(change.where, change.span)


def _known(found: list[Kind | None]) -> list[Kind]:
    return [each for each in found if each is not None]


def _graph(contents: Contents) -> Graph:
    """What reads what: facts through `when` and `usually`, rulings through scope and clauses."""
    graph = {name: readings([fact.when, fact.usually]) for name, fact in contents.facts.items()}
    graph |= {name: readings([let.body]) for name, let in contents.lets.items()}
    graph |= {name: readings([ruling.when]) for name, ruling in contents.rulings.items()}
    for clause in contents.clauses.values():
        shared = readings([clause.when])
        for effect in clause.effects:
            reads = graph.get(effect.ruling, {})
            for name, span in (shared | readings([effect.index, effect.value])).items():
                reads.setdefault(name, span)
    return graph
