"""A statement that cannot be read: what was found, what was expected, in the reader's words."""

import re

from .automaton import END, Token, UnreadableError
from .diagnostic import Diagnostic, near
from .expected import in_words, is_expression
from .forms import FOREIGN, FORMS, OTHER_WORDS, TEXTS
from .source import OPENERS, Chunk
from .span import Span
from .tables import tables

_SIGNS = re.compile(r"[=!<>&|~/%*^:;.+\-]+")
_LONGEST_SIGN = 3
_RELATIONS = frozenset({"=", "!=", "<", "<=", ">", ">="})
_ORDERED = frozenset(
    {"when", "usually", "costs", "otherwise", "from", "for", "implied", "then", "overrides", "given", "expect"}
)
_TITLE_ENDS = re.compile(r"\b(when|then|for|from|given|expect)\b|:")


def explain(failure: UnreadableError, chunk: Chunk, file: str) -> Diagnostic:
    """The diagnostic for the first token of a statement that cannot stand where it does."""
    return _Mistake(failure, chunk, file).explain()


class _Mistake:
    """One method per kind of mistake: its diagnostic, or None where it is not of that kind."""

    def __init__(self, failure: UnreadableError, chunk: Chunk, file: str) -> None:
        self.token = failure.token
        self.found = failure.token.text
        self.before = failure.before
        self.chunk = chunk
        self.file = file
        literals = {name: text for text, name in tables().literals.items()}
        expected = frozenset(literals.get(name, name) for name in failure.expected)
        opener, second = re.match(r"\s*(\w*)\s*(\w*)", chunk.text).groups()  # type: ignore[union-attr]  # it always does
        self.opener = second if opener == "restate" and second in FORMS else opener
        is_over = "override" in {opener, second} and "NAME" in expected and "ID" not in expected
        self.expected = expected - {"NAME"} | {"over"} if is_over else expected

    def explain(self) -> Diagnostic:
        """The first explanation that fits, the most particular first."""
        return (
            self._unclosed_text()
            or self._third_answer()
            or self._foreign_sign()
            or self._chain()
            or self._misspelt_opener()
            or self._reserved_word()
            or self._second_statement()
            or self._misspelt_keyword()
            or self._missing_text()
            or self._missing_then()
            or self._foreign_word()
            or self._effect_sign()
            or self._typed_each()
            or self._number()
            or self._comma()
            or self._closes_nothing()
            or self._out_of_order()
            or self._too_early()
            or self.tell(f"found {self.shown()}, expected {self.wanted()}", self.form())
        )

    def at(self, token: Token, length: int | None = None, back: int = 0) -> Span:
        size = len(token.text) if length is None else length
        return Span(self.file, self.chunk.line - 1 + token.line, token.column - back, size)

    def tell(self, message: str, advice: str = "", code: str = "syntax", span: Span | None = None) -> Diagnostic:
        return Diagnostic(code, self.at(self.token) if span is None else span, message, advice)

    def shown(self) -> str:
        """What was found."""
        if self.token.type == END:
            return "the end of the statement"
        return f"the text {self.found}" if self.token.type == "STRING" else f"`{self.found}`"

    def wanted(self) -> str:
        """What was expected."""
        return in_words(self.expected, TEXTS.get(self.opener, "a text"))

    def form(self) -> str:
        """How the statement is written."""
        form = FORMS.get(self.opener)
        return f"the form is `{form}`" if form else ""

    def _unclosed_text(self) -> Diagnostic | None:
        if self.found != '"' or self.token.type:
            return None
        return self.tell("this quote is not closed on its line", 'a text begins and ends with `"` on one line')

    def _third_answer(self) -> Diagnostic | None:
        if self.found != "/" or self.before is None or self.before.type not in {"YES", "NO"}:
            return None
        advice = "name the values of a choice: `{agreed, refused, unknown}`"
        return self.tell("`yes/no` has two values", advice)

    def _foreign_sign(self) -> Diagnostic | None:
        """Signs of other languages; those that begin with one of ours are found some characters late."""
        text, place = self.chunk.text, self.token.place
        start = place
        while start and _SIGNS.match(text[start - 1]) and place - start < _LONGEST_SIGN:
            start -= 1
        for begin in range(start, place + 1):
            match = _SIGNS.match(text, begin)
            signs = match[0] if match else text[begin : begin + 1]
            for length in range(min(_LONGEST_SIGN, len(signs)), 0, -1):
                sign = signs[:length]
                if sign in FOREIGN and begin + length > place:
                    span = self.at(self.token, length, place - begin)
                    return self.tell(f"`{sign}` means nothing here", FOREIGN[sign], span=span)
        return None

    def _chain(self) -> Diagnostic | None:
        if self.found not in _RELATIONS or "and" not in self.expected or self.expected & _RELATIONS:
            return None
        advice = f"write both with `and`: `a {self.found} b and b {self.found} c`"
        return self.tell("comparisons cannot be chained", advice, "chained-comparison")

    def _misspelt_opener(self) -> Diagnostic | None:
        """A line that begins with almost the keyword of a statement was meant to be one."""
        line = self.chunk.text[: self.token.place].rsplit("\n", 1)[-1]
        if self.token.type != "NAME" or line.strip() or self.token.line == 1:
            return None
        advice = near(self.found, OPENERS)
        return self.tell(f"`{self.found}` begins no statement", advice, "unknown-statement") if advice else None

    def _reserved_word(self) -> Diagnostic | None:
        if "NAME" not in self.expected or self.expected & {"not", "yes"} or not self._is_keyword():
            return None
        message = f"`{self.found}` is a word of the language, it cannot be a name"
        return self.tell(message, f"take another name, as `{self.found}_`", "reserved-word")

    def _is_keyword(self) -> bool:
        return self.found.isalpha() and self.found in tables().literals

    def _second_statement(self) -> Diagnostic | None:
        if self.found not in OPENERS:
            return None
        if self.before is not None and self.before.text in {"restate", "repeal"}:
            advice = "name what the base has, such as a clause"
            return self.tell(f"`{self.found}` cannot stand after `{self.before.text}`", advice)
        message = f"`{self.found}` begins a statement, and a statement begins on a line of its own"
        return self.tell(message, "begin a new line before it")

    def _misspelt_keyword(self) -> Diagnostic | None:
        if self.token.type != "NAME" or is_expression(self.expected):
            return None
        advice = near(self.found, [each for each in self.expected if each.isalpha() and each.islower()])
        return self.tell(f"found `{self.found}`, expected {self.wanted()}", advice) if advice else None

    def _missing_text(self) -> Diagnostic | None:
        if "STRING" not in self.expected or self.opener == "let":
            return None
        what = TEXTS.get(self.opener, "a text")
        if self.opener == "reading" and ":" not in self.chunk.text[: self.token.place]:
            what = "the id of what is unclear"
        rest = self.chunk.text[self.token.place :].split("\n", 1)[0]
        if self.opener in {"clause", "part", "claim", "case"} and (end := _TITLE_ENDS.search(rest)):
            rest = rest[: end.start()]
        rest = rest.strip()
        if self.token.type == "NAME" and '"' not in rest:
            span = self.at(self.token, len(rest))
            return self.tell(f"{what} stands in double quotes", f'write `"{rest}"`', "missing-text", span)
        if self.token.type == END or self._is_keyword():
            message = f"found {self.shown()}, expected {what} in double quotes"
            return self.tell(message, self.form(), "missing-text")
        return None

    def _missing_then(self) -> Diagnostic | None:
        if "then" not in self.expected or self.token.type != "NAME":
            return None
        if "for each" in " ".join(self.chunk.text[: self.token.place].split()[-3:]):
            return None
        is_branch = self.opener != "clause"
        what = "the first branch" if is_branch else "what the clause decides"
        advice = "write `if ... then ... else ...`" if is_branch else self.form()
        return self.tell(f"found {self.shown()}, expected `then` before {what}", advice)

    def _foreign_word(self) -> Diagnostic | None:
        """Words of other languages, and ours in capitals; the mistake may show a word later."""
        for token in (self.token, self.before):
            if token is None or token.type != "NAME":
                continue
            lowered = token.text.lower()
            advice = OTHER_WORDS.get(lowered, "")
            if lowered != token.text and lowered in tables().literals:
                advice = f"write `{lowered}`"
            if advice:
                return self.tell(f"`{token.text}` is no word of the language", advice, span=self.at(token))
        return None

    def _effect_sign(self) -> Diagnostic | None:
        if self.found == "=" and "is" in self.expected:
            return self.tell("found `=`, expected `is`", "`is` says what is decided; `=` compares")
        if self.found == "is" and "=" in self.expected:
            return self.tell("found `is`, expected `=`", "`=` compares and gives; `is` says what is decided")
        return None

    def _typed_each(self) -> Diagnostic | None:
        if self.found != ":" or "then" not in self.expected:
            return None
        advice = "write a clause, or an effect, for each value"
        return self.tell("`for each` runs over the seats only", advice, "quantified-non-seat")

    def _number(self) -> Diagnostic | None:
        if self.token.type == "ID" and self.found.replace(".", "").isdigit() and "NUMBER" in self.expected:
            advice = "numbers are whole: count in smaller units"
            return self.tell(f"found `{self.found}`, expected {self.wanted()}", advice)
        if self.found == "," and self.before is not None and self.before.type == "NUMBER":
            advice = "a number is written without separators, as `1000`"
            return self.tell(f"found `,`, expected {self.wanted()}", advice)
        return None

    def _comma(self) -> Diagnostic | None:
        if self.before is None or self.before.text != ",":
            return None
        message = f"found {self.shown()} after the comma, expected {self.wanted()}"
        return self.tell(message, "strike the comma, or go on after it", span=self.at(self.before))

    def _closes_nothing(self) -> Diagnostic | None:
        if self.found not in {")", "]", "}"} or "and" not in self.expected:
            return None
        closing = sorted(self.expected & {")", "]", "}"})
        if closing:
            return self.tell(f"found `{self.found}`, expected `{closing[0]}`", "brackets close in the order they open")
        return self.tell(f"`{self.found}` closes nothing", "strike it, or open it before")

    def _out_of_order(self) -> Diagnostic | None:
        if self.found not in _ORDERED or is_expression(self.expected):
            return None
        message = f"`{self.found}` cannot stand here: the parts of a statement have an order"
        return self.tell(message, self.form())

    def _too_early(self) -> Diagnostic | None:
        if self.token.type != END or self.before is None:
            return None
        after = self.at(self.before, 1, -len(self.before.text))
        return self.tell(f"the statement ends too early: expected {self.wanted()}", self.form(), span=after)
