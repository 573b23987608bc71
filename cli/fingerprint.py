"""What makes a finding the one that it is, whatever lines move, and how far it reaches.

Two findings are the same if they have one `Identity`. Where a finding is stands in its extent, in the rulebook's words;
what those words mean, but for the rulings among them, stands in the fingerprint of that extent. So a finding with the
same identity that lies in an extent whose fingerprint is what it was says nothing that was not said before. Prose,
titles, the order of statements and clauses about other things have no part in any of this.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import TypeAlias

from misdeal.model.language.expression import Call, Expression, FactRef
from misdeal.model.language.rulebook import Fact, Let, Parameter, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Choice, Seat, Timeline, Type
from misdeal.model.language.walk import walk
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.cases import expected_text
from misdeal.proofs.finding import Finding, FindingKind

from .wording import text_of

DIGITS = 16
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

Extent: TypeAlias = tuple[tuple[str, ...], ...]
"""Where a finding is: in any of some conjunctions, of which one without conditions is everywhere."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a finding is about. `options` are those that were chosen; `subject` is empty where there is none."""

    rulebook: str
    options: tuple[str, ...]
    kind: FindingKind
    ruling: str
    clauses: tuple[str, ...]
    subject: str


def identity(rulebook: Rulebook, finding: Finding) -> Identity:
    """What a finding is about."""
    return Identity(
        rulebook.name,
        chosen_options(rulebook),
        finding.kind,
        finding.ruling or "",
        tuple(sorted(finding.clauses)),
        finding.subject or "",
    )


def chosen_options(rulebook: Rulebook) -> tuple[str, ...]:
    """The options that were given a value, in one order."""
    return tuple(sorted(text_of(each) for each in rulebook.chosen))


def extent(finding: Finding) -> Extent:
    """Where a finding is, as far as it was told."""
    if finding.regions:
        return tuple(region.conditions for region in finding.regions)
    return tuple((option,) for option in finding.options) or ((),)


def covers(accepted: Extent, found: Extent) -> bool:
    """Whether all of what was found lies in what is accepted, region by region, by form alone."""
    return all(any(lies_in(each, one) for one in accepted) for each in found)


def lies_in(inner: Sequence[str], outer: Sequence[str]) -> bool:
    """Whether a conjunction has all conditions of another, so that it lies inside."""
    return set(outer) <= set(inner)


def fingerprint(rulebook: Rulebook, finding: Finding, where: Extent) -> str:
    """A short text for what a finding is about, and for what the words mean in which an extent of it is told."""
    return _digest([_plain(identity(rulebook, finding)), sorted(set(_meaning(rulebook, finding, where)))])


def identity_fingerprint(rulebook: Rulebook, finding: Finding) -> str:
    """A short text for what a finding is about, wherever it is."""
    return _digest(_plain(identity(rulebook, finding)))


def place_fingerprint(rulebook: Rulebook, finding: Finding) -> str:
    """A short text for all that makes a finding what it is, with where it is."""
    where = extent(finding)
    told = sorted(sorted(conditions) for conditions in where)
    return _digest([fingerprint(rulebook, finding, where), told, finding.whole])


def _plain(this: Identity) -> list[object]:
    return [each.value if isinstance(each, FindingKind) else each for each in astuple(this)]


def _digest(parts: object) -> str:
    return sha256(json.dumps(parts).encode()).hexdigest()[:DIGITS]


# What words mean


def _meaning(rulebook: Rulebook, finding: Finding, where: Extent) -> Iterator[str]:
    """The declarations beneath a finding, each as a text: of its ruling, its claim or case, and some conditions."""
    said: list[str] = [*_stated(rulebook, finding)]
    yield from said
    said += [condition for conditions in where for condition in conditions]
    waiting = [name for text in said for name in _NAME.findall(text)]
    if finding.ruling:
        text, parts = _ruling(rulebook.rulings[finding.ruling])
        yield text
        waiting += _names(parts)
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            for text, parts in _declared(rulebook, name):
                yield text
                waiting += _names(parts)


def _stated(rulebook: Rulebook, finding: Finding) -> Iterator[str]:
    """What the claim or the case says that a finding is about."""
    for claim in rulebook.claims:
        if finding.kind in {FindingKind.REFUTED, FindingKind.UNTRIED} and claim.title == finding.subject:
            yield show(claim.condition)
    for dependence in rulebook.dependences:
        if finding.kind is FindingKind.REFUTED and dependence.title == finding.subject:
            yield f"{dependence.ruling} depends only on {', '.join(dependence.facts)}"
    for case in rulebook.cases:
        if finding.kind is FindingKind.FAILED and case.title == finding.subject:
            given = [(place, rulebook.facts[place.name].type.show(value)) for place, value in case.given.items()]
            expected = [(place, expected_text(rulebook, place, wanted)) for place, wanted in case.expected.items()]
            said = ", ".join(f"{place_name(rulebook, place)} = {told}" for place, told in given + expected)
            by = f" by {', '.join(case.clauses)}" if case.clauses else ""
            yield f"{case.players}: {said}{by}"


def _declared(rulebook: Rulebook, name: str) -> Iterator[tuple[str, list[Expression | None]]]:
    if name in rulebook.lets:
        yield _let(rulebook.lets[name])
    if name in rulebook.facts:
        yield _fact(rulebook.facts[name])


def _let(let: Let) -> tuple[str, list[Expression | None]]:
    return f"let {let.name}({', '.join(map(_bound, let.parameters))}) = {show(let.body)}", [let.body]


def _fact(fact: Fact) -> tuple[str, list[Expression | None]]:
    when = "" if fact.when is None else f" when {show(fact.when)}"
    return f"{fact.name}[{_bound(fact.index)}]: {_type(fact.type)}{when}", [fact.when]


def _ruling(ruling: Ruling) -> tuple[str, list[Expression | None]]:
    when = "" if ruling.when is None else f" when {show(ruling.when)}"
    return f"{ruling.name}[{_bound(ruling.index)}]: {_type(ruling.type)}{when}", [ruling.when]


def _bound(parameter: Parameter | None) -> str:
    return "" if parameter is None else f"{parameter.name}: {_type(parameter.type)}"


def _type(kind: Type) -> str:
    """All that a type says, but for its labels."""
    match kind:
        case Choice(values=names) | Timeline(stages=names):
            return "{" + ", ".join(names) + "}"
        case Seat(table, vacant):
            return f"{table.least}..{table.most} {', '.join(table.names)}{' or nobody' if vacant else ''}"
        case _:
            return str(kind)


def _names(parts: list[Expression | None]) -> Iterator[str]:
    """The lets and facts that expressions name."""
    for expression in parts:
        for part in walk(expression) if expression is not None else ():
            if isinstance(part, Call):
                yield part.let
            elif isinstance(part, FactRef):
                yield part.fact
