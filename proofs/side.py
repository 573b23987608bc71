"""One of two rulebooks: what it says in the words of both, and its situations in those of both."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from misdeal.model.language.rulebook import Clause, Effect, Let, Place, Rulebook, Ruling
from misdeal.model.language.types import Type, Value
from misdeal.model.meaning.settle import Unsettled, settle
from misdeal.model.meaning.situation import Situation, fact_places, table_sizes

from .pairing import Edition
from .translate import Translator


class Side:
    """One of the two rulebooks, and what it is in both."""

    def __init__(self, book: Rulebook, translator: Translator) -> None:
        self.book = book
        self.translator = translator
        self.types = translator.types
        self.edition = translator.edition

    def fact(self, name: str) -> str:
        """The name of a fact in both."""
        return self.translator.words.facts[name][0]

    def value(self, kind: Type, value: Value) -> Value:
        """A value of this rulebook as one of both."""
        return self.types.value(self.edition, kind, value)

    def own(self, kind: Type, value: Value) -> Value | None:
        """A value of both as one of this rulebook; None where it has none."""
        return self.types.own(self.edition, kind, value)

    def situation(self, both: Situation) -> Situation | None:
        """The situation of this rulebook that is in one of both; None where it has none."""
        players = both.players if self.book.table else 0
        if players not in table_sizes(self.book):
            return None
        given: dict[Place, Value] = {}
        for fact in self.book.facts.values():
            for place in fact_places(fact, players):
                at = None if fact.index is None or place.index is None else self.value(fact.index.type, place.index)
                own = self.own(fact.type, both.values[Place(self.fact(fact.name), at)])
                if own is None:
                    return None
                given[place] = own
        settled = settle(self.book, players, given, usual=False)
        return None if isinstance(settled, Unsettled) else settled

    def lets(self) -> Iterator[Let]:
        """The `let`s in the words of both."""
        for let in self.book.lets.values():
            parameters = tuple(self.translator.parameter(each) for each in let.parameters)
            name = self.translator.words.lets[let.name]
            yield replace(let, name=name, parameters=parameters, body=self.translator.expression(let.body))

    def ruling(self, name: str) -> str:
        """The name of a ruling in both."""
        return self.translator.words.rulings[name]

    def rulings(self, indices: Mapping[str, str]) -> Iterator[Ruling]:
        """The rulings in the words of both; `indices` are the names of their indices, where these have others there."""
        for ruling in self.book.rulings.values():
            index = ruling.index and self.translator.parameter(ruling.index, indices.get(ruling.name))
            yield replace(
                ruling,
                name=self.ruling(ruling.name),
                index=index,
                type=self.translator.type(ruling.type),
                when=self.translator.about(ruling.when, ruling.index, index),
                otherwise=None if ruling.otherwise is None else self.value(ruling.type, ruling.otherwise),
            )

    def clauses(self, told: Collection[str]) -> Iterator[Clause]:
        """The clauses in the words of both, without what they say about rulings that are told already."""
        for clause in self.book.clauses.values():
            effects = tuple(self._effect(each) for each in clause.effects if self.ruling(each.ruling) not in told)
            if effects:
                yield replace(
                    clause,
                    id=prefixed(self.edition, clause.id),
                    each=tuple(self.translator.parameter(each) for each in clause.each),
                    own=None,
                    when=self.translator.about(clause.when),
                    effects=effects,
                    overrides=frozenset(prefixed(self.edition, each) for each in clause.overrides),
                )

    def _effect(self, effect: Effect) -> Effect:
        return replace(
            effect,
            ruling=self.ruling(effect.ruling),
            index=self.translator.about(effect.index),
            value=self.translator.expression(effect.value),
        )


def prefixed(edition: Edition, name: str) -> str:
    """A name that stands for two things, told apart. No rulebook has such a name."""
    return f"{edition.value}.{name}"
