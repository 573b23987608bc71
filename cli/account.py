"""What a finding comes to for the author of the rulebook, as data: text and JSON say the same of it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from misdeal.model.language.rulebook import Case, Claim, Place, Role, Rulebook
from misdeal.model.language.show import show
from misdeal.model.language.span import Span
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs.finding import Finding, FindingKind, Nearest, Verdict, Witness
from misdeal.proofs.report import Report

from .breaking import Breaking, breaking
from .example import mattering
from .witness import Mentioned, Telling, mentioned, mentioned_in_text, tell, tell_beside
from .wording import here, subject_name

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause that a finding names."""

    id: str
    title: str
    heading: str
    span: Span


@dataclass(frozen=True, slots=True)
class Lack:
    """A part of a condition that fails, and what it compares, with the value there; `here` may be empty."""

    condition: str
    here: str


@dataclass(frozen=True, slots=True)
class Near:
    """A clause that nearly decides; `seats` (`p = 5`) is empty where its seats are those of the finding."""

    clause: Cited
    seats: str
    lacks: tuple[Lack, ...]


@dataclass(frozen=True, slots=True)
class Area:
    """One region of a finding: its conditions, its most ordinary situation, and the clauses that nearly decide that."""

    conditions: tuple[str, ...]
    telling: Telling
    nearest: tuple[Near, ...]


@dataclass(frozen=True, slots=True)
class Account:
    """A finding with everything that is told of it.

    `claimed` is the condition of the claim that it is about, else empty. `about` (`a player p`) says what a finding
    about an indexed ruling speaks of. `telling` is the situation of a finding that has no regions; `breaks` are the
    players there of whom a claim about every player is false; `beside` is the second situation of a finding about two.
    `readings` are those that are spoken of, with their ambiguities' ids.
    """

    finding: Finding
    clauses: tuple[Cited, ...]
    claimed: str
    about: str
    areas: tuple[Area, ...]
    telling: Telling | None
    breaks: tuple[str, ...]
    beside: Telling | None
    beyond: Telling | None
    readings: tuple[tuple[str, str], ...]


def account(rulebook: Rulebook, finding: Finding) -> Account:
    """Everything that is told of a finding."""
    own = _spoken_of(rulebook, finding)
    telling = None if finding.regions or finding.witness is None else _told(rulebook, finding, finding.witness, own)
    telling, breaks = _broken(rulebook, finding, telling)
    areas = tuple(
        Area(
            each.conditions,
            _told(rulebook, finding, each.witness, _named_in(rulebook, finding, each.conditions)),
            tuple(_near(rulebook, finding, each.witness, near) for near in each.nearest),
        )
        for each in finding.regions
    )
    return Account(
        finding,
        tuple(cite(rulebook, clause) for clause in finding.clauses if clause in rulebook.clauses),
        _claimed(rulebook, finding),
        _about(rulebook, finding),
        areas,
        telling,
        breaks,
        _beside(rulebook, finding),
        None if finding.beyond is None else _told(rulebook, finding, finding.beyond, own),
        _readings(rulebook, finding),
    )


def _told(rulebook: Rulebook, finding: Finding, witness: Witness, named: Mentioned) -> Telling:
    """A situation told, with what is named, and what makes the rulings come out that are named."""
    read = [each for each in ruling_places(rulebook, witness.situation.players) if each.name in named.rulings]
    others = [each for each in read if each.name != finding.ruling]
    named |= Mentioned(mattering(rulebook, others, witness.situation, named.facts))
    return tell(rulebook, witness, named, finding.ruling)


def _broken(rulebook: Rulebook, finding: Finding, telling: Telling | None) -> tuple[Telling | None, tuple[str, ...]]:
    """The situation of a claim that is false, with what it reads of those of whom it is false; and who they are.

    Of a claim about two players and more, only of the first for whom it is false.
    """
    plain = finding.kind is FindingKind.REFUTED and finding.ruling is None
    if not plain or telling is None or finding.witness is None:
        return telling, ()
    found = breaking(Evaluation(rulebook, finding.witness.situation), _claim(rulebook, finding).condition)
    if not found:
        return telling, ()
    shown = found if all(len(each.seats) == 1 for each in found) else found[:1]
    read = {place_name(rulebook, place) for each in shown for place in each.read}
    came = tuple(each for each in telling.came if each.place in read)
    return replace(telling, came=came), tuple(_seated(rulebook, each) for each in shown)


def _seated(rulebook: Rulebook, found: Breaking) -> str:
    assert rulebook.table, "only seats break a claim"
    named = [(name, subject_name(Seat(rulebook.table), seat)) for name, seat in found.seats]
    return named[0][1] if len(named) == 1 else " and ".join(f"{seat} as `{name}`" for name, seat in named)


def cite(rulebook: Rulebook, id: str) -> Cited:  # noqa: A002 - the language's word
    """A clause as it is cited."""
    clause = rulebook.clauses[id]
    return Cited(clause.id, clause.title, clause.heading, clause.span)


def count_claims(report: Report) -> tuple[int, int]:
    """How many claims are put to the test and proved where the rulings have a value, and how many are."""
    verdicts = {tally.sentence: tally.verdict for tally in report.tallies if tally.kind is FindingKind.REFUTED}
    empty = {finding.subject for finding in report.findings if finding.kind is FindingKind.UNTRIED}
    proved = sum(verdict is Verdict.PROVED for verdict in verdicts.values()) - len(empty)
    book = report.rulebook
    return max(0, proved), len(book.claims) + len(book.dependences) + len(book.turnings)


def count_cases(report: Report) -> tuple[int, int]:
    """How many cases have the outcome that they must have, and how many there are."""
    if report.contradicts_itself:
        return 0, len(report.rulebook.cases)
    failed = {finding.subject for finding in report.findings if finding.kind is FindingKind.FAILED}
    return len(report.rulebook.cases) - len(failed), len(report.rulebook.cases)


def unfit_cases(rulebook: Rulebook) -> tuple[Case, ...]:
    """The cases that are left out because they give an option another value than was chosen."""
    return tuple({case.span: case for each in rulebook.chosen for case in each.unfit}.values())


def _spoken_of(rulebook: Rulebook, finding: Finding) -> Mentioned:
    """The names that a finding without regions speaks of: of its claim, or of what its case gives."""
    match finding.kind:
        case FindingKind.REFUTED if finding.ruling:
            named = (each.facts for each in rulebook.dependences if each.title == finding.subject)
            return Mentioned(_otherwise(finding).union(*named), frozenset({finding.ruling}))
        case FindingKind.REFUTED:
            return mentioned(rulebook, _claim(rulebook, finding).condition)
        case FindingKind.FAILED:
            case = next(case for case in rulebook.cases if case.title == finding.subject)
            return Mentioned(_names(case.given), _names(case.expected))
        case _ if finding.ruling:
            clauses = [rulebook.clauses[each] for each in finding.clauses]
            found = mentioned(rulebook, rulebook.rulings[finding.ruling].when)
            for clause in clauses:
                found |= mentioned(rulebook, clause.when)
            return found
        case _:
            return mentioned_in_text(rulebook, [finding.subject or ""])


def _claim(rulebook: Rulebook, finding: Finding) -> Claim:
    return next(claim for claim in rulebook.claims if claim.title == finding.subject)


def _claimed(rulebook: Rulebook, finding: Finding) -> str:
    """What the claim says that a finding is about."""
    if finding.kind not in {FindingKind.REFUTED, FindingKind.UNTRIED}:
        return ""
    for dependence in rulebook.dependences:
        if dependence.title == finding.subject:
            return f"{dependence.ruling} depends only on {', '.join(dependence.facts)}"
    for turning in rulebook.turnings:
        if turning.title == finding.subject:
            return f"{turning.ruling} turns with the table"
    return show(_claim(rulebook, finding).condition)


def _otherwise(finding: Finding) -> frozenset[str]:
    """The facts in which the two situations of a finding differ."""
    if finding.witness is None or finding.beside is None:
        return frozenset()
    one = finding.witness.situation.values
    return frozenset(place.name for place, value in finding.beside.situation.values.items() if one[place] != value)


def _beside(rulebook: Rulebook, finding: Finding) -> Telling | None:
    """The second situation told, by what is otherwise in it."""
    if finding.witness is None or finding.beside is None or finding.ruling is None:
        return None
    return tell_beside(rulebook, finding.witness, finding.beside, finding.ruling)


def _named_in(rulebook: Rulebook, finding: Finding, conditions: Iterable[str]) -> Mentioned:
    """The names that a region speaks of; a condition about effects (it quotes them) means what they read."""
    found = mentioned_in_text(rulebook, conditions)
    if finding.ruling and any("`" in condition for condition in conditions):
        for clause, effect in rulebook.effects[finding.ruling]:
            if clause.id in finding.clauses:
                found |= mentioned(rulebook, effect.value) | mentioned(rulebook, effect.index)
    return found


def _names(places: Iterable[Place]) -> frozenset[str]:
    return frozenset(place.name for place in places)


def _about(rulebook: Rulebook, finding: Finding) -> str:
    index = rulebook.rulings[finding.ruling].index if finding.ruling else None
    if index is None or not finding.regions:
        return ""
    kind = getattr(index.type, "table", index.type)
    return f"a {getattr(kind, 'name', '') or 'value'} {index.name}"


def _near(rulebook: Rulebook, finding: Finding, witness: Witness, near: Nearest) -> Near:
    evaluation = Evaluation(rulebook, witness.situation)
    clause = rulebook.clauses[near.clause]
    index = rulebook.rulings[finding.ruling].index if finding.ruling else None
    kinds = {parameter.name: parameter.type for parameter in clause.each}
    seats = ", ".join(
        f"{name} = {subject_name(kinds[name], seat)}"
        for name, seat in near.seats.items()
        if index is None or name != index.name or seat != witness.subject
    )
    lacks = tuple(Lack(show(part), here(evaluation, part, near.seats)) for part in near.failing)
    return Near(cite(rulebook, near.clause), seats, lacks)


def _readings(rulebook: Rulebook, finding: Finding) -> tuple[tuple[str, str], ...]:
    """The readings that the finding's regions and options speak of, in order of declaration."""
    texts = [*finding.options, *(condition for region in finding.regions for condition in region.conditions)]
    words = {name for text in texts for name in _NAME.findall(text)}
    return tuple(
        (fact.name, fact.ambiguity) for fact in rulebook.options if fact.name in words and fact.role is Role.READING
    )
