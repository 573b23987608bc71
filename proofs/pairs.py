"""Which facts still matter to rulings, in more situations than can be listed; what that means is said in `mattering`.

Facts that matter alone are found by trying (`flips`). Then the solver is asked, ruling by ruling, for a pair of
situations in which it comes out differently, and which differs in another fact and in no minimal set that is known. Of
what it differs in all is taken away that it can do without, by the solver too: a minimal set is left. Where there is no
such pair, every fact of a minimal set is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from types import MappingProxyType
from typing import TypeAlias

from misdeal.model.language.rulebook import Place
from misdeal.model.language.types import Seat
from misdeal.model.meaning.evaluate import Evaluation
from misdeal.model.meaning.situation import places, table_sizes

from .around import Values
from .assumed import decoded, taken
from .coming import Coming
from .common import Comes, Common, Mattering
from .flips import Flips
from .inquiry import Inquiry, Model, Undetermined
from .known import PLAYERS, Known
from .mattering import differing
from .replay import Disagreement
from .term import Op, Term, symbols_of
from .twin import Twin

Pair: TypeAlias = tuple[Values, Values]

QUESTIONS = 40  # put to the solver, in all
SECONDS = 2.0  # for each of them
ROUNDS = 8  # of trying before the solver is asked
FURTHER = 1  # of trying around what it found


class Pairs:
    """Looks for pairs of possible completions of what is known in which rulings come out differently.

    `inquiry` knows what is possible and as known; `common` is what came out in the situations seen so far.
    """

    def __init__(self, known: Known, coming: Coming, inquiry: Inquiry, common: Common) -> None:
        self._known = known
        self._world = inquiry.world
        self._coming = coming
        self._inquiry = inquiry
        self._order = [PLAYERS, *places(known.rulebook, table_sizes(known.rulebook)[-1])]
        self._symbols = dict(self._varying())
        self._facts = {symbol: place for place, symbol in self._symbols.items()}
        self._absent = frozenset(self._sometimes_absent())
        self._usual = frozenset(taken(known)) & self._symbols.keys()
        alike = {place: coming.alike(place, common.outcomes[place]) for place in common.parted}
        self._flips = Flips(inquiry, alike, {place: self._beneath(terms) for place, terms in alike.items()})
        self._axioms = [(axiom, symbols_of([axiom]) & self._facts.keys()) for axiom in inquiry.axioms]
        self._groups = [frozenset(self._facts[symbol] for symbol in symbols) for _, symbols in self._axioms]
        self._several: dict[Place, list[frozenset[Place]]] = {place: [] for place in alike}
        self._twins: dict[frozenset[Place], Twin] = {}
        self._questions = 0

    def mattering(self, seen: Sequence[Values]) -> Mapping[Place, Mattering]:
        """What matters to each ruling that comes out in several ways."""
        self._flips.search(seen, ROUNDS)
        whole = set[Place]()
        with suppress(Undetermined):
            for ruling in sorted(self._several, key=lambda place: len(self._flips.left(place))):
                if self._exhaust(ruling):
                    whole.add(ruling)
        return MappingProxyType(
            {
                ruling: Mattering(
                    tuple(fact for fact in self._order if fact in self._known_of(ruling)), ruling in whole
                )
                for ruling in self._several
            }
        )

    def _exhaust(self, ruling: Place) -> bool:
        """Whether all that matters to a ruling is found."""
        while self._flips.left(ruling):
            if self._questions >= QUESTIONS:
                return False
            found = self._another(ruling)
            if found is None:
                break
            self._flips.search(found, FURTHER)
            if self._differing(ruling, *found).isdisjoint(self._flips.found[ruling]):
                self._note(ruling, self._least(ruling, *found))
        return True

    def _note(self, ruling: Place, least: frozenset[Place]) -> None:
        """Note a minimal set."""
        if len(least) == 1:
            self._flips.found[ruling] |= least
        else:
            self._several[ruling].append(least)

    def _known_of(self, ruling: Place) -> frozenset[Place]:
        """The facts that are known to matter."""
        return frozenset(self._flips.found[ruling]).union(*self._several[ruling])

    # Asking

    def _another(self, ruling: Place) -> Pair | None:
        """A pair in which a ruling comes out differently for another set of facts, one of them another fact."""
        t, known, several = self._world.terms, self._known_of(ruling), self._several[ruling]
        changed = self._linked(self._flips.left(ruling).keys(), self._flips.found[ruling])
        twin = self._twin(changed)
        same = {fact: self._same(twin, fact) for fact in self._symbols if fact in changed}
        others = [
            t.disjunction(term for fact, term in same.items() if fact in least) for least in several if least <= changed
        ]
        more = t.disjunction(t.negation(term) for fact, term in same.items() if fact not in known)
        return self._find(twin, [self._differs(ruling, twin, changed), *others, more])

    def _least(self, ruling: Place, one: Values, other: Values) -> frozenset[Place]:
        """A minimal set among facts that differ in a pair in which a ruling comes out differently."""
        found = self._differing(ruling, one, other)
        closer = self._differing(ruling, one, self._flips.closer(ruling, one, other))
        differing = closer if found.issuperset(closer) else found  # where a seat is at both tables that was not
        for fact in sorted(differing, key=self._order.index):
            if fact in differing and len(differing) > 1:
                twin = self._twin(fewer := differing - {fact})
                pair = self._find(twin, [self._differs(ruling, twin, fewer)])
                if pair is not None:
                    differing = self._differing(ruling, *pair)
        return differing

    def _find(self, twin: Twin, terms: Sequence[Term]) -> Pair | None:
        self._questions += 1
        with self._inquiry.within(SECONDS):
            model = self._inquiry.find(terms)
        if model is None:
            return None
        others = {symbol: model.value(there) for symbol, there in twin.changed.items()}
        one = {symbol: model.value(symbol) for symbol in self._facts}
        return one, {**one, **others}

    def _differs(self, ruling: Place, twin: Twin, changed: AbstractSet[Place]) -> Term:
        """Where a ruling comes out differently in a second situation, which is possible and differs in some facts."""
        t, seated = self._world.terms, self._coming.seated(ruling)
        possible = (twin.term(axiom) for axiom, symbols in self._axioms if not twin.changed.keys().isdisjoint(symbols))
        differs = twin.differs(self._coming.decision(ruling))
        same = (self._same(twin, self._facts[symbol]) for symbol in twin.changed if self._facts[symbol] not in changed)
        return t.conjunction((seated, twin.term(seated), differs, *possible, *same))

    def _same(self, twin: Twin, fact: Place) -> Term:
        """Where two situations do not differ in a fact."""
        t, symbol = self._world.terms, self._symbols[fact]
        same = t.equal(symbol, twin.term(symbol))
        if fact == PLAYERS:
            return same
        stated = self._world.rulebook.facts[fact.name]
        present = self._world.present(stated, fact.index)
        usual = t.false
        if fact in self._usual:
            arises, (given, _) = self._world.arises(stated, fact.index), self._world.usual(stated, fact.index)
            usual = t.disjunction((t.negation(arises), given))
        both = t.conjunction((usual, twin.term(usual)))
        return t.disjunction((same, both, t.negation(present), t.negation(twin.term(present))))

    def _twin(self, changed: frozenset[Place]) -> Twin:
        """A second situation in which some facts may be others, and what follows from them or is not at both tables."""
        if changed not in self._twins:
            also = self._usual | (self._absent if PLAYERS in changed else frozenset())
            symbols = [symbol for fact, symbol in self._symbols.items() if fact in changed | also]
            self._twins[changed] = Twin(self._world, {symbol: self._world.terms.twin(symbol) for symbol in symbols})
        return self._twins[changed]

    # Pairs

    def _differing(self, ruling: Place, *pair: Values) -> frozenset[Place]:
        """The facts in which the situations of a pair differ; raises Disagreement unless they come out differently."""
        one, other = (Evaluation(self._world.rulebook, decoded(self._world, Model(each))) for each in pair)
        came = {Comes(each.outcome(ruling).kind, each.outcome(ruling).value).alike for each in (one, other)}
        if not (one.possible and other.possible and len(came) > 1):
            raise Disagreement(f"{ruling} comes out the same in {one.situation} and {other.situation}")
        return differing(self._known, one, other)

    # Facts

    def _varying(self) -> Iterable[tuple[Place, Term]]:
        """The facts that may differ, each with its symbol."""
        for fact in self._order:
            symbol = self._world.encoder.players if fact == PLAYERS else self._world.encoder.fact(fact)
            if symbol.op is Op.SYMBOL:
                yield fact, symbol

    def _beneath(self, terms: Iterable[Term]) -> Mapping[Place, Term]:
        """The facts that some terms speak of, and the number of players if one of them may be absent for it."""
        found = {self._facts[symbol]: symbol for symbol in symbols_of(terms) if symbol in self._facts}
        return found if self._absent.isdisjoint(found) else {PLAYERS: self._symbols[PLAYERS], **found}

    def _sometimes_absent(self) -> Iterable[Place]:
        """The facts of seats that are at some tables only."""
        fewest = self._known.sizes[0] if PLAYERS in self._symbols else table_sizes(self._known.rulebook)[-1]
        for fact in self._symbols:
            index = None if fact == PLAYERS else self._known.rulebook.facts[fact.name].index
            if index and isinstance(index.type, Seat) and (fact.index or 0) > fewest:
                yield fact

    def _linked(self, facts: Iterable[Place], fixed: AbstractSet[Place]) -> frozenset[Place]:
        """Some facts, and whatever may have to be another where they are; but some others stay the same."""
        linked, before = frozenset(facts), frozenset[Place]()
        while linked != before:
            before = linked
            held = fixed - self._usual - (self._absent if PLAYERS in linked else frozenset())
            moving = (group - held for group in self._groups)
            linked = linked.union(*(group for group in moving if group & linked))
        return linked - fixed
