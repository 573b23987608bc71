"""Two rulebooks as one: the facts of both, the rulings of each, and what each says is possible.

A situation of both has a value for every fact of either. What is the same in both stands there once, under its name;
what differs stands there twice, as `old.name` and `new.name`, which no rulebook can have. So all that is proved about
one rulebook can be proved about two, in words that both understand.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from misdeal.model.language.expression import (
    FactRef,
)
from misdeal.model.language.rulebook import Fact, Parameter, Rulebook
from misdeal.model.language.types import Type, Value, first_value
from misdeal.model.language.walk import walk_expanded

from .allowed import Allowed, Condition, Why
from .common_types import CommonTypes
from .pairing import Edition, Pairs, Renames, pair
from .refusal import Refusal
from .side import Side, prefixed
from .translate import Translator, Words
from .unchanged import Unchanged


@dataclass(frozen=True, slots=True)
class PairedRuling:
    """A ruling that both have: its name in each, and in both.

    `same`: all that it depends on is the same. `follows` are the rulings, by their old names, that are not the same and
    that it reads, where it is the same by itself.
    """

    names: Mapping[Edition, str]
    common: Mapping[Edition, str]
    same: bool
    follows: tuple[str, ...] = ()


class Both:
    """Two rulebooks as one. Raises Refusal where they cannot be compared."""

    def __init__(self, old: Rulebook, new: Rulebook, renames: Renames) -> None:
        self.books = {Edition.OLD: old, Edition.NEW: new}
        self.pairs: Pairs = pair(old, new, renames)
        self.types = CommonTypes(old, new, self.pairs, renames)
        facts = {edition: self._facts_in_both(edition) for edition in Edition}
        rulings = {
            Edition.OLD: {name: name for name in old.rulings},
            Edition.NEW: _own_names(new.rulings, self.pairs.rulings),
        }
        plain = self._sides(facts, rulings, {each: {name: name for name in self.books[each].lets} for each in Edition})
        shared = Unchanged(plain[Edition.OLD], plain[Edition.NEW])
        self.sides = self._sides(
            facts,
            _told_apart(rulings, shared.rulings),
            _told_apart({each: {name: name for name in self.books[each].lets} for each in Edition}, shared.lets),
        )
        self.rulings = tuple(self._paired_rulings(shared))
        self._facts = self._united_facts()
        self._allowed = {each: Allowed(self.sides[each], self._facts) for each in Edition}
        self.conditions = {each: tuple(allowed.conditions()) for each, allowed in self._allowed.items()}

    def rulebook(self, *editions: Edition) -> Rulebook:
        """The rulebook of both in which everything is possible that all of some editions allow."""
        old, new = (self.sides[edition] for edition in Edition)
        lets = {let.name: let for side in (new, old) for let in side.lets()}
        rulings = {ruling.name: ruling for ruling in (*new.rulings(self._index_names()), *old.rulings({}))}
        asking = {ruling.name: ruling for allowed in self._allowed.values() for ruling in allowed.asking.values()}
        always = dict.fromkeys(condition.always for each in editions for condition in self.conditions[each])
        read = (side.ruling(name) for side in (old, new) for name in side.book.reading_order)
        order = dict.fromkeys((*asking, *read))
        clauses = (*old.clauses(()), *new.clauses(old.translator.words.rulings.values()))
        return replace(
            old.book,
            editions=(replace(old.book.editions[0], text=""),),
            passages=(),
            decisions=(),
            changes=(),
            constants={},
            chosen=(),
            source=None,
            table=self.types.table,
            types={},
            facts=self._facts,
            lets=lets,
            always=tuple(always),
            rulings={name: (rulings | asking)[name] for name in order},
            parts=(),
            clauses={clause.id: clause for clause in clauses},
            notes=(),
            claims=(),
            cases=(),
            reading_order=tuple(order),
            settling_order=self._settling_order(),
        )

    def shared_indices(self, ruling: PairedRuling) -> tuple[Value, ...]:
        """The values that the index of a ruling, a choice, has in both rulebooks."""
        indices = (self.books[edition].rulings[name].index for edition, name in ruling.names.items())
        old, new = (
            set(self.types.values(each, index.type)) for each, index in zip(Edition, indices, strict=True) if index
        )
        return tuple(sorted(old & new))

    def denied(self, edition: Edition, why: Why) -> tuple[Condition, ...]:
        """What a rulebook asks of a situation for some reason, and the other one does not ask."""
        asked = {each.always.condition for each in self.conditions[edition.other]}
        mine = (each for each in self.conditions[edition] if each.why is why)
        return tuple(each for each in mine if each.always.condition not in asked)

    # Names

    def _facts_in_both(self, edition: Edition) -> Mapping[str, tuple[str, Type]]:
        """Of every fact of a rulebook its name in both, and its type there."""
        book = self.books[edition]
        names = (
            {name: name for name in book.facts} if edition is Edition.OLD else _own_names(book.facts, self.pairs.facts)
        )
        types = {name: self.types.of(edition, fact.type) for name, fact in book.facts.items()}
        for mine, yours in self.pairs.facts.items():
            kinds = (self.books[Edition.OLD].facts[mine].type, self.books[Edition.NEW].facts[yours].type)
            types[mine if edition is Edition.OLD else yours] = self.types.joined(*kinds)
        return {name: (names[name], types[name]) for name in book.facts}

    def _sides(
        self,
        facts: Mapping[Edition, Mapping[str, tuple[str, Type]]],
        rulings: Mapping[Edition, Mapping[str, str]],
        lets: Mapping[Edition, Mapping[str, str]],
    ) -> dict[Edition, Side]:
        return {
            edition: Side(book, Translator(edition, self.types, Words(facts[edition], rulings[edition], lets[edition])))
            for edition, book in self.books.items()
        }

    def _paired_rulings(self, shared: Unchanged) -> Iterator[PairedRuling]:
        """What both have, each after what it reads in the old rulebook."""
        order = self.books[Edition.OLD].reading_order
        for mine in order:
            if mine in self.pairs.rulings:
                names = {Edition.OLD: mine, Edition.NEW: self.pairs.rulings[mine]}
                common = {each: self.sides[each].ruling(name) for each, name in names.items()}
                causes = shared.follows.get(mine, ())
                follows = tuple(name for name in order if name in causes)
                yield PairedRuling(names, common, mine in shared.rulings, follows)

    def _index_names(self) -> Mapping[str, str]:
        """The names that the old rulebook has for the indices of the new one's rulings, where both have them."""
        indices = ((yours, self.books[Edition.OLD].rulings[mine].index) for mine, yours in self.pairs.rulings.items())
        return {name: index.name for name, index in indices if index}

    # Facts

    def _united_facts(self) -> Mapping[str, Fact]:
        """The facts of both, those of the old rulebook first. Raises Refusal."""
        old, new = (self.sides[edition] for edition in Edition)
        partners = {self.pairs.facts[mine]: mine for mine in self.pairs.facts}
        found: dict[str, Fact] = {}
        for fact in old.book.facts.values():
            other = new.book.facts.get(self.pairs.facts.get(fact.name, ""))
            found[fact.name] = self._united(fact, other)
        for fact in new.book.facts.values():
            if fact.name not in partners:
                found[new.fact(fact.name)] = self._alone(new, fact, fact.index and new.translator.parameter(fact.index))
        return self._with_usual(found)

    def _united(self, ours: Fact, theirs: Fact | None) -> Fact:
        """A fact of the old rulebook as it is in both. Raises Refusal where it cannot be one fact."""
        old, new = (self.sides[edition] for edition in Edition)
        index = ours.index and old.translator.parameter(ours.index)
        made = self._alone(old, ours, index)
        if theirs is None:
            return made
        other = self._alone(new, theirs, index)
        if ours.when and theirs.when:
            mine, yours = (side.value(fact.type, first_value(fact.type)) for side, fact in ((old, ours), (new, theirs)))
            if mine != yours:
                told = " and ".join(f"`{made.type.show(value)}`" for value in (mine, yours))
                message = f"`{ours.name}` where it does not arise counts as {told}, its first value in each rulebook"
                raise Refusal(message, "let its values begin with the same one in both")
        return replace(made, when=made.when if made.when == other.when else None)

    def _alone(self, side: Side, fact: Fact, index: Parameter | None) -> Fact:
        """A fact of one rulebook in the words of both. It has a `when` only where its first value stays the first."""
        name, kind = side.translator.words.facts[fact.name]
        when = side.translator.about(fact.when, fact.index, index)
        first = side.value(fact.type, first_value(fact.type)) == first_value(kind)
        usually = side.translator.about(fact.usually, fact.index, index)
        return replace(fact, name=name, index=index, type=kind, when=when if first else None, usually=usually)

    def _with_usual(self, facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
        """What the new rulebook calls usual where the old one says nothing, unless that goes round in a circle."""
        old, new = (self.sides[edition] for edition in Edition)
        found, known = dict(facts), set[str]()
        lets = {let.name: let for side in (new, old) for let in side.lets()}
        for name in self._settling_order():
            mine = old.book.facts.get(name)
            theirs = new.book.facts.get(self.pairs.facts.get(name, ""))
            if mine is not None and theirs is not None and mine.usually is None:
                usually = new.translator.about(theirs.usually, theirs.index, found[name].index)
                parts = () if usually is None else walk_expanded(usually, lets)
                if all(part.fact in known for part in parts if isinstance(part, FactRef)):
                    found[name] = replace(found[name], usually=usually)
            known.add(name)
        return found

    def _settling_order(self) -> tuple[str, ...]:
        """The facts as the old rulebook settles them, then those that only the new one has."""
        names = (self.sides[each].fact(name) for each in Edition for name in self.books[each].settling_order)
        return tuple(dict.fromkeys(names))


def _own_names(new: Iterable[str], pairs: Mapping[str, str]) -> Mapping[str, str]:
    """The names in both of what the new rulebook has: those of the old one for what is paired."""
    partners = {yours: mine for mine, yours in pairs.items()}
    return {name: partners.get(name, f"new.{name}" if name in pairs else name) for name in new}


def _told_apart(
    names: Mapping[Edition, Mapping[str, str]], shared: AbstractSet[str]
) -> Mapping[Edition, Mapping[str, str]]:
    """Names in both, those that stand for two things made two."""
    doubled = set.intersection(*(set(each.values()) for each in names.values())) - shared
    return {
        edition: {own: prefixed(edition, name) if name in doubled else name for own, name in each.items()}
        for edition, each in names.items()
    }
