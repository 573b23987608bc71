"""What a director asks about an answer: why it is so, why it is not something else, what would lead there."""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Value
from misdeal.model.meaning.evaluate import Kind
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.answer import Answer, Ruled
from misdeal.proofs.explained import WhatIf, Why, WhyNot
from misdeal.proofs.refusal import Refusal

from .values import read_value

_NAMED = 6  # rulings named in an advice


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked, as it was given: the values are those of the only ruling that is looked at, or None."""

    why: bool
    why_not: str | None
    what_if: str | None


@dataclass(frozen=True, slots=True)
class Explained:
    """What was found out; None is what was not asked. Why is told of each ruling that is not open."""

    why: Mapping[Place, Why] | None = None
    why_not: WhyNot | None = None
    what_if: WhatIf | None = None

    def about(self, place: Place) -> bool:
        """Whether there is something to tell of a ruling: of the one that is looked at, if a value is asked for."""
        return (self.why is not None and place in self.why) or self.why_not is not None or self.what_if is not None


NOTHING = Explained()  # was asked


def explained(answer: Answer, asked: Asked, *, chosen: bool, deadline: float) -> Explained:
    """What is asked about an answer. Raises Refusal for a value that is none, or where several rulings are looked at.

    Where the rulings were not `chosen`, it is not told why some do not arise. `deadline` is on the monotonic clock.
    """
    not_so = None if asked.why_not is None else _wanted(answer, "--why-not", asked.why_not)
    if_so = None if asked.what_if is None else _wanted(answer, "--what-if", asked.what_if)
    if not (asked.why or not_so or if_so):
        return NOTHING
    from misdeal.proofs.what_if import what_if  # noqa: PLC0415 - the encoder is loaded where it is needed
    from misdeal.proofs.why import reasons  # noqa: PLC0415
    from misdeal.proofs.why_not import why_not  # noqa: PLC0415

    told = [ruled for ruled in answer.rulings if chosen or not is_silent(ruled)]
    return Explained(
        reasons(answer.known, told, _left(deadline)) if asked.why else None,
        why_not(answer.known, *not_so, answer.situation, _left(deadline)) if not_so else None,
        what_if(answer.known, if_so[0].place, if_so[1], _left(deadline)) if if_so else None,
    )


def is_silent(ruled: Ruled) -> bool:
    """Whether a ruling does not arise, for sure."""
    return ruled.whole and {each.kind for each in ruled.comes} == {Kind.DOES_NOT_ARISE}


def _left(deadline: float) -> float:
    return deadline - time.monotonic()


def _wanted(answer: Answer, option: str, text: str) -> tuple[Ruled, Value]:
    """The ruling that is asked about, and the value that is asked for."""
    if len(answer.rulings) != 1:
        names = [place_name(answer.rulebook, ruled.place) for ruled in answer.rulings]
        advice = f"choose it, as by `--ruling {_quoted(names[0])}`" if names else "this rulebook has no ruling"
        if len(names) > 1:
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            advice += f"; there are {', '.join(f'`{name}`' for name in names[:_NAMED])}{more}"
        raise Refusal(f"`{option}` is asked about one ruling", advice)
    (ruled,) = answer.rulings
    ruling = answer.rulebook.rulings[ruled.place.name]
    return ruled, read_value(ruling.type, text, f"`{place_name(answer.rulebook, ruled.place)}`")


def _quoted(name: str) -> str:
    """A name as a shell takes it."""
    return f"'{name}'" if "[" in name else name
