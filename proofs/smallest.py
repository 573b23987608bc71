"""Smallest sets that cannot hold together, found from sets that can.

Every set that cannot hold together has an element outside each set that can. So a smallest set that meets all
those remainders and still cannot hold together is a smallest one of all; where it can, that shows one more
remainder.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T", bound=Hashable)

Holding: TypeAlias = Callable[[frozenset[T]], frozenset[T] | None]
"""For elements that can hold together, all that hold in one way of doing so; else None."""

CALLS = 400  # of `holding`, about, to find a smallest set
STEPS = 20_000  # tried for one set that meets the remainders


class Size(Enum):
    """How small a set that cannot hold together is known to be."""

    SMALLEST = "smallest"
    IRREDUCIBLE = "irreducible"  # none can be left out, but there may be a smaller set
    UNREDUCED = "unreduced"  # it was not found out which can be left out


@dataclass(frozen=True, slots=True)
class Together(Generic[T]):
    """Elements that cannot hold together."""

    elements: tuple[T, ...]
    size: Size


def smallest(elements: Sequence[T], holding: Holding[T], known: Sequence[T]) -> Together[T]:
    """A smallest set of elements that cannot hold together, of several the first in order.

    `known` is an irreducible one; it comes back where it takes too long to find a smaller one.
    """
    bits = {element: 1 << at for at, element in enumerate(elements)}
    remainders: list[int] = []
    calls = size = 0
    while calls < CALLS and (mask := _meeting(remainders)) is not None:
        size = mask.bit_count()
        chosen = frozenset(element for element in elements if bits[element] & mask)
        if (held := holding(chosen)) is None:
            return Together(tuple(element for element in elements if element in chosen), Size.SMALLEST)
        grown = _grown(elements, held, holding)
        calls += 1 + len(elements) - len(held)
        remainders.append(sum(bit for element, bit in bits.items() if element not in grown))
    return Together(tuple(known), Size.SMALLEST if size == len(known) else Size.IRREDUCIBLE)


def irreducible(elements: Sequence[T], holding: Holding[T]) -> tuple[T, ...]:
    """A set that cannot hold together, none of which can be left out; all elements together cannot."""
    kept = list(elements)
    for element in reversed(elements):
        if holding(frozenset(kept) - {element}) is None:
            kept.remove(element)
    return tuple(kept)


def _grown(elements: Sequence[T], held: frozenset[T], holding: Holding[T]) -> frozenset[T]:
    """Elements that hold together, with whatever else can hold with them."""
    for element in elements:
        if element not in held:
            held = holding(held | {element}) or held
    return held


def _meeting(remainders: Sequence[int]) -> int | None:
    """The smallest set of bits that meets every mask, the first in order; None where that takes too long."""
    steps = STEPS

    def search(start: int, left: int, chosen: int, unmet: Sequence[int]) -> int | None:
        nonlocal steps
        steps -= 1
        if not unmet:
            return chosen
        if left < _apart(unmet) or steps < 0:
            return None
        last = min(mask.bit_length() for mask in unmet)
        for at in range(start, last):
            bit = 1 << at
            rest = [mask for mask in unmet if not mask & bit]
            if len(rest) < len(unmet) and (found := search(at + 1, left - 1, chosen | bit, rest)) is not None:
                return found
        return None

    for size in range(len(remainders) + 1):
        found = search(0, size, 0, remainders)
        if found is not None or steps < 0:
            return found
    return None


def _apart(masks: Sequence[int]) -> int:
    """How many of some masks have no bit in common, taken in turn: at least as many bits are needed."""
    taken, count = 0, 0
    for mask in masks:
        if not mask & taken:
            taken |= mask
            count += 1
    return count
