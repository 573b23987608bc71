"""JSON as it comes from anybody: nothing stands twice, numbers are bounded, what is wrong is told with its place."""

import json
from collections import Counter
from typing import Any, NoReturn

from misdeal.model.language.diagnostic import escape
from misdeal.proofs.refusal import Refusal

from .values import DIGITS, quote


def parse_json(text: str, path: str, nesting: str) -> Any:  # noqa: ANN401 - whatever it holds
    """What the text of a file holds; `nesting` advises where it is nested too deep. Raises Refusal."""
    try:
        return json.loads(
            text,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_number,
            parse_int=_whole,
            parse_float=_Fraction,
        )
    except json.JSONDecodeError as error:
        place = f"{escape(path)}:{error.lineno}:{error.colno}"
        raise Refusal(f"{place}: no JSON: {error.msg[:1].lower()}{error.msg[1:]}") from None
    except RecursionError:
        raise Refusal(f"`{escape(path)}` is nested too deep", nesting) from None
    except _UnfitError as error:
        raise Refusal(f"`{escape(path)}`: {error}") from None


class _UnfitError(Exception):
    """What is JSON and still not to be read."""


class _Fraction(str):
    """A number that is not whole, as it is written."""

    __slots__ = ()


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (doubled, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise _UnfitError(f"{quote(doubled)} stands twice in one object")
    return found


def _no_number(constant: str) -> NoReturn:
    raise _UnfitError(f"`{constant}` is no number")


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise _UnfitError(f"{quote(digits)} is too large a number")
    return int(digits)
