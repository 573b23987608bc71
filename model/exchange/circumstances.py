"""What the interview needs of a rulebook beside its rulings: which situations there are, and what topics come to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..language.rulebook import Fact, Let, Rulebook
from ..language.types import Seat
from .code import Code, Local, Use
from .diagram import Form
from .lower import Lowered, seat_names
from .unit import Asked, Making, Required, Unit


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All facts, each after those on which it depends, with what is usual of each by its name; all that is required.

    `lets` has the routine of each `let` that can be asked about; it takes the argument first, if there is one.
    """

    facts: tuple[Asked, ...]
    usual: Mapping[str, Code]
    required: tuple[Required, ...]
    lets: Mapping[str, str]


def circumstances(
    rulebook: Rulebook, forms: Mapping[str, Form | None], lets: Iterable[str]
) -> tuple[Unit, Circumstances]:
    """All rulings compiled as one unit, and what decides which situations are possible.

    `forms` has every ruling; `lets` are names of those that have one parameter at most. Raises Uncompilable.
    """
    making = Making(rulebook, forms)
    found = Circumstances(
        tuple(making.ask(rulebook.facts[name]) for name in rulebook.settling_order),
        {name: usual for name, fact in rulebook.facts.items() if (usual := _usual(making, fact)) is not None},
        tuple(making.require(always) for always in rulebook.always),
        {name: _routine(making, rulebook.lets[name]) for name in lets},
    )
    return making.unit(frozenset(rulebook.rulings)), found


def _usual(making: Making, fact: Fact) -> Code | None:
    if fact.usually is None:
        return None
    names = {} if fact.index is None else seat_names(fact.index.name)
    return making.lowering.lower(fact.usually, names).code


def _routine(making: Making, let: Let) -> str:
    arguments = tuple(
        Lowered(Local(each.name), sure=True, seated=isinstance(each.type, Seat)) for each in let.parameters
    )
    used = making.called(let.name, arguments).code
    assert isinstance(used, Use)
    return used.routine
