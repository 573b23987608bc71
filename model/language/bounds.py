"""How deep and how large a rulebook's expressions are once the `let`s in them are followed."""

from .diagnostic import Report
from .expression import Call, Expression, First, Quantified
from .limits import EXPANSION, NESTING
from .rulebook import Clause, Fact, Let, Parameter, Ruling
from .span import Span
from .types import Seat
from .walk import children


class Bounds:
    """Measures expressions; lets are added before the expressions that call them."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.depths: dict[str, int] = {}
        self.sizes: dict[str, int] = {}
        self.total = 0

    def add_let(self, let: Let) -> None:
        """Measure a let: one without parameters counts once, one with parameters where it is called."""
        self.depths[let.name] = self.check_depth(let.body, let.span)
        size = self.size(let.body)
        self.sizes[let.name] = size if let.parameters else 0
        if not let.parameters:
            self.count(size, let.span)

    def add_indexed(self, thing: Fact | Ruling) -> None:
        """Measure what a fact or a ruling depends on, once per index."""
        parts = [thing.when, thing.usually] if isinstance(thing, Fact) else [thing.when]
        size = self._checked(parts, thing.span)
        self.count(size if thing.index is None else _values(thing.index) * (1 + size), thing.span)

    def add_clause(self, clause: Clause) -> None:
        """Measure a clause, once per instance."""
        parts = [clause.when]
        for effect in clause.effects:
            parts.extend([effect.index, effect.value])
        instances = 1
        for parameter in clause.each:
            instances *= _values(parameter)
        size = self._checked(parts, clause.span)
        self.count(instances * (1 + size) if clause.each else size, clause.span)

    def add_condition(self, condition: Expression, span: Span) -> None:
        """Measure an `always` or a claim."""
        self.count(self._checked([condition], span), span)

    def check_depth(self, expression: Expression, span: Span) -> int:
        """The depth through lets; told and taken as 1 where it passes the limit."""
        depth = self.depth(expression)
        if depth <= NESTING:
            return depth
        message = f"with the lets in it, this is nested {depth} deep, at most {NESTING} is allowed"
        self.report.tell("nesting", span, message, "call fewer lets within lets")
        return 1

    def depth(self, expression: Expression) -> int:
        """How deep an expression is nested, lets followed."""
        inner = [self.depth(child) for child in children(expression)]
        if isinstance(expression, Call):
            inner.append(self.depths.get(expression.let, 1))
        return 1 + max(inner, default=0)

    def size(self, expression: Expression) -> int:
        """How many instances the quantifiers of an expression have at the largest table, lets followed."""
        inner = [self.size(child) for child in children(expression)]
        match expression:
            case Quantified(seat=seat):
                return seat.table.most * (1 + inner[0])
            case First(type=seat):
                return inner[0] + seat.table.most * (1 + inner[1])
            case Call(let=name):
                return self.sizes.get(name, 0) + sum(inner)
            case _:
                return sum(inner)

    def count(self, size: int, span: Span) -> None:
        """Add to the whole; told once, where it passes the limit."""
        before, self.total = self.total, self.total + size
        if before <= EXPANSION < self.total:
            reached = _shown(self.total)
            message = f"up to here the quantifiers expand to {reached} instances, at most {EXPANSION:,} are allowed"
            advice = "bind fewer names within one another, or make the table smaller"
            self.report.tell("expansion", span, message, advice)

    def _checked(self, parts: list[Expression | None], span: Span) -> int:
        size = 0
        for part in parts:
            if part is not None:
                self.check_depth(part, span)
                size += self.size(part)
        return size


def _values(parameter: Parameter) -> int:
    kind = parameter.type
    return kind.table.most if isinstance(kind, Seat) else kind.high - kind.low + 1


def _shown(number: int) -> str:
    return f"{number:,}" if number < 10**12 else "more than 10^12"
