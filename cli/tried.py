"""Cases that were tried as data for people: every format says the same of them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from misdeal.model.language import RulebookError
from misdeal.model.language.rulebook import Place, Rulebook
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.settle import place_name
from misdeal.proofs.cases import Tried, expected_text
from misdeal.proofs.finding import Witness

from .witness import Came as CameInWords
from .witness import Mentioned, came_out, replay_words, tell

_SITE = re.compile(r"https?://(?:www\.)?([^/\s:?#]+)")


@dataclass(frozen=True, slots=True)
class Compared:
    """What was expected of one ruling, as it is written in a case, and what came out, in words."""

    expected: str
    actual: str
    right: bool
    came: CameInWords


@dataclass(frozen=True, slots=True)
class ToldCase:
    """A case told. `under` are the values of options that it leaves out; `command` the words that rule on it.

    `compared` is empty where nothing came out: its situation cannot be, or is not known.
    """

    tried: Tried
    compared: tuple[Compared, ...]
    under: tuple[str, ...]
    command: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """What became of it, in a word."""
        return "failed" if self.tried.problem else "unknown" if self.tried.unknown else "passed"


@dataclass(frozen=True, slots=True)
class Tested:
    """A book as it was named, its rulebook with what came of its cases, or why it cannot be used."""

    book: str
    rulebook: Rulebook | None
    cases: tuple[ToldCase, ...] = ()
    error: RulebookError | None = None

    def count(self, verdict: str) -> int:
        """How many cases have a verdict."""
        return sum(each.verdict == verdict for each in self.cases)


def tell_case(book: str, rulebook: Rulebook, tried: Tried) -> ToldCase:
    """Everything that is told of a case."""
    situation = tried.situation
    if situation is None or not tried.came:
        return ToldCase(tried, (), (), ())
    evaluation = Evaluation(rulebook, situation)
    telling = tell(rulebook, Witness(situation), Mentioned())
    rulings = dict.fromkeys(f"--ruling={place_name(rulebook, each.place)}" for each in tried.came)
    return ToldCase(
        tried,
        tuple(
            Compared(
                expected_text(rulebook, each.place, each.expected),
                each.outcome.kind.value
                if each.outcome.value is None
                else rulebook.rulings[each.place.name].type.show(each.outcome.value),
                each.right,
                came_out(evaluation, each.place),
            )
            for each in tried.came
        ),
        tuple(f"{each.name}={each.type.show(situation.values[Place(each.name)])}" for each in tried.open),
        (*replay_words(book, telling), *rulings),
    )


def by_source(cases: Iterable[ToldCase]) -> Mapping[str, int]:
    """How many cases come from where: of an address the site, else the source as it is named."""
    return Counter(site(each.tried.case.source) for each in cases)


def site(source: str) -> str:
    """Where a case comes from, in short."""
    found = _SITE.search(source)
    return found[1].lower() if found else source
