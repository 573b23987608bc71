"""A question in words, and what is meant by an answer to it.

Answers are told apart by a mark: a number; of ranges of numbers a letter, so that a number that is typed is itself; of
seats that have no names the seat.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from string import ascii_lowercase

from misdeal.model.language.types import Choice, Flag, Number, Seat, Timeline, Type, Value
from misdeal.model.meaning.ranges import Ranges, Values, show_values
from misdeal.proofs.question import Question
from misdeal.proofs.refusal import Refusal

from .terminal import Paper
from .values import quote, read_values
from .wording import addressed, answer, listed

LISTED = 12  # answers that are listed
_NONE = frozenset({"none", "nobody", "no", "nowhere", "0"})
_ALL = frozenset({"all", "everybody", "yes"})


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be given: its mark, the words for it, and the values, or the index, that it stands for."""

    mark: str
    words: str
    values: Values


def is_about_many(question: Question) -> bool:
    """Whether it is asked of which of several it is so; of one it is asked whether it is."""
    return question.topic.at_once and len(question.places) > 1


def spoken(question: Question) -> str:
    """The question, about one index if it is."""
    topic, (place, *_) = question.topic, question.places
    return topic.question if is_about_many(question) else addressed(topic.question, topic.index, place.index)


def options(question: Question) -> tuple[Option, ...]:
    """The answers that can be given, in order."""
    topic = question.topic
    sets: list[Values] = [{place.index} for place in question.places if place.index is not None]
    if is_about_many(question) and topic.index:
        return tuple(_options(topic.index.type, sets))
    if topic.at_once:
        return Option("1", "no", frozenset()), Option("2", "yes", *sets)
    return tuple(_options(topic.type, question.choices))


def _options(kind: Type, sets: "list[Values] | tuple[Ranges, ...]") -> Iterator[Option]:
    for at, values in enumerate(sets):
        value = next(iter(values))
        match kind:
            case Number() if all(len(each) == 1 for each in sets):
                yield Option(str(value), str(value), values)
            case Number():
                yield Option(_letter(at), _range(values), values)
            case Seat(table) if not table.names:
                yield Option(kind.show(value), answer(kind, value), values)
            case _:
                yield Option(str(at + 1), answer(kind, value), values)


def _letter(at: int) -> str:
    return ascii_lowercase[at % len(ascii_lowercase)] * (1 + at // len(ascii_lowercase))


def _range(values: Values) -> str:
    """A set of numbers in words."""
    runs = [(str(run[0]), str(run[-1])) for run in Ranges.of(values).runs]
    return listed([low if low == high else f"{low} to {high}" for low, high in runs], "or")


def write_question(paper: Paper, question: Question, number: int) -> None:
    """The question and its answers."""
    paper.gap()
    paper.paragraph(spoken(question), mark=f"Question {number}. ", bold=True)
    told = options(question)
    if is_about_many(question):
        paper.paragraph(_whom(question), indent=2)
    if len(told) > LISTED:
        paper.paragraph(expected(question), indent=2)
        return
    for option in told:
        words = "" if option.mark == option.words else option.words
        paper.paragraph(words, indent=2, mark=f"{option.mark:>2}  ")


def _whom(question: Question) -> str:
    """How it is answered of which it is so."""
    told = options(question)
    some = " ".join(option.mark for option in told[:2])
    what = "players" if question.topic.index and isinstance(question.topic.index.type, Seat) else "of these"
    return f"Of which {what} is it so? Name them, as `{some}`, or `none`, or `all`."


def expected(question: Question) -> str:
    """What can be answered."""
    told, kind = options(question), question.topic.type
    if is_about_many(question):
        return f"name those for which it is so: {listed([_named(each) for each in told], 'and')}, or `none`, or `all`"
    if isinstance(kind, Number):
        low, high = question.choices[0].runs[0].start, question.choices[-1].runs[-1].stop - 1
        return f"a whole number from {low} to {high}, or some, as `{low}..{min(low + 2, high)}`"
    return f"one of {listed([_named(each) for each in told], 'or')}"


def _named(option: Option) -> str:
    return f"`{option.mark}`" if option.mark == option.words else f"`{option.mark}` ({option.words})"


def names(question: Question) -> frozenset[str]:
    """What an answer could be called that is also a word of the dialogue."""
    topic = question.topic
    kind = topic.index.type if topic.at_once and topic.index else topic.type
    match kind:
        case Choice(values=words) | Timeline(stages=words):
            return frozenset(words)
        case Seat(table):
            return frozenset(table.names)
        case _:
            return frozenset()


def read(question: Question, text: str) -> Values:
    """The values that are meant, or the indices for which it is so. Raises Refusal for what is no answer."""
    if is_about_many(question):
        return _several(question, text)
    told = {option.mark: option.values for option in options(question)}
    told |= {option.words.lower(): option.values for option in options(question)}
    lowered, kind = text.lower(), question.topic.type
    if isinstance(kind, Flag):
        lowered = {"y": "yes", "n": "no"}.get(lowered, lowered)
    if lowered in told:
        return told[lowered]
    values = None
    with suppress(Refusal):
        values = None if isinstance(kind, Flag) else read_values(kind, text, "it")
    if values is None:
        raise Refusal(f"{quote(text)} is no answer here", f"expected: {expected(question)}")
    return _possible(question, values, text)


def _possible(question: Question, values: Ranges, text: str) -> Values:
    """Some values of the answers that are possible."""
    allowed = Ranges(run for choice in question.choices for run in choice.runs)
    kept = values.within(allowed)
    if not kept:
        shown = show_values(question.topic.type, allowed)
        raise Refusal(f"{quote(text)} is impossible, by what was answered before", f"left are {shown}")
    return kept


def _several(question: Question, text: str) -> Values:
    """The indices of those that are named."""
    told = options(question)
    lowered = text.lower()
    if lowered in _NONE:
        return frozenset[Value]()
    if lowered in _ALL:
        return frozenset(value for option in told for value in option.values)
    known = _meanings(question)
    found: set[Value] = set()
    for word in lowered.replace(",", " ").replace(" and ", " ").split():
        if word not in known:
            raise Refusal(f"{quote(word)} is none of those asked about", f"expected: {expected(question)}")
        found |= known[word]
    return frozenset(found)


def _meanings(question: Question) -> Mapping[str, Values]:
    """What each mark and each name stands for where several can be named."""
    topic, found = question.topic, dict[str, Values]()
    for option in options(question):
        (value,) = option.values
        found |= {option.mark: option.values, option.words.lower(): option.values}
        if topic.index:
            found[topic.index.type.show(value).lower()] = option.values
    return found
