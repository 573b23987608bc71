"""Facts, lets, always and rulings: the statements that say what can be and what is to be decided."""

from collections.abc import Mapping
from dataclasses import replace

from . import tree as t
from .binding import bind
from .comparing import constant
from .diagnostic import Report
from .expression import Call, Const, Expression, RulingRef
from .limits import COST
from .names import Names, Signature, Sort
from .order import cycle_text, order
from .phrases import Phrases, Scope
from .rulebook import Always, Change, Decision, Fact, Let, Role, Ruling
from .show import show
from .span import Span
from .types import Type
from .walk import walk
from .words import covers, domain


class Statements:
    """Resolves statements; lets first, for their types are known only then."""

    def __init__(self, names: Names, report: Report) -> None:
        self.names = names
        self.report = report
        self.phrases = Phrases(names, report)
        self.reading_lets: set[str] = set()
        self._said: dict[tuple[str, str], Span] = {}

    def lets(self, statements: list[t.LetStatement]) -> dict[str, Let]:
        """The lets in the order of the text; recursive ones are told and left out."""
        written = {each.name.text: each for each in statements if self.signature(each.name) is not None}
        graph = {name: _words(each.body, written) for name, each in written.items()}
        sequence, cycles = order(graph)
        for cycle in cycles:
            self.names.broken.update(cycle)
            span = graph[cycle[-1]][cycle[0]]
            message = f"a `let` cannot depend on itself: {cycle_text(cycle, graph)}"
            self.report.tell("recursive-let", span, message, "a let names what is known without it")
        tangled = {name for cycle in cycles for name in cycle}
        resolved = {name: self._let(written[name]) for name in sequence if name not in tangled}
        return {name: let for name in written if (let := resolved.get(name)) is not None}

    def _let(self, statement: t.LetStatement) -> Let | None:
        signature = self.signature(statement.name)
        if signature is None:
            return None
        scope: Scope = {}
        for binder, parameter in zip(statement.parameters, signature.parameters, strict=True):
            scope = bind(self.phrases, binder.name, parameter.type, scope)
        body = self.phrases.resolve(statement.body, scope)
        if body is None:
            self.names.broken.add(signature.name)
            return None
        typed = Signature(signature.name, signature.sort, signature.parameters, body.type, signature.span)
        self.names.signatures[signature.name] = typed
        if self._ruling_in(body) is not None:
            self.reading_lets.add(signature.name)
        question, cost = statement.asked.question.text, self._cost(statement.asked)
        return Let(signature.name, signature.parameters, body, question, cost, statement.span)

    def fact(self, statement: t.FactStatement) -> Fact | None:
        """A fact, option or reading, or None where its declaration is told already."""
        signature = self.signature(statement.name)
        if signature is None or signature.type is None:
            return None
        self.check_text(statement.asked.question, "question")
        scope = self.index_scope(statement.at, signature)
        when = None if statement.when is None else self.phrases.condition(statement.when, scope)
        usually = None if statement.usually is None else self._usually(statement.usually, scope, signature.type)
        for part in (when, usually):
            self.refuse_rulings(part, f"`{signature.name}` is a fact")
        index = signature.parameters[0] if signature.parameters else None
        role = Role(statement.keyword)
        return Fact(
            signature.name,
            index,
            signature.type,
            when,
            usually,
            statement.asked.question.text,
            self._cost(statement.asked),
            role,
            statement.ambiguity,
            statement.span,
        )

    def _cost(self, asked: t.Asked) -> int:
        """What an answer costs; what is no cost is told."""
        if asked.cost is None:
            return 1
        if not asked.question.text:
            advice = "say what is asked, or strike the cost"
            self.report.tell("wrong-cost", asked.cost.span, "nothing is asked that could cost anything", advice)
        elif not 1 <= asked.cost.value <= COST:
            message = f"a question cannot cost {asked.cost.value}: a cost is a whole number from 1 to {COST}"
            advice = "1 is an answer that anybody at the table can give at once"
            self.report.tell("wrong-cost", asked.cost.span, message, advice)
        return asked.cost.value

    def _usually(self, phrase: t.Phrase, scope: Scope, kind: Type) -> Expression | None:
        value = self.phrases.of_kind(phrase, scope, kind, "the usual value")
        if value is None or covers(kind, value.type):
            return value
        shown = f"is `{show(value)}`" if isinstance(value, Const) else f"can be {domain(value.type)}"
        message = f"the usual value {shown}, and the fact can be only {domain(kind)}"
        self.report.tell("outside-domain", phrase.span, message)
        return None

    def always(self, statement: t.AlwaysStatement) -> Always | None:
        """An `always`, or None where its condition is told."""
        self.check_text(statement.reason, "reason")
        condition = self.phrases.condition(statement.condition, {})
        self.refuse_rulings(condition, "an `always` says which situations are possible")
        return None if condition is None else Always(condition, statement.reason.text, statement.span)

    def ruling(self, statement: t.RulingStatement) -> Ruling | None:
        """A ruling, or None where its declaration is told already."""
        signature = self.signature(statement.name)
        if signature is None or signature.type is None:
            return None
        self.check_text(statement.question, "question")
        scope = self.index_scope(statement.at, signature)
        when = None if statement.when is None else self.phrases.condition(statement.when, scope)
        otherwise = None
        if statement.otherwise is not None:
            otherwise = self.inside(statement.otherwise, signature.type, f"`{signature.name}`")
        index = signature.parameters[0] if signature.parameters else None
        value = None if otherwise is None else otherwise.value
        return Ruling(signature.name, index, signature.type, when, value, statement.question.text, statement.span)

    def decision(self, statement: t.DecideStatement, facts: Mapping[str, Fact]) -> Decision | None:
        """What is decided of an option or a reading, or None, which is told."""
        self.check_text(statement.reason, "reason")
        name = statement.name
        self._check_single("decide", name)
        signature = self.names.signatures.get(name.text)
        if signature is None:
            if not self.names.excuses(name.text, name.span):
                options = [each.name for each in facts.values() if each.role is not Role.FACT]
                advice = self.report.near(name.text, options)
                self.report.tell("unknown-name", name.span, f"unknown option `{name.text}`", advice)
            return None
        if signature.sort not in {Sort.OPTION, Sort.READING}:
            message = f"`{name.text}` is {signature.sort.value}: `decide` is for options and readings"
            advice = "what cannot be otherwise is said by an `always`"
            self.report.tell("misplaced-name", name.span, message, advice)
            return None
        fact = facts.get(name.text)
        if fact is None:
            return None
        value = self.inside(statement.value, fact.type, f"`{fact.name}`")
        return None if value is None else Decision(fact, value.value, statement.reason.text, statement.span)

    def change(self, statement: t.ChangesStatement) -> Change | None:
        """What an amendment means to change, or None, which is told."""
        self.check_text(statement.reason, "reason")
        self._check_single("changes", statement.reason)
        name = statement.name
        signature = self.names.signatures.get(name.text)
        if signature is None:
            if not self.names.excuses(name.text, name.span):
                known = [each.name for each in self.names.signatures.values() if each.sort is Sort.RULING]
                self.report.tell(
                    "unknown-name", name.span, f"unknown ruling `{name.text}`", self.report.near(name.text, known)
                )
            return None
        if signature.sort is not Sort.RULING:
            message = f"`{name.text}` is {signature.sort.value}: `changes` is about rulings"
            self.report.tell("not-a-ruling", name.span, message, "name the ruling that comes out otherwise")
            return None
        scope = self._changed_at(statement, signature)
        where = None if statement.where is None else self.phrases.condition(statement.where, scope)
        self.refuse_rulings(where, "`changes` says in which situations")
        if statement.where is not None and where is None:
            return None
        index = signature.parameters[0] if statement.at is not None and signature.parameters else None
        named = None if index is None or statement.at is None else replace(index, name=statement.at.name.text)
        return Change(signature.name, named, where, statement.reason.text, statement.span)

    def _check_single(self, what: str, known_by: t.Name) -> None:
        """Tell a second statement of what only one can be said."""
        first = self._said.setdefault((what, known_by.text), known_by.span)
        if first is not known_by.span:
            message = f"a second `{what}` for `{known_by.text}`: the first is in {first.line_from(known_by.span.file)}"
            self.report.tell("doubled-statement", known_by.span, message, "strike one of the two")

    def _changed_at(self, statement: t.ChangesStatement, signature: Signature) -> Scope:
        """The name of an index that a `changes` speaks of; told where the ruling has none."""
        if statement.at is None:
            return {}
        if not signature.parameters:
            message = f"`{signature.name}` has no index"
            self.report.tell("wrong-index", statement.at.name.span, message, f"write `changes {signature.name} ...`")
            return {}
        if statement.at.kind is not None:
            message = f"the type of this index is that of `{signature.name}`, and is not said again"
            advice = f"write `changes {signature.name}[{statement.at.name.text}] ...`"
            self.report.tell("wrong-index", statement.at.name.span, message, advice)
        return bind(self.phrases, statement.at.name, signature.parameters[0].type, {})

    def inside(self, written: t.Constant, kind: Type, what: str) -> Const | None:
        """A constant that is a value of the type."""
        resolved = constant(self.phrases, written, kind)
        if resolved is None or kind.low <= resolved.value <= kind.high:
            return resolved
        message = f"{what} is never `{show(resolved)}`: it can be {domain(kind)}"
        self.report.tell("outside-domain", written.span, message)
        return None

    def signature(self, name: t.Name) -> Signature | None:
        """The signature of a declaration, None where it is broken or a second one of the name."""
        signature = self.names.signatures.get(name.text)
        return signature if signature is not None and signature.span == name.span else None

    def index_scope(self, index: t.Binder | None, signature: Signature) -> Scope:
        """The name that an index binds."""
        if index is None:
            return {}
        return bind(self.phrases, index.name, signature.parameters[0].type, {})

    def check_text(self, text: t.Name, what: str) -> None:
        """Tell a text in quotes that says nothing."""
        if not text.text:
            self.report.tell("empty-text", text.span, f"the {what} is empty", 'say it in the reader\'s words: `"..."`')

    def refuse_rulings(self, expression: Expression | None, what: str) -> None:
        """Tell a ruling that is read where only facts can be."""
        found = None if expression is None else self._ruling_in(expression)
        if found is not None:
            name, span = found
            rule = "a rule says what to do about a situation, it does not deny it"
            message = f"{what}, and `{name}` is decided by the rules: {rule}"
            self.report.tell(
                "reads-ruling", span, message, "say it with facts only; what has to come of it is a `claim`"
            )

    def _ruling_in(self, expression: Expression) -> tuple[str, Span] | None:
        """The first ruling that is read, or the first let that reads one."""
        for this in walk(expression):
            match this:
                case RulingRef(ruling=name):
                    return name, this.span
                case Call(let=name) if name in self.reading_lets:
                    return name, this.span
                case _:
                    pass
        return None


def _words(phrase: t.Phrase, wanted: dict[str, t.LetStatement]) -> dict[str, Span]:
    """The lets that a phrase names, each with its first place."""
    found: dict[str, Span] = {}
    waiting = [phrase]
    while waiting:
        this = waiting.pop()
        match this:
            case t.Word(text, span):
                if text in wanted:
                    found.setdefault(text, span)
            case t.Called(name=name):
                if name.text in wanted:
                    found.setdefault(name.text, name.span)
            case _:
                pass
        waiting.extend(reversed(t.parts(this)))
    return found
