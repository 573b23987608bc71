"""TOML files as they come from anybody: bounded, and what is wrong told with its line. Raises Refusal."""

import re
import tomllib
from typing import Any

from misdeal.model.language.diagnostic import escape
from misdeal.proofs.refusal import Refusal

from .text_file import read_text

_MOST_DOTS = 16  # in a key: reading one takes time that grows with the square of its parts
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#.*')


def read_toml(path: str, most: int, form: str) -> tuple[dict[str, Any], str]:
    """The document in a file of at most so many bytes, and its text; `form` advises how it is written."""
    text = read_text(path, most)
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS and _STRING.sub("", line).count(".") > _MOST_DOTS:
            raise Refusal(f"{escape(path)}:{number}: a key has more than {_MOST_DOTS} dots", form)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        told = _PLACE.fullmatch(str(error))
        message = told[1] if told else str(error)
        place = f"{escape(path)}:{told[2]}" if told and told[2] else escape(path)
        raise Refusal(f"{place}: no TOML: {message[:1].lower()}{message[1:]}", form) from None
    except (RecursionError, ValueError):
        raise Refusal(f"{escape(path)}: no TOML that can be read", form) from None
