"""Two rulebooks compared, as it is told, as data: every format says the same of it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from misdeal.model.language.expression import Expression
from misdeal.model.language.rulebook import Place, Rulebook, Ruling
from misdeal.model.language.show import show
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation, Kind
from misdeal.proofs.diff import Comes, Compared, Diff, Edition, Example, OnlyPossible, Unpaired
from misdeal.proofs.finding import Verdict

from .account import Cited, cite
from .example import mattering
from .witness import Mentioned, Telling, mentioned, replay_words, tell
from .wording import answer, outcome_in_words, subject_name

_NAME = re.compile(r"(?:(?:old|new)\.)?[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ToldExample:
    """A situation told in the facts of both, and the command that rules on it in each rulebook that has it."""

    telling: Telling
    replay: Mapping[Edition, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ToldComes:
    """What comes out under one rulebook, in its words. `computed`: `result` is an expression, which gives `here`."""

    kind: Kind
    result: str
    computed: bool
    here: str
    clauses: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class ToldMoved:
    """A region in which a ruling comes out differently; `meant` as in the comparison."""

    old: ToldComes
    new: ToldComes
    conditions: tuple[str, ...]
    example: ToldExample
    meant: bool | None


@dataclass(frozen=True, slots=True)
class ToldRuling:
    """A ruling compared; `about` (`a player p`) says whom that of an indexed one is about."""

    compared: Compared
    old: str
    new: str
    question: str
    about: str
    moved: tuple[ToldMoved, ...]
    beyond: ToldExample | None


@dataclass(frozen=True, slots=True)
class ToldOnly:
    """What is possible in one rulebook only, region by region."""

    found: OnlyPossible
    areas: tuple[tuple[tuple[str, ...], ToldExample], ...]
    beyond: ToldExample | None


@dataclass(frozen=True, slots=True)
class Named:
    """A rulebook as it was named on the command line."""

    book: str
    rulebook: Rulebook


@dataclass(frozen=True, slots=True)
class ToldDiff:
    """A comparison told."""

    diff: Diff
    books: Mapping[Edition, Named]
    rulings: tuple[ToldRuling, ...]
    only: tuple[ToldOnly, ...]

    @property
    def unpaired(self) -> tuple[Unpaired, ...]:
        """What only one has."""
        return self.diff.unpaired

    @property
    def incomparable(self) -> bool:
        """Whether nothing is possible in both."""
        return any(each.compared.proof.verdict is Verdict.VACUOUS for each in self.rulings)


def told(diff: Diff, old: str, new: str) -> ToldDiff:
    """Everything that is told of a comparison of two rulebooks that were named so."""
    teller = _Teller(diff, {Edition.OLD: old, Edition.NEW: new})
    return ToldDiff(
        diff,
        {edition: Named(teller.named[edition], diff.both.books[edition]) for edition in Edition},
        tuple(teller.ruling(each) for each in diff.rulings),
        tuple(teller.only(each) for each in diff.possible),
    )


class _Teller:
    def __init__(self, diff: Diff, named: Mapping[Edition, str]) -> None:
        self.named = named
        self._diff = diff
        self._joint = diff.rulebook
        self._books = diff.both.books

    def ruling(self, compared: Compared) -> ToldRuling:
        names = compared.ruling.names
        ruling = self._joint.rulings[compared.ruling.common[Edition.OLD]]
        moved = tuple(
            ToldMoved(
                self._comes(compared, Edition.OLD, each.old, each.example),
                self._comes(compared, Edition.NEW, each.new, each.example),
                each.conditions,
                self._example(each.example, each.conditions, (each.old.gives, each.new.gives), compared),
                each.meant,
            )
            for each in compared.moved
        )
        texts = [text for each in compared.moved for text in each.conditions]
        beyond = None if compared.beyond is None else self._example(compared.beyond, texts, (), compared)
        old, new = names[Edition.OLD], names[Edition.NEW]
        return ToldRuling(compared, old, new, ruling.question, _about(ruling), moved, beyond)

    def only(self, found: OnlyPossible) -> ToldOnly:
        areas = tuple((each.conditions, self._example(each.example, each.conditions)) for each in found.areas)
        texts = [text for each in found.areas for text in each.conditions]
        return ToldOnly(found, areas, None if found.beyond is None else self._example(found.beyond, texts))

    def _comes(self, compared: Compared, edition: Edition, comes: Comes, example: Example) -> ToldComes:
        book, name = self._books[edition], compared.ruling.names[edition]
        own, witness = book.rulings[name], example.own[edition]
        outcome = Evaluation(book, witness.situation).outcome(Place(name, witness.subject))
        here = outcome_in_words(own.type, outcome)
        return ToldComes(
            comes.kind,
            show(comes.gives) if comes.gives else self._result(edition, own, comes),
            comes.gives is not None,
            here if comes.gives else "",
            tuple(cite(book, each) for each in comes.clauses),
        )

    def _result(self, edition: Edition, own: Ruling, comes: Comes) -> str:
        match comes.kind:
            case Kind.VALUE | Kind.DEFAULT if comes.value is not None:
                value = self._diff.both.sides[edition].own(own.type, comes.value)
                return "" if value is None else answer(own.type, value)
            case Kind.GAP:
                return "no clause decides"
            case Kind.CLASH:
                who = "clauses give" if len(comes.clauses) > 1 else "one clause gives"
                return f"{who} different values"
            case Kind.UNDEFINED:
                return "no value of the ruling is given"
            case _:
                return "does not arise"

    def _example(
        self,
        example: Example,
        texts: Iterable[str],
        given: Iterable[Expression | None] = (),
        compared: Compared | None = None,
    ) -> ToldExample:
        """A situation told by what the conditions speak of, what values are computed of, and what else matters."""
        about = frozenset[str]().union(*(mentioned(self._joint, each).facts for each in given))
        about |= frozenset(self._spoken_of(texts))
        common = dict.fromkeys(compared.ruling.common.values() if compared else ())
        places = [Place(name, example.both.subject) for name in common]
        about |= mattering(self._joint, places, example.both.situation, about)
        telling = tell(self._joint, replace(example.both, subject=None), Mentioned(about))
        index = self._joint.rulings[compared.ruling.common[Edition.OLD]].index if compared else None
        if index is not None and example.both.subject is not None:
            telling = replace(telling, subject=subject_name(index.type, example.both.subject), bound=index.name)
        return ToldExample(telling, {edition: self._replay(edition, example) for edition in example.own})

    def _replay(self, edition: Edition, example: Example) -> tuple[str, ...]:
        own = tell(self._books[edition], replace(example.own[edition], subject=None), Mentioned())
        words = replay_words(self.named[edition], own)
        if edition is Edition.NEW:
            return words
        return (*words, *(f"{each.fact.name}={each.fact.type.show(each.value)}" for each in self._diff.decisions))

    def _spoken_of(self, texts: Iterable[str]) -> Iterator[str]:
        """The facts that conditions in the words of both speak of, `let`s expanded."""
        for name in {name for text in texts for name in _NAME.findall(text)}:
            if name in self._joint.facts:
                yield name
            elif name in self._joint.lets:
                yield from mentioned(self._joint, self._joint.lets[name].body).facts


def _about(ruling: Ruling) -> str:
    if ruling.index is None:
        return ""
    kind = ruling.index.type
    return f"a {kind.table.name if isinstance(kind, Seat) else kind} {ruling.index.name}"
