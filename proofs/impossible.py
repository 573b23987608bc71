"""Facts that no possible situation has, and the refusal that says so."""

from collections.abc import Iterable
from dataclasses import dataclass

from misdeal.model.language.rulebook import Always, Place, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.types import Value
from misdeal.model.meaning.ranges import Values

from .refusal import Refusal, fact_name, fact_text
from .smallest import Size

SIZES = {
    Size.IRREDUCIBLE: "none of these can be left out, but there may be a smaller set",
    Size.UNREDUCED: "some of these may not matter: time ran out before that was found out",
}


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts that no situation has in which some `always` hold; without an `always`, no situation at all.

    `facts` are given, `usual` are usual values taken for what was not given. `size` says whether fewer would
    do.
    """

    always: tuple[Always, ...]
    facts: tuple[tuple[Place, Values], ...]
    usual: tuple[tuple[Place, Value | None], ...] = ()
    size: Size = Size.SMALLEST


def impossible(rulebook: Rulebook, conflicts: Iterable[Conflict]) -> Refusal:
    """The refusal of facts that no possible situation has."""
    conflicts = tuple(conflicts)
    with_usual = any(conflict.usual for conflict in conflicts)
    message = "these facts are impossible" + (" with the usual values for the rest" if with_usual else "")
    told = [message, *(line for conflict in conflicts for line in _conflict_lines(rulebook, conflict))]
    advice = "give those facts yourself, or leave out `--usual`" if with_usual else ""
    return Refusal("\n".join(told), advice, conflicts)


def _conflict_lines(rulebook: Rulebook, conflict: Conflict) -> list[str]:
    facts = [f"`{fact_text(rulebook, place, values)}`" for place, values in conflict.facts]
    facts += [_usual_text(rulebook, place, value) for place, value in conflict.usual]
    if not facts:
        broken = "no situation at all is possible" if not conflict.always else "no situation is possible with"
    elif conflict.always:
        broken = f"{_listed(facts)} {'break' if len(facts) > 1 else 'breaks'}"
    else:
        broken = f"{_listed(facts)} cannot be{' together' if len(facts) > 1 else ''}{_reason(rulebook, conflict)}"
    lines = ["  " + broken]
    for always in conflict.always:
        lines.append(f"    {always.span}: always {show(always.condition)}")
        lines.append(f"      “{always.reason}”")
    if facts and conflict.size is not Size.SMALLEST:
        lines.append(f"    ({SIZES[conflict.size]})")
    return lines


def _reason(rulebook: Rulebook, conflict: Conflict) -> str:
    """Why facts cannot be together without any `always`: the conditions of those that do not arise."""
    conditions = {
        place.name: show(condition)
        for place, _ in (*conflict.facts, *conflict.usual)
        if place.name in rulebook.facts and (condition := rulebook.facts[place.name].when) is not None
    }
    return "".join(f"; `{name}` arises only where {condition}" for name, condition in conditions.items())


def _usual_text(rulebook: Rulebook, place: Place, value: Value | None) -> str:
    if value is None:
        return f"the usual value of `{fact_name(rulebook, place)}`"
    return f"`{fact_text(rulebook, place, {value})}` (as usual)"


def _listed(texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]
