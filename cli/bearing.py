"""What an option does, told: text and JSON say the same of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from misdeal.model.language.rulebook import Fact, Role, Rulebook
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.reach import reached
from misdeal.proofs.bearing_records import Bearing, Change
from misdeal.proofs.finding import Witness
from misdeal.proofs.report import Report

from .witness import Came, Mentioned, Telling, came_out, tell
from .wording import answer


@dataclass(frozen=True, slots=True)
class Under:
    """A value of the option, as it is written and in words, and what comes out under it."""

    value: str
    answer: str
    came: tuple[Came, ...]


@dataclass(frozen=True, slots=True)
class ToldChange:
    """Rulings that change, the situation without the option, and what comes out under two values of that."""

    rulings: tuple[str, ...]
    telling: Telling
    under: tuple[Under, Under]


@dataclass(frozen=True, slots=True)
class ToldBearing:
    """An option with all that is told of it; `reason` says why nothing is known of the rulings in `unknown`."""

    option: Fact
    changes: tuple[ToldChange, ...]
    unchanged: tuple[str, ...]
    unknown: tuple[str, ...]
    reason: str


def told_bearings(report: Report) -> Iterator[ToldBearing]:
    """What each option does, in order of declaration."""
    rulebook = report.rulebook
    for each in report.bearings:
        changes = tuple(_changes(rulebook, each))
        option = rulebook.facts[each.option]
        yield ToldBearing(option, changes, each.unchanged, each.unknown(rulebook), each.reason)


def _changes(rulebook: Rulebook, bearing: Bearing) -> Iterator[ToldChange]:
    """Each change, with the rulings that none before it shows."""
    shown = set[str]()
    for change in bearing.changes:
        names = tuple(dict.fromkeys(place.name for place in change.places if place.name not in shown))
        shown.update(names)
        yield _told(rulebook, rulebook.facts[bearing.option], change, names)


def _told(rulebook: Rulebook, option: Fact, change: Change, names: tuple[str, ...]) -> ToldChange:
    firsts = [next(place for place in change.places if place.name == name) for name in names]
    beneath = reached(rulebook, [rulebook.rulings[name] for name in names])
    unusual = frozenset(name for name in beneath if _has_no_usual(rulebook.facts[name]))
    telling = tell(rulebook, Witness(change.situation), Mentioned(unusual, frozenset(names)))
    answers = tuple(each for each in telling.answers if each.fact != option.name)
    facts = tuple(each for each in telling.facts if not each.startswith(f"{option.name}="))
    under = []
    for situation in (change.situation, change.other):
        value = next(value for place, value in situation.values.items() if place.name == option.name)
        evaluation = Evaluation(rulebook, situation)
        came = tuple(came_out(evaluation, place) for place in firsts)
        under.append(Under(option.type.show(value), answer(option.type, value), came))
    return ToldChange(names, replace(telling, answers=answers, facts=facts, came=()), (under[0], under[1]))


def _has_no_usual(fact: Fact) -> bool:
    """Whether nobody could guess the value of a fact; of options and readings there are others to tell."""
    return fact.usually is None and fact.role is Role.FACT
