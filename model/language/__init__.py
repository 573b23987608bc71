"""From the text of a rulebook to the checked rulebook, with located diagnostics."""

from .diagnostic import Diagnostic, RulebookError, render
from .reader import read

__all__ = ["Diagnostic", "RulebookError", "read", "render"]
