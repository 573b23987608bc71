"""A witness as data to be told: questions with answers, what comes out, and the command that replays it.

Left out are facts at their usual value, facts that do not arise, and facts without a usual value that nothing
mentions, neither the region nor the `when` of a fact that is told, and on which nothing that comes out depends: for
those any table is an ordinary one.
"""

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from misdeal.model.language.expression import Expression, FactRef, RulingRef
from misdeal.model.language.rulebook import Place, Role, Rulebook
from misdeal.model.language.types import Type, Value
from misdeal.model.language.walk import walk_expanded
from misdeal.model.meaning.evaluate import Evaluation, Instance, Kind, Undefined
from misdeal.model.meaning.ordinary import arises, usual_value
from misdeal.model.meaning.settle import place_name
from misdeal.model.meaning.situation import ruling_places
from misdeal.proofs.finding import Witness

from .wording import addressed, answer, outcome_in_words, question, result_in_words, subject_name, text_of

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """One fact of a witness: where it stands in the rulebook, and as question and answer.

    `common` is the question before it was put about one index, `index` that index in words, or empty.
    `departs` is true where its usual value is another, false where it has none.
    """

    fact: str
    place: str
    value: str
    question: str
    answer: str
    common: str
    index: str
    departs: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """What an effect in force gives, or would give: the clause, for which seats (`p = 5`), the value."""

    clause: str
    seats: str
    value: str


@dataclass(frozen=True, slots=True)
class Came:
    """What comes out for one ruling: `result` in words, and who decides."""

    ruling: str
    place: str
    question: str
    kind: Kind
    result: str
    deciding: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Telling:
    """A witness told. `subject` (`player 5`) is what the finding is about, `bound` its name (`p`)."""

    subject: str
    bound: str
    players: int
    answers: tuple[Answer, ...]
    rest: str
    came: tuple[Came, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The names of the facts and of the rulings that a region or a claim speaks of."""

    facts: frozenset[str] = frozenset()
    rulings: frozenset[str] = frozenset()

    def __or__(self, other: "Mentioned") -> "Mentioned":
        """Both."""
        return Mentioned(self.facts | other.facts, self.rulings | other.rulings)


def mentioned_in_text(rulebook: Rulebook, texts: Iterable[str]) -> Mentioned:
    """What conditions in the rulebook's words speak of, lets expanded."""
    found = Mentioned()
    for name in {name for text in texts for name in _NAME.findall(text)}:
        if name in rulebook.facts:
            found |= Mentioned(facts=frozenset({name}))
        elif name in rulebook.rulings:
            found |= Mentioned(rulings=frozenset({name}))
        elif name in rulebook.lets:
            found |= mentioned(rulebook, rulebook.lets[name].body)
    return found


def mentioned(rulebook: Rulebook, expression: Expression | None) -> Mentioned:
    """What an expression speaks of, lets expanded."""
    parts = () if expression is None else tuple(walk_expanded(expression, rulebook.lets))
    return Mentioned(
        frozenset(part.fact for part in parts if isinstance(part, FactRef)),
        frozenset(part.ruling for part in parts if isinstance(part, RulingRef)),
    )


def tell(rulebook: Rulebook, witness: Witness, about: Mentioned, ruling: str | None = None) -> Telling:
    """A witness told; `about` is what its region or claim speaks of, `ruling` what the finding is about."""
    evaluation = Evaluation(rulebook, witness.situation)
    places = _places_to_show(evaluation, about, witness, ruling)
    came = tuple(came_out(evaluation, place) for place in places)
    index = rulebook.rulings[ruling].index if ruling else None
    bound = index if witness.subject is not None else None
    facts = tuple(sorted(_facts(evaluation), key=lambda fact: rulebook.facts[fact.fact].role is not Role.FACT))
    answers = tuple(_told(rulebook, facts, about.facts))
    return Telling(
        subject="" if bound is None or witness.subject is None else subject_name(bound.type, witness.subject),
        bound=bound.name if bound else "",
        players=witness.situation.players,
        answers=answers,
        rest=_rest(rulebook, witness.situation.players, otherwise=bool(answers)),
        came=came,
        facts=(
            *_stated_players(rulebook, witness),
            *(f"{fact.place}={fact.value}" for fact in facts),
            *map(text_of, rulebook.chosen),
        ),
    )


def tell_beside(rulebook: Rulebook, witness: Witness, other: Witness, ruling: str) -> Telling:
    """A second situation told: only what is otherwise in it, and what comes out for the ruling."""
    told = tell(rulebook, other, Mentioned(), ruling)
    evaluation = Evaluation(rulebook, other.situation)
    departing = {answer.place for answer in told.answers if answer.departs}
    answers = tuple(
        _answer(rulebook, place, value, departs=place_name(rulebook, place) in departing)
        for place, value in other.situation.values.items()
        if value != witness.situation.values[place] and arises(evaluation, rulebook.facts[place.name], place)
    )
    told = replace(told, answers=answers, rest="Otherwise the same.")
    return replace(told, subject="", bound="") if other.subject == witness.subject else told


def replay_words(book: str, telling: Telling) -> tuple[str, ...]:
    """The words of the command that rules on a witness."""
    named = f"./{book}" if book.startswith("-") else book
    return ("misdeal", "rule", named, "--usual", *telling.facts)


def replay_line(book: str, telling: Telling) -> tuple[str, ...]:
    """The same, quoted for a shell."""
    return tuple(shlex.quote(word) for word in replay_words(book, telling))


# Facts


def _facts(evaluation: Evaluation) -> Iterator[Answer]:
    """What `usually` alone does not say of a situation: departures, and facts without a usual value."""
    rulebook = evaluation.rulebook
    for place, value in evaluation.situation.values.items():
        fact = rulebook.facts[place.name]
        if arises(evaluation, fact, place):
            usual = usual_value(evaluation, fact, place)
            if usual is None or usual != value:
                yield _answer(rulebook, place, value, departs=usual is not None)


def _answer(rulebook: Rulebook, place: Place, value: Value, *, departs: bool) -> Answer:
    fact = rulebook.facts[place.name]
    return Answer(
        fact.name,
        place_name(rulebook, place),
        fact.type.show(value),
        question(fact, place.index),
        answer(fact.type, value),
        fact.question,
        "" if fact.index is None or place.index is None else subject_name(fact.index.type, place.index),
        departs=departs,
    )


def _told(rulebook: Rulebook, facts: Iterable[Answer], spoken_of: frozenset[str]) -> list[Answer]:
    """What is told: departures, what is spoken of, and what makes the question of one of those arise."""
    told: list[Answer] = []
    shown = set(spoken_of)
    for fact in reversed(list(facts)):
        if fact.departs or fact.fact in shown:
            told.insert(0, fact)
            shown |= mentioned(rulebook, rulebook.facts[fact.fact].when).facts
    return told


def _stated_players(rulebook: Rulebook, witness: Witness) -> tuple[str, ...]:
    players = witness.situation.players
    return () if rulebook.table is None or players == rulebook.table.usual else (f"players={players}",)


def _rest(rulebook: Rulebook, players: int, *, otherwise: bool) -> str:
    """What holds of everything that is not told."""
    table = rulebook.table
    if table is None:
        return "Otherwise everything is as usual." if otherwise else "Everything is as usual."
    size = f" of {_NUMBERS[players] if players < len(_NUMBERS) else players}" if table.least < table.most else ""
    return f"Otherwise an ordinary table{size}." if otherwise else f"An ordinary table{size}."


# What comes out


def _places_to_show(evaluation: Evaluation, about: Mentioned, witness: Witness, ruling: str | None) -> list[Place]:
    """The rulings to be told: those that are spoken of, where they arise, and the finding's own one last."""
    index = evaluation.rulebook.rulings[ruling].index if ruling else None
    kept = []
    for place in ruling_places(evaluation.rulebook, witness.situation.players):
        if place.name not in about.rulings or place.name == ruling:
            continue
        own = evaluation.rulebook.rulings[place.name].index
        same = index is not None and own is not None and own.type == index.type
        if (not same or place.index == witness.subject) and evaluation.outcome(place).kind is not Kind.DOES_NOT_ARISE:
            kept.append(place)
    return [*kept, *([Place(ruling, witness.subject)] if ruling else [])]


def came_out(evaluation: Evaluation, place: Place) -> Came:
    """What comes out for one ruling."""
    ruling = evaluation.rulebook.rulings[place.name]
    outcome = evaluation.outcome(place)
    deciding = tuple(_decision(ruling.type, instance) for instance in outcome.deciding)
    asked = addressed(ruling.question, ruling.index, place.index)
    return Came(
        place.name,
        place_name(evaluation.rulebook, place),
        asked,
        outcome.kind,
        outcome_in_words(ruling.type, outcome),
        deciding,
    )


def _decision(kind: Type, instance: Instance) -> Decision:
    bound = {parameter.name: parameter.type for parameter in instance.clause.each}
    seats = [
        f"{name} = {bound[name].show(seat)}"
        for name, seat in instance.bindings.items()
        if not isinstance(seat, Undefined)
    ]
    return Decision(instance.clause.id, ", ".join(seats), result_in_words(kind, instance.value))
