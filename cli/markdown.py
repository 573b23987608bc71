"""Text for Markdown: words of a rulebook are escaped, so that they are text and nothing else."""

import re

from misdeal.model.language.diagnostic import escape

_SPECIAL = re.compile(r"[\\`*_\[\]<>|~&#@$]|(?<=www)\.|:(?=//)|(?<=mailto):|(?<=xmpp):", re.IGNORECASE)
_QUOTED = re.compile(r"(`[^`]*`)")


def prose(text: str) -> str:
    """Text that Markdown shows as it is, in a cell of a table too."""
    return _SPECIAL.sub(r"\\\g<0>", escape(text).replace("\n", " "))


def code(text: str) -> str:
    """A condition as code; of one in words what is quoted in it."""
    return sentence(text) if "`" in text else f"`{escape(text).replace('|', chr(92) + '|')}`"


def sentence(text: str) -> str:
    """A sentence of ours, whose backticks mean code."""
    return "".join(code(part[1:-1]) if at % 2 else prose(part) for at, part in enumerate(_QUOTED.split(text)))


def fenced(text: str, mark: str) -> str:
    """A block of code, its fence longer than any in it."""
    shown = "\n".join(escape(line) for line in text.split("\n"))
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    return f"{fence}{mark}\n{shown}\n{fence}"
