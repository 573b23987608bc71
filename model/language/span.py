"""Where in a file something stands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Part of one line of `file`: `line` and `column` from 1, `length` in characters (0 for a place).

    What runs over several lines is located by its first.
    """

    file: str
    line: int
    column: int
    length: int = 0

    def __str__(self) -> str:
        """As tools print it: `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"

    def line_from(self, file: str) -> str:
        """The line in words, for a reader of `file`: with its own file where that is another."""
        return f"line {self.line}" if self.file == file else f"line {self.line} of {self.file}"


NOWHERE = Span("", 0, 0)


def cover(first: Span, last: Span) -> Span:
    """From the start of `first` to the end of `last`, or only `first` where `last` is on another line."""
    if first.line != last.line:
        return first
    return Span(first.file, first.line, first.column, last.column + last.length - first.column)
