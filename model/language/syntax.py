"""The text of one statement to its tree.

The automaton recognises it and calls the builder bottom-up. What is too deep, too long or too large is told
here.
"""

from typing import Any, cast

from . import tree as t
from .automaton import Token, UnreadableError, run
from .diagnostic import Diagnostic
from .forms import DEPENDENCE, FORMS, TURNING
from .limits import MAGNITUDE, NAME_LENGTH, NESTING
from .mistakes import explain
from .source import Chunk
from .span import Span, cover


def parse(chunk: Chunk, file: str, *, brief: bool = False) -> tuple[t.Statement | None, tuple[Diagnostic, ...]]:
    """The statement, or None, and what is told; of a statement that is only the size of its parts.

    Where it is `brief`, for so many are told already that nobody will see it, why it is none is not looked into.
    """
    builder = _Builder(file, chunk.line - 1)
    try:
        statement = run(chunk.text, builder.build)
    except UnreadableError as failure:
        return None, (_unexplained(failure, chunk, file) if brief else explain(failure, chunk, file),)
    return (None if builder.unusable else cast("t.Statement", statement)), tuple(builder.diagnostics)


def _unexplained(failure: UnreadableError, chunk: Chunk, file: str) -> Diagnostic:
    token = failure.token
    return Diagnostic("syntax", Span(file, chunk.line - 1 + token.line, token.column), "this cannot be read")


class _Builder:
    """One method per rule of the grammar: its parts, built already, to a node of the tree."""

    def __init__(self, file: str, above: int) -> None:
        self.file = file
        self.above = above
        self.diagnostics: list[Diagnostic] = []
        self.too_deep = False
        self.unusable = False

    def build(self, rule: str, parts: list[Any]) -> Any:  # noqa: ANN401  (the node of any rule)
        return getattr(self, rule)(parts)

    def span(self, token: Token) -> Span:
        return Span(self.file, self.above + token.line, token.column, len(token.text))

    def between(self, first: Token, last: Token) -> Span:
        return cover(self.span(first), self.span(last))

    def depth(self, span: Span, *inner: t.Phrase) -> int:
        """The depth of a node around `inner`, told once where it passes the limit."""
        deepest = 1 + max(each.depth for each in inner)
        if deepest > NESTING and not self.too_deep:
            self.too_deep = self.unusable = True
            message = f"this is nested more than {NESTING} deep"
            self.diagnostics.append(Diagnostic("nesting", span, message, "name an inner part with a `let`"))
        return deepest

    def name(self, token: Token) -> t.Name:
        span = self.span(token)
        if len(token.text) > NAME_LENGTH:
            self.unusable = True
            message = f"this name has {len(token.text)} characters, a name at most {NAME_LENGTH}"
            self.diagnostics.append(Diagnostic("long-name", span, message, "shorten it"))
        return t.Name(token.text, span)

    def quoted(self, token: Token) -> t.Name:
        return t.Name(token.text[1:-1].strip(), self.span(token))

    # Statements

    def rulebook(self, parts: list[Any]) -> t.RulebookStatement:
        keyword, name, *amends, title = parts
        base = self.name(amends[1]) if amends else None
        return t.RulebookStatement(self.name(name), base, self.quoted(title), self.between(keyword, name))

    def source(self, parts: list[Any]) -> t.SourceStatement:
        keyword, title, *ids = parts
        return t.SourceStatement(self.quoted(title), ids[0] if ids else (), self.between(keyword, title))

    def numbered_seats(self, parts: list[Any]) -> t.SeatsStatement:
        keyword, name, least, most, *rest = parts
        usual = rest[1] if rest else None
        return t.SeatsStatement(self.name(name), least, most, usual, (), self.between(keyword, name))

    def named_seats(self, parts: list[Any]) -> t.SeatsStatement:
        keyword, name, names = parts
        return t.SeatsStatement(self.name(name), None, None, None, names, self.between(keyword, name))

    def timeline(self, parts: list[Any]) -> t.TimelineStatement:
        keyword, name, *stages = parts
        named = tuple(self.name(stage) for stage in stages)
        return t.TimelineStatement(self.name(name), named, self.between(keyword, name))

    def choice(self, parts: list[Any]) -> t.TypeStatement:
        keyword, name, kind = parts
        return t.TypeStatement(self.name(name), kind, self.between(keyword, name))

    def fact(self, parts: list[Any]) -> t.FactStatement:
        keyword, name, index, kind, when, usually, asked = parts
        span = self.between(keyword, name)
        return t.FactStatement("fact", self.name(name), index, kind, when, usually, asked, "", span)

    def option(self, parts: list[Any]) -> t.FactStatement:
        keyword, name, kind, asked = parts
        span = self.between(keyword, name)
        return t.FactStatement("option", self.name(name), None, kind, None, None, asked, "", span)

    def reading(self, parts: list[Any]) -> t.FactStatement:
        keyword, name, ambiguity, kind, asked = parts
        span = self.between(keyword, name)
        unclear = self.quoted(ambiguity).text
        return t.FactStatement("reading", self.name(name), None, kind, None, None, asked, unclear, span)

    def let(self, parts: list[Any]) -> t.LetStatement:
        keyword, name, parameters, body, *rest = parts
        span = self.between(keyword, name)
        asked = rest[0] if rest else t.Asked(t.Name("", span), None)
        return t.LetStatement(self.name(name), parameters, body, asked, span)

    def always(self, parts: list[Any]) -> t.AlwaysStatement:
        keyword, condition, reason = parts
        return t.AlwaysStatement(condition, self.quoted(reason), self.span(keyword))

    def ruling(self, parts: list[Any]) -> t.RulingStatement:
        keyword, name, index, kind, when, otherwise, question = parts
        span = self.between(keyword, name)
        return t.RulingStatement(self.name(name), index, kind, when, otherwise, self.quoted(question), span)

    def clause(self, parts: list[Any]) -> t.ClauseStatement:
        keyword, name, implied, title, origins, each, when, effects, overrides = parts
        span = cover(self.span(keyword), name.span)
        return t.ClauseStatement(name, implied, self.quoted(title), origins, each, when, effects, overrides, span)

    def part(self, parts: list[Any]) -> t.PartStatement:
        keyword, name, title, when = parts
        return t.PartStatement(name, self.quoted(title), when, cover(self.span(keyword), name.span))

    def note(self, parts: list[Any]) -> t.NoteStatement:
        keyword, name, title = parts
        return t.NoteStatement(name, self.quoted(title), cover(self.span(keyword), name.span))

    def claim(self, parts: list[Any]) -> t.ClaimStatement:
        keyword, title, condition = parts
        return t.ClaimStatement(self.quoted(title), condition, self.between(keyword, title))

    def dependence(self, parts: list[Any]) -> t.DependenceStatement:
        keyword, title, ruling, _, *words, facts = parts
        for word, wanted in zip(words, ("only", "on"), strict=True):
            self.check_word(word, wanted, DEPENDENCE)
        span = self.between(keyword, title)
        return t.DependenceStatement(self.quoted(title), self.name(ruling), tuple(facts), span)

    def turning(self, parts: list[Any]) -> t.TurningStatement:
        keyword, title, ruling, _, *words = parts
        for word, wanted in zip(words, ("with", "the", "table"), strict=True):
            self.check_word(word, wanted, TURNING)
        return t.TurningStatement(self.quoted(title), self.name(ruling), self.between(keyword, title))

    def case(self, parts: list[Any]) -> t.CaseStatement:
        keyword, title, given, _, *expected = parts
        span = self.between(keyword, title)
        return t.CaseStatement(self.quoted(title), given, tuple(expected), span)

    def override(self, parts: list[Any]) -> t.OverrideStatement:
        keyword, clause, word, over = parts
        self.check_word(word, "over", FORMS["override"])
        return t.OverrideStatement(clause, over, cover(self.span(keyword), over.span))

    def decide(self, parts: list[Any]) -> t.DecideStatement:
        keyword, name, value, reason = parts
        span = self.between(keyword, name)
        return t.DecideStatement(self.name(name), value, self.quoted(reason), span)

    def changes(self, parts: list[Any]) -> t.ChangesStatement:
        keyword, name, index, *where, reason = parts
        condition = where[1] if where else None
        return t.ChangesStatement(self.name(name), index, condition, self.quoted(reason), self.between(keyword, name))

    def restate(self, parts: list[Any]) -> t.RestateStatement:
        keyword, statement = parts
        return t.RestateStatement(statement, cover(self.span(keyword), statement.span))

    def repeal(self, parts: list[Any]) -> t.RepealStatement:
        keyword, what, *name = parts
        if not name:
            return t.RepealStatement(what.text, "", self.between(keyword, what))
        (last,) = name
        if not isinstance(last, t.Name):
            last = self.quoted(last) if last.type == "STRING" else self.name(last)
        return t.RepealStatement(what.text, last.text, cover(self.span(keyword), last.span))

    def repeal_override(self, parts: list[Any]) -> t.RepealStatement:
        keyword, *rest = parts
        repealed = self.override(rest)
        span = cover(self.span(keyword), repealed.over.span)
        return t.RepealStatement("override", f"{repealed.clause.text} over {repealed.over.text}", span)

    def check_word(self, word: Token, wanted: str, form: str) -> None:
        """Tell another word where one has to stand that the grammar takes for a name."""
        if word.text != wanted:
            self.unusable = True
            message = f"found `{word.text}`, expected `{wanted}`"
            self.diagnostics.append(Diagnostic("syntax", self.span(word), message, f"the form is `{form}`"))

    # Parts of statements

    def when(self, parts: list[Any]) -> t.Phrase | None:
        return parts[1] if parts else None

    usually = when

    def asked(self, parts: list[Any]) -> t.Asked:
        *cost, question = parts
        return t.Asked(self.quoted(question), cost[1] if cost else None)

    def otherwise(self, parts: list[Any]) -> t.Constant | None:
        return parts[1] if parts else None

    def implied(self, parts: list[Any]) -> bool:
        return bool(parts)

    def origins(self, parts: list[Any]) -> tuple[t.Name, ...] | None:
        return parts[1] if parts else None

    def each(self, parts: list[Any]) -> tuple[t.Name, ...]:
        return parts[2] if parts else ()

    def effects(self, parts: list[Any]) -> tuple[t.EffectPhrase, ...]:
        return tuple(parts[1:])

    def effect(self, parts: list[Any]) -> t.EffectPhrase:
        spot, _, value = parts
        return t.EffectPhrase(spot, value, cover(spot.span, value.span))

    def overrides(self, parts: list[Any]) -> tuple[t.Name, ...]:
        return parts[1] if parts else ()

    def given(self, parts: list[Any]) -> tuple[tuple[t.Spot, t.Constant], ...]:
        return tuple(parts[1:])

    def assignment(self, parts: list[Any]) -> tuple[t.Spot, t.Constant]:
        return parts[0], parts[-1]

    outcome = assignment

    def place(self, parts: list[Any]) -> t.Spot:
        index = parts[2] if len(parts) > 1 else None
        return t.Spot(self.name(parts[0]), index, self.between(parts[0], parts[-1]))

    def index(self, parts: list[Any]) -> t.Binder | None:
        return parts[0] if parts else None

    def parameters(self, parts: list[Any]) -> tuple[t.Binder, ...]:
        return tuple(parts)

    def parameter(self, parts: list[Any]) -> t.Binder:
        return t.Binder(self.name(parts[0]), parts[1] if len(parts) > 1 else None)

    def flag_kind(self, parts: list[Any]) -> t.FlagKind:
        return t.FlagKind(self.between(parts[0], parts[-1]))

    def range_kind(self, parts: list[Any]) -> t.RangeKind:
        low, high = parts
        return t.RangeKind(low, high, cover(low.span, high.span))

    def values_kind(self, parts: list[Any]) -> t.ValuesKind:
        values = parts[1:-1:2]
        span = self.between(parts[0], parts[-1])
        return t.ValuesKind(tuple(name for name, _ in values), tuple(label for _, label in values), span)

    def value(self, parts: list[Any]) -> tuple[t.Name, str]:
        return self.name(parts[0]), self.quoted(parts[1]).text if len(parts) > 1 else ""

    def named_kind(self, parts: list[Any]) -> t.NamedKind:
        return t.NamedKind(self.name(parts[0]), len(parts) > 1, self.between(parts[0], parts[-1]))

    def ids(self, parts: list[Any]) -> tuple[t.Name, ...]:
        return tuple(parts)

    def id(self, parts: list[Any]) -> t.Name:
        return self.name(parts[0])

    def names(self, parts: list[Any]) -> tuple[t.Name, ...]:
        return tuple(self.name(part) for part in parts)

    # Expressions

    def digits(self, parts: list[Any]) -> t.Digits:
        token: Token = parts[-1]
        text = token.text.lstrip("0") or "0"
        value = int(text) if len(text) <= len(str(MAGNITUDE)) else MAGNITUDE + 1
        if value > MAGNITUDE:
            message = f"this number is too large: at most {MAGNITUDE:,} is allowed"
            self.diagnostics.append(Diagnostic("too-large", self.span(token), message))
            self.unusable = True
        return t.Digits(-value if len(parts) > 1 else value, self.between(parts[0], token))

    number = digits

    def constant(self, parts: list[Any]) -> t.Constant:
        return parts[0] if isinstance(parts[0], t.Digits) else self.word(parts)

    def constants(self, parts: list[Any]) -> tuple[t.Constant, ...]:
        return tuple(parts)

    def word(self, parts: list[Any]) -> t.Word:
        name = self.name(parts[0])
        return t.Word(name.text, name.span)

    def relation(self, parts: list[Any]) -> Token:
        return cast("Token", parts[0])

    def indexed(self, parts: list[Any]) -> t.Indexed:
        name, _, index, closing = parts
        span = self.between(name, closing)
        return t.Indexed(self.name(name), index, span, self.depth(span, index))

    def called(self, parts: list[Any]) -> t.Called:
        arguments = tuple(parts[2:-1:2])
        span = self.between(parts[0], parts[-1])
        return t.Called(self.name(parts[0]), arguments, span, self.depth(span, *arguments))

    def group(self, parts: list[Any]) -> t.Group:
        opening, inner, closing = parts
        span = self.between(opening, closing)
        return t.Group(inner, span, self.depth(span, inner))

    def prefix(self, parts: list[Any]) -> t.Prefix:
        operator, operand = parts
        span = cover(self.span(operator), operand.span)
        return t.Prefix(operator.text, operand, span, self.depth(span, operand))

    def operation(self, parts: list[Any]) -> t.Operation:
        operands, mark = tuple(parts[::2]), parts[1]
        span = cover(operands[0].span, operands[-1].span)
        return t.Operation(mark.text, operands, self.span(mark), span, self.depth(span, *operands))

    def additive(self, parts: list[Any]) -> t.Operation:
        """A sum, what is subtracted negated."""
        operands = [parts[0]]
        for operator, operand in zip(parts[1::2], parts[2::2], strict=True):
            negated = operator.type == "MINUS"
            operands.append(self.prefix([operator, operand]) if negated else operand)
        span = cover(operands[0].span, operands[-1].span)
        mark = self.span(parts[1])
        return t.Operation("+", tuple(operands), mark, span, self.depth(span, *operands))

    def among(self, parts: list[Any]) -> t.Membership:
        operand, _, values = parts
        span = cover(operand.span, values[-1].span)
        return t.Membership(operand, values, spread=False, span=span, depth=self.depth(span, operand))

    def between_ends(self, parts: list[Any]) -> t.Membership:
        operand, _, low, high = parts
        span = cover(operand.span, high.span)
        return t.Membership(operand, (low, high), spread=True, span=span, depth=self.depth(span, operand))

    def quantified(self, parts: list[Any]) -> t.Quantification:
        quantifier, name, *kind, body = parts
        span = cover(self.span(quantifier), body.span)
        over = self.name(kind[0]) if kind else None
        return t.Quantification(quantifier.text, self.name(name), over, body, span, self.depth(span, body))

    def search(self, parts: list[Any]) -> t.Search:
        first, name, direction, start, *backward, _, body = parts
        span = cover(self.span(first), body.span)
        included = direction.type == "FROM"
        depth = self.depth(span, start, body)
        return t.Search(self.name(name), included, start, bool(backward), body, span, depth)

    def conditional(self, parts: list[Any]) -> t.Conditional:
        keyword, condition, _, then, _, otherwise = parts
        span = cover(self.span(keyword), otherwise.span)
        return t.Conditional(condition, then, otherwise, span, self.depth(span, condition, then, otherwise))
