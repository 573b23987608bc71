"""From the text of a rulebook to the checked rulebook, with located diagnostics."""

from .diagnostic import Diagnostic, RulebookError, render
from .reader import Written, WrittenCases, read

__all__ = ["Diagnostic", "RulebookError", "Written", "WrittenCases", "read", "render"]
